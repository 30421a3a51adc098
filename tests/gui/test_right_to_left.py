"""Where a language is read from the right the window turns round, and code, paths, JSON and digests stay as they are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QDateEdit, QLabel, QPlainTextEdit, QTreeView, QWidget

from placet_gui import language
from placet_gui.models.plots import Mark, PlotData, Series
from placet_gui.names import Name
from placet_gui.theme.icons import fold_icon
from placet_gui.theme.style import Theme
from placet_gui.views.argument_text import ExactLabel
from placet_gui.views.day_range import DayRange
from placet_gui.views.plots import BarPlot
from tests.gui.gestures import HIDDEN, Desk
from tests.patient_bot import PatientBot

DIRECTIONS = {
    Qt.LayoutDirection.LeftToRight: "chevron-right",
    Qt.LayoutDirection.RightToLeft: "chevron-left",
}
HEBREW = "\u05e9\u05dc\u05d5\u05dd"


@pytest.fixture
def from_the_right(qapp: QApplication) -> Iterator[None]:
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    language.speak(qapp, "en")
    assert qapp.layoutDirection() == Qt.LayoutDirection.LeftToRight


def left_of(desk: Desk, name: str) -> int:
    widget: QWidget = desk.find(name)
    return widget.mapTo(desk.window, QPoint(0, 0)).x()


def test_read_from_the_left_the_rail_is_at_the_left_and_approve_at_the_right(
    tmp_path: Path, qtbot: PatientBot
) -> None:
    with Desk(tmp_path, qtbot) as desk:
        desk.open_armed(desk.ask())
        assert left_of(desk, Name.NAV) < left_of(desk, Name.INBOX_LIST) < left_of(desk, Name.DENY_BUTTON)
        assert left_of(desk, Name.DENY_BUTTON) < left_of(desk, Name.APPROVE_BUTTON)


@pytest.mark.usefixtures("from_the_right")
def test_read_from_the_right_the_window_turns_round(tmp_path: Path, qtbot: PatientBot) -> None:
    with Desk(tmp_path, qtbot) as desk:
        task = desk.ask()
        desk.open_armed(task)
        assert left_of(desk, Name.NAV) > left_of(desk, Name.INBOX_LIST) > left_of(desk, Name.DENY_BUTTON)
        assert left_of(desk, Name.DENY_BUTTON) > left_of(desk, Name.APPROVE_BUTTON)
        assert ink_is_at_the_right(desk)


def ink_is_at_the_right(desk: Desk) -> bool:
    """Whether the mark of the only card in the list, which comes first, is painted at the right end of it."""
    picture: QImage = desk.list.viewport().grab().toImage()
    box = desk.list.visualRect(desk.approvals.model.index(0, 0))
    middle = box.center().y()
    ground = picture.pixel(box.center().x(), box.bottom() - 4)

    def inked(columns: range) -> bool:
        return any(picture.pixel(x, y) != ground for x in columns for y in range(middle - 6, middle + 6))

    return inked(range(box.right() - 40, box.right() - 22)) and not inked(
        range(box.left() + 14, box.left() + 20)
    )


@pytest.mark.usefixtures("from_the_right")
def test_foreign_text_keeps_its_order_and_its_marks(tmp_path: Path, qtbot: PatientBot) -> None:
    with Desk(tmp_path, qtbot) as desk:
        desk.open(desk.ask(path=f"notes/{HEBREW}/a.txt", content=f"1 {HIDDEN} {HEBREW} (1, 2)"))
        texts = [it for it in desk.window.findChildren(QPlainTextEdit) if it.isReadOnly()]
        assert texts
        for text in texts:
            direction = text.document().defaultTextOption().textDirection()
            assert direction == Qt.LayoutDirection.LeftToRight, text.objectName()
        assert desk.find(Name.ARGS_TREE, QTreeView).layoutDirection() == Qt.LayoutDirection.LeftToRight
        assert any("⟨U+202E⟩" in text.toPlainText() for text in texts)
        labels = [it for it in desk.window.findChildren(ExactLabel) if it.text()]
        assert labels
        for label in labels:
            layout, _ = label._layout(label.width())
            assert layout.textOption().textDirection() == Qt.LayoutDirection.LeftToRight


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_field_with_arrows_has_its_room_before_the_text(
    qapp: QApplication, request: pytest.FixtureRequest, qtbot: PatientBot, mirrored: bool
) -> None:
    if mirrored:
        request.getfixturevalue("from_the_right")
    days = DayRange()
    qtbot.addWidget(days)
    margins = [it.lineEdit().textMargins() for it in days.findChildren(QDateEdit)]
    assert len(margins) == 2
    assert all((it.right() > it.left()) is mirrored for it in margins)


@pytest.fixture
def turned(from_the_right: None, tmp_path: Path, qtbot: PatientBot) -> Iterator[Desk]:
    """A window that is read from the right, with a request opened."""
    with Desk(tmp_path, qtbot) as desk:
        desk.open(desk.ask())
        yield desk


def test_foreign_text_stands_beside_what_it_goes_with_and_is_still_read_from_the_left(turned: Desk) -> None:
    headline = turned.find("approval_headline", ExactLabel)
    line = headline._layout(headline.width())[0].lineAt(0)
    assert line.naturalTextRect().right() == pytest.approx(headline.width(), abs=2)
    turned.window.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    line = headline._layout(headline.width())[0].lineAt(0)
    assert line.naturalTextRect().left() == pytest.approx(0, abs=2)


def test_each_label_of_text_begins_at_the_right_whatever_it_is_written_in(turned: Desk) -> None:
    labels = [it for it in turned.window.findChildren(QLabel) if it.text() and not is_centred(it)]
    assert len(labels) > 5
    for label in labels:
        given = label.alignment()
        assert given & Qt.AlignmentFlag.AlignRight, label.text()
        assert given & Qt.AlignmentFlag.AlignAbsolute, label.text()


def is_centred(label: QLabel) -> bool:
    return bool(label.alignment() & Qt.AlignmentFlag.AlignHCenter) or isinstance(label, ExactLabel)


@pytest.mark.parametrize("direction", list(DIRECTIONS))
def test_what_is_folded_points_to_where_reading_goes(direction: Qt.LayoutDirection) -> None:
    assert fold_icon(direction, is_open=True) == "chevron-down"
    assert fold_icon(direction, is_open=False) == DIRECTIONS[direction]


@pytest.mark.parametrize(("name", "number_first"), [("1 WWW", True), ("1 \u05e9\u05e9\u05e9", False)])
@pytest.mark.parametrize("mirrored", [False, True])
def test_words_of_a_plot_are_read_in_their_own_direction(
    request: pytest.FixtureRequest,
    theme: Theme,
    qtbot: PatientBot,
    mirrored: bool,
    name: str,
    number_first: bool,
) -> None:
    if mirrored:
        request.getfixturevalue("from_the_right")
    plot = BarPlot(theme)
    qtbot.addWidget(plot)
    mark = Mark(name=name, values=(1,), spoken="")
    plot.show_data(PlotData(unit="", series=(Series(word="", token="accent"),), marks=(mark,)))
    plot.resize(400, 60)
    room_px = round(plot._area().left()) - 8
    from_px = plot.width() - room_px if mirrored else 0
    drawn = runs(plot.grab(QRect(from_px, 0, room_px, 60)).toImage())
    assert (drawn[0] < drawn[-1]) is number_first


def runs(image: QImage) -> list[int]:
    """How wide each piece of what is drawn is, from the left."""
    ground = image.pixel(0, 0)
    drawn = [any(image.pixel(x, y) != ground for y in range(image.height())) for x in range(image.width())]
    return [len(list(run)) for is_drawn, run in groupby(drawn) if is_drawn]
