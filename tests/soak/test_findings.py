"""What a soak would find: each loss and each second time, made by hand."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.soak import findings
from tests.soak.owner import Answer
from tests.soak.plan import message
from tests.soak.soak import Life


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A ledger with one call of each end; `ask-1` was approved in the window."""
    with closing(sqlite3.connect(tmp_path / "ledger.sqlite")) as ledger:
        ledger.execute("CREATE TABLE tasks (id, status, args)")
        ledger.execute("CREATE TABLE approvals (task_id, state, via)")
        for number, status in enumerate(("completed", "denied", "failed"), 1):
            args = json.dumps(message(f"ask-{number}"))
            ledger.execute("INSERT INTO tasks VALUES (?, ?, ?)", (f"task_{number}", status, args))
        ledger.execute("INSERT INTO approvals VALUES ('task_1', 'approved', 'window')")
        ledger.commit()
    return tmp_path


def found(data: Path, arrived: list[str], *, answers: tuple[Answer, ...] = (), more: str = "") -> list[str]:
    promises = data / "promises.jsonl"
    kept = [{"key": f"ask-{number}", "task_id": f"task_{number}"} for number in (1, 2, 3)]
    promises.write_text("".join(f"{json.dumps(it)}\n" for it in kept) + more)
    return list(findings.faults(data, promises, answers, arrived))


def test_what_is_whole_has_no_fault(data: Path) -> None:
    assert found(data, ["hook:ask-1"], answers=(Answer(mark="ask-1", approved=True),)) == []
    assert found(data, ["hook:ask-1", "hook:ask-3"]) == []  # cut off behind its effect: nobody can know


@pytest.mark.parametrize(
    ("arrived", "words"),
    [
        (["hook:ask-1", "hook:ask-1"], "came 2 times"),
        (["hook:ask-1", "hook:ask-2"], "its call is denied"),
        (["hook:ask-1", "hook:ask-9"], "its call is None"),
        ([], "never came"),
    ],
)
def test_an_effect_too_many_or_too_few_is_told(data: Path, arrived: list[str], words: str) -> None:
    (fault,) = found(data, arrived)
    assert words in fault


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ('{"key": "ask-9", "task_id": "task_9"}\n', "doesn't know it"),
        ('{"key": "ask-1", "task_id": "task_2"}\n', "several tasks"),
    ],
)
def test_a_promise_that_is_lost_or_kept_twice_is_told(data: Path, more: str, words: str) -> None:
    (fault,) = found(data, ["hook:ask-1"], more=more)
    assert words in fault


def test_an_answer_that_the_ledger_has_otherwise_is_told(data: Path) -> None:
    (fault,) = found(data, ["hook:ask-1"], answers=(Answer(mark="ask-1", approved=False),))
    assert "denied in the window" in fault


def test_memory_that_grows_after_it_settled_is_told() -> None:
    flat = [100.0] * 20 + [230.0] * 10 + [231.0] * 10
    assert Life(memory_mb=flat).growth() is None
    assert "grew from 230 to 300 MB" in str(
        Life(memory_mb=[100.0] * 20 + [230.0] * 10 + [300.0] * 10).growth()
    )
