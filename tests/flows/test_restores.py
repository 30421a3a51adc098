"""A backup that is put back: a union in which nothing is lost, nothing waits and nothing runs (DECISIONS W7)."""

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

import placet.app
from placet.api.commands import StartAgent
from placet.api.queries import ListAgents
from placet.api.receipts import BackUp
from placet.rules.errors import BadBackup, LedgerDamaged
from placet.rules.restores import LedgerRestored
from tests.fakes.model_server import ModelServer, Reply, call
from tests.fakes.provider import Machine, PostOffice, Shelf
from tests.flows.goals import Goals
from tests.flows.house import House
from tests.flows.wire import wire

LETTER = {"to": "ada@example.org", "body": "Come at noon."}
_SEAL_BYTES = len(f"\nplacet.backup.v1 {'0' * 64} {'0' * 20}\n")
TOOLS = ({"name": "post"}, {"name": "shelf"}, {"name": "machine"})


def posts(**changes: str) -> Reply:
    return Reply(calls=(call("post", {**LETTER, **changes}),))


class Desk:
    """A house with a post office, whose ledger can be backed up and put back."""

    def __init__(self, base: Path, office: PostOffice, shelf: Shelf, machine: Machine) -> None:
        self.base = base
        self.office, self.shelf, self.machine = office, shelf, machine
        self.model = ModelServer()
        self.house = House(base, tools=(office, shelf, machine), model=self.model)
        self.backup = base / "placet.backup"

    @contextmanager
    def open(self) -> Iterator[Goals]:
        with wire(self.house) as over:
            yield Goals(self.house, over, self.model)

    def back_up(self) -> None:
        self.house.submit(BackUp(path=self.backup))

    def restore(self, backup: Path | None = None) -> LedgerRestored:
        self.house.engine.close()
        try:
            return placet.app.restore_offline(self.house.data, backup or self.backup, quiet)[0]
        finally:
            self.house.open()


def quiet(_: str, __: int, ___: int) -> None:
    """Nobody looks."""


@contextmanager
def desk(base: Path, office: PostOffice | None = None, *, declare: bool = True) -> Iterator[Desk]:
    base.mkdir(exist_ok=True)
    one = Desk(base, office or PostOffice(), Shelf(), Machine("machine"))
    with one.model, one.house:
        if declare:
            one.house.declare(tools=TOOLS)
        yield one


def only(g: Goals, workflow_id: str, tool: str = "post") -> dict[str, Any]:
    (found,) = [it for it in g.operations(workflow_id) if it["tool"] == tool]
    return found


def resumed(g: Goals, workflow_id: str, attempt: int, *replies: Reply) -> dict[str, Any]:
    g.model.replies += replies
    answer = g.act(workflow_id, "resume")
    assert answer.status_code == 200, answer.text
    return g.ended(workflow_id, attempt=attempt)


@pytest.mark.spec("w89")
def test_a_write_that_is_younger_than_the_backup_keeps_its_receipt_and_is_looked_up(tmp_path: Path) -> None:
    with desk(tmp_path) as d:
        with d.open() as g:
            row = g.run(Reply("Not yet."))
            d.back_up()
            g.model.replies += [posts(), Reply("Posted.")]
            g.act(row["id"], "retry")
            g.ended(row["id"], attempt=2)
            before = only(g, row["id"])
            assert before["state"] == "confirmed"
        told = d.restore()
        assert told.marked == {"workflows": 1, "operations": 1}
        with d.open() as g:
            after = only(g, row["id"])
            assert (after["state"], after["id"], after["receipt"]) == (
                "uncertain",
                before["id"],
                before["receipt"],
            )
            stands = g.row(row["id"])
            assert (stands["status"], stands["verification"], stands["restored"]) == (
                "interrupted",
                "unverified",
                True,
            )
            resumed(g, row["id"], 3, posts(), Reply("It is there."))
            assert only(g, row["id"])["state"] == "confirmed"
            assert "recovered" in g.model.told()[-1]
        assert d.office.calls == 1


@pytest.mark.spec("w90")
def test_a_restored_workflow_may_look_and_may_neither_write_anew_nor_run_what_nobody_knows(
    tmp_path: Path,
) -> None:
    with desk(tmp_path) as d:
        with d.open() as g:
            row = g.run(Reply("Not yet."))
            d.back_up()
        d.restore()
        with d.open() as g:
            shelf = Reply(calls=(call("shelf", {}),))
            machine = Reply(calls=(call("machine", {"lever": 1}),))
            resumed(g, row["id"], 2, posts(), shelf, machine, Reply("Done."))
            answers = g.model.told()[-3:]
            assert ["historical-backup" in answer for answer in answers] == [True, False, True]
            g.model.replies += [posts(), Reply("Again.")]
            assert g.act(row["id"], "continue", text="Post it now.").status_code == 200
            g.ended(row["id"], attempt=3)
            assert "historical-backup" in g.model.told()[-1]
        assert (d.office.tries, d.machine.runs, d.shelf.looks) == (0, 0, 1)


