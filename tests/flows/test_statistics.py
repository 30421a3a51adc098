"""How decisions were made, asked of a real engine: by whom, when, how long a card was looked at, how much of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import placet.app
from placet.api import Action, BadInput, Shown, Via
from placet.api.grants import GrantWords, MakeGrant
from placet.api.statistics import HOUR_MS, PERIODS_H, GetBench, GetStatistics, Look, StatisticsRow
from placet.folder import DataFolder
from tests.fakes.clock import HeldClock
from tests.flows.house import OVER_HTTP, RESTRICTED_WRITE, House

NOTE = {"path": "a.txt", "content": "Hello."}
TERMINAL = placet.app.owner_authority(Via.TERMINAL)
NOON = 1_800_000_000_000 // HOUR_MS * HOUR_MS


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock(NOON)


@pytest.fixture
def house(tmp_path: Path, clock: HeldClock) -> Iterator[House]:
    with House(tmp_path, clock=clock) as house:
        house.declare(tools=[RESTRICTED_WRITE])
        house.declare("scout", tools=[RESTRICTED_WRITE])
        yield house


def asked(house: House, agent: str = "clerk") -> str:
    ticket = house.call("fs_write", NOTE, agent)
    house.waiting()
    assert ticket.task_id is not None
    return ticket.task_id


def statistics(house: House, period: str = "day") -> StatisticsRow:
    row: StatisticsRow = house.engine.query(GetStatistics(period=period))
    return row


def test_before_the_first_decision_there_is_nothing_and_it_says_since_when(house: House) -> None:
    row = statistics(house)
    assert (row.hours, row.tools, row.whole.decisions) == ((), (), 0)
    assert (row.since_ms, row.until_ms) == (NOON - 23 * HOUR_MS, NOON)
    assert statistics(house, "all").since_ms is None


def test_each_way_of_deciding_is_told_and_only_the_windows_says_how_it_was_shown(house: House) -> None:
    quick = Shown(gesture="click", for_ms=900, opened=("/content",))
    house.approve(asked(house), shown=quick)
    house.deny(asked(house), shown=Shown(gesture="deny", for_ms=70_000, folded=("/content",)))
    house.approve(asked(house, "scout"), OVER_HTTP, shown=quick)
    house.approve(asked(house), TERMINAL)
    row = statistics(house)
    whole = row.whole
    assert whole.vias == {"window": 2, "http": 1, "terminal": 1}
    assert whole.looks == {Look.ALL: 1, Look.NONE: 1, Look.UNKNOWN: 2}
    assert (whole.quick_approvals, whole.timed_approvals, whole.timed, whole.middle_ms) == (1, 1, 2, 0)
    assert [(it.at_ms, it.by_hand, it.by_rule) for it in row.hours] == [(NOON, 4, 0)]
    assert [(it.agent, it.tool, it.tally.decisions) for it in row.tools] == [
        ("clerk", "fs_write", 3),
        ("scout", "fs_write", 1),
    ]


def test_a_standing_answer_is_counted_and_is_nobodys_hand(house: House) -> None:
    task_id = asked(house)
    house.approve(task_id)
    house.submit(MakeGrant(words=GrantWords(agent="clerk", tool="fs_write", match={"path": "a.txt"})))
    house.end_of(house.call("fs_write", NOTE))
    whole = statistics(house).whole
    assert whole.vias == {"window": 1, "rule": 1}
    assert (whole.decisions, whole.by_hand) == (2, 1)


@pytest.mark.parametrize(("period", "hours"), [(key, hours) for key, hours in PERIODS_H.items() if hours])
def test_a_period_ends_where_its_last_hour_began(
    house: House, clock: HeldClock, period: str, hours: int
) -> None:
    house.approve(asked(house))
    clock.at_ms = NOON + hours * HOUR_MS - 1
    assert statistics(house, period).whole.decisions == 1
    clock.at_ms += 1
    assert statistics(house, period).whole.decisions == 0
    assert statistics(house, "all").whole.decisions == 1


def test_no_other_period_is_known(house: House) -> None:
    with pytest.raises(BadInput, match="day, week, month, all"):
        statistics(house, "century")


def test_what_was_counted_is_there_after_a_restart_and_in_a_backups_union(
    house: House, tmp_path: Path
) -> None:
    from placet.api.receipts import BackUp

    house.approve(asked(house), shown=Shown(gesture="click", for_ms=900))
    before = statistics(house).whole
    house.restart()
    assert statistics(house).whole == before
    house.submit(BackUp(path=tmp_path / "b.placet"))
    with House(tmp_path / "other", clock=house.clock) as other:
        other.engine.close()
        placet.app.restore_offline(other.data, tmp_path / "b.placet", lambda *_: None)
        other.open()
        assert statistics(other).whole == before


def test_the_last_bench_is_read_from_the_data_folder(house: House) -> None:
    assert house.engine.query(GetBench()) is None
    DataFolder(root=house.data).write_bench([{"name": "one", "ours": 1.5}], at_ms=7, version="1.2")
    kept = house.engine.query(GetBench())
    assert (kept.at_ms, kept.version, kept.rows) == (7, "1.2", ({"name": "one", "ours": 1.5},))


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"rows": 3}', b"\xff\xfe", json.dumps({"rows": [1]}).encode()]
)
def test_a_file_that_is_no_result_is_no_result(house: House, content: bytes) -> None:
    DataFolder(root=house.data).bench.write_bytes(content)
    assert house.engine.query(GetBench()) is None


def test_nobody_but_the_owner_decides(house: House) -> None:
    """The control of the counts: a refused decision is none."""
    task_id = asked(house)
    from placet.api import Forbidden

    with pytest.raises(Forbidden):
        house.resolve(task_id, Action.APPROVE, house.voice())
    assert statistics(house).whole.decisions == 0
