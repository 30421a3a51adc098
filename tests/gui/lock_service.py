"""A message bus with a login manager and a screen saver on it, whose locks the test turns.

The services are a child process: a question that Qt asks of a bus keeps Python from running meanwhile. As a program,
this serves: `python -m tests.gui.lock_service ADDRESS NAME...`.
"""

from __future__ import annotations

import shutil
import subprocess
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
    new_signal,
)
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection
from jeepney.wrappers import unwrap_msg

LOGIN: Final = "org.freedesktop.login1"
SAVER: Final = "org.freedesktop.ScreenSaver"
_SESSION_PATH: Final = "/org/freedesktop/login1/session/_37"
_SAVER_PATH: Final = "/org/freedesktop/ScreenSaver"
_SESSION: Final = "org.freedesktop.login1.Session"
_PROPERTIES: Final = "org.freedesktop.DBus.Properties"
_HANDS: Final = "org.example.Hands"
SERVING: Final = "serving"


class LockService:
    """The test's hands on the services of a bus at this address."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._hands = open_dbus_connection(bus=address)

    def turn(self, service: str, how: str) -> None:
        """`how`: lock, unlock; of the login manager also `hint` and `unhint`, which change its property alone."""
        to = DBusAddress("/test", service, _HANDS)
        unwrap_msg(self._hands.send_and_get_reply(new_method_call(to, how)))

    def close(self) -> None:
        """Let go of the bus."""
        self._hands.close()


@contextmanager
def lock_service(folder: Path, *names: str) -> Iterator[LockService]:
    """A bus that ends with the block, and on it the services of these names."""
    with a_bus(folder) as address, served(address, __name__, *names):
        service = LockService(address)
        try:
            yield service
        finally:
            service.close()


@contextmanager
def a_bus(folder: Path) -> Iterator[str]:
    """A message bus of one's own, which ends with the block; its address."""
    daemon = shutil.which("dbus-daemon")
    assert daemon is not None, "the tests of the lock need dbus-daemon"
    config = folder / "bus.conf"
    config.write_text(_BUS.format(socket=folder / "bus"))
    command = (daemon, f"--config-file={config}", "--nofork", "--print-address")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as bus:
        try:
            yield _line(bus)
        finally:
            bus.terminate()


@contextmanager
def served(address: str, module: str, *given: str) -> Iterator[None]:
    """A child that serves on that bus until the block ends: a module of tests, which writes `SERVING` once it does."""
    command = (sys.executable, "-m", module, address, *given)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        try:
            assert _line(child) == SERVING
            yield
        finally:
            child.terminate()


def _line(child: subprocess.Popen[str]) -> str:
    assert child.stdout is not None
    return child.stdout.readline().strip()


class _Services:
    def __init__(self, connection: DBusConnection) -> None:
        self._connection = connection
        self._locked = dict.fromkeys((LOGIN, SAVER), False)

    def serve(self) -> None:
        """Answer until the process is ended."""
        while True:
            asked = self._connection.receive()
            if asked.header.message_type is not MessageType.method_call:
                continue
            fields = asked.header.fields
            if fields.get(HeaderFields.interface) == _HANDS:
                self._turn(fields[HeaderFields.destination], fields[HeaderFields.member])
                self._connection.send(new_method_return(asked))
            else:
                self._connection.send(self._answer(asked, fields[HeaderFields.member]))

    def _answer(self, asked: Message, member: str) -> Message:
        answers: dict[str, tuple[str, tuple[Any, ...]]] = {
            "GetSession": ("o", (_SESSION_PATH,)),
            "Get": ("v", (("b", self._locked[LOGIN]),)),
            "GetActive": ("b", (self._locked[SAVER],)),
        }
        if member not in answers:
            return new_error(asked, "org.freedesktop.DBus.Error.UnknownMethod")
        return new_method_return(asked, *answers[member])

    def _turn(self, service: str, how: str) -> None:
        locked = how in {"lock", "hint"}
        self._locked[service] = locked
        if service == SAVER:
            told = new_signal(DBusAddress(_SAVER_PATH, interface=SAVER), "ActiveChanged", "b", (locked,))
        elif how in {"hint", "unhint"}:
            changed = (_SESSION, {"LockedHint": ("b", locked)}, [])
            at = DBusAddress(_SESSION_PATH, interface=_PROPERTIES)
            told = new_signal(at, "PropertiesChanged", "sa{sv}as", changed)
        else:
            told = new_signal(DBusAddress(_SESSION_PATH, interface=_SESSION), "Lock" if locked else "Unlock")
        self._connection.send(told)


_BUS: Final = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path={socket}</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


def main(address: str, *names: str) -> None:
    """Serve under these names until the process is ended."""
    connection = open_dbus_connection(bus=address)
    for name in names:
        unwrap_msg(connection.send_and_get_reply(message_bus.RequestName(name)))
    sys.stdout.write(f"{SERVING}\n")
    sys.stdout.flush()
    _Services(connection).serve()


if __name__ == "__main__":
    main(*sys.argv[1:])
