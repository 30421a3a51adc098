"""The gallery's pictures of the beginning: every way the first steps can go, and every page before anything is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtWidgets import QScrollArea, QWidget

from placet.api.first_steps import FoundServer, Started
from placet.api.links import LinkRow
from placet_gui.names import Name
from placet_gui.presenters.first_steps import DEMO, SERVERS, FirstStepsPresenter
from placet_gui.said import said
from placet_gui.views.main_window import PAGES, MainWindow
from tests.gui.settling import settle

Take = Callable[[QWidget, str], None]
_UNWRITTEN: Final = "The settings couldn't be written: No space left on device."
_ODD_HOOKS: Final = "The hooks in the settings file aren't what they should be, so it was left alone."
_NO_FOLDER: Final = "An agent's folder can't be made: Permission denied."
_NO_MODEL: Final = "The embedded model isn't installed; “placet model install” fetches it."
_FOUND: Final = (
    FoundServer(kind="ollama", base_url="http://127.0.0.1:11434/v1", models=("qwen3:4b", "llama3.2:3b")),
    FoundServer(kind="vllm", base_url="http://127.0.0.1:8000/v1", models=()),
)
_LINKED: Final = LinkRow(
    name="claude-code",
    agent="claude-code",
    settings="/home/ada/.claude/settings.json",
    installed_at=1,
    tested_at=1,
    last_call_at=None,
    gated=True,
    words="",
    skipped=False,
)


def walk_first_steps(window: MainWindow, take: Take, tag: str) -> None:
    """Servers that answered, none that did, no model inside, a program that asks here, and what was refused."""
    presenter = window.findChild(FirstStepsPresenter)
    area = window.findChild(QWidget, Name.FIRST_PAGE).findChild(QScrollArea)
    for name, tell in (
        ("found", lambda: presenter.servers_found.emit(_FOUND)),
        ("none", lambda: presenter.servers_found.emit(())),
        (
            "refused",
            lambda: presenter.refused.emit(SERVERS, said(_UNWRITTEN)),
        ),
        ("linked", lambda: presenter.linked.emit(_LINKED)),
        (
            "unlinked",
            lambda: presenter.refused.emit(
                "codex",
                said(_ODD_HOOKS),
            ),
        ),
    ):
        bar = area.verticalScrollBar()
        bar.setValue(0)
        tell()
        settle(80)
        if "link" in name:
            bar.setValue(bar.maximum())  # these stand last
        take(window, f"first-{name}-{tag}")
    presenter.refused.emit(DEMO, said(_NO_FOLDER))
    presenter.looked.emit(
        Started(
            agents=0,
            why_no_model=_NO_MODEL,
            links=(),
        ),
        (),
    )
    area.verticalScrollBar().setValue(0)
    take(window, f"first-no-model-{tag}")
    presenter.refresh()
    presenter.servers_found.emit(())
    settle(200)


def walk_empty(window: MainWindow, take: Take, tag: str) -> None:
    """Every page of a console in which nothing was done yet."""
    for page in PAGES:
        window.show_page(page)
        settle(500)
        take(window, f"empty-{page.value.removeprefix('show_')}-{tag}")
