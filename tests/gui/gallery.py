"""Renders every page into a folder, to be looked at: `python -m tests.gui.gallery FOLDER`, from the checkout's root.

A real engine on a throw-away folder, both looks, two sizes, and once at twice the scale.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QListView,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QTabWidget,
    QWidget,
)

from placet import app as engine_app
from placet.api import Action
from placet.api.accounts import PutAccount
from placet.api.commands import CancelTask, PutChannel, SendMessage
from placet.api.queries import ListOpen
from placet_gui.actions import ActionId
from placet_gui.app import build
from placet_gui.models.approval_list import CardRole
from placet_gui.names import Name
from placet_gui.theme.style import Choice, Theme
from placet_gui.views.main_window import MainWindow
from placet_gui.views.tasks_panel import TasksPage
from tests.fakes.gated_model import GatedModel
from tests.fakes.model_server import MODEL, ModelServer, Reply, call
from tests.gui.conftest import House
from tests.gui.gallery_activity import walk_activity
from tests.gui.gallery_answers import furnish_generations, furnish_grants, walk_generations, walk_grants
from tests.gui.gallery_cards import furnish_cards, walk_cards
from tests.gui.gallery_code import furnish_code, walk_code
from tests.gui.gallery_flood import walk_flood
from tests.gui.gallery_goals import furnish_goals, walk_damage, walk_doctor, walk_goals

SIZES = ((1280, 800), (900, 600))
SETTLE_MS = 350
SCALE = "PLACET_GALLERY_SCALED"


def settle(wait_ms: int = SETTLE_MS) -> None:
    """Let the window do what it has to do. For eyes, not for asserts."""
    loop = QEventLoop()
    QTimer.singleShot(wait_ms, loop.quit)
    loop.exec()


def furnish(house: House, model: ModelServer) -> None:
    """Agents with something to show in every state."""
    model.replies = [
        Reply(calls=(call("fs_write", {"path": "answer.md", "content": "# Answer\n\nForty-two.\n"}),)),
        Reply(text="I wrote the answer into answer.md.\nWould you like it <b>longer</b>?"),
    ]
    for name in ("clerk", "scribe"):
        house.declare(name, model={"backend": "here"})
    house.declare("ci-fixer")
    house.submit(SendMessage(agent="scribe", text="Write the answer to everything into a file, please."))
    while not (waiting := house.engine.query(ListOpen())):
        settle(50)
    house.decide(waiting[0], Action.APPROVE)
    settle(500)
    house.decide(house.write("notes/hello.txt", "Hello,\nthe report is ready.\n"), Action.APPROVE)
    settle(300)
    house.decide(house.write("notes/hello.txt", "Hello,\nthe report is ready now.\nBest\n"), Action.APPROVE)
    house.decide(
        house.write("draft.md", "hidden \u202e text", "scribe"), Action.DENY, "Ask me in person first."
    )
    bot = {"kind": "telegram", "token": "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw"}
    house.submit(PutChannel(name="telegram", definition=bot))
    mail = {"kind": "email", "host": "mail.example.org", "port": 587, "from": "placet@example.org"}
    house.submit(PutChannel(name="email", definition=mail))
    furnish_accounts(house)
    for _ in range(8):
        house.call("fs_list")
    house.submit(CancelTask(task_id=house.write("config.toml", "retries = 3", "ci-fixer").id))
    furnish_code(house)
    house.write("build/output.log", "line\n" * 300, "ci-fixer", _reason="The log is needed for the review")
    house.write("reports/2026-11-30-a-rather-long-file-name.md", "x" * 900)
    house.write("pass\u200bword.txt", "secret?", "scribe")


def furnish_accounts(house: House) -> None:
    """Accounts with leave for good, for a while, and run out."""
    place = {"host": "mail.example.org", "port": 993, "user": "ada@example.org", "password": "x"}
    house.submit(PutAccount(name="mail", definition={"kind": "imap", **place}))
    soon = int(time.time() * 1000) + 200
    dates = {"kind": "caldav", "url": "https://cal.example.org/ada/work/", "user": "ada", "password": "x"}
    house.submit(PutAccount(name="work", definition={**dates, "rights": ["read"], "expires_at": soon}))
    house.submit(PutAccount(name="home", definition={**dates, "expires_at": soon + 86_400_000}))


class Gallery:
    """Walks one window through its pages and takes pictures."""

    def __init__(self, window: MainWindow, theme: Theme, folder: Path, suffix: str) -> None:
        self._window, self._theme, self._folder, self._suffix = window, theme, folder, suffix

    def walk(self) -> None:
        """All looks, sizes and pages."""
        for choice in (Choice.DARK, Choice.LIGHT):
            self._theme.apply(choice)
            for size in SIZES:
                self._window.resize(*size)
                self._pages(f"{choice}-{size[0]}")
        self._declare()

    def _pages(self, tag: str) -> None:
        window = self._window
        for page in (ActionId.SHOW_INBOX, ActionId.SHOW_TASKS, ActionId.SHOW_AGENTS, ActionId.SHOW_SETTINGS):
            window.show_page(page)
            settle()
            self.take(window, f"{page.value.removeprefix('show_')}-{tag}")
            if page is ActionId.SHOW_INBOX:
                self._card(tag)
                walk_cards(window, self.take, tag)
            if page is ActionId.SHOW_SETTINGS:
                self._access(tag)
            if page is ActionId.SHOW_TASKS:
                self._details(tag)
            if page is ActionId.SHOW_AGENTS:
                self._talk(tag)
        walk_generations(window, self.take, tag)
        walk_goals(window, self.take, tag)
        walk_grants(window, self.take, tag)
        walk_doctor(window, self.take, tag)
        walk_activity(window, self.take, tag)

    def _card(self, tag: str) -> None:
        cards = self._window.findChild(QWidget, Name.INBOX_LIST)
        for number in range(cards.model().rowCount()):  # code to run can't be edited here
            cards.opened.emit(cards.model().index(number, 0).data(CardRole.TASK_ID))
            settle(900)
            if self._shown(QPushButton, Name.EDIT_ARGS_BUTTON).isEnabled():
                break
        self.take(self._window, f"card-{tag}")
        self._edit(tag)

    def _edit(self, tag: str) -> None:
        self._shown(QPushButton, Name.EDIT_ARGS_BUTTON).click()
        text = self._shown(QPlainTextEdit, Name.EDIT_ARGS_TEXT)
        asked = text.toPlainText()
        text.setPlainText(asked.replace("line", "last line", 1))
        self.take(self._window, f"edit-{tag}")
        self._shown(QPushButton, Name.EDIT_ARGS_REVIEW).click()
        settle(900)
        self.take(self._window, f"edited-{tag}")
        text.setPlainText(asked)
        self._shown(QPushButton, Name.EDIT_ARGS_BACK).click()

    def _access(self, tag: str) -> None:
        area = self._window.findChild(QWidget, Name.SETTINGS_PAGE).findChild(QScrollArea)
        area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
        settle()
        self.take(self._window, f"access-{tag}")
        channels = self._window.findChild(QWidget, Name.CHANNELS_SECTION)
        area.verticalScrollBar().setValue(channels.y() - 40)
        settle()
        self.take(self._window, f"channels-{tag}")
        accounts = self._window.findChild(QWidget, Name.ACCOUNTS_SECTION)
        area.verticalScrollBar().setValue(accounts.y() - 40)
        settle()
        self.take(self._window, f"accounts-{tag}")

    def _shown(self, kind: type[Any], name: str) -> Any:
        return next(it for it in self._window.findChildren(kind, name) if it.isVisible())

    def _talk(self, tag: str) -> None:
        agents = self._window.findChild(QListView, Name.AGENTS_LIST)
        before = agents.currentIndex()
        agents.setCurrentIndex(agents.model().index(agents.model().rowCount() - 1, 0))
        settle()
        self.take(self._window, f"talk-{tag}")
        agents.setCurrentIndex(before)
        walk_code(self._window, lambda name: self.take(self._window, f"{name}-{tag}"))

    def _details(self, tag: str) -> None:
        page = self._window.findChild(TasksPage, Name.TASKS_PAGE)
        table = page.findChild(QWidget, Name.TASKS_TABLE)
        rows = [table.model().row_number(number) for number in range(table.model().rowCount())]
        for row in (
            next(it for it in rows if it.status == "completed" and it.tool == "fs_write"),
            next(it for it in rows if it.status == "denied"),
        ):
            page.open_task(row.id)
            settle()
            tabs = page.findChild(QTabWidget, Name.DETAIL_TABS)
            for number in [it for it in range(tabs.count()) if tabs.isTabVisible(it)]:
                tabs.setCurrentIndex(number)
                self.take(self._window, f"task-{row.status}-{number}-{tag}")
        page.close_detail()

    def _declare(self) -> None:
        self._window.findChild(QPushButton, Name.AGENT_DECLARE).click()
        settle()
        dialog = self._window.findChild(QDialog, Name.DECLARE_DIALOG)
        self.take(dialog, "declare")
        dialog.reject()

    def take(self, widget: QWidget, name: str) -> None:
        """Take one picture."""
        settle(80)
        widget.grab().save(str(self._folder / f"{name}{self._suffix}.png"))


def main(folder: Path) -> None:
    """Take all pictures of this process's scale."""
    qt = QApplication([])
    base = Path(tempfile.mkdtemp(prefix="placet-gallery-"))
    (base / "data").mkdir(mode=0o700)
    with ModelServer() as model, GatedModel() as gated:
        backend = f'[[backends]]\nid = "here"\nbase_url = "{model.base_url}"\nmodels = ["{MODEL}"]\n'
        backend += '[[backends]]\nid = "nowhere"\nbase_url = "http://127.0.0.1:9/v1"\nmodels = ["any"]\n'
        (base / "data" / "settings.toml").write_text(f"secrets.keyring = false\n{backend}{gated.settings}")
        house = House(engine=engine_app.open(base / "data"), folder=base)
        furnish(house, model)
        furnish_goals(house, model)
        furnish_generations(house, model)
        furnish_grants(house)
        furnish_cards(house)
        window = build(house.engine)
        window.set_api("127.0.0.1:8765")
        window.show()
        settle()
        theme = qt.findChild(Theme)
        gallery = Gallery(window, theme, folder, "@2x" if os.environ.get(SCALE) else "")
        gallery.walk()
        walk_flood(house, window, theme, gallery.take)
        walk_damage(theme, gallery.take)
        window.close()
        settle()
        house.engine.close()


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    main(target)
    if not os.environ.get(SCALE):
        scaled = {**os.environ, SCALE: "1", "QT_SCALE_FACTOR": "2"}
        subprocess.run([sys.executable, "-m", "tests.gui.gallery", str(target)], env=scaled, check=True)
