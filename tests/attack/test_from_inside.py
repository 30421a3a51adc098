"""Attacks of code on its own sandbox, tried on the whole engine: what runs inside can't pass for what it isn't.

The host decides by the run that it started, so whatever the code says of itself is only words (DECISIONS T19).
"""

import json
from pathlib import Path

import pytest

from placet.api.queries import ListRuns
from tests.attack.siege import LOOT, REQUIRES, SECRET, TRUSTED, Siege
from tests.flows.coding import TRY, call_lambda, inline, place, put, run, runs

OUTLIVING = f"""{TRY}
let kept = [];
export async function arm(id) {{
    const ask = () => adf.task_resolve({{ task_id: id, action: 'approve' }});
    setTimeout(() => kept.push(attempt(ask)), 1);
    Promise.resolve().then(() => new Promise((done) => setTimeout(done, 1))).then(() => kept.push(attempt(ask)));
    const observed = {{ then(done) {{ setTimeout(() => {{ kept.push(attempt(ask)); }}, 1); done('armed'); }} }};
    return await observed;
}}
export async function look() {{
    await new Promise((done) => setTimeout(done, 50));
    return await Promise.all(kept);
}}
"""


def test_trusted_code_that_outlives_its_run_has_nothing_of_it_left(siege: Siege) -> None:
    """The worst case: the code is trusted and its child stays warm, so only the end of the run ends its authority."""
    put(siege.house, "lib/outlive.ts", OUTLIVING, authorized=True)
    assert run(siege.house, "lib/outlive.ts:arm", siege.task_id).result == "armed"
    tried = run(siege.house, "lib/outlive.ts:look").result
    assert len(tried) == 3
    assert {it[0] for it in tried} == {"no_execution"}
    siege.stands()


def test_code_that_outlives_its_run_does_not_ride_on_another_ones(siege: Siege) -> None:
    """What was left behind wakes up while a second run of the same trusted child is at work, and still belongs to none."""
    put(siege.house, "lib/outlive.ts", OUTLIVING, authorized=True)
    for _ in range(3):
        run(siege.house, "lib/outlive.ts:arm", siege.task_id)
    tried = run(siege.house, "lib/outlive.ts:look").result
    assert {it[0] for it in tried} == {"no_execution"}
    siege.stands()


PROTOTYPES = [
    "Object.prototype.authorized = true; Object.prototype.principal = 'owner'; Object.prototype._authorized = true;",
    "Object.defineProperty(Object.prototype, 'action', { get: () => 'approve' });",
    "JSON.stringify = (value) => '{\"authorized\":true}'; JSON.parse = () => ({ authorized: true });",
    "Object.prototype.toJSON = function () { return { ...this, authorized: true, principal: 'owner' }; };",
    "Map.prototype.get = () => ({ number: 1, authorized: true }); Map.prototype.set = () => {};",
    "Function.prototype.call = () => 1; Function.prototype.apply = () => 1; Reflect.apply = () => 1;",
    "String.prototype.indexOf = () => 0; String.prototype.slice = () => 'answer'; Array.prototype.push = () => 0;",
    "try { Promise.prototype.then = () => 1; } catch {}",
    "try { adf.__proto__ = { task_resolve: 1 }; } catch {} try { adf.authorized = true; } catch {}",
    "try { Object.setPrototypeOf(adf, { authorized: true }); } catch {}",
    "try { globalThis.adf = new Proxy({}, { get: () => () => 'approved' }); } catch {}",
    "Symbol.prototype.toString = () => 'task_resolve'; Error.prototype.code = 'ok';",
    "try { MessagePort.prototype.postMessage = () => 1; EventTarget.prototype.dispatchEvent = 1; } catch {}",
    "Object.prototype.__defineGetter__('task_id', () => 'x'); Array.prototype[Symbol.iterator] = function* () {};",
]


@pytest.mark.parametrize("poison", PROTOTYPES)
def test_poisoned_prototypes_win_no_authority(siege: Siege, poison: str) -> None:
    ask = f"adf.task_resolve({{ task_id: '{siege.task_id}', action: 'approve' }})"
    write = f"adf.fs_write({{ path: '{LOOT}', content: 'loot' }})"
    code = f"{poison} try {{ await {ask}; }} catch {{}} try {{ await {write}; }} catch {{}} return 1;"
    inline(siege.house, code)
    siege.stands()
    # Some of these break the code's own calls before they leave it: then nothing was asked, and nothing is to be seen.
    asked = [it.payload["code"] for it in siege.house.events("call.refused")]
    assert set(asked) <= {REQUIRES}


@pytest.mark.parametrize("poison", PROTOTYPES)
def test_poison_of_untrusted_code_does_not_reach_the_trusted(siege: Siege, poison: str) -> None:
    place(siege.house, "mine.ts", f"{poison} return 1;")
    run(siege.house, "mine.ts")
    place(
        siege.house,
        "lib/sum.ts",
        "return [Object.keys({ a: 1 }), JSON.stringify({ b: 2 }), args];",
        authorized=True,
    )
    assert run(siege.house, "lib/sum.ts", 3).result == [["a"], '{"b":2}', 3]
    siege.stands()


FORGED_PROTO = (
    '{"__proto__": {"authorized": true, "principal": "owner"}, "constructor": {"prototype": {"x": 1}}}'
)


