"""Code that bends the objects of its own realm: the bridge keeps working, and gives nothing away.

Whatever it won there, it could speak for its own executions only; so these prove that a run ends as it should and that
what comes out is what the code said, not that a secret is kept.
"""

import asyncio
from typing import Any

import pytest

from placet.sandbox.runs import MethodCall, Why
from tests.sandbox.running import House, js, thrown, value, why

pytestmark = pytest.mark.anyio

EVERYTHING = """
const told = JSON.stringify;
let seen = "";
const note = (it, more) => {
    try { seen += typeof it === "string" ? it : told(it); } catch { }
    if (more !== undefined) note(more);
};
"""

TRICKS = {
    "JSON": "JSON.parse = JSON.stringify = (it) => { note(it); return '{\"forged\":true}'; };",
    "Promise": "globalThis.Promise = class { constructor() { throw new Error('forged'); } };",
    "then": "try { Promise.prototype.then = function () { note('then'); }; } catch { }",
    "Promise's constructor": """try {
        Object.defineProperty(Promise.prototype, 'constructor', { get() { note('constructor'); throw 1; } });
    } catch { }""",
    "Map": "Map.prototype.get = Map.prototype.set = function (it, more) { note(this, it); note(more); return {}; };",
    "strings": """for (const name of ['slice', 'indexOf', 'replaceAll', 'split', 'toString', 'charAt']) {
        String.prototype[name] = function () { note(String(this)); return 'forged'; };
    }
    String.prototype[Symbol.replace] = () => 'forged';""",
    "arrays": """Array.prototype[Symbol.iterator] = function* () { note(this); };
    Object.defineProperty(Array.prototype, '0', { set(it) { note(it); }, get() { return 'forged'; } });
    Array.prototype.join = Array.prototype.map = () => 'forged';""",
    "objects": """for (const name of 'toJSON then get code data transfer ended most room open'.split(' ')) {
        Object.defineProperty(Object.prototype, name, {
            configurable: true, get() { note(this); return undefined; }, set(it) { note(it); },
        });
    }""",
    "functions": """for (const name of ['call', 'apply', 'bind']) {
        Function.prototype[name] = function () { note(name); };
    }
    Reflect.apply = () => 'forged';""",
    "events": """for (const kind of [EventTarget, MessagePort, MessageEvent, Event]) {
        for (const name of Object.getOwnPropertyNames(kind.prototype)) {
            try { kind.prototype[name] = function (it) { note(this, it); }; } catch { }
        }
    }
    try { addEventListener('message', (event) => note(event.data)); } catch { }""",
    "errors": """globalThis.Error = function () { note('error'); return { code: 'forged' }; };
    Error.prepareStackTrace = (it) => note(it);""",
    "text coding": "globalThis.TextEncoder = globalThis.TextDecoder = class { encode() { return new Uint8Array(9); } };",
    "symbols of the realm": """for (const key of Object.getOwnPropertySymbols(globalThis)) {
        try { note(globalThis[key]); globalThis[key] = undefined; } catch { }
    }""",
    "the proxy": """try { globalThis.adf = { x: () => 'forged' }; } catch { }
    try { Object.defineProperty(globalThis, 'adf', { value: { x: () => 'forged' } }); } catch { }
    try { delete globalThis.adf; } catch { }
    try { adf.x = () => 'forged'; } catch { }
    try { Object.setPrototypeOf(adf, { x: () => 'forged' }); } catch { }
    try { adf.x.call = adf.x.apply = () => 'forged'; } catch { }""",
    "the proxy's making": "globalThis.Proxy = function () { note('proxy'); return { x: () => 'forged' }; };",
    "regular expressions": "RegExp.prototype.exec = RegExp.prototype.test = () => { note('exec'); return null; };",
    "freezing": "Object.freeze(Object.prototype); Object.freeze(Function.prototype); Object.freeze(Map.prototype);",
}

SELF_HARM = {"arrays", "objects", "functions"}
"""These bend what Deno itself stands on, so that the code hears no answer any more. It is ended with its time."""


@pytest.mark.parametrize(("name", "trick"), TRICKS.items(), ids=TRICKS)
async def test_a_bent_realm_forges_no_call_no_answer_and_no_result(
    house: House, name: str, trick: str
) -> None:
    async def answer(call: MethodCall) -> Any:
        return {"n": call.args["n"] + 1}

    house.answers["x"] = answer
    script = js(f"""{EVERYTHING}
        export async function main(n) {{
            {trick}
            const first = await adf.x({{ n }});
            const second = await adf.x({{ n: first.n }});
            return {{ n: second.n, own: typeof seen }};
        }}
        export async function again(n) {{ return (await adf.x({{ n }})).n; }}""")
    ended = await house.run(script, 1, time_limit_ms=800 if name in SELF_HARM else 20_000)
    if name in SELF_HARM:
        assert why(ended) is Why.TIME
        assert [(call.method, call.args) for call in house.calls] in ([], [("x", {"n": 1})])
    else:
        assert value(ended) == {"n": 3, "own": "string"}
        assert value(await house.run(script, 5, function="again")) == 6
        assert [call.args["n"] for call in house.calls] == [1, 2, 5]


