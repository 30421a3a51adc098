"""Calendar entries as plain values: composed from a call's arguments, and read from what a server says (RFC 5545)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final

from placet.tools.calendar.times import Span, plain
from placet.tools.mail.mails import keepable

MOST_TITLE_CHARS: Final = 500
MOST_DESCRIPTION_CHARS: Final = 20_000
_MOST_SHOWN_CHARS: Final = 2_000
_ID_CHARS: Final = 40
_MAKER: Final = "-//Placet//Placet//EN"
_UNREADABLE: Final = (
    ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError, OSError,
)  # fmt: skip
"""What the library raises for what was written to break it: a zone's name, say, that is too long for a file's."""
_REPEATS: Final = ("RRULE", "RDATE", "EXDATE", "RECURRENCE-ID")


def uid_of(operation: str) -> str:
    """The UID of an effect, by which it is found again (DECISIONS W4)."""
    return "placet-" + hashlib.sha256(b"placet.event.v1\0" + operation.encode()).hexdigest()[:_ID_CHARS]


def compose(*, uid: str, title: str, span: Span, description: str | None) -> bytes:
    """One entry as it is put, but for the moment at which that is."""
    from icalendar import Calendar, Event  # noqa: PLC0415 - see `_events`

    event = Event()
    event.add("uid", uid)
    event.add("dtstamp", datetime.now(UTC).replace(microsecond=0))
    event.add("summary", title)
    event.add("dtstart", span.start)
    event.add("dtend", span.end)
    if description:
        event.add("description", description)
    calendar = Calendar()
    calendar.add("prodid", _MAKER)
    calendar.add("version", "2.0")
    calendar.add_component(event)
    return bytes(calendar.to_ical())


def says(raw: bytes) -> dict[str, Any] | None:
    """What of an entry counts when it is compared; None: it isn't one entry that can be read."""
    try:
        found = list(_events(raw))
        if len(found) != 1:
            return None
        event = found[0]
        return {
            "uid": str(event.get("UID", "")),
            "title": _text(event, "SUMMARY"),
            "start": _moment(event, "DTSTART"),
            "end": _moment(event, "DTEND"),
            "description": _text(event, "DESCRIPTION"),
            "repeats": [name for name in _REPEATS if name in event],
        }
    except _UNREADABLE:
        return None


def told(raw: bytes) -> list[dict[str, Any]]:
    """The entries in a piece of a server's answer, as an answer of ours tells them; what can't be read is left out."""
    try:
        return [_told(event) for event in _events(raw)]
    except _UNREADABLE:
        return []


def _told(event: Any) -> dict[str, Any]:
    start = event.get("DTSTART")
    return {
        "title": _text(event, "SUMMARY")[:MOST_TITLE_CHARS],
        "start": _moment(event, "DTSTART"),
        "end": _moment(event, "DTEND"),
        "all_day": start is not None and not isinstance(start.dt, datetime),
        "location": _text(event, "LOCATION")[:MOST_TITLE_CHARS],
        "description": _text(event, "DESCRIPTION")[:_MOST_SHOWN_CHARS],
        "uid": keepable(str(event.get("UID", "")))[:MOST_TITLE_CHARS],
    }


def _events(raw: bytes) -> Iterator[Any]:
    # The library takes a tenth of a second to load, which no start of an engine without a calendar should pay.
    from icalendar import Calendar  # noqa: PLC0415

    yield from Calendar.from_ical(raw).walk("VEVENT")


def _text(event: Any, name: str) -> str:
    return keepable(str(event.get(name, ""))).replace("\r\n", "\n")


def _moment(event: Any, name: str) -> str:
    found = event.get(name)
    return "" if found is None else plain(found.dt)