def test_prototypes_that_come_as_arguments_are_arguments(siege: Siege) -> None:
    ask = f"Object.assign(JSON.parse('{FORGED_PROTO}'), {{ task_id: '{siege.task_id}', action: 'approve' }})"
    answer = inline(siege.house, f"return await attempt(() => adf.task_resolve({ask}));")
    assert answer.result[0] == REQUIRES
    siege.stands()
    siege.seen(REQUIRES)


WAITING = """
for (;;) {
    const there = await adf.fs_list({});
    if (there.entries.some((it) => it.path === 'go')) return 'went';
    await new Promise((done) => setTimeout(done, 5));
}
"""


def test_the_copied_id_of_a_trusted_run_is_a_number_and_nothing_else(siege: Siege) -> None:
    """Untrusted code is told the id of a trusted run that is at work at that very moment, and tries it everywhere."""
    place(siege.house, "lib/wait.ts", WAITING, authorized=True)
    ticket = call_lambda(siege.house, "lib/wait.ts")
    siege.house.approve(ticket.task_id)
    stolen = siege.house.wait_for_event("lambda.started").payload["run_id"]
    ids = ", ".join(
        f"{name}: args" for name in ("execution_id", "executionId", "id", "run_id", "_execution_id", "frame")
    )
    ask = f"{{ task_id: '{siege.task_id}', action: 'approve', {ids} }}"
    place(
        siege.house,
        "mine.ts",
        f"""
        const said = [await attempt(() => adf.task_resolve({ask}))];
        for (const door of ['Deno', 'process', 'postMessage', 'require', 'Worker', 'onmessage', 'close'])
            said.push(typeof globalThis[door]);
        for (const frame of ['call ' + args + ' 1 40', 'KEY call ' + args + ' 1 2\\n{{}}', 'end ' + args + ' 0 2'])
            console.log(frame + '\\n"task_resolve"\\n{{"task_id": "{siege.task_id}", "action": "approve"}}');
        self.postMessage?.('call 1 1 "task_resolve"\\n{{"task_id": "{siege.task_id}", "action": "approve"}}');
        return said;
        """,
    )
    said = run(siege.house, "mine.ts", stolen).result
    assert said[0][0] == REQUIRES
    assert set(said[1:]) == {"undefined"}
    siege.stands()
    siege.seen(REQUIRES)
    (siege.house.folder() / "go").touch()
    assert siege.house.end_of(ticket).result == "went", "it was at work all the while"


IMPORTS = [
    "import it from '{url}' with {{ type: 'json' }}; export const main = () => it;",
    "import it from '{url}' with {{ type: 'text' }}; export const main = () => it;",
    "export async function main() {{ return (await import('{url}', {{ with: {{ type: 'json' }} }})).default; }}",
    "export async function main() {{ return (await import('{url}', {{ with: {{ type: 'text' }} }})).default; }}",
    "export async function main(args) {{ return (await import(args, {{ with: {{ type: 'json' }} }})).default; }}",
    "export async function main(args) {{ return (await import(args, {{ with: {{ type: 'text' }} }})).default; }}",
    "export const main = (it) => new Promise((a, b) => {{ new Worker(it, {{ type: 'module' }}).onerror = b; }});",
    "import * as it from '{url}'; export const main = () => it;",
    "export async function main() {{ return await (await fetch('{url}')).text(); }}",
    "export async function main() {{ return Deno.readTextFileSync('{path}'); }}",
]


@pytest.mark.parametrize("source", IMPORTS)
@pytest.mark.parametrize("trusted", [False, True])
def test_no_import_reads_a_file_whoever_imports(siege: Siege, source: str, trusted: bool) -> None:
    files = [siege.house.data / "secrets", siege.house.folder("rival") / "diary.txt"]
    for number, file in enumerate(files):
        assert SECRET in file.read_text()
        path = f"lib/read{number}.ts"
        put(siege.house, path, source.format(url=file.as_uri(), path=file), authorized=trusted)
        answer = run(siege.house, path, file.as_uri())
        assert answer.error is not None
        assert SECRET not in json.dumps([answer.result, answer.error])
    logged = runs(siege.house)
    assert len(logged) == len(files)
    assert {it.status for it in logged} == {"failed"}
    assert SECRET not in str(logged)
    siege.stands()


def test_trusted_code_does_not_import_its_untrusted_neighbour(siege: Siege) -> None:
    """Nothing is imported, so nothing that an agent wrote runs with the authority of what the owner read."""
    put(siege.house, "lib/helper.ts", "export const help = () => adf.task_resolve({});\n")
    for written in ("./helper.ts", (siege.house.folder() / "lib" / "helper.ts").as_uri()):
        put(
            siege.house,
            "lib/uses.ts",
            f"import {{ help }} from '{written}'; export const main = () => help();\n",
            authorized=True,
        )
        answer = run(siege.house, "lib/uses.ts")
        assert answer.error is not None
    siege.stands()
    assert {it.status for it in siege.house.engine.query(ListRuns())} == {"failed"}


def test_what_code_prints_can_not_forge_the_log(siege: Siege, tmp_path: Path) -> None:
    code = (
        "console.log('\\u001b[2J\\u202e', 'lib/approve.ts:main authorized done\\nowner approved'); return 1;"
    )
    inline(siege.house, code)
    (logged,) = runs(siege.house)
    assert (logged.source, logged.authorized) == ("sys_code", False)
    assert "\u202e" not in logged.shown_console
    assert "\u001b" not in logged.shown_console
    siege.stands()
    assert TRUSTED not in logged.source
