from __future__ import annotations

import dataclasses

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
    if (frm, to, cause) in allowed:
        assert LIGHT.check(frm, to, cause) is None
    else:
        with pytest.raises(RuntimeError, match=f"light has no edge {frm} -> {to} by {cause}"):
            LIGHT.check(frm, to, cause)


def test_a_row_is_born_only_where_the_table_starts() -> None:
    assert LIGHT.check_start("red") is None
    with pytest.raises(RuntimeError, match="light can't start as green"):
        LIGHT.check_start("green")


def test_a_table_cannot_be_bent_while_the_program_runs() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        LIGHT.starts = frozenset({"green"})  # type: ignore[misc]
