"""Public bug reports of groups (b) and (d), tried in the real window: `bugs.toml` says which stands for which."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import socket
import subprocess
import sys
import weakref
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QLineEdit, QPushButton, QTreeView

from placet.api.commands import ChangeSettings, RequestToolCall, StartAgent
from placet.api.queries import GetArgument, GetCard
from placet_gui.actions import ActionId
from placet_gui.models.argument_tree import Column
from placet_gui.names import Name
from placet_gui.qtloop import QtLoop
from tests.corpus.test_corpus import CASES
from tests.gui.gestures import CTRL, Desk, desk
from tests.gui.test_many import ask_many, questions
from tests.rules.marks import decoded
from tests.screenless import without_remarks

__all__ = ["desk"]

ROOT = Path(__file__).parents[2]


def corpus(name: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))
    return value


# Group (b).


@pytest.mark.parametrize("case", ["c05_newline_padding", "c06_space_padding"])
def test_what_stands_behind_a_padding_is_in_the_cell_with_the_padding_counted(desk: Desk, case: str) -> None:
    """B049."""
    command = corpus(case)["command"]
    desk.open(desk.ask(content=command))
    tree = desk.find(Name.ARGS_TREE, QTreeView)
    shown = tree.model().find("/content").siblingAtColumn(Column.VALUE).data()
    assert shown.endswith(f'{command[-12:]}"')
    assert "line breaks⟩" in shown or "spaces⟩" in shown
    assert len(shown) < 900


@pytest.mark.parametrize("case", ["c12_unbroken_word", "c13_many_lines_small"])
def test_however_long_the_text_the_buttons_are_in_view_and_the_text_scrolls(desk: Desk, case: str) -> None:
    """B050."""
    desk.open(desk.ask(content=" ".join(corpus(case).values())))
    desk.window.resize(1024, 600)
    QApplication.processEvents()
    for name in (Name.APPROVE_BUTTON, Name.DENY_BUTTON):
        button = desk.find(name)
        assert desk.window.rect().contains(button.mapTo(desk.window, QPoint(button.width(), button.height())))
        assert not button.visibleRegion().isEmpty()


def test_markup_of_an_agent_asks_nobody_for_anything_and_stays_letters(desk: Desk) -> None:
    """B061 and B062: with somebody listening where its pictures and links point."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        port = listener.getsockname()[1]
        texts = [
            text.replace("127.0.0.1:9", f"127.0.0.1:{port}")
            for name in (
                "e01_html_img_file",
                "e02_html_link_style",
                "e03_html_breakout",
                "e04_markdown_injection",
            )
            for text in map(str, corpus(name).values())
        ]
        hostile = " ".join(texts)
        assert f"127.0.0.1:{port}" in hostile
        task_id = desk.ask(content=hostile, path="<img src=x> _a_ **b**.txt", _reason=hostile)
        desk.open(task_id)
        tabs = desk.find(Name.ARGUMENT_TABS)
        for number in range(tabs.count()):
            tabs.setCurrentIndex(number)
            QApplication.processEvents()
        desk.window.show_notice(hostile)
        desk.house.deny(task_id, hostile)
        desk.wait(lambda: desk.shows(Name.DECIDED_LABEL))
        QTest.keyClick(desk.window, Qt.Key.Key_2, CTRL)
        QApplication.processEvents()
        with pytest.raises(BlockingIOError):
            listener.accept()
        # The control: the same listener hears whoever does ask.
        with socket.create_connection(("127.0.0.1", port)):
            listener.setblocking(True)
            listener.accept()[0].close()
    shown = desk.house.engine.query(GetArgument(task_id=task_id, pointer="/content"))
    assert decoded(shown) == hostile

    assert not [it for it in desk.window.findChildren(QTextDocument) if it.baseUrl().isValid()]


