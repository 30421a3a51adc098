"""What decisions add up to, and what of them counts as the owner's own."""

from __future__ import annotations

from typing import Any

import pytest

from placet.rules.authority import Via
from placet.rules.lifecycles import ApprovalState
from placet.rules.statistics import BANDS_MS, BY_HAND, UNTIMED, Counted, Look, tally


def counted(decisions: int = 1, **changes: Any) -> Counted:
    given = {
        "agent_id": "agent_a",
        "tool": "fs_write",
        "via": Via.WINDOW,
        "verdict": ApprovalState.APPROVED,
        "band_ms": 2_000,
        "look": Look.NOTHING,
        **changes,
    }
    return Counted(decisions=decisions, **given)


def test_nothing_comes_to_nothing() -> None:
    none = tally([])
    assert (none.decisions, none.by_hand, none.timed, none.foldable) == (0, 0, 0, 0)
    assert none.middle_ms is None


def test_what_a_rule_or_code_decided_is_counted_but_has_no_card() -> None:
    whole = tally(
        [counted(3), counted(5, via=Via.RULE, band_ms=UNTIMED, look=Look.UNKNOWN), counted(2, via=Via.CODE)]
    )
    assert (whole.decisions, whole.by_hand) == (10, 3)
    assert sum(whole.approved.values()) == 3
    assert whole.looks == {Look.NOTHING: 3}


def test_every_way_is_either_the_owners_hand_or_not() -> None:
    assert {*BY_HAND, Via.RULE, Via.CODE} == set(Via)


def test_quick_are_approvals_of_less_than_a_second_among_those_with_a_time() -> None:
    whole = tally(
        [
            counted(2, band_ms=0),
            counted(6, band_ms=1_000),
            counted(4, band_ms=UNTIMED),
            counted(9, band_ms=0, verdict=ApprovalState.DENIED),
        ]
    )
    assert (whole.quick_approvals, whole.timed_approvals, whole.timed) == (2, 8, 17)


def test_never_unfolded_is_asked_only_where_something_was_folded_away_and_that_is_known() -> None:
    looks = {Look.NOTHING: 8, Look.ALL: 4, Look.SOME: 2, Look.NONE: 1, Look.UNKNOWN: 16}
    whole = tally(counted(count, look=look) for look, count in looks.items())
    assert (whole.unexpanded, whole.foldable) == (1, 7)


@pytest.mark.parametrize(
    ("bands", "middle"),
    [
        ({0: 1}, 0),
        ({0: 1, 5_000: 1}, 0),
        ({0: 1, 5_000: 2}, 5_000),
        ({UNTIMED: 50, 300_000: 1}, 300_000),
        ({UNTIMED: 50}, None),
    ],
)
def test_the_middle_is_the_band_that_half_of_the_times_dont_exceed(
    bands: dict[int, int], middle: int | None
) -> None:
    assert tally(counted(count, band_ms=band) for band, count in bands.items()).middle_ms == middle


def test_bands_begin_at_nothing_and_rise() -> None:
    assert BANDS_MS[0] == 0
    assert list(BANDS_MS) == sorted(set(BANDS_MS))
    assert UNTIMED < 0
