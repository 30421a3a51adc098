"""What a window manager is asked about a window's state (EWMH, `_NET_WM_STATE`): a task bar marks what demands attention.

As a program: `python -m tests.desktop.task_bar`; each request is one line on the standard output, `add` or `remove` and
the state's name, after the line that says that it listens. It is no window manager: windows stay as they are.
"""

from __future__ import annotations

import ctypes
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ATTENTION: Final = "_NET_WM_STATE_DEMANDS_ATTENTION"
_LISTENING: Final = "listening"
_CLIENT_MESSAGE: Final = 33
_STRUCTURE_NOTIFY: Final = 1 << 17  # the events that such a request is sent to
_ACTIONS: Final = {0: "remove", 1: "add", 2: "toggle"}
_END_S: Final = 60


class TaskBar:
    """What was asked for so far."""

    def __init__(self, said: Path) -> None:
        self._said = said

    def asked(self) -> list[str]:
        """Each request, in its order."""
        return self._said.read_text(encoding="utf-8").splitlines()[1:]


@contextmanager
def task_bar(environment: Mapping[str, str], said: Path) -> Iterator[TaskBar]:
    """Listens on the display of this environment for as long as the block lasts."""
    said.touch()
    command = (sys.executable, "-m", __name__, str(said))
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=dict(environment))
    assert child.stdout is not None
    try:
        assert child.stdout.readline().strip() == _LISTENING
        yield TaskBar(said)
    finally:
        child.terminate()
        child.wait(_END_S)
        child.stdout.close()


class _ClientMessage(ctypes.Structure):
    """Xlib's XClientMessageEvent, with its data as longs."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
    )


class _Event(ctypes.Union):
    """Xlib's XEvent, which is 24 longs large."""

    _fields_ = (("type", ctypes.c_int), ("message", _ClientMessage), ("room", ctypes.c_long * 24))


def _listen(said: Path) -> None:
    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    x.XDefaultRootWindow.restype = x.XInternAtom.restype = ctypes.c_ulong
    x.XGetAtomName.restype = ctypes.c_char_p
    display = ctypes.c_void_p(x.XOpenDisplay(None))
    x.XSelectInput(display, ctypes.c_ulong(x.XDefaultRootWindow(display)), ctypes.c_long(_STRUCTURE_NOTIFY))
    state = x.XInternAtom(display, b"_NET_WM_STATE", 0)
    x.XSync(display, 0)
    with said.open("a", encoding="utf-8", buffering=1) as output:
        output.write(f"{_LISTENING}\n")
        sys.stdout.write(f"{_LISTENING}\n")
        sys.stdout.flush()
        event = _Event()
        while True:
            x.XNextEvent(display, ctypes.byref(event))
            if event.type == _CLIENT_MESSAGE and event.message.message_type == state:
                action, *atoms = event.message.data
                for atom in (it for it in atoms[:2] if it):
                    name = x.XGetAtomName(display, ctypes.c_ulong(atom)).decode()
                    output.write(f"{_ACTIONS.get(action, action)} {name}\n")


if __name__ == "__main__":
    _listen(Path(sys.argv[1]))
