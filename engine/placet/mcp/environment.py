"""The environment of an MCP server: a list of names that may pass, and what its owner named besides (DECISIONS A5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

_ALLOWED: Final = frozenset(
    {
        "HOME", "USER", "LOGNAME", "PATH", "SHELL", "TERM", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TEMP", "TMP",
        "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR",
        "APPDATA", "LOCALAPPDATA", "PATHEXT", "PROGRAMFILES", "SYSTEMDRIVE", "SYSTEMROOT", "USERNAME", "USERPROFILE",
    }
)  # fmt: skip
_OURS: Final = "PLACET_"


def server_environment(ours: Mapping[str, str], named: Iterable[str] = ()) -> dict[str, str]:
    """What of our environment a server gets. `named`: more names, which the owner listed; never one of Placet's own."""
    wanted = _ALLOWED | frozenset(named)
    return {
        name: value
        for name, value in ours.items()
        if (name in wanted or name.startswith("LC_")) and not name.upper().startswith(_OURS)
    }
