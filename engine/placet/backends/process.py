"""The child process of the embedded model, seen from the engine: started, watched, ended."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import sys
from pathlib import Path

from placet.backends.child import Order
from placet.backends.endpoint import Endpoint
from placet.backends.limits import Limits
from placet.backends.weights import MODEL
from placet.child_pipes import let_go
from placet.late import httpx
from placet.rules.errors import BackendFailed
from placet.rules.untrusted import showable

CONTEXT_TOKENS = 4096
"""Of the 8192 that the model was trained on; the memory for it grows with the number (23 KB each)."""

REPLY_TOKENS = 1024
"""Where llama.cpp itself ends a reply, whatever a request says."""

START_S = 60.0
"""How long a child may take until it listens; it is under a second on an idle machine."""

_END_S = 2.0
_LOOK_S = 0.02
_ANSWER_S = 5.0
_ALLOWED = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "WINDIR")
"""All of the environment that a child gets (DECISIONS A5)."""


class ModelProcess:
    """One running child. Lives on the loop that started it, whose thread's end is the child's end too."""

    def __init__(self, process: asyncio.subprocess.Process, url: str, key: str, limits: Limits) -> None:
        """Use `start`."""
        self._process = process
        self._url = url
        self.pid = process.pid
        self.endpoint = Endpoint(url, key, limits)
        self._slots = Endpoint(url, key, Limits(first_piece_s=_ANSWER_S, between_pieces_s=_ANSWER_S))

    @classmethod
    async def start(cls, weights: Path, limits: Limits) -> ModelProcess:
        """Start a child and wait until it listens.

        Raises:
            BackendFailed: it can't be started, ended at once, or said nothing in time.
        """
        process = await _spawn()
        key = secrets.token_urlsafe(32)
        try:
            async with asyncio.timeout(START_S):
                url = await _introduce(process, _order(weights, key))
        except BaseException as error:
            await _kill(process)
            if isinstance(error, TimeoutError):
                raise BackendFailed(f"The embedded model wasn't ready within {START_S:g} s.") from error
            raise
        return cls(process, url, key, limits)

    @property
    def port(self) -> int | None:
        """The port on 127.0.0.1 that it listens on."""
        return httpx.URL(self._url).port

    @property
    def is_running(self) -> bool:
        """False once it has ended, as far as the loop has heard."""
        return self._process.returncode is None

    async def is_idle_within(self, wait_s: float) -> bool:
        """Whether it generates nothing, now or at some moment of the next `wait_s` seconds.

        It is asked again and again, since llama.cpp has no event for it; between two tokens it answers at once,
        while it reads a long prompt not at all.
        """
        try:
            async with asyncio.timeout(wait_s):
                while await self._is_busy():  # noqa: ASYNC110 - there is no event to wait for, see above
                    await asyncio.sleep(_LOOK_S)
        except (TimeoutError, BackendFailed):
            return False
        return True

    async def _is_busy(self) -> bool:
        slots = await self._slots.get(f"{self._url}/slots")
        return any(slot.get("is_processing") for slot in slots)

    async def kill(self) -> None:
        """End it at once; returns when it is gone."""
        await _kill(self._process)

    async def end(self) -> None:
        """Ask it to end by closing its stdin, and kill it if it doesn't."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            async with asyncio.timeout(_END_S):
                await self._process.wait()
        except TimeoutError:
            await self.kill()
        let_go(self._process)


def environment() -> dict[str, str]:
    """What a child gets of ours: nothing that isn't on the list, so no `PLACET_*` and no secret."""
    return {name: os.environ[name] for name in _ALLOWED if name in os.environ}


def _order(weights: Path, key: str) -> Order:
    return Order(
        key=key,
        model_path=str(weights),
        model_name=MODEL,
        threads=max(1, (os.cpu_count() or 1) - 1),
        context_tokens=CONTEXT_TOKENS,
        reply_tokens=REPLY_TOKENS,
    )


async def _spawn() -> asyncio.subprocess.Process:
    # A frozen program takes no interpreter options, and is as isolated as -I would make it.
    isolated = () if getattr(sys, "frozen", False) else ("-I",)
    try:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            *isolated,
            "-m",
            "placet.backends.child",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=environment(),
            start_new_session=True,  # a Ctrl-C meant for the engine isn't for the model: it is ended in order
        )
    except OSError as error:
        raise BackendFailed(f"The embedded model can't be started: {error.strerror}.") from error


async def _introduce(process: asyncio.subprocess.Process, order: Order) -> str:
    """Hand over the order and take the address."""
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("the child was started without pipes")
    try:
        process.stdin.write(order.line())
        await process.stdin.drain()
        answer = json.loads(await process.stdout.readline() or b"{}")
    except (OSError, ValueError) as error:
        raise BackendFailed("The embedded model's process ended before it said a word.") from error
    if "url" in answer:
        return str(answer["url"])
    why = showable(str(answer.get("error", "it said nothing")), limit=500, single_line=True).text
    raise BackendFailed(f"The embedded model couldn't be loaded: {why}")


async def _kill(process: asyncio.subprocess.Process) -> None:
    try:
        process.kill()
    except ProcessLookupError:
        pass  # it has ended by itself
    let_go(process)
    await process.wait()