@pytest.mark.parametrize("trick", TRICKS.values(), ids=TRICKS)
async def test_a_bent_realm_sees_no_execution_id(house: House, trick: str) -> None:
    script = js(f"""{EVERYTHING}
        {trick}
        export async function main() {{
            try {{ await adf.x({{ n: 1 }}); }} catch {{ }}
            return seen;
        }}""")
    said = str(await house.run(script, time_limit_ms=800))
    for call in house.calls:
        assert call.execution_id not in said
    assert "exec_" not in said


FORGERIES = {
    "stdout of Deno": "Deno.stdout.writeSync(new TextEncoder().encode(frame))",
    "stdout of process": "process.stdout.write(frame)",
    "descriptor 1": "(await import('node:fs')).writeSync(1, frame)",
    "descriptor 0": "(await import('node:fs')).readSync(0, new Uint8Array(99))",
    "stdin of Deno": "await Deno.stdin.read(new Uint8Array(99))",
    "a worker": "new Worker('data:text/javascript,Deno.stdout.writeSync(new Uint8Array(9))', { type: 'module' })",
    "the console": "console.log(frame)",
    "the prompt": "prompt(frame)",
    "the message of the realm": "postMessage(frame)",
    "a port of its own": "new MessageChannel().port1.postMessage(frame)",
    "an event of its own": "dispatchEvent(new MessageEvent('message', { data: frame }))",
    "the names of the contexts": "(await import('placet:contexts')).AsyncLocalStorage",
    "the contexts": "(await import('node:async_hooks')).AsyncLocalStorage",
}


@pytest.mark.parametrize("expression", FORGERIES.values(), ids=FORGERIES)
async def test_code_can_not_speak_past_the_bridge(house: House, expression: str) -> None:
    script = js(f"""export async function main() {{
        const frame = "0 call exec_0 1 8\\n\\"x\\"\\nnull\\n";
        try {{ {expression}; }} catch {{ }}
        return "still here";
    }}""")
    assert value(await house.run(script)) == "still here"
    assert value(await house.run(script)) == "still here"
    assert house.calls == []


async def test_no_stack_tells_code_where_the_bridge_was_loaded_from(house: House) -> None:
    script = js("""const found = [];
        const tell = (_, sites) => {
            for (const it of sites) found.push(it.getFileName(), it.getScriptNameOrSourceURL(), String(it.getEvalOrigin()));
            return "";
        };
        try { Error.prepareStackTrace = tell; } catch { }
        try { Object.defineProperty(Error, "prepareStackTrace", { value: tell }); } catch { }
        try { TypeError.prepareStackTrace = tell; } catch { }
        export async function main() {
            const seen = [new Error().stack];
            try { null.x; } catch (e) { seen.push(e.stack); }
            const it = {}; Error.captureStackTrace(it); seen.push(it.stack);
            return [found, seen.some((it) => it.includes("main"))];
        }""")
    assert value(await house.run(script)) == [[], True]


async def test_a_file_can_not_speak_for_another_file(house: House) -> None:
    entered, leave = asyncio.Event(), asyncio.Event()

    async def wait(_: MethodCall) -> str:
        entered.set()
        await leave.wait()
        return "mine"

    house.answers["wait"] = wait
    victim = asyncio.create_task(house.run(js("export const main = async () => await adf.wait();")))
    await entered.wait()
    thief = js("""globalThis.stolen = 1;
        export async function main(id) {
            try { await adf.steal({ execution_id: id, _execution: id, _authorized: true }); } catch { }
            return typeof globalThis.stolen;
        }""")
    mine = house.calls[0].execution_id
    await house.run(
        thief.__class__(agent="agent_thief", path="t.js", source=thief.source, authorized=False), mine
    )
    stolen = [call for call in house.calls if call.method == "steal"]
    assert [call.execution_id == mine for call in stolen] == [False]
    leave.set()
    assert value(await victim) == "mine"


async def test_an_error_that_fights_back_still_ends_the_run(house: House) -> None:
    script = js("""export function getters() {
            throw new Proxy({}, { get() { throw new Error("again"); }, getPrototypeOf() { throw 1; } });
        }
        export function huge() { throw Object.assign(new Error("x".repeat(5e6)), { code: "y".repeat(5e6) }); }
        export function nothing() { throw undefined; }
        export function symbol() { throw Symbol("s"); }
        export function half() { throw new Error("\\ud800"); }
        export function thenable() { return { get then() { throw Object.assign(new Error("t"), { code: "T" }); } }; }""")
    for function in ("getters", "huge", "nothing", "symbol", "half", "thenable"):
        error = thrown(await house.run(script, function=function))
        assert error.code == ("T" if function == "thenable" else "FN_ERROR")
        assert len(error.message) <= 8_000
        assert len(error.stack) <= 8_000
