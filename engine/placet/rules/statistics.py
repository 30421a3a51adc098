"""What the record of decisions comes to: how many, by whom, how long a card was looked at, and how much of it."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from placet.rules.authority import Via
from placet.rules.lifecycles import ApprovalState

HOUR_MS: Final = 3_600_000
"""Decisions are counted by the hours of UTC that they were made in."""
BY_HAND: Final = (Via.WINDOW, Via.TERMINAL, Via.HTTP)
"""The ways of the owner's own hand; every other decision was a standing answer's or some code's."""
BANDS_MS: Final = (0, 1_000, 2_000, 5_000, 15_000, 60_000, 300_000)
"""Where the bands of a card's time begin. A time is counted by its band alone, so a middle is known to its band."""
UNTIMED: Final = -1
"""The band of a decision whose time on the card nobody reported."""
QUICK: Final = BANDS_MS[0]
"""The band of what was answered within a second."""


class Look(enum.StrEnum):
    """How much was unfolded of what a card had folded away when it was answered."""

    NOTHING = "nothing"  # no part of it was folded away
    ALL = "all"
    SOME = "some"
    NONE = "none"
    UNKNOWN = "unknown"  # whoever decided elsewhere saw something that nobody here knows


@dataclass(frozen=True, kw_only=True)
class Counted:
    """So many decisions that are alike."""

    agent_id: str
    tool: str
    via: str
    verdict: str
    band_ms: int
    look: str
    decisions: int


@dataclass(frozen=True, kw_only=True)
class Tally:
    """What some decisions come to.

    `vias` holds all of them; the others only those of the owner's own hand: `approved` and `denied` by band, with
    `UNTIMED` among the bands, and `looks`.
    """

    vias: Mapping[str, int]
    approved: Mapping[int, int]
    denied: Mapping[int, int]
    looks: Mapping[str, int]

    @property
    def decisions(self) -> int:
        """All, whoever made them."""
        return sum(self.vias.values())

    @property
    def by_hand(self) -> int:
        """Those that the owner made."""
        return sum(self.vias.get(via, 0) for via in BY_HAND)

    @property
    def timed(self) -> int:
        """How many of the owner's have a time."""
        return sum(self._times().values())

    @property
    def timed_approvals(self) -> int:
        """How many of the owner's approvals have a time."""
        return sum(count for band, count in self.approved.items() if band != UNTIMED)

    @property
    def quick_approvals(self) -> int:
        """Approvals under one second."""
        return self.approved.get(QUICK, 0)

    @property
    def foldable(self) -> int:
        """Decisions on cards that had something folded away, as far as that is known."""
        return sum(self.looks.get(look, 0) for look in (Look.ALL, Look.SOME, Look.NONE))

    @property
    def unexpanded(self) -> int:
        """Those of them in which nothing was unfolded."""
        return self.looks.get(Look.NONE, 0)

    @property
    def middle_ms(self) -> int | None:
        """The band that half of the owner's decisions don't exceed; None when none has a time."""
        times, seen = self._times(), 0
        for band in BANDS_MS:
            seen += times[band]
            if 2 * seen >= sum(times.values()) > 0:
                return band
        return None

    def _times(self) -> Counter[int]:
        times = Counter(self.approved) + Counter(self.denied)
        del times[UNTIMED]
        return times


def tally(counted: Iterable[Counted]) -> Tally:
    """Add decisions up."""
    vias: Counter[str] = Counter()
    bands: dict[str, Counter[int]] = {
        state: Counter() for state in (ApprovalState.APPROVED, ApprovalState.DENIED)
    }
    looks: Counter[str] = Counter()
    for it in counted:
        vias[it.via] += it.decisions
        if it.via in BY_HAND:
            bands[it.verdict][it.band_ms] += it.decisions
            looks[it.look] += it.decisions
    return Tally(
        vias=vias,
        approved=bands[ApprovalState.APPROVED],
        denied=bands[ApprovalState.DENIED],
        looks=looks,
    )
