"""Times as calls write them: a day, or a day with a time. A time without an offset is this machine's."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final

from placet.rules.errors import ToolFailed
from placet.tools.accounts.leave import unattempted

TIME_SCHEMA: Final = {
    "type": "string",
    "minLength": 10,
    "maxLength": 40,
    "description": "A day like 2026-12-01, or a time like 2026-12-01T10:00:00+01:00; without an offset it is local.",
}
_LONGEST: Final = timedelta(days=366)
_FIRST_YEAR: Final = 1970
_LAST_YEAR: Final = 2999


@dataclass(frozen=True, kw_only=True)
class Span:
    """From a beginning to an end that isn't part of it: both days, or both times in UTC."""

    start: date | datetime
    end: date | datetime


def read_span(start: str, end: str) -> Span:
    """The span of two texts; the day that is named as the end is its last.

    Raises:
        ToolFailed: `bad_time`.
    """
    first, last = _read(start), _read(end)
    if isinstance(first, datetime) is not isinstance(last, datetime):
        raise _bad("Start and end are both days, or both times.")
    if not isinstance(last, datetime):
        last += timedelta(days=1)
    if not timedelta(0) < last - first <= _LONGEST:
        raise _bad("The end comes after the start, at most a year later.")
    return Span(start=first, end=last)


def read_range(start: str, end: str) -> tuple[datetime, datetime]:
    """The same as two moments in UTC, whatever each was written as; days begin and end at local midnight.

    Raises:
        ToolFailed: `bad_time`.
    """
    first, last = _read(start), _read(end)
    if not isinstance(last, datetime):
        last += timedelta(days=1)
    moments = _moment(first), _moment(last)
    if not timedelta(0) < moments[1] - moments[0] <= _LONGEST:
        raise _bad("The end comes after the start, at most a year later.")
    return moments


def shown(moment: date | datetime) -> str:
    """A day, or a local time with its offset, for a sentence of ours."""
    if isinstance(moment, datetime):
        return moment.astimezone().strftime("%Y-%m-%d %H:%M %z")
    return moment.isoformat()


def shown_span(start: str, end: str) -> str:
    """A span as it was written, for a sentence of ours; where its times aren't this machine's, those stand beside it.

    Raises:
        ToolFailed: `bad_time`.
    """
    span = read_span(start, end)
    if not isinstance(span.start, datetime) or not isinstance(span.end, datetime):
        # Written as everybody reads a day, which a call may name by its week as well.
        return f"for the days {span.start} to {span.end - timedelta(days=1)}"
    first, last = _written(start), _written(end)
    here = span.start.astimezone(), span.end.astimezone()
    said = _said(first, last)
    if said == _said(*here):
        return said
    one_day = len({it.date() for it in (first, last, *here)}) == 1
    local = f"from {here[0]:%H:%M} to {here[1]:%H:%M}" if one_day else _said(*here)
    return f"{said}; on this machine's clock {local}"


def plain(moment: Any) -> str:
    """A day or a time as an answer tells it: a time in UTC, or as it is where it has no zone at all."""
    if isinstance(moment, datetime):
        return (moment.astimezone(UTC) if moment.tzinfo is not None else moment).isoformat()
    return moment.isoformat() if isinstance(moment, date) else ""


def _written(text: str) -> datetime:
    """A time that was read before, with the offset that it has itself."""
    moment = datetime.fromisoformat(text.strip())
    return moment if moment.tzinfo is not None else moment.astimezone()


def _said(first: datetime, last: datetime) -> str:
    if (first.date(), first.utcoffset()) == (last.date(), last.utcoffset()):
        return f"on {first:%Y-%m-%d} from {first:%H:%M} to {last:%H:%M} ({_offset(first)})"
    return f"from {first:%Y-%m-%d %H:%M} ({_offset(first)}) to {last:%Y-%m-%d %H:%M} ({_offset(last)})"


def _offset(moment: datetime) -> str:
    """Like UTC+01:00."""
    offset = f"{moment:%z}"
    return f"UTC{offset[:3]}:{offset[3:5]}"


def _read(text: str) -> date | datetime:
    stripped = text.strip()
    try:
        read: date | datetime
        if len(stripped) == len("2026-12-01"):
            read = date.fromisoformat(stripped)
        else:
            read = datetime.fromisoformat(stripped).astimezone(UTC).replace(microsecond=0)
    except (ValueError, OverflowError):
        raise _bad("A time is written like 2026-12-01 or 2026-12-01T10:00:00+01:00.") from None
    if not _FIRST_YEAR <= read.year <= _LAST_YEAR:
        raise _bad(f"Years go from {_FIRST_YEAR} to {_LAST_YEAR}.")
    return read


def _moment(read: date | datetime) -> datetime:
    if isinstance(read, datetime):
        return read
    return datetime.combine(read, time()).astimezone(UTC)  # local midnight


def _bad(text: str) -> ToolFailed:
    return unattempted(text, "bad_time")
