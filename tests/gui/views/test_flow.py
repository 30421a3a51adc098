"""A row that goes on in the next line."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from placet_gui.views.flow import Flow

GAP_PX = 8


@pytest.fixture
def page(qtbot: QtBot) -> QWidget:
    """A page with five boxes of 100 x 20 in a flow, and a line below it."""
    made = QWidget()
    flow = Flow(GAP_PX)
    flow.setObjectName("flow")
    for number in range(5):
        box = QLabel()
        box.setFixedSize(100, 20)
        box.setObjectName(f"box_{number}")
        flow.addWidget(box)
    column = QVBoxLayout(made)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addWidget(flow)
    below = QLabel()
    below.setObjectName("below")
    column.addWidget(below, 1)
    qtbot.addWidget(made)
    return made


def shown(qtbot: QtBot, page: QWidget, width: int) -> None:
    page.resize(width, 400)
    with qtbot.waitExposed(page):
        page.show()
    qtbot.waitUntil(lambda: page.width() == width)


def places(page: QWidget) -> list[tuple[int, int]]:
    boxes = (page.findChild(QLabel, f"box_{number}") for number in range(5))
    return [(it.x(), it.y()) for it in boxes if it is not None and not it.isHidden()]


@pytest.mark.parametrize(
    ("width", "rows"), [(600, [5]), (532, [5]), (531, [4, 1]), (316, [3, 2]), (99, [1] * 5), (1, [1] * 5)]
)
def test_boxes_break_where_the_width_ends(qtbot: QtBot, page: QWidget, width: int, rows: list[int]) -> None:
    flow = page.findChild(Flow)
    assert flow is not None
    shown(qtbot, page, 600)
    expected = [(x * (100 + GAP_PX), y * (20 + GAP_PX)) for y, count in enumerate(rows) for x in range(count)]
    flow.resize(width, 400)
    assert flow.heightForWidth(width) == len(rows) * 20 + (len(rows) - 1) * GAP_PX
    qtbot.waitUntil(lambda: places(page) == expected)


def test_a_low_box_stands_in_the_middle_of_its_row(qtbot: QtBot, page: QWidget) -> None:
    low = page.findChild(QLabel, "box_1")
    assert low is not None
    low.setFixedHeight(10)
    shown(qtbot, page, 600)
    qtbot.waitUntil(lambda: [y for _, y in places(page)] == [0, 5, 0, 0, 0])


def test_what_stands_below_moves_with_the_rows(qtbot: QtBot, page: QWidget) -> None:
    below = page.findChild(QLabel, "below")
    assert below is not None
    for width, height in ((600, 20), (330, 48), (600, 20)):
        shown(qtbot, page, width)
        qtbot.waitUntil(lambda height=height: below.y() == height)


def test_a_hidden_box_takes_no_room_and_comes_back(qtbot: QtBot, page: QWidget) -> None:
    shown(qtbot, page, 600)
    first = page.findChild(QLabel, "box_0")
    assert first is not None
    first.hide()
    qtbot.waitUntil(lambda: [x for x, _ in places(page)] == [0, 108, 216, 324])
    first.show()
    qtbot.waitUntil(lambda: [x for x, _ in places(page)] == [0, 108, 216, 324, 432])


def test_from_right_to_left_the_first_stands_at_the_right(qtbot: QtBot, page: QWidget) -> None:
    page.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    shown(qtbot, page, 600)
    qtbot.waitUntil(lambda: [x for x, _ in places(page)] == [500, 392, 284, 176, 68])


class Chip(QWidget):
    """A box that asks for as much room as it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.wanted = QSize(100, 20)

    def sizeHint(self) -> QSize:  # noqa: N802  Qt's name
        return self.wanted

    def ask_for(self, width: int) -> None:
        self.wanted = QSize(width, 20)
        self.updateGeometry()


class Counter(QObject):
    """Counts how often something is told that what is in it changed."""

    count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        self.count += event.type() == QEvent.Type.LayoutRequest
        return False


def test_a_box_that_wants_no_other_room_than_before_moves_nothing(qtbot: QtBot, page: QWidget) -> None:
    flow, below = page.findChild(Flow), page.findChild(QLabel, "below")
    assert flow is not None
    assert below is not None
    chip = Chip()
    flow.addWidget(chip)
    shown(qtbot, page, 640)
    qtbot.waitUntil(lambda: below.y() == 20)
    of_flow, of_page = Counter(), Counter()
    flow.installEventFilter(of_flow)
    page.installEventFilter(of_page)
    chip.ask_for(100)
    qtbot.waitUntil(lambda: of_flow.count == 1)
    chip.ask_for(101)
    qtbot.waitUntil(lambda: below.y() == 48)
    assert of_page.count == 1
