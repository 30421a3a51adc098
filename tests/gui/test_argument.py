"""The arguments' views: exact, typed, left to right, and never so big that the window stands still."""

from __future__ import annotations

import hashlib

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QColor, QFont, QTextCharFormat
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from placet.api import SheetLine, Tone
from placet.api.views import ArgumentNode
from placet_gui.models.argument_tree import ArgumentTree, Column, NodeRole
from placet_gui.names import Name
from placet_gui.theme.fonts import mono
from placet_gui.theme.style import Theme
from placet_gui.views.argument_exact import ExactView, Kind
from placet_gui.views.argument_pages import PAGE_COST, pages, sheet_pages
from placet_gui.views.argument_text import ExactLabel, marks, wrapped
from placet_gui.views.argument_tree_view import MOST_UNFOLDED_ROWS, TypedTree
from tests.gui.gestures import ARM_MS, HIDDEN, Desk, desk
from tests.rules.test_veils import TOKEN

__all__ = ["desk"]


def leaf(key: str, pointer: str, kind: str = "string", text: str = '"x"') -> ArgumentNode:
    return ArgumentNode(
        key=key, pointer=pointer, type=kind, text=text, elided=0, full_size_bytes=1, sha256=None, findings=()
    )


def branch(key: str, pointer: str, *children: ArgumentNode) -> ArgumentNode:
    return ArgumentNode(
        key=key,
        pointer=pointer,
        type="object",
        text=f"{len(children)} members",
        elided=0,
        full_size_bytes=1,
        sha256=None,
        findings=(),
        children=children,
    )


TREE = branch(
    "",
    "",
    leaf("a", "/a", "integer", "1"),
    branch("b", "/b", leaf("c/d", "/b/c~1d"), branch("e", "/b/e", leaf("f", "/b/e/f"))),
    leaf("b2", "/b2"),
)


def test_the_tree_keeps_to_qts_rules_for_models(qtbot: QtBot) -> None:
    model = ArgumentTree(TREE)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    assert model.rowCount() == 3
    model.mark_opened("/b/c~1d")


@pytest.mark.parametrize("pointer", ["/a", "/b", "/b/c~1d", "/b/e", "/b/e/f", "/b2"])
def test_a_value_is_found_by_its_pointer(qtbot: QtBot, pointer: str) -> None:
    assert ArgumentTree(TREE).find(pointer).data(NodeRole.NODE).pointer == pointer


@pytest.mark.parametrize("pointer", ["/c", "/b/e/g", "/a/x"])
def test_a_pointer_to_nothing_finds_nothing(qtbot: QtBot, pointer: str) -> None:
    assert not ArgumentTree(TREE).find(pointer).isValid()


def rows(desk: Desk) -> dict[str, tuple[str, str]]:
    model = desk.find(Name.ARGS_TREE).model()
    at = [model.index(row, Column.NAME) for row in range(model.rowCount())]
    return {
        it.data(): (it.siblingAtColumn(Column.TYPE).data(), it.siblingAtColumn(Column.VALUE).data())
        for it in at
    }


def test_types_are_told_apart_in_words(desk: Desk) -> None:
    """Rule 6: "1" is not 1."""
    desk.open(desk.ask_tool("held", n=1, text="1"))
    assert rows(desk) == {"n": ("whole number", "1"), "text": ("text", '"1"')}


def test_hidden_characters_stand_as_chips_in_every_view(desk: Desk) -> None:
    """Rule 6."""
    desk.open(desk.ask(path=f"{HIDDEN}txt.exe", content="a\nb"))
    assert rows(desk)["path"] == ("text", '"⟨U+202E⟩txt.exe"')
    tabs = desk.find(Name.ARGUMENT_TABS)
    for number in range(tabs.count()):
        tabs.setCurrentIndex(number)
        QApplication.processEvents()
    assert HIDDEN not in desk.find(Name.ARGS_RAW).toPlainText()
    assert '"⟨U+202E⟩txt.exe"' in desk.find(Name.ARGS_RAW).toPlainText()


def test_raw_text_has_no_marks_that_arent_in_it(desk: Desk) -> None:
    desk.open(desk.ask(content="a\nb"))
    desk.find(Name.ARGUMENT_TABS).setCurrentIndex(2)
    assert desk.find(Name.ARGS_RAW).toPlainText() == '{\n  "path": "a.txt",\n  "content": "a\\nb"\n}'


