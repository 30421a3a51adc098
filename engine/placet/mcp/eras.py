"""The two eras of the protocol: a handshake and a session until 2025-11-25, an envelope in each request since 2026-07-28."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Any, Final

from placet import __version__

META: Final = "_meta"
VERSION_KEY: Final = "io.modelcontextprotocol/protocolVersion"
CLIENT_KEY: Final = "io.modelcontextprotocol/clientInfo"
CAPABILITIES_KEY: Final = "io.modelcontextprotocol/clientCapabilities"
SERVER_KEY: Final = "io.modelcontextprotocol/serverInfo"
RELATED_TASK: Final = "io.modelcontextprotocol/related-task"
TASKS_EXTENSION: Final = "io.modelcontextprotocol/tasks"

HANDSHAKE_VERSIONS: Final = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
WITH_TASKS: Final = "2025-11-25"
MODERN_VERSIONS: Final = ("2026-07-28",)

LOG_KEY: Final = "io.modelcontextprotocol/logLevel"
_MOST_TOKEN_CHARS: Final = 200

PLACET: Final[Mapping[str, Any]] = {"name": "placet", "title": "Placet", "version": __version__}


class Era(enum.Enum):
    """How a peer speaks."""

    HANDSHAKE = "handshake"
    MODERN = "modern"


def version_in(params: Mapping[str, Any]) -> str | None:
    """The version that a request of the modern era names in its envelope; None: it has none."""
    meta = params.get(META)
    version = meta.get(VERSION_KEY) if isinstance(meta, Mapping) else None
    return version if isinstance(version, str) else None


def capabilities_in(params: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a client of the modern era says, in each request, that it can do."""
    meta = params.get(META)
    told = meta.get(CAPABILITIES_KEY) if isinstance(meta, Mapping) else None
    return told if isinstance(told, Mapping) else {}


def takes_tasks(params: Mapping[str, Any]) -> bool:
    """Whether a request of the modern era may be answered with a task (SEP-2663)."""
    extensions = capabilities_in(params).get("extensions")
    return isinstance(extensions, Mapping) and TASKS_EXTENSION in extensions


def envelope(client: Mapping[str, Any], capabilities: Mapping[str, Any]) -> dict[str, Any]:
    """The `_meta` of a request of the modern era."""
    return {VERSION_KEY: MODERN_VERSIONS[-1], CLIENT_KEY: dict(client), CAPABILITIES_KEY: dict(capabilities)}


def progress_token(params: Mapping[str, Any]) -> str | int | None:
    """What a client wants to be told of progress under; None: it doesn't."""
    meta = params.get(META)
    token = meta.get("progressToken") if isinstance(meta, Mapping) else None
    return token if isinstance(token, str | int) and not isinstance(token, bool) else None


def carried(params: Mapping[str, Any]) -> dict[str, Any]:
    """What of a client's `_meta` a server gets. The owner isn't shown any of it, so nothing goes along that could say more.

    That is the name under which the client hears of progress, and how much it wants to hear.
    """
    meta = params.get(META)
    level = meta.get(LOG_KEY) if isinstance(meta, Mapping) else None
    token = progress_token(params)
    told = {"progressToken": token, LOG_KEY: level if level in _LEVELS else None}
    return {key: it for key, it in told.items() if it is not None and len(str(it)) <= _MOST_TOKEN_CHARS}


_LEVELS: Final = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
