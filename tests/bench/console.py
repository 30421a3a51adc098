"""Measures the console on a long ledger and under load: `python -m tests.bench.console`, from the checkout's root.

Each figure stands beside its floor, measured in the same run: the same frame from ready strings in Qt's own table, the
same page of a short ledger, a bare window. Figures of the window's thread are wall times; on a machine that does
other work they tell of that as well, which is why the floor is there.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QStringListModel, Qt, QTimer
from PySide6.QtWidgets import QApplication, QTableView, QWidget

import placet.app
from placet.api import Via
from placet.api.commands import CreateToken, DeclareAgent, RequestToolCall
from placet.api.generations import CreateGeneration
from placet.api.queries import GetCard
from placet.bench import seeding
from placet.bench.measures import Measured, at_most, median, percentile
from placet.bench.wire import Connection, at_a_rate
from placet.ledger.ledger import Ledger
from placet.rules.authority import Authority, Principal
from placet.rules.records import Scope
from placet_gui.actions import ActionId
from placet_gui.app import build
from placet_gui.life import settle_down
from placet_gui.models.task_window import TaskFilter
from placet_gui.presenters.approvals import Approvals
from placet_gui.presenters.tasks import TasksPresenter
from placet_gui.views.main_window import MainWindow
from placet_gui.views.tasks_panel import TasksTable
from tests.bench import starting

PATIENCE_S: Final = 120
GAP_MS: Final = 50
_FRAMES: Final = 300
_REQUESTS: Final = 100
_RATE: Final = 200
_NEW_ROWS: Final = 1_000
_BEAT_MS: Final = 5
_TOKENS: Final = 100
"""How many pieces a second the model writes."""
_MODEL: Final = "clock"


class Heart:
    """Beats on the window's thread; what lies between two beats is how long the window stood still.

    `own_ms` is what this process worked meanwhile, on all its threads: what a gap is longer was the machine's, which gave
    the time to other programs. (Or a wait for the disk, which takes no work; the gaps by the clock tell of those.)
    """

    def __init__(self) -> None:
        self._last = time.perf_counter()
        self._worked = time.process_time()
        self.gaps_ms: list[float] = []
        self.own_ms: list[float] = []
        self._timer = QTimer(interval=_BEAT_MS)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def start_anew(self) -> None:
        self.gaps_ms.clear()
        self.own_ms.clear()
        self._last = time.perf_counter()
        self._worked = time.process_time()

    def stop(self) -> None:
        self._timer.stop()

    def _beat(self) -> None:
        now, worked = time.perf_counter(), time.process_time()
        self.gaps_ms.append(1000 * (now - self._last))
        self.own_ms.append(1000 * (worked - self._worked))
        self._last, self._worked = now, worked

    def gaps(self) -> int:
        """How many were too long."""
        return sum(it > GAP_MS for it in self.gaps_ms)

    def own_gaps(self) -> int:
        """How many of them were long enough with work of this process alone."""
        pairs = zip(self.gaps_ms, self.own_ms, strict=True)
        return sum(min(pair) > GAP_MS for pair in pairs)


def settle(wait_s: float) -> None:
    """Let the window live for so long."""
    loop = QEventLoop()
    QTimer.singleShot(round(1000 * wait_s), loop.quit)
    loop.exec()


def until(what: Callable[[], Any]) -> None:
    """Let the window live until something holds."""
    end = time.monotonic() + PATIENCE_S
    while not what():
        if time.monotonic() > end:
            raise TimeoutError("it never came to be")
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 2)


def taken_ms(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - started)


@contextmanager
def console(data: Path) -> Iterator[tuple[placet.app.Engine, MainWindow]]:
    """A window on an engine on this folder, which goes with it."""
    engine = placet.app.open(data)
    window = build(engine, {"appearance.theme": "light"})
    window.show()
    QApplication.processEvents()
    try:
        yield engine, window
    finally:
        window.close()
        window.deleteLater()
        QApplication.processEvents()
        engine.close()


def first_paint_ms(window: MainWindow) -> float:
    """From the wish to see the tasks until their rows are painted."""
    presenter = window.findChild(TasksPresenter)
    until(presenter.model.rowCount)

    def look() -> None:
        window.show_page(ActionId.SHOW_TASKS)
        window.repaint()

    return taken_ms(look)


def memory_mb(data: Path, rows: int) -> float:
    """What a process holds that does nothing but be a console, engine and all, after its owner looked through the tasks."""
    command = [sys.executable, "-m", "tests.bench.console", "--memory", str(data), "--rows", str(rows)]
    answer = subprocess.run(command, stdout=subprocess.PIPE, env=starting.as_installed(), check=True)
    return float(answer.stdout)


def hold(data: Path, rows: int) -> None:
    """Be that process. Prints its megabytes."""
    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)
    with console(data) as (_, window):
        settle_down()
        first_paint_ms(window)
        for _ in long_ledger(window, rows):
            pass
        print(_resident_mb())  # noqa: T201


def _resident_mb() -> float:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def frames_ms(table: QTableView, places: list[int]) -> list[float]:
    """What each of these places of the scroll bar costs, painted whole."""
    found = []
    for place in places:

        def frame(place: int = place) -> None:
            table.verticalScrollBar().setValue(place)
            table.viewport().repaint()

        found.append(taken_ms(frame))
        QApplication.processEvents()
    return found


def bare_table(like: QTableView) -> QTableView:
    """Qt's own table of one column of ready strings, as large as ours."""
    bare = QTableView()
    bare.setModel(QStringListModel([f"row {number}" for number in range(5_000)], bare))
    bare.verticalHeader().setDefaultSectionSize(40)
    bare.setVerticalScrollMode(QTableView.ScrollMode.ScrollPerPixel)
    bare.resize(like.size())
    bare.show()
    QApplication.processEvents()
    return bare


