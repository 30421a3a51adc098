"""What a page says to a reader: its words, without the markup.

Anybody may have written it, so it is read from its beginning to its end once, whatever is in it. (A parser that tries
each tag by a pattern takes the square of its length for some pages: hours for one mail.)
"""

from __future__ import annotations

import html
import re
from typing import Final

_TAG: Final = re.compile(r"(/?)([A-Za-z][A-Za-z0-9]{0,20})")
_HUGE: Final = re.compile(r"&#[xX]?[0-9A-Fa-f]{8,};?")
_BREAKS: Final = frozenset({"br", "p", "div", "tr", "li", "h1", "h2", "h3", "h4", "blockquote", "pre"})
_SILENT: Final = frozenset({"script", "style", "head", "title", "template"})


def words_of(page: str) -> str:
    """The words of a page, line by line, without empty ones."""
    lines = (" ".join(line.split()) for line in "".join(_Reading(page).said()).splitlines())
    return "\n".join(line for line in lines if line)


class _Reading:
    """One way through a page."""

    def __init__(self, page: str) -> None:
        self._page = page
        self._lower = page.lower() if len(page.lower()) == len(page) else page
        self._said: list[str] = []
        self._at = 0

    def said(self) -> list[str]:
        while (start := self._page.find("<", self._at)) >= 0:
            self._say(self._at, start)
            self._at = start
            if not self._skip():
                break  # a mark without an end: what follows it is none, and no words either
        else:
            self._say(self._at, len(self._page))
        return self._said

    def _skip(self) -> bool:
        """Pass by what begins with this `<`; False: it has no end."""
        tag = _TAG.match(self._page, self._at + 1)
        if self._page.startswith("<!--", self._at):
            return self._to("-->")
        if tag is None and not self._page.startswith(("<!", "<?", "</"), self._at):
            self._say(self._at, self._at + 1)
            self._at += 1
            return True
        name = "" if tag is None else tag[2].lower()
        if name in _BREAKS:
            self._said.append("\n")
        silent = name in _SILENT and tag is not None and not tag[1]
        return self._to(">") and (not silent or (self._to(f"</{name}") and self._to(">")))

    def _to(self, end: str) -> bool:
        found = self._lower.find(end, self._at)
        self._at = found + len(end)
        return found >= 0

    def _say(self, start: int, end: int) -> None:
        # A number of more figures than any character has would be worked out all the same.
        self._said.append(html.unescape(_HUGE.sub("\ufffd", self._page[start:end])))
