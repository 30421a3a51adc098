"""Other engines, really installed and really at work, beside a ledger of ours. How quick they are is no matter of a test."""

from pathlib import Path

import pytest

from placet.bench import peers
from placet.bench.measures import Measured
from placet.bench.peers import PEERS, Peer, Plan

PLAN = Plan(rounds=1, tasks=16, waves=1)


@pytest.mark.long
@pytest.mark.timeout(900)
def test_each_does_what_it_can_and_what_it_doesnt_do_is_said(tmp_path: Path) -> None:
    rows = {row.name: row for row in peers.measure(tmp_path, PLAN)}
    assert not [row.note for row in rows.values() if row.ours is None]
    approving = {peer.name for peer in PEERS if f"beside {peer.name}: {peers.APPROVED}" in rows}
    assert approving == {"DBOS on SQLite", "LangGraph SqliteSaver"}
    for peer in PEERS:
        row = rows[f"beside {peer.name}: {peers.CREATION}"]
        assert row.floor is not None
        assert row.floor > 0
        assert row.budget == peer.budget
        assert peer.promises in row.note
        alone = rows[f"beside {peer.name}: {peers.ALONE}"]
        assert alone.floor is not None
        assert 0 < alone.floor <= row.floor


def test_one_that_cannot_be_had_is_a_row_that_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(folder: Path, peer: Peer) -> Path:
        raise OSError("no index here")

    monkeypatch.setattr(peers, "_installed", refused)
    rows: list[Measured] = peers.measure(tmp_path, PLAN)
    assert [row.met for row in rows] == [None] * len(PEERS)
    assert all("no index here" in row.note for row in rows)


def test_an_installed_program_says_that_it_has_nothing_to_install_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.frozen", True, raising=False)
    (row,) = peers.measure(tmp_path, PLAN)
    assert (row.met, row.note.startswith("not measured here")) == (None, True)
