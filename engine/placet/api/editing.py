"""Arguments in the owner's hands: as JSON text that hides nothing, and what an edit of it changes (DECISIONS T10)."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Final

from placet.api.rows import masked_change
from placet.rules import diffs, strict_json
from placet.rules.errors import BadArguments
from placet.rules.untrusted import escaped
from placet.rules.veils import chips, unveiled, veiled

_ESCAPE: Final = re.compile(r"\\(.)")
_ALL_LINES: Final = 1_000_000
"""Nothing of an edit is left out when it is looked at: what is approved is what was shown."""


@dataclass(frozen=True, kw_only=True)
class Draft:
    """What an edited text means. `shown_diff` is showable, one changed line a line; None: nothing is changed."""

    args: dict[str, Any]
    shown_diff: str | None


def editable_text(args_json: str) -> str:
    """Bound arguments as indented JSON text for an editor; `parse` gives them back exactly.

    Characters that are invisible, reorder their neighbours or pass for our own marks stand as JSON escapes, and
    recognised tokens as their chips, which `draft` takes for the tokens again.
    """
    text = _text(strict_json.load(args_json))
    return veiled(text, chips(text))


def draft(args_json: str, text: str) -> Draft:
    """Read an edited text as strictly as any other arguments (B1), and hold it against what is bound.

    Whether the tool takes them, the engine says when they are approved.

    Raises:
        BadArguments: the text isn't JSON with one meaning, or no object, or a masked token in it isn't whole; it says
            where. TooLarge: it is too long.
    """
    asked = strict_json.load(args_json)
    args = _read(text, _text(asked))
    before, after = (_broken(_text(it)) for it in (asked, args))
    change = diffs.unified(before, after, "arguments", max_lines=_ALL_LINES)
    if change is None:
        return Draft(args=args, shown_diff=None)
    hunks = change.split("\n", 2)[2]  # the head would name files, and there are none
    return Draft(args=args, shown_diff=masked_change(hunks))


def _read(text: str, before: str) -> dict[str, Any]:
    known = chips(before)
    whole = unveiled(text, known, was=veiled(before, known))
    args = strict_json.parse(text)  # as it was written, so that what is wrong is told where it stands
    if not isinstance(args, dict):
        raise BadArguments("Arguments are an object, in braces: at line 1, column 1.", pointer="")
    exact: dict[str, Any] = strict_json.parse(whole)
    return exact


def _text(value: Any) -> str:
    written = json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False)
    return escaped(written, _escape)


def _escape(char: str) -> str:
    # Only strings hold such characters, and in a string an escape means the same as what it stands for.
    return json.dumps(char)[1:-1] if not char.isascii() else f"\\u{ord(char):04x}"


def _broken(text: str) -> str:
    """A JSON text broken after each line break inside of its strings, so that two are compared line by line."""
    return _ESCAPE.sub(lambda found: found[0] + ("\n" if found[1] == "n" else ""), text) + "\n"
