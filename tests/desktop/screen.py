"""A screen in memory with a bus of its own, and real hands on it: what a desktop is to a program under test.

Three processes stand for the desktop, each a child of the test: the X server, one message bus that is session
bus and accessibility bus in one, and the accessibility registry on it. The bus starts no service by itself, so
nothing is left behind that the test didn't start. There is no window manager: window coordinates are screen
coordinates, and the keyboard goes where `focus` sends it.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

from tests.desktop.accessible import AccessibleTree, Box

END_S: Final = 60
HAND_S: Final = 30
WAIT_S: Final = 30
LOOK_AGAIN_S: Final = 0.5
# Where distributions put programs that nobody types.
_INNER_PLACES: Final = ("/usr/libexec", "/usr/lib/at-spi2-core", "/usr/lib")
_BUS: Final = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path={socket}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""
Found = TypeVar("Found")


class Screen:
    """What the hands and eyes of a person can do on it. Made by `screen`.

    `environment` is all that a program needs to open its windows here, and all that it should get.
    """

    def __init__(self, environment: Mapping[str, str], tree: AccessibleTree) -> None:
        self.environment = dict(environment)
        self.tree = tree

    def wait_for(self, what: str, look: Callable[[], Found | None], within_s: float = WAIT_S) -> Found:
        """Look until there is something to see, and answer it.

        Looks again whenever a program of this screen says over the bus that something changed, and twice a
        second anyway: not every change of a foreign window is announced, and there is no other sign of one.
        """
        deadline = time.monotonic() + within_s
        while True:
            if found := look():
                return found
            if time.monotonic() > deadline:
                raise AssertionError(
                    f"not seen within {within_s:g} s: {what}; in view:\n{self.tree.outline()}"
                )
            self.tree.wait_for_change(LOOK_AGAIN_S)

    def focus(self, pid: int, title: str) -> None:
        """Give the keyboard to a process's window, as a window manager would."""
        chosen = ("search", "--sync", "--onlyvisible", "--all", "--pid", str(pid), "--name", title)
        self.hand(*chosen, "windowfocus", "--sync")

    def click(self, box: Box) -> None:
        """Move the mouse to the middle of a box, then press and release its first button."""
        x, y = box.middle
        self.hand("mousemove", str(x), str(y), "click", "1")

    def keys(self, names: Sequence[str]) -> None:
        """Press and release keys one after another, by X's names for them."""
        self.hand("key", *names)

    def hand(self, *arguments: str) -> None:
        """Send real events through the X server."""
        self._run("xdotool", *arguments)

    def focused(self) -> str:
        """The title of the window that has the keyboard; nothing when none has."""
        asked = ["xdotool", "getwindowfocus", "getwindowname"]
        found = subprocess.run(
            asked, env=self.environment, capture_output=True, text=True, timeout=HAND_S, check=False
        )
        return found.stdout.strip()

    def photograph(self, picture: Path) -> None:
        """Keep what the whole screen shows, for looking at later."""
        self._run("import", "-window", "root", str(picture))

    def _run(self, *command: str) -> None:
        done = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, timeout=HAND_S, check=False
        )
        assert done.returncode == 0, f"{command} ended with {done.returncode}: {done.stderr}"


@contextmanager
def screen(folder: Path, size: str = "1400x900") -> Iterator[Screen]:
    """A desktop that lasts as long as the block. `folder` becomes the home of what runs on it."""
    server = ["Xvfb", "-screen", "0", f"{size}x24", "-nolisten", "tcp", "-noreset", "-displayfd", "{fd}"]
    bus = ["dbus-daemon", "--nofork", f"--config-file={_bus_config(folder)}", "--print-address={fd}"]
    with _child(server, folder, os.environ) as number, _child(bus, folder, os.environ) as address:
        environment = _environment(folder, f":{number}", address)
        with _child([_inner("at-spi2-registryd")], folder, environment), AccessibleTree(address) as tree:
            yield Screen(environment, tree)


def _bus_config(folder: Path) -> Path:
    config = folder / "bus.conf"
    config.write_text(_BUS.format(socket=folder / "bus"), encoding="utf-8")
    return config


def _environment(folder: Path, display: str, bus: str) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "LANG": "C.UTF-8",
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "XDG_RUNTIME_DIR": str(folder),
        "DISPLAY": display,
        "DBUS_SESSION_BUS_ADDRESS": bus,
        "AT_SPI_BUS_ADDRESS": bus,
        "QT_QPA_PLATFORM": "xcb",
        "QT_SCALE_FACTOR": "1",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        "PYTHONFAULTHANDLER": "1",  # a crash leaves its stack in the program's output
    }


@contextmanager
def _child(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> Iterator[str]:
    """A process that lasts as long as the block, and the line that it writes to `{fd}` when it is ready.

    What it says otherwise goes to a file in `folder`. Without `{fd}` in its command nothing is waited for.
    """
    name = Path(command[0]).name
    reading, writing = os.pipe()
    log = folder / f"{name}.log"
    with log.open("wb") as said, os.fdopen(reading, encoding="utf-8") as ready:
        process = subprocess.Popen(
            [word.format(fd=writing) for word in command],
            pass_fds=[writing],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
        )
        os.close(writing)
        try:
            line = ready.readline().strip() if any("{fd}" in word for word in command) else "started"
            assert line, f"{name} did not start: {log.read_text(encoding='utf-8')}"
            yield line
        finally:
            process.terminate()
            process.wait(END_S)


def _inner(name: str) -> str:
    found = shutil.which(name, path=os.pathsep.join([os.environ["PATH"], *_INNER_PLACES]))
    assert found is not None, f"{name} is not installed; packaging/setup --test brings it"
    return found
