"""`task_resolve` from code, as the guide's contract says: its order of checks, its answers, and what is thrown."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.model_server import ModelServer, Reply, call
from tests.fakes.tools import HeldTool
from tests.flows.coding import CODE_TOOLS, call_lambda, inline, place, put, run
from tests.flows.house import House

HELD = {"name": "held", "restricted": True}
FREE = {"name": "held", "restricted": False}
REQUIRES = "REQUIRES_AUTHORIZED_CODE"
RESOLVE = "return await attempt(() => adf.task_resolve(args));"


def as_code(house: House, fields: Any, *, authorized: bool = True) -> Any:
    """What `task_resolve` with these fields answers to code, or `[code, message]` of what it throws."""
    path = "yes.ts" if authorized else "no.ts"
    if not (house.folder() / path).exists():
        place(house, path, RESOLVE, authorized=authorized)
    answer = run(house, path, fields)
    assert answer.error is None, answer.error
    return answer.result


@pytest.fixture
def coded(house: House) -> House:
    house.declare(tools=[*CODE_TOOLS, HELD, {"name": "failing"}])
    return house


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({}, "INVALID_INPUT"),
        ({"task_id": 7, "action": "approve"}, "INVALID_INPUT"),
        ({"task_id": "task_none"}, "INVALID_INPUT"),
        ({"task_id": "task_none", "action": "reject"}, "INVALID_INPUT"),
        ({"task_id": "task_none", "action": ["approve"]}, "INVALID_INPUT"),
        ({"task_id": "task_none", "action": "approve"}, "NOT_FOUND"),
        ("task_none", "INVALID_INPUT"),
    ],
)
def test_what_is_asked_for_wrongly_is_thrown_with_its_code(coded: House, fields: Any, code: str) -> None:
    thrown, message = as_code(coded, fields)
    assert (thrown, message.endswith(".")) == (code, True)


def test_the_status_is_looked_at_before_the_flag_and_the_right(coded: House, held: HeldTool) -> None:
    task_id = coded.call("held", {}).task_id
    coded.approve(task_id)
    for _ in ("running", "completed"):
        fields = {"task_id": task_id, "action": "deny", "requires_authorization": True}
        code, message = as_code(coded, fields, authorized=False)
        assert (code, coded.task(task_id).status in message) == ("INVALID_STATE", True)
        held.let_go()
        coded.ended(task_id)


def test_a_task_of_another_agent_is_not_there(coded: House, held: HeldTool) -> None:
    coded.declare("other", tools=[HELD])
    task_id = coded.call("held", {}, agent="other").task_id
    assert as_code(coded, {"task_id": task_id, "action": "approve"})[0] == "NOT_FOUND"
    assert coded.task(task_id).status == "pending_approval"


def test_a_managed_task_is_answered_at_once_and_runs_in_its_own_context(coded: House, held: HeldTool) -> None:
    ticket = coded.call("held", {"n": 1})
    answer = as_code(coded, {"task_id": ticket.task_id, "action": "approve", "modified_args": {"n": 2}})
    assert answer == {"task_id": ticket.task_id, "status": "approved"}
    assert coded.task(ticket.task_id).status == "running"
    held.let_go()
    assert coded.end_of(ticket).result == {"ran": 1}
    task = coded.task(ticket.task_id)
    assert held.runs == [{"n": 2}]
    assert (task.args_json, task.approved_args_json) == ('{"n":1}', '{"n":2}')


@pytest.mark.parametrize(
    ("modified", "code"),
    [([1], "INVALID_INPUT"), ({"n": "x"}, "INVALID_INPUT"), ({"n": 1, "_authorized": True}, "INVALID_INPUT")],
)
def test_edited_arguments_are_held_to_what_the_tool_takes(coded: House, modified: Any, code: str) -> None:
    task_id = coded.call("held", {"n": 1}).task_id
    assert as_code(coded, {"task_id": task_id, "action": "approve", "modified_args": modified})[0] == code
    assert coded.task(task_id).status == "pending_approval"


@pytest.mark.spec("11.7-2")
@pytest.mark.parametrize(("reason", "told"), [("Not today.", "Not today."), (None, "Denied"), ("", "Denied")])
def test_a_denial_carries_its_reason_to_whoever_waits(coded: House, reason: str | None, told: str) -> None:
    ticket = coded.call("held", {})
    answer = as_code(coded, {"task_id": ticket.task_id, "action": "deny", "reason": reason})
    assert answer == {"task_id": ticket.task_id, "status": "denied", "reason": told}
    ended = coded.end_of(ticket)
    assert ended.error is not None
    assert ended.error.get("feedback") == (reason or None)
    approval = coded.task(ticket.task_id).approval
    assert approval is not None
    assert (approval.decided_by, approval.via) == ("yes.ts:main", "code")


@pytest.mark.parametrize("tool", ["held", "failing"])
def test_a_deferred_task_is_answered_with_its_end(coded: House, held: HeldTool, tool: str) -> None:
    held.let_go()
    task_id = coded.call(tool, {}, deferred=True).task_id
    answer = as_code(coded, {"task_id": task_id, "action": "approve"})
    if tool == "held":
        assert answer == {"task_id": task_id, "status": "completed", "result": {"ran": 1}}
    else:
        assert answer == {"task_id": task_id, "status": "failed", "error": "The printer is on fire."}


def test_while_code_waits_for_a_deferred_task_its_clock_stands_still(house: House, held: HeldTool) -> None:
    house.declare(tools=[*CODE_TOOLS, FREE], limits={"execution_timeout_ms": 1500})
    task_id = house.call("held", {}, deferred=True).task_id
    inner = f"return args && await adf.task_resolve({{ task_id: '{task_id}', action: 'approve' }});"
    place(house, "inner.ts", inner)
    place(house, "outer.ts", "return await adf.sys_lambda({ source: 'inner.ts', args });")
    assert (
        run(house, "outer.ts", False).result is False
    )  # their children are warm now, so little time passes to begin
    ticket = call_lambda(house, "outer.ts", True, _async=True)
    assert held.started.acquire(timeout=60)
    # Longer than the limit of both runs, by a code that is at work beside them and is itself ended by it.
    other = house.end_of(
        house.call("sys_code", {"code": "await new Promise(() => setTimeout(() => {}, 60000));"})
    )
    assert other.error is not None
    assert other.error["code"] == "time_limit"
    held.let_go()
    assert json.loads(str(house.ended(ticket.task_id).result_json))["result"] == {"ran": 1}


def test_a_managed_task_that_nobody_waits_for_is_said_to_be_one(coded: House) -> None:
    task_id = coded.call("held", {}).task_id
    coded.engine.run(_leave(coded, str(task_id)))
    assert as_code(coded, {"task_id": task_id, "action": "approve"})[0] == "no_waiter"
    assert coded.task(task_id).status == "pending_approval"


async def _leave(house: House, task_id: str) -> None:
    """Take the waiter of a call away, as a process does that died with it."""
    house.engine._handlers._rooms.calls.forget(task_id)


def test_the_guide_s_example_parks_a_task_and_locks_it_for_good(house: House, held: HeldTool) -> None:
    """`task_resolve` on a non-HIL task, as the guide prints it (DECISIONS T20)."""
    held.let_go()
    house.declare(tools=[*CODE_TOOLS, FREE])
    made = inline(house, "return await adf.held({ n: 3, _defer: true });").result
    assert (made["status"], made["tool"], set(made)) == ("pending", "held", {"task_id", "status", "tool"})
    before = house.task(made["task_id"])
    assert (before.requires_authorization, before.executor_managed, before.origin) == (
        False,
        False,
        "lambda:sys_code",
    )
    guide = """
