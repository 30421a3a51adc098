"""A command line taken apart for reading: which commands it chains (spec/prompt-rules 4.3, rules 8 and 12).

It is a reading aid and a count, never a permission: what a shell makes of a line is the shell's to say. So it errs
towards more parts. Source: POSIX.1-2017, Shell Command Language, 2.2 and 2.10.
"""

from __future__ import annotations

import re
from typing import Final

_PLAIN: Final = re.compile(
    r"""
      (?P<text>\\. | '[^']*' | [<>]& | &>)
    | (?P<quote>")
    | (?P<open>\$\( | \()
    | (?P<close>\))
    | (?P<split>\|\| | && | ;; | \|& | [;&|\n`])
    | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
# Between double quotes only substitutions are commands; an apostrophe is a letter there.
_QUOTED: Final = re.compile(
    r"""(?P<text>\\.) | (?P<quote>") | (?P<open>\$\() | (?P<split>`) | (?P<other>.)""", re.VERBOSE | re.DOTALL
)
_NOTHING: Final = ' \t\n"'


def parts(command: str) -> tuple[str, ...]:
    """The commands that a line chains, pipes, groups or substitutes, in the order of their text, without blanks around."""
    found: list[str] = [""]
    quoted = False
    around: list[bool] = []  # whether each open bracket stands between quotes
    at = 0
    while (token := (_QUOTED if quoted else _PLAIN).match(command, at)) is not None:
        at = token.end()
        kind = token.lastgroup
        if kind in {"open", "close", "split"}:
            quoted = _bracket(kind, quoted, around)
            found.append("")
        else:
            found[-1] += token[0]
            quoted = quoted is not (kind == "quote")
    return tuple(part.strip() for part in found if part.strip(_NOTHING))


def _bracket(kind: str, quoted: bool, around: list[bool]) -> bool:
    """Go into a bracket, where quotes begin anew, or come out of it; says whether the text goes on between quotes."""
    if kind == "open":
        around.append(quoted)
        return False
    if kind == "close" and around:
        return around.pop()
    return quoted
