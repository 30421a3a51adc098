"""An agent's timers: what a declaration may say, and when each is due. Pure: the local time is handed in.

`every_s` keeps its phase; its first time is one whole period after it was declared. `at` is a local time of day, once on
each local date: an hour that the clocks skip counts as the moment after, one that comes twice as the first of the two.
What passed while nothing ran, or while the machine slept, comes once and says how many times were missed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Final, Protocol, get_args

from placet.rules.basics import Instant
from placet.rules.tables import Table
from placet.rules.targets import TargetScope, TriggerTarget, executable_mapping, present, read_executable

MAX_TIMERS: Final = 50
MAX_EVERY_S: Final = 366 * 24 * 3600
MAX_MESSAGE_CHARS: Final = 4000
MAX_NAME_CHARS: Final = 64

_NAME = re.compile(r"[A-Za-z0-9_.-]+")
_AT = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")
_LONGEST_AT_MS: Final = 49 * 3600 * 1000
"""No `at` is planned further ahead than this: two days, one of them with an hour that comes twice."""


class Zone(Protocol):
    """The local time of this machine."""

    def local(self, at: Instant) -> datetime:
        """The moment as a naive local time."""
        ...

    def moment(self, local: datetime) -> Instant:
        """The moment of a naive local time: the first of two, and the one after a gap."""
        ...


@dataclass(frozen=True, kw_only=True)
class Timer:
    """One timer: every so many seconds, or at a minute of the local day. `message` is for the scope `agent`."""

    name: str
    target: TriggerTarget
    enabled: bool = True
    every_s: int | None = None
    at: str | None = None
    message: str | None = None

    @property
    def schedule(self) -> str:
        """When it is due, in words that change exactly when the schedule does."""
        return f"every {self.every_s} s" if self.at is None else f"at {self.at}"

    def first(self, now: Instant, zone: Zone) -> Instant:
        """When it is due next, if it begins now."""
        if self.at is None:
            return Instant(now + self._every_ms)
        return _next_at(self.at, now, zone)

    def after(self, planned: Instant, now: Instant, zone: Zone) -> Instant:
        """When it is due next, after this planned time has come."""
        if self.at is None:
            return Instant(planned + self._every_ms * (1 + (now - planned) // self._every_ms))
        return _next_at(self.at, max(planned, now), zone)

    def missed(self, planned: Instant, now: Instant, zone: Zone) -> int:
        """How many more times passed since the planned one, which itself isn't counted."""
        if self.at is None:
            return (now - planned) // self._every_ms
        days = (zone.local(now).date() - zone.local(planned).date()).days
        return max(0, days if _at_on(self.at, zone.local(now).date(), zone) <= now else days - 1)

    def is_astray(self, planned: Instant, now: Instant) -> bool:
        """Whether the planned time lies further ahead than it ever should: the clock was set back meanwhile."""
        return planned - now > (self._every_ms if self.at is None else _LONGEST_AT_MS)

    @property
    def _every_ms(self) -> int:
        return 1000 * (self.every_s or 1)


def _next_at(at: str, after: Instant, zone: Zone) -> Instant:
    day = zone.local(after).date()
    moment = _at_on(at, day, zone)
    while moment <= after:
        day += timedelta(days=1)
        moment = _at_on(at, day, zone)
    return moment


def _at_on(at: str, day: date, zone: Zone) -> Instant:
    return zone.moment(datetime.combine(day, time.fromisoformat(at)))


def read_timers(top: Table) -> tuple[Timer, ...]:
    """The declared timers.

    Raises:
        BadDeclaration: something doesn't fit; `pointer` says where.
    """
    tables = top.tables("timers")
    if len(tables) > MAX_TIMERS:
        raise top.bad("timers", f"may hold at most {MAX_TIMERS} timers")
    timers: dict[str, Timer] = {}
    for table in tables:
        timer = _timer(table)
        if timer.name in timers:
            raise table.bad("name", "is another timer's already")
        timers[timer.name] = timer
    return tuple(timers.values())


def _timer(table: Table) -> Timer:
    name: str = table.need("name", table.text("name"))
    if not _NAME.fullmatch(name) or len(name) > MAX_NAME_CHARS:
        raise table.bad(
            "name", f"must be made of letters, digits, _, . and -, at most {MAX_NAME_CHARS} of them"
        )
    scope: TargetScope = table.word("scope", get_args(TargetScope)) or "system"
    function, command = read_executable(table, scope)
    every_s, at = _schedule(table)
    timer = Timer(
        name=name,
        target=TriggerTarget(scope=scope, function=function, command=command),
        enabled=table.flag("enabled", True),
        every_s=every_s,
        at=at,
        message=_message(table, scope),
    )
    table.done()
    return timer


def _schedule(table: Table) -> tuple[int | None, str | None]:
    every_s, at = table.whole("every_s", 1, MAX_EVERY_S), table.text("at")
    if at is not None and not _AT.fullmatch(at):
        raise table.bad("at", "must be a local time of day such as 02:00")
    if (every_s is None) == (at is None):
        raise table.bad("every_s", "or “at” must be there, and only one of them")
    return every_s, at


def _message(table: Table, scope: TargetScope) -> str | None:
    message = table.text("message")
    if message is not None and scope != "agent":
        raise table.bad("message", "goes with the scope agent, and only with it")
    if message is not None and len(message) > MAX_MESSAGE_CHARS:
        raise table.bad("message", f"may have at most {MAX_MESSAGE_CHARS} characters")
    return message


def timer_mapping(timer: Timer) -> Mapping[str, Any]:
    """A timer as JSON values; reading them gives an equal timer."""
    return present(
        {
            "name": timer.name,
            "enabled": timer.enabled,
            "every_s": timer.every_s,
            "at": timer.at,
            "scope": timer.target.scope,
            **executable_mapping(timer.target),
            "message": timer.message,
        }
    )