await adf.task_resolve({
  task_id: taskId,
  action: "pending_approval",
  requires_authorization: true
});
"""
    for _ in range(2):
        inline(house, f"const taskId = '{made['task_id']}';\n{guide}")
    task = house.task(made["task_id"])
    assert (task.status, task.requires_authorization) == ("pending_approval", True)
    assert len(house.events("hil.requested")) == 1
    fields = {"task_id": task.id, "action": "approve"}
    assert as_code(house, fields, authorized=False)[0] == REQUIRES
    assert as_code(house, fields)["status"] == "completed"
    assert held.runs == [{"n": 3}]
    assert as_code(house, fields)[0] == "INVALID_STATE"


def test_code_without_authority_runs_by_its_yes_only_what_it_could_call(house: House, held: HeldTool) -> None:
    house.declare(tools=[*CODE_TOOLS, FREE])
    task_id = house.call("held", {}, deferred=True).task_id
    house.change(tools=[HELD])
    fields = {"task_id": task_id, "action": "approve"}
    assert as_code(house, fields, authorized=False)[0] == REQUIRES
    house.change(tools=[FREE])
    held.let_go()
    assert as_code(house, fields, authorized=False)["status"] == "completed"


@pytest.mark.parametrize("change", [{"enabled": False}, {"enabled": False, "restricted": False}])
def test_a_tool_that_was_switched_off_is_not_run_by_a_yes(coded: House, change: dict[str, bool]) -> None:
    task_id = coded.call("held", {}).task_id
    coded.change(tools=[{"name": "held", **change}])
    assert as_code(coded, {"task_id": task_id, "action": "approve"})[0] == "tool_disabled"
    assert coded.task(task_id).status == "pending_approval"


def test_the_owner_keeps_methods_for_authorized_code_or_from_all(coded: House) -> None:
    task_id = coded.call("held", {}).task_id
    fields = {"task_id": task_id, "action": "pending_approval"}
    assert as_code(coded, fields, authorized=False)["status"] == "pending_approval"
    coded.change(code_execution={"restricted_methods": ["task_resolve", "db_query"]})
    # Asked before the method looks at what it is given.
    assert as_code(coded, {}, authorized=False)[0] == REQUIRES
    assert as_code(coded, fields)["status"] == "pending_approval"
    coded.change(code_execution={"task_resolve": False})
    for authorized in (False, True):
        assert as_code(coded, {}, authorized=authorized)[0] == "DISABLED"


def test_two_deciders_at_once_have_one_winner(coded: House, held: HeldTool) -> None:
    held.let_go()
    place(
        coded,
        "both.ts",
        "return await Promise.all(args.map((it) => attempt(() => adf.task_resolve(it))));",
        authorized=True,
    )
    for _ in range(5):
        ticket = coded.call("held", {})
        fields = [{"task_id": ticket.task_id, "action": action} for action in ("approve", "deny", "approve")]
        answers = run(coded, "both.ts", fields).result
        won = [it for it in answers if isinstance(it, dict)]
        assert len(won) == 1
        assert [it[0] for it in answers if it not in won] == ["INVALID_STATE"] * 2
        coded.ended(ticket.task_id)
        assert len(coded.events("hil.resolved", task_id=ticket.task_id)) == 1


@pytest.mark.spec("54")
def test_a_decision_of_code_resolves_the_request_once_and_says_who(coded: House, held: HeldTool) -> None:
    held.let_go()
    for action in ("approve", "deny"):
        ticket = coded.call("held", {})
        as_code(coded, {"task_id": ticket.task_id, "action": action})
        coded.ended(ticket.task_id)
        (resolved,) = coded.events("hil.resolved", task_id=ticket.task_id)
        assert resolved.payload["request_id"] == ticket.task_id
        assert (resolved.payload["approved"], resolved.payload["decided_by"], resolved.payload["via"]) == (
            action == "approve",
            "yes.ts:main",
            "code",
        )


@pytest.fixture
def fetching(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as house:
        house.declare(tools=[*CODE_TOOLS, {"name": "http_fetch"}])
        yield house


def test_what_a_model_would_wait_for_code_without_authority_does_not_get(fetching: House) -> None:
    body = "return await attempt(() => adf.http_fetch({ url: 'http://example.invalid/', method: 'POST', ...args }));"
    place(fetching, "no.ts", body)
    for more in ({}, {"_async": True}, {"_defer": True}):
        assert run(fetching, "no.ts", more).result[0] == REQUIRES
    assert fetching.tasks() == ()
    place(fetching, "yes.ts", body, authorized=True)
    assert run(fetching, "yes.ts", {}).result[0] not in {REQUIRES, "DISABLED"}
    held = run(fetching, "yes.ts", {"_defer": True}).result
    assert fetching.task(held["task_id"]).requires_authorization


def test_a_model_hears_which_code_said_no_and_goes_on_when_code_says_yes(
    talking: House, held: HeldTool, model: ModelServer
) -> None:
    held.let_go()
    source = (
        "export async function main(event) {\n"
        "  const { task } = event.data;\n"
        "  const action = JSON.parse(task.args).n === 1 ? 'approve' : 'deny';\n"
        "  await adf.task_resolve({ task_id: task.id, action, reason: 'Only the first.' });\n}\n"
    )
    target = {"scope": "system", "lambda": "vote.ts", "filter": {"tools": ["held"]}}
    talking.declare(
        tools=[*CODE_TOOLS, HELD], triggers={"on_task_create": {"enabled": True, "targets": [target]}}
    )
    put(talking, "vote.ts", source, authorized=True)
    model.replies += [Reply(calls=(call("held", {"n": 1}), call("held", {"n": 2})))]
    talking.say()
    talking.wait_for_event("turn.ended", status="done")
    yes, no = model.told()
    assert (yes, held.runs) == ('{"ran":1}', [{"n": 1}])
    assert "vote.ts:main" in no
    assert "Only the first." in no


@pytest.mark.spec("11.7-16")
def test_an_async_call_that_code_decides_begins_and_ends_once(coded: House, held: HeldTool) -> None:
    held.let_go()
    for action, end in (("approve", "completed"), ("deny", "denied")):
        task_id = coded.call("held", {"_async": True}).task_id
        as_code(coded, {"task_id": task_id, "action": action})
        coded.ended(task_id)
        moves = [it.payload["to"] for it in coded.events("task.moved", task_id=task_id)]
        assert moves == (["running", end] if action == "approve" else [end])
