"""The bridge carries commands in and facts out, and holds the owner's authority."""

from __future__ import annotations

import logging

import pytest

from placet.api import PlacetError
from placet.api.commands import StopAgent
from placet.api.queries import GetAgent, GetTask, ListAgents
from placet_gui.bridge import Bridge
from tests.gui.conftest import House


def test_a_command_is_done_in_the_owners_name_and_its_answer_comes_back(
    bridge: Bridge, house: House, qtbot
) -> None:
    house.declare()
    answers: list[object] = []
    bridge.send(StopAgent(agent="clerk"), "stop", answers.append)
    qtbot.waitUntil(lambda: bool(answers))
    assert answers[0].state == "stopped"
    assert bridge.query(GetAgent(agent="clerk")).state == "stopped"


def test_a_refused_command_becomes_one_sentence(bridge: Bridge, qtbot) -> None:
    with qtbot.waitSignal(bridge.failed) as failed:
        bridge.send(StopAgent(agent="nobody"), "stop")
    assert failed.args[0].startswith("That isn't there")


def test_whoever_asked_may_take_the_refusal_himself(bridge: Bridge, no_failures: list[str], qtbot) -> None:
    refusals: list[PlacetError] = []
    bridge.send(StopAgent(agent="nobody"), "stop", None, refusals.append)
    qtbot.waitUntil(lambda: bool(refusals))
    assert refusals[0].code == "not_found"


def test_a_mistake_of_ours_goes_to_the_log_and_a_plain_sentence_to_the_owner(
    bridge: Bridge, qtbot, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken() -> None:
        raise RuntimeError("secret detail")

    with caplog.at_level(logging.ERROR), qtbot.waitSignal(bridge.failed) as failed:
        bridge.start(broken(), "a broken job")
    assert "secret detail" not in failed.args[0]
    assert "a broken job" in caplog.text


def test_facts_arrive_in_their_order_and_not_one_by_one(bridge: Bridge, house: House, qtbot) -> None:
    batches: list[tuple] = []
    bridge.events_arrived.connect(batches.append)
    house.declare()
    for _ in range(40):
        house.call("fs_list")
    qtbot.waitUntil(lambda: sum(len(batch) for batch in batches) >= 120)
    numbers = [event.seq for batch in batches for event in batch]
    assert numbers == sorted(numbers)
    assert len(batches) < len(numbers)


def test_several_questions_are_answered_in_one_go_and_a_missing_thing_with_none(
    bridge: Bridge, house: House, qtbot
) -> None:
    house.declare()
    answers: list[object] = []

    async def ask() -> None:
        answers.extend(await bridge.ask_all([ListAgents(), GetTask(task_id="task_nowhere")]))

    bridge.start(ask(), "ask")
    qtbot.waitUntil(lambda: bool(answers))
    assert [row.name for row in answers[0]] == ["clerk"]
    assert answers[1] is None


def test_what_a_model_writes_arrives_joined(bridge: Bridge, house: House, qtbot) -> None:
    pieces: list[tuple[str, str, str]] = []

    def note(agent: str, turn: str, text: str) -> None:
        pieces.append((agent, turn, text))

    bridge.text_arrived.connect(note)

    async def write() -> None:
        for letter in "Placet":
            house.engine._texts.tell("agent_1", "turn_1", letter)

    house.engine.run(write())
    qtbot.waitUntil(lambda: "".join(text for _, _, text in pieces) == "Placet")
    assert {(agent, turn) for agent, turn, _ in pieces} == {("agent_1", "turn_1")}
    assert len(pieces) == 1


def test_a_closed_bridge_hears_nothing_more_and_ends_its_jobs(bridge: Bridge, house: House, qtbot) -> None:
    heard: list[object] = []
    bridge.events_arrived.connect(heard.append)
    house.declare()
    qtbot.waitUntil(lambda: bool(heard))
    ended: list[bool] = []

    async def endless() -> None:
        try:
            await bridge.ask(ListAgents())
            await bridge.ask(ListAgents())
        finally:
            ended.append(True)

    bridge.start(endless(), "endless")
    bridge.close()
    qtbot.waitUntil(bridge._loop.is_closed)
    heard.clear()
    house.declare("scribe")
    with qtbot.assertNotEmitted(bridge.events_arrived, wait=100):
        pass
    assert heard == []


def test_nothing_public_of_a_bridge_gives_the_authority_away(bridge: Bridge) -> None:
    public = [getattr(bridge, name) for name in dir(bridge) if not name.startswith("_")]
    assert bridge._authority not in public