def test_changes_show_signs_and_numbers_beside_colours(desk: Desk) -> None:
    (desk.house.folder() / "a.txt").write_text("one\ntwo\n")
    desk.open(desk.ask(content="one\n2\n"))
    shown = desk.find(Name.SHEET_VIEW)
    assert shown.toPlainText().splitlines()[2:] == ["@@ -1,2 +1,2 @@", " one", "-two", "+2"]


def test_chips_and_counts_have_a_colour_and_a_ground_of_their_own(theme: Theme) -> None:
    text = "a⟨U+202E⟩b⟨1,000 characters not shown⟩c⏎"
    found = [(text[start : start + length], form) for start, length, form in marks(text, theme.tokens)]
    assert [it for it, _ in found] == ["⟨U+202E⟩", "⟨1,000 characters not shown⟩", "⏎"]
    assert found[0][1].background().color() == QColor(theme.tokens.colour("danger_soft"))
    assert found[1][1].background().color() == QColor(theme.tokens.colour("held_soft"))


def test_letters_that_can_be_taken_for_others_are_underlined_where_they_stand(theme: Theme) -> None:
    text = "\U0001f600 n\u043et\u0435s ⟨U+202E⟩"
    looks = {(start, length): form for start, length, form in marks(text, theme.tokens)}
    assert set(looks) == {(4, 1), (6, 1), (9, 8)}  # the picture takes two of Qt's places
    wave = QTextCharFormat.UnderlineStyle.WaveUnderline
    assert [it.underlineStyle() == wave for _, it in sorted(looks.items())] == [True, True, False]


def test_text_runs_left_to_right_and_wraps_inside_words(theme: Theme) -> None:
    layout, height = wrapped("\u05e9" * 400, mono(13), 200, theme.tokens)
    assert layout.textOption().textDirection() is Qt.LayoutDirection.LeftToRight
    assert layout.lineCount() > 5
    assert all(layout.lineAt(number).naturalTextWidth() <= 201 for number in range(layout.lineCount()))
    assert height > 60


def test_a_label_of_one_long_word_doesnt_push_the_window_wide(theme: Theme, qtbot: QtBot) -> None:
    label = ExactLabel(theme, QFont(mono(13)))
    qtbot.addWidget(label)
    label.setText("x" * 2_000)
    assert label.minimumSizeHint().width() < 100
    assert label.heightForWidth(300) > label.heightForWidth(3_000) > 0


def test_pages_put_together_are_the_text_and_none_costs_too_much() -> None:
    text = "\n".join(["short"] * 50_000 + ["x" * 300_000] + ["end"])
    made = pages(text)
    assert len(made) > 10
    lines = [line for page in made for line in page]
    assert "".join(lines) == text.replace("\n", "")
    assert all(sum(map(len, page)) <= PAGE_COST for page in made)
    assert pages("") == (("",),)


def test_pages_of_a_sheet_hold_every_character_and_label_each_line_once() -> None:
    lines = [SheetLine(text="x" * 40_000, tone=Tone.STRONG, label="$", new=1), SheetLine(text="end", old=2)]
    made = sheet_pages(lines * 4)
    assert len(made) > 3
    told = [line for page in made for line in page]
    assert "".join(line.text for line in told) == ("x" * 40_000 + "end") * 4
    assert [line.label for line in told if line.label] == ["$"] * 4
    assert [line.old for line in told if line.old] == [2] * 4


@pytest.mark.parametrize("head", [1, 20, 2_000])
def test_a_line_too_long_for_a_page_begins_on_the_page_where_its_label_stands(head: int) -> None:
    """A first page without any of it looks like an empty file."""
    lines = [
        *(SheetLine(text="path", label="File") for _ in range(head)),
        SheetLine(text="x" * 300_000, new=1),
    ]
    made = sheet_pages(lines)
    assert made[0][-1].new == 1
    assert len(made[0][-1].text) > 10_000
    assert sum(len(line.text) for page in made for line in page) == 4 * head + 300_000
    assert [line.new for page in made for line in page if line.new] == [1]


def test_no_mark_is_cut_in_two_where_a_page_ends() -> None:
    text = "x" + "⟨U+202E⟩" * 40_000
    made = [line for page in pages(text) for line in page]
    assert len(made) > 10
    assert "".join(made) == text
    assert all(line.count("⟨") == line.count("⟩") for line in made)


def test_a_long_text_is_read_through_only_when_each_page_was_scrolled_to_its_end(
    theme: Theme, qtbot: QtBot
) -> None:
    view = ExactView(theme, "long_text", "Long", Kind.PLAIN)
    qtbot.addWidget(view)
    heard: list[None] = []
    view.show_text("line\n" * 40_000)
    view.read_through.connect(lambda: heard.append(None))
    view.resize(400, 300)
    view.show()
    text = view._text
    while view._on.isEnabled():
        view._on.click()
        assert not heard
        text.verticalScrollBar().setValue(text.verticalScrollBar().maximum())
    assert not heard, "the first page was left before its end"
    view._show_page(0)
    text.verticalScrollBar().setValue(text.verticalScrollBar().maximum())
    assert heard


