"""Whether the session is locked, by what the desktop says over D-Bus (spec/prompt-rules 4.3, rule 16).

Two services may know: systemd's login manager, on the system's bus, and the desktop's screen saver, on the session's.
Whichever says locked is believed. Without either the rule is off, and `is_known` says so.
"""

from __future__ import annotations

import os
from typing import Any, Final

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusPendingCallWatcher

_TIMEOUT_MS: Final = 200  # asked while the window is made, which a desktop that hangs may not hold up
_LOGIN: Final = "org.freedesktop.login1"
_SESSION: Final = "org.freedesktop.login1.Session"
_PROPERTIES: Final = "org.freedesktop.DBus.Properties"
_HINT: Final = "LockedHint"
_SAVER: Final = "org.freedesktop.ScreenSaver"
_SAVER_PATHS: Final = ("/org/freedesktop/ScreenSaver", "/ScreenSaver")


class ScreenLock(QObject):
    """Follows the lock of the session that this process is in. Made and used on the GUI thread.

    Signals:
        changed(bool): the session was locked, or unlocked.
    """

    changed = Signal(bool)

    def __init__(
        self,
        system: QDBusConnection | None = None,
        session: QDBusConnection | None = None,
        parent: QObject | None = None,
    ) -> None:
        """The buses are the process's own unless others are given."""
        super().__init__(parent)
        self._system = system or QDBusConnection.systemBus()
        self._session = session or QDBusConnection.sessionBus()
        self._said: dict[str, bool] = {}  # each service that answers, with what it says
        self._path = ""  # of our session, at the login manager
        self._follow_login()
        self._follow_saver()

    @property
    def is_known(self) -> bool:
        """Whether any service tells of the lock; else the rule is off."""
        return bool(self._said)

    @property
    def is_locked(self) -> bool:
        """Whether any of them says locked."""
        return any(self._said.values())

    def _follow_login(self) -> None:
        if not self._system.isConnected():
            return
        path = self._path_of_session()
        if path is None:
            return
        hint = self._ask(self._system, _LOGIN, path, _PROPERTIES, "Get", _SESSION, _HINT)
        if not isinstance(hint, bool):
            return
        self._path = path
        self._said[_LOGIN] = hint
        for interface, name, slot in (
            (_SESSION, "Lock", _slot("_on_login_locked()")),
            (_SESSION, "Unlock", _slot("_on_login_unlocked()")),
            (_PROPERTIES, "PropertiesChanged", _slot("_on_login_changed()")),
        ):
            self._system.connect(_LOGIN, path, interface, name, self, slot)

    def _path_of_session(self) -> str | None:
        manager = "/org/freedesktop/login1", "org.freedesktop.login1.Manager"
        if number := os.environ.get("XDG_SESSION_ID"):
            found = self._ask(self._system, _LOGIN, *manager, "GetSession", number)
            if (path := _path(found)) is not None:
                return path
        return _path(self._ask(self._system, _LOGIN, *manager, "GetSession", "auto"))

    def _follow_saver(self) -> None:
        if not self._session.isConnected():
            return
        for path in _SAVER_PATHS:
            active = self._ask(self._session, _SAVER, path, _SAVER, "GetActive")
            if isinstance(active, bool):
                self._said[_SAVER] = active
                slot = _slot("_on_saver_changed(bool)")
                self._session.connect(_SAVER, path, _SAVER, "ActiveChanged", self, slot)
                return

    @staticmethod
    def _ask(bus: QDBusConnection, service: str, path: str, interface: str, name: str, *given: Any) -> Any:
        return _first(bus.call(_message(service, path, interface, name, *given), timeout=_TIMEOUT_MS))

    def _note(self, service: str, locked: bool) -> None:
        before = self.is_locked
        self._said[service] = locked
        if self.is_locked != before:
            self.changed.emit(self.is_locked)

    @Slot()
    def _on_login_locked(self) -> None:
        self._note(_LOGIN, True)

    @Slot()
    def _on_login_unlocked(self) -> None:
        self._note(_LOGIN, False)

    @Slot()
    def _on_login_changed(self) -> None:
        # What changed stands in a mapping that Qt can't read from here, so it is asked for; nobody waits for that.
        call = self._system.asyncCall(_message(_LOGIN, self._path, _PROPERTIES, "Get", _SESSION, _HINT))
        asked = QDBusPendingCallWatcher(call, self)
        asked.finished.connect(self._on_hint_read)

    @Slot(QDBusPendingCallWatcher)
    def _on_hint_read(self, asked: QDBusPendingCallWatcher) -> None:
        hint = _first(asked.reply())
        if isinstance(hint, bool):
            self._note(_LOGIN, hint)
        asked.deleteLater()

    @Slot(bool)
    def _on_saver_changed(self, active: bool) -> None:
        self._note(_SAVER, active)


def _slot(signature: str) -> Any:
    """A slot by its signature, as Qt spells it where it connects by text: a `str`, whatever the stubs say."""
    return f"1{signature}"


def _message(service: str, path: str, interface: str, name: str, *given: Any) -> QDBusMessage:
    call = QDBusMessage.createMethodCall(service, path, interface, name)
    call.setAutoStartService(False)
    call.setArguments(list(given))
    return call


def _first(reply: QDBusMessage) -> Any:
    """The first thing that was answered; None where there was no answer."""
    if reply.type() is not QDBusMessage.MessageType.ReplyMessage or not reply.arguments():
        return None
    value = reply.arguments()[0]
    while hasattr(value, "variant"):
        value = value.variant()
    return value


def _path(value: Any) -> str | None:
    value = value.path() if hasattr(value, "path") else value
    return value if isinstance(value, str) and value.startswith("/") else None
