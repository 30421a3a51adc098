"""Lays a statement of SQL out for reading: each clause on a line of its own, nothing changed but blanks between words.

A reading aid, never a check: what a database makes of a statement is the database's to say. Text in quotes and remarks is
left exactly as it is.
"""

from __future__ import annotations

import re
from typing import Final

INDENT: Final = "  "
_CLAUSES: Final = (
    "with", "select", "from", "where", "group by", "having", "order by", "limit", "offset", "union all", "union",
    "intersect", "except", "values", "insert into", "update", "delete from", "set", "returning", "window",
)  # fmt: skip
_INNER: Final = ("left join", "inner join", "cross join", "join", "and", "or")
_STATEMENTS: Final = frozenset({"select", "with", "values"})
_BLANKS: Final = " \t\r\n"
_TOKEN: Final = re.compile(
    r"""
      (?P<literal>'(?:[^']|'')*'? | "(?:[^"]|"")*"? | `[^`]*`? | \[[^\]]*\]?)
    | (?P<remark>--[^\n]*\n? | /\*.*?(?:\*/|\Z))
    | (?P<blank>[ \t\r\n]+)
    | (?P<open>\()
    | (?P<close>\))
    | (?P<clause>\b(?:CLAUSES)\b)
    | (?P<inner>\b(?:INNER)\b)
    | (?P<other>\w+|.)
    """.replace("CLAUSES", "|".join(it.replace(" ", r"[ \t\r\n]+") for it in _CLAUSES)).replace(
        "INNER", "|".join(it.replace(" ", r"[ \t\r\n]+") for it in _INNER)
    ),
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)


def laid_out(sql: str) -> tuple[str, ...]:
    """The statement in lines; put together, they differ from it in blanks alone. A quoted text keeps its line breaks."""
    layout = _Layout()
    for token in _TOKEN.finditer(sql):
        layout.take(token.lastgroup or "other", token[0])
    return tuple(line for line in layout.lines if line.strip(_BLANKS))


class _Layout:
    """Lines in the making. A bracket that holds a statement is opened up, any other stays on its line."""

    def __init__(self) -> None:
        self.lines = [""]
        self._indents: list[int | None] = [
            0
        ]  # of what each open bracket holds; None where that isn't broken up
        self._blank = False
        self._before = ""

    def take(self, kind: str, text: str) -> None:
        """Add the next token."""
        if kind == "blank":
            self._blank = True
            return
        if kind == "clause" and self._before == "(" and text.lower() in _STATEMENTS:
            self._indents[-1] = self._outer() + 2
        indent = self._indents[-1]
        if indent is not None and kind == "clause":
            self._break(indent)
        elif indent is not None and kind == "inner" and not self._is_between(text):
            self._break(indent + 1)
        elif kind == "close" and len(self._indents) > 1 and self._indents.pop() is not None:
            self._break(self._outer() + 1)
        self._add(text.rstrip("\n"))
        if kind == "open":
            self._indents.append(None)
        elif kind == "remark":
            self._break(self._outer())

    def _outer(self) -> int:
        return next(it for it in reversed(self._indents) if it is not None)

    def _is_between(self, text: str) -> bool:
        """Whether this `and` belongs to a `between` on its line."""
        words = self.lines[-1].lower().split()
        return text.lower() == "and" and "between" in words and "and" not in words[words.index("between") :]

    def _break(self, indent: int) -> None:
        self.lines.append(INDENT * indent)
        self._blank = False

    def _add(self, text: str) -> None:
        line = self.lines[-1]
        blank = " " if self._blank and line.strip(_BLANKS) else ""
        self.lines[-1] = line + blank + text
        self._blank, self._before = False, text
