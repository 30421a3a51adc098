"""Cells of a chain: a goal, which has no state, says its words over the empty cell beside it too."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, QRect
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from placet_gui.delegates.chain_cells import ChainCells
from placet_gui.models.chain_tree import ChainTree, Level, Link
from placet_gui.theme.style import Theme
from placet_gui.views.chain_view import ChainView

WORDS = "Goal 1: Write a short report about the harbour, and about what came in."


def link(level: Level, state: str) -> Link:
    return Link(
        level=level,
        id="one",
        name="one",
        title=WORDS,
        state=state,
        state_key=state,
        when="12:00:00",
        row=None,
    )


@pytest.fixture
def chain(theme: Theme, qtbot: QtBot) -> ChainView:
    tree = ChainTree()
    view = ChainView(theme, tree)
    tree.setParent(view)
    qtbot.addWidget(view)
    tree.take(Level.WANT, [link(Level.WANT, "")], is_whole=True)
    tree.take(Level.DO, [link(Level.DO, "confirmed")], is_whole=True)
    view.resize(640, 400)
    view.show()
    qtbot.waitExposed(view)
    return view


def cell(chain: ChainView, level: Level, column: int) -> QModelIndex:
    tree = chain.model()
    return tree.index(0, column, tree.index(level, 0))


def tip(chain: ChainView, index: QModelIndex) -> str:
    cells = chain.itemDelegate()
    assert isinstance(cells, ChainCells)
    option = QStyleOptionViewItem()
    option.rect = chain.visualRect(index)
    return cells.tip_of(option, index)


def inked_columns(chain: ChainView, box: QRect) -> set[int]:
    """The columns of pixels of a cell in which something is written."""
    image: QImage = chain.viewport().grab(box).toImage()
    ground = QColor(image.pixelColor(0, 0))
    return {
        x for x in range(image.width()) for y in range(image.height()) if image.pixelColor(x, y) != ground
    }


def test_a_goal_goes_on_over_the_empty_cell_and_an_effect_makes_way_for_its_badge(chain: ChainView) -> None:
    goal, effect = cell(chain, Level.WANT, 0), cell(chain, Level.DO, 0)
    assert chain.visualRect(goal).width() < chain.fontMetrics().horizontalAdvance(WORDS)
    assert inked_columns(chain, chain.visualRect(cell(chain, Level.WANT, 1)))
    assert tip(chain, goal) == tip(chain, cell(chain, Level.WANT, 1)) == ""
    assert tip(chain, effect) == WORDS


def test_a_goal_that_is_longer_than_both_cells_is_told_whole_in_a_tip(chain: ChainView, qtbot: QtBot) -> None:
    chain.resize(440, 400)
    qtbot.waitUntil(lambda: tip(chain, cell(chain, Level.WANT, 0)) == WORDS)
    assert tip(chain, cell(chain, Level.WANT, 1)) == WORDS
