"""Whether there is a screen to open a window on, found out before Qt, which ends the process when there is none."""

from __future__ import annotations

import re
import socket
import sys
from collections.abc import Mapping
from pathlib import Path


def is_there(environment: Mapping[str, str]) -> bool:
    """True when a window can be opened. Local displays are tried; one on another machine is believed."""
    if sys.platform in {"win32", "darwin"} or environment.get("QT_QPA_PLATFORM"):
        return True
    return _wayland(environment) or _x11(environment.get("DISPLAY", ""))


def _wayland(environment: Mapping[str, str]) -> bool:
    name, runtime = environment.get("WAYLAND_DISPLAY"), environment.get("XDG_RUNTIME_DIR")
    if not name:
        return False
    return _answers(str(Path(runtime or "/") / name))


def _x11(display: str) -> bool:
    local = re.fullmatch(r"(?:unix)?:(\d+)(?:\.\d+)?", display)
    if local is None:
        return bool(display)
    path = f"/tmp/.X11-unix/X{local[1]}"  # noqa: S108  # X11's own place
    return _answers(path) or _answers(f"\0{path}")


def _answers(address: str) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(address)
        except OSError:
            return False
    return True
