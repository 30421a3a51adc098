from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest

from placet.rules.lifecycle import Cause, Edge, Lifecycle, Phase

LIGHT = Lifecycle(
    kind="light",
    starts=frozenset({"red"}),
    phases={"red": Phase.WAITING, "green": Phase.ACTIVE, "broken": Phase.ENDED},
    edges=(
        Edge(frm="red", to="green", by=frozenset({Cause.APPROVE, Cause.DECIDE})),
        Edge(frm="green", to="broken", by=frozenset({Cause.RESTART})),
    ),
)


def refusal_of(step: Callable[[], None]) -> str | None:
    """What a check says against a step; None when it says nothing."""
    try:
        step()
    except RuntimeError as error:
        return str(error)
    return None


def test_sets_of_statuses_are_derived_from_the_phases() -> None:
    assert LIGHT.statuses == {"red", "green", "broken"}
    assert LIGHT.ended == {"broken"}
    assert LIGHT.open == {"red", "green"}
    assert LIGHT.pairs() == {("red", "green"), ("green", "broken")}


@pytest.mark.parametrize("cause", list(Cause))
@pytest.mark.parametrize("to", sorted(LIGHT.statuses))
@pytest.mark.parametrize("frm", sorted(LIGHT.statuses))
def test_only_a_declared_step_by_a_declared_cause_passes(frm: str, to: str, cause: Cause) -> None:
    allowed = {
        ("red", "green", Cause.APPROVE), ("red", "green", Cause.DECIDE), ("green", "broken", Cause.RESTART),
    }  # fmt: skip
    refusal = refusal_of(lambda: LIGHT.check(frm, to, cause))
    expected = None if (frm, to, cause) in allowed else f"light has no edge {frm} -> {to} by {cause}"
    assert refusal == expected


def test_a_row_is_born_only_where_the_table_starts() -> None:
    assert refusal_of(lambda: LIGHT.check_start("red")) is None
    assert refusal_of(lambda: LIGHT.check_start("green")) == "light can't start as green"


def test_a_table_cannot_be_bent_while_the_program_runs() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        LIGHT.starts = frozenset({"green"})  # type: ignore[misc]
