"""Triggers and timers of an agent: what is declared, what waits, how it ended last; and the owner's own test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from placet.api.queries import GetAgent
from placet_gui.names import Name
from tests.flows.coding import put
from tests.flows.ears import Ear
from tests.gui.agent_desk import AgentDesk, desk
from tests.gui.views.test_access import nameless

__all__ = ["desk"]

HANDLER = "export async function heard(event) { console.log(event.type); return event.test === true; }\n"
TIMER = {"name": "nightly", "at": "02:00", "lambda": "lib/heard.ts:heard"}


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[Ear]:
    with closing(Ear(tmp_path / "ear")) as ear:
        yield ear


def declare(desk: AgentDesk, *targets: dict[str, Any], timers: tuple[dict[str, Any], ...] = ()) -> None:
    """Declare what is told of new tasks, and look at it."""
    triggers = {"on_task_create": {"enabled": True, "targets": list(targets)}}
    desk.house.change(triggers=triggers, timers=list(timers))
    desk.turn_to("Triggers and timers")
    desk.wait(lambda: len(cards(desk)) >= len(targets) + len(timers))


def cards(desk: AgentDesk) -> list[QWidget]:
    """The cards from top to bottom."""
    view = desk.find(Name.TARGETS_VIEW)
    found = [
        it for it in view.findChildren(QWidget) if _number(it.objectName()) is not None and it.isVisible()
    ]
    return sorted(found, key=lambda it: int(_number(it.objectName()) or 0))


def _number(name: str) -> str | None:
    kind, _, number = name.partition("target_")
    return number if kind == "" and number.isdigit() else None


def words(card: QWidget) -> str:
    return "\n".join(it.text() for it in card.findChildren(QLabel) if it.isVisible() and it.text())


def press_test(desk: AgentDesk, number: int = 0) -> None:
    desk.click(desk.find(f"target_test_{number}", QPushButton))


def test_a_target_says_what_runs_of_which_tools_and_how_it_is_put_off(desk: AgentDesk, ear: Ear) -> None:
    put(desk.house, "lib/heard.ts", HANDLER)
    declare(
        desk,
        {
            "scope": "system",
            "lambda": "lib/heard.ts:heard",
            "filter": {"tools": ["fs_*"]},
            "debounce_ms": 2_000,
        },
        ear.hearing(batch_ms=60_000, batch_count=5),
        timers=(TIMER,),
    )
    first, second, timer = cards(desk)[0], cards(desk)[1], cards(desk)[-1]
    assert "lib/heard.ts:heard" in words(first)
    assert "tools fs_*" in words(first)
    assert "once nothing new has come for 2.0 s" in words(first)
    assert "/bin/sh" in words(second)
    assert "all tools" in words(second)
    assert "or as soon as there are 5" in words(second)
    assert "nightly" in words(timer)
    assert "at 02:00" in words(timer)
    desk.wait(lambda: "next at" in words(cards(desk)[-1]))  # it is planned behind the declaration
    assert "never told anything yet" in words(first)
    assert desk.find("target_state_0").accessibleName() == "On"


def test_a_test_runs_the_handler_and_its_outcome_is_shown(desk: AgentDesk) -> None:
    put(desk.house, "lib/heard.ts", HANDLER, authorized=True)
    declare(desk, {"scope": "system", "lambda": "lib/heard.ts:heard"})
    press_test(desk)
    desk.wait(lambda: "a test, last at" in words(cards(desk)[0]))
    assert desk.find("target_outcome_0").accessibleName() == "Delivered"
    assert desk.find("target_test_0", QPushButton).isEnabled()
    (fact,) = desk.house.events("trigger.fired")
    assert fact.payload["test"] is True


def test_a_timer_is_tested_at_once_whatever_its_time_is(desk: AgentDesk) -> None:
    put(desk.house, "lib/heard.ts", HANDLER)
    declare(desk, timers=(TIMER,))
    number = len(cards(desk)) - 1
    press_test(desk, number)
    desk.wait(lambda: "a test, last at" in words(cards(desk)[number]))


def test_a_handler_that_fails_says_why_in_plain_text(desk: AgentDesk) -> None:
    put(desk.house, "lib/heard.ts", "export function heard() { throw new Error('<b>no\u202e</b>'); }\n")
    declare(desk, {"scope": "system", "lambda": "lib/heard.ts:heard"})
    press_test(desk)
    desk.wait(lambda: "<b>no⟨U+202E⟩</b>" in words(cards(desk)[0]))
    assert desk.find("target_outcome_0").accessibleName() == "Failed"
    labels = cards(desk)[0].findChildren(QLabel)
    assert all(it.textFormat() is Qt.TextFormat.PlainText or not it.text() for it in labels)


def test_a_pattern_that_no_tool_fits_is_named(desk: AgentDesk, ear: Ear) -> None:
    declare(desk, ear.hearing(filter={"tools": ["fs_*", "<i>fs write"]}))
    assert "it is skipped: <i>fs write" in words(cards(desk)[0])


def test_what_waits_and_what_is_at_work_is_counted(desk: AgentDesk, ear: Ear) -> None:
    declare(desk, ear.waiting())
    desk.house.call("fs_write", {"path": "a.txt", "content": "x", "_async": True})
    (name,) = ear.arrived(1)
    desk.wait(lambda: "0 waiting, 1 at work" in words(cards(desk)[0]))
    ear.let_go(name)
    desk.wait(lambda: "at work" not in words(cards(desk)[0]))
    assert desk.find("target_outcome_0").accessibleName() == "Delivered"


def test_a_target_that_is_gone_when_it_is_tested_hears_nothing_and_leaves_the_screen(
    desk: AgentDesk, ear: Ear
) -> None:
    declare(desk, ear.hearing())
    button = desk.find("target_test_0", QPushButton)
    desk.house.change(triggers={})
    button.click()  # before the window has heard of the change
    desk.wait(lambda: not any("/bin/sh" in words(card) for card in cards(desk)))
    assert ear.events() == []
    assert desk.house.events("trigger.fired") == []


def test_everything_usable_of_the_targets_has_its_names(desk: AgentDesk, ear: Ear) -> None:
    declare(desk, ear.hearing(), timers=(TIMER,))
    assert nameless(desk.window) == []


def test_a_trigger_is_paused_with_all_of_its_targets_and_resumed(desk: AgentDesk, ear: Ear) -> None:
    declare(desk, ear.hearing(), ear.hearing(batch_ms=60_000))
    desk.click(desk.find("switch_on_task_create", QPushButton))
    desk.wait(lambda: _triggers(desk)["on_task_create"]["enabled"] is False)
    desk.wait(lambda: desk.find("switch_on_task_create", QPushButton).text() == "Resume")
    assert len(_triggers(desk)["on_task_create"]["targets"]) == 2
    desk.click(desk.find("switch_on_task_create", QPushButton))
    desk.wait(lambda: _triggers(desk)["on_task_create"]["enabled"] is True)


def test_a_timer_is_paused_resumed_and_removed(desk: AgentDesk) -> None:
    declare(desk, timers=(TIMER,))
    number = len(cards(desk)) - 1
    desk.click(desk.find(f"target_switch_{number}", QPushButton))
    desk.wait(lambda: _timers(desk)[0]["enabled"] is False)
    desk.wait(lambda: desk.find(f"target_switch_{number}", QPushButton).text() == "Resume")
    desk.click(desk.find(f"target_switch_{number}", QPushButton))
    desk.wait(lambda: _timers(desk)[0]["enabled"] is True)
    desk.click(desk.find(f"target_remove_{number}", QPushButton))
    desk.wait(lambda: _timers(desk) == [])
    desk.wait(lambda: not any("nightly" in words(card) for card in cards(desk)))


def test_one_target_is_removed_and_the_other_stays(desk: AgentDesk, ear: Ear) -> None:
    put(desk.house, "lib/heard.ts", HANDLER)
    declare(desk, {"scope": "system", "lambda": "lib/heard.ts:heard"}, ear.hearing())
    desk.click(desk.find("target_remove_0", QPushButton))
    desk.wait(lambda: len(_triggers(desk)["on_task_create"]["targets"]) == 1)
    assert "lambda" not in _triggers(desk)["on_task_create"]["targets"][0]


def _declaration(desk: AgentDesk) -> dict[str, Any]:
    declaration: dict[str, Any] = desk.house.engine.query(GetAgent(agent="clerk")).declaration
    return declaration


def _triggers(desk: AgentDesk) -> dict[str, Any]:
    return dict(_declaration(desk).get("triggers") or {})


def _timers(desk: AgentDesk) -> list[dict[str, Any]]:
    return list(_declaration(desk).get("timers") or [])
