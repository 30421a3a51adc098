"""A model's text is added at its end: nothing of what stands there already is laid out again."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from placet_gui.presenters.generation_text import Piece, PieceKind
from placet_gui.theme.style import Choice, Theme
from placet_gui.views.live_text import LiveText


def said(text: str, take_back: int = 0) -> tuple[Piece, ...]:
    return (Piece(kind=PieceKind.TEXT, text=text, take_back=take_back),)


@pytest.fixture
def view(qtbot: QtBot, theme: Theme) -> LiveText:
    made = LiveText(theme)
    qtbot.addWidget(made)
    made.resize(480, 320)
    made.show()
    return made


def test_only_the_end_of_the_document_changes(view: LiveText) -> None:
    view.grow(said("line\n" * 2_000), follow=True)
    touched: list[int] = []
    view.document().contentsChange.connect(lambda at, _gone, _come: touched.append(at))
    for _ in range(50):
        view.grow(said("word "), follow=True)
    assert min(touched) >= len("line\n" * 2_000)


def test_what_is_taken_back_is_counted_in_signs_not_in_places(view: LiveText) -> None:
    view.grow(said("a\n😀e"), follow=True)
    view.grow(said("é!", take_back=1), follow=True)
    assert view.toPlainText() == "a\n😀é!"
    view.grow(said("?", take_back=3), follow=True)
    assert view.toPlainText() == "a\n?"


def test_the_end_stays_in_sight_unless_the_owner_scrolled_away(view: LiveText) -> None:
    view.grow(said("line\n" * 100), follow=True)
    bar = view.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    bar.setValue(10)
    view.grow(said("line\n" * 100), follow=True)
    assert bar.value() == 10


def test_what_was_over_already_is_read_from_its_beginning(view: LiveText) -> None:
    view.grow(said("line\n" * 100), follow=False)
    assert view.verticalScrollBar().value() == 0


def test_lines_of_ours_stand_in_a_colour_that_follows_the_look(view: LiveText, theme: Theme) -> None:
    call = (Piece(kind=PieceKind.CALL, text="fs_write"), Piece(kind=PieceKind.ARGUMENTS, text='{"a":1}'))
    view.grow((*said("Calls fs_write\n"), *call), follow=True)
    assert view.toPlainText() == 'Calls fs_write\n\n\nCalls fs_write\n{"a":1}'
    try:
        theme.apply(Choice.DARK)
        block = view.document().findBlockByNumber(3)
        assert block.text() == "Calls fs_write"
        assert block.begin().fragment().charFormat().foreground().color() == theme.tokens.colour("accent")
        forged = view.document().findBlockByNumber(0).begin().fragment().charFormat()
        assert forged.foreground().color() != theme.tokens.colour("accent")
    finally:
        theme.apply(Choice.LIGHT)


def test_a_line_without_an_end_is_folded_where_the_pieces_say_so(view: LiveText) -> None:
    view.grow((*said("word "), Piece(kind=PieceKind.FOLD), *said("word")), follow=True)
    assert view.document().blockCount() == 2


def test_another_text_begins_empty(view: LiveText) -> None:
    view.grow((*said("x"), Piece(kind=PieceKind.START)), follow=True)
    view.begin()
    assert view.toPlainText() == ""
    view.grow(said("y"), follow=True)
    assert view.toPlainText() == "y"
