"""What the engine says in sentences of its own, in the language of the console.

The engine speaks plain English, on the wire as in the ledger, and knows no other language. Its sentences are few and
known; here they stand as it makes them, `{0}` for what it puts in, `{q0}` where it puts that in quotes. What it puts in
stays as it is: names, paths, texts of agents. Only `{w0}` is a word or a number of the engine's again. A sentence is taken
as a whole, from its first letter to its last, and what stands in quotes is one piece, so no text inside of it can make it
another one; one that isn't known here is shown as the engine said it.

Give nothing to `said` but what the engine itself says: never an agent's, a program's or a provider's text.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from PySide6.QtCore import QLocale

from placet_gui.said.beginnings import BEGINNINGS
from placet_gui.said.damage import DAMAGE
from placet_gui.said.failures import FAILURES
from placet_gui.said.figures import FIGURES
from placet_gui.said.findings import FINDINGS
from placet_gui.said.orders import ORDERS
from placet_gui.said.refusals import REFUSALS
from placet_gui.said.requests import REQUESTS
from placet_gui.said.servers import SERVERS
from placet_gui.said.settings import SETTINGS
from placet_gui.said.system import reason_said
from placet_gui.said.tools import TOOLS
from placet_gui.words import number_text, translate

__all__ = ["KNOWN", "said", "with_marks_said"]

KNOWN: Final = (
    *REQUESTS,
    *REFUSALS,
    *FAILURES,
    *SERVERS,
    *ORDERS,
    *BEGINNINGS,
    *FINDINGS,
    *DAMAGE,
    *SETTINGS,
    *TOOLS,
    *FIGURES,
)
"""Every sentence that is known, as the engine makes it."""
_PLACE: Final = re.compile(r"\{([wq]?)(\d)\}")
_QUOTE: Final = r"\"(?:[^\"\\]|\\.)*+\""
_PUT_IN: Final = rf"(?:{_QUOTE}|[^\"])+?"
"""What the engine puts in: whole quotes, and what is none. An agent's text is in quotes, and never cut by words of ours."""
_FITS: Final = {"": _PUT_IN, "w": _PUT_IN, "q": _QUOTE}
_NUMBER: Final = re.compile(r"\d{1,3}(,\d{3})+")
_MARK: Final = re.compile(
    r"⟨(?:[0-9,]+ characters not shown|[0-9,]+ lines of the difference are not shown"
    r"|(?P<token>[A-Za-z ]+, [0-9]+ characters, #[0-9a-f]+|a token))⟩"
)
_OWN: Final = (QLocale.Language.English, QLocale.Language.C)


def said(text: str) -> str:
    """A sentence of the engine's in the language of the console."""
    locale = QLocale()
    return text if locale.language() in _OWN else with_marks_said(_said(text, locale.name()))


def with_marks_said(shown: str) -> str:
    """A text that the engine made showable, its marks for what was left out or masked in the language of the console.

    Nobody else's text can hold such a mark: its sign is escaped there.
    """
    locale = QLocale()
    if "⟨" not in shown or locale.language() in _OWN:
        return shown
    return _MARK.sub(lambda mark: _mark_said(mark, locale.name()), shown)


def _mark_said(mark: re.Match[str], locale: str) -> str:
    token = mark["token"]
    return _said(mark[0], locale) if token is None else f"⟨{_said(token, locale)}⟩"


@lru_cache(maxsize=4096)
def _said(text: str, _locale: str) -> str:
    if text in _plain():
        return translate("engine", text)
    if _NUMBER.fullmatch(text):
        return number_text(int(text.replace(",", "")))
    for pattern, template in _patterns():
        if (match := pattern.fullmatch(text)) is not None:
            parts = {name: _part(name, part, _locale) for name, part in match.groupdict().items()}
            return _filled(translate("engine", template), parts)
    return reason_said(text)


def _filled(template: str, parts: dict[str, str]) -> str:
    return _PLACE.sub(lambda place: parts[f"p{place[1]}{place[2]}"], template)


def _part(name: str, part: str, locale: str) -> str:
    return _said(part, locale) if name.startswith("pw") else part


@cache
def _plain() -> frozenset[str]:
    return frozenset(text for text in KNOWN if not _PLACE.search(text))


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The sentences with places in them, the most telling first: one may fit where a longer one is meant.

    What tells most is how one begins. A provider's words stand behind the engine's, so they never make it another sentence.
    """
    open_ones = [text for text in KNOWN if _PLACE.search(text)]
    ordered = sorted(open_ones, key=lambda text: (-_beginning(text), -len(_PLACE.sub("", text))))
    return tuple((_pattern(text), text) for text in ordered)


def _beginning(template: str) -> int:
    """How many characters stand before the first place."""
    place = _PLACE.search(template)
    return len(template) if place is None else place.start()


def _pattern(template: str) -> re.Pattern[str]:
    made, last = "", 0
    for place in _PLACE.finditer(template):
        made += re.escape(template[last : place.start()]) + f"(?P<p{place[1]}{place[2]}>{_FITS[place[1]]})"
        last = place.end()
    return re.compile(made + re.escape(template[last:]), re.DOTALL)
