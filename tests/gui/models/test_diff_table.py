"""Changes in two columns: the lines of the one text, each where it belongs, none lost and none made up."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from placet.api import SheetLine, Tone, read_diff
from placet.rules.diffs import unified
from placet_gui.models.diff_table import CellRole, DiffTable, Pair, Side, pairs

BEFORE = "one\ntwo\nthree\nfour\n"
AFTER = "one\n2\n2b\nthree\nfour"


def lines_of(before: str, after: str) -> tuple[SheetLine, ...]:
    diff = unified(before, after, "a.txt")
    assert diff is not None
    return tuple(read_diff(diff.removesuffix("\n").split("\n")))


def texts(before: str = BEFORE, after: str = AFTER) -> list[tuple[str, str, str, str]]:
    table = DiffTable()
    table.show_lines(lines_of(before, after))
    return [
        (
            table.index(row, Side.OLD_NUMBER).data(),
            table.index(row, Side.OLD).data(),
            table.index(row, Side.NEW_NUMBER).data(),
            table.index(row, Side.NEW).data(),
        )
        for row in range(table.rowCount())
    ]


def test_what_goes_stands_beside_what_comes_in_its_place() -> None:
    assert texts()[2:] == [
        ("@@ -1,4 +1,5 @@", "", "", ""),
        ("1  ", "one", "1  ", "one"),
        ("2 -", "two", "2 +", "2"),
        ("", "", "3 +", "2b"),
        ("3  ", "three", "4  ", "three"),
        ("4 -", "four", "5 +", "four"),
        ("", "", "  ", "\\ No newline at end of file"),
    ]


def test_a_line_about_neither_side_stands_across_both() -> None:
    rows = tuple(pairs([SheetLine(text="a.txt", label="File", tone=Tone.STRONG), *lines_of("a\n", "b\n")]))
    assert [row.across.text for row in rows if row.across is not None] == [
        "a.txt",
        "--- a/a.txt",
        "+++ b/a.txt",
        "@@ -1,1 +1,1 @@",
    ]
    assert rows[-1] == Pair(
        old=SheetLine(text="-a", tone=Tone.GONE, old=1, signed=True),
        new=SheetLine(text="+b", tone=Tone.NEW, new=1, signed=True),
    )


@given(
    st.lists(st.sampled_from(["a", "b", "", "- x", "+ y", "@@", "\\ z"]), max_size=12).map("\n".join),
    st.data(),
)
def test_no_line_is_lost_or_made_up(before: str, data: st.DataObject) -> None:
    after = data.draw(st.lists(st.sampled_from(["a", "c", "", "- x", "@@"]), max_size=12).map("\n".join))
    diff = unified(before, after, "")
    lines = tuple(read_diff(diff.removesuffix("\n").split("\n"))) if diff else ()
    rows = tuple(pairs(lines))
    old = [row.old for row in rows if row.old is not None]
    new = [row.new for row in rows if row.new is not None]
    assert [it for it in old if it.old] == [it for it in lines if it.old]
    assert [it for it in new if it.new] == [it for it in lines if it.new]
    told = {id(it) for row in rows for it in (row.old, row.new, row.across) if it is not None}
    assert told == {id(it) for it in lines}


def test_the_table_keeps_to_qts_rules_for_models(qtbot: QtBot) -> None:
    table = DiffTable()
    QAbstractItemModelTester(table, QAbstractItemModelTester.FailureReportingMode.Warning, table)
    table.show_lines(lines_of(BEFORE, AFTER))
    assert table.index(4, Side.OLD).data(CellRole.TONE) is Tone.GONE
    assert table.index(5, Side.OLD).data(CellRole.TONE) is None
    table.show_lines(())
    assert table.rowCount() == 0
