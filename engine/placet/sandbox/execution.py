"""One execution on the engine's side: its clock, what it printed, its open calls, and how it ended."""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import Callable
from typing import Any, Final

from placet.rules import strict_json
from placet.rules.errors import BadInput, PlacetError
from placet.sandbox.clock import RunClock
from placet.sandbox.errors import CodeError
from placet.sandbox.framing import Broken, Frame, TooMuch, whole
from placet.sandbox.runs import Console, Ended, Invocation, Killed, MethodCall, OnCall, Outcome, Script

log = logging.getLogger(__name__)

OPEN_CALLS: Final = 64
"""How many calls of one execution may be open at once; our own file in the child keeps to it, so more is a lie."""

CHAR_BYTES: Final = 3
"""Our own file counts characters, each at most so many bytes in UTF-8 (an astral one counts as two)."""

_METHOD_CHARS = 128
_PHASES = 2
"""Loading and running: each of them may fill the console's room."""

Answer = Callable[[Frame], None]


class Execution:
    """Lives from the call of `Sandbox.run` until that returns. Belongs to one event loop."""

    def __init__(self, script: Script, call: Invocation, on_call: OnCall, clock: RunClock) -> None:
        self.call = call
        self.script = script
        self.clock = clock
        self.is_sent = False
        self.outcome: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._context = contextvars.copy_context()
        self._on_call = on_call
        self._console = bytearray()
        self._is_cut = False
        self._printed_bytes = 0
        self._jobs: set[asyncio.Task[None]] = set()
        self._open = 0

    @property
    def is_over(self) -> bool:
        """Whether it has ended; calls of it may still be at work."""
        return self.outcome.done()

    @property
    def is_late(self) -> bool:
        """Whether its time is used up."""
        return self.clock.used_ms() > self.call.time_limit_ms

    @property
    def most_bytes(self) -> int:
        """How long a frame of it may be, if our own file has kept to its limits."""
        return CHAR_BYTES * self.call.output_bytes + 64 * 1024

    def finish(self, outcome: Outcome) -> None:
        """Say how it ended; the first word counts."""
        if not self.outcome.done():
            self.outcome.set_result(outcome)
        if isinstance(outcome, Killed):
            self.drop_calls()

    def print(self, data: bytes, *, cut: bool) -> None:
        """Keep what it printed, as far as there is room.

        Raises:
            TooMuch: more came than our own file would have let through.
        """
        self._printed_bytes += len(data) + 1
        if self._printed_bytes > _PHASES * CHAR_BYTES * (self.call.console_bytes + 2):
            raise TooMuch("it printed more than it may")
        room = self.call.console_bytes - len(self._console)
        line = data + b"\n"
        self._console += line[:room]
        self._is_cut = self._is_cut or cut or len(line) > room

    def ended(self) -> Ended:
        """The outcome and the console. Call it when the execution is over."""
        text = self._console.decode("utf-8", "ignore")
        return Ended(outcome=self.outcome.result(), console=Console(text=text, cut=self._is_cut))

    def answer(self, frame: Frame, send: Answer) -> None:
        """Carry out a call of it, as a job of its own, and send the answer.

        Raises:
            Broken: it has more calls open than our own file would let it have.
        """
        if self._open >= OPEN_CALLS:
            raise Broken("it has too many calls open")
        self._open += 1
        job = asyncio.create_task(
            self._answer(frame, send),
            name=f"adf call of {self.call.execution_id}",
            context=self._context.copy(),  # the caller's, not that of whoever reads what the child says
        )
        self._jobs.add(job)
        job.add_done_callback(self._jobs.discard)

    def drop_calls(self) -> None:
        """Cancel the calls that are still at work."""
        for job in self._jobs:
            job.cancel()

    async def calls_done(self) -> None:
        """Wait until no call of it is at work any more."""
        while self._jobs:
            await asyncio.wait(set(self._jobs))

    async def _answer(self, frame: Frame, send: Answer) -> None:
        word, value = "answer", b""
        try:
            value = strict_json.dump(await self._on_call(self._method_call(frame.payload))).encode()
        except PlacetError as error:
            word, value = "refuse", _refusal(error.code, error.message)
        except Exception:  # a mistake of ours, at the top of its job
            log.exception("a call of code couldn't be answered")
            word, value = "refuse", _refusal("internal_error", "Placet made a mistake; the log has it.")
        self._open -= 1
        send(Frame(word=word, number=frame.number, payload=value))

    def _method_call(self, payload: bytes) -> MethodCall:
        method, _, args = payload.partition(b"\n")
        name = strict_json.parse(method, max_bytes=CHAR_BYTES * 2 * _METHOD_CHARS, error=BadInput)
        if not isinstance(name, str) or not 0 < len(name) <= _METHOD_CHARS:
            raise CodeError("bad_arguments", "A method's name has 1 to 128 characters.")
        return MethodCall(
            execution_id=self.call.execution_id,
            method=name,
            args=strict_json.parse(args, max_bytes=self.call.output_bytes),
            clock=self.clock,
        )


def _refusal(code: str, message: str) -> bytes:
    said: dict[str, Any] = {"code": code, "message": whole(message)}
    return strict_json.dump(said).encode()