@pytest.mark.spec("w91")
def test_on_an_empty_machine_a_backup_without_records_lets_nothing_be_written(tmp_path: Path) -> None:
    with desk(tmp_path / "old") as old, old.open() as g:
        row = g.run(Reply("Not yet."))
        old.back_up()
        talk = row["conversation_id"]
        said = g.wire.owner.get(f"/agents/clerk/conversations/{talk}/messages").json()
    with desk(tmp_path / "new", declare=False) as new:
        told = new.restore(tmp_path / "old" / "placet.backup")
        assert (told.taken["agents"], told.taken["workflows"]) == (1, 1)
        assert told.segment == told.head
        with new.open() as g:
            assert g.house.agent().state == "stopped"
            assert g.wire.owner.get(f"/agents/clerk/conversations/{talk}/messages").json() == said
            new.house.submit(StartAgent(agent="clerk"))
            new.model.replies += [posts(), Reply("Posted.")]
            g.act(row["id"], "resume")
            g.ended(row["id"], attempt=2)
            assert "historical-backup" in g.model.told()[-1]
            assert g.wire.owner.get("/doctor").json()["checked"][0] == "ledger"
        assert new.office.tries == 0


@pytest.mark.spec("w92")
def test_what_is_archived_on_either_side_is_archived_and_its_key_stands_for_it(tmp_path: Path) -> None:
    with desk(tmp_path) as d:
        with d.open() as g:
            here = g.run(Reply("Done."), request_key="k-here")
            there = g.run(Reply("Done."), request_key="k-there")
            assert g.wire.owner.delete(f"/workflows/{there['id']}").status_code == 200
            d.back_up()
            assert g.wire.owner.delete(f"/workflows/{here['id']}").status_code == 200
        d.restore()
        with d.open() as g:
            for row, key in ((here, "k-here"), (there, "k-there")):
                again = g.create(request_key=key)
                assert (again.status_code, again.json()["id"], again.json()["archived"]) == (
                    200,
                    row["id"],
                    True,
                )
            assert g.row(here["id"])["status"] == "unverified"


@pytest.mark.spec("w93")
def test_what_the_backup_does_not_know_is_untouched(tmp_path: Path) -> None:
    with desk(tmp_path) as d:
        with d.open() as g:
            d.back_up()
            row = g.run(posts(), Reply("Posted."))
            before, effect = g.row(row["id"]), only(g, row["id"])
        d.restore()
        with d.open() as g:
            assert (g.row(row["id"]), only(g, row["id"])) == (before, effect)
            g.model.replies += [posts(), Reply("Posted.")]
            g.act(row["id"], "continue", text="Once more.")
            g.ended(row["id"], attempt=2)
        assert d.office.calls == 2


@pytest.mark.spec("w94")
def test_a_write_that_was_not_attempted_before_the_backup_is_only_looked_up_after_it(tmp_path: Path) -> None:
    with desk(tmp_path) as d:
        d.house.change(tools=[{"name": "post", "restricted": True}])
        with d.open() as g:
            g.model.replies += [posts(), Reply("It was denied.")]
            made = g.create().json()["id"]
            (asked,) = d.house.waiting()
            d.house.deny(asked.id)
            g.ended(made)
            states = [it["state"] for it in g.operations(made)]
            d.back_up()
        d.restore()
        with d.open() as g:
            looks = d.office.lookups
            d.house.change(tools=[{"name": "post", "restricted": False}])
            resumed(g, made, 2, posts(), Reply("Not done."))
            assert ("effect-uncertain" if states else "historical-backup") in g.model.told()[-1]
            assert d.office.lookups == looks + len(states)
        assert d.office.tries == 0


def test_nothing_that_comes_in_waits_or_runs(tmp_path: Path) -> None:
    with desk(tmp_path / "old") as old:
        old.house.change(tools=[{"name": "post", "restricted": True}])
        old.house.call("post", LETTER)
        old.house.waiting()
        old.back_up()
    with desk(tmp_path / "new", declare=False) as new:
        told = new.restore(tmp_path / "old" / "placet.backup")
        (task,) = new.house.tasks()
        assert (task.status, task.approval.state if task.approval else None) == ("cancelled", "withdrawn")
        assert told.taken["approvals"] == 1
        assert not new.house.tasks(statuses=["pending_approval"])
        assert new.office.tries == 0


