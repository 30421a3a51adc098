from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from placet.agents.replies import CUT
from placet.agents.turns import NO_CALL, NO_TOOL, NOTHING_SAID
from placet.rules.errors import BackendFailed
from placet.rules.lifecycles import TOOL_CALL, TaskStatus, TurnStatus
from placet.rules.records import AgentState, Role, Task
from tests.agents.scripted import FREE_WRITE, WRITE, Held, Rooms, asks, is_valid, rooms, says, write
from tests.fakes.tools import FailingTool, HeldTool

pytestmark = pytest.mark.anyio

READ_BACK = asks("fs_read", {"path": "a.txt"}, "r1")


def has_ended(r: Rooms, task: Task) -> bool:
    return r.status(task) in TOOL_CALL.ended


async def test_a_final_answer_ends_the_turn_and_is_written_down(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare()
        turn = await r.ended(await r.say(agent, "Hello?", says("Good day.")))
        assert (turn.status, turn.answer, turn.error) == (TurnStatus.DONE, "Good day.", None)
        assert [(it.role, it.text) for it in r.messages(agent)] == [
            (Role.OWNER, "Hello?"),
            (Role.ASSISTANT, "Good day."),
        ]
        await r.rests(agent, AgentState.IDLE)


async def test_a_reply_is_streamed_to_the_listener_and_its_cost_is_recorded(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare()
        turn_id = await r.say(agent, "Hello?", says("Good day."))
        await r.ended(turn_id)
        assert r.pieces == [(agent.id, turn_id, "Good"), (agent.id, turn_id, " day.")]
        (event,) = r.events("model.turn")
        assert event.agent_id == agent.id
        assert event.payload == {
            "backend": "scripted",
            "model": "first",
            "turn_id": turn_id,
            "completion_tokens": 7,
            "pid": 4242,
            "prompt_tokens": 11,
            "finish_reason": "stop",
        }


async def test_the_model_named_by_the_owner_is_asked_and_told_who_it_is(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare(model={"backend": "scripted", "name": "second"})
        await r.ended(await r.say(agent, "Hello?", says("Hi.")))
        (request,) = r.model.requests
        assert request.model == "second"
        assert request.messages[0]["role"] == "system"
        assert '"clerk"' in request.messages[0]["content"]
        assert "_async" in request.messages[0]["content"]
        assert request.temperature is None


async def test_a_free_call_runs_and_its_result_goes_to_the_model(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare(FREE_WRITE, {"name": "fs_read"})
        turn = await r.ended(
            await r.say(agent, "Write.", says("", write("a.txt")), says("", READ_BACK), says("Done."))
        )
        assert turn.status is TurnStatus.DONE
        assert (tmp_path / "clerk" / "a.txt").read_text() == "hello"
        assert r.answers()[1]["content"] == "hello"
        assert is_valid(r.told())


async def test_a_held_call_blocks_the_turn_until_it_is_approved(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare(WRITE)
        turn_id = await r.say(agent, "Write.", says("", write("a.txt")), says("Done."))
        (task,) = await r.waiting()
        await r.rests(agent, AgentState.AWAITING_APPROVAL)
        assert len(r.model.requests) == 1
        assert not (tmp_path / "clerk" / "a.txt").exists()
        assert (task.executor_managed, task.turn_id, task.call_id) == (True, turn_id, "c1")
        await r.approve(task)
        assert (await r.ended(turn_id)).status is TurnStatus.DONE
        assert r.status(task) is TaskStatus.COMPLETED
        assert r.answers()[0]["path"] == "a.txt"
        assert [it.task_id for it in r.messages(agent) if it.role is Role.TOOL] == [task.id]


async def test_an_agent_thinks_on_while_an_approved_tool_is_at_work(tmp_path: Path) -> None:
    held = HeldTool()
    async with rooms(tmp_path, held) as r:
        agent = await r.declare({"name": "held"})
        turn_id = await r.say(agent, "Go.", says("", asks("held", {})), says("Done."))
        (task,) = await r.waiting()
        await r.rests(agent, AgentState.AWAITING_APPROVAL)
        await r.approve(task)
        await r.rests(agent, AgentState.THINKING)
        assert r.status(task) is TaskStatus.RUNNING
        held.let_go()
        assert (await r.ended(turn_id)).status is TurnStatus.DONE
        states = [it.payload["state"] for it in r.events("agent.state")]
        assert states[:3] == ["thinking", "awaiting_approval", "thinking"]


@pytest.mark.parametrize(("reason", "told"), [("Not there.", True), (None, False)])
async def test_a_denial_is_told_with_its_reason_if_there_is_one(
    tmp_path: Path, reason: str | None, told: bool
) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare(WRITE)
        turn_id = await r.say(agent, "Write.", says("", write("a.txt")), says("Then not."))
        (task,) = await r.waiting()
        await r.deny(task, reason)
        assert (await r.ended(turn_id)).answer == "Then not."
        message = r.answers()[0]["error"]["message"]
        assert "The owner rejected" in message
        assert ("Feedback: Not there." in message) is told
        assert ("Feedback" in message) is told
        assert not (tmp_path / "clerk" / "a.txt").exists()


async def test_edited_arguments_are_told_to_the_model(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare(WRITE)
        turn_id = await r.say(agent, "Write.", says("", write("a.txt")), says("Done."))
        (task,) = await r.waiting()
        await r.approve(task, modified_args={"path": "b.txt", "content": "hello"})
        await r.ended(turn_id)
        (answer,) = r.answers()
        assert "b.txt" in answer["edited_by_owner"]
        assert answer["result"]["path"] == "b.txt"


async def test_an_async_call_is_answered_by_a_reference_and_the_turn_goes_on(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare(WRITE)
        turn_id = await r.say(agent, "Write.", says("", write("a.txt", _async=True)), says("Asked."))
        assert (await r.ended(turn_id)).status is TurnStatus.DONE
        (task,) = await r.waiting()
        assert r.answers() == [{"task_id": task.id, "status": "pending_approval", "tool": "fs_write"}]


async def test_each_call_of_a_reply_is_asked_only_after_the_one_before_it_ended(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare(WRITE)
        calls = [write(f"{it}.txt", f"c{it}") for it in range(3)]
        turn_id = await r.say(agent, "Write.", says("", *calls), says("Done."))
        for index in range(3):
            (task,) = await r.waiting()
            assert task.call_id == f"c{index}"
            await (r.deny(task, "No.") if index == 1 else r.approve(task))
            await r.until(partial(has_ended, r, task))
        await r.ended(turn_id)
        assert ["error" in it for it in r.answers()] == [False, True, False]
        assert [it.type for it in r.events("hil.requested", "hil.resolved")] == [
            "hil.requested",
            "hil.resolved",
        ] * 3


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (asks("fs_write", '{"path": '), "bad_arguments"),
        (asks("fs_write", "[]"), "bad_arguments"),
        (asks("fs_write", {"path": "a.txt"}), "bad_arguments"),
        (asks("fs_write", '{"path": "\ud800", "content": ""}'), "bad_arguments"),
        (asks("launch", {}), "not_enabled"),
        (asks("lau\ud800nch", {}), "not_enabled"),
    ],
)
async def test_a_call_that_makes_no_sense_is_refused_to_the_model_and_leaves_no_row(
    tmp_path: Path, call: Any, code: str
) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare(WRITE)
        turn = await r.ended(await r.say(agent, "Write.", says("", call), says("Sorry.")))
        assert turn.status is TurnStatus.DONE
        assert r.answers()[0]["error"]["code"] == code
        assert is_valid(r.told())
        assert r.events("task.created") == []


async def test_a_failing_tool_is_told_in_its_own_words(tmp_path: Path) -> None:
    async with rooms(tmp_path, FailingTool()) as r:
        agent = await r.declare({"name": "failing", "restricted": False})
        await r.ended(await r.say(agent, "Print.", says("", asks("failing", {})), says("Oh.")))
        assert r.answers() == [{"error": {"code": "printer_on_fire", "message": "The printer is on fire."}}]


async def test_a_tool_can_end_the_turn_and_what_stands_behind_it_is_not_made(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare({"name": "turn_end"}, FREE_WRITE)
        ending = says("", asks("turn_end", {"summary": "All done."}), write("late.txt", "c2"))
        turn = await r.ended(await r.say(agent, "Go.", ending))
        assert (turn.status, turn.answer) == (TurnStatus.DONE, "All done.")
        assert not (tmp_path / "clerk" / "late.txt").exists()
        assert [it.role for it in r.messages(agent)] == [
            Role.OWNER,
            Role.ASSISTANT,
            Role.TOOL,
            Role.TOOL,
            Role.ASSISTANT,
        ]
        await r.ended(await r.say(agent, "And now?", says("Nothing.")))
        assert is_valid(r.told())
        assert r.answers()[1]["error"]["code"] == "not_made"


async def test_the_turn_fails_at_the_owners_limit_of_steps(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare(FREE_WRITE, policy={"max_steps": 2})
        replies = [says("", write(f"{it}.txt")) for it in range(3)]
        turn = await r.ended(await r.say(agent, "Write.", *replies))
        assert (turn.status, turn.error) == (TurnStatus.FAILED, "The turn reached its limit of 2 steps.")
        assert len(r.model.requests) == 2
        assert (await r.rests(agent, AgentState.ERROR)).error == turn.error


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (says("Half a sen", finish="length"), CUT),
        (says("", write("a.txt"), finish="length"), CUT),
        (says("  "), NOTHING_SAID),
        (BackendFailed("The server said \ud800."), "The server said \ufffd\ufffd\ufffd."),
        (BackendFailed("The server is gone."), "The server is gone."),
    ],
)
async def test_a_reply_that_is_not_whole_fails_the_turn_and_runs_nothing(
    tmp_path: Path, reply: Any, error: str
) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare(FREE_WRITE)
        turn = await r.ended(await r.say(agent, "Write.", reply))
        assert (turn.status, turn.error) == (TurnStatus.FAILED, error)
        assert not (tmp_path / "clerk" / "a.txt").exists()
        assert [it.role for it in r.messages(agent)] == [Role.OWNER]


async def test_an_agent_whose_turn_failed_answers_the_next_message(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare()
        await r.ended(await r.say(agent, "One.", BackendFailed("Gone.")))
        await r.ended(await r.say(agent, "Two.", says("Back.")))
        await r.rests(agent, AgentState.IDLE)
        assert r.told() == [{"role": "user", "content": "One.\n\nTwo."}]


async def test_a_fault_of_ours_fails_the_turn_and_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare()
        turn = await r.ended(await r.say(agent, "One.", RuntimeError("a bug")))
        assert turn.status is TurnStatus.FAILED
        assert "a bug" not in (turn.error or "")
        assert "a bug" in caplog.text


GUIDED = {"required_tool_first": True}


@pytest.mark.parametrize("ending", ["run", "denied", "refused", "reference"])
async def test_a_guided_turn_must_call_until_one_call_was_answered(tmp_path: Path, ending: str) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare(FREE_WRITE if ending == "run" else WRITE, policy=GUIDED)
        more = {"_async": True} if ending == "reference" else {"wrong": 1} if ending == "refused" else {}
        turn_id = await r.say(agent, "Write.", says("", write("a.txt", **more)), says("Done."))
        if ending == "denied":
            await r.deny((await r.waiting())[0])
        assert (await r.ended(turn_id)).status is TurnStatus.DONE
        assert [it.require_tool for it in r.model.requests] == [True, False]
        assert [it.temperature for it in r.model.requests] == [0.0, 0.0]
        assert "_async" not in str([(it.messages[0], it.tools) for it in r.model.requests])


async def test_a_guided_turn_without_a_call_or_without_a_tool_fails(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        guided = await r.declare(WRITE, policy=GUIDED)
        assert (await r.ended(await r.say(guided, "Write.", says("Done!")))).error == NO_CALL
        bare = await r.declare(name="bare", policy=GUIDED)
        assert (await r.ended(await r.say(bare, "Write.", says("Done!")))).error == NO_TOOL


async def test_what_the_owner_changes_during_a_turn_counts_from_the_next_step_on(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare(FREE_WRITE)
        first = Held(says("", write("a.txt")))
        turn_id = await r.say(agent, "Write.", first, says("Done."))
        await first.asked.wait()
        await r.roster.change(agent, {"tools": [{"name": "fs_write", "enabled": False}]})
        first.go.set()
        await r.ended(turn_id)
        assert r.answers()[0]["error"]["code"] == "not_enabled"
        assert [len(it.tools) for it in r.model.requests] == [1, 0]


async def test_an_answer_that_no_disk_can_hold_is_kept_as_far_as_it_goes(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare()
        turn = await r.ended(await r.say(agent, "Hello?", says("Hi \ud800.")))
        assert (turn.status, turn.answer) == (TurnStatus.DONE, "Hi \ufffd\ufffd\ufffd.")
        assert r.messages(agent)[-1].text == turn.answer


async def test_a_tool_that_ends_the_turn_without_a_word_leaves_no_empty_answer(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare({"name": "turn_end"})
        turn = await r.ended(await r.say(agent, "Go.", says("", asks("turn_end", {}))))
        assert (turn.status, turn.answer) == (TurnStatus.DONE, None)


async def test_a_backend_without_models_fails_the_turn(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare()
        r.model.names = []
        turn = await r.ended(await r.say(agent, "Hello?"))
        assert (turn.status, turn.error) == (TurnStatus.FAILED, "The backend scripted offers no model.")


async def test_an_agent_that_loses_its_model_during_a_turn_fails_with_a_sentence(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare(FREE_WRITE)
        first = Held(says("", write("a.txt")))
        turn_id = await r.say(agent, "Write.", first)
        await first.asked.wait()
        await r.roster.change(agent, {"model": None})
        first.go.set()
        turn = await r.ended(turn_id)
        assert turn.status is TurnStatus.FAILED
        assert "no model" in (turn.error or "")


async def test_ids_that_a_server_leaves_out_or_repeats_are_made_unique(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare(FREE_WRITE)
        twins = says("", write("a.txt", ""), write("b.txt", "x"), write("c.txt", "x"))
        await r.ended(await r.say(agent, "Write.", twins, says("", write("d.txt", "x")), says("Done.")))
        ids = [it["tool_call_id"] for it in r.told() if it["role"] == "tool"]
        assert len(ids) == len(set(ids)) == 4
        assert "" not in ids
        assert is_valid(r.told())


async def test_a_reply_is_on_the_disk_before_its_calls_are_made(tmp_path: Path) -> None:
    async with rooms(tmp_path) as r:
        agent = await r.declare(WRITE)
        await r.say(agent, "Write.", says("I will.", write("a.txt")))
        (task,) = await r.waiting()
        reply = r.messages(agent)[-1]
        assert (reply.role, reply.text) == (Role.ASSISTANT, "I will.")
        order = [it.type for it in r.events("message.appended", "model.turn", "task.created")]
        assert order == ["message.appended", "model.turn", "message.appended", "task.created"]
        assert r.status(task) is TaskStatus.PENDING_APPROVAL
