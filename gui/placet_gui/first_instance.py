"""The first console of a data folder: it listens for later starts, which ask it to come forward (see `instance`)."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from placet_gui.instance import DONE, RAISE, SHOW, address_of
from placet_gui.presence.links import SCHEME, task_of

_LONGEST_LINE = 128


class FirstInstance(QObject):
    """Listens for later starts. Made after the folder's lock is held, so what it finds there is a leftover.

    Signals:
        raise_asked: the program was started again on this folder.
        task_asked(str): it was started again by a link to a task.
    """

    raise_asked = Signal()
    task_asked = Signal(str)

    def __init__(self, data: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_server_new_connection)
        QLocalServer.removeServer(address_of(data))
        self._server.listen(address_of(data))

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
        if not isinstance(socket, QLocalSocket):
            return
        said = bytes(socket.readLine(_LONGEST_LINE).data())
        task_id = task_of(f"{SCHEME}task/{said.removeprefix(SHOW).decode('ascii', 'replace').rstrip()}")
        if said == RAISE:
            self._answer(socket)
            self.raise_asked.emit()
        elif said.startswith(SHOW) and task_id is not None:
            self._answer(socket)
            self.task_asked.emit(task_id)
        else:
            socket.disconnectFromServer()  # nothing that a later start says; it shall not wait

    @staticmethod
    def _answer(socket: QLocalSocket) -> None:
        socket.write(DONE)
        socket.disconnectFromServer()
