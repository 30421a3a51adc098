"""One table of a declaration, read key by key: what isn't asked for isn't known, and nothing is taken for another type."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any, Final

from placet.rules import json_places
from placet.rules.errors import BadDeclaration

_SHOWN_CHARS: Final = 64


class Table:
    """One table of a declaration. Each key is asked for once; `done` refuses those that nobody asked for."""

    def __init__(self, value: Any, pointer: str, *, later: frozenset[str] = frozenset()) -> None:
        if not isinstance(value, Mapping):
            raise BadDeclaration("This must be a table.", pointer=pointer)
        self.pointer = pointer
        self._values = dict(value)
        self._later = later
        self._asked: set[str] = set()

    def at(self, key: object) -> str:
        """The RFC 6901 pointer of a key of this table."""
        return self.pointer + json_places.pointer((str(key),))

    def take(self, key: str) -> Any:
        """The value, or None when it is absent."""
        self._asked.add(key)
        return self._values.get(key)

    def text(self, key: str) -> str | None:
        """A non-empty text without NUL."""
        value = self.take(key)
        if value is not None and (not isinstance(value, str) or not value or "\x00" in value):
            raise self.bad(key, "must be a text that isn't empty")
        return value

    def flag(self, key: str, default: bool) -> bool:
        """True or false, and nothing that only looks like it."""
        value = self.take(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise self.bad(key, "must be true or false")
        return value

    def whole(self, key: str, low: int, high: int) -> int | None:
        """A whole number within bounds, both included."""
        value = self.take(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.bad(key, f"must be a whole number from {low} to {high}")
        return value

    def word(self, key: str, words: tuple[str, ...]) -> Any:
        """One of these words."""
        value = self.take(key)
        if value is not None and value not in words:
            raise self.bad(key, "must be one of " + ", ".join(f'"{word}"' for word in words))
        return value

    def items(self, key: str) -> list[Any]:
        """A list; absent is empty."""
        value = self.take(key)
        if value is None:
            return []
        if not isinstance(value, list | tuple):
            raise self.bad(key, "must be a list")
        return list(value)

    def tables(self, key: str, *, later: frozenset[str] = frozenset()) -> list[Table]:
        """A list of tables; absent is empty."""
        entries = enumerate(self.items(key))
        return [Table(entry, f"{self.at(key)}/{index}", later=later) for index, entry in entries]

    def table(self, key: str) -> Table | None:
        """A table of its own, or None when it is absent."""
        value = self.take(key)
        return None if value is None else Table(value, self.at(key))

    def need(self, key: str, value: Any) -> Any:
        """The value that was read for the key, which must be there."""
        if value is None:
            raise self.bad(key, "is missing")
        return value

    def bad(self, key: str, why: str) -> BadDeclaration:
        """The error about one key of this table."""
        return BadDeclaration(f"“{key}” {why}.", pointer=self.at(key))

    def done(self) -> None:
        """Refuse what is left: a later release's key by its name, any other with the nearest known key."""
        for key in self._values:
            if key in self._later:
                raise self.bad(key, "belongs to a later release and would have no effect in this one")
            if key not in self._asked:
                near = difflib.get_close_matches(str(key), sorted(self._asked), n=1, cutoff=0.0)
                raise self.bad(str(key)[:_SHOWN_CHARS], f"isn't known; the nearest known key is “{near[0]}”")
