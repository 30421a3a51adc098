"""Renders every page into a folder, to be looked at: `python -m tests.gui.gallery FOLDER [de] [PART ...]`.

From the checkout's root. A real engine on a throw-away folder, both looks, two sizes, and once at twice the scale. In
German, whose words are longer, at one size that is neither wide nor high. All parts, or those that are named
(`PARTS`); `contrast` and `mirrored` are rendered only when they are named: every page in the looks of strong contrast
with nothing that moves, and every page from the right to the left.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtDBus import QDBusConnection
from PySide6.QtWidgets import QApplication, QListView, QPlainTextEdit, QPushButton, QTabWidget, QWidget

from placet import app as engine_app
from placet.api import Action, Engine, Event
from placet.api.accounts import PutAccount
from placet.api.commands import CancelTask, PutChannel, SendMessage
from placet.api.queries import ListOpen
from placet.rules.events import AccountChanged
from placet_gui import language
from placet_gui.actions import ActionId
from placet_gui.app import build
from placet_gui.models.approval_list import CardRole
from placet_gui.names import Name
from placet_gui.screen_lock import ScreenLock
from placet_gui.theme.style import Choice, Theme
from placet_gui.views.main_window import MainWindow
from placet_gui.views.tasks_panel import TasksPage
from tests.fakes.gated_model import GatedModel
from tests.fakes.model_server import MODEL, ModelServer, Reply, call
from tests.gui.conftest import House
from tests.gui.gallery_activity import furnish_statistics, walk_activity, walk_statistics
from tests.gui.gallery_answers import furnish_generations, furnish_grants, walk_generations, walk_grants
from tests.gui.gallery_cards import furnish_cards, walk_cards
from tests.gui.gallery_code import furnish_code, walk_code
from tests.gui.gallery_decided import walk_decided
from tests.gui.gallery_first import walk_empty, walk_first_steps
from tests.gui.gallery_flood import walk_flood
from tests.gui.gallery_goals import furnish_goals, walk_damage, walk_doctor, walk_goals
from tests.gui.gallery_owner import walk_access, walk_accounts, walk_settings
from tests.gui.gallery_shell import walk_shell
from tests.gui.lock_service import LOGIN, LockService, lock_service
from tests.gui.settling import settle

PAGES = ("inbox", "tasks", "agents", "accounts", "access", "settings", "first_steps")
WALKS = ("generations", "goals", "grants", "doctor", "activity", "statistics", "shell")
PARTS = (*PAGES, *WALKS, "decided", "flood", "damage", "empty")
LOOKS = {"contrast": (Choice.CONTRAST_DARK, Choice.CONTRAST_LIGHT), "mirrored": (Choice.LIGHT,)}
SMALL = (1024, 640)
SIZES = {"en": ((1280, 800), (900, 600)), "de": (SMALL,)}
SOON_MS = 1_000  # enough for a busy machine to declare an account before its leave runs out
PATIENCE_S = 30
_READ_FROM_THE_RIGHT = "he_IL"
SCALE = "PLACET_GALLERY_SCALED"


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
    soon = int(time.time() * 1000) + SOON_MS
    dates = {"kind": "caldav", "url": "https://cal.example.org/ada/work/", "user": "ada", "password": "x"}
    with noted_end(house, "work"):
        house.submit(PutAccount(name="work", definition={**dates, "rights": ["read"], "expires_at": soon}))
    house.submit(PutAccount(name="home", definition={**dates, "expires_at": soon + 86_400_000}))


@contextmanager
def noted_end(house: House, account: str) -> Iterator[None]:
    """Wait, at the end, until the engine has noted that this account's leave ran out."""
    noted = threading.Event()

    def hear(events: Sequence[Event]) -> None:
        told = [it.payload for it in events if it.type == AccountChanged.type]
        if any(it["name"] == account and it.get("ran_out_at") is not None for it in told):
            noted.set()

    stop = house.engine.subscribe(hear)
    try:
        yield
        if not noted.wait(PATIENCE_S):
            raise RuntimeError(f"the leave of {account} did not run out")
    finally:
        stop()


