"""The shipped command `placet demo`, as its owner meets it on a screen."""

import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.desktop.accessible import Node
from tests.desktop.program import Program, program
from tests.desktop.screen import Screen

PLACET: Final = Path(sys.executable).with_name("placet")
MODEL_S: Final = 90
"""How long the embedded model may take to come up and ask, on a busy machine."""
TITLE: Final = "Placet"


@dataclass(frozen=True)
class Demo:
    """A running demo and the two folders that it named."""

    program: Program
    data: Path
    folder: Path

    @property
    def file(self) -> Path:
        """The file that its agent asks to write."""
        return self.folder / "hello.txt"

    def card(self) -> Node:
        """Wait for the one request in the inbox."""
        return self.program.shows("inbox_card", within_s=MODEL_S)

    def open_request(self) -> None:
        """Open the request with the mouse."""
        self.program.click(self.card())
        self.program.shows("approval_dialog")

    def shown_cells(self) -> list[str]:
        """The arguments as the exact tree shows them, cell after cell; opens it with the mouse."""
        self.program.click(self.program.wait_for("the tab Arguments", lambda: self._tab("Arguments")))
        return [cell.name for cell in self.program.screen.tree.below(self.program.shows("args_tree"))]

    def shown_arguments(self) -> dict[str, Any]:
        """The arguments as the page of exact text shows them; opens it with the mouse."""
        self.program.click(self.program.wait_for("the tab Raw", lambda: self._tab("Raw")))
        shown: dict[str, Any] = json.loads(self.program.screen.tree.text(self.program.shows("args_raw")))
        return shown

    def approve(self) -> None:
        """Wait until the yes is armed, and click on it."""
        self.program.click(self.program.shows("approve_button", enabled=True))

    def _tab(self, name: str) -> Node | None:
        return self.program.screen.tree.find(lambda node: node.role == "page tab" and node.name == name)


@contextmanager
def running_demo(screen: Screen, said: Path, placet: Path = PLACET) -> Iterator[Demo]:
    """The command, started on a screen with nothing but its environment, its window given the keyboard."""
    with program(screen, [str(placet), "demo"], said) as running:
        running.shows("main_window")
        running.focus(TITLE)
        data, folder = running.wait_for("its folders, printed", lambda: folders(running.output()))
        yield Demo(running, data, folder)


def folders(output: str) -> tuple[Path, Path] | None:
    """The data folder and the agent's folder that a demo printed; None before it has."""
    found = re.findall(r"^(?:Data|The agent's) folder: (/.+)$", output, re.MULTILINE)
    return (Path(found[0]), Path(found[1])) if len(found) == 2 else None
