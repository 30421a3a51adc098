"""Code runs, calls, returns, throws and is ended: the whole of the sandbox, with a real Deno."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from placet.rules.errors import BadArguments
from placet.sandbox import children, machine, probe
from placet.sandbox.children import Sandbox, SandboxLimits
from placet.sandbox.errors import SandboxUnavailable
from placet.sandbox.process import Allowance
from placet.sandbox.program import find_deno
from placet.sandbox.runs import Invocation, MethodCall, Why, new_execution_id
from tests.sandbox.running import AGENT, Gate, House, inline, js, thrown, ts, value, why

pytestmark = pytest.mark.anyio

WAITS = "export async function main(n) { return await adf.wait(n); }"


async def test_a_typescript_function_gets_its_arguments_and_returns_json(house: House) -> None:
    script = ts("""
        enum Kind { Plain, Odd }
        interface Event { data: { n: number } }
        export async function main(event: Event, more: string[]): Promise<unknown> {
            return { kind: Kind.Odd, n: event.data.n + 1, more };
        }""")
    assert value(await house.run(script, {"data": {"n": 41}}, ["x"])) == {"kind": 1, "n": 42, "more": ["x"]}


async def test_a_javascript_function_runs_by_its_name(house: House) -> None:
    script = js("export function other() { return 'other'; } export const main = () => 'main';")
    assert value(await house.run(script)) == "main"
    assert value(await house.run(script, function="other")) == "other"


async def test_a_default_export_is_main_when_nothing_else_is(house: House) -> None:
    assert value(await house.run(js("export default async function () { return 7; }"))) == 7


async def test_the_guides_dispatcher_runs_as_printed(house: House) -> None:
    script = ts("""export async function onTaskCreate(event) {
  const { task } = event.data;
  if (!task.requires_authorization) return;

  await adf.msg_send({
    recipient: "telegram:123456789",
    content: `Approval needed: ${task.tool}\\nArgs: ${task.args}`,
    subject: `task:${task.id}`
  });
}""")
    task = {"id": "task_1", "tool": "fs_write", "args": "{}", "requires_authorization": True}
    assert value(await house.run(script, {"data": {"task": task}}, function="onTaskCreate")) is None
    (call,) = house.calls
    assert (call.method, call.args) == (
        "msg_send",
        {
            "recipient": "telegram:123456789",
            "content": "Approval needed: fs_write\nArgs: {}",
            "subject": "task:task_1",
        },
    )


async def test_inline_code_is_the_body_of_an_async_function_with_args(house: House) -> None:
    script = inline("const n: number = args.n;\nreturn (await adf.double({ n })).n;")
    assert value(await house.run(script, {"n": 3})) == 3
    assert house.called() == ["double"]


async def test_a_place_in_an_error_of_inline_code_has_the_line_of_the_code(house: House) -> None:
    error = thrown(await house.run(inline("let x;\nlet y;\nx.z;")))
    assert error.code == "FN_ERROR"
    assert error.message == "TypeError: Cannot read properties of undefined (reading 'z')"
    assert error.stack.splitlines()[1:] == ["    at main (sys_code:3:3)"]


async def test_a_thrown_error_keeps_its_code_and_names_the_file(house: House) -> None:
    script = ts("export function main() {\n  throw Object.assign(new Error('no'), { code: 'E_MINE' });\n}")
    error = thrown(await house.run(script))
    assert (error.code, error.message) == ("E_MINE", "no")
    assert error.stack.splitlines() == ["Error: no", "    at main (lib/it.ts:2:23)"]


async def test_a_missing_function_is_told_with_those_that_there_are(house: House) -> None:
    error = thrown(await house.run(js("export const a = 1; export function b() {}"), function="c"))
    assert error.code == "FN_NOT_FOUND"
    assert error.message == 'lib/it.js exports no function "c". It exports ["a","b"].'


async def test_a_source_that_is_no_program_is_a_load_error(house: House) -> None:
    error = thrown(await house.run(ts("export function main( {")))
    assert error.code == "LOAD_ERROR"
    assert "lib/it.ts:1:" in error.message


async def test_what_throws_while_it_loads_is_a_load_error_for_all_that_wait(house: House) -> None:
    script = js("throw new Error('not today'); export function main() {}")
    first, second = await asyncio.gather(house.run(script), house.run(script))
    assert thrown(first).code == thrown(second).code == "LOAD_ERROR"
    assert thrown(first).message == "not today"


@pytest.mark.parametrize(
    ("path", "source"), [("lib/it.py", b"print()"), ("lib/it", b""), ("lib/it.ts", b"\xff")]
)
async def test_what_is_no_code_is_refused_before_there_is_a_child(
    house: House, path: str, source: bytes
) -> None:
    script = ts("", path=path).__class__(agent=AGENT, path=path, source=source, authorized=True)
    assert thrown(await house.run(script)).code == "LOAD_ERROR"
    assert house.sandbox.pids == []


async def test_arguments_that_are_no_json_are_the_callers_mistake(house: House) -> None:
    with pytest.raises(BadArguments):
        await house.run(js("export function main() {}"), float("nan"))


async def test_a_child_stays_warm_for_the_same_bytes_and_authority_only(house: House) -> None:
    counts = "let n = 0; export const main = () => ++n;"
    assert [value(await house.run(ts(counts))) for _ in range(3)] == [1, 2, 3]
    assert value(await house.run(ts(counts, agent="agent_other"))) == 1
    assert value(await house.run(ts(counts, path="lib/other.ts"))) == 1
    assert value(await house.run(ts(counts))) == 4
    assert value(await house.run(ts(counts, authorized=True))) == 1
    assert value(await house.run(ts(counts + "//"))) == 1
    assert value(await house.run(ts(counts))) == 1


async def test_inline_code_leaves_no_child(house: House) -> None:
    counts = "globalThis.n = (globalThis.n ?? 0) + 1; return globalThis.n;"
    assert [value(await house.run(inline(counts))) for _ in range(2)] == [1, 1]


async def test_executions_at_once_in_one_child_never_mix(house: House) -> None:
    gate = Gate(wanted=8)
    house.answers["wait"] = gate
    script = js("""export async function main(n) {
        await new Promise((done) => setTimeout(done, 10 - n));
        console.log("run", n);
        const [one] = await Promise.all([adf.wait(n), adf.say(n)]);
        queueMicrotask(() => adf.say(n));
        await null;
        return [n, one];
    }""")
    calls = [Invocation(args=(n,)) for n in range(8)]
    runs = [asyncio.create_task(house.sandbox.run(script, call, house.on_call)) for call in calls]
    await gate.reached.wait()
    assert len(house.sandbox.pids) == 1
    gate.open()
    for n, (call, run) in enumerate(zip(calls, runs, strict=True)):
        ended = await run
        assert (value(ended), ended.console.text) == ([n, n], f"run {n}\n")
        own = [each.args for each in house.calls if each.execution_id == call.execution_id]
        assert own == [n, n, n]


async def test_an_execution_id_is_not_to_be_guessed_and_not_to_be_had_in_the_code(house: House) -> None:
    assert len({new_execution_id() for _ in range(1_000)}) == 1_000
    call = Invocation(args=())
    assert len(call.execution_id) == len("exec_") + 32
    script = js("""export async function main() {
        const seen = [];
        const look = (o) => { for (const k of Reflect.ownKeys(o)) { try { seen.push(String(k), String(o[k])); } catch {} } };
        for (let o = globalThis; o; o = Object.getPrototypeOf(o)) look(o);
        look(adf); look(console); seen.push(new Error().stack, String(import.meta.url));
        return seen.join(" ");
    }""")
    seen = value(await house.sandbox.run(script, call, house.on_call))
    assert call.execution_id.removeprefix("exec_") not in seen
    assert "placet:" not in seen


@pytest.mark.parametrize(
    "body",
    [
        "for (;;);",
        "return new Promise(() => {});",
        "for (;;) await null;",
        "return { then() {} };",
        "/^(a+)+$/.test('a'.repeat(50) + 'b'); return 1;",
    ],
)
async def test_code_without_an_end_is_ended_with_its_time(house: House, body: str) -> None:
    ended = await house.run(js(f"export async function main() {{ {body} }}"), time_limit_ms=200)
    assert why(ended) is Why.TIME


async def test_a_source_that_never_loads_is_ended_with_its_time(house: House) -> None:
    assert why(await house.run(js("for (;;); export function main() {}"), time_limit_ms=200)) is Why.TIME


async def test_who_stops_waiting_ends_the_execution_and_its_calls(house: House) -> None:
    gate = Gate()
    house.answers["wait"] = gate
    run = asyncio.create_task(house.run(js(WAITS), 1))
    await gate.reached.wait()
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    assert gate.cancelled == 1
    assert value(await house.run(js("export const main = () => 'next';"))) == "next"


async def test_a_hung_execution_takes_no_other_one_with_it(house: House) -> None:
    gate = Gate()
    house.answers["wait"] = gate
    script = js(WAITS + " export const hang = () => new Promise(() => {});")
    other = asyncio.create_task(house.run(script, "other"))
    await gate.reached.wait()
    assert why(await house.run(script, function="hang", time_limit_ms=200)) is Why.TIME
    gate.open()
    assert value(await other) == "other"


async def test_a_changed_file_gets_a_new_child_and_the_old_one_finishes_its_work(house: House) -> None:
    gate = Gate()
    house.answers["wait"] = gate
    old = asyncio.create_task(house.run(js(WAITS), "old"))
    await gate.reached.wait()
    assert value(await house.run(js("export const main = () => 'new';"))) == "new"
    gate.open()
    assert value(await old) == "old"


async def test_a_killed_file_ends_with_all_that_it_runs(house: House) -> None:
    gate = Gate()
    house.answers["wait"] = gate
    run = asyncio.create_task(house.run(js(WAITS)))
    await gate.reached.wait()
    await house.sandbox.kill(AGENT, "lib/it.js")
    assert house.sandbox.pids == []
    assert why(await run) is Why.REPLACED


@pytest.fixture
async def small() -> AsyncIterator[House]:
    """A sandbox for one child, two when code waits for it."""
    small = House(SandboxLimits(children=1, nested_children=2, wait_ms=20_000))
    async with asyncio.timeout(60):
        yield small
        await small.sandbox.close()


async def test_an_idle_child_makes_room(small: House) -> None:
    assert value(await small.run(ts("export const main = () => 1;", path="a.ts"))) == 1
    (first,) = small.sandbox.pids
    assert value(await small.run(ts("export const main = () => 2;", path="b.ts"))) == 2
    assert small.sandbox.pids != [first]


async def test_who_finds_no_room_in_time_is_told_that_nothing_ran() -> None:
    gate = Gate()
    house = House(SandboxLimits(children=1, wait_ms=50))
    house.answers["wait"] = gate
    async with asyncio.timeout(60):
        run = asyncio.create_task(house.run(js(WAITS)))
        await gate.reached.wait()
        assert why(await house.run(ts("export const main = () => 1;"))) is Why.BUSY
        gate.open()
        await run
        await house.sandbox.close()


async def test_who_waits_for_room_gets_it(small: House) -> None:
    gate = Gate()
    small.answers["wait"] = gate
    first = asyncio.create_task(small.run(js(WAITS), 1))
    await gate.reached.wait()
    second = asyncio.create_task(small.run(ts("export const main = () => 2;")))
    gate.open()
    assert [value(await first), value(await second)] == [1, 2]


@pytest.mark.parametrize(("path", "reason"), [("b.ts", Why.REPLACED), (None, Why.STOPPED)])
async def test_what_still_waits_for_room_is_ended_with_its_file(
    small: House, path: str | None, reason: Why
) -> None:
    gate = Gate(2)
    small.answers["wait"] = gate
    busy = [asyncio.create_task(small.run(ts(WAITS, path="a.ts", agent=it))) for it in ("other", AGENT)]
    await gate.reached.wait()
    killed = asyncio.create_task(small.run(ts("export const main = () => 2;", path="b.ts")))
    spared = asyncio.create_task(small.run(ts("export const main = () => 3;", path="b.ts", agent="other")))
    await asyncio.sleep(0)
    await small.sandbox.kill(AGENT, path)
    assert why(await killed) is reason
    gate.open()
    await asyncio.gather(*busy)
    assert value(await spared) == 3


async def test_no_agent_keeps_another_one_from_its_first_child(small: House) -> None:
    gate = Gate()
    small.answers["wait"] = gate
    first = asyncio.create_task(small.run(js(WAITS)))
    await gate.reached.wait()
    assert value(await small.run(ts("export const main = () => 2;", agent="agent_other"))) == 2
    gate.open()
    await first


async def test_an_agent_that_nests_as_deep_as_it_can_leaves_room_for_others() -> None:
    house = House(SandboxLimits(children=1, nested_children=3, children_per_agent=2, wait_ms=50))
    gate, inner = Gate(), Gate()
    house.answers |= {"wait": gate, "inner": inner}
    async with asyncio.timeout(60):
        first = asyncio.create_task(house.run(js(WAITS)))
        await gate.reached.wait()
        idle = ts("export const main = () => 1;", path="b.ts")
        assert value(await house.run(idle, depth=1)) == 1
        again = ts("export const main = async () => await adf.inner(2);", path="c.ts")
        second = asyncio.create_task(house.run(again, depth=1))  # its own idle child makes room
        await inner.reached.wait()
        assert why(await house.run(idle, depth=1)) is Why.BUSY
        other = ts("export const main = () => 3;", agent="agent_other")
        assert value(await house.run(other, depth=1)) == 3
        gate.open()
        inner.open()
        assert [value(await first), value(await second)] == [None, 2]
        await house.sandbox.close()


async def test_nested_code_has_room_of_its_own_and_waits_for_none(small: House) -> None:
    async def nested(call: MethodCall) -> Any:
        path = f"deep{call.args}.ts"
        inner = ts("export const main = async (n) => n < 3 ? await adf.nested(n + 1) : n;", path=path)
        ended = await small.run(inner, call.args, depth=call.args)
        return value(ended) if call.args < 2 else str(why(ended))

    small.answers["nested"] = nested
    assert (
        value(await small.run(js("export const main = async () => await adf.nested(1);")))
        == "no_free_process"
    )


async def test_a_child_that_is_idle_too_long_is_ended() -> None:
    house = House(SandboxLimits(idle_ms=1))
    async with asyncio.timeout(60):
        await house.run(js("export const main = () => 1;"))
        while house.sandbox.pids:
            await asyncio.sleep(0.01)
        await house.sandbox.close()


async def test_a_closed_sandbox_ends_what_runs_and_runs_nothing_more(house: House) -> None:
    gate = Gate()
    house.answers["wait"] = gate
    run = asyncio.create_task(house.run(js(WAITS)))
    await gate.reached.wait()
    await house.sandbox.close()
    assert why(await run) is Why.STOPPED
    assert house.sandbox.pids == []
    assert why(await house.run(js("export const main = () => 1;"))) is Why.STOPPED


async def test_without_deno_nothing_runs_and_the_reason_is_told() -> None:
    sandbox = Sandbox(None)
    assert await sandbox.why_not() == "Deno, which runs agents' code, isn't installed."
    with pytest.raises(SandboxUnavailable, match="isn't installed"):
        await sandbox.run(js(""), Invocation(), House().on_call)
    await sandbox.close()


async def test_a_deno_that_does_not_start_is_told_as_not_working(tmp_path: Path) -> None:
    sandbox = Sandbox(tmp_path / "deno")
    reason = await sandbox.why_not()
    assert reason == (
        "Deno, which runs agents' code, doesn't work here: The process that the code ran in ended by itself."
    )
    await sandbox.close()


async def test_no_code_reaches_a_child_before_the_sandbox_is_proved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def leaks(deno: Path, allowed: Allowance) -> str:
        return "The sandbox doesn't hold: code can reach node:fs."

    monkeypatch.setattr(probe, "why_not", leaks)
    house = House()
    async with asyncio.timeout(60):
        with pytest.raises(SandboxUnavailable, match="node:fs"):
            await house.run(js("export const main = async () => await adf.x();"))
        await house.sandbox.close()
    assert (house.calls, house.sandbox.pids) == ([], [])


async def test_the_sandbox_is_proved_by_trying_to_get_out() -> None:
    sandbox = Sandbox(find_deno())
    assert await sandbox.why_not() is None
    assert sandbox.pids == []
    await sandbox.close()


@pytest.mark.parametrize(
    "leftover",
    [
        "setTimeout(() => { for (;;); }, 0)",
        "setInterval(() => { for (const end = Date.now() + 50; Date.now() < end;); }, 1)",
        "(async () => { for (;;) await null; })()",
    ],
)
async def test_a_child_in_which_code_works_on_after_its_run_gets_no_other_one(
    house: House, leftover: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(children, "IDLE_LOOK_S", 0.01)
    assert value(await house.run(js(f"export function main() {{ {leftover}; return 1; }}"))) == 1
    while house.sandbox.pids:
        await asyncio.sleep(0.01)


async def test_a_child_that_works_on_is_passed_over_even_before_it_is_looked_at(house: House) -> None:
    script = js("let n = 0; export function main() { setTimeout(() => { for (;;); }, 0); return ++n; }")
    assert value(await house.run(script)) == 1
    (pid,) = house.sandbox.pids
    before = machine.processor_s(pid)
    while machine.processor_s(pid) < before + 0.5:
        await asyncio.sleep(0.01)
    assert value(await house.run(script)) == 1
