"""Durations and moments as people read them."""

from __future__ import annotations

import time
from datetime import date, datetime

from PySide6.QtCore import QDate, QDateTime, QLocale, QTime

from placet_gui.words import number_text, translate

_SECOND_MS = 1000
_MINUTE_MS = 60 * _SECOND_MS
_HOUR_MS = 60 * _MINUTE_MS
_DAY_MS = 24 * _HOUR_MS


def clock_text(at_ms: int, now_ms: int | None = None) -> str:
    """The local time of day; the day and the time when it isn't today's; the date when it isn't this year's.

    `now_ms`: what "today" is, else what this machine's clock says.
    """
    at = datetime.fromtimestamp(at_ms / 1000).astimezone()
    now = datetime.fromtimestamp(time.time() if now_ms is None else now_ms / 1000).astimezone()
    if at.date() == now.date():
        return _written(at, "HH:mm:ss")
    if at.year == now.year:
        return _written(at, translate("moments", "MM-dd HH:mm"))
    return _written(at, translate("moments", "yyyy-MM-dd"))


def exact_text(at_ms: int) -> str:
    """The local date and time to the millisecond, with its offset."""
    at = datetime.fromtimestamp(at_ms / 1000).astimezone()
    offset = at.isoformat(timespec="minutes")[16:]
    return _written(at, translate("moments", "yyyy-MM-dd HH:mm:ss.zzz")) + offset


def _written(at: datetime, pattern: str) -> str:
    day, time = QDate(at.year, at.month, at.day), QTime(at.hour, at.minute, at.second, at.microsecond // 1000)
    return QLocale().toString(QDateTime(day, time), pattern)


def day_start_ms(day: date) -> int:
    """When a day begins here, in milliseconds of the Unix epoch."""
    return int(datetime(day.year, day.month, day.day).timestamp() * 1000)  # noqa: DTZ001  # the owner's day


def day_of(at_ms: int) -> date:
    """The day that it is here at a moment."""
    return datetime.fromtimestamp(at_ms / 1000).astimezone().date()


def duration_text(duration_ms: int | None) -> str:
    """How long something took; nothing while it hasn't ended."""
    if duration_ms is None:
        return ""
    if duration_ms < _SECOND_MS:
        return f"{duration_ms} ms"
    if duration_ms < _MINUTE_MS:
        return f"{number_text(duration_ms / 1000, 1)} s"
    minutes, seconds = divmod(duration_ms // 1000, 60)
    if duration_ms < _HOUR_MS:
        return f"{minutes} min {seconds} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min"


def age_text(at_ms: int, now_ms: int) -> str:
    """How long ago a moment was, in its largest unit."""
    age_ms = max(0, now_ms - at_ms)
    if age_ms >= _DAY_MS:
        return translate("moments", "{0} d").format(age_ms // _DAY_MS)
    for unit_ms, unit in ((_HOUR_MS, "h"), (_MINUTE_MS, "min")):
        if age_ms >= unit_ms:
            return f"{age_ms // unit_ms} {unit}"
    return f"{age_ms // _SECOND_MS} s"
