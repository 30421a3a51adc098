"""The machine's own local time, in a zone that the test sets for this process."""

import time
from collections.abc import Iterator
from datetime import datetime

import pytest

from placet.rules.basics import Instant
from placet.work.local_time import LocalTime

SPRING = 1_774_746_000_000  # 2026-03-29T01:00:00Z, when Central Europe skips from 02:00 to 03:00
AUTUMN = 1_792_890_000_000  # 2026-10-25T01:00:00Z, when it goes back from 03:00 to 02:00
HALF = 1_800_000


@pytest.fixture(autouse=True)
def central_europe(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


@pytest.mark.parametrize(
    ("moment", "local"),
    [
        (SPRING - HALF, "2026-03-29T01:30"),
        (SPRING + HALF, "2026-03-29T03:30"),
        (AUTUMN - HALF, "2026-10-25T02:30"),
        (AUTUMN + HALF, "2026-10-25T02:30"),
    ],
)
def test_a_moment_is_a_local_time(moment: int, local: str) -> None:
    assert LocalTime().local(Instant(moment)).replace(fold=0) == at(local)


@pytest.mark.parametrize(
    ("local", "moment"),
    [
        ("2026-03-29T01:30", SPRING - HALF),
        ("2026-03-29T02:30", SPRING + HALF),
        ("2026-10-25T02:30", AUTUMN - HALF),
        ("2026-10-25T03:30", AUTUMN + 3 * HALF),
    ],
)
def test_a_local_time_is_a_moment_the_first_of_two_and_the_one_after_a_gap(local: str, moment: int) -> None:
    assert LocalTime().moment(at(local)) == moment
