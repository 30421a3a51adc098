"""What lies in the ledger's own bytes, the log in front of it included: no argument beside an effect, no secret anywhere."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from placet.api.commands import CreateToken, PutChannel
from placet.rules.records import Scope
from tests.fakes.model_server import Reply, call
from tests.flows.goals import goals
from tests.flows.pages import Bytes

TEXT, PLACE = "sk-0123456789abcdef", "folder-of-ada"
EVIDENCE = ("operations", "receipts", "looks")


@contextmanager
def log_kept(ledger: Path) -> Iterator[None]:
    """Whoever looks at an older state keeps all that is written meanwhile in the log."""
    with closing(sqlite3.connect(ledger, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM events").fetchone()
        yield


def test_no_argument_lies_in_the_pages_of_operations_and_their_proofs(tmp_path: Path) -> None:
    path = f"{PLACE}/report.md"
    asked = (
        call("fs_write", {"path": path, "content": TEXT}),
        call("fs_edit", {"path": path, "old_text": TEXT, "new_text": f"{TEXT}!"}),
        call("fs_delete", {"path": path}),
    )
    declared = tuple({"name": name, "restricted": False} for name in ("fs_write", "fs_edit", "fs_delete"))
    with goals(tmp_path, declared=declared) as g, log_kept(g.house.data / "ledger.sqlite"):
        row = g.run(*(Reply(calls=(one,)) for one in asked), Reply("Done."), request_key="k1")
        ids = [it["id"] for it in g.operations(row["id"])]
        seen = {"happened": True, "reason": "I looked."}
        assert (
            g.wire.owner.post(f"/workflows/{row['id']}/operations/{ids[0]}/looked", json=seen).status_code
            == 200
        )
        kept = Bytes(g.house.data / "ledger.sqlite")
        evidence, tasks = kept.of(*EVIDENCE), kept.of("tasks")
        assert kept.in_log > 0
        assert len(ids) == 3
        assert all(it.encode() in evidence for it in ids)
        for text in (TEXT, PLACE, "report.md", str(g.house.folder())):
            assert text.encode() not in evidence, text
        assert (TEXT.encode() in tasks, PLACE.encode() in tasks) == (
            True,
            True,
        )  # so it would have been found


@pytest.mark.parametrize("closed", [False, True])
def test_no_secret_lies_anywhere_in_the_ledger(tmp_path: Path, closed: bool) -> None:
    with goals(tmp_path) as g:
        token = g.house.submit(CreateToken(scope=Scope.AGENT, agent="clerk", label="shown-label"))
        channel = {
            "kind": "webhook",
            "url": "https://hooks.example.org/x",
            "headers": {"X-Key": "hook-secret-1234"},
        }
        ledger = g.house.data / "ledger.sqlite"
        with log_kept(ledger):
            g.house.submit(PutChannel(name="hook", definition=channel))
            g.run_report()
            kept = Bytes(ledger).everything()
        if closed:
            g.house.engine.close()
            kept = ledger.read_bytes()
            g.house.open()
        assert b"shown-label" in kept
        owner = g.wire.owner.headers["Authorization"].removeprefix("Bearer ")
        for secret in (token.secret, owner, "hook-secret-1234", "hooks.example.org"):
            assert secret.encode() not in kept
            assert secret.removeprefix("placet_").encode() not in kept
