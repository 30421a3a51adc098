"""One execution: what it calls, prints, returns and throws, and the time that it has."""

import asyncio
import contextvars
from typing import Any

import pytest

from placet.sandbox.runs import MethodCall, Why
from tests.sandbox.running import AGENT, Gate, House, js, refusal, thrown, value, why

pytestmark = pytest.mark.anyio


async def test_a_refused_call_is_an_error_with_code_and_message_that_code_can_catch(house: House) -> None:
    house.answers["task_resolve"] = refusal("REQUIRES_AUTHORIZED_CODE", "Only authorized code may do this.")
    script = js("""export async function main() {
        try { await adf.task_resolve({}); } catch (e) { return [e instanceof Error, e.code, e.message]; }
    }""")
    assert value(await house.run(script)) == [
        True,
        "REQUIRES_AUTHORIZED_CODE",
        "Only authorized code may do this.",
    ]


async def test_a_refused_call_that_nobody_catches_is_how_the_run_ends(house: House) -> None:
    house.answers["x"] = refusal("CIRCULAR_CALL", "It goes round.")
    error = thrown(await house.run(js("export const main = async () => { await adf.x(); };")))
    assert (error.code, error.message) == ("CIRCULAR_CALL", "It goes round.")


async def test_a_mistake_of_ours_is_an_internal_error_without_its_words(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    house.answers["x"] = ZeroDivisionError("secret")
    error = thrown(await house.run(js("export const main = async () => { await adf.x(); };")))
    assert error.code == "internal_error"
    assert "secret" not in error.message
    assert "ZeroDivisionError" in caplog.text


async def test_any_name_is_a_method_and_a_method_has_no_parts(house: House) -> None:
    script = js("""export async function main() {
        await adf["any name-1"]({ a: 1 });
        return [typeof adf.x.y, typeof adf.then, typeof adf.toJSON, typeof adf[Symbol.iterator]];
    }""")
    assert value(await house.run(script)) == ["undefined"] * 4
    assert house.called() == ["any name-1"]


async def test_a_call_takes_one_object_that_is_json(house: House) -> None:
    script = js("""export async function main() {
        const codes = [];
        for (const bad of [[1, 2], [() => 1]]) {
            try { await adf.x(...bad); } catch (e) { codes.push(e.code); }
        }
        for (const bad of [1n, { get x() { throw new TypeError("mine"); } }]) {
            try { await adf.x(bad); } catch (e) { codes.push(e.name); }
        }
        await adf.x("\\ud800").catch((e) => codes.push(e.code));
        return codes;
    }""")
    assert value(await house.run(script)) == [
        "bad_arguments",
        "bad_arguments",
        "TypeError",
        "TypeError",
        "bad_arguments",
    ]
    assert house.calls == []


@pytest.mark.parametrize(
    "result",
    [
        "1n",
        "() => 1",
        "Symbol('x')",
        "'\\ud800'",
        "(() => { const a = []; a.push(a); return a; })()",
        "{ toJSON() { throw 1; } }",
        "new Proxy({}, { ownKeys() { throw new Error('no'); } })",
        "JSON.parse('['.repeat(70) + ']'.repeat(70))",
        "'x'.repeat(2_000_000)",
    ],
)
async def test_a_result_that_is_no_json_ends_in_bad_result(house: House, result: str) -> None:
    script = js(f"export const main = () => ({result}); export const other = () => 'still here';")
    assert thrown(await house.run(script)).code == "BAD_RESULT"
    assert value(await house.run(script, function="other")) == "still here"


async def test_numbers_that_json_lacks_become_null_as_javascript_has_it(house: House) -> None:
    assert value(await house.run(js("export const main = () => [NaN, Infinity, undefined, -0, 1e21];"))) == [
        None,
        None,
        None,
        0,
        1e21,
    ]


async def test_the_console_is_kept_line_by_line_up_to_its_room(house: House) -> None:
    script = js("""console.log("loading");
    export function main() { console.log("a", 1, { b: [true] }, null); console.error(new Error("c")); }
    export function flood() { for (let i = 0; i < 100_000; i++) console.log("x".repeat(100)); return 1; }""")
    ended = await house.run(script)
    assert ended.console.text.splitlines()[:3] == ["loading", 'a 1 {"b":[true]} null', "Error: c"]
    assert not ended.console.cut
    flooded = await house.run(script, function="flood", console_bytes=1_000)
    assert (value(flooded), flooded.console.cut) == (1, True)
    assert 900 <= len(flooded.console.text) <= 1_000


async def test_what_was_printed_before_a_kill_is_kept(house: House) -> None:
    gate = Gate()
    house.answers["wait"] = gate
    script = js("export function main() { console.log('so far'); adf.wait(); for (;;); }")
    run = asyncio.create_task(house.run(script))
    await gate.reached.wait()
    await house.sandbox.kill(AGENT)
    ended = await run
    assert (why(ended), ended.console.text) == (Why.STOPPED, "so far\n")


async def test_an_error_that_nobody_catches_is_printed_and_ends_nothing(house: House) -> None:
    script = js("""export async function main() {
        Promise.reject(new Error("first"));
        setTimeout(() => { throw new Error("second"); }, 0);
        await new Promise((done) => setTimeout(done, 20));
        return "fine";
    }""")
    ended = await house.run(script)
    assert value(ended) == "fine"
    assert "Uncaught Error: first" in ended.console.text
    assert "Uncaught Error: second" in ended.console.text


async def test_a_call_carries_the_context_of_whoever_ran_the_code(house: House) -> None:
    who: contextvars.ContextVar[str] = contextvars.ContextVar("who", default="nobody")

    async def tell(_: MethodCall) -> str:
        return who.get()

    house.answers["who"] = tell

    async def run(name: str) -> Any:
        who.set(name)
        return value(await house.run(js("export const main = async () => await adf.who();")))

    assert await asyncio.gather(run("one"), run("two")) == ["one", "two"]


async def test_a_run_returns_when_the_calls_that_it_left_behind_are_answered(house: House) -> None:
    gate = Gate()
    house.answers["wait"] = gate
    run = asyncio.create_task(house.run(js("export function main() { adf.wait(); return 'back'; }")))
    await gate.reached.wait()
    assert not run.done()
    gate.open()
    assert value(await run) == "back"


async def test_calls_left_behind_are_cancelled_with_the_time(house: House) -> None:
    gate = Gate()
    house.answers["wait"] = gate
    script = js("export function main() { adf.wait(); return 'back'; } export const warm = () => 1;")
    await house.run(script, function="warm")
    ended = await house.run(script, time_limit_ms=1_000)
    assert (value(ended), gate.cancelled) == ("back", 1)


async def test_code_that_outlives_its_run_may_call_nothing_any_more(house: House) -> None:
    script = js("""let late; let turns = 0;
    export function main() {
        setInterval(() => { turns++; adf.late({ turns }).catch((e) => { late = e.code; }); }, 1);
        return "returned";
    }
    export async function look() {
        const from = turns;
        while (turns < from + 3) await new Promise((done) => setTimeout(done, 1));
        return late;
    }""")
    assert value(await house.run(script)) == "returned"
    before = len(house.calls)
    assert value(await house.run(script, function="look")) == "no_execution"
    assert len(house.calls) == before


async def test_code_may_call_nothing_while_it_loads(house: House) -> None:
    script = js(
        "let code; try { await adf.x(); } catch (e) { code = e.code; } export const main = () => code;"
    )
    assert value(await house.run(script)) == "no_execution"
    assert house.calls == []


async def test_too_many_open_calls_are_refused_in_the_code(house: House) -> None:
    gate = Gate(wanted=64)
    house.answers["wait"] = gate
    script = js("""export async function main() {
        const all = Array.from({ length: 100 }, () => adf.wait());
        await Promise.allSettled(all.slice(64));
        await adf.refused?.call;
        return (await Promise.allSettled(all)).filter((it) => it.reason?.code === "too_many_calls").length;
    }""")
    run = asyncio.create_task(house.run(script))
    await gate.reached.wait()
    gate.open()
    assert value(await run) == 36
    assert len(house.calls) == 64


async def test_the_clock_stands_still_while_somebody_decides(house: House) -> None:
    async def decide(call: MethodCall) -> str:
        with call.clock.paused():
            await asyncio.sleep(2.5)  # longer than the limit: that time passes is the matter here
        return "decided"

    house.answers["ask"] = decide
    script = js("export const main = async () => await adf.ask(); export const warm = () => 1;")
    await house.run(script, function="warm")
    assert value(await house.run(script, time_limit_ms=2_000)) == "decided"


async def test_code_that_works_on_while_somebody_decides_uses_up_its_time(house: House) -> None:
    gate = Gate()

    async def decide(call: MethodCall) -> Any:
        with call.clock.paused():
            return await gate(call)

    house.answers["ask"] = decide
    script = js("export async function main() { adf.ask(); for (;;); } export const warm = () => 1;")
    await house.run(script, function="warm")
    assert (why(await house.run(script, time_limit_ms=1_000)), gate.cancelled) == (Why.TIME, 1)
