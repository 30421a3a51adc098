"""On which ports this engine listens, and the models that it talks to on this machine (DECISIONS T25)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

from placet.tools.fetch.network import Kind, kind_of

_LOCAL = "localhost"


class OwnPorts:
    """Collects them; calling it tells those of this moment. Safe from any thread."""

    def __init__(self) -> None:
        self._ports: set[int] = set()
        self._sources: list[Callable[[], Iterable[int]]] = []
        self._addresses: list[Callable[[], Iterable[str]]] = []

    def add(self, url: str) -> None:
        """Claim the port of an address, for good. An address elsewhere than on this machine's networks is let be."""
        self._ports |= _near_port(url)

    def watch(self, source: Callable[[], Iterable[int]]) -> None:
        """Ask this as well, each time: for a child that comes and goes."""
        self._sources.append(source)

    def watch_addresses(self, source: Callable[[], Iterable[str]]) -> None:
        """Ask this as well, each time, for addresses as `add` takes them: the owner may add a model server."""
        self._addresses.append(source)

    def __call__(self) -> frozenset[int]:
        """All of them, now."""
        named = (_near_port(url) for source in self._addresses for url in source())
        return frozenset(self._ports).union(*(source() for source in self._sources), *named)


def _near_port(url: str) -> set[int]:
    """The port of an address on this machine's networks; nothing for one elsewhere."""
    there = urlsplit(url)
    is_near = there.hostname == _LOCAL or kind_of(there.hostname or "") is Kind.PRIVATE
    return {there.port or (443 if there.scheme == "https" else 80)} if is_near else set()
