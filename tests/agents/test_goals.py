"""A workflow as the turn that works on it sees it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from placet.agents import goals
from placet.agents.goals import AGAIN, REPORT_OFFER, TRIES_OF_STEP, Goal
from placet.rules.basics import TaskId
from placet.rules.errors import BadArguments
from placet.rules.guided import Step
from placet.rules.ports import ModelReply, ModelToolCall
from placet.rules.scope import REPORT
from placet.rules.workflows import MOST_SUMMARY_CHARS
from placet.tools.files.fs_write import FsWrite
from placet.work.calls import CallOutcome

WRITE = Step(tool="fs_write", free=("content",), fixed={"path": "a.md"})
LIST = Step(tool="fs_list", free=("path",))
DONE = CallOutcome(status="completed")
MISFIT = CallOutcome(status="refused", error_code=BadArguments.code)


def a_goal(*steps: Step, **more: Any) -> Goal:
    return Goal(workflow_id=TaskId("task_1"), scope=None, steps=steps, **more)


def reply(*calls: ModelToolCall) -> ModelReply:
    return ModelReply(text="So:", tool_calls=calls, finish_reason="tool_calls", completion_tokens=1)


def asks(tool: str, arguments: str) -> ModelToolCall:
    return ModelToolCall(id="c1", name=tool, arguments=arguments)


def test_steps_are_walked_in_order_and_each_only_once_it_was_done() -> None:
    goal = a_goal(WRITE, LIST)
    assert (goal.guided, goal.step) == (True, WRITE)
    goal.hear(DONE)
    assert goal.step == LIST
    goal.hear(DONE)
    goal.hear(DONE)
    assert goal.step is None


@pytest.mark.parametrize("code", [None, "denied", "out-of-scope", "effect-uncertain"])
def test_a_step_that_was_refused_or_failed_ends_the_walk(code: str | None) -> None:
    goal = a_goal(WRITE, LIST)
    goal.hear(CallOutcome(status="failed", error_code=code))
    assert goal.step is None


def test_arguments_that_do_not_fit_may_be_tried_again_a_few_times_in_each_step() -> None:
    goal = a_goal(WRITE, LIST)
    for _ in range(TRIES_OF_STEP - 1):
        goal.hear(MISFIT)
    assert goal.step == WRITE
    goal.hear(DONE)
    for _ in range(TRIES_OF_STEP - 1):
        goal.hear(MISFIT)
    assert goal.step == LIST
    goal.hear(MISFIT)
    assert goal.step is None


def test_a_free_goal_changes_nothing_of_a_reply() -> None:
    free, said = a_goal(), reply(asks("shell", "{}"), asks("fs_list", "{}"))
    assert free.only_the_step(said) is said
    assert (free.call_again(), free.guided) == (None, False)


def test_of_a_guided_reply_one_call_is_made_with_the_fixed_arguments() -> None:
    said = reply(asks("fs_write", '{"path": "b.md", "content": "x", "mode": 7}'), asks("fs_write", "{}"))
    (call,) = a_goal(WRITE).only_the_step(said).tool_calls
    assert json.loads(call.arguments) == {"path": "a.md", "content": "x"}


@pytest.mark.parametrize("arguments", ["{", "[]", "7", '{"path": 1, "path": 2}'])
def test_arguments_that_are_no_object_are_left_for_the_gate_to_refuse(arguments: str) -> None:
    (call,) = a_goal(WRITE).only_the_step(reply(asks("fs_write", arguments))).tool_calls
    assert call.arguments == arguments


def test_a_call_of_another_tool_is_left_for_the_gate_to_refuse() -> None:
    (call,) = a_goal(WRITE).only_the_step(reply(asks("shell", '{"command": "x"}'))).tool_calls
    assert (call.name, call.arguments) == ("shell", '{"command": "x"}')


def test_the_last_words_call_nothing() -> None:
    goal = a_goal(WRITE)
    goal.hear(DONE)
    assert goal.only_the_step(reply(asks("shell", "{}"))).tool_calls == ()


def test_a_call_whose_effect_may_have_happened_is_made_again_once() -> None:
    goal = a_goal(WRITE, recall=lambda tool: f'{{"asked": "{tool}"}}')
    again = goal.call_again()
    assert again is not None
    (call,) = again.tool_calls
    assert (call.id, call.name, call.arguments) == (f"{AGAIN}_0", "fs_write", '{"asked": "fs_write"}')
    assert goal.call_again() is None
    assert a_goal(WRITE).call_again() is None


def test_a_step_offers_only_what_the_model_fills_in() -> None:
    function = goals.step_offer(WRITE, FsWrite())["function"]
    parameters = function["parameters"]
    assert function["name"] == "fs_write"
    assert (set(parameters["properties"]), parameters["required"]) == ({"content"}, ["content"])
    assert parameters["additionalProperties"] is False


def test_a_report_is_kept_and_told_to_be_noted_and_nothing_more() -> None:
    goal = a_goal()
    outcome = goals.report(goal, asks(REPORT, '{"summary": "Done, verified and confirmed."}'))
    assert (outcome.status, outcome.value, outcome.task_id) == ("completed", {"noted": True}, None)
    assert goal.reported == "Done, verified and confirmed."
    assert REPORT_OFFER["function"]["name"] == REPORT


@pytest.mark.parametrize(
    "arguments",
    ["{", "[]", "{}", '{"summary": 7}', json.dumps({"summary": "x" * (MOST_SUMMARY_CHARS + 1)})],
)
def test_a_report_that_says_nothing_or_too_much_is_refused(arguments: str) -> None:
    goal = a_goal()
    outcome = goals.report(goal, asks(REPORT, arguments))
    assert (outcome.status, goal.reported) == ("refused", None)
