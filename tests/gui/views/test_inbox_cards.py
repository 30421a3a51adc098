"""The accessible items above the inbox's rows: where they lie, and which of them can be seen."""

from PySide6.QtCore import QPoint, QRect

from placet_gui.views.inbox_cards import InboxCards
from tests.gui.gestures import Desk, desk

__all__ = ["desk"]

MANY = 16


def over_its_row(desk: Desk, task_id: str) -> bool:
    """Whether a task's item covers what is in view of its row, to the pixel."""
    card, viewport = desk.card_of(task_id), desk.list.viewport()
    row = desk.list.visualRect(desk.approvals.model.index_of(task_id)).intersected(viewport.rect())
    return QRect(card.mapToGlobal(QPoint(0, 0)), card.size()) == row.translated(
        viewport.mapToGlobal(QPoint(0, 0))
    )


def test_an_item_lies_over_each_row_in_view_and_nowhere_else(desk: Desk) -> None:
    tasks = [desk.ask(f"{number}.txt") for number in range(MANY)]
    first, last = tasks[0], tasks[-1]
    desk.wait(lambda: desk.card_of(first).isVisible() and over_its_row(desk, first))
    assert desk.window.findChild(InboxCards).card_of(last) is None

    desk.list.scrollToBottom()

    assert desk.card_of(first).isHidden()
    assert desk.card_of(last).isVisible()
    assert over_its_row(desk, last)


def test_an_item_goes_with_its_row(desk: Desk) -> None:
    gone, stays = desk.ask("a.txt"), desk.ask("b.txt")
    card = desk.card_of(gone)
    desk.approvals.model.take_out(gone)
    desk.wait(lambda: over_its_row(desk, stays))
    assert card.isHidden()
    assert desk.card_of(stays).isVisible()
