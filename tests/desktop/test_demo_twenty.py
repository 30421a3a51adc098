"""The demo without a window: each time one real request of the embedded model, and an owner at a terminal or none."""

import os
import queue
import re
import select
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

import placet.app
from placet.api import Action, Engine, Event, Via
from placet.api.commands import ResolveTask
from placet.api.queries import GetTask, ListTasks
from placet.api.views import TaskRow
from placet.cli import demo
from tests.desktop.demo import MODEL_S, PLACET, folders

pytestmark = pytest.mark.model
OWNER: Final = placet.app.owner_authority(Via.WINDOW)


class Run:
    """One demo in an engine of its own, and the facts that it tells, in order."""

    def __init__(self, engine: Engine, laid: demo.Demo) -> None:
        self._engine = engine
        self.facts: list[Event] = []
        self._told: queue.SimpleQueue[Event] = queue.SimpleQueue()
        engine.subscribe(self._on_facts)
        demo.start(engine, laid)

    def until(self, kind: str) -> Event:
        """Wait for the next fact of a kind, and answer it."""
        while True:
            fact = self._told.get(timeout=MODEL_S)
            self.facts.append(fact)
            if fact.type == kind:
                return fact

    def task(self, asked: Event) -> TaskRow:
        row: TaskRow = self._engine.query(GetTask(task_id=str(asked.task_id)))
        return row

    def tasks(self) -> tuple[TaskRow, ...]:
        rows: tuple[TaskRow, ...] = self._engine.query(ListTasks())
        return rows

    def resolve(self, row: TaskRow, action: Action) -> None:
        command = ResolveTask(task_id=row.id, action=action, shown_digest=row.digest)
        self._engine.run(self._engine.submit(command, OWNER))

    def _on_facts(self, facts: tuple[Event, ...]) -> None:
        for fact in facts:
            self._told.put(fact)


@contextmanager
def run(laid: demo.Demo) -> Iterator[Run]:
    engine = placet.app.open(laid.data)
    try:
        yield Run(engine, laid)
    finally:
        engine.close()


def parent_of(pid: int) -> int:
    """The parent of a process that runs."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(status.partition("\nPPid:")[2].split()[0])


@pytest.mark.parametrize(
    "number", [*range(5), *(pytest.param(it, marks=pytest.mark.long) for it in range(5, 20))]
)
def test_every_demo_asks_once_for_one_file_by_a_real_model(number: int, tmp_path: Path) -> None:
    laid = demo.prepare(tmp_path)
    verdict = Action.DENY if number % 2 else Action.APPROVE
    with run(laid) as it:
        asked = it.task(it.until("hil.requested"))
        turns = [fact.payload for fact in it.facts if fact.type == "model.turn"]
        assert [turn["completion_tokens"] > 0 for turn in turns] == [True]
        assert parent_of(turns[0]["pid"]) == os.getpid()
        assert not laid.file.exists()

        it.resolve(asked, verdict)

        assert it.until("turn.ended").payload["status"] == "done"
        assert [(row.id, row.tool) for row in it.tasks()] == [(asked.id, "fs_write")]
        assert {fact.payload["pid"] for fact in it.facts if fact.type == "model.turn"} == {turns[0]["pid"]}
    assert laid.file.exists() is (verdict is Action.APPROVE)
    assert not Path(f"/proc/{turns[0]['pid']}").exists()


class Seat:
    """Somebody at the terminal of a command: sees what it writes, and types."""

    def __init__(self, line: int) -> None:
        self._line = line
        self.seen = ""

    def see(self, pattern: str) -> re.Match[str]:
        """Read on until this is seen; the end of the command, or too long a silence, is a failure."""
        while (found := re.search(pattern, self.seen)) is None:
            assert self._read(), f"the command ended before {pattern!r} was seen:\n{self.seen}"
        return found

    def see_the_end(self) -> str:
        """Read on to the command's end, and answer all that was seen."""
        while self._read():
            pass
        return self.seen

    def type(self, text: str) -> None:
        os.write(self._line, text.encode())

    def _read(self) -> bool:
        ready, _, _ = select.select([self._line], [], [], MODEL_S)
        assert ready, f"silent for {MODEL_S} s after:\n{self.seen}"
        try:
            read = os.read(self._line, 4096)
        except OSError:  # how a terminal says that nobody is at its other end
            return False
        self.seen += read.decode().replace("\r\n", "\n")
        return bool(read)


@contextmanager
def typed(home: Path) -> Iterator[tuple[Seat, subprocess.Popen[bytes]]]:
    """`placet demo` at a terminal, on a machine without a screen."""
    ours, theirs = os.openpty()
    with subprocess.Popen(
        [PLACET, "demo"], env=bare(home), stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
    ) as command:
        os.close(theirs)
        try:
            yield Seat(ours), command
        finally:
            command.kill()
            os.close(ours)


def bare(home: Path) -> dict[str, str]:
    """An environment with a home and no screen."""
    return {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": str(home), "TMPDIR": str(home)}


def test_at_a_terminal_the_digests_last_six_characters_have_the_file_written(tmp_path: Path) -> None:
    with typed(tmp_path) as (seat, command):
        last_six = seat.see(r"\(last six: ([0-9a-f]{6})\)(?s:.*)to deny: ")[1]
        data, folder = folders(seat.seen) or (tmp_path, tmp_path)
        assert not (folder / "hello.txt").exists()
        seat.type("y\n")
        seat.see("nothing was decided(?s:.*)to deny: ")
        assert not (folder / "hello.txt").exists()
        seat.type(f"{last_six}\n")
        seen = seat.see_the_end()
        assert command.wait(MODEL_S) == 0
    (task,) = left_in(data)
    assert task.approval is not None
    assert (task.tool, task.status, task.approval.via) == ("fs_write", "completed", "terminal")
    assert f"{folder / 'hello.txt'} holds:\n{(folder / 'hello.txt').read_text(encoding='utf-8')}" in seen


def left_in(data: Path) -> tuple[TaskRow, ...]:
    """The tasks in the folder of an ended demo."""
    engine = placet.app.open(data)
    try:
        rows: tuple[TaskRow, ...] = engine.query(ListTasks())
        return rows
    finally:
        engine.close()


def test_without_a_screen_or_a_terminal_it_ends_undecided(tmp_path: Path) -> None:
    done = subprocess.run(
        [PLACET, "demo"], env=bare(tmp_path), stdin=subprocess.DEVNULL, capture_output=True, text=True,
        timeout=MODEL_S, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (4, "")
    assert done.stderr.endswith("[no_terminal]\n")
    assert list(tmp_path.iterdir()) == []
