"""Looking at a call before it exists or is changed: in which manner its tool would do it, and what it would do."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from placet.rules.ports import Examining, Manner, Place, Preview, Tool, Varying


@dataclass(frozen=True, kw_only=True)
class Looked:
    """What one look said. `preview` is None where it has to be asked for: most free calls never are."""

    manner: Manner
    preview: Preview | None = None


async def look(tool: Tool, args: Mapping[str, Any], place: Place) -> Looked:
    """In which manner the tool would do this, with what it would do when both come from one look at the disk.

    Raises:
        PlacetError: the call can't work at all.
    """
    examines, varies = _kinds(type(tool))
    if examines:
        examined = await asyncio.to_thread(cast("Examining", tool).examine, args, place)
        return Looked(manner=examined.manner, preview=examined.preview)
    if varies:
        return Looked(manner=cast("Varying", tool).manner(args, place))
    return Looked(manner=Manner(row=tool.name, effect=tool.effect))


@functools.cache
def _kinds(tool: type[Tool]) -> tuple[bool, bool]:
    """Whether such tools examine, and whether they vary: asked once for each, since a protocol is slow to ask."""
    return issubclass(tool, Examining), issubclass(tool, Varying)
