"""Whose authority code runs with: the guide's code-context table, and the truth table of what may be called from where."""

import itertools
import json
from typing import Any

import pytest

from placet.api import NotEnabled
from tests.fakes.tools import HeldTool
from tests.flows.coding import CODE_TOOLS, call_lambda, inline, place, run, runs
from tests.flows.house import House

FLAGS = ("enabled", "visible", "restricted", "locked")
REQUIRES = "REQUIRES_AUTHORIZED_CODE"
CALL = "return await attempt(() => adf.held(args ?? {}));"


def expected(enabled: bool, restricted: bool) -> tuple[str, str, str]:
    """What the loop, authorized and unauthorized code get (spec/tool-tasks 4.5)."""
    return {
        (False, False): ("not_enabled", "DISABLED", "DISABLED"),
        (False, True): ("not_enabled", "ran", REQUIRES),
        (True, False): ("ran", "ran", "ran"),
        (True, True): ("held", "ran", REQUIRES),
    }[enabled, restricted]


def word(result: Any) -> str:
    return result[0] if isinstance(result, list) else "ran"


def loop_word(house: House) -> str:
    try:
        ticket = house.call("held", {})
    except NotEnabled as error:
        return error.code
    if ticket.status == "pending_approval":
        house.deny(ticket.task_id)
        return "held"
    return word(house.end_of(ticket).result)


@pytest.mark.parametrize("values", list(itertools.product([False, True], repeat=4)))
def test_the_truth_table_of_enabled_visible_restricted_and_locked(
    house: House, held: HeldTool, values: tuple[bool, ...]
) -> None:
    held.let_go()
    flags = dict(zip(FLAGS, values, strict=True))
    house.declare(tools=[*CODE_TOOLS, {"name": "held", **flags}])
    place(house, "yes.ts", CALL, authorized=True)
    found = (
        loop_word(house),
        word(run(house, "yes.ts").result),
        word(inline(house, CALL.replace("args ?? ", "")).result),
    )
    assert found == expected(flags["enabled"], flags["restricted"])


def test_what_is_not_declared_is_off_and_what_does_not_exist_is_not_found(house: House) -> None:
    house.declare(tools=[*CODE_TOOLS])
    for body, code in ((CALL, "DISABLED"), (CALL.replace("held", "nonesuch"), "NOT_FOUND")):
        place(house, "yes.ts", body, authorized=True)
        assert word(run(house, "yes.ts").result) == code
        assert word(inline(house, body.replace("args ?? ", "")).result) == code


@pytest.fixture
def coded(house: House, held: HeldTool) -> House:
    held.let_go()
    house.declare(
        tools=[*CODE_TOOLS, {"name": "held", "restricted": True}, {"name": "fs_write", "restricted": False}]
    )
    return house


def test_authorized_code_calls_authorized_code_and_nobody_is_asked(coded: House) -> None:
    place(coded, "in.ts", CALL, authorized=True)
    place(coded, "out.ts", "return await adf.sys_lambda({ source: 'in.ts', args });", authorized=True)
    ticket = call_lambda(coded, "out.ts", {"n": 1})
    coded.approve(ticket.task_id)
    assert coded.end_of(ticket).result == {"ran": 1}
    assert len(coded.tasks()) == 1
    outer, inner = runs(coded)
    assert (outer.source, outer.authorized, outer.asker, outer.task_id) == (
        "out.ts:main",
        True,
        None,
        ticket.task_id,
    )
    assert (inner.source, inner.authorized, inner.asker) == ("in.ts:main", True, "out.ts:main")
    assert (inner.status, inner.started_by) == ("done", "call")


@pytest.mark.spec("11.7-5")
def test_code_without_authority_stays_without_it_through_other_code(coded: House) -> None:
    place(coded, "in.ts", CALL)
    place(coded, "mid.ts", "return await adf.sys_lambda({ source: 'in.ts' });")
    place(
        coded,
        "out.ts",
        "return [await adf.sys_lambda({ source: 'mid.ts' }), await adf.held({})];",
        authorized=True,
    )
    inner, own = run(coded, "out.ts").result
    assert (word(inner), own) == (REQUIRES, {"ran": 1})


@pytest.mark.parametrize("authorized", [False, True])
def test_code_that_waits_for_itself_is_refused(coded: House, authorized: bool) -> None:
    back = "return await attempt(() => adf.sys_lambda({{ source: '{0}', _async: {1} }}));"
    place(coded, "a.ts", "return await adf.sys_lambda({ source: 'b.ts' });", authorized=authorized)
    for source, is_async in (("a.ts", "false"), ("a.ts:main", "true"), ("b.ts", "false")):
        place(coded, "b.ts", back.format(source, is_async), authorized=authorized)
        code, message = run(coded, "a.ts").result
        assert (code, source.partition(":")[0] in message) == ("CIRCULAR_CALL", True)
    assert all(task.tool == "sys_lambda" and task.origin.startswith("hil:") for task in coded.tasks())


def test_another_function_of_a_file_may_be_called_by_it(coded: House) -> None:
    text = (
        "export async function main(args) { return await adf.sys_lambda({ source: 'a.ts:twice', args }); }\n"
        "export function twice(n) { return 2 * n; }\n"
    )
    (coded.folder() / "a.ts").write_text(text)
    assert run(coded, "a.ts", 21).result == 42


