"""The tokens: meanings with a light and a dark colour, and sizes, read from `tokens.json`."""

from __future__ import annotations

import enum
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from placet_gui.theme.resources import read_text


class Scheme(enum.StrEnum):
    """The two looks that every colour has."""

    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, kw_only=True)
class Tokens:
    """The tokens of one scheme. Asking for one that isn't there is a mistake of ours."""

    scheme: Scheme
    colours: Mapping[str, str]
    sizes: Mapping[str, int]

    def colour(self, name: str) -> str:
        """The colour as `#rrggbb`.

        Raises:
            KeyError: there is no such token.
        """
        return self.colours[name]

    def size(self, name: str) -> int:
        """The size in the unit that its name ends with.

        Raises:
            KeyError: there is no such token.
        """
        return self.sizes[name]

    def value(self, name: str) -> str:
        """Any token as a style sheet writes it; sizes stand without their unit.

        Raises:
            KeyError: there is no such token.
        """
        return self.colours[name] if name in self.colours else str(self.sizes[name])


@cache
def load_tokens(scheme: Scheme) -> Tokens:
    """Read the tokens of a scheme."""
    document = json.loads(read_text("tokens.json"))
    colours = {name: entry[scheme.value] for name, entry in document["colour"].items()}
    return Tokens(scheme=scheme, colours=colours, sizes=document["size"])
