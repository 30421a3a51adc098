"""Runs one soak: a console in a real window, an owner at it, a load on it, and a SIGKILL now and then."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx
from jeepney import DBusErrorResponse

from tests.desktop.demo import PLACET, TITLE
from tests.desktop.program import Program, program
from tests.desktop.screen import Screen, screen
from tests.fakes.webhook import Receiver
from tests.flows.wire import client
from tests.soak import findings
from tests.soak.owner import Owner
from tests.soak.plan import CHANNEL, Plan, declarations

_START_S: Final = 120
_SAMPLE_S: Final = 2.0
_KILLED_S: Final = 2.0
_SETTLED_SAMPLES: Final = 20
_MOST_GROWTH: Final = 1.15


@dataclass
class Life:
    """One console from its start to its end: what its memory was every two seconds, in MB."""

    memory_mb: list[float] = field(default_factory=list)

    def growth(self) -> str | None:
        """In words that it grew although it had long settled; None when it didn't, or was too short to tell."""
        before, after = self.quarter(2), self.quarter(3)
        if (
            len(self.memory_mb) < _SETTLED_SAMPLES
            or not before
            or not after
            or after <= _MOST_GROWTH * before
        ):
            return None
        return f"the memory of a console grew from {before:.0f} to {after:.0f} MB after it had settled"

    def quarter(self, number: int) -> float | None:
        """The middle value of a quarter of this life; None when it was too short."""
        size = len(self.memory_mb) // 4
        part = sorted(self.memory_mb[number * size : (number + 1) * size])
        return part[len(part) // 2] if part else None


@dataclass
class Report:
    """What came of it."""

    plan: Plan
    kills: int = 0
    asked: dict[str, int] = field(default_factory=dict)
    answers: int = 0
    interrupted_gestures: int = 0
    messages: int = 0
    tasks: int = 0
    lives: list[Life] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """All of it but the single samples, and how many requests were answered a second, starts and all."""
        lives = [[it.quarter(number) for number in range(4)] for it in self.lives]
        answered_per_s = self.asked.get("answered", 0) / self.plan.seconds
        return {**asdict(self), "lives": lives, "answered_per_s": round(answered_per_s, 1)}


class Soak:
    """One run in a folder that nobody else uses."""

    def __init__(self, folder: Path, plan: Plan) -> None:
        self._folder, self._plan = folder, plan
        self._data = folder / "data"
        self._port = _free_port()
        self._owner = Owner()
        self._report = Report(plan)
        self._ends = 0.0

    def run(self) -> Report:
        """All of it; the console has ended in order when this returns."""
        with Receiver() as receiver, screen(self._folder) as desktop:
            owner = self._init(receiver)
            self._ends = time.monotonic() + self._plan.seconds
            with self._load(desktop, owner, receiver):
                while time.monotonic() < self._ends:
                    self._live(desktop)
            self._end_in_order(desktop)
            self._judge(receiver)
        return self._report

    def _init(self, receiver: Receiver) -> str:
        made = subprocess.run(
            [PLACET, "init", "--data", self._data, "--json"], capture_output=True, text=True, check=True
        )
        settings = "secrets.keyring = false\napprovals.flood_per_minute = 100000\n"
        (self._data / "settings.toml").write_text(settings, encoding="utf-8")
        token: str = json.loads(made.stdout)["owner_token"]
        return token

    def _furnish(self, owner: httpx.Client, receiver: Receiver) -> dict[str, str]:
        """Two agents, with a token each, and where the messages go."""
        owner.put(f"/channels/{CHANNEL}", json={"kind": "webhook", "url": receiver.url}).raise_for_status()
        tokens = {}
        for it in declarations(str(self._folder)):
            owner.post("/agents", json=it).raise_for_status()
            made = owner.post("/tokens", json={"scope": "agent", "agent": it["name"]})
            tokens[it["name"]] = made.json()["token"]
        note = self._folder / "clerk" / "note.txt"
        note.parent.mkdir(exist_ok=True)
        note.write_text("A line of some sixty bytes, which an agent reads all day long.\n", encoding="utf-8")
        return tokens

    @contextmanager
    def _load(self, desktop: Screen, owner: str, receiver: Receiver) -> Iterator[None]:
        """The process that asks, from the first start of the console on, until the block ends."""
        url = f"http://127.0.0.1:{self._port}"
        with self._console(desktop) as running, client(url, owner) as owners:
            self._await(running, owners)
            tokens = self._folder / "tokens.json"
            tokens.write_text(json.dumps(self._furnish(owners, receiver)), encoding="utf-8")
            running.end()
        words = ["-m", "tests.soak.load", url, tokens, self._folder / "promises.jsonl", str(self._plan.rate)]
        with subprocess.Popen(
            [sys.executable, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as asking:
            yield
            said, _ = asking.communicate()
        self._report.asked = json.loads(said)

    def _await(self, running: Program, owners: httpx.Client) -> None:
        def is_there() -> bool:
            try:
                return owners.get("/health").status_code == 200
            except httpx.TransportError:
                return False

        running.wait_for("its HTTP", is_there, _START_S)

    @contextmanager
    def _console(self, desktop: Screen) -> Iterator[Program]:
        words = [str(PLACET), "--data", str(self._data), "--port", str(self._port)]
        with program(desktop, words, self._folder / "said.txt") as running:
            running.shows("main_window", within_s=_START_S)
            running.focus(TITLE)
            yield running

    def _live(self, desktop: Screen) -> None:
        """One console: the owner answers until it is killed, or the time is over."""
        life, over = Life(), threading.Event()
        self._report.lives.append(life)
        with self._console(desktop) as running:
            watching = threading.Thread(target=self._watch, args=(running.pid, life, over))
            watching.start()
            kills = self._report.kills
            try:
                self._answer(running)
            finally:
                over.set()
                watching.join()
            if self._report.kills == kills:
                running.end()

    def _answer(self, running: Program) -> None:
        while time.monotonic() < self._ends:
            if running.has_ended(within_s=0):
                return  # killed while nothing waited: no gesture was cut short
            try:
                self._owner.answer_one(running)
            except (AssertionError, DBusErrorResponse, OSError):  # a timeout of the bus is an OSError as well
                if not running.has_ended(within_s=_KILLED_S):
                    raise
                self._report.interrupted_gestures += 1
                return

    def _watch(self, pid: int, life: Life, over: threading.Event) -> None:
        """Look at its memory, and kill it when its time has come."""
        until = time.monotonic() + self._plan.kill_every_s
        while not over.wait(_SAMPLE_S):
            if time.monotonic() > min(until, self._ends):
                break
            life.memory_mb.append(_memory_mb(pid))
        if not over.is_set() and until < self._ends:
            self._report.kills += 1
            os.kill(pid, signal.SIGKILL)

    def _end_in_order(self, desktop: Screen) -> None:
        """Start it once more, so that what was cut off is settled, and end it as its owner would."""
        with self._console(desktop) as running:
            running.shows("inbox_list")
            running.end()

    def _judge(self, receiver: Receiver) -> None:
        report = self._report
        arrived = [it["recipient"] for it in receiver.taken]
        promises = self._folder / "promises.jsonl"
        report.answers, report.messages = len(self._owner.answers), len(arrived)
        report.tasks = len(promises.read_text(encoding="utf-8").splitlines())
        report.faults = list(findings.faults(self._data, promises, self._owner.answers, arrived))
        report.faults += _doctors(self._data)
        report.faults += [words for life in report.lives if (words := life.growth()) is not None]


def _doctors(data: Path) -> list[str]:
    """What `placet doctor` finds wrong with the ledger."""
    looked = subprocess.run([PLACET, "doctor", "--data", data], capture_output=True, text=True, check=False)
    return (
        []
        if looked.returncode in {0, 1} and "ledger_damaged" not in looked.stdout
        else [looked.stdout + looked.stderr]
    )


def _memory_mb(pid: int) -> float:
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except OSError:
        return 0.0
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024 if "VmRSS:" in status else 0.0


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
