"""Deno: where it is, and the words that start it so that it may do nothing."""

from __future__ import annotations

import base64
import json
import os
import sys
from pathlib import Path
from typing import Final

from deno import find_deno_bin

HOST: Final = Path(__file__).with_name("host.mjs")
GUEST: Final = Path(__file__).with_name("guest.mjs")

ENVIRONMENT: Final = {
    "DENO_DIR": str(Path(os.devnull) / "none"),
    "DENO_EMIT_CACHE_MODE": "disable",
    "DENO_NO_UPDATE_CHECK": "1",
}
"""All of the environment of a child: three words to Deno itself, nothing of ours.

Without the first, Deno asks the system for the user's home and keeps there its caches and what code stores. Without
the second it looks for compiled code there, so that not the bytes which were hashed might run. Without the third it
may ask its makers for a newer release.
"""

_LISTED: Final = Path(__file__).with_name("modules.txt").read_text(encoding="utf-8").split()

KNOWN_DENO: Final = _LISTED[0]
"""The release of Deno that `MODULES` were taken from."""

MODULES: Final = tuple(_LISTED[1:])
"""The modules that Deno has built in, which code can't import: among them is what reads stdin and writes stdout."""

_CONTEXTS = "placet:contexts"


def find_deno() -> Path | None:
    """The program: beside a frozen Placet, else the one of the Python package; None when it is gone."""
    if getattr(sys, "frozen", False):
        beside = Path(sys.executable).with_name("deno.exe" if sys.platform == "win32" else "deno")
        return beside if beside.is_file() else None
    try:
        return Path(find_deno_bin())
    except FileNotFoundError:
        return None


def words(deno: Path, *, heap_mb: int, secret: str) -> list[str]:
    """The command line of a child (DECISIONS T19), in which our own file alone knows the name `secret`.

    Code isn't compiled to machine code (`--jitless`): nothing of a handler needs that speed, V8 then reserves no
    half gigabyte that the memory limit would have to allow for, and most of what has ever led out of V8 isn't there.
    """
    return [
        str(deno),
        *("run", "--quiet", "--no-prompt", "--no-config", "--no-lock", "--no-remote", "--no-npm"),
        *("--no-code-cache", f"--import-map=data:application/json,{_import_map(secret)}"),
        f"--v8-flags=--max-old-space-size={heap_mb},--jitless",
        str(HOST),
    ]


def guest(secret: str) -> bytes:
    """The guest's source for a child with this secret, as the child wants it."""
    source = GUEST.read_text(encoding="utf-8").replace(_CONTEXTS, _named(secret))
    return base64.b64encode(source.encode())


def _named(secret: str) -> str:
    return f"placet:{secret}"


def _import_map(secret: str) -> str:
    closed: dict[str, str | None] = {f"node:{name}": None for name in MODULES}
    return json.dumps({"imports": {**closed, _named(secret): "node:async_hooks"}}, separators=(",", ":"))
