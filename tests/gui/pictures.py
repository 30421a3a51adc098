"""Makes the README's pictures from the real window: `python -m tests.gui.pictures`, from the checkout's root.

A real engine on a throw-away folder. They are written with a palette of 256 colours, which a window of plain areas doesn't
need more of: a picture in the repository stays in every copy of it.
"""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from pathlib import Path
from typing import Final

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from placet import app as engine_app
from placet.api.queries import ListOpen
from placet.api.views import TaskRow
from placet_gui.actions import ActionId
from placet_gui.app import build
from placet_gui.names import Name
from placet_gui.theme.style import Choice, Theme
from placet_gui.views.main_window import MainWindow
from placet_gui.views.tasks_panel import TasksPage
from tests.architecture.tree import ROOT
from tests.fakes.gated_model import GatedModel
from tests.fakes.model_server import MODEL, ModelServer
from tests.gui.conftest import House
from tests.gui.gallery import furnish
from tests.gui.gallery_cards import AGENT, furnish_cards
from tests.gui.gallery_goals import furnish_goals
from tests.gui.settling import settle

FOLDER: Final = ROOT / "resources" / "pictures"
_SIZE: Final = (1280, 800)
_ARMED_MS: Final = 1_500
_COLOURS: Final = 256


class Pictures:
    """Shows one page after the other, and keeps each."""

    def __init__(self, house: House, window: MainWindow, theme: Theme) -> None:
        self._house, self._window, self._theme = house, window, theme

    def take_all(self) -> None:
        """The five that the README shows."""
        self._window.resize(*_SIZE)
        self._card("console", Choice.LIGHT, "fs_write", "notes/summary.md")
        self._card("change", Choice.DARK, "fs_write", "notes/plan.md")
        self._card("request", Choice.LIGHT, "http_fetch", "")
        self._tasks("tasks", Choice.LIGHT)
        self._workflow("workflow", Choice.DARK)

    def _card(self, name: str, look: Choice, tool: str, path: str) -> None:
        self._theme.apply(look)
        self._window.show_page(ActionId.SHOW_INBOX)
        cards = self._window.findChild(QWidget, Name.INBOX_LIST)
        cards.opened.emit(self._asked(tool, path).id)
        settle(_ARMED_MS)
        self._keep(name)

    def _asked(self, tool: str, path: str) -> TaskRow:
        rows: tuple[TaskRow, ...] = self._house.engine.query(ListOpen())
        return next(it for it in rows if (it.agent, it.tool) == (AGENT, tool) and path in it.sentence)

    def _tasks(self, name: str, look: Choice) -> None:
        self._theme.apply(look)
        self._window.show_page(ActionId.SHOW_TASKS)
        settle()
        page = self._window.findChild(TasksPage, Name.TASKS_PAGE)
        model = page.findChild(QWidget, Name.TASKS_TABLE).model()
        rows = [model.row_number(number) for number in range(model.rowCount())]
        page.open_task(next(it for it in rows if it.status == "completed" and it.tool == "fs_write").id)
        settle()
        self._keep(name)

    def _workflow(self, name: str, look: Choice) -> None:
        self._theme.apply(look)
        self._window.show_page(ActionId.SHOW_WORKFLOWS)
        settle()
        table = self._window.findChild(QWidget, Name.WORKFLOWS_TABLE)
        rows = [
            table.model().row_at(table.model().index(number, 0)) for number in range(table.model().rowCount())
        ]
        table.row_opened.emit(next(it for it in rows if it.status == "done"))
        settle(600)
        self._keep(name)

    def _keep(self, name: str) -> None:
        picture = self._window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
        colours = Counter(memoryview(picture.constBits()).cast("I")).most_common(_COLOURS)
        nearest = Qt.ImageConversionFlag.ThresholdDither | Qt.ImageConversionFlag.AvoidDither
        small = picture.convertToFormat(QImage.Format.Format_Indexed8, [it for it, _ in colours], nearest)
        small.save(str(FOLDER / f"{name}.png"), quality=0)


def main() -> None:
    """Take them all."""
    qt = QApplication([])
    base = Path(tempfile.mkdtemp(prefix="placet-pictures-"))
    (base / "data").mkdir(mode=0o700)
    with ModelServer() as model, GatedModel() as gated:
        backend = f'[[backends]]\nid = "here"\nbase_url = "{model.base_url}"\nmodels = ["{MODEL}"]\n'
        (base / "data" / "settings.toml").write_text(f"secrets.keyring = false\n{backend}{gated.settings}")
        house = House(engine=engine_app.open(base / "data"), folder=base)
        furnish(house, model)
        furnish_goals(house, model)
        furnish_cards(house)
        window = build(house.engine)
        window.set_api("127.0.0.1:8765")
        window.show()
        settle()
        Pictures(house, window, qt.findChild(Theme)).take_all()
        window.close()
        settle()
        house.engine.close()


if __name__ == "__main__":
    main()
