"""Lanes: what shares one runs in it one after the other, in the order of coming (spec/workflows 1.6)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass
class _Lane:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    users: int = 0


class Lanes:
    """A lane for each key, there only while somebody uses it or waits for it. Lives on the engine's loop."""

    def __init__(self) -> None:
        self._lanes: dict[Hashable, _Lane] = {}

    @asynccontextmanager
    async def within(self, key: Hashable) -> AsyncIterator[None]:
        """Wait for the lane, and have it for the block. Not to be entered twice by one caller."""
        lane = self._lanes.setdefault(key, _Lane())
        lane.users += 1
        try:
            async with lane.lock:
                yield
        finally:
            lane.users -= 1
            if not lane.users:
                del self._lanes[key]

    def __len__(self) -> int:
        return len(self._lanes)
