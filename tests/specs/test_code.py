"""Cases 14, 15, 19 to 32 and 75e: code that may approve, and code that may not."""

import json
from pathlib import Path
from typing import Any

import pytest

from placet.api.queries import GetCard
from tests.fakes.tools import HeldTool
from tests.flows.coding import CODE_TOOLS, authorize, call_lambda, inline, place, put, run, sha256_of
from tests.flows.house import RESTRICTED_WRITE, House

HELD = {"name": "held", "restricted": True}
FREE = {"name": "held", "restricted": False}
REQUIRES = "REQUIRES_AUTHORIZED_CODE"


def resolve(task_id: str | None, action: str, more: str = "") -> str:
    return f"adf.task_resolve({{ task_id: '{task_id}', action: '{action}' {more} }})"


def attempt(call: str) -> str:
    return f"return await attempt(() => {call});"


@pytest.fixture
def coded(house: House, held: HeldTool) -> House:
    house.declare(tools=[*CODE_TOOLS, HELD, RESTRICTED_WRITE])
    return house


@pytest.mark.spec("14")
def test_a_model_s_run_of_an_authorized_file_is_held_and_a_denied_one_never_runs(coded: House) -> None:
    place(coded, "lib/a.ts", "return await adf.fs_write({ path: 'out', content: 'ran' });", authorized=True)
    ticket = call_lambda(coded, "lib/a.ts:main")
    task = coded.task(ticket.task_id)
    assert (ticket.status, task.requires_authorization, task.executor_managed) == (
        "pending_approval",
        True,
        True,
    )
    assert task.approval is not None
    assert (task.approval.hold_reason, task.risk) == ("authorized_file", "high")
    coded.deny(ticket.task_id)
    assert coded.end_of(ticket).error is not None
    assert not (coded.folder() / "out").exists()
    assert coded.events("lambda.started") == []


@pytest.mark.spec("14")
def test_an_approved_run_of_an_authorized_file_may_call_what_is_restricted(coded: House) -> None:
    place(coded, "lib/a.ts", "return await adf.fs_write({ path: 'out', content: args });", authorized=True)
    answer = run(coded, "lib/a.ts", "ran")
    assert answer.error is None
    assert (coded.folder() / "out").read_text() == "ran"
    assert answer.task is not None
    assert answer.task.status == "completed"


@pytest.mark.spec("15")
def test_a_model_s_run_of_any_other_file_makes_no_row_and_may_nothing_restricted(coded: House) -> None:
    place(coded, "lib/a.ts", attempt("adf.fs_write({ path: 'out', content: 'x' })"))
    answer = run(coded, "lib/a.ts")
    assert (answer.task, answer.result[0]) == (None, REQUIRES)
    assert coded.tasks() == ()
    assert not (coded.folder() / "out").exists()


@pytest.mark.spec("19", "20", "21")
@pytest.mark.parametrize("way", ["sys_code", "lambda"])
@pytest.mark.parametrize("action", ["approve", "deny"])
def test_code_without_authority_decides_no_held_call(
    coded: House, held: HeldTool, way: str, action: str
) -> None:
    task_id = coded.call("held", {"n": 1}).task_id
    before = coded.task(task_id)
    body = attempt(resolve(task_id, action))
    if way == "lambda":
        place(coded, "a.ts", body)
    answer = inline(coded, body) if way == "sys_code" else run(coded, "a.ts")
    assert answer.result[0] == REQUIRES
    assert coded.task(task_id) == before
    assert held.runs == []


@pytest.mark.spec("22")
def test_code_without_authority_may_park_a_held_call_which_changes_nothing(coded: House) -> None:
    task_id = coded.call("held", {}).task_id
    before = coded.task(task_id)
    answer = inline(coded, "return await " + resolve(task_id, "pending_approval"))
    assert answer.result == {"task_id": task_id, "status": "pending_approval"}
    assert coded.task(task_id) == before
    assert len(coded.events("hil.requested")) == 1


@pytest.mark.spec("23")
def test_code_without_authority_that_raises_the_flag_locks_itself_out(house: House, held: HeldTool) -> None:
    house.declare(tools=[*CODE_TOOLS, FREE])
    task_id = house.call("held", {}, deferred=True).task_id
    assert not house.task(task_id).requires_authorization
    answer = inline(house, attempt(resolve(task_id, "approve", ", requires_authorization: true")))
    assert answer.result[0] == REQUIRES
    task = house.task(task_id)
    assert (task.status, task.requires_authorization, held.runs) == ("pending", True, [])
    assert inline(house, attempt(resolve(task_id, "approve"))).result[0] == REQUIRES


