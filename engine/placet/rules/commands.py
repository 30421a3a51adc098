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
_REMARKS: Final = (
    ("It asks for another user's rights", frozenset({"sudo", "doas", "su", "pkexec", "runuser"})),
    (
        "It deletes or overwrites",
        frozenset({"rm", "rmdir", "unlink", "shred", "dd", "mkfs", "truncate", "wipefs"}),
    ),
    (
        "It reaches for the network",
        frozenset({"curl", "wget", "ssh", "scp", "sftp", "rsync", "nc", "ncat", "socat", "telnet", "ftp"}),
    ),
    (
        "It runs text as a program",
        frozenset(
            {
                "sh",
                "bash",
                "dash",
                "zsh",
                "ksh",
                "fish",
                "eval",
                "source",
                "python",
                "python3",
                "perl",
                "ruby",
                "node",
            }
        ),
    ),
    ("It changes rights or owners", frozenset({"chmod", "chown", "chgrp", "setfacl"})),
)
"""What the first word of a part tells, by names that everybody knows. What isn't named may do as much."""
_SETS_NAME: Final = re.compile(r"[A-Za-z_]\w*=\S*\s+")
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


def remarks(command: str) -> tuple[str, ...]:
    """What the well-known words of a command line tell, in words of ours; never all that it does."""
    found = parts(command)
    words = [_first_word(part) for part in found]
    told = [f"It chains {len(found):,} commands."] if len(found) > 1 else []
    for sentence, names in _REMARKS:
        if named := [word for word in dict.fromkeys(words) if word in names]:
            told.append(f"{sentence}: {', '.join(named)}.")
    return tuple(told)


def _first_word(part: str) -> str:
    """The name of what a part runs: without variables that are set for it, its folder, quotes and backslashes."""
    while (sets := _SETS_NAME.match(part)) is not None:
        part = part[sets.end() :]
    words = part.split(maxsplit=1)
    return re.sub(r"""["'\\]""", "", words[0]).rpartition("/")[2] if words else ""


def _bracket(kind: str, quoted: bool, around: list[bool]) -> bool:
    """Go into a bracket, where quotes begin anew, or come out of it; says whether the text goes on between quotes."""
    if kind == "open":
        around.append(quoted)
        return False
    if kind == "close" and around:
        return around.pop()
    return quoted
