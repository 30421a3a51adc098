"""Asks the desktop portal whether it prefers a dark look. Without a portal there is no answer."""

from __future__ import annotations

from PySide6.QtDBus import QDBusConnection, QDBusMessage

from placet_gui.theme.tokens import Scheme

_TIMEOUT_MS = 200  # asked before the first paint, so a desktop that hangs may not hold it up


def preferred_scheme() -> Scheme | None:
    """What the desktop prefers; None when it doesn't say."""
    bus = QDBusConnection.sessionBus()
    if not bus.isConnected():
        return None
    call = QDBusMessage.createMethodCall(
        "org.freedesktop.portal.Desktop",
        "/org/freedesktop/portal/desktop",
        "org.freedesktop.portal.Settings",
        "Read",
    )
    call.setArguments(["org.freedesktop.appearance", "color-scheme"])
    return _scheme(bus.call(call, timeout=_TIMEOUT_MS))


def _scheme(reply: QDBusMessage) -> Scheme | None:
    # The portal's words: 0 no preference, 1 dark, 2 light; the number may be wrapped in variants.
    if reply.type() is not QDBusMessage.MessageType.ReplyMessage or not reply.arguments():
        return None
    value = reply.arguments()[0]
    while hasattr(value, "variant"):
        value = value.variant()
    return {1: Scheme.DARK, 2: Scheme.LIGHT}.get(value)
