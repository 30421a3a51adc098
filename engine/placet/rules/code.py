"""An agent's code: what a source names, whose authority it runs with, and who may start what.

Sources: the guide's "Code Execution and Restricted Tools", spec/tool-tasks 4.2 and 4.3, DECISIONS T2, T17, T21.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from placet.rules.authority import AUTHORIZED_FILE, Principal, Refuse
from placet.rules.basics import TaskId
from placet.rules.errors import BadArguments
from placet.rules.json_places import quoted
from placet.rules.untrusted import findings

INLINE: Final = "sys_code"
"""What inline code is called where a file's code is called `path:function`."""
MAIN: Final = "main"
MAX_DEPTH: Final = 16
"""How many pieces of code may wait for one another: each may be a process of its own."""
ENDINGS: Final = (".ts", ".js", ".mts", ".mjs")

_FUNCTION = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]{0,127}")


@dataclass(frozen=True, kw_only=True)
class Source:
    """A function of a file of the agent's."""

    path: str
    function: str

    @property
    def label(self) -> str:
        """The spelling that records use: `path:function`."""
        return f"{self.path}:{self.function}"


@dataclass(frozen=True, kw_only=True)
class Frame:
    """Code at work, as what it asks for carries it along: made by the host, never from what a child says.

    `stack` holds the labels of the code that waits for it, outermost first, itself last. `cause` is the task that it runs
    for in the end: its own, that of whoever waits for it, or the one that a trigger told it of.
    """

    execution_id: str
    principal: Principal
    stack: tuple[str, ...]
    task_id: TaskId | None = None
    cause: TaskId | None = None

    @property
    def label(self) -> str:
        """What records call this code: `path:function`, or `sys_code`."""
        return self.stack[-1]

    @property
    def origin(self) -> str:
        """Where a task that this code makes says that it comes from (DECISIONS T2)."""
        return f"lambda:{self.label}"


def read_source(text: str) -> Source:
    """Take `path:function` apart; without a function it is `main` (interfaces 4).

    Raises:
        BadArguments: the function isn't a plain name, the file's ending is none of code's, or its name is one that
            doesn't show what it is: it stands in records as who decided.
    """
    path, colon, function = text.partition(":")
    function = function if colon else MAIN
    if not _FUNCTION.fullmatch(function):
        raise BadArguments(f"{quoted(function)} is not the name of a function.", pointer="/source")
    why = why_no_code(path)
    if why is not None:
        raise BadArguments(why, pointer="/source")
    return Source(path=path, function=function)


def why_no_code(path: str) -> str | None:
    """Why a file of this name isn't code that may be run or authorized; None when it is.

    Its name stands in records as who decided, and is shown wherever they are: so it must show what it is.
    """
    if not path.endswith(ENDINGS):
        return f"Code is in files that end in one of {', '.join(ENDINGS)}."
    if not path.isprintable() or findings(path) or not unicodedata.is_normalized("NFC", path):
        return "The file's name holds characters that hide or mislead."
    return None


def authority_of(starter: Principal, *, authorized: bool, approved: bool) -> Principal | Refuse:
    """With whose authority a file's code runs, asked where it is about to run (DECISIONS T17).

    `authorized`: its very bytes are the owner's to trust. `approved`: the owner was shown them and said yes to this
    one call, which a model needs. Triggers, timers and the owner's own try are `SYSTEM`.
    """
    if not authorized:
        return Principal.UNAUTHORIZED_CODE
    if starter is Principal.UNAUTHORIZED_CODE:
        return Refuse(
            code="REQUIRES_AUTHORIZED_CALLER",
            message="Only authorized code may call code of an authorized file.",
        )
    if starter in {Principal.AUTHORIZED_CODE, Principal.SYSTEM} or approved:
        return Principal.AUTHORIZED_CODE
    return Refuse(
        code="target_changed", message="This file is authorized now, so a run of it has to be approved first."
    )


def may_enter(stack: tuple[str, ...], label: str) -> Refuse | None:
    """Whether code may start what is called `label`: nothing that waits for it already, and not without end."""
    if label != INLINE and label in stack:
        return Refuse(
            code="CIRCULAR_CALL",
            message=f"This code waits for {quoted(label)} already, through: {_way(stack)}.",
        )
    if len(stack) >= MAX_DEPTH:
        return Refuse(
            code="CIRCULAR_CALL", message=f"At most {MAX_DEPTH} pieces of code may wait for one another."
        )
    return None


def _way(stack: tuple[str, ...]) -> str:
    return ", ".join(quoted(label) for label in stack)


def hold_of(*, authorized: bool) -> str | None:
    """Why a call of a file's code waits although the tool is free: its bytes are authorized (guide)."""
    return AUTHORIZED_FILE if authorized else None