def test_the_arrow_keys_run_over_huge_requests_without_reading_them(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """B065."""
    for number in range(4):
        desk.ask(path=f"{number}.txt", content="x" * 1_000_000)
    desk.list.setFocus()
    with questions(desk, monkeypatch) as asked:
        for key in (Qt.Key.Key_Down, Qt.Key.Key_Up) * 10:
            for _ in range(5):
                QTest.keyClick(desk.list, key)
            QApplication.processEvents()
    assert [it for it in asked if isinstance(it, GetCard | GetArgument)] == []


def test_the_deepest_arguments_are_shown_to_their_last_level(desk: Desk) -> None:
    """B066."""
    value: Any = "deep down"
    for _ in range(62):
        value = {"a": value}
    desk.open(_sent(desk, value))
    tree = desk.find(Name.ARGS_TREE, QTreeView)
    at, depth = tree.model().index(0, Column.NAME), 0
    while tree.model().rowCount(at):
        tree.expand(at)
        at, depth = tree.model().index(0, Column.NAME, at), depth + 1
    assert (at.siblingAtColumn(Column.VALUE).data(), depth) == ('"deep down"', 62)
    value_at = at.siblingAtColumn(Column.VALUE)
    tree.scrollTo(value_at)
    QApplication.processEvents()
    assert tree.viewport().rect().contains(tree.visualRect(value_at).center())
    tabs = desk.find(Name.ARGUMENT_TABS)
    tabs.setCurrentIndex(tabs.count() - 1)
    assert desk.find(Name.ARGS_RAW).toPlainText().count('"a": {') == 61


def _sent(desk: Desk, value: Any) -> str:
    # A tool whose schema takes no such thing: an outside harness's, of which nothing is known.

    command = RequestToolCall(agent="clerk", tool="deep", args={"v": value}, decide_only=True)
    task_id = str(desk.house.submit(command, desk.house.voice()).task_id)
    desk.wait(lambda: desk.approvals.model.row_of(task_id))
    return task_id


def test_texts_that_look_alike_are_told_apart(desk: Desk) -> None:
    """B068."""
    desk.open(_sent(desk, corpus("d17_type_confusion")))
    tree = desk.find(Name.ARGS_TREE, QTreeView)
    model, top = tree.model(), tree.model().index(0, Column.NAME)
    shown = [
        tuple(model.index(row, column, top).data() for column in (Column.TYPE, Column.VALUE))
        for row in range(model.rowCount(top))
    ]
    assert len(set(shown)) == len(shown) == len(corpus("d17_type_confusion"))


# Group (d).


def test_dialogs_stand_open_while_requests_arrive(desk: Desk) -> None:
    """B097: no dialog runs a loop of its own, so nothing waits for it."""
    desk.window.show_page(ActionId.SHOW_AGENTS)
    desk.find(Name.AGENT_DECLARE).click()
    dialog = next(it for it in desk.window.findChildren(QDialog) if it.isVisible())
    dialog.findChild(QPushButton, Name.DECLARE_BROWSE).click()
    chooser = dialog.findChild(QFileDialog)
    assert chooser is not None
    tasks = ask_many(desk, 50)
    assert set(desk.approvals.model.waiting_ids()) == set(tasks)
    assert chooser.isVisible()
    chooser.close()
    dialog.close()


def test_a_loop_that_was_closed_leaves_nothing_in_memory(qapp: QApplication) -> None:
    """B100."""
    kept = []
    for _ in range(10):
        loop = QtLoop(qapp)
        loop.run_until_complete(asyncio.sleep(0))
        loop.close()
        kept.append(weakref.ref(loop))
        del loop
    qapp.setQuitOnLastWindowClosed(True)
    gc.collect()
    assert [it() for it in kept if it() is not None] == []


def test_thousands_of_calls_leave_no_timer_behind(qapp: QApplication) -> None:
    """B104."""
    loop = QtLoop(qapp)
    done: list[int] = []

    async def many() -> None:
        for number in range(5_000):
            loop.call_soon(done.append, number)
            loop.call_later(0, done.append, number)
        while len(done) < 10_000:
            await asyncio.sleep(0.001)

    loop.run_until_complete(many())
    assert len(loop._timer._handles) == len(loop._timer._timer_of) == 0
    loop.close()
    qapp.setQuitOnLastWindowClosed(True)


def test_an_approval_and_a_stop_right_behind_it_leave_no_error(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    """B101."""
    for number in range(10):
        task_id = desk.ask(f"{number}.txt")
        desk.open_armed(task_id)
        desk.click(desk.approve_button)
        desk.house.stop()
        desk.wait(lambda at=task_id: not desk.house.task(at).can_decide)
        desk.wait(lambda: desk.shows(Name.DECIDED_LABEL))
        desk.approvals.close_card()

        desk.house.submit(StartAgent(agent="clerk"))
    assert [it.message for it in caplog.records if it.levelname in {"ERROR", "CRITICAL"}] == []


def test_a_card_that_is_closed_while_it_is_read_is_no_error_and_can_still_be_decided(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    """B105."""
    task_id = desk.ask(content="x" * 30_000)
    for turn in range(40):
        desk.approvals.open(task_id)
        if turn % 3:
            QApplication.processEvents()
        desk.approvals.close_card()
    desk.open(task_id)
    desk.house.deny(task_id)
    desk.wait(lambda: desk.shows(Name.DECIDED_LABEL))
    assert [it.message for it in caplog.records if it.levelname in {"ERROR", "CRITICAL"}] == []


def test_what_the_owner_unfolded_marked_and_wrote_stays_while_others_arrive(desk: Desk) -> None:
    """B106: selection, expansion, scroll position and text cursor."""
    task_id = _sent(desk, {"one": {"two": {"three": 3}}, "long": ["item"] * 40})
    desk.open(task_id)
    desk.window.resize(1024, 600)
    tree = desk.find(Name.ARGS_TREE, QTreeView)
    folded, chosen = tree.model().find("/v/one/two"), tree.model().find("/v/long/20")
    tree.collapse(folded)
    tree.setCurrentIndex(chosen)
    reason = desk.find(Name.DENY_REASON, QLineEdit)
    reason.setText("not now")
    reason.setCursorPosition(3)
    reason.setFocus()
    bar = tree.verticalScrollBar()
    before = bar.value()
    ask_many_more(desk, 100)
    assert not tree.isExpanded(tree.model().find("/v/one/two"))
    assert tree.currentIndex() == tree.model().find("/v/long/20")
    assert (reason.text(), reason.cursorPosition(), bar.value()) == ("not now", 3, before)
    assert QApplication.focusWidget() is reason


def ask_many_more(desk: Desk, count: int) -> None:
    before = len(desk.approvals.model.waiting_ids())
    for number in range(count):
        desk.house.call("fs_write", {"path": f"more {number}.txt", "content": "x"})
    desk.wait(lambda: len(desk.approvals.model.waiting_ids()) == before + count)


def test_a_list_that_was_scrolled_away_from_its_choice_stays_where_it_is(desk: Desk) -> None:
    """B107. Taken together in one group, these many requests of one agent would be no long list."""
    tasks = ask_many(desk, 300)
    limits = {"approvals.flood_pending": 1_000_000, "approvals.flood_per_minute": 1_000_000}
    desk.house.submit(ChangeSettings(values=limits))
    assert desk.list.model().rowCount() == 300
    desk.list.setCurrentIndex(desk.approvals.model.index_of(tasks[0]))
    bar = desk.list.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    before = bar.value()
    ask_many_more(desk, 20)
    assert bar.value() == before > 0
    assert desk.list.currentIndex() == desk.approvals.model.index_of(tasks[0])


def test_many_requests_that_end_at_once_are_taken_in_together(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """B109: one stop of the agent ends them all."""
    ask_many(desk, 300)
    resets, removed, changed = [], [], []
    model = desk.approvals.model
    model.modelReset.connect(lambda: resets.append(1))
    model.rowsRemoved.connect(lambda *_: removed.append(1))
    model.dataChanged.connect(lambda *_: changed.append(1))
    desk.house.stop()
    desk.wait(lambda: not model.waiting_ids())
    assert len(resets) + len(removed) + len(changed) <= 300
    assert resets == []


def test_a_binding_that_is_installed_beside_and_asked_for_is_not_taken(tmp_path: Path) -> None:
    """B116."""
    (tmp_path / "PyQt6").mkdir()
    (tmp_path / "PyQt6" / "__init__.py").write_text("raise RuntimeError('the wrong binding')\n")
    (tmp_path / "PyQt5").mkdir()
    (tmp_path / "PyQt5" / "__init__.py").write_text("raise RuntimeError('the wrong binding')\n")
    program = (
        "import sys, placet_gui.qtloop, qasync; "
        "sys.exit(0 if 'PySide6' in qasync.QtModule.__name__ and not {'PyQt5', 'PyQt6'} & sys.modules.keys() else 1)"
    )
    path = os.pathsep.join([str(tmp_path), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": path, "QT_API": "pyqt6"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, without_remarks(done.stderr)) == (0, "")