class Gallery:
    """Walks one window through its pages and takes pictures."""

    def __init__(self, window: MainWindow, theme: Theme, folder: Path, suffix: str, asked: Asked) -> None:
        self._window, self._theme, self._folder, self._suffix = window, theme, folder, suffix
        self._asked = asked

    def walk(self) -> None:
        """All looks, sizes and pages that are asked for."""
        for choice, size in self._asked.looks():
            self._theme.apply(choice)
            self._window.resize(*size)
            self._pages(f"{self._asked.mark}{choice}-{size[0]}")

    def _pages(self, tag: str) -> None:
        window = self._window
        for page, more in (
            (ActionId.SHOW_INBOX, self._inbox),
            (ActionId.SHOW_TASKS, self._details),
            (ActionId.SHOW_AGENTS, self._talk),
            (ActionId.SHOW_ACCOUNTS, partial(walk_accounts, window, self.take)),
            (ActionId.SHOW_ACCESS, partial(walk_access, window, self.take)),
            (ActionId.SHOW_SETTINGS, partial(walk_settings, window, self.take)),
            (ActionId.SHOW_FIRST_STEPS, partial(walk_first_steps, window, self.take)),
        ):
            name = page.value.removeprefix("show_")
            if not self._asked.wants(name):
                continue
            window.show_page(page)
            window.activateWindow()  # a form that was shown before took the keyboard
            settle()
            self.take(window, f"{name}-{tag}")
            more(tag)
        for name, walk in (
            ("generations", walk_generations),
            ("goals", walk_goals),
            ("grants", walk_grants),
            ("doctor", walk_doctor),
            ("activity", walk_activity),
            ("statistics", walk_statistics),
            ("shell", walk_shell),
        ):
            if self._asked.wants(name):
                walk(window, self.take, tag)

    def _inbox(self, tag: str) -> None:
        self._card(tag)
        walk_cards(self._window, self.take, tag)

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
                page.findChild(QTabWidget, Name.DETAIL_TABS).setCurrentIndex(
                    number
                )  # made anew by news of it
                self.take(self._window, f"task-{row.status}-{number}-{tag}")
        page.close_detail()

    def take(self, widget: QWidget, name: str) -> None:
        """Take one picture."""
        settle(80)
        QApplication.sendPostedEvents()  # on a busy machine a layout may still wait for its turn
        widget.grab().save(str(self._folder / f"{name}{self._suffix}.png"))


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What is to be rendered: in which language, and which parts; all of them when none is named."""

    language: str
    parts: frozenset[str]

    @classmethod
    def by(cls, words: Sequence[str]) -> Asked:
        """What a command line asks for."""
        unknown = set(words) - {"de", *PARTS, *LOOKS}
        if unknown:
            raise SystemExit(
                f"no such part: {', '.join(sorted(unknown))}; there are {', '.join((*PARTS, *LOOKS))}"
            )
        return cls(language="de" if "de" in words else "en", parts=frozenset(words) - {"de"})

    @property
    def mark(self) -> str:
        """What the pictures of an unusual look are called by."""
        return "mirrored-" if "mirrored" in self.parts else ""

    def wants(self, part: str) -> bool:
        """Whether this part is asked for."""
        return part in self.parts or not self.parts - LOOKS.keys()

    def looks(self) -> Iterator[tuple[Choice, tuple[int, int]]]:
        """Every look and size."""
        named = [it for it in LOOKS if it in self.parts]
        for choice in LOOKS[named[0]] if named else (Choice.DARK, Choice.LIGHT):
            for size in (SMALL,) if named else SIZES[self.language]:
                yield choice, size


def main(folder: Path, asked: Asked) -> None:
    """Take all pictures of this process's scale."""
    qt = QApplication([])
    base = Path(tempfile.mkdtemp(prefix="placet-gallery-"))
    (base / "data").mkdir(mode=0o700)
    with ModelServer() as model, GatedModel() as gated, lock_service(base, LOGIN) as lock:
        backend = f'[[backends]]\nid = "here"\nbase_url = "{model.base_url}"\nmodels = ["{MODEL}"]\n'
        backend += '[[backends]]\nid = "nowhere"\nbase_url = "http://127.0.0.1:9/v1"\nmodels = ["any"]\n'
        (base / "data" / "settings.toml").write_text(_settings(asked) + backend + gated.settings)
        house = House(engine=engine_app.open(base / "data"), folder=base)
        furnish(house, model)
        furnish_goals(house, model)
        furnish_generations(house, model)
        furnish_grants(house)
        furnish_statistics(house)
        furnish_cards(house)
        window = _built(house.engine, asked, _screen_lock(lock))
        window.set_api("127.0.0.1:8765")
        window.show()
        settle()
        theme = qt.findChild(Theme)
        gallery = Gallery(window, theme, folder, "@2x" if os.environ.get(SCALE) else "", asked)
        gallery.walk()
        if asked.wants("decided"):
            walk_decided(house, window, theme, lock, gallery.take)
        if asked.wants("flood"):
            walk_flood(house, window, theme, gallery.take)
        if asked.wants("damage"):
            walk_damage(theme, gallery.take)
        window.close()
        settle()
        house.engine.close()
    if asked.wants("empty"):
        _walk_empty(base, theme, gallery, asked)


