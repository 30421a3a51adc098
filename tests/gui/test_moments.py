"""Durations and moments as people read them."""

import pytest

from placet_gui.moments import age_text, clock_text, duration_text, exact_text

NOON_MS = 1_764_504_000_000


@pytest.mark.parametrize(
    ("duration_ms", "text"),
    [
        (None, ""),
        (0, "0 ms"),
        (999, "999 ms"),
        (1_000, "1.0 s"),
        (59_949, "59.9 s"),
        (60_000, "1 min 0 s"),
        (3_599_000, "59 min 59 s"),
        (3_600_000, "1 h 0 min"),
        (90_000_000, "25 h 0 min"),
    ],
)
def test_a_duration_is_told_in_its_two_largest_units(duration_ms: int | None, text: str) -> None:
    assert duration_text(duration_ms) == text


@pytest.mark.parametrize(
    ("age_ms", "text"),
    [
        (-5_000, "0 s"),
        (999, "0 s"),
        (12_000, "12 s"),
        (61_000, "1 min"),
        (7_200_000, "2 h"),
        (172_800_000, "2 d"),
    ],
)
def test_an_age_is_told_in_its_largest_unit_and_is_never_negative(age_ms: int, text: str) -> None:
    assert age_text(NOON_MS - age_ms, NOON_MS) == text


def test_a_moment_of_today_is_told_by_the_clock_and_an_older_one_by_its_date() -> None:
    assert len(clock_text(NOON_MS, NOON_MS)) == len("12:00:00")
    assert clock_text(NOON_MS - 3 * 86_400_000, NOON_MS).startswith("11-27 ")
    assert clock_text(NOON_MS - 400 * 86_400_000, NOON_MS).startswith("2024-10-")


def test_an_exact_moment_is_told_to_the_millisecond_with_its_offset() -> None:
    assert ".007" in exact_text(NOON_MS + 7)
    assert exact_text(NOON_MS)[-6] in "+-"
