"""A call that must be blocked, sent through a link as its harness would send one: only a block from here counts."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
from dataclasses import dataclass
from typing import Any, Final

__all__ = ["TOOL", "Song", "sing"]

TOOL: Final = "placet_canary"
"""The tool that a link's agent is declared with, switched off, and that nothing else may be called."""
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
    process = await asyncio.create_subprocess_exec(
        "/bin/sh",
        "-c",
        command,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        cwd="/",
        env={name: os.environ[name] for name in _FROM_ENVIRONMENT if name in os.environ},
        start_new_session=True,
    )
    try:
        async with asyncio.timeout(_PATIENCE_S):
            out, _ = await process.communicate(json.dumps(event).encode())
    except TimeoutError:
        return Song(blocked=False, words="the hook didn't answer in time")
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            await process.wait()
    return _judged(process.returncode, out[:_MOST_BYTES])


def _judged(code: int | None, out: bytes) -> Song:
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
    return Song(blocked=True)
