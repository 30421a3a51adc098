"""What the ledger and the world say afterwards: whether anything that was promised is missing, or happened twice."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.soak.owner import Answer
from tests.soak.plan import mark_in

_STATES = {True: "approved", False: "denied"}


def faults(data: Path, promises: Path, answers: Iterable[Answer], arrived: Iterable[str]) -> Iterator[str]:
    """A sentence for each thing that is wrong; none when nothing was lost and nothing came twice.

    `promises` is what the load wrote down, `arrived` the recipients of the messages that came in.
    """
    kept = [json.loads(line) for line in promises.read_text(encoding="utf-8").splitlines()]
    with closing(sqlite3.connect(f"file:{data / 'ledger.sqlite'}?mode=ro", uri=True)) as ledger:
        tasks = {it[0]: it[1:] for it in ledger.execute("SELECT id, status, args FROM tasks")}
        approvals = {it[0]: it[1:] for it in ledger.execute("SELECT task_id, state, via FROM approvals")}
    yield from _lost(kept, tasks)
    yield from _doubled(kept)
    yield from _forgotten(answers, kept, approvals)
    yield from _effects(tasks, Counter(mark_in(it) or it for it in arrived))


def _lost(kept: list[dict[str, Any]], tasks: dict[str, tuple[str, str]]) -> Iterator[str]:
    for it in kept:
        if it["task_id"] not in tasks:
            yield f"{it['key']} was promised as {it['task_id']}, and the ledger doesn't know it"


def _doubled(kept: list[dict[str, Any]]) -> Iterator[str]:
    ids: dict[str, set[str]] = {}
    for it in kept:
        ids.setdefault(it["key"], set()).add(it["task_id"])
    yield from (
        f"{key} became several tasks: {sorted(found)}" for key, found in ids.items() if len(found) > 1
    )


def _forgotten(
    answers: Iterable[Answer], kept: list[dict[str, Any]], approvals: dict[str, tuple[str, str]]
) -> Iterator[str]:
    """Answers that the window confirmed and the ledger has otherwise."""
    asked = {it["key"]: it["task_id"] for it in kept}
    for answer in answers:
        found = approvals.get(asked.get(answer.mark, ""))
        if answer.mark in asked and found != (_STATES[answer.approved], "window"):
            yield f"{answer.mark} was {_STATES[answer.approved]} in the window, and the ledger says {found}"


def _effects(tasks: dict[str, tuple[str, str]], arrived: Counter[str]) -> Iterator[str]:
    """A message arrives once when its call is completed, never when it was denied, and at most once otherwise."""
    ends = {mark: status for status, args in tasks.values() if (mark := mark_in(args)) is not None}
    for mark, times in arrived.items():
        if times > 1:
            yield f"the message {mark} came {times} times"
        if ends.get(mark) in {None, "denied", "pending_approval"}:
            yield f"the message {mark} came, and its call is {ends.get(mark)}"
    yield from (
        f"the call of {mark} is completed, and its message never came"
        for mark, status in ends.items()
        if status == "completed" and not arrived[mark]
    )
