"""The log of an agent's code, and who decided a task by which code."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QTabWidget, QWidget

from placet_gui.actions import ActionId
from placet_gui.names import Name
from placet_gui.presenters.runs import PAGE
from tests.flows.coding import CODE_TOOLS, inline, put, run
from tests.flows.house import RESTRICTED_WRITE
from tests.gui.agent_desk import AgentDesk, desk
from tests.gui.views.test_access import nameless

__all__ = ["desk"]

SUM = "export async function main(args) { console.log('<b>adding\u202e</b>', args.n); return args.n + 1; }\n"
THROWS = "export async function main() { throw new Error('<i>nothing to do</i>'); }\n"
VOTE = (
    "export async function main(id) { return await adf.task_resolve({ task_id: id, action: 'approve' }); }\n"
)


def test_each_run_is_a_row_with_its_authority_and_who_started_it(desk: AgentDesk) -> None:
    put(desk.house, "lib/sum.ts", SUM)
    put(desk.house, "lib/auth.ts", SUM, authorized=True)
    run(desk.house, "lib/sum.ts", {"n": 1})
    run(desk.house, "lib/auth.ts:main", {"n": 1})
    inline(desk.house, "return 1;")
    desk.turn_to("Runs of code")
    desk.wait(lambda: len(desk.rows(Name.RUNS_TABLE)) == 3)
    assert [row[:4] for row in desk.rows(Name.RUNS_TABLE)] == [
        ("Done", "sys_code", "no authority", "a call"),
        ("Done", "lib/auth.ts:main", "authorized", "a call"),
        ("Done", "lib/sum.ts:main", "no authority", "a call"),
    ]


def test_a_run_shows_what_it_printed_as_plain_text(desk: AgentDesk) -> None:
    put(desk.house, "lib/sum.ts", SUM)
    run(desk.house, "lib/sum.ts", {"n": 1})
    desk.turn_to("Runs of code")
    desk.wait(lambda: desk.rows(Name.RUNS_TABLE))
    desk.open_row(Name.RUNS_TABLE, "lib/sum.ts:main")
    assert "<b>adding⟨U+202E⟩</b> 1" in desk.text_of(Name.RUN_CONSOLE)
    labels = desk.find(Name.RUN_RECORD).findChildren(QLabel)
    assert all(it.textFormat() is Qt.TextFormat.PlainText for it in labels)
    desk.click(desk.find(Name.RUN_BACK))
    assert desk.shows(Name.RUNS_TABLE)


def test_a_run_that_failed_says_why(desk: AgentDesk) -> None:
    put(desk.house, "lib/bad.ts", THROWS)
    run(desk.house, "lib/bad.ts")
    desk.turn_to("Runs of code")
    desk.wait(lambda: desk.rows(Name.RUNS_TABLE))
    assert desk.rows(Name.RUNS_TABLE)[0][0] == "Failed"
    desk.open_row(Name.RUNS_TABLE, "lib/bad.ts:main")
    said = [it.text() for it in desk.find(Name.RUN_TROUBLE).findChildren(QLabel)]
    assert any("<i>nothing to do</i>" in it for it in said)


def test_a_run_leads_to_its_task(desk: AgentDesk) -> None:
    put(desk.house, "lib/auth.ts", SUM, authorized=True)
    run(desk.house, "lib/auth.ts", {"n": 1})
    (task,) = desk.house.tasks()
    desk.turn_to("Runs of code")
    desk.wait(lambda: desk.rows(Name.RUNS_TABLE))
    desk.open_row(Name.RUNS_TABLE, "lib/auth.ts:main")
    desk.click(desk.find(Name.RUN_TASK))
    desk.wait(lambda: desk.shows(Name.TASK_DETAIL))
    desk.wait(lambda: desk.shows(Name.CODE_VIEW))
    assert desk.text_of(Name.CODE_VIEW) == SUM.replace("\u202e", "⟨U+202E⟩")
    assert task.id in {it.text() for it in desk.window.findChildren(QLabel)}


def test_older_runs_are_shown_when_they_are_asked_for(desk: AgentDesk) -> None:
    put(desk.house, "lib/one.ts", "export function main() { return 1; }\n")
    for _ in range(PAGE + 1):
        run(desk.house, "lib/one.ts")
    desk.turn_to("Runs of code")
    desk.wait(lambda: len(desk.rows(Name.RUNS_TABLE)) == PAGE)
    desk.click(desk.find(Name.RUNS_MORE))
    desk.wait(lambda: len(desk.rows(Name.RUNS_TABLE)) == PAGE + 1)
    assert not desk.shows(Name.RUNS_MORE)


def test_a_run_in_view_ends_before_the_owners_eyes(desk: AgentDesk) -> None:
    desk.turn_to("Runs of code")
    desk.wait(lambda: desk.shows(Name.RUNS_EMPTY))
    inline(desk.house, "return 1;")
    desk.wait(lambda: desk.rows(Name.RUNS_TABLE) and desk.rows(Name.RUNS_TABLE)[0][0] == "Done")


def turn_to_the_record(desk: AgentDesk) -> None:
    """Bring the record of the task to the front: what nobody can see isn't made."""
    record = desk.find(Name.RECORD_VIEW, QWidget)
    tabs = next(it for it in desk.window.findChildren(QTabWidget) if it.isAncestorOf(record))
    tabs.setCurrentWidget(
        next(page for page in map(tabs.widget, range(tabs.count())) if page.isAncestorOf(record))
    )


def test_a_task_says_which_code_decided_it(desk: AgentDesk) -> None:
    desk.house.change(tools=[*CODE_TOOLS, RESTRICTED_WRITE])
    desk.window.show_page(ActionId.SHOW_INBOX)
    task_id = desk.ask(_async=True)
    desk.open(task_id)
    put(desk.house, "lib/vote.ts", VOTE, authorized=True)
    vote = desk.house.call("sys_lambda", {"source": "lib/vote.ts", "args": task_id})
    desk.house.approve(vote.task_id)
    desk.house.end_of(vote)
    desk.wait(lambda: desk.shows(Name.DECIDED_LABEL))
    assert desk.says(Name.DECIDED_LABEL).startswith("Approved by lib/vote.ts:main via code at")
    desk.window.show_page(ActionId.SHOW_TASKS)
    desk.window.assembly._show_task(task_id)
    desk.wait(lambda: desk.shows(Name.TASK_DETAIL))
    turn_to_the_record(desk)
    desk.wait(
        lambda: any(it.text() == "lib/vote.ts:main, via code" for it in desk.window.findChildren(QLabel))
    )


def test_everything_usable_of_a_run_has_its_names(desk: AgentDesk) -> None:
    inline(desk.house, "console.log(1);")
    desk.turn_to("Runs of code")
    desk.wait(lambda: desk.rows(Name.RUNS_TABLE))
    desk.open_row(Name.RUNS_TABLE, "sys_code")
    assert nameless(desk.window) == []
