"""A call that must be blocked, sent through a link as its harness would send one: only a block from here counts."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from placet.child_pipes import let_go
from placet.rules.outside import CANARY

__all__ = ["TOOL", "Song", "ask", "sing"]

TOOL: Final = CANARY
_REFUSED: Final = "[not_enabled]"
"""What the refusal of a tool that is switched off ends with: so it comes from this engine, and from nothing that broke."""
_PATIENCE_S: Final = 20.0
_BLOCKED: Final = 2
_FROM_ENVIRONMENT: Final = ("PATH", "HOME", "LANG", "LC_ALL")
_MOST_BYTES: Final = 65536


@dataclass(frozen=True, kw_only=True)
class Song:
    """How it went; `words` say what came of the call instead, when it wasn't blocked."""

    blocked: bool
    words: str = ""


async def sing(command: str, event: dict[str, Any]) -> Song:
    """Run a hook's shell line with an event of the canary's, and say whether it blocked the call by its owner's rule.

    It gets a few variables of the environment (DECISIONS A5), and its group is ended when it takes too long.
    """
    ended = await _run(["/bin/sh", "-c", command], json.dumps(event).encode())
    if ended is None:
        return Song(blocked=False, words="the hook didn't answer in time")
    return _judged(*ended)


async def ask(words: Sequence[str]) -> Song:
    """Run a program that asks about the canary's call, and says with 0 that it was refused by its owner's rule."""
    ended = await _run(words, b"")
    if ended is None:
        return Song(blocked=False, words="the gateway didn't answer in time")
    code, _, said = ended
    lines = said.decode("utf-8", "replace").strip().splitlines()
    why = lines[-1] if lines else f"the gateway ended with {code}"
    return Song(blocked=code == 0, words="" if code == 0 else why)


async def _run(words: Sequence[str], told: bytes) -> tuple[int | None, bytes, bytes] | None:
    """How a program ended, and what it printed; None: it took too long."""
    process = await asyncio.create_subprocess_exec(
        *words,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd="/",
        env={name: os.environ[name] for name in _FROM_ENVIRONMENT if name in os.environ},
        start_new_session=True,
    )
    try:
        async with asyncio.timeout(_PATIENCE_S):
            out, err = await process.communicate(told)
    except TimeoutError:
        return None
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            let_go(process)
            await process.wait()
    return process.returncode, out[:_MOST_BYTES], err[:_MOST_BYTES]


def _judged(code: int | None, out: bytes, err: bytes) -> Song:
    if code != _BLOCKED:
        return Song(blocked=False, words=f"the hook ended with {code}, which lets a call pass")
    try:
        inside = json.loads(out)["hookSpecificOutput"]
        decision, reason = inside["permissionDecision"], str(inside["permissionDecisionReason"])
    except (ValueError, KeyError, TypeError):
        return Song(blocked=False, words="the hook printed no decision")
    if decision != "deny":
        return Song(blocked=False, words="the hook didn't deny it")
    if _REFUSED not in reason:
        return Song(blocked=False, words=f"the hook never got an answer from here, and says: {reason}")
    if not err.strip():
        return Song(blocked=False, words="the hook blocked it without a word, which some harnesses let pass")
    return Song(blocked=True)
