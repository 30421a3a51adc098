"""Asks the system to have the owner prove who he is, before a yes that a mistake would make dear (prompt rule 17).

On Linux polkit does: its own small program asks its `CheckAuthorization` over the system's bus, with this process as the
subject, and the desktop's agent asks for the password. What is typed there never comes near this program. The program is
taken from the system's own place, whatever the search path says, and gets an environment of ours.
"""

from __future__ import annotations

import enum
import os
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Signal, Slot

ACTION: Final = "placet.console.approve"
"""The action of polkit's that stands for a yes; `resources/polkit` declares it."""
_PROGRAM: Final = "/usr/bin/pkcheck"
_STAT: Final = Path("/proc/self/stat")
_START_TIME: Final = 22
"""The field of /proc/PID/stat that tells two processes of one number apart (proc(5))."""
_PASSED_ON: Final = ("DBUS_SYSTEM_BUS_ADDRESS", "LANG", "LC_ALL")


class Proof(enum.Enum):
    """How it ended. Only GIVEN is one; for everything else the yes doesn't count."""

    GIVEN = "given"
    REFUSED = "refused"
    DISMISSED = "dismissed"  # the owner closed the question
    NO_AGENT = "no agent"  # nothing in this session can ask for a password
    UNAVAILABLE = "unavailable"  # no polkit, or it doesn't know the action


_OF_EXIT_CODE: Final = {
    0: Proof.GIVEN,
    1: Proof.REFUSED,
    2: Proof.NO_AGENT,
    3: Proof.DISMISSED,
}
"""What polkit's program ends with (pkcheck(1)); anything else means that it couldn't ask."""


class Reauthentication(QObject):
    """One question to the system at a time. Made and used on the GUI thread, which it never holds up.

    Signals:
        ended(Proof): the question that was asked last has its answer. One that was dropped gets none.
    """

    ended = Signal(object)

    def __init__(self, program: str = _PROGRAM, parent: QObject | None = None) -> None:
        """`program`: polkit's own, or a copy of it elsewhere."""
        super().__init__(parent)
        self._program = program
        self._asking: QProcess | None = None

    @property
    def is_asking(self) -> bool:
        """Whether a question is out."""
        return self._asking is not None

    def ask(self) -> None:
        """Have the owner prove himself; `ended` tells. A question that is out is dropped."""
        self.drop()
        self._asking = asking = QProcess(self)
        asking.setProcessEnvironment(_environment())
        asking.setStandardOutputFile(QProcess.nullDevice())
        asking.setStandardErrorFile(QProcess.nullDevice())
        asking.finished.connect(self._on_finished)
        asking.errorOccurred.connect(self._on_error)
        asking.start(self._program, _arguments())

    @Slot()
    def drop(self) -> None:
        """Take the question back; polkit closes it once who asked is gone."""
        asking, self._asking = self._asking, None
        if asking is not None:
            asking.finished.disconnect(self._on_finished)
            asking.errorOccurred.disconnect(self._on_error)
            asking.kill()
            asking.waitForFinished()
            asking.deleteLater()

    @Slot(int, QProcess.ExitStatus)
    def _on_finished(self, code: int, how: QProcess.ExitStatus) -> None:
        crashed = how is not QProcess.ExitStatus.NormalExit
        self._end(Proof.UNAVAILABLE if crashed else _OF_EXIT_CODE.get(code, Proof.UNAVAILABLE))

    @Slot(QProcess.ProcessError)
    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart:  # any other one is followed by the end
            self._end(Proof.UNAVAILABLE)

    def _end(self, proof: Proof) -> None:
        asking, self._asking = self._asking, None
        if asking is not None:
            asking.deleteLater()
            self.ended.emit(proof)


def _arguments() -> list[str]:
    # The user's number is given as well: polkit would else look it up, and that can be raced.
    subject = f"{os.getpid()},{_started()},{os.getuid()}"
    return ["--action-id", ACTION, "--process", subject, "--allow-user-interaction"]


def _started() -> str:
    try:
        after_name = _STAT.read_text(encoding="utf-8", errors="replace").rpartition(")")[2]
    except OSError:  # no Linux: polkit's program won't be there either
        return "0"
    return after_name.split()[_START_TIME - 3]  # the number and the name stand before


def _environment() -> QProcessEnvironment:
    """What the program gets: nothing that could change what it loads or whom it asks, but the bus (DECISIONS A5)."""
    made = QProcessEnvironment()
    made.insert("PATH", "/usr/bin:/bin")
    for name in _PASSED_ON:
        if (value := os.environ.get(name)) is not None:
            made.insert(name, value)
    return made
