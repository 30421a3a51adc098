"""Durations and moments as people read them."""

from __future__ import annotations

from datetime import datetime

_SECOND_MS = 1000
_MINUTE_MS = 60 * _SECOND_MS
_HOUR_MS = 60 * _MINUTE_MS
_DAY_MS = 24 * _HOUR_MS


def clock_text(at_ms: int, now_ms: int) -> str:
    """The local time of day; the day and the time when it isn't today's; the date when it isn't this year's."""
    at = datetime.fromtimestamp(at_ms / 1000).astimezone()
    now = datetime.fromtimestamp(now_ms / 1000).astimezone()
    if at.date() == now.date():
        return at.strftime("%H:%M:%S")
    return at.strftime("%m-%d %H:%M") if at.year == now.year else at.strftime("%Y-%m-%d")


def exact_text(at_ms: int) -> str:
    """The local date and time to the millisecond, with its offset."""
    return datetime.fromtimestamp(at_ms / 1000).astimezone().isoformat(sep=" ", timespec="milliseconds")


def duration_text(duration_ms: int | None) -> str:
    """How long something took; nothing while it hasn't ended."""
    if duration_ms is None:
        return ""
    if duration_ms < _SECOND_MS:
        return f"{duration_ms} ms"
    if duration_ms < _MINUTE_MS:
        return f"{duration_ms / 1000:.1f} s"
    minutes, seconds = divmod(duration_ms // 1000, 60)
    if duration_ms < _HOUR_MS:
        return f"{minutes} min {seconds} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min"


def age_text(at_ms: int, now_ms: int) -> str:
    """How long ago a moment was, in its largest unit."""
    age_ms = max(0, now_ms - at_ms)
    for unit_ms, unit in ((_DAY_MS, "d"), (_HOUR_MS, "h"), (_MINUTE_MS, "min")):
        if age_ms >= unit_ms:
            return f"{age_ms // unit_ms} {unit}"
    return f"{age_ms // _SECOND_MS} s"