def long_ledger(window: MainWindow, rows: int) -> Iterator[Measured]:
    """Scrolling, jumping, filtering and searching among so many rows."""
    table = window.findChild(TasksTable)
    presenter = window.findChild(TasksPresenter)
    settle(4)  # until the marks are read
    wheel = [120 * step for step in range(_FRAMES)]
    bare = bare_table(table)
    floor = frames_ms(bare, wheel)
    bare.deleteLater()
    ours = frames_ms(table, wheel)
    for share in (0.5, 0.99):
        yield Measured(
            name=f"scroll p{100 * share:g}, {rows:,} rows", unit="ms", floor=percentile(floor, share),
            ours=percentile(ours, share), budget=at_most(10) if share > 0.9 else None,
        )  # fmt: skip
    dice = random.Random(1)
    jumps = [dice.randrange(table.verticalScrollBar().maximum()) for _ in range(100)]
    yield Measured(
        name=f"jump p99, {rows:,} rows", unit="ms", floor=percentile(floor, 0.99),
        ours=percentile(frames_ms(table, jumps), 0.99), note="the floor is a frame of a scroll, as above",
    )  # fmt: skip
    wishes = {
        "status filter in the window": (TaskFilter(statuses=("denied",)), at_most(30)),
        "agent filter in the window": (TaskFilter(agent="clerk"), None),
        "search in the window, a rare word": (TaskFilter(q=seeding.RARE), at_most(50)),
        "search in the window, no match": (TaskFilter(q="no such word"), None),
    }
    for name, (where, budget) in wishes.items():
        taken = []
        for _ in range(3):
            for wish in (TaskFilter(), where):
                looked: list[bool] = []
                heard = presenter.looked.connect(lambda to=looked: to.append(True))
                started = time.perf_counter()
                presenter.set_filter(wish)
                until(lambda to=looked: to)
                QApplication.processEvents()
                taken.append(1000 * (time.perf_counter() - started))
                presenter.looked.disconnect(heard)
                settle(0.3)
        yield Measured(name=f"{name}, {rows:,} rows", unit="ms", ours=median(taken[1::2]), budget=budget)


MEGABYTES: Final = {
    "plain": "x" * 1_000_000,
    "hidden": "a\u202eb" * 333_333,
    "lines": "a line of text\n" * 66_666,
    "scripts": "h\u0435llo w\u043erld \u202e\n" * 62_500,
}


