"""Entries that were written to break their reader are left out, and so is nothing else."""

import pytest

from placet.tools.calendar import events

ENTRY = b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:u\r\n%s\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
NOON = b"DTSTART:20261201T120000Z\r\n"


@pytest.mark.parametrize(
    "lines",
    [
        b"DTSTART;TZID=America/New_York:99991231T235959",
        b"DTSTART;TZID=Asia/Tokyo:00010101T000000",
        b"DTSTART;TZID=" + b"a" * 100_000 + b":20261201T080000",
        b"DTSTART:00000101T000000Z",
    ],
)
def test_a_moment_that_is_none_is_no_entry(lines: bytes) -> None:
    assert events.told(ENTRY % lines) == []
    assert events.says(ENTRY % lines) is None


@pytest.mark.parametrize(
    "lines",
    [
        NOON + b"RRULE:FREQ=SECONDLY",
        NOON + b"RRULE:FREQ=SECONDLY;INTERVAL=0;COUNT=999999999999999999999999",
        NOON + b"RDATE:" + b",".join([b"20261201T120000Z"] * 2_000),
        NOON + b"EXDATE:20261201T120000Z\r\n" * 2_000,
    ],
)
def test_what_repeats_without_an_end_is_told_once(lines: bytes) -> None:
    (found,) = events.told(ENTRY % lines.rstrip())
    assert found["start"] == "2026-12-01T12:00:00+00:00"


def test_components_within_components_without_an_end_are_passed_over() -> None:
    deep = b"BEGIN:VCALENDAR\r\n" + b"BEGIN:X\r\n" * 3_000 + b"END:X\r\n" * 3_000 + b"END:VCALENDAR\r\n"
    assert events.told(deep) == []
    assert events.says(deep) is None