def test_an_agent_whose_name_is_in_use_comes_in_under_another_one(tmp_path: Path) -> None:
    with desk(tmp_path / "old") as old:
        old.back_up()
    with desk(tmp_path / "new") as new:
        told = new.restore(tmp_path / "old" / "placet.backup")
        assert [it["kind"] for it in told.conflicts] == ["agent"]
        assert new.house.agent("clerk-restored").state == "stopped"
        assert new.house.agent("clerk").state == "idle"


def test_a_backup_of_this_ledger_is_a_piece_of_its_own_chain_and_one_of_another_is_kept_beside_it(
    tmp_path: Path,
) -> None:
    with desk(tmp_path / "old") as old, old.open() as g:
        g.run(Reply("Done."))
        old.back_up()
        assert old.restore().segment is None
    with desk(tmp_path / "new") as new:
        backup = tmp_path / "old" / "placet.backup"
        assert new.restore(backup).segment is not None
        again = new.restore(backup)
        assert (again.taken, again.segment) == ({}, None)
        new.back_up()
    with desk(tmp_path / "third") as third:
        third.restore(tmp_path / "new" / "placet.backup")


def test_a_changed_or_cut_backup_brings_nothing(tmp_path: Path) -> None:
    with desk(tmp_path) as d:
        d.back_up()
        whole = d.backup.read_bytes()
        middle = len(whole) // 2
        wrong = (
            whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
            whole[:-1],
            whole[:middle],
            whole + b"\n",
            b"",
            b"SQLite format 3\0",
        )
        for content in wrong:
            d.backup.write_bytes(content)
            with pytest.raises(BadBackup):
                d.restore()
        d.backup.write_bytes(whole)
        assert d.restore().conflicts == []


_ENDLESS = "WITH RECURSIVE x(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM x)"


@pytest.mark.parametrize(
    "forged",
    [
        pytest.param(
            ("DROP TABLE tokens", f"CREATE VIEW tokens AS {_ENDLESS} SELECT i FROM x"), marks=pytest.mark.long
        ),
        ("ALTER TABLE chain RENAME TO c", f"CREATE VIEW chain AS {_ENDLESS} SELECT c.* FROM c, x"),
        pytest.param(
            ("ALTER TABLE tasks RENAME TO t", f"CREATE VIEW tasks AS {_ENDLESS} SELECT t.* FROM t, x"),
            marks=pytest.mark.long,
        ),
        pytest.param(
            ("DROP TABLE tokens", "CREATE VIRTUAL TABLE tokens USING fts5(id)"), marks=pytest.mark.long
        ),
        ("ALTER TABLE tokens ADD COLUMN more BLOB AS (zeroblob(900000000))",),
        ("UPDATE agents SET declaration = '{bad'",),
        pytest.param(("UPDATE agents SET declaration = '[]'",), marks=pytest.mark.long),
        ("UPDATE agents SET name = char(8238) || name",),
    ],
)
def test_a_forged_backup_whose_digest_fits_brings_nothing_and_ends(
    tmp_path: Path, forged: tuple[str, ...]
) -> None:
    with desk(tmp_path / "old") as old:
        old.back_up()
        database = tmp_path / "forged.sqlite"
        database.write_bytes(old.backup.read_bytes()[:-_SEAL_BYTES])
        with closing(sqlite3.connect(database, isolation_level=None)) as connection:
            for statement in ("PRAGMA legacy_alter_table = ON", *forged):
                connection.execute(statement)
        content = database.read_bytes()
        seal = f"\nplacet.backup.v1 {hashlib.sha256(content).hexdigest()} {len(content):020d}\n"
        old.backup.write_bytes(content + seal.encode())
    with desk(tmp_path / "new", declare=False) as new:
        with pytest.raises(BadBackup):
            new.restore(old.backup)
        assert new.house.engine.query(ListAgents()) == ()


def test_over_a_damaged_ledger_nothing_is_put(tmp_path: Path) -> None:
    with desk(tmp_path) as d:
        d.back_up()
        d.house.engine.close()
        ledger = d.house.data / "ledger.sqlite"
        kept = ledger.read_bytes()
        ledger.write_bytes(b"{broken")
        with pytest.raises(LedgerDamaged):
            placet.app.restore_offline(d.house.data, d.backup, quiet)
        assert ledger.read_bytes() == b"{broken"
        ledger.write_bytes(kept)
        d.house.open()
