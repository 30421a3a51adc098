"""The probe: code that tries to get out, once, before any other code is run here."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, Final

from placet.sandbox import program
from placet.sandbox.child import Child
from placet.sandbox.errors import CodeError
from placet.sandbox.framing import Broken
from placet.sandbox.process import Allowance
from placet.sandbox.runs import Invocation, MethodCall, Returned, Script, Why

PROBE_MS: Final = 10_000
_PLACES: Final = [program.HOST.as_uri(), "node:fs", "node:process", "https://localhost/x.js", "npm:x"]

_OUT = """
const open = new Set<string>();
for (const name of ["Deno", "process", "Worker", "fetch", "localStorage", "SharedArrayBuffer", "WebAssembly"]) {
  if (name in globalThis) open.add(name);
}
for (const place of args.places) {
  for (const how of [undefined, { with: { type: "text" } }, { with: { type: "json" } }]) {
    try { await import(place, how); open.add(place); } catch { }
  }
}
return [...open];
"""


async def why_not(deno: Path, allowed: Allowance) -> str | None:
    """Why code can't be run with this Deno, in a sentence; None when it can: it was tried, and nothing is open."""
    script = Script(agent="placet", path="probe", source=_OUT.encode(), authorized=False, inline=True)
    child = Child(script, deno, allowed, lambda _: None)
    try:
        ended = await child.run(Invocation(args=({"places": _PLACES},), time_limit_ms=PROBE_MS), _refuse)
        if not isinstance(ended.outcome, Returned):
            return f"Deno, which runs agents' code, doesn't work here: {ended.outcome.message}"
        return _judge(ended.outcome.value) or _judge(await _unknown(child))
    except (asyncio.CancelledError, Broken):
        return "Deno, which runs agents' code, ended while it was tried."
    finally:
        child.kill(Why.STOPPED)
        await child.gone()


async def _refuse(_: MethodCall) -> Any:
    raise CodeError("not_enabled", "The probe calls nothing.")


def _judge(reached: Any) -> str | None:
    return f"The sandbox doesn't hold: code can reach {', '.join(map(str, reached))}." if reached else None


async def _unknown(child: Child) -> list[str]:
    """What another Deno than the known one has built in, and the import map doesn't know to close.

    The known one isn't asked: making the list takes it longer than all the rest of the probe.
    """
    if child.deno_version == program.KNOWN_DENO:
        return []
    names = {f"node:{name.removeprefix('node:')}" for name in await child.builtin_modules()}
    return sorted(names - {f"node:{name}" for name in program.MODULES})
