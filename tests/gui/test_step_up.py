"""Where the owner wants it, a high-risk yes counts once his system had his password for it (rule 17)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from placet.api import Action
from placet.api.commands import ChangeSettings, ResolveTask
from placet.api.queries import GetSettings
from placet_gui.actions import ActionId
from placet_gui.names import Name
from placet_gui.presenters.step_up import SETTING, StepUp
from placet_gui.reauthentication import ACTION
from tests.gui.gestures import ARM_MS, HIDDEN, Desk
from tests.gui.polkit_service import DISMISSED, NEVER, NO, YES, PolkitService, polkit_service
from tests.gui.test_granting import begin, grants, hold, make, read

Asked = Callable[[str], AbstractContextManager[tuple[Desk, PolkitService]]]


@pytest.fixture
def asked(tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Asked:
    """A desk whose owner wants to be asked, on a system that gives this answer."""

    @contextmanager
    def make(answer: str) -> Iterator[tuple[Desk, PolkitService]]:
        with polkit_service(tmp_path, answer) as (address, service), Desk(tmp_path / "desk", qtbot) as desk:
            monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
            desk.house.submit(ChangeSettings(values={"approvals.reauthenticate": True}))
            yield desk, service

    return make


def test_a_high_risk_yes_runs_once_the_system_had_its_proof(asked: Asked) -> None:
    with asked(YES) as (desk, system):
        task_id = desk.ask(content=HIDDEN)
        desk.open_armed(task_id)
        desk.hold()
        desk.wait_decided(task_id)
        assert system.asked()[0] == ACTION
        assert desk.approvals_given() == 1


@pytest.mark.parametrize(("answer", "words"), [(NO, "didn't take that"), (DISMISSED, "was closed")])
def test_without_the_proof_nothing_is_approved_and_the_pane_says_why(
    asked: Asked, answer: str, words: str
) -> None:
    with asked(answer) as (desk, system):
        task_id = desk.ask(content=HIDDEN)
        desk.open_armed(task_id)
        desk.hold()
        assert system.asked()[0] == ACTION
        desk.wait(lambda: desk.shows("approval_trouble"))
        assert words in desk.find("approval_trouble").accessibleName()
        assert desk.approvals_given() == 0
        desk.click(desk.find(Name.DENY_BUTTON))  # a no needs no proof
        desk.wait_decided(task_id)


def test_where_the_system_cannot_ask_a_high_risk_yes_never_counts(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={tmp_path}/nobody")
    with Desk(tmp_path / "desk", qtbot) as desk:
        desk.house.submit(ChangeSettings(values={"approvals.reauthenticate": True}))
        desk.open_armed(desk.ask(content=HIDDEN))
        desk.hold()
        desk.wait(lambda: desk.shows("approval_trouble"))
        assert "can't ask for your password" in desk.find("approval_trouble").accessibleName()
        assert desk.approvals_given() == 0


def test_other_requests_and_owners_who_do_not_want_it_are_not_asked(asked: Asked) -> None:
    """The gesture alone is the base: the authority here would never answer."""
    with asked(NEVER) as (desk, _):
        desk.approve_in_full(desk.ask())
        desk.house.submit(ChangeSettings(values={"approvals.reauthenticate": False}))
        desk.approve_in_full(desk.ask(content=HIDDEN), turn=1)
        assert desk.approvals_given() == 2


@pytest.mark.parametrize("how", ["close", "other", "elsewhere"])
def test_a_proof_that_comes_after_its_card_has_gone_approves_nothing(asked: Asked, how: str) -> None:
    with asked(NEVER) as (desk, system):
        task_id, other = desk.ask(content=HIDDEN), desk.ask("b.txt", HIDDEN)
        desk.open_armed(task_id)
        desk.hold()
        assert system.asked()[0] == ACTION
        assert desk.approvals.is_proving
        assert "asks for your password" in desk.says(Name.ARMING_LABEL)
        if how == "close":
            desk.approvals.close_card()
        elif how == "other":
            desk.open(other)
        else:
            row = desk.house.task(task_id)
            desk.house.submit(ResolveTask(task_id=task_id, action=Action.DENY, shown_digest=row.digest))
            desk.wait_decided(task_id)
        assert not desk.approvals.is_proving
        assert not desk.approvals.busy
        assert desk.approvals_given() == 0


def test_a_standing_answer_is_made_with_the_proof_alone_and_a_grant_that_was_left_is_not(
    asked: Asked,
) -> None:
    with asked(NEVER) as (desk, system):
        begin(desk, desk.ask())
        read(desk)
        desk.clock.advance(ARM_MS)
        hold(desk)
        assert system.asked()[0] == ACTION
        step_up = desk.window.findChild(StepUp)
        assert step_up.is_asking
        assert desk.dialog is not None
        desk.dialog.step_back()
        assert not step_up.is_asking
        assert grants(desk) == ()


def is_asked_for(desk: Desk) -> bool:
    return next(row.value is True for row in desk.house.engine.query(GetSettings()) if row.key == SETTING)


def test_to_do_without_the_proof_from_now_on_takes_a_last_one(asked: Asked) -> None:
    """Else whoever sits down at the owner's desk would begin by switching it off."""
    with asked(NO) as (desk, system):
        desk.window.show_page(ActionId.SHOW_SETTINGS)
        desk.wait(lambda: desk.shows(f"setting_{SETTING}"))
        desk.find(f"setting_{SETTING}").click()
        assert system.asked()[0] == ACTION
        desk.wait(lambda: any("didn't take that" in it.text() for it in desk.window.findChildren(QLabel)))
        desk.wait(desk.find(f"setting_{SETTING}").isChecked)
        assert is_asked_for(desk)


def test_what_switches_the_proof_off_is_set_once_the_system_had_it(asked: Asked) -> None:
    with asked(YES) as (desk, system):
        desk.window.show_page(ActionId.SHOW_SETTINGS)
        desk.wait(lambda: desk.shows(f"setting_{SETTING}"))
        desk.find(f"setting_{SETTING}").click()
        assert system.asked()[0] == ACTION
        desk.wait(lambda: not is_asked_for(desk))


def test_a_standing_answer_is_made_once_the_system_had_its_proof(asked: Asked) -> None:
    with asked(YES) as (desk, system):
        begin(desk, desk.ask())
        make(desk)
        assert len(grants(desk)) == 1
        assert system.asked()[0] == ACTION
