"""What a grant matches, in the console's language: whole sentences around the engine's parts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from placet.api.grants import Bound, Wording
from placet_gui.said import with_marks_said
from placet_gui.words import noop, translate

_WAYS: Final = {
    "exactly": noop("grant_words", "{0} is exactly {1}"),
    "steps": noop("grant_words", "{0} is like {1} (* within one step, ** across steps)"),
    "below": noop("grant_words", "{0} is like {1} (* for anything but a step up by ..)"),
    "anything": noop("grant_words", "{0} is like {1} (* for anything)"),
    "folder": noop("grant_words", "{0} lies in {1}"),
    "host": noop("grant_words", "{0} is at {1}"),
}


def grant_sentence(agent: str, tool: str, wording: Wording) -> str:
    """Exactly what a grant lets pass. The names and texts in it stay as they are."""
    when = _joined(translate("grant_words", "{0} and {1}"), map(_bound, wording.bounds))
    free = _joined(translate("grant_words", "{0} and {1}"), wording.free)
    if when and free:
        words = translate("grant_words", "{0} may call {1} without asking when {2}, whatever {3} may be.")
    elif when:
        words = translate("grant_words", "{0} may call {1} without asking when {2}.")
    elif free:
        words = translate("grant_words", "{0} may call {1} without asking, whatever {3} may be.")
    else:
        words = translate("grant_words", "{0} may call {1} without asking.")
    return words.format(agent, tool, when, free)


def _bound(bound: Bound) -> str:
    ways = (
        translate("grant_words", _WAYS[way]).format(bound.name, quoted_value(shown))
        for way, shown in bound.ways
    )
    return _joined(translate("grant_words", "{0} or {1}"), ways)


def quoted_value(shown: str) -> str:
    """A value that the engine put in English quotation marks, in those of the console's language."""
    value = with_marks_said(shown.removeprefix("“").removesuffix("”"))
    return translate("grant_words", "“{0}”").format(value)


def _joined(pattern: str, parts: Iterable[str]) -> str:
    whole = ""
    for part in parts:
        whole = pattern.format(whole, part) if whole else part
    return whole