def cards(data: Path) -> Iterator[Measured]:
    """Requests on their way to the screen, and those with a text of a megabyte: from the click until the pane is
    painted, and how long the window stood.
    """
    with console(data) as (engine, window):
        name, folder = "writer", data.with_name("writer")
        tools = [{"name": "fs_write", "restricted": True}]
        declared = DeclareAgent(declaration={"name": name, "folder": str(folder), "tools": tools})
        row = engine.run(engine.submit(declared, placet.app.owner_authority(Via.WINDOW)))
        voice = Authority(principal=Principal.AGENT_LOOP, via=Via.HTTP, agent_id=row.id)
        approvals = window.findChild(Approvals)

        def arrived(content: str) -> str:
            args = {"path": "a.txt", "content": content, "_async": True}
            call = RequestToolCall(agent=name, tool="fs_write", args=args)
            task_id = str(engine.run(engine.submit(call, voice)).task_id)
            until(lambda: approvals.model.row_of(task_id))
            window.repaint()
            return task_id

        taken = [taken_ms(lambda it=it: arrived(f"number {it}")) for it in range(_REQUESTS)]
        yield Measured(
            name="request to card on screen, p99",
            unit="ms",
            ours=percentile(taken, 0.99),
            budget=at_most(150),
        )
        for what, content in MEGABYTES.items():
            task_id = arrived(content)
            settle(0.5)
            floor = taken_ms(lambda it=task_id: engine.query(GetCard(task_id=it)))
            heart = Heart()

            def opened(it: str = task_id) -> None:
                approvals.open(it)
                until(lambda: approvals.card is not None and approvals.card.row.id == it)
                window.repaint()

            worked = time.process_time()
            taken_by_clock = taken_ms(opened)
            worked_ms = 1000 * (time.process_time() - worked)
            settle(0.5)
            heart.stop()
            yield Measured(
                name=f"1 MB card, {what}", unit="ms", floor=floor, ours=min(taken_by_clock, worked_ms),
                budget=at_most(200),
                note=f"{taken_by_clock:.0f} ms by the clock, {worked_ms:.0f} ms of work on all threads; longest gap"
                f" {max(heart.gaps_ms):.0f} ms; the floor is reading the card alone",
            )  # fmt: skip


