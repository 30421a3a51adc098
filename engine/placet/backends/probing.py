"""Looks for model servers on this machine, at the ports that they take when nobody says otherwise.

Only on the owner's word: whoever listens there learns that somebody asked.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from placet.backends.endpoint import Endpoint
from placet.backends.limits import Limits
from placet.rules.errors import BackendFailed

__all__ = ["USUAL", "FoundServer", "Usual", "look_around"]

_LIMITS: Final = Limits(
    connect_s=2.0, write_s=2.0, first_piece_s=5.0, between_pieces_s=5.0, reply_bytes=1_000_000
)
_MOST_MODELS: Final = 100
_MOST_NAME_CHARS: Final = 200
_BY_OWNER: Final[Mapping[str, str]] = {
    "library": "ollama",
    "organization_owner": "lmstudio",
    "llamacpp": "llamacpp",
    "vllm": "vllm",
}
"""The kind of a server by whom it says that its models belong to; a port says less."""


@dataclass(frozen=True, kw_only=True)
class Usual:
    """Where a kind of server listens when nobody says otherwise."""

    kind: str
    port: int


USUAL: Final = (
    Usual(kind="ollama", port=11434),
    Usual(kind="lmstudio", port=1234),
    Usual(kind="llamacpp", port=8080),
    Usual(kind="vllm", port=8000),
)


@dataclass(frozen=True, kw_only=True)
class FoundServer:
    """A server that answered with a list of models. `models` are its own words; there may be none."""

    kind: str
    base_url: str
    models: tuple[str, ...]


async def look_around(usual: Sequence[Usual] = USUAL) -> tuple[FoundServer, ...]:
    """Ask every usual place at once; those that answer as a model server does, in the order of the places."""
    found = await asyncio.gather(*(_look(place) for place in usual))
    return tuple(it for it in found if it is not None)


async def _look(place: Usual) -> FoundServer | None:
    base_url = f"http://127.0.0.1:{place.port}/v1"
    try:
        listed = await Endpoint(base_url, None, _LIMITS).get("models")
    except BackendFailed:
        return None
    rows = listed.get("data") if isinstance(listed, Mapping) else None
    if not isinstance(rows, list):
        return None
    known = [row for row in rows[:_MOST_MODELS] if isinstance(row, Mapping) and _is_name(row.get("id"))]
    owners = (_BY_OWNER.get(str(row.get("owned_by"))) for row in known)
    kind = next((it for it in owners if it is not None), place.kind)
    return FoundServer(kind=kind, base_url=base_url, models=tuple(row["id"] for row in known))


def _is_name(name: Any) -> bool:
    return isinstance(name, str) and 0 < len(name) <= _MOST_NAME_CHARS and name.isprintable()
