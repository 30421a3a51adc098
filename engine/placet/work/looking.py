"""Looking at a call before it exists or is changed: in which manner its tool would do it, and what it would do."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

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
    if isinstance(tool, Examining):
        examined = await asyncio.to_thread(tool.examine, args, place)
        return Looked(manner=examined.manner, preview=examined.preview)
    if isinstance(tool, Varying):
        return Looked(manner=tool.manner(args, place))
    return Looked(manner=Manner(row=tool.name, effect=tool.effect))