def test_many_members_start_folded_and_unfolding_one_counts_as_opening_it(theme: Theme, qtbot: QtBot) -> None:
    """Rule 8 holds for objects and lists as well."""
    many = [leaf(str(number), f"/many/{number}") for number in range(MOST_UNFOLDED_ROWS)]
    tree = TypedTree(
        theme, branch("", "", branch("few", "/few", leaf("x", "/few/x")), branch("many", "/many", *many))
    )
    qtbot.addWidget(tree)
    assert tree.unfold(MOST_UNFOLDED_ROWS) == ("/many",)
    assert tree.isExpanded(tree.tree_model.find("/few"))
    opened: list[str] = []
    tree.unfolded.connect(opened.append)
    tree.expand(tree.tree_model.find("/many"))
    assert opened == ["/many"]
    assert tree.tree_model.parent(QModelIndex()) == QModelIndex()


@pytest.mark.spec("73")
def test_a_text_of_a_megabyte_is_read_beside_the_window_and_shown_in_pieces(desk: Desk) -> None:
    """Case 73: what would make the window stand still is never done on its thread, or in small parts only."""
    task_id = desk.ask(content="x" * 1_000_000)
    opening: list[str] = []
    desk.approvals.card_opening.connect(opening.append)
    desk.click_card(task_id)
    assert opening == [task_id]
    assert desk.dialog is None, "the card is being read on another thread"
    desk.wait(lambda: desk.dialog is not None)
    assert "characters not shown⟩" in rows(desk)["content"][1]
    assert len(rows(desk)["content"][1]) < 1_000
    assert len(desk.find(Name.ARGS_TREE).model().index(0, 0).data()) < 1_000
    desk.approvals.read_argument("/content")
    desk.wait(lambda: desk.shows("argument_text"))
    assert len(desk.find("argument_text").toPlainText()) <= PAGE_COST // 8
    assert desk.find("argument_text_after").isVisible()
    desk.clock.advance(ARM_MS)
    assert desk.approve_button.isEnabled()
    desk.wait(lambda: desk.window.windowTitle() == "(1) Placet")  # a count, and nothing of what was asked


def test_a_text_that_letters_cant_tell_is_shown_byte_by_byte_page_by_page(desk: Desk) -> None:
    """Rules 8 and 9: its bytes by their numbers, but those of a token, and its digest."""
    content = f"\x00\x01\u202e key={TOKEN} " + "\x07" * 9_000
    desk.open(desk.ask(content=content))
    tree = desk.find(Name.ARGS_TREE)
    desk.find(Name.ARGUMENT_TABS).setCurrentIndex(1)
    tree.setCurrentIndex(tree.model().find("/content"))
    QTest.keyClick(tree, Qt.Key.Key_Return)
    desk.wait(lambda: desk.shows("argument_text"))
    desk.click(desk.find(Name.BYTES_SWITCH))
    desk.wait(lambda: desk.shows(Name.BYTES_VIEW))
    shown = desk.find(Name.BYTES_VIEW)
    first = shown.toPlainText().splitlines()[0]
    assert first == "00000000  00 01 e2 80 ae 20 6b 65  79 3d ** ** ** ** ** **  ..... key=******"
    assert "07" not in first
    data = content.encode()
    texts = "\n".join(label.text() for label in desk.window.findChildren(QLabel) if label.isVisible())
    assert hashlib.sha256(data).hexdigest() in texts
    assert f"Bytes 0 to 8,191 of {len(data):,}" in texts
    desk.click(desk.find("bytes_on"))
    desk.wait(lambda: shown.toPlainText().startswith("00002000  07 07"))
    assert not desk.find("bytes_on").isEnabled()
    desk.click(desk.find(Name.BYTES_SWITCH))
    assert desk.shows("argument_text")
    assert desk.approvals_given() == 0


def test_an_opening_that_was_overtaken_shows_the_later_card(desk: Desk) -> None:
    big, small = desk.ask(content="x" * 1_000_000), desk.ask("b.txt")
    desk.click_card(big)
    desk.open(small)
    again = desk.ask("c.txt")  # by the time that this one is here, the big card has been read
    desk.wait(lambda: desk.approvals.model.row_of(again))
    assert desk.approvals.card is not None
    assert desk.approvals.card.row.id == small
