"""Asks the desktop portal what it prefers: a dark look, strong contrasts, little that moves. Without one nobody answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtDBus import QDBusConnection, QDBusMessage

from placet_gui.theme.tokens import Scheme

_TIMEOUT_MS: Final = 200  # asked before the first paint, so a desktop that hangs may not hold it up
_APPEARANCE: Final = "org.freedesktop.appearance"
_GNOME: Final = "org.gnome.desktop.interface"


@dataclass(frozen=True, kw_only=True)
class Wishes:
    """What the desktop prefers; None, or not, when it doesn't say."""

    scheme: Scheme | None = None
    contrast: bool = False
    still: bool = False


def wishes() -> Wishes:
    """Ask for all of them. A desktop that leaves the first question unanswered isn't asked any more."""
    bus = QDBusConnection.sessionBus()
    if not bus.isConnected():
        return Wishes()
    return read_wishes(lambda group, key: _asked(bus, group, key))


def read_wishes(ask: Any) -> Wishes:
    """What the answers mean. `ask` gets a group and a key, and answers the value; None: none of that name.

    In the portal's words 1 is dark and 2 is light, 1 is more contrast, and 1 is less motion. Older desktops of one kind
    say of motion only whether there are animations. `ask` raises TimeoutError when nobody answers.
    """
    try:
        scheme = {1: Scheme.DARK, 2: Scheme.LIGHT}.get(ask(_APPEARANCE, "color-scheme"))
        contrast = ask(_APPEARANCE, "contrast") == 1
        still = ask(_APPEARANCE, "reduced-motion")
        if still is None:
            still = ask(_GNOME, "enable-animations") is False
    except TimeoutError:
        return Wishes()
    return Wishes(scheme=scheme, contrast=contrast, still=still in {True})


def _asked(bus: QDBusConnection, group: str, key: str) -> Any:
    call = QDBusMessage.createMethodCall(
        "org.freedesktop.portal.Desktop",
        "/org/freedesktop/portal/desktop",
        "org.freedesktop.portal.Settings",
        "Read",
    )
    call.setArguments([group, key])
    reply = bus.call(call, timeout=_TIMEOUT_MS)
    if reply.errorName() in {
        "org.freedesktop.DBus.Error.NoReply",
        "org.freedesktop.DBus.Error.ServiceUnknown",
    }:
        raise TimeoutError
    if reply.type() is not QDBusMessage.MessageType.ReplyMessage or not reply.arguments():
        return None
    value = reply.arguments()[0]
    while hasattr(value, "variant"):  # the value may be wrapped more than once
        value = value.variant()
    return value
