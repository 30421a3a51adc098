"""What a sentence says of an appointment's times: as they were written, and this machine's beside them where they differ."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from placet.rules.errors import ToolFailed
from placet.tools.calendar.times import shown_span


@pytest.fixture
def in_berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """This machine stands in Berlin."""
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("in_berlin")
@pytest.mark.parametrize(
    ("start", "end", "said"),
    [
        pytest.param(
            "2026-12-03T18:00:00+09:00",
            "2026-12-03T19:30:00+09:00",
            "on 2026-12-03 from 18:00 to 19:30 (UTC+09:00); on this machine's clock from 10:00 to 11:30",
            id="another zone",
        ),
        pytest.param(
            "2026-12-03T23:30:00Z",
            "2026-12-04T00:30:00Z",
            "from 2026-12-03 23:30 (UTC+00:00) to 2026-12-04 00:30 (UTC+00:00); "
            "on this machine's clock on 2026-12-04 from 00:30 to 01:30 (UTC+01:00)",
            id="another day here",
        ),
        pytest.param(
            "2026-12-03T09:00:00+01:00",
            "2026-12-03T09:30:00+01:00",
            "on 2026-12-03 from 09:00 to 09:30 (UTC+01:00)",
            id="this machine's",
        ),
        pytest.param(
            "2026-07-03T09:00:00+01:00",
            "2026-07-03T09:30:00+01:00",
            "on 2026-07-03 from 09:00 to 09:30 (UTC+01:00); on this machine's clock from 10:00 to 10:30",
            id="not in summer",
        ),
        pytest.param(
            "2026-12-03T09:00:00",
            "2026-12-03T09:30:00",
            "on 2026-12-03 from 09:00 to 09:30 (UTC+01:00)",
            id="without an offset",
        ),
        pytest.param(
            "2026-12-03T09:00:00-03:30",
            "2026-12-03T16:00:00",
            "from 2026-12-03 09:00 (UTC-03:30) to 2026-12-03 16:00 (UTC+01:00); "
            "on this machine's clock from 13:30 to 16:00",
            id="a flight",
        ),
        pytest.param("2026-12-03", "2026-12-04", "for the days 2026-12-03 to 2026-12-04", id="days"),
        pytest.param(
            "2026-W49-4", "2026-W49-5", "for the days 2026-12-03 to 2026-12-04", id="days of a week"
        ),
    ],
)
def test_an_appointment_is_told_in_its_own_time_and_in_ours(start: str, end: str, said: str) -> None:
    assert shown_span(start, end) == said


def test_a_span_that_ends_before_it_begins_is_told_to_nobody() -> None:
    with pytest.raises(ToolFailed, match="comes after"):
        shown_span("2026-12-03T09:00:00+01:00", "2026-12-03T08:30:00+01:00")
