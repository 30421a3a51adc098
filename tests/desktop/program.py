"""A program under test on a screen: started, watched, told to end."""

import signal
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.desktop.accessible import Node
from tests.desktop.screen import END_S, WAIT_S, Found, Screen


class Program:
    """One process on a screen. Made by `program`."""

    def __init__(self, screen: Screen, process: subprocess.Popen[bytes], said: Path) -> None:
        self.screen = screen
        self.pid = process.pid
        self._process = process
        self._said = said

    def has_ended(self, within_s: float) -> bool:
        """Whether it ends, or has ended, within so long."""
        try:
            self._process.wait(within_s)
        except subprocess.TimeoutExpired:
            return False
        return True

    def output(self) -> str:
        """All that it has written so far, to its standard output and error alike."""
        return self._said.read_text(encoding="utf-8", errors="replace")

    def wait_for(self, what: str, look: Callable[[], Found | None], within_s: float = WAIT_S) -> Found:
        """Wait for something to be seen on the screen; fail at once when the program is over."""

        def look_while_it_runs() -> Found | None:
            ended = self._process.poll()
            assert ended is None, (
                f"ended with {ended} before this was seen: {what}; it wrote:\n{self.output()}"
            )
            return look()

        return self.screen.wait_for(what, look_while_it_runs, within_s)

    def shows(self, identifier: str, *, enabled: bool = False, within_s: float = WAIT_S) -> Node:
        """Wait for the widget with this identifier to be in view, and to be enabled if that is asked for."""

        def look() -> Node | None:
            node = self.screen.tree.find_id(identifier)
            return node if node is not None and (node.enabled or not enabled) else None

        return self.wait_for(f"{identifier}{', enabled' if enabled else ''}", look, within_s)

    def focus(self, title: str) -> None:
        """Give the keyboard to its window of this title."""
        self.screen.focus(self.pid, title)

    def click(self, node: Node) -> None:
        """Click with the mouse in the middle of where a node is now."""
        self.screen.click(self.screen.tree.box(node))

    def end(self) -> None:
        """Have it end in order, as a session does when its owner logs out; it is at fault if it can't."""
        self._process.send_signal(signal.SIGTERM)
        ended = self._process.wait(END_S)
        assert ended == 0, f"ended with {ended}; it wrote:\n{self.output()}"


@contextmanager
def program(screen: Screen, command: Sequence[str], said: Path) -> Iterator[Program]:
    """A program that runs on a screen until it ends, and at most as long as the block. Its output goes to `said`."""
    with said.open("wb") as output:
        process = subprocess.Popen(
            command, env=screen.environment, stdin=subprocess.DEVNULL, stdout=output, stderr=output
        )
    try:
        yield Program(screen, process, said)
    finally:
        process.kill()
        process.wait(END_S)