@contextmanager
def speaking(data: Path, seconds: int) -> Iterator[None]:
    """A model server that streams for so long, and the engine's settings on this folder know it."""
    command = [sys.executable, "-m", "placet.bench.speaking"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(f"{_TOKENS} {_TOKENS * seconds}\n")
        server.stdin.flush()
        address = f"http://127.0.0.1:{int(server.stdout.readline())}/v1"
        row = f'[[backends]]\nid = "{_MODEL}"\nbase_url = "{address}"\nmodels = ["{_MODEL}"]\n'
        (data / "settings.toml").write_text(row, encoding="utf-8")
        try:
            yield
        finally:
            (data / "settings.toml").unlink()
            server.terminate()


def bare_window(seconds: int) -> None:
    """Be the control: a window that does nothing, on the same machine at the same time. Prints its gaps."""
    app = QApplication([])
    window = QWidget()
    window.show()
    heart = Heart()
    QTimer.singleShot(1000 * seconds, app.quit)
    app.exec()
    heart.stop()
    print(json.dumps({"gaps": heart.gaps(), "longest_ms": max(heart.gaps_ms)}))  # noqa: T201


def stalls(data: Path, seconds: int) -> Iterator[Measured]:
    """Gaps of the window while rows come in, clients ask and a model writes, beside those of a bare window meanwhile."""
    with speaking(data, 3 * (seconds + 30)):
        yield from _stalls(data, seconds)


def _stalls(data: Path, seconds: int) -> Iterator[Measured]:
    ledgers: list[Ledger] = []
    opening = Ledger.open

    def keep(*given: Any, **named: Any) -> Ledger:
        ledgers.append(opening(*given, **named))
        return ledgers[-1]

    Ledger.open = keep  # type: ignore[method-assign]
    try:
        with console(data) as (engine, window):
            token = engine.run(
                engine.submit(CreateToken(scope=Scope.OWNER), placet.app.owner_authority(Via.WINDOW))
            )
            url = placet.app.serve_http(engine)
            request = {"model": _MODEL, "input": "x"}
            engine.run(
                engine.submit(CreateGeneration(request=request), placet.app.owner_authority(Via.WINDOW))
            )
            settle_down()
            for page in (ActionId.SHOW_TASKS, ActionId.SHOW_INBOX, ActionId.SHOW_GENERATIONS):
                window.show_page(page)
                yield _stalls_of_a_page(window, page, ledgers[-1], (url, token.secret), seconds)
    finally:
        Ledger.open = opening  # type: ignore[method-assign]


def _stalls_of_a_page(
    window: MainWindow, page: ActionId, ledger: Ledger, client: tuple[str, str], seconds: int
) -> Measured:
    settle(3)
    heart = Heart()
    ended = threading.Event()
    written: list[int] = []
    writer = threading.Thread(target=_write_rows, args=(ledger, ended, written))
    asking, bare = (
        subprocess.Popen(  # ourselves
            [sys.executable, "-m", "tests.bench.console", *which, "--seconds", str(seconds)],
            stdout=subprocess.PIPE,
        )
        for which in (("--client", *client), ("--bare",))
    )
    writer.start()
    heart.start_anew()
    settle(seconds)
    heart.stop()
    ended.set()
    writer.join()
    answered = asking.communicate()[0].decode().strip()
    control = json.loads(bare.communicate()[0])
    return Measured(
        name=f"gaps over {GAP_MS} ms in {seconds} s, {page.value.removeprefix('show_')}",
        unit="",
        floor=control["gaps"],
        ours=heart.own_gaps(),
        budget=at_most(0),
        note=f"of {heart.gaps()} by the clock; p99 {percentile(heart.gaps_ms, 0.99):.0f} ms,"
        f" longest {max(heart.gaps_ms):.0f} ms; {sum(written)} rows, HTTP {answered}; load {os.getloadavg()[0]:.1f};"
        f" the floor is a bare window meanwhile, its longest {control['longest_ms']:.0f} ms",
    )


def _write_rows(ledger: Ledger, ended: threading.Event, written: list[int]) -> None:
    """A thousand rows a second, a hundred in a commit, each with its facts. What a commit takes delays no later one."""
    agents = ledger.reads.agents()
    start = 10_000_000 + time.time_ns() // 1_000_000
    due = time.monotonic()
    while not ended.wait(max(0.0, due - time.monotonic())):
        due += 0.1
        number = start + sum(written)
        numbers = range(number, number + _NEW_ROWS // 10)
        ledger.commit_blocking(lambda tx, it=numbers: seeding._write(tx, agents, it))
        written.append(len(numbers))


async def ask(url: str, token: str, seconds: int) -> None:
    """Be the clients; print how quickly they were answered."""
    connections = [await Connection.open(url, token) for _ in range(8)]
    taken = await at_a_rate(connections, lambda it: it.get("/tasks?limit=1"), rate=_RATE, seconds=seconds)
    print(f"p50 {percentile(taken, 0.5):.0f} p99 {percentile(taken, 0.99):.0f} ms")  # noqa: T201


def measure(base: Path, rows: int, seconds: int) -> Iterator[Measured]:
    """All of it."""
    yield from starting.measure(base / "start")
    few, many = base / "few", base / "many"
    for data, count in ((few, 10_000), (many, rows)):
        if not data.exists():
            seeding.fill(data, count)
    held = memory_mb(many, rows)
    with console(few) as (_, window):
        floor = first_paint_ms(window)
    with console(many) as (_, window):
        yield Measured(
            name=f"first paint, {rows:,} rows to 10,000", unit="ms", floor=floor, ours=first_paint_ms(window),
            budget=at_most(2, of="ratio"),
        )  # fmt: skip
        yield from long_ledger(window, rows)
        yield Measured(
            name=f"memory of the whole console, {rows:,} rows",
            unit="MB",
            ours=held,
            budget=at_most(250),
        )
    yield from stalls(many, seconds)
    with tempfile.TemporaryDirectory() as fresh:
        yield from cards(Path(fresh) / "data")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument(
        "--seconds", type=int, default=60, help="how long the stalls are counted for each page"
    )
    parser.add_argument("--keep", type=Path, help="a folder for the ledgers, filled once and used again")
    parser.add_argument("--client", nargs=2, metavar=("URL", "TOKEN"), help=argparse.SUPPRESS)
    parser.add_argument("--bare", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--memory", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.bare:
        bare_window(given.seconds)
        return
    if given.memory:
        hold(given.memory, given.rows)
        return
    if given.client:
        asyncio.run(ask(*given.client, given.seconds))
        return
    app = QApplication([])
    app.setQuitOnLastWindowClosed(False)
    with tempfile.TemporaryDirectory() as folder:
        for row in measure(given.keep or Path(folder), given.rows, given.seconds):
            print(json.dumps(row.as_json()), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
