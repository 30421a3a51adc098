"""Has one of the others do its work, and prints as JSON how many tasks it did in a second, by how many callers.

Run by the Python of an environment that has it: PROGRAM FOLDER TASKS ROUNDS. A program says of which PACKAGE it is, and its
WORKS: functions that take a fresh folder and `spread`, which does a job so many times and answers the seconds that it took.
"""

from __future__ import annotations

import json
import runpy
import statistics
import sys
import threading
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

CALLERS = (1, 16)
"""One alone, and as many threads as its makers would expect."""

Spread = Callable[[Callable[[], Any]], float]
Work = Callable[[Path, Spread], float]


def main(program: Path, folder: Path, tasks: int, rounds: int) -> dict[str, Any]:
    """The version of what was measured, and of each work the rate by the number of callers."""
    given = runpy.run_path(str(program))
    told: dict[str, Any] = {"version": version(given["PACKAGE"])}
    for number, (name, work) in enumerate(given["WORKS"].items()):
        told[name] = {
            str(callers): _rate(work, folder / str(number), tasks, rounds, callers) for callers in CALLERS
        }
    return told


def _rate(work: Work, folder: Path, tasks: int, rounds: int, callers: int) -> float:
    taken = []
    for number in range(rounds):
        fresh = folder / f"{callers}-{number}"
        fresh.mkdir(parents=True)
        taken.append(work(fresh, lambda job: _spread(job, tasks, callers)))
    return tasks // callers * callers / statistics.median(taken)


def _spread(job: Callable[[], Any], tasks: int, callers: int) -> float:
    """Do a job so many times, by so many threads that begin together."""
    begin = threading.Barrier(callers + 1)
    failed: list[BaseException] = []

    def call() -> None:
        begin.wait()
        try:
            for _ in range(tasks // callers):
                job()
        except BaseException as error:  # told below, by the thread that can
            failed.append(error)

    threads = [threading.Thread(target=call) for _ in range(callers)]
    for thread in threads:
        thread.start()
    begin.wait()
    started = time.perf_counter()
    for thread in threads:
        thread.join()
    taken = time.perf_counter() - started
    if failed:
        raise failed[0]
    return taken


if __name__ == "__main__":
    words = sys.argv[1:]
    done = main(Path(words[0]), Path(words[1]), int(words[2]), int(words[3]))
    sys.stdout.write(json.dumps(done) + "\n")
    sys.stdout.flush()
