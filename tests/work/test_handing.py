"""Handing a prepared call off at the gate: how often it is one workflow, and when nothing is made of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from placet.rules.authority import Principal
from placet.rules.basics import TurnId
from placet.rules.errors import ArgumentsNotAllowed
from placet.rules.handoff import NOT_YET
from placet.rules.records import Agent, Message, Role
from placet.rules.workflows import Workflow
from placet.work.calls import CallOutcome, CallRequest
from placet.work.handing import NOTHING_ASKED
from tests.agents.scripted import Rooms, rooms

pytestmark = pytest.mark.anyio

PREPARED = {"path": "letter.txt", "content": "Come at nine."}


class Talk:
    """A conversation in which an owner asks, and a model's calls of the turn that answers."""

    def __init__(self, house: Rooms, agent: Agent, message: Message) -> None:
        self.house, self.agent, self.message = house, agent, message

    async def asks(self, turn: str) -> None:
        self.message = await self.house.conversations.append(
            self.message.conversation_id, Role.OWNER, "And again.", turn_id=TurnId(turn)
        )

    async def calls(self, arguments: str | Mapping[str, Any] = PREPARED, **more: Any) -> CallOutcome:
        given: dict[str, Any] = {
            "agent": self.agent,
            "principal": Principal.AGENT_LOOP,
            "tool": "fs_write",
            "arguments": arguments,
            "turn_id": self.message.turn_id,
            "conversation_id": self.message.conversation_id,
        }
        ticket = await self.house.gate.request(CallRequest(**{**given, **more}))
        return await ticket.done

    @property
    def made(self) -> list[Workflow]:
        return self.house.ledger.reads.workflows.listed(100)


@asynccontextmanager
async def talking(tmp_path: Path) -> AsyncIterator[Talk]:
    async with rooms(tmp_path) as house:
        agent = await house.declare({"name": "fs_write", "restricted": False, "handoff": True})
        conversation = await house.conversations.open(agent.id)
        message = await house.conversations.append(
            conversation.id, Role.OWNER, "Write it.", turn_id=TurnId("turn_1")
        )
        yield Talk(house, agent, message)


async def test_a_prepared_call_becomes_one_bounded_workflow_and_nothing_is_written(tmp_path: Path) -> None:
    async with talking(tmp_path) as talk:
        answer = await talk.calls()
        (made,) = talk.made
        assert (answer.status, answer.task_id) == ("reference", None)
        assert answer.value == {
            "workflow_id": made.id, "status": "queued", "tool": "fs_write", "message": NOT_YET,
        }  # fmt: skip
        assert made.scope is not None
        (demand,) = made.expectations
        assert made.scope.fixed == {"fs_write": demand.input_digest}
        assert (made.scope.names, made.scope.limits, made.scope.asks) == (
            ("fs_write",),
            {"fs_write": 1},
            True,
        )
        assert made.scope.limits_over_workflow
        assert made.conversation_id != talk.message.conversation_id
        assert talk.house.ledger.reads.tasks(limit=10) == []
        assert not (talk.house.base / "clerk" / "letter.txt").exists()


@pytest.mark.spec("w99")
async def test_the_same_payload_in_a_turn_is_one_workflow_also_at_once_and_in_another_order(
    tmp_path: Path,
) -> None:
    async with talking(tmp_path) as talk:
        turned = json.dumps(dict(reversed(PREPARED.items())))
        answers = await asyncio.gather(*(talk.calls(it) for it in (PREPARED, turned) * 8))
        again = await talk.calls(turned)
        assert {answer.value["workflow_id"] for answer in (*answers, again)} == {it.id for it in talk.made}
        assert len(talk.made) == 1


@pytest.mark.spec("w100")
async def test_the_next_message_may_want_the_same_once_more(tmp_path: Path) -> None:
    async with talking(tmp_path) as talk:
        first = await talk.calls()
        await talk.asks("turn_2")
        second = await talk.calls()
        assert first.value["workflow_id"] != second.value["workflow_id"]
        assert len(talk.made) == 2


async def test_other_contents_are_another_workflow(tmp_path: Path) -> None:
    async with talking(tmp_path) as talk:
        await talk.calls()
        await talk.calls({**PREPARED, "content": "Come at ten."})
        assert len({it.request_key for it in talk.made}) == 2


async def test_a_message_that_comes_during_the_turn_changes_nothing_for_it(tmp_path: Path) -> None:
    async with talking(tmp_path) as talk:
        first = await talk.calls()
        await talk.house.conversations.append(
            talk.message.conversation_id, Role.OWNER, "One more thing.", turn_id=TurnId("turn_2")
        )
        assert (await talk.calls()).value == first.value


@pytest.mark.spec("w101")
async def test_a_payload_that_is_too_long_is_refused_before_anything_is_saved(tmp_path: Path) -> None:
    async with talking(tmp_path) as talk:
        answer = await talk.calls({**PREPARED, "content": "x" * 20_001})
        assert (answer.status, answer.error_code) == ("refused", "bad_arguments")
        assert talk.made == []
        assert len(talk.house.ledger.reads.conversations(talk.agent.id)) == 1
        assert (await talk.calls({**PREPARED, "content": "x" * 18_000})).status == "reference"


async def test_a_turn_that_no_message_asked_for_hands_nothing_off(tmp_path: Path) -> None:
    async with talking(tmp_path) as talk:
        answer = await talk.calls(turn_id=TurnId("turn_9"))
        assert (answer.error_code, answer.error) == ("nothing_asked", NOTHING_ASKED)
        assert talk.made == []


async def test_a_call_outside_of_a_conversation_is_made_where_it_is_asked_for(tmp_path: Path) -> None:
    async with talking(tmp_path) as talk:
        answer = await talk.calls(turn_id=None, conversation_id=None)
        assert (answer.status, talk.made) == ("completed", [])
        assert (talk.house.base / "clerk" / "letter.txt").read_text() == "Come at nine."


async def test_what_the_gate_refuses_is_not_handed_off(tmp_path: Path) -> None:
    async with talking(tmp_path) as talk:
        narrowed = {"tools": [{"name": "fs_write", "only": {"path": ["other.txt"]}}]}
        talk.agent = await talk.house.roster.change(talk.agent, narrowed)
        with pytest.raises(ArgumentsNotAllowed):
            await talk.calls()
        assert talk.made == []
