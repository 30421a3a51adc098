"""A narrowing that lets everything through counts as none."""

import pytest

from placet.rules.narrowing import EVERYTHING, Narrowing


@pytest.mark.parametrize(
    "more",
    [
        Narrowing(tools=("sh",)),
        Narrowing(risks=("high",)),
        Narrowing(since=0),
        Narrowing(until=0),
        Narrowing(outside=True),
    ],
)
def test_a_narrowing_with_any_filter_is_true(more: Narrowing) -> None:
    assert more
    assert more != EVERYTHING


def test_a_narrowing_without_a_filter_is_false() -> None:
    assert not EVERYTHING
    assert not Narrowing()
