"""The inbox tells by the second how old each request is."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget

from tests.gui.gestures import Desk, desk

__all__ = ["desk"]


class Paints(QObject):
    """Counts how often a widget was painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's name
        self.count += event.type() is QEvent.Type.Paint
        return False


def test_requests_that_keep_coming_in_do_not_put_off_the_second_at_which_ages_are_told(desk: Desk) -> None:
    desk.ask("first.txt")
    paints = Paints(desk.list.viewport())
    desk.clock.advance(600)
    desk.ask("second.txt")
    QApplication.processEvents()
    before = paints.count
    desk.clock.advance(400)
    desk.wait(lambda: paints.count > before)


def test_what_is_open_stays_in_sight_of_the_list_when_the_window_gets_another_size(desk: Desk) -> None:
    desk.window.resize(1280, 1000)
    last = [desk.ask(f"{number}.txt") for number in range(8)][-1]
    desk.open(last)
    desk.window.resize(900, 600)

    def is_in_sight() -> bool:
        row = desk.list.visualRect(desk.approvals.model.index_of(last))
        return bool(row.height()) and desk.list.viewport().rect().contains(row)

    desk.wait(is_in_sight)
