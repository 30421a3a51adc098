"""What a row says, and when a budget is met."""

import math

import pytest

from placet.bench.measures import Measured, at_least, at_most, left_out, percentile


def test_a_budget_on_the_ratio_is_judged_by_ours_to_the_floor() -> None:
    row = Measured(name="x", floor=200.0, ours=140.0, budget=at_least(0.70))
    assert (row.ratio, row.met) == (0.7, True)
    assert Measured(name="x", floor=200.0, ours=139.0, budget=at_least(0.70)).met is False


def test_a_budget_on_ours_is_judged_whatever_the_floor_is() -> None:
    assert Measured(name="x", floor=0.001, ours=3.0, budget=at_most(3)).met is True
    assert Measured(name="x", floor=100.0, ours=3.1, budget=at_most(3)).met is False


def test_what_has_no_budget_or_no_figure_is_neither_met_nor_missed() -> None:
    assert Measured(name="x", floor=1.0, ours=1.0).met is None
    left = left_out("x", "<= 5 ms", "there is none")
    assert (left.met, left.ours, left.note) == (None, None, "not measured here: there is none")


def test_a_figure_that_is_no_number_keeps_no_budget() -> None:
    assert Measured(name="x", ours=math.nan, budget=at_most(3)).met is False


def test_a_ratio_needs_a_floor() -> None:
    assert Measured(name="x", floor=0.0, ours=1.0, budget=at_least(0.5)).met is None


def test_every_row_has_all_the_keys() -> None:
    row = left_out("x", "<= 5 ms", "there is none").as_json()
    assert set(row) == {"name", "unit", "floor", "ours", "ratio", "budget", "budget_of", "met", "note"}


@pytest.mark.parametrize(("share", "value"), [(0.5, 2.0), (0.75, 3.0), (0.99, 4.0), (1.0, 4.0)])
def test_a_percentile_is_the_value_that_so_many_do_not_exceed(share: float, value: float) -> None:
    assert percentile([4.0, 2.0, 1.0, 3.0], share) == value