@pytest.mark.spec("24")
@pytest.mark.parametrize("by", ["authorized", "unauthorized"])
def test_nobody_lowers_the_flag(coded: House, by: str) -> None:
    task_id = coded.call("held", {}).task_id
    place(
        coded,
        "a.ts",
        "return await " + resolve(task_id, "pending_approval", ", requires_authorization: false"),
        authorized=by == "authorized",
    )
    assert run(coded, "a.ts").error is None
    assert coded.task(task_id).requires_authorization


@pytest.mark.spec("25")
def test_an_authorized_handler_approves_and_the_engine_runs_the_tool(house: House, held: HeldTool) -> None:
    held.let_go()
    put(
        house_with(house, "lib/yes.ts:onTask"),
        "lib/yes.ts",
        "export async function onTask(event) {\n"
        "  if (event.data.task.tool !== 'held') return;\n"
        "  await adf.task_resolve({ task_id: event.data.task.id, action: 'approve' });\n}\n",
        authorized=True,
    )
    ticket = house.call("held", {"n": 7})
    answer = house.end_of(ticket)
    assert (answer.result, held.runs) == ({"ran": 1}, [{"n": 7}])
    approval = house.task(ticket.task_id).approval
    assert approval is not None
    assert (approval.state, approval.decided_by, approval.via) == ("approved", "lib/yes.ts:onTask", "code")
    assert approval.shown_digest is None


def house_with(house: House, function: str) -> House:
    """A house whose agent has this handler for tasks that are made."""
    target = {"scope": "system", "lambda": function, "filter": {"tools": ["*"]}}
    triggers = {"on_task_create": {"enabled": True, "targets": [target]}}
    house.declare(tools=[*CODE_TOOLS, HELD, RESTRICTED_WRITE], triggers=triggers)
    return house


@pytest.mark.spec("26", "11.7-1")
def test_authority_is_back_after_a_call_of_code_without_it(coded: House, held: HeldTool) -> None:
    held.let_go()
    ticket = coded.call("held", {})
    place(coded, "plain.ts", attempt(resolve(ticket.task_id, "approve")))
    place(
        coded,
        "a.ts",
        "const inner = await adf.sys_lambda({ source: 'plain.ts' });\n"
        "return [inner[0], await " + resolve(ticket.task_id, "approve") + "];",
        authorized=True,
    )
    answer = run(coded, "a.ts")
    assert answer.result == [REQUIRES, {"task_id": ticket.task_id, "status": "approved"}]
    assert coded.end_of(ticket).result == {"ran": 1}


@pytest.mark.spec("27", "11.7-1", "11.7-10")
def test_of_two_lambdas_at_once_only_the_authorized_one_may_approve(tmp_path: Path, held: HeldTool) -> None:
    held.let_go()
    meet = HeldTool("meet")
    with House(tmp_path, tools=(held, meet)) as house:
        house.declare(tools=[*CODE_TOOLS, HELD, {"name": "meet", "restricted": False}])
        ids = [house.call("held", {"n": n}).task_id for n in range(4)]
        body = (
            "await adf.meet({});\n"
            "const out = [];\n"
            "for (const id of args) out.push(await attempt(() => adf.task_resolve({ task_id: id, action: 'approve' })));\n"
            "return out;"
        )
        place(house, "yes.ts", body, authorized=True)
        place(house, "no.ts", body)
        good = call_lambda(house, "yes.ts", ids[:2], _async=True)
        house.approve(good.task_id, wait_ms=0)
        bad = call_lambda(house, "no.ts", ids[2:], _async=True)
        assert all(meet.started.acquire(timeout=60) for _ in range(2))  # both are at work now
        meet.let_go()
        results = [json.loads(str(house.ended(it.task_id).result_json)) for it in (good, bad)]
        assert [it["status"] for it in results[0]] == ["approved", "approved"]
        assert [it[0] for it in results[1]] == [REQUIRES, REQUIRES]
        assert [house.task(it).status for it in ids[2:]] == ["pending_approval"] * 2


@pytest.mark.spec("28")
def test_inline_code_has_no_authority_whoever_starts_it(coded: House) -> None:
    task_id = coded.call("held", {}).task_id
    inner = "try { return await " + resolve(task_id, "approve") + "; } catch (error) { return error.code; }"
    place(coded, "a.ts", "return await adf.sys_code({ code: args });", authorized=True)
    assert run(coded, "a.ts", inner).result == REQUIRES
    assert coded.task(task_id).status == "pending_approval"


@pytest.mark.spec("29")
@pytest.mark.parametrize("way", ["sys_code", "lambda"])
@pytest.mark.parametrize("flag", ["", ", _async: true", ", _defer: true"])
def test_code_without_authority_calls_no_authorized_file_and_nobody_is_asked(
    coded: House, way: str, flag: str
) -> None:
    place(coded, "good.ts", "return 'ran';", authorized=True)
    body = attempt(f"adf.sys_lambda({{ source: 'good.ts' {flag} }})")
    place(coded, "plain.ts", body)
    answer = inline(coded, body) if way == "sys_code" else run(coded, "plain.ts")
    assert answer.result[0] == "REQUIRES_AUTHORIZED_CALLER"
    assert coded.tasks() == ()


