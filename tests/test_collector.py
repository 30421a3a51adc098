"""What start-up made is left alone by the collector, which is on and comes less often afterwards."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from placet import collector


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """These are the whole process's."""
    threshold = gc.get_threshold()
    yield  # what it froze stays so, with all that the tests were collected into
    gc.set_threshold(*threshold)
    gc.enable()


def test_what_is_there_is_left_alone_and_what_comes_is_still_collected() -> None:
    gc.disable()
    stock = gc.get_threshold()
    collector.settle()
    assert gc.isenabled()
    assert gc.get_freeze_count() > 10_000
    assert gc.get_threshold()[0] > stock[0]

    class Ring:
        """Holds itself."""

        me: Ring

    ring = Ring()
    ring.me = ring
    del ring
    assert gc.collect() > 0
