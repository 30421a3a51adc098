"""A console that nobody touches costs next to nothing, and one that a day passes through grows by next to nothing."""

from __future__ import annotations

import ctypes
import gc
import itertools
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication, QListView
from pytestqt.qtbot import QtBot

from placet.api import Action
from placet.api.queries import CountTasks
from placet.folder import DataFolder
from placet_gui.app import begin_http, build
from placet_gui.views.approval_dialog import ApprovalDialog
from placet_gui.views.inbox_page import InboxPage
from placet_gui.views.main_window import PAGES, MainWindow
from tests.fakes.clock import HeldClock
from tests.flows.house import PATIENCE_S, RESTRICTED_WRITE, House
from tests.gui.conftest import put_away

pytestmark = [pytest.mark.long, pytest.mark.timeout(1_800)]
MOST_SHARE: Final = 0.01
MOST_WAKES: Final = 1.0
"""A second, all threads together."""
REST_S: Final = 60
PAGE_S: Final = 5
EVERY_S: Final = 30
HELD_EVERY: Final = 8
HOUR_CALLS: Final = 3_600 // EVERY_S
WARM_H, DAY_H = 8, 24
MOST_GROWN_MB: Final = 12


def rest(seconds: float) -> float:
    """Let the window be for so long; the share of a core that the whole process took meanwhile."""
    loop = QEventLoop()
    QTimer.singleShot(int(1_000 * seconds), loop.quit)
    began, cpu_s = time.monotonic(), time.process_time()
    loop.exec()
    return (time.process_time() - cpu_s) / (time.monotonic() - began)


def furnished(house: House, qtbot: QtBot) -> MainWindow:
    """The console's window with its HTTP interface, as it is on a desktop."""
    window = build(house.engine)
    begin_http(house.engine, DataFolder(root=house.data), 0, window)
    window.show()
    qtbot.waitExposed(window)
    return window


@pytest.fixture
def open_card(tmp_path: Path, qtbot: QtBot) -> Iterator[MainWindow]:
    """A window with a request in view whose deadline is told by the second."""
    with House(tmp_path, settings="approvals.deadline_s = 3600\n") as house:
        house.declare(tools=[RESTRICTED_WRITE])
        window = furnished(house, qtbot)
        ticket = house.call("fs_write", {"path": "a.txt", "content": "Hello."})
        window.findChild(InboxPage).open_task(str(ticket.task_id))
        qtbot.waitUntil(lambda: window.findChild(ApprovalDialog) is not None, timeout=int(1_000 * PATIENCE_S))
        yield window
        put_away(window)


def test_at_rest_a_window_with_an_open_request_takes_less_than_a_hundredth_of_a_core(
    open_card: MainWindow,
) -> None:
    rest(PAGE_S)  # what was begun comes to its end
    assert rest(REST_S) < MOST_SHARE


def test_at_rest_no_page_takes_a_hundredth_of_a_core(open_card: MainWindow) -> None:
    shares = {}
    for page in PAGES:
        open_card.show_page(page)
        rest(PAGE_S)
        shares[page.value] = rest(PAGE_S)
    assert {page: share for page, share in shares.items() if share >= MOST_SHARE} == {}


def test_at_rest_a_window_on_an_empty_inbox_wakes_less_than_once_a_second(
    tmp_path: Path, qtbot: QtBot
) -> None:
    """Also after a load: nothing of it is looked after once it is over."""
    with House(tmp_path) as house:
        house.declare(tools=[{"name": "fs_list", "restricted": False}, RESTRICTED_WRITE])
        window = furnished(house, qtbot)
        hour_of_calls(house, HeldClock(), window.findChild(InboxPage))
        rows = window.findChild(InboxPage).findChild(QListView).model()
        qtbot.waitUntil(lambda: rows.rowCount() == 0, timeout=int(1_000 * PATIENCE_S))
        rest(PAGE_S)
        before = wakes()
        rest(REST_S)
        assert (wakes() - before) / REST_S < MOST_WAKES
        put_away(window)


def wakes() -> int:
    """How often any thread of this process gave up the processor to wait, so far."""
    threads = [it.read_text() for it in Path("/proc/self/task").glob("*/status")]
    lines = (line for text in threads for line in text.splitlines())
    return sum(int(it.split()[1]) for it in lines if it.startswith("voluntary_ctxt_switches"))


def test_a_window_that_is_busy_is_noticed(open_card: MainWindow) -> None:
    """The control: a timer of a frame that only counts is far over it."""
    timer = QTimer(open_card, interval=4)
    timer.timeout.connect(lambda: sum(range(20_000)))
    timer.start()
    assert rest(PAGE_S) > MOST_SHARE


def rss_mb() -> float:
    """How much memory the process holds, once what can be given back is."""
    QApplication.processEvents()
    gc.collect()
    if hasattr(libc := ctypes.CDLL(None), "malloc_trim"):
        libc.malloc_trim(0)
    line = next(it for it in Path("/proc/self/status").read_text().splitlines() if it.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def test_a_day_of_calls_and_decisions_leaves_the_memory_as_it_was(tmp_path: Path, qtbot: QtBot) -> None:
    """A call every thirty seconds, every eighth of them held, looked at and decided; another page looked at each hour."""
    clock = HeldClock()
    with House(tmp_path, clock=clock) as house:
        house.declare(tools=[{"name": "fs_list", "restricted": False}, RESTRICTED_WRITE])
        window = furnished(house, qtbot)
        pages = itertools.cycle(PAGES)
        held: list[float] = []
        for _hour in range(DAY_H):
            window.show_page(next(pages))
            hour_of_calls(house, clock, window.findChild(InboxPage))
            qtbot.waitUntil(lambda: not house.tasks(statuses=("pending_approval",)))
            del house._facts[:-1_000]  # what the test's own house remembers isn't the program's memory
            held.append(rss_mb())
        counts = house.engine.query(CountTasks())
        put_away(window)
    assert counts["completed"] + counts["denied"] == DAY_H * HOUR_CALLS
    assert counts["denied"] > 0
    assert held[-1] - held[WARM_H - 1] < MOST_GROWN_MB, held


def hour_of_calls(house: House, clock: HeldClock, inbox: InboxPage) -> None:
    """So many calls as an hour brings; the window takes each in as it comes, and opens those that wait."""
    for number in range(HOUR_CALLS):
        clock.at_ms += 1_000 * EVERY_S
        if number % HELD_EVERY:
            house.ended(house.call("fs_list", {"path": ".", "_async": True}).task_id)
        else:
            ticket = house.call("fs_write", {"path": f"{number}.txt", "content": "line\n" * 40})
            inbox.open_task(str(ticket.task_id))
            QApplication.processEvents()
            action = Action.DENY if number % 3 == 0 else Action.APPROVE
            house.resolve(ticket.task_id, action)
            house.ended(ticket.task_id)
        QApplication.processEvents()
