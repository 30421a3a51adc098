"""A short soak in the long tier. The hour itself is `python -m tests.soak FOLDER`, on a machine with nothing else to do."""

from pathlib import Path

import pytest

from tests.soak.plan import Plan
from tests.soak.soak import Soak

pytestmark = [pytest.mark.long, pytest.mark.desktop, pytest.mark.timeout(900)]
MINUTES, KILL_EVERY_S = 3, 45


def test_nothing_is_lost_and_nothing_comes_twice_while_the_console_is_killed_again_and_again(
    tmp_path: Path,
) -> None:
    (tmp_path / "soak").mkdir(mode=0o700)
    report = Soak(tmp_path / "soak", Plan(minutes=MINUTES, kill_every_s=KILL_EVERY_S)).run()
    assert report.faults == []
    assert report.kills >= 2
    assert report.tasks > 0
    assert report.answers > 0
    assert report.messages > 0
