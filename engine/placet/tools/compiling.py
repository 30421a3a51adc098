"""Argument schemas from outside of `schemas`: what reads them is loaded when it is first needed.

Loading the library and reading our own schemas with it takes as long as a window takes to open, and no start needs it.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from placet.tools.schemas import Schema

_READER: Final = "placet.tools.schemas"


def compiled(schema: Mapping[str, Any]) -> Schema:
    """As `Schema`, which says what it raises."""
    made: Schema = importlib.import_module(_READER).Schema(schema)
    return made


@functools.cache
def any_object() -> Schema:
    """The schema that every object fits."""
    return compiled({"type": "object"})


def narrow(schema: Mapping[str, Any], only: Mapping[str, Sequence[Any]]) -> dict[str, Any]:
    """As `schemas.narrow`, which says what it raises."""
    narrowed: dict[str, Any] = importlib.import_module(_READER).narrow(schema, only)
    return narrowed
