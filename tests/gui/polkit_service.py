"""A message bus with polkit's authority on it, which asks nobody for a password but the test.

What asks it is polkit's own program. As a program, this serves: `python -m tests.gui.polkit_service ADDRESS ANSWER`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from jeepney import (
    DBusAddress,
    HeaderFields,
    Message,
    MessageType,
    new_error,
    new_method_call,
    new_method_return,
)
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection
from jeepney.wrappers import unwrap_msg

from placet_gui.reauthentication import ACTION
from tests.gui.lock_service import SERVING, a_bus, served

_AUTHORITY: Final = "org.freedesktop.PolicyKit1"
_HANDS: Final = "org.example.Hands"
YES, NO, DISMISSED, NO_AGENT, NEVER = "yes", "no", "dismissed", "no agent", "never"
_ANSWERS: Final[dict[str, tuple[bool, bool, dict[str, str]]]] = {
    YES: (True, False, {}),
    NO: (False, False, {}),
    DISMISSED: (False, False, {"polkit.dismissed": "true"}),
    NO_AGENT: (False, True, {}),
}


class PolkitService:
    """The test's hands on the authority of a bus at this address."""

    def __init__(self, address: str) -> None:
        self._hands = open_dbus_connection(bus=address)

    def asked(self) -> tuple[str, int, int, bool]:
        """Wait for the next question: its action, the subject's process and user, and whether somebody may be asked."""
        to = DBusAddress("/test", _AUTHORITY, _HANDS)
        action, process, user, asks = unwrap_msg(self._hands.send_and_get_reply(new_method_call(to, "asked")))
        return action, process, user, asks

    def close(self) -> None:
        """Let go of the bus."""
        self._hands.close()


@contextmanager
def polkit_service(folder: Path, answer: str) -> Iterator[tuple[str, PolkitService]]:
    """A bus that ends with the block, with an authority that gives this answer; its address and the test's hands."""
    with a_bus(folder) as address, served(address, __name__, answer):
        service = PolkitService(address)
        try:
            yield address, service
        finally:
            service.close()


class _Authority:
    def __init__(self, connection: DBusConnection, answer: str) -> None:
        self._connection = connection
        self._answer = answer
        self._asked: list[tuple[str, int, int, bool]] = []
        self._waiting: list[Message] = []

    def serve(self) -> None:
        """Answer until the process is ended."""
        while True:
            message = self._connection.receive()
            if message.header.message_type is MessageType.method_call:
                self._take(message, message.header.fields[HeaderFields.member])
            while self._asked and self._waiting:
                told = self._asked.pop(0)
                self._connection.send(new_method_return(self._waiting.pop(0), "siib", told))

    def _take(self, message: Message, member: str) -> None:
        if member == "asked":
            self._waiting.append(message)
        elif member == "GetAll":
            versions: dict[str, Any] = {"BackendName": ("s", "test"), "BackendFeatures": ("u", 0)}
            self._connection.send(new_method_return(message, "a{sv}", (versions,)))
        elif member == "CheckAuthorization":
            self._check(message)
        else:
            self._connection.send(new_error(message, "org.freedesktop.DBus.Error.UnknownMethod"))

    def _check(self, message: Message) -> None:
        (_, subject), action, _, flags, _ = message.body
        self._asked.append((action, subject["pid"][1], subject["uid"][1], bool(flags & 1)))
        if action != ACTION:
            self._connection.send(new_error(message, f"{_AUTHORITY}.Error.Failed", "s", ("no such action",)))
        elif self._answer != NEVER:
            self._connection.send(new_method_return(message, "(bba{ss})", (_ANSWERS[self._answer],)))


def main(address: str, answer: str) -> None:
    """Serve until the process is ended."""
    connection = open_dbus_connection(bus=address)
    unwrap_msg(connection.send_and_get_reply(message_bus.RequestName(_AUTHORITY)))
    sys.stdout.write(f"{SERVING}\n")
    sys.stdout.flush()
    _Authority(connection, answer).serve()


if __name__ == "__main__":
    main(*sys.argv[1:])
