"""Workflows in the window: begun by a form, approved by hand, told by their evidence, and never sent again."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
)
from pytestqt.qtbot import QtBot

from placet.api.accounts import PutAccount
from placet.api.workflows import ListOperations, ListWorkflows
from placet.rules.guided import FIELDS, accounts_of
from placet_gui.actions import ActionId
from placet_gui.bridge import Bridge
from placet_gui.delegates.badges import VERDICT_LOOKS, WORKFLOW_LOOKS
from placet_gui.models.chain_tree import Level
from placet_gui.names import Name
from placet_gui.presenters import workflow_chain
from placet_gui.presenters.agents import AgentsPresenter
from placet_gui.presenters.workflows import WorkflowsPresenter
from placet_gui.views.workflow_form import OWN_WORDS
from tests.fakes.model_server import ModelServer, Reply, call
from tests.gui.goal_desk import GoalDesk, goal_desk, shown_texts, writes

__all__ = ["goal_desk"]

ALL_BUTTONS = {
    Name.WORKFLOW_NEW, Name.WORKFLOW_CLOSE, Name.WORKFLOW_RESUME, Name.WORKFLOW_RETRY, Name.WORKFLOW_CONTINUE,
    Name.WORKFLOW_STOP, Name.WORKFLOW_ARCHIVE, Name.WORKFLOW_CONVERSATION, Name.WORKFLOW_UNSURE, Name.LINK_BACK,
    Name.LINK_OPEN, Name.LINK_CHECK, Name.LINK_HAPPENED, Name.LINK_DID_NOT,
    Name.LINK_LOOKED,
}  # fmt: skip


def facts(desk: GoalDesk) -> str:
    return shown_texts(desk.find(Name.LINK_TEXT, QScrollArea))


def held_reply(text: str = "Late.") -> tuple[Reply, threading.Event]:
    go = threading.Event()
    return Reply(text, before=lambda: go.wait(60) and None), go


@pytest.fixture
def no_complaint(goal_desk: GoalDesk) -> list[str]:
    """What the window complained of."""
    said: list[str] = []
    goal_desk.window.findChild(Bridge).failed.connect(said.append)
    return said


def test_a_report_is_begun_by_the_form_approved_by_hand_and_shown_as_verified(goal_desk: GoalDesk) -> None:
    desk = goal_desk
    desk.model.replies += [writes(), Reply("I wrote <b>it</b>.")]
    desk.press(Name.WORKFLOW_NEW)
    agents = desk.find(Name.WORKFLOW_AGENT, QComboBox)
    desk.wait(lambda: agents.currentData() == "clerk" and desk.shows("workflow_report_path"))
    desk.find("workflow_report_path", QLineEdit).setText("harbour.md")
    desk.wait(desk.find(Name.WORKFLOW_START, QPushButton).isEnabled)
    desk.press(Name.WORKFLOW_START)
    desk.wait(lambda: not desk.shows(Name.WORKFLOW_DIALOG))
    (made,) = desk.house.engine.query(ListWorkflows())
    task_id = desk.held()
    desk.stands(made.id, "Running")
    desk.window.show_page(ActionId.SHOW_INBOX)
    desk.window.activateWindow()
    desk.wait(desk.window.isActiveWindow)
    desk.wait(lambda: desk.approvals.model.row_of(task_id))
    desk.approve_in_full(task_id)
    desk.window.show_page(ActionId.SHOW_WORKFLOWS)
    desk.stands(made.id, "Done", "Verified")
    desk.wait(lambda: desk.tree.held(Level.DO) == 1 and desk.links(Level.DO)[0].state == "Proven")
    proven = "Everything that this goal demands is proven"
    desk.wait(lambda: proven in shown_texts(desk.find(Name.WORKFLOW_STANDING)))
    assert (desk.house.folder() / "harbour.md").read_text() == "All is well."


def test_each_level_says_what_there_is_of_it_and_a_link_tells_all(goal_desk: GoalDesk) -> None:
    desk = goal_desk
    workflow_id = desk.verified()
    (operation,) = desk.house.engine.query(ListOperations(workflow_id=workflow_id))
    desk.open_goal(workflow_id)
    desk.wait(lambda: desk.tree.held(Level.DO) == 1)
    counts = [desk.tree.index(it, 1).data() for it in Level]
    assert counts == ["1 goal", "2 generations", "1 call", "1 effect"]
    desk.open_link(Level.WANT)
    assert "Write a short report" in facts(desk)
    desk.press(Name.LINK_BACK)
    desk.open_link(Level.ASK)
    told = facts(desk)
    assert "the owner, in this window" in told
    assert " ".join(operation.input_digest[at : at + 8] for at in range(0, 64, 8)) in told
    desk.press(Name.LINK_BACK)
    desk.open_link(Level.DO)
    assert "It happened, and the place itself shows it." in facts(desk)
    assert not desk.shows(Name.LINK_CHECK)
    assert not desk.shows(Name.LINK_REASON)
    desk.press(Name.LINK_OPEN)
    assert desk.window.page() is ActionId.SHOW_TASKS
    desk.wait(lambda: desk.shows(Name.TASK_DETAIL))


@pytest.mark.long
def test_a_generation_of_it_is_opened_on_its_own_page(goal_desk: GoalDesk) -> None:
    desk = goal_desk
    workflow_id = desk.create("Say it.", Reply("Said."))
    desk.ended(workflow_id)
    desk.open_goal(workflow_id)
    desk.wait(lambda: desk.tree.held(Level.THINK) == 1)
    desk.open_link(Level.THINK)
    assert "Succeeded" in facts(desk)
    desk.press(Name.LINK_OPEN)
    assert desk.window.page() is ActionId.SHOW_GENERATIONS
    desk.wait(lambda: desk.shows(Name.GENERATION_DETAIL))


def test_verified_not_checked_and_uncertain_are_told_apart_in_words_and_by_icons(goal_desk: GoalDesk) -> None:
    desk = goal_desk
    doubt, proven = desk.in_doubt(), desk.verified()
    plain = desk.create("Say it.", Reply("All done, I promise."))
    pulled = desk.create("Pull.", Reply(calls=(call("machine", {"lever": 1}),)), Reply("Pulled."))
    missing = desk.report(*[Reply(calls=(call("fs_write", {}),))] * 3, Reply("I gave up."))
    desk.stands(proven, "Done", "Verified")
    desk.stands(doubt, "Finished", "Uncertain")
    desk.stands(plain, "Finished", "Outcome not checked")
    desk.stands(pulled, "Finished", "Can't be checked")
    desk.stands(missing, "Finished", "Not proven")
    assert len({VERDICT_LOOKS[it].icon for it in VERDICT_LOOKS}) == len(VERDICT_LOOKS)
    for workflow_id, words in (
        (plain, "Finished, outcome not checked: nothing says what would prove this goal"),
        (missing, "Not proven: nothing shows what this goal demands of fs_write."),
        (doubt, "Uncertain: something may have happened that nobody can show."),
    ):
        desk.open_goal(workflow_id)
        desk.wait(lambda words=words: words in shown_texts(desk.find(Name.WORKFLOW_STANDING)))


def test_an_effect_in_doubt_is_looked_up_and_told_of_and_never_sent_again(goal_desk: GoalDesk) -> None:
    desk = goal_desk
    workflow_id = desk.in_doubt()
    desk.open_goal(workflow_id)
    desk.wait(lambda: desk.shows(Name.WORKFLOW_UNSURE))
    desk.press(Name.WORKFLOW_UNSURE)
    desk.wait(lambda: desk.shows(Name.LINK_CHECK))
    before = desk.post.lookups
    desk.press(Name.LINK_CHECK)
    desk.wait(lambda: desk.post.lookups > before)
    desk.wait(lambda: desk.find(Name.LINK_CHECK, QPushButton).text().strip() == "Check again")
    assert "Nothing proves it, and nothing sends it again." in facts(desk)
    assert not desk.find(Name.LINK_HAPPENED, QPushButton).isEnabled()
    desk.find(Name.LINK_REASON, QLineEdit).setText("No letter came.")
    desk.press(Name.LINK_DID_NOT)
    desk.wait(lambda: "It did not happen: No letter came." in facts(desk))
    assert not desk.shows(Name.LINK_REASON), "what was said once isn't asked for again"
    desk.press(Name.LINK_LOOKED)
    assert desk.find(Name.LINK_REASON, QLineEdit).text() == ""
    assert not desk.shows(Name.LINK_LOOKED)
    assert desk.row(workflow_id).verdict == "uncertain", "what the owner saw settles nothing"
    desk.post.findable = True
    desk.press(Name.LINK_CHECK)
    desk.wait(lambda: "the place itself shows it" in facts(desk))
    desk.wait(lambda: not desk.shows(Name.LINK_CHECK))
    desk.stands(workflow_id, "Finished", "Outcome not checked")
    assert desk.post.calls == 1


@pytest.mark.long
def test_a_refused_look_is_told_where_it_was_asked_for(goal_desk: GoalDesk) -> None:
    desk = goal_desk
    desk.open_goal(desk.in_doubt())
    desk.wait(lambda: desk.shows(Name.WORKFLOW_UNSURE))
    desk.press(Name.WORKFLOW_UNSURE)
    desk.wait(lambda: desk.shows(Name.LINK_CHECK))
    desk.post.account = "eve@example.org"
    desk.press(Name.LINK_CHECK)
    desk.wait(lambda: desk.shows(Name.LINK_TROUBLE))
    assert desk.find(Name.LINK_CHECK, QPushButton).text().strip() == "Check again"


def test_no_button_of_any_state_sends_an_effect_again(goal_desk: GoalDesk) -> None:
    desk = goal_desk
    seen: set[str] = set()
    for workflow_id in (desk.in_doubt(), desk.verified(), desk.create("Say it.", Reply("Said."))):
        desk.ended(workflow_id)
        desk.open_goal(workflow_id)
        desk.wait(lambda: desk.shows(Name.WORKFLOW_CONTINUE))
        seen |= desk.buttons()
        for level in Level:
            if desk.links(level):
                desk.open_link(level)
                seen |= desk.buttons()
                desk.press(Name.LINK_BACK)
    chips = {f"workflow_filter_{status}" for status in WORKFLOW_LOOKS}
    assert seen - chips <= ALL_BUTTONS
    assert {Name.LINK_CHECK, Name.WORKFLOW_RETRY} <= seen, "the states that matter were seen"


def test_a_stopped_one_keeps_its_proofs_and_the_models_words(goal_desk: GoalDesk) -> None:
    desk = goal_desk
    reply, go = held_reply()
    letter = call("post", {"to": "Bea", "body": "One."})
    workflow_id = desk.create("Write to all.", Reply("First to Bea.", calls=(letter,)), reply)
    desk.wait(lambda: desk.row(workflow_id).receipts)
    desk.wait(lambda: len(desk.house.events("generation.created")) == 2)
    desk.open_goal(workflow_id)
    desk.wait(lambda: desk.shows(Name.WORKFLOW_STOP))
    desk.press(Name.WORKFLOW_STOP)
    desk.stands(workflow_id, "Stopped")
    go.set()
    desk.wait(lambda: [it.state for it in desk.links(Level.DO)] == ["Proven"])
    desk.wait(lambda: "What was done by then stays done" in shown_texts(desk.find(Name.WORKFLOW_STANDING)))
    desk.turn_to(1)
    desk.wait(lambda: desk.find(Name.WORKFLOW_SUMMARY, QPlainTextEdit).toPlainText() == "First to Bea.")
    desk.turn_to(2)
    assert "Proof of post" in shown_texts(desk.goals)
    assert desk.shows(Name.WORKFLOW_RETRY)
    desk.model.replies.append(Reply("It was done."))
    desk.press(Name.WORKFLOW_RETRY)
    assert desk.ended(workflow_id, attempt=2).status == "unverified"
    assert desk.post.calls == 1
    desk.wait(lambda: desk.house.agent().state == "idle")


def test_an_interrupted_one_is_resumed_by_its_button(tmp_path: Path, qtbot: QtBot) -> None:
    with ModelServer() as model, GoalDesk(tmp_path, qtbot, model) as desk:
        reply, go = held_reply()
        workflow_id = desk.create("Count the ships.", reply)
        desk.wait(lambda: len(model.requests) == 1)
        desk.window.close()
        desk.window.deleteLater()
        desk.house.engine.close()
        go.set()
        desk.house.open()
        desk.open_window()
        desk.stands(workflow_id, "Interrupted")
        desk.open_goal(workflow_id)
        desk.wait(lambda: desk.shows(Name.WORKFLOW_RESUME))
        assert not desk.shows(Name.WORKFLOW_RETRY)
        model.replies.append(Reply("Three."))
        desk.press(Name.WORKFLOW_RESUME)
        desk.stands(workflow_id, "Finished", "Outcome not checked")
        assert desk.row(workflow_id).attempt == 2


def test_its_next_goal_is_given_in_words_and_the_goals_stay_in_the_chain(goal_desk: GoalDesk) -> None:
    desk = goal_desk
    workflow_id = desk.create("Say it.", Reply("Said."))
    desk.ended(workflow_id)
    desk.open_goal(workflow_id)
    desk.wait(lambda: desk.shows(Name.WORKFLOW_CONTINUE))
    desk.press(Name.WORKFLOW_CONTINUE)
    start = desk.find(Name.GOAL_START, QPushButton)
    assert not start.isEnabled()
    desk.find(Name.GOAL_TEXT, QPlainTextEdit).setPlainText("Say it again, louder.")
    desk.model.replies.append(Reply("SAID."))
    desk.click(start)
    desk.ended(workflow_id, attempt=2)
    desk.wait(lambda: [it.name for it in desk.links(Level.WANT)] == ["Goal 1", "Goal 2"])
    desk.open_link(Level.WANT, 1)
    assert "Say it again, louder." in facts(desk)


@pytest.mark.long
def test_archiving_takes_it_off_the_list_and_keeps_what_it_proves(goal_desk: GoalDesk) -> None:
    desk = goal_desk
    workflow_id = desk.verified()
    desk.open_goal(workflow_id)
    desk.wait(lambda: desk.shows(Name.WORKFLOW_ARCHIVE))
    desk.press(Name.WORKFLOW_ARCHIVE)
    desk.wait(lambda: not desk.presenter.model.index_of(workflow_id).isValid())
    assert not desk.shows(Name.WORKFLOW_DETAIL)
    assert desk.find(Name.WORKFLOWS_EMPTY).accessibleName() == "No workflows yet"
    assert (desk.row(workflow_id).archived, len(desk.row(workflow_id).receipts)) == (True, 1)


@pytest.mark.long
def test_a_goal_in_ones_own_words_needs_words_and_a_refused_one_stays_with_the_reason(
    goal_desk: GoalDesk,
) -> None:
    desk = goal_desk
    desk.press(Name.WORKFLOW_NEW)
    desk.wait(lambda: desk.shows("workflow_report_path"))
    kind = desk.find(Name.WORKFLOW_KIND, QComboBox)
    kind.setCurrentIndex(kind.findData(OWN_WORDS))
    start = desk.find(Name.WORKFLOW_START, QPushButton)
    assert not start.isEnabled()
    assert not desk.shows("workflow_report_path")
    desk.find(Name.WORKFLOW_TEXT, QPlainTextEdit).setPlainText("x" * 20_001)
    desk.wait(start.isEnabled)  # the agents may come in after the workflows
    desk.click(start)
    dialog = desk.find(Name.WORKFLOW_DIALOG, QDialog)
    desk.wait(lambda: "A goal has at most" in shown_texts(dialog))
    desk.find(Name.WORKFLOW_TEXT, QPlainTextEdit).setPlainText("Say it.")
    desk.model.replies.append(Reply("Said."))
    desk.click(start)
    desk.wait(lambda: not desk.shows(Name.WORKFLOW_DIALOG))
    (made,) = desk.house.engine.query(ListWorkflows())
    assert (made.text, desk.ended(made.id).verdict) == ("Say it.", "unchecked")


def choose(desk: GoalDesk, kind: str) -> QPushButton:
    """Choose a kind of workflow in the form; the button that would start it."""
    kinds = desk.find(Name.WORKFLOW_KIND, QComboBox)
    kinds.setCurrentIndex(kinds.findData(kind))
    return desk.find(Name.WORKFLOW_START, QPushButton)


def test_each_guided_workflow_is_offered_with_what_it_takes_proves_and_lacks(goal_desk: GoalDesk) -> None:
    desk = goal_desk
    desk.press(Name.WORKFLOW_NEW)
    desk.wait(lambda: desk.shows("workflow_report_path") and desk.find(Name.WORKFLOW_START).isEnabled())
    kinds = desk.find(Name.WORKFLOW_KIND, QComboBox)
    assert [kinds.itemData(number) for number in range(kinds.count())] == [*FIELDS, OWN_WORDS]
    for name, takes in FIELDS.items():
        start = choose(desk, name)
        assert all(desk.shows(f"workflow_{name}_{field.name}") for field in takes)
        assert desk.shows(f"workflow_{name}_demands")
        assert desk.shows(f"workflow_{name}_limits")
        lacks = bool(accounts_of(name))
        assert start.isEnabled() is not lacks
        assert desk.shows(f"workflow_{name}_lacks") is lacks
    choose(desk, "today")
    desk.wait(lambda: "The agent clerk" in desk.find("workflow_today_lacks").accessibleName())
    why = desk.find("workflow_today_lacks").accessibleName().split("\n")
    assert why[:2] == [
        "There is no mail account yet. Add one under Accounts.",
        "There is no calendar account yet. Add one under Accounts.",
    ]
    assert why[2].startswith("The agent clerk may not use mail_search, mail_read, calendar_list.")


def test_an_answer_to_a_mail_is_begun_with_the_account_that_has_leave_for_it(goal_desk: GoalDesk) -> None:
    desk = goal_desk
    place = {
        "kind": "imap",
        "host": "127.0.0.1",
        "port": 9,
        "security": "none",
        "user": "ada",
        "password": "x",
    }
    desk.house.submit(PutAccount(name="looked", definition={**place, "rights": ["read"]}))
    desk.house.submit(PutAccount(name="mail", definition=place))
    desk.house.change(tools=[{"name": name} for name in ("mail_search", "mail_read", "mail_draft")])
    desk.press(Name.WORKFLOW_NEW)
    desk.wait(lambda: desk.shows("workflow_report_path"))
    desk.find("workflow_report_path", QLineEdit).setText("kept.md")
    desk.window.findChild(WorkflowsPresenter).read_guides("clerk")
    desk.wait(lambda: choose(desk, "answer_mail").isEnabled())
    assert desk.find("workflow_report_path", QLineEdit).text() == "kept.md"
    accounts = desk.find("workflow_answer_mail_account", QComboBox)
    enabled = [accounts.model().item(number).isEnabled() for number in range(accounts.count())]
    assert (enabled, accounts.currentData()) == ([False, True], "mail")
    assert "(no leave for this)" in accounts.itemText(0)
    desk.find("workflow_answer_mail_message", QLineEdit).setText("<m1@example.org>")
    desk.press(Name.WORKFLOW_START)
    desk.wait(lambda: not desk.shows(Name.WORKFLOW_DIALOG))
    (made,) = desk.house.engine.query(ListWorkflows())
    assert (made.guided, made.title) == ("answer_mail", "An answer to a mail")
    assert desk.ended(made.id).status != "done"


@pytest.mark.long
def test_a_form_that_was_dismissed_meanwhile_misses_its_answer_without_harm(
    goal_desk: GoalDesk, no_complaint: list[str]
) -> None:
    desk = goal_desk
    desk.press(Name.WORKFLOW_NEW)
    start = desk.find(Name.WORKFLOW_START, QPushButton)
    desk.wait(
        lambda: start.isEnabled() and desk.find(Name.WORKFLOW_AGENT, QComboBox).currentData() == "clerk"
    )
    desk.model.replies += [writes(), Reply("I wrote it.")]
    desk.press(Name.WORKFLOW_START)
    desk.find(Name.WORKFLOW_DIALOG, QDialog).reject()
    desk.wait(lambda: desk.presenter.model.held() == 1)
    desk.house.deny(desk.held())
    desk.ended(desk.house.engine.query(ListWorkflows())[0].id)
    assert no_complaint == []


@pytest.mark.long
def test_its_conversation_is_opened_on_the_page_of_its_agent(goal_desk: GoalDesk) -> None:
    desk = goal_desk
    workflow_id = desk.create("Say it.", Reply("Said."))
    row = desk.ended(workflow_id)
    desk.open_goal(workflow_id)
    desk.wait(lambda: desk.shows(Name.WORKFLOW_CONVERSATION))
    desk.press(Name.WORKFLOW_CONVERSATION)
    assert desk.window.page() is ActionId.SHOW_AGENTS
    agents = desk.window.findChild(AgentsPresenter)
    desk.wait(lambda: agents.looked_at() == (row.agent_id, row.conversation_id))


def test_the_keyboard_reaches_a_link_and_escape_goes_back_step_by_step(goal_desk: GoalDesk) -> None:
    desk = goal_desk
    workflow_id = desk.create("Say it.", Reply("Said."))
    desk.ended(workflow_id)
    desk.wait(lambda: desk.presenter.model.index_of(workflow_id).isValid())
    desk.window.show_page(ActionId.SHOW_INBOX)
    QTest.keyClick(desk.window, Qt.Key.Key_5, Qt.KeyboardModifier.ControlModifier)
    assert desk.window.page() is ActionId.SHOW_WORKFLOWS
    table = desk.find(Name.WORKFLOWS_TABLE)
    table.selectRow(0)
    QTest.keyClick(table, Qt.Key.Key_Return)
    desk.wait(lambda: desk.tree.held(Level.WANT) == 1)
    chain = desk.find(Name.WORKFLOW_CHAIN)
    chain.setFocus()
    QTest.keyClick(chain, Qt.Key.Key_Down)
    QTest.keyClick(chain, Qt.Key.Key_Return)
    assert desk.shows(Name.LINK_BACK)
    QTest.keyClick(desk.find(Name.LINK_BACK), Qt.Key.Key_Escape)
    assert desk.shows(Name.WORKFLOW_CHAIN)
    QTest.keyClick(chain, Qt.Key.Key_Escape)
    assert not desk.shows(Name.WORKFLOW_DETAIL)


@pytest.mark.long
def test_a_long_chain_is_read_page_by_page_as_it_comes_into_sight(
    goal_desk: GoalDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workflow_chain, "PAGE_LINKS", 4)
    desk = goal_desk
    letters = [
        Reply(calls=tuple(call("post", {"to": f"{n}-{m}", "body": "x"}) for m in range(6))) for n in range(5)
    ]
    workflow_id = desk.create("Write to all.", *letters, Reply("Written."))
    desk.ended(workflow_id)
    desk.window.resize(900, 600)
    desk.open_goal(workflow_id)
    desk.wait(lambda: desk.tree.held(Level.DO) >= 4)
    assert desk.tree.index(Level.DO, 1).data() == "30 effects"
    assert desk.tree.held(Level.DO) < 30
    view: Any = desk.find(Name.WORKFLOW_CHAIN)

    def is_whole() -> bool:
        """Go on scrolling: only what is about to come into sight is read."""
        view.scrollToTop()
        view.scrollToBottom()
        return desk.tree.held(Level.DO) == 30

    desk.wait(is_whole)
    assert len({it.id for it in desk.links(Level.DO)}) == 30


@pytest.mark.long
def test_a_filter_shows_its_own_and_search_finds_in_goals(goal_desk: GoalDesk) -> None:
    desk = goal_desk
    first, second = desk.create("Apples", Reply("Yes.")), desk.create("Pears", Reply("Yes."))
    desk.stands(first, "Finished", "Outcome not checked")
    desk.stands(second, "Finished", "Outcome not checked")
    desk.press("workflow_filter_failed")
    desk.wait(lambda: desk.presenter.model.held() == 0)
    assert desk.find(Name.WORKFLOWS_EMPTY).accessibleName() == "No workflows match"
    desk.press("workflow_filter_failed")
    desk.find(Name.WORKFLOWS_SEARCH, QLineEdit).setText("pears")
    desk.wait(lambda: desk.presenter.model.held() == 1)
    assert desk.presenter.model.index_of(second).isValid()
