"""A desktop's tray and its notifications, as services on a bus that write down what they are asked.

As a program: `python -m tests.desktop.tray_service ADDRESS`; each call is one line of JSON on the standard output,
after the line that says that it serves.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from jeepney import DBusAddress, HeaderFields, MessageType, new_method_call, new_method_return, new_signal
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection
from jeepney.wrappers import unwrap_msg

WATCHER: Final = "org.kde.StatusNotifierWatcher"
NOTES: Final = "org.freedesktop.Notifications"
NUMBER: Final = 7
"""What every notification is called by."""
_NOTES_PATH: Final = "/org/freedesktop/Notifications"
_CLICKED: Final = "Clicked"
"""What the test asks of the service, which is none of a desktop's: to say that somebody clicked."""
_SERVING: Final = "serving"
_END_S: Final = 60


class TrayService:
    """What the desktop was asked."""

    def __init__(self, address: str, said: Path) -> None:
        self._address = address
        self._said = said

    def calls(self, member: str) -> list[list[Any]]:
        """The arguments of each call of this method so far."""
        lines = self._said.read_text(encoding="utf-8").splitlines()[1:]
        return [body for name, body in map(json.loads, lines) if name == member]

    def click(self) -> None:
        """Say that the owner clicked on the notification."""
        with open_dbus_connection(bus=self._address) as connection:
            # The service itself has to say so: of others nobody takes it.
            at = DBusAddress(_NOTES_PATH, bus_name=NOTES, interface=NOTES)
            connection.send_and_get_reply(new_method_call(at, _CLICKED), timeout=_END_S)


@contextmanager
def tray_service(environment: dict[str, str], said: Path) -> Iterator[TrayService]:
    """The services, on the session bus of this environment, for as long as the block lasts."""
    address = environment["DBUS_SESSION_BUS_ADDRESS"]
    command = (sys.executable, "-m", __name__, address)
    with said.open("w", encoding="utf-8") as output:
        child = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=os.environ | {"OUT": str(said)}
        )
        try:
            assert child.stdout is not None
            assert child.stdout.readline().strip() == _SERVING
            output.write(f"{_SERVING}\n")
            output.flush()
            yield TrayService(address, said)
        finally:
            child.kill()
            child.wait(_END_S)
            child.stdout.close()


class _Services:
    def __init__(self, connection: DBusConnection, said: Path) -> None:
        self._connection = connection
        self._said = said

    def serve(self) -> None:
        """Answer until the process is ended."""
        while True:
            asked = self._connection.receive()
            if asked.header.message_type is MessageType.method_call:
                member = asked.header.fields[HeaderFields.member]
                with self._said.open("a", encoding="utf-8") as said:
                    said.write(json.dumps([member, _plain(asked.body)]) + "\n")
                self._connection.send(new_method_return(asked, *_ANSWERS.get(member, ("", ()))))
                if member == _CLICKED:
                    at = DBusAddress(_NOTES_PATH, interface=NOTES)
                    self._connection.send(new_signal(at, "ActionInvoked", "us", (NUMBER, "default")))


_ANSWERS: Final[dict[str, tuple[str, Sequence[Any]]]] = {
    "Get": ("v", (("b", True),)),
    "Notify": ("u", (NUMBER,)),
    "GetCapabilities": ("as", (["body", "actions"],)),
    "GetServerInformation": ("ssss", ("tray", "test", "1", "1.2")),
}


def _plain(body: Sequence[Any]) -> list[Any]:
    return [it if isinstance(it, str | int | list) else str(type(it)) for it in body]


def main(address: str) -> None:
    """Serve until the process is ended."""
    connection = open_dbus_connection(bus=address)
    for name in (WATCHER, NOTES):
        unwrap_msg(connection.send_and_get_reply(message_bus.RequestName(name)))
    sys.stdout.write(f"{_SERVING}\n")
    sys.stdout.flush()
    _Services(connection, Path(os.environ["OUT"])).serve()


if __name__ == "__main__":
    main(*sys.argv[1:])
