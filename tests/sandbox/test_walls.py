"""Code reads no file, no environment and no network, by no door that Deno has (DECISIONS T19)."""

import json
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest

from placet.sandbox import program
from tests.sandbox.running import House, inline, thrown, ts, value

pytestmark = pytest.mark.anyio

SECRET = "the-secret-of-this-machine"


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A file that anybody on this machine may read."""
    path = tmp_path / "secret.json"
    path.write_text(json.dumps(SECRET))
    return path


class Listener:
    """A web server on this machine that counts who came."""

    def __init__(self) -> None:
        self.visits: list[str] = []
        visits = self.visits

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                visits.append(self.path)
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/it.js"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def listener() -> Iterator[Listener]:
    listener = Listener()
    yield listener
    listener.close()


STATIC = [
    "import it from '{url}' with {{ type: 'json' }}; export const main = () => it;",
    "import it from '{url}' with {{ type: 'text' }}; export const main = () => it;",
    "import it from '{url}' with {{ type: 'bytes' }}; export const main = () => it;",
    "import * as it from '{url}'; export const main = () => it;",
    "export {{ default as main }} from '{url}';",
    "import it from '{path}' with {{ type: 'json' }}; export const main = () => it;",
    "import it = require('{path}'); export const main = () => it;",
]
DYNAMIC = [
    "await import('{url}', {{ with: {{ type: 'json' }} }})",
    "await import('{url}', {{ with: {{ type: 'text' }} }})",
    "await import('{url}')",
    "await import('{path}')",
    "await import(['{url}', ''].join(''), {{ with: {{ type: 'text' }} }})",
    "await import('data:text/javascript,' + encodeURIComponent(`export * from '{url}' with {{ type: 'json' }}`))",
    "await import(URL.createObjectURL(new Blob([`export * from '{url}'`], {{ type: 'text/javascript' }})))",
    "await (0, eval)(`import('{url}', {{ with: {{ type: 'text' }} }})`)",
    "await new Function('u', 'return import(u, {{ with: {{ type: \"text\" }} }})')('{url}')",
    "await new Worker('{url}', {{ type: 'module' }})",
    "await fetch('{url}').then((it) => it.text())",
    "Deno.readTextFileSync('{path}')",
    "process.getBuiltinModule('node:fs').readFileSync('{path}', 'utf8')",
    "require('node:fs').readFileSync('{path}', 'utf8')",
    "new XMLHttpRequest().open('GET', '{url}')",
    "importScripts('{url}')",
    "(await import('node:fs')).readFileSync('{path}', 'utf8')",
    "(await import('NODE:fs')).readFileSync('{path}', 'utf8')",
    "(await import('node:%66s')).readFileSync('{path}', 'utf8')",
    "(await import('node:fs?x')).readFileSync('{path}', 'utf8')",
    "(await import('node:module')).createRequire('{url}')('{path}')",
]


@pytest.mark.parametrize("source", STATIC)
async def test_no_static_import_reads_a_file(house: House, secret: Path, source: str) -> None:
    ended = await house.run(ts(source.format(url=secret.as_uri(), path=secret)))
    assert thrown(ended).code == "LOAD_ERROR"
    assert SECRET not in str(ended)


@pytest.mark.parametrize("expression", DYNAMIC)
async def test_no_expression_reads_a_file(house: House, secret: Path, expression: str) -> None:
    body = expression.format(url=secret.as_uri(), path=secret)
    ended = await house.run(inline(f"try {{ return [{body}]; }} catch (e) {{ return 'refused: ' + e; }}"))
    assert value(ended).startswith("refused: ")
    assert SECRET not in str(ended)


def test_as_denos_entry_the_same_source_would_read_it(tmp_path: Path, secret: Path) -> None:
    entry = tmp_path / "entry.ts"
    entry.write_text(f"import it from '{secret.as_uri()}' with {{ type: 'json' }}; console.log(it);")
    words = [str(program.find_deno()), "run", "--no-prompt", "--no-config", "--no-lock", str(entry)]
    done = subprocess.run(words, capture_output=True, text=True, env=program.ENVIRONMENT, check=True)
    assert done.stdout.strip() == SECRET


async def test_our_own_file_is_no_more_readable_than_any_other(house: House) -> None:
    source = (
        f"import it from '{program.HOST.as_uri()}' with {{ type: 'text' }}; export const main = () => it;"
    )
    assert thrown(await house.run(ts(source))).code == "LOAD_ERROR"


async def test_the_host_file_that_is_loaded_already_gives_nothing_away(house: House) -> None:
    body = f"try {{ return Object.keys(await import('{program.HOST.as_uri()}')); }} catch {{ return []; }}"
    assert value(await house.run(inline(body))) == []


@pytest.mark.parametrize("specifier", ["npm:left-pad", "jsr:@std/path", "https://localhost/x.js", "left-pad"])
async def test_no_package_is_fetched(house: House, specifier: str) -> None:
    assert (
        thrown(await house.run(ts(f"import it from '{specifier}'; export const main = () => it;"))).code
        == "LOAD_ERROR"
    )
    body = f"try {{ await import('{specifier}'); return 'in'; }} catch {{ return 'refused'; }}"
    assert value(await house.run(inline(body))) == "refused"


@pytest.mark.parametrize(
    "expression",
    [
        "await import('{url}')",
        "await import('{url}', {{ with: {{ type: 'text' }} }})",
        "await fetch('{url}')",
        "new WebSocket('{url}'.replace('http', 'ws'))",
        "new EventSource('{url}')",
        "await Deno.connect({{ hostname: '127.0.0.1', port: {port} }})",
        "(await import('node:net')).connect({port}, '127.0.0.1')",
        "navigator.sendBeacon('{url}')",
    ],
)
async def test_nothing_reaches_the_network(house: House, listener: Listener, expression: str) -> None:
    body = expression.format(url=listener.url, port=listener.url.split(":")[2].split("/")[0])
    ended = await house.run(inline(f"try {{ {body}; return 'in'; }} catch (e) {{ return 'refused'; }}"))
    assert value(ended) == "refused"
    assert listener.visits == []


async def test_a_listener_would_notice_a_visit(listener: Listener) -> None:
    async with httpx.AsyncClient() as client:
        await client.get(listener.url)
    assert listener.visits == ["/it.js"]


async def test_no_module_that_is_built_in_can_be_imported(house: House) -> None:
    body = """const open = [];
        for (const name of args) {
            for (const at of [`node:${name}`, `NODE:${name}`, `node:${name}#x`, name]) {
                try { await import(at); open.push(at); } catch { }
            }
        }
        return open;"""
    assert value(await house.run(inline(body), list(program.MODULES))) == []


async def test_nothing_of_deno_and_no_door_of_the_browser_is_left(house: House) -> None:
    names = """Deno process Buffer global require module Worker SharedWorker fetch WebSocket EventSource
        localStorage sessionStorage caches indexedDB navigator location prompt confirm alert close
        postMessage onmessage importScripts XMLHttpRequest SharedArrayBuffer WebAssembly GPU
        BroadcastChannel CacheStorage reportError setImmediate createImageBitmap Blob File"""
    body = """const found = [];
        for (const name of args) if (name in globalThis || eval(`typeof ${name}`) !== "undefined") found.push(name);
        return found;"""
    assert value(await house.run(inline(body), names.split())) == []


async def test_what_is_global_is_on_the_list_and_nothing_else(house: House) -> None:
    guest = program.GUEST.read_text(encoding="utf-8")
    listed = set(guest[guest.index("const KEPT") : guest.index("]);")].replace('"', " ").split())
    body = """const names = new Set();
        for (let o = globalThis; o !== Object.prototype; o = Object.getPrototypeOf(o)) {
            for (const name of Object.getOwnPropertyNames(o)) names.add(name);
        }
        return [...names].sort();"""
    ours = {
        "adf",
        "console",
        "constructor",
        "addEventListener",
        "removeEventListener",
        "dispatchEvent",
        "getParent",
    }
    assert set(value(await house.run(inline(body)))) - listed - ours == set()