@pytest.mark.spec("30")
def test_a_rewritten_handler_approves_nothing_any_more(house: House, held: HeldTool) -> None:
    source = (
        "export async function main(event) {\n"
        "  if (event.data.task.tool !== 'held') return;\n"
        "  await adf.task_resolve({ task_id: event.data.task.id, action: 'approve' });\n}\n"
    )
    put(house_with(house, "yes.ts"), "yes.ts", source, authorized=True)
    write = house.call("fs_write", {"path": "yes.ts", "content": source + "// mine now\n", "_async": True})
    house.approve(write.task_id)
    assert house.ended(write.task_id).status == "completed"
    ticket = house.call("held", {})
    failed = house.wait_for_event("lambda.ended", status="failed")
    assert failed.payload["code"] == REQUIRES
    assert house.task(ticket.task_id).status == "pending_approval"
    assert held.runs == []


@pytest.mark.spec("31")
def test_a_tool_that_is_off_and_restricted_is_there_for_authorized_code_alone(house: House) -> None:
    house.declare(tools=[*CODE_TOOLS, {"name": "fs_write", "enabled": False, "restricted": True}])
    write = "adf.fs_write({ path: 'out', content: 'x' })"
    assert house.end_of(house.call("sys_code", {"code": f"return await {write}"})).error["code"] == REQUIRES  # type: ignore[index]
    place(house, "plain.ts", attempt(write))
    assert run(house, "plain.ts").result[0] == REQUIRES
    place(house, "good.ts", attempt(write), authorized=True)
    assert run(house, "good.ts").result["created"] is True


@pytest.mark.spec("31")
def test_a_model_is_refused_a_tool_that_is_off(house: House) -> None:
    house.declare(tools=[{"name": "fs_write", "enabled": False, "restricted": True}])
    with pytest.raises(Exception, match="not enabled"):
        house.call("fs_write", {"path": "out", "content": "x"})
    assert house.tasks() == ()


@pytest.mark.spec("32")
@pytest.mark.parametrize("flag", ["_async", "_defer"])
def test_code_without_authority_gets_no_row_of_a_restricted_tool(coded: House, flag: str) -> None:
    call = f"adf.fs_write({{ path: 'out', content: 'x', {flag}: true }})"
    assert inline(coded, attempt(call)).result[0] == REQUIRES
    assert coded.tasks() == ()


@pytest.mark.spec("75e")
@pytest.mark.parametrize("more", [{}, {"_async": True}, {"_defer": True}, {"_authorized": True}])
@pytest.mark.parametrize("source", ["lib/a.ts", "lib/a.ts:main"])
def test_an_authorized_file_asks_the_owner_through_every_door_of_the_loop(
    coded: House, source: str, more: dict[str, Any]
) -> None:
    place(coded, "lib/a.ts", "return 'ran';", authorized=True)
    ticket = call_lambda(coded, source, **more)
    task = coded.task(ticket.task_id)
    assert (task.requires_authorization, task.status) == (
        True,
        "pending" if "_defer" in more else "pending_approval",
    )
    assert coded.events("lambda.started") == []
    assert inline(coded, attempt(resolve(ticket.task_id, "approve"))).result[0] == REQUIRES


@pytest.mark.spec("75e")
def test_bytes_that_become_authorized_between_the_look_and_the_run_still_ask(coded: House) -> None:
    place(coded, "a.ts", "return 'ran';")
    parked = call_lambda(coded, "a.ts", _defer=True)
    authorize(coded, "a.ts")
    answer = coded.approve(parked.task_id, shown_digest=coded.task(parked.task_id).digest)
    assert coded.ended(parked.task_id).status == "failed"
    assert "nothing ran" in str(answer.resolution.get("error"))
    assert coded.events("lambda.started") == []


def test_what_is_approved_is_what_runs_or_nothing(coded: House) -> None:
    shown = place(coded, "a.ts", "return 'one';", authorized=True)
    ticket = call_lambda(coded, "a.ts")
    place(coded, "a.ts", "return 'two';", authorized=True)
    coded.approve(ticket.task_id)
    answer = coded.end_of(ticket)
    assert answer.error is not None
    assert answer.error["code"] == "target_changed"
    kept = coded.engine.query(GetCard(task_id=str(ticket.task_id))).code
    assert kept is not None
    assert kept.sha256 == shown
    assert sha256_of((coded.folder() / "a.ts").read_text()) != shown
