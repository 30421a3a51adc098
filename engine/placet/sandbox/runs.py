"""What is run in the sandbox and how it ended: scripts, calls in both directions, outcomes. Values only."""

from __future__ import annotations

import enum
import hashlib
import secrets
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

TIME_LIMIT_MS: Final = 60_000
OUTPUT_BYTES: Final = 1024 * 1024
CONSOLE_BYTES: Final = 64 * 1024
MAIN: Final = "main"


@dataclass(frozen=True, kw_only=True)
class Script:
    """A source as it was read once: exactly these bytes run, and `sha256` is theirs (DECISIONS T21).

    `agent` is the agent's id. `path` names the file (`.ts`, `.mts`, `.js`, `.mjs`), or says in a word what inline code is.
    `inline` code is the body of an async function that gets the arguments as `args`. `authorized` is the host's
    word on these bytes; the child never hears of it. `heap_mb` bounds its child's heap, None as the sandbox's limits say.
    """

    agent: str
    path: str
    source: bytes = field(repr=False)
    authorized: bool
    inline: bool = False
    heap_mb: int | None = None
    sha256: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "sha256", hashlib.sha256(self.source).hexdigest())


def new_execution_id() -> str:
    """An id that nobody guesses: 128 random bits, safe in file names and addresses."""
    return "exec_" + secrets.token_hex(16)


@dataclass(frozen=True, kw_only=True)
class Invocation:
    """One call of a function of a script.

    `args` are the function's positional arguments, each of them JSON; numbers reach the code as doubles. `depth` is
    0 for a run that nobody's code waits for, and one more than its caller's otherwise: a nested run never waits for
    a free child.
    `time_limit_ms` counts the wall clock except while a call is paused (`MethodCall.clock`), and the child's
    processor time while it is. `output_bytes` bounds the result and each call's arguments, `console_bytes` what is kept
    of the console.
    """

    execution_id: str = field(default_factory=new_execution_id)
    function: str = MAIN
    args: tuple[Any, ...] = ()
    depth: int = 0
    time_limit_ms: int = TIME_LIMIT_MS
    output_bytes: int = OUTPUT_BYTES
    console_bytes: int = CONSOLE_BYTES


class Pausable(Protocol):
    """The clock of one execution."""

    def paused(self) -> AbstractContextManager[None]:
        """Stop the execution's wall clock inside the block; blocks may overlap."""
        ...


@dataclass(frozen=True, kw_only=True)
class MethodCall:
    """One `adf.METHOD(args)` of running code. `args` is the one argument given, or None; a claim like all it says.

    Use `with call.clock.paused():` around waiting for a person.
    """

    execution_id: str
    method: str
    args: Any
    clock: Pausable = field(repr=False, compare=False)


OnCall = Callable[[MethodCall], Awaitable[Any]]
"""Answers a call with JSON; a `PlacetError` that it raises is thrown in the code with its `.code` and `.message`."""


class Why(enum.StrEnum):
    """Why an execution was ended from outside; its effects up to then stay."""

    TIME = "time_limit"
    MEMORY = "memory_limit"
    OUTPUT = "output_limit"
    LIED = "broke_protocol"
    DIED = "process_ended"
    REPLACED = "file_changed"
    STOPPED = "stopped"
    BUSY = "no_free_process"


@dataclass(frozen=True, kw_only=True)
class Console:
    """What the code printed, one line per call of `console`; `cut` when there was more."""

    text: str = ""
    cut: bool = False


@dataclass(frozen=True, kw_only=True)
class Returned:
    """The function returned this JSON value (`undefined` is None)."""

    value: Any


@dataclass(frozen=True, kw_only=True)
class Threw:
    """The code failed by itself; all three texts are its own words.

    `code` is one of `sandbox.errors`, or the `.code` of the error that was thrown.
    """

    code: str
    message: str
    stack: str = ""


@dataclass(frozen=True, kw_only=True)
class Killed:
    """The execution was ended from outside; `message` says it in a sentence."""

    why: Why
    message: str


Outcome = Returned | Threw | Killed


@dataclass(frozen=True, kw_only=True)
class Ended:
    """How an execution ended, and what it printed."""

    outcome: Outcome
    console: Console
