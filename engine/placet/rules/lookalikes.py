"""Names that look like a known one and are another: by the skeletons of Unicode Technical Standard 39 (rule 7).

Two texts whose skeletons are equal can be taken for one another. That is said, and the text is left as it is.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from typing import Final

from placet.rules.characters import code_point, name_of
from placet.rules.untrusted import in_quotes

MOST_KNOWN: Final = 2_000
"""How many known names a text is held against."""
MOST_CHARS: Final = 1_000
"""A longer text is no name that anybody takes for another."""
_MOST_LETTERS: Final = 4
_SHOWN_CHARS: Final = 80
_WITHOUT_LOOK: Final = (
    "\u00ad\u034f\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e"
    "\u2060\u2066\u2067\u2068\u2069\ufe0e\ufe0f\ufeff"
)
_IGNORED: Final[Mapping[int, None]] = dict.fromkeys(map(ord, _WITHOUT_LOOK))


def skeleton(text: str, table: Mapping[int, str]) -> str:
    """What a text looks like, in the sense of UTS 39, 4; `table` says which characters look like others.

    Upper and lower case stay apart, except where they look the same.
    """
    if not text.isascii():
        text = unicodedata.normalize("NFD", text).translate(_IGNORED)
    return text.translate(table)


def like_known(text: str, known: Iterable[str], table: Mapping[int, str]) -> str | None:
    """The known name that a text looks like without being it; None when it is known itself, or looks like none."""
    names = list(known)[:MOST_KNOWN]
    if not text or len(text) > MOST_CHARS or text in names:
        return None
    look = skeleton(text, table)
    return next((name for name in names if skeleton(name, table) == look), None)


def warning(text: str, name: str, what: str) -> str:
    """Say that a text looks like a known name. `what` names the kind of it in words of ours: `a host that you named`."""
    odd = [char for char in dict.fromkeys(text) if char not in name][:_MOST_LETTERS]
    spelled = ", ".join(f"{code_point(char)} {name_of(char)}" for char in odd)
    within = f" It is spelled with {spelled}." if odd else ""
    return f"{_quoted(text)} looks like {_quoted(name)}, {what}, and is not the same.{within}"


def _quoted(text: str) -> str:
    return in_quotes(text, _SHOWN_CHARS)