def _screen_lock(service: LockService) -> ScreenLock:
    buses = (QDBusConnection.connectToBus(service.address, it) for it in ("system", "session"))
    return ScreenLock(*buses)


def _built(engine: Engine, asked: Asked, lock: ScreenLock | None = None) -> MainWindow:
    """The window, turned round if that is asked for; no language of ours is read from the right, so in English."""
    home = {"en": _READ_FROM_THE_RIGHT} if "mirrored" in asked.parts else {}
    with patch.dict(language._HOMES, home):
        return build(engine, lock=lock)


def _walk_empty(base: Path, theme: Theme, gallery: Gallery, asked: Asked) -> None:
    """A console in which nothing was done yet."""
    (base / "empty").mkdir(mode=0o700)
    (base / "empty" / "settings.toml").write_text(_settings(asked))
    engine = engine_app.open(base / "empty")
    window = _built(engine, asked)
    window.show()
    for choice, size in asked.looks():
        theme.apply(choice)
        window.resize(*size)
        walk_empty(window, gallery.take, f"{asked.mark}{choice}-{size[0]}")
    window.close()
    settle()
    engine.close()


def _settings(asked: Asked) -> str:
    motion = "reduced" if "contrast" in asked.parts else "full"
    return (
        f'secrets.keyring = false\nappearance.language = "{asked.language}"\nappearance.motion = "{motion}"\n'
    )


def _screen(base: Path) -> str:
    """The platform without a screen, as if it had one that is large enough at either scale."""
    side = {"x": 0, "y": 0, "width": 2560, "height": 1600}
    dots = {"logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
    file = base / "screen.json"
    file.write_text(json.dumps({"screens": [{"name": "gallery", **side, **dots}]}), encoding="utf-8")
    return f"offscreen:configfile={file}"


if __name__ == "__main__":
    target, wanted = Path(sys.argv[1]), Asked.by(sys.argv[2:])
    target.mkdir(parents=True, exist_ok=True)
    if not os.environ.get(SCALE):
        os.environ["QT_QPA_PLATFORM"] = _screen(Path(tempfile.mkdtemp(prefix="placet-gallery-")))
    main(target, wanted)
    if not os.environ.get(SCALE):
        scaled = {**os.environ, SCALE: "1", "QT_SCALE_FACTOR": "2"}
        subprocess.run([sys.executable, "-m", "tests.gui.gallery", *sys.argv[1:]], env=scaled, check=True)
