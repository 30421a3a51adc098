from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from placet.agents.agents import ENGINE_CLOSED, STOPPED_BY_OWNER
from placet.rules.errors import (
    BadInput,
    Conflict,
    EngineStopping,
    LedgerWriteFailed,
    NotFound,
    NotResolvable,
)
from placet.rules.lifecycles import ApprovalState, TaskStatus, TurnStatus
from placet.rules.ports import Place, Preview
from placet.rules.records import Agent, AgentState
from placet.work import groups
from tests.agents.scripted import PATIENCE_S, WRITE, Held, Rooms, asks, is_valid, rooms, says, write
from tests.fakes.tools import HeldTool

pytestmark = pytest.mark.anyio


class DeafTool(HeldTool):
    """Doesn't listen when it is told to stop."""

    async def run(self, args, run):  # type: ignore[no-untyped-def]
        self.runs.append(dict(args))
        self.started.release()
        await asyncio.Event().wait()


async def test_a_message_says_which_turn_will_answer_it_and_the_turn_exists(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare()
        r.model.replies.append(says("Hi."))
        taken = await r.agents.send(agent, "Hello?")
        turn = r.turn(taken.turn_id)
        assert turn is not None
        assert turn.conversation_id == taken.conversation_id
        (message,) = (it for it in r.messages(agent) if it.id == taken.message_id)
        assert message.turn_id == taken.turn_id
        await r.ended(taken.turn_id)


async def test_a_message_during_a_turn_ends_nothing_and_is_answered_by_the_next_one(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare(WRITE)
        first = await r.say(agent, "Write.", says("", write("a.txt")), says("Done."), says("You said hurry."))
        (task,) = await r.waiting()
        second = await r.say(agent, "Hurry.")
        assert second != first
        assert r.status(task) is TaskStatus.PENDING_APPROVAL
        await r.approve(task)
        assert (await r.ended(first)).answer == "Done."
        assert (await r.ended(second)).answer == "You said hurry."
        assert "Hurry." not in str(r.told(1))
        assert [it["role"] for it in r.told(2)] == ["user", "assistant", "tool", "assistant", "user"]


async def test_all_messages_of_one_conversation_that_wait_are_answered_together(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare()
        first = Held(says("One."))
        await r.say(agent, "First.", first, says("Both."))
        await first.asked.wait()
        turns = {await r.say(agent, "Second."), await r.say(agent, "Third.")}
        first.go.set()
        (turn_id,) = turns
        assert (await r.ended(turn_id)).answer == "Both."
        assert r.told()[-1] == {"role": "user", "content": "Second.\n\nThird."}


async def test_messages_of_two_conversations_wait_for_a_turn_each_and_never_overlap(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare()
        one = await r.conversations.open(agent.id)
        two = await r.conversations.open(agent.id)
        held = [Held(says(f"Reply {it}.")) for it in range(2)]
        r.model.replies += held
        turns = [(await r.agents.send(agent, "Hello?", it.id)).turn_id for it in (one, two)]
        await held[0].asked.wait()
        assert not held[1].asked.is_set()
        assert r.turn(turns[1]) is None
        for each in held:
            each.go.set()
        assert [(await r.ended(it)).answer for it in turns] == ["Reply 0.", "Reply 1."]
        assert r.told() == [{"role": "user", "content": "Hello?"}]


async def test_two_agents_think_at_the_same_time(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        held = [Held(says("Hi.")), Held(says("Hi."))]
        agents = [await r.declare(name="one"), await r.declare(name="two")]
        turns = [await r.say(agent, "Hello?", each) for agent, each in zip(agents, held, strict=True)]
        async with asyncio.timeout(PATIENCE_S):
            for each in held:
                await each.asked.wait()
        for each in held:
            each.go.set()
        assert [(await r.ended(it)).status for it in turns] == [TurnStatus.DONE] * 2


async def test_stopping_withdraws_the_waiting_call_and_no_late_click_revives_the_agent(
    tmp_path: Path,
) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare(WRITE)
        calls = (write("a.txt", "c1"), write("b.txt", "c2"))
        turn_id = await r.say(agent, "Write.", says("", *calls))
        (task,) = await r.waiting()
        await r.agents.stop(agent)
        turn = r.turn(turn_id)
        assert turn is not None
        assert (turn.status, turn.error) == (TurnStatus.STOPPED, STOPPED_BY_OWNER)
        stopped = r.task(task.id)
        assert stopped.status is TaskStatus.CANCELLED
        assert stopped.approval is not None
        assert stopped.approval.state is ApprovalState.WITHDRAWN
        assert len(r.events("hil.resolved")) == 1
        with pytest.raises(NotResolvable):
            await r.approve(task)
        assert r.roster.find(agent.id).state is AgentState.STOPPED
        assert not (tmp_path / "clerk" / "a.txt").exists()
        assert len(r.model.requests) == 1


async def test_the_history_of_a_stopped_turn_is_valid_and_says_what_was_not_done(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare(WRITE)
        await r.say(agent, "Write.", says("", write("a.txt", "c1"), write("b.txt", "c2")))
        await r.waiting()
        await r.agents.stop(agent)
        await r.agents.start(agent)
        assert r.roster.find(agent.id).state is AgentState.IDLE
        await r.ended(await r.say(agent, "And now?", says("Nothing was written.")))
        assert is_valid(r.told())
        assert [it["error"]["code"] for it in r.answers()] == ["cancelled", "not_made"]


async def test_stopping_breaks_off_a_model_that_is_at_it(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare()
        held = Held(says("Too late."))
        turn_id = await r.say(agent, "Think.", held)
        await held.asked.wait()
        await r.agents.stop(agent)
        assert held.broken_off
        turn = r.turn(turn_id)
        assert turn is not None
        assert (turn.status, turn.answer) == (TurnStatus.STOPPED, None)


async def test_stopping_does_not_wait_for_a_backend_that_is_still_waking_up(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare()
        r.model.tells_models.clear()
        turn_id = await r.say(agent, "Think.")
        await r.model.asked_for_models.wait()
        await r.agents.stop(agent)
        turn = r.turn(turn_id)
        assert turn is not None
        assert turn.status is TurnStatus.STOPPED
        assert r.model.requests == []


async def test_a_start_that_comes_during_a_stop_waits_for_it_and_then_starts(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare(WRITE)
        turn_id = await r.say(agent, "Write.", says("", write("a.txt")))
        await r.waiting()
        await asyncio.gather(r.agents.stop(agent), r.agents.start(agent))
        assert (await r.ended(turn_id)).status is TurnStatus.STOPPED
        assert r.roster.find(agent.id).state is AgentState.IDLE


async def test_stopping_tells_a_tool_at_work_to_stop(tmp_path: Path) -> None:
    held = HeldTool()
    async with rooms(tmp_path, held) as r:
        agent = await r.declare({"name": "held"})
        await r.say(agent, "Go.", says("", asks("held", {})))
        (task,) = await r.waiting()
        await r.approve(task)
        await asyncio.to_thread(held.started.acquire, timeout=PATIENCE_S)
        await r.agents.stop(agent)
        assert r.status(task) is TaskStatus.CANCELLED
        assert held.runs == [{}]


@pytest.mark.parametrize("restricted", [True, False])
async def test_a_tool_that_does_not_stop_is_told_as_unknown_and_holds_nothing_up(
    tmp_path: Path, restricted: bool
) -> None:
    deaf = DeafTool("deaf")
    async with rooms(tmp_path, deaf, stop_grace_s=0.05) as r:
        agent = await r.declare({"name": "deaf", "restricted": restricted})
        await r.say(agent, "Go.", says("", asks("deaf", {})))
        if restricted:
            await r.approve((await r.waiting())[0])
        await asyncio.to_thread(deaf.started.acquire, timeout=PATIENCE_S)
        await r.agents.stop(agent)
        assert r.roster.find(agent.id).state is AgentState.STOPPED
        assert "outcome is unknown" in r.messages(agent)[-1].text


async def test_an_async_request_survives_the_stop_of_its_turn(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare(WRITE)
        held = Held(says("Done."))
        await r.say(agent, "Write.", says("", write("a.txt", _async=True)), held)
        (task,) = await r.waiting()
        await held.asked.wait()
        await r.agents.stop(agent)
        assert r.status(task) is TaskStatus.PENDING_APPROVAL
        await r.approve(task)
        await r.until(lambda: r.status(task) is TaskStatus.COMPLETED)
        assert r.roster.find(agent.id).state is AgentState.STOPPED


async def test_stopping_ends_the_queued_turns_as_well(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare()
        held = Held(says("Never."))
        first = await r.say(agent, "One.", held)
        await held.asked.wait()
        second = await r.say(agent, "Two.")
        await r.agents.stop(agent)
        assert [(await r.ended(it)).status for it in (first, second)] == [TurnStatus.STOPPED] * 2
        assert len(r.model.requests) == 1
        assert r.roster.find(agent.id).state is AgentState.STOPPED


async def test_a_stopped_agent_takes_no_message_until_it_is_started(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare()
        await r.agents.stop(agent)
        assert r.roster.find(agent.id).state is AgentState.STOPPED
        with pytest.raises(Conflict):
            await r.agents.send(agent, "Hello?")
        assert r.messages(agent) == []
        await r.agents.start(agent)
        assert (await r.ended(await r.say(agent, "Hello?", says("Hi.")))).answer == "Hi."


async def test_stops_starts_and_messages_at_once_leave_no_turn_behind(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare()
        r.model.replies += [says("Hi.")] * 40
        acts = (
            lambda: r.agents.send(agent, "Hello?"),
            lambda: r.agents.stop(agent),
            lambda: r.agents.start(agent),
            lambda: r.agents.send(agent, "Hello again?"),
        )
        outcomes = await asyncio.gather(*(acts[it % 4]() for it in range(40)), return_exceptions=True)
        broken = [it for it in outcomes if isinstance(it, Exception) and not isinstance(it, Conflict)]
        assert broken == []
        await r.rests(agent, AgentState.IDLE, AgentState.STOPPED)
        await r.agents.stop(agent)
        taken = {it.turn_id for it in outcomes if it is not None and not isinstance(it, BaseException)}
        assert taken
        assert {(await r.ended(it)).status for it in taken} <= {TurnStatus.DONE, TurnStatus.STOPPED}
        assert r.ledger.reads.running_turns() == []


async def test_messages_that_nobody_could_answer_are_refused_before_they_are_kept(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare()
        silent = await r.declare(name="silent", model=None)
        with pytest.raises(BadInput):
            await r.agents.send(agent, " \n")
        with pytest.raises(NotFound):
            await r.agents.send(agent, "Hello?", "conv_nowhere")
        with pytest.raises(Conflict):
            await r.agents.send(silent, "Hello?")
        assert r.events("message.appended", "conversation.opened", "turn.started") == []


async def test_a_backend_that_does_not_exist_fails_the_turn_with_a_sentence(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare(model={"backend": "nowhere"})
        turn = await r.ended(await r.say(agent, "Hello?"))
        assert (turn.status, turn.error) == (TurnStatus.FAILED, "There is no such backend.")


async def test_closing_ends_turns_in_order_and_leaves_the_agent_ready_for_the_next_start(
    tmp_path: Path,
) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare(WRITE)
        turn_id = await r.say(agent, "Write.", says("", write("a.txt")))
        (task,) = await r.waiting()
        await r.agents.close(PATIENCE_S)
        turn = r.turn(turn_id)
        assert turn is not None
        assert (turn.status, turn.error) == (TurnStatus.STOPPED, ENGINE_CLOSED)
        approval = r.task(task.id).approval
        assert approval is not None
        assert approval.state is ApprovalState.WITHDRAWN
        assert r.roster.find(agent.id).state is AgentState.IDLE
        with pytest.raises(EngineStopping):
            await r.agents.send(agent, "Hello?")


async def test_closing_cuts_what_does_not_end_in_time(tmp_path: Path) -> None:
    deaf = DeafTool("deaf")
    async with rooms(tmp_path, deaf) as r:
        agent = await r.declare({"name": "deaf", "restricted": False})
        turn_id = await r.say(agent, "Go.", says("", asks("deaf", {})))
        await asyncio.to_thread(deaf.started.acquire, timeout=PATIENCE_S)
        await r.agents.close(0.05)
        turn = r.turn(turn_id)
        assert turn is not None
        assert turn.status is TurnStatus.RUNNING
        assert [it.id for it in r.ledger.reads.running_turns()] == [turn_id]


class SlowDiskTool(HeldTool):
    """While it looks at what it would do, the disk becomes slow: what is written next takes until `disk` is set."""

    def __init__(self) -> None:
        super().__init__()
        self.disk = threading.Event()
        self.rooms: Rooms | None = None
        self.loop = asyncio.get_running_loop()

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        busy = threading.Event()

        def step(_: object) -> None:
            busy.set()
            assert self.disk.wait(PATIENCE_S)

        assert self.rooms is not None
        asyncio.run_coroutine_threadsafe(self.rooms.ledger.commit(step), self.loop)
        assert busy.wait(PATIENCE_S)
        return super().preview(args, place)


async def stop_during_a_slow_commit(r: Rooms, agent: Agent, tool: SlowDiskTool, args: dict[str, Any]) -> None:
    """Stop the agent while its call's row is on its way to the disk, and let that end after the agent gave up."""
    tool.rooms = r
    await r.say(agent, "Do it.", says("", asks("held", args)))
    asked = await job_named("call c1")
    stopping = asyncio.get_running_loop().create_task(r.agents.stop(agent))
    async with asyncio.timeout(PATIENCE_S):
        await asyncio.wait({asked})
        tool.disk.set()
        await stopping


async def job_named(start: str) -> asyncio.Task[Any]:
    """The job with this name, once it waits for the ledger."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            names = {it.get_name(): it for it in asyncio.all_tasks()}
            found = [it for name, it in names.items() if name.startswith(start)]
            if found and "a call" in names:
                return found[0]
            await asyncio.sleep(0)


async def test_a_stopped_turn_leaves_no_open_request_whose_row_was_late(tmp_path: Path) -> None:
    tool = SlowDiskTool()
    async with rooms(tmp_path, tool, stop_grace_s=0) as r:
        agent = await r.declare({"name": "held", "restricted": True})
        await stop_during_a_slow_commit(r, agent, tool, {})
        (task,) = r.ledger.reads.tasks(limit=10)
        assert task.status is TaskStatus.CANCELLED
        assert task.approval is not None
        assert task.approval.state is ApprovalState.WITHDRAWN
        assert tool.runs == []


async def test_a_free_async_call_whose_row_was_late_still_starts(tmp_path: Path) -> None:
    tool = SlowDiskTool()
    async with rooms(tmp_path, tool, stop_grace_s=0) as r:
        agent = await r.declare({"name": "held", "restricted": False})
        tool.let_go()
        await stop_during_a_slow_commit(r, agent, tool, {"_async": True})
        (task,) = r.ledger.reads.tasks(limit=10)
        await r.until(lambda: r.status(task) is TaskStatus.COMPLETED)
        assert tool.runs == [{}]


@contextlib.asynccontextmanager
async def locked(r: Rooms) -> AsyncIterator[None]:
    """Another program holds the ledger's file, so that no commit lands, as on a full disk."""
    await r.ledger.commit(lambda tx: tx._cursor.execute("PRAGMA busy_timeout = 1").fetchall())
    path = r.base / "data" / "ledger.sqlite"
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


async def job_of(r: Rooms, agent: Agent) -> None:
    """Wait for the end of the agent's job."""
    job = r.agents._runners[agent.id].job
    assert job is not None
    async with asyncio.timeout(PATIENCE_S):
        await asyncio.wait({job})


async def test_a_reply_that_could_not_be_written_is_written_once_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = asyncio.Event()
    monkeypatch.setattr(groups, "WRITE_AGAIN_S", 0.01)
    monkeypatch.setattr(groups._log, "error", lambda *_: refused.set())
    async with rooms(tmp_path) as r:
        agent = await r.declare()
        held = Held(says("Hi."))
        turn_id = await r.say(agent, "Hello?", held)
        await held.asked.wait()
        async with locked(r):
            held.go.set()
            await refused.wait()
            turn = r.turn(turn_id)
            assert turn is not None
            assert turn.status is TurnStatus.RUNNING
            assert r.roster.find(agent.id).state is AgentState.THINKING
            assert r.pieces == []
        ended = await r.ended(turn_id)
        assert (ended.status, ended.answer) == (TurnStatus.DONE, "Hi.")
        assert (await r.ended(await r.say(agent, "And now?", says("Again.")))).answer == "Again."


async def test_a_stop_that_could_not_be_written_is_told_and_counts_by_itself_once_there_is_room(
    tmp_path: Path,
) -> None:
    async with rooms(tmp_path) as r:
        r.agents._retry_s = 0.01
        agent = await r.declare()
        held = Held(says("Never."))
        turn_id = await r.say(agent, "Hello?", held)
        await held.asked.wait()
        async with locked(r):
            with pytest.raises(LedgerWriteFailed):
                await r.agents.stop(agent)
            with pytest.raises(Conflict):
                await r.agents.send(agent, "Are you there?")
        assert (await r.ended(turn_id)).status is TurnStatus.STOPPED
        await r.rests(agent, AgentState.STOPPED)
        await r.agents.start(agent)
        assert (await r.ended(await r.say(agent, "And now?", says("Here.")))).answer == "Here."


async def test_an_agent_whose_stop_could_not_be_written_can_be_started_again(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare()
        held = Held(says("Never."))
        turn_id = await r.say(agent, "Hello?", held)
        await held.asked.wait()
        async with locked(r):
            with pytest.raises(LedgerWriteFailed):
                await r.agents.stop(agent)
        await r.agents.start(agent)
        assert r.roster.find(agent.id).state is AgentState.IDLE
        assert (await r.ended(await r.say(agent, "And now?", says("Here.")))).answer == "Here."
        assert (await r.ended(turn_id)).status is TurnStatus.STOPPED
