"""What the console's tests start from: one application, a real engine on a fresh folder, hands for both."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QWidget

from placet import app as engine_app
from placet.api import Action, Authority, Engine, Principal, Via
from placet.api.commands import Command, DeclareAgent, RequestToolCall, ResolveTask
from placet.api.queries import GetTask
from placet.api.views import AgentRow, TaskRow
from placet.rules.basics import Clock
from placet_gui import language
from placet_gui.bridge import Bridge
from placet_gui.theme.style import Choice, Theme


@pytest.fixture(scope="session", autouse=True)
def english(qapp: QApplication) -> None:
    """The tests read English, whatever the machine speaks."""
    language.speak(qapp, "en")


@pytest.fixture
def german(qapp: QApplication) -> Iterator[None]:
    """The console speaks German meanwhile."""
    language.speak(qapp, "de")
    yield
    language.speak(qapp, "en")


@pytest.fixture(scope="session")
def theme(qapp: QApplication) -> Theme:
    """The look that every test shares."""
    return qapp.findChild(Theme) or Theme(qapp, Choice.LIGHT)


@dataclass(kw_only=True)
class House:
    """A running engine with an owner's hand and an agent's hand."""

    engine: Engine
    folder: Path
    agents: dict[str, AgentRow] = field(default_factory=dict)

    def submit(self, command: Command, by: Authority | None = None) -> Any:
        """Do it as the owner, or as somebody else."""
        return self.engine.run(self.engine.submit(command, by or engine_app.owner_authority(Via.HTTP)))

    def declare(self, name: str = "clerk", **more: Any) -> AgentRow:
        """Declare an agent with the file tools; writing needs a yes."""
        home = self.folder / name
        home.mkdir()
        tools = [
            {"name": "fs_write", "enabled": True, "restricted": True},
            {"name": "fs_read", "enabled": True, "restricted": False},
            {"name": "fs_list", "enabled": True, "restricted": False},
        ]
        declaration = {"name": name, "folder": str(home), "tools": tools, **more}
        self.agents[name] = self.submit(DeclareAgent(declaration=declaration))
        return self.agents[name]

    def call(self, tool: str, agent: str = "clerk", **args: Any) -> TaskRow:
        """Have an agent call a tool without waiting for the end; answer the task's row."""
        by = Authority(principal=Principal.AGENT_LOOP, via=Via.HTTP, agent_id=self.agents[agent].id)
        ticket = self.submit(RequestToolCall(agent=agent, tool=tool, args={**args, "_async": True}), by)
        return self.task(ticket.task_id)

    def write(
        self, path: str = "a.txt", content: str = "hello", agent: str = "clerk", **args: Any
    ) -> TaskRow:
        """Have an agent ask to write a file; the task waits for the owner."""
        return self.call("fs_write", agent, path=path, content=content, **args)

    def decide(self, row: TaskRow, action: Action, reason: str | None = None) -> None:
        """Decide a task elsewhere than in the window."""
        self.submit(ResolveTask(task_id=row.id, action=action, reason=reason, shown_digest=row.digest))

    def task(self, task_id: str) -> TaskRow:
        """A task as it is now."""
        row: TaskRow = self.engine.query(GetTask(task_id=task_id))
        return row


def put_away(window: QWidget) -> None:
    """Close a window and delete it now: a next test would pay for every one that is left."""
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@contextmanager
def opened(folder: Path, clock: Clock | None = None) -> Iterator[House]:
    """A real engine on a fresh data folder in this one, closed at the end. `clock`: else the machine's."""
    data = folder / "data"
    data.mkdir(mode=0o700)
    (data / "settings.toml").write_text("secrets.keyring = false\n")  # never that of whoever runs the tests
    engine = engine_app.open(data, clock=clock)
    try:
        yield House(engine=engine, folder=folder)
    finally:
        engine.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """An engine of a test's own."""
    with opened(tmp_path) as house:
        yield house


@pytest.fixture
def bridge(qapp: QApplication, house: House) -> Iterator[Bridge]:
    """A bridge to that engine."""
    made = Bridge(house.engine, engine_app.owner_authority(Via.WINDOW))
    yield made
    made.close()


@pytest.fixture
def no_failures(bridge: Bridge) -> Iterator[list[str]]:
    """Collects what the bridge says went wrong; there must be nothing."""
    sentences: list[str] = []
    bridge.failed.connect(sentences.append)
    yield sentences
    assert sentences == []
