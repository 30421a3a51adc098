"""The tokens: meanings with a colour for each look, and sizes, read from `tokens.json`."""

from __future__ import annotations

import enum
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from placet_gui.theme.resources import read_text


class Scheme(enum.StrEnum):
    """The looks that every colour has. Those of strong contrast hold text to 7:1 and edges to 4.5:1 (tested)."""

    LIGHT = "light"
    DARK = "dark"
    CONTRAST_LIGHT = "contrast_light"
    CONTRAST_DARK = "contrast_dark"

    @property
    def is_dark(self) -> bool:
        """Whether it is light on dark."""
        return self in {Scheme.DARK, Scheme.CONTRAST_DARK}

    @property
    def in_contrast(self) -> Scheme:
        """The same look in strong contrasts."""
        return Scheme.CONTRAST_DARK if self.is_dark else Scheme.CONTRAST_LIGHT


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
