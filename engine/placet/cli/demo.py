"""`placet demo`: a small model on this machine asks to write one file, and the owner decides.

`prepare` and `start` serve the window as well as the terminal.
"""

from __future__ import annotations

import argparse
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from placet.api.commands import DeclareAgent, SendMessage
from placet.api.engine import Engine
from placet.api.views import Sent
from placet.cli import terminal
from placet.cli.failures import Exit, Failure
from placet.cli.house import opened, submit
from placet.cli.turns import Watch
from placet.folder import DataFolder
from placet.rules import first_agents
from placet.rules.untrusted import showable

__all__ = ["Demo", "announce", "declare", "new_base", "prepare", "run", "start"]

_OWNER_ONLY: Final = 0o700


@dataclass(frozen=True, kw_only=True)
class Demo:
    """What a demo works with. Both folders are kept, so that the owner can look at what is left."""

    data: Path
    folder: Path
    agent: str
    goal: str

    @property
    def file(self) -> Path:
        """The one file that the agent may ask to write."""
        return self.folder / first_agents.DEMO_FILE


def new_base() -> Path:
    """A fresh folder of this user's own for one demo."""
    return Path(tempfile.mkdtemp(prefix="placet-demo-"))


def prepare(base: Path) -> Demo:
    """Lay out a demo under `base`: an empty data folder's place, and the agent's folder."""
    folder = base / first_agents.DEMO
    folder.mkdir(mode=_OWNER_ONLY)
    return Demo(data=base / "data", folder=folder, agent=first_agents.DEMO, goal=first_agents.DEMO_GOAL)


def announce(demo: Demo) -> None:
    """Print where everything of a demo is, and what its agent is told."""
    terminal.tell(f"Data folder: {demo.data}\nThe agent's folder: {demo.folder}")
    terminal.tell(f"The agent's goal: {demo.goal}. The model is thinking.")


def declare(engine: Engine, demo: Demo) -> None:
    """Declare the demo's agent. From any thread but the engine's."""
    submit(engine, DeclareAgent(declaration=first_agents.demo(demo.agent, str(demo.folder))))


def start(engine: Engine, demo: Demo) -> Sent:
    """Declare the agent and start its turn. From any thread but the engine's."""
    declare(engine, demo)
    sent: Sent = submit(engine, SendMessage(agent=demo.agent, text=demo.goal))
    return sent


def run(arguments: argparse.Namespace) -> int:
    """The demo in a terminal; with a display the window takes the command before it comes here."""
    terminal.need("placet demo without a display")
    demo = prepare(new_base())
    announce(demo)
    with opened(DataFolder(root=demo.data)) as engine, closing(Watch(engine)) as watch:
        ended = watch.follow(start(engine, demo))
    answer = ended.answer_or_fail()
    terminal.say(showable(answer, single_line=False).text)
    _show_file(demo)
    return Exit.DONE


def _show_file(demo: Demo) -> None:
    try:
        text = demo.file.read_text(encoding="utf-8")
    except FileNotFoundError:
        terminal.say(f"{demo.file} wasn't written.")
    except (OSError, UnicodeDecodeError):
        raise Failure(f"{demo.file} can't be read.", "tool_error") from None
    else:
        terminal.say(f"{demo.file} holds:\n{showable(text, single_line=False).text}")
