"""One window for a data folder: a second start asks the first to come forward, over a socket of the user's own."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtNetwork import QLocalServer, QLocalSocket

_RAISE: Final = b"raise\n"
_DONE: Final = b"ok\n"
_WAIT_MS: Final = 2_000


def _address(data: Path) -> str:
    """Where the first instance of this folder listens: the runtime folder of the session, else the temporary one."""
    base = os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir()
    mark = hashlib.sha256(str(data.resolve()).encode()).hexdigest()[:24]
    return str(Path(base) / f"placet-{mark}.sock")


class FirstInstance(QObject):
    """Listens for later starts. Made after the folder's lock is held, so what it finds there is a leftover.

    Signals:
        raise_asked: the program was started again on this folder.
    """

    raise_asked = Signal()

    def __init__(self, data: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_server_new_connection)
        QLocalServer.removeServer(_address(data))
        self._server.listen(_address(data))

    def is_listening(self) -> bool:
        """Whether later starts can be heard. Without it they only say that the folder is in use."""
        return self._server.isListening()

    def close(self) -> None:
        """Listen no more; the socket's file goes."""
        self._server.close()

    @Slot()
    def _on_server_new_connection(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.readyRead.connect(self._on_socket_ready_read)
            socket.disconnected.connect(socket.deleteLater)

    @Slot()
    def _on_socket_ready_read(self) -> None:
        socket = self.sender()
        if isinstance(socket, QLocalSocket) and bytes(socket.readLine(64).data()) == _RAISE:
            socket.write(_DONE)
            socket.disconnectFromServer()
            self.raise_asked.emit()


def raise_first(data: Path) -> bool:
    """Ask the first instance of this folder to come forward; False when none of this user's answers."""
    address = _address(data)
    if not _is_ours(address):
        return False
    socket = QLocalSocket()
    socket.connectToServer(address)
    if not socket.waitForConnected(_WAIT_MS):
        return False
    socket.write(_RAISE)
    socket.flush()
    answered = socket.waitForReadyRead(_WAIT_MS)
    return answered and bytes(socket.readAll().data()) == _DONE


def _is_ours(address: str) -> bool:
    # Anybody may put a socket into a shared folder and say "ok", so that the owner's console never opens.
    if not hasattr(os, "getuid"):
        return True
    try:
        return Path(address).lstat().st_uid == os.getuid()
    except OSError:
        return False