def test_code_in_code_in_code_comes_to_an_end(coded: House) -> None:
    nested = "return 'deep';"
    for _ in range(17):
        nested = f"try {{ return await adf.sys_code({{ code: {json.dumps(nested)} }}); }} catch (e) {{ return [e.code]; }}"
    assert inline(coded, nested).result in (["CIRCULAR_CALL"], ["no_free_process"])


@pytest.mark.parametrize("authorized", [False, True])
def test_a_call_that_code_does_not_wait_for_is_a_task_with_its_origin(coded: House, authorized: bool) -> None:
    body = "return await attempt(() => adf.fs_write({ path: 'out', content: 'x', _async: true }));"
    place(coded, "lib/a.ts", body, authorized=authorized)
    answer = run(coded, "lib/a.ts")
    made = answer.result
    assert (set(made), made["status"], made["tool"]) == ({"task_id", "status", "tool"}, "running", "fs_write")
    task = coded.ended(made["task_id"])
    assert (task.status, task.origin, task.is_async) == ("completed", "lambda:lib/a.ts:main", True)
    assert (task.requires_authorization, task.executor_managed) == (False, False)
    assert task.parent_id == (answer.task.id if answer.task else None)


def test_authority_is_kept_for_a_call_that_outlives_its_code(coded: House, held: HeldTool) -> None:
    place(coded, "in.ts", CALL, authorized=True)
    place(coded, "a.ts", "return await adf.sys_lambda({ source: 'in.ts', _async: true });", authorized=True)
    made = run(coded, "a.ts").result
    task = coded.ended(made["task_id"])
    assert (json.loads(str(task.result_json)), task.origin) == ({"ran": 1}, "lambda:a.ts:main")


@pytest.mark.spec("11.7-7")
def test_code_gets_no_more_by_keys_that_it_forges(coded: House) -> None:
    keys = ("_authorized", "_protection_override", "_full", "_principal", "execution_id", "authorized")
    for key in keys:
        body = f"return await attempt(() => adf.held({{ {key}: true }}));"
        place(coded, "no.ts", body)
        assert word(run(coded, "no.ts").result) in {REQUIRES, "INVALID_INPUT"}


def test_code_authorizes_a_file_only_with_authority(coded: House) -> None:
    place(coded, "new.ts", CALL)
    body = "return await attempt(() => adf.authorize_file(args));"
    place(coded, "no.ts", body)
    place(coded, "yes.ts", body, authorized=True)
    wish = {"path": "new.ts"}
    assert word(run(coded, "no.ts", wish).result) == REQUIRES
    assert (
        word(inline(coded, "return await attempt(() => adf.authorize_file({ path: 'new.ts' }));").result)
        == REQUIRES
    )
    assert [it.payload["path"] for it in coded.events("file.authorized")] == ["yes.ts"]
    made = run(coded, "yes.ts", wish).result
    assert (made["path"], made["authorized"]) == ("new.ts", True)
    told = coded.events("file.authorized")[-1].payload
    assert (told["by"], told["via"], told["sha256"]) == ("yes.ts:main", "code", made["sha256"])
    assert word(run(coded, "new.ts").result) == "ran"
    back = run(coded, "yes.ts", {**wish, "authorized": False}).result
    assert back["authorized"] is False
    assert word(run(coded, "new.ts").result) == REQUIRES
    for wrong in (
        {},
        {"path": 7},
        {"path": "new.ts", "authorized": "yes"},
        {"path": "../x.ts"},
        {"path": "gone.ts"},
    ):
        assert run(coded, "yes.ts", wrong).result[0] in {"INVALID_INPUT", "outside_folder", "NOT_FOUND"}


def test_code_that_says_what_it_read_authorizes_those_bytes_or_nothing(coded: House) -> None:
    read = place(coded, "new.ts", CALL)
    place(coded, "yes.ts", "return await attempt(() => adf.authorize_file(args));", authorized=True)
    place(coded, "new.ts", "return 'other bytes';")
    assert word(run(coded, "yes.ts", {"path": "new.ts", "sha256": read}).result) == "digest_mismatch"
    assert word(run(coded, "yes.ts", {"path": "new.ts", "sha256": 7}).result) == "INVALID_INPUT"
    assert [it.payload["path"] for it in coded.events("file.authorized")] == ["yes.ts"]
    assert place(coded, "new.ts", CALL) == read
    assert run(coded, "yes.ts", {"path": "new.ts", "sha256": read}).result["sha256"] == read


def test_methods_that_the_owner_keeps_for_authorized_code_may_be_tools_too(coded: House) -> None:
    coded.change(code_execution={"restricted_methods": ["sys_lambda"]})
    place(coded, "in.ts", "return 'in';")
    body = "return await attempt(() => adf.sys_lambda({ source: 'in.ts' }));"
    place(coded, "no.ts", body)
    place(coded, "yes.ts", body, authorized=True)
    assert run(coded, "no.ts").result[0] == REQUIRES
    assert run(coded, "yes.ts").result == "in"
