"""What is seen of a request without scrolling: what would run, also in a low window, whatever else there is to say."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QWidget

from placet_gui.names import Name
from placet_gui.presenters.arming import Wait
from placet_gui.views.approval_body import RequestBody
from placet_gui.views.approval_facts import Reasons
from tests.gui.gestures import ARM_MS, HIDDEN, Desk, desk

__all__ = ["desk"]
SEEN_PX = 64
"""Of what stands under the words above the arguments: its first lines."""


def opened(desk: Desk, size: tuple[int, int]) -> RequestBody:
    """A high-risk request with two warnings above its arguments, in a window of this size."""
    desk.window.resize(*size)
    pane = desk.open(desk.ask("notes/pl\u0430n.md", HIDDEN))
    desk.wait(lambda: desk.says(Name.SINCE_LABEL).startswith("You have approved no call"))
    return pane.findChild(RequestBody)


def place(body: RequestBody, widget: QWidget) -> QRect:
    """Where something stands in what is seen of the pane."""
    return QRect(widget.mapTo(body.viewport(), QPoint(0, 0)), widget.size())


@pytest.mark.parametrize("size", [(900, 600), (1024, 640), (1280, 800)])
def test_what_would_run_is_seen_without_scrolling(desk: Desk, size: tuple[int, int]) -> None:
    body = opened(desk, size)
    sheet = desk.find(Name.SHEET_VIEW)
    desk.wait(lambda: body.viewport().rect().intersected(place(body, sheet)).height() >= SEEN_PX)
    assert body.verticalScrollBar().value() == 0


def test_in_a_high_window_the_arguments_take_what_room_is_left_and_all_of_it_is_seen_at_once(
    desk: Desk,
) -> None:
    body = opened(desk, (1280, 800))
    desk.wait(lambda: body.verticalScrollBar().maximum() == 0)
    digest = desk.find(Name.DIGEST_LABEL)
    desk.wait(lambda: body.viewport().rect().contains(place(body, digest)))


def test_in_a_low_window_the_reasons_stand_below_the_arguments_and_in_a_high_one_above(desk: Desk) -> None:
    body = opened(desk, (900, 600))
    reasons, arguments = body.findChild(Reasons), desk.find(Name.ARGUMENT_TABS)
    assert place(body, reasons).top() > place(body, arguments).bottom()
    desk.window.resize(1280, 800)
    desk.wait(lambda: place(body, reasons).bottom() < place(body, arguments).top())
    desk.window.resize(900, 600)
    desk.wait(lambda: place(body, reasons).top() > place(body, arguments).bottom())


def test_nothing_changes_places_while_the_request_is_read(desk: Desk) -> None:
    """Rule 5: what grows below takes room from the arguments, and the order stays."""
    body = opened(desk, (1280, 800))
    reasons, arguments = body.findChild(Reasons), desk.find(Name.ARGUMENT_TABS)
    before = place(body, reasons)
    desk.dialog._on_refused("It was refused. " * 400)
    desk.wait(lambda: body.viewport().height() < 300)
    assert place(body, reasons) == before
    assert place(body, arguments).top() > before.bottom()


def test_the_column_ends_where_the_buttons_end_with_a_scroll_bar_and_without(desk: Desk) -> None:
    body = opened(desk, (1280, 800))

    def ends() -> tuple[int, int]:
        pane = desk.dialog
        parts = (desk.find(Name.ARGUMENT_TABS), desk.approve_button)
        column, button = (it.mapTo(pane, it.rect().topRight()).x() for it in parts)
        return column, button

    desk.window.resize(1280, 1000)
    desk.wait(lambda: body.verticalScrollBar().maximum() == 0 and len(set(ends())) == 1)
    desk.window.resize(1280, 640)
    desk.wait(lambda: body.verticalScrollBar().maximum() > 0 and len(set(ends())) == 1)


def test_what_is_below_the_edge_of_the_lowest_window_has_to_be_seen_before_a_yes_counts(desk: Desk) -> None:
    body = opened(desk, (900, 480))
    desk.clock.advance(ARM_MS)
    assert not desk.approve_button.isEnabled()
    assert desk.says(Name.ARMING_LABEL) == (
        "Approving waits until you have seen the arguments. Scroll to them first."
    )
    body.show_arguments()
    desk.wait(lambda: desk.approvals.arming.waits_for() is not Wait.UNSEEN)
    assert not desk.approve_button.isEnabled(), "its time counts from now on"
    desk.clock.advance(ARM_MS)
    assert desk.approve_button.isEnabled()
    body.verticalScrollBar().setValue(0)
    assert desk.approve_button.isEnabled(), "what was seen was seen"
