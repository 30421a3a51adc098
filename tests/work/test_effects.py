"""Scope, account, consent, stops and what is on record: cases 8 to 10, 41 to 55 and 63 to 72 of workflows."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from placet.ledger.tx import Tx
from placet.rules.basics import Instant
from placet.rules.contracts import Grant, Lookup
from placet.rules.digest import args_digest
from placet.rules.errors import ToolFailed
from placet.rules.lifecycles import OperationState
from placet.rules.operations import Settled, effect_key
from placet.rules.ports import Place
from placet.rules.receipts import Receipt
from placet.rules.scope import ToolScope
from placet.rules.verification import Evidence, Expectation, Verdict, assess
from placet.work.calls import CallOutcome
from placet.work.gate import Gate
from tests.fakes.provider import PostOffice, Shelf
from tests.work.effecting import FILES, LETTER, Run, running

pytestmark = pytest.mark.anyio

HELD = {"name": "post", "restricted": True}
FOR_POST = ToolScope(names=("post", "inbox"), account="Ada@example.org")
FAR = Instant(4_000_000_000_000)


class Inbox(Shelf):
    """A shelf with accounts, those of the post office."""

    def __init__(self) -> None:
        super().__init__("inbox")
        self.account = "ada@example.org"

    async def scope(self, args: Mapping[str, Any], place: Place) -> Grant:
        return Grant(account=self.account, consent="g1")

    def identity(self, args: Mapping[str, Any], place: Place) -> Any:
        return dict(args)

    async def reconcile(self, args: Mapping[str, Any], lookup: Lookup) -> Receipt | None:
        return None


INBOX = {"name": "inbox", "restricted": False}


def on_disk(base: Path, sql: str) -> list[tuple[Any, ...]]:
    """What another program would read from the file at this moment."""
    with closing(sqlite3.connect(f"file:{base / 'data' / 'ledger.sqlite'}?mode=ro", uri=True)) as file:
        return file.execute(sql).fetchall()


async def refuses_to_keep(run: Run, table: str) -> None:
    """Let the file take no more rows of a table: the statement fails as it does on a disk that refuses."""

    def step(tx: Tx) -> None:
        tx._cursor.execute(
            f"CREATE TRIGGER refusing BEFORE INSERT ON {table} BEGIN INSERT INTO nowhere VALUES (1); END"
        )

    await run.rooms.ledger.commit(step)


async def keeps_again(run: Run) -> None:
    await run.rooms.ledger.commit(lambda tx: tx._cursor.execute("DROP TRIGGER refusing"))


async def doubtful(run: Run) -> None:
    """A letter of which nobody knows whether it was posted."""
    run.post.findable = run.post.confirms = False
    await run.call("post", LETTER)
    run.post.findable = run.post.confirms = True
    assert run.states == ["uncertain"]


@pytest.mark.spec("w8")
async def test_while_a_tool_is_at_work_its_record_is_in_the_file(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        seen: list[Any] = []
        run.post.before = lambda: seen.extend(on_disk(tmp_path, "SELECT id, state FROM operations"))
        await run.call("post", LETTER)
        assert seen == [(run.operations[0].id, "in_flight")]


@pytest.mark.spec("w9")
async def test_a_record_that_cant_be_written_keeps_its_tool_from_being_called(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        await refuses_to_keep(run, "operations")
        ended = await run.call("post", LETTER)
        assert (ended.status, ended.error_code) == ("failed", "not_recorded")
        assert "nothing was attempted" in str(ended.error)
        assert (run.post.tries, run.operations) == (0, [])
        await keeps_again(run)
        assert (await run.call("post", LETTER)).value == {"posted": 1}


@pytest.mark.spec("w10")
async def test_a_proof_that_cant_be_written_is_an_error_and_the_next_call_looks(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        await refuses_to_keep(run, "receipts")
        ended = await run.call("post", LETTER)
        assert (ended.status, ended.error_code, ended.value) == ("failed", "not_recorded", None)
        assert run.states == ["in_flight"]
        await keeps_again(run)
        again = await run.call("post", LETTER)
        assert (again.value["code"], run.post.calls, run.states) == ("recovered", 1, ["confirmed"])


@pytest.mark.spec("w41")
async def test_a_scoped_workflow_reaches_nothing_outside_of_its_scope_by_any_door(tmp_path: Path) -> None:
    more = (*FILES, {"name": "shell", "restricted": False}, {"name": "Bash", "restricted": False})
    async with running(tmp_path, *more, scope=ToolScope(names=("post",))) as run:
        token = {"turn_id": None, "conversation_id": None}
        write = {"path": "a.txt", "content": "x"}
        by_any_door: list[CallOutcome] = [
            await run.call("shell", {"command": "true"}),
            await run.call("fs_write", write),
            await run.call("fs_write", write, **token),
            await run.call("fs_read", {"path": "a.txt"}, **token),
            await run.end_of(await run.outside("Bash", {"command": "true"})),
            await run.end_of(await run.outside("mcp__web__open", {"url": "https://example.org"})),
        ]
        assert {(it.status, it.error_code) for it in by_any_door} == {("refused", "out-of-scope")}
        assert (run.operations, list((tmp_path / "clerk").iterdir())) == ([], [])


@pytest.mark.spec("w44")
async def test_another_account_is_refused_before_anything_is_asked_of_it(tmp_path: Path) -> None:
    inbox = Inbox()
    async with running(tmp_path, INBOX, tools=(inbox,)) as run:
        await run.call("post", LETTER)
        await run.call("inbox", {})
        run.post.account = inbox.account = "bob@example.org"
        assert (await run.call("post", LETTER)).error_code == "account-changed"
        assert (await run.call("inbox", {})).error_code == "account-changed"
        assert (run.post.tries, run.post.lookups, inbox.looks) == (1, 0, 1)


@pytest.mark.spec("w45")
async def test_an_account_outside_of_the_scope_is_refused_before_the_call(tmp_path: Path) -> None:
    inbox = Inbox()
    async with running(tmp_path, INBOX, tools=(inbox,), scope=FOR_POST) as run:
        assert (await run.call("post", LETTER)).status == "completed"  # letter case doesn't count
        run.post.account = inbox.account = "bob@example.org"
        assert (await run.call("post", {**LETTER, "to": "Cid"})).error_code == "account-changed"
        assert (await run.call("inbox", {})).error_code == "account-changed"
        assert (run.post.tries, inbox.looks, len(run.operations)) == (1, 0, 1)


@pytest.mark.spec("w46")
async def test_when_the_leave_has_run_out_not_even_evidence_is_given(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        run.post.expires_at = FAR
        await run.call("post", LETTER)
        run.post.expires_at = Instant(1)
        assert (await run.call("post", LETTER)).error_code == "grant-expired"
        assert (run.post.tries, run.post.lookups) == (1, 0)


@pytest.mark.spec("w47")
async def test_leave_given_anew_a_proven_effect_is_looked_up_and_not_had_again(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        await run.call("post", LETTER)
        before = run.operations
        run.post.consent = "g2"
        assert (await run.call("post", LETTER)).value["code"] == "recovered"
        assert (run.post.calls, run.post.lookups, run.operations) == (1, 1, before)
        run.post.findable = False
        assert (await run.call("post", LETTER)).error_code == "effect-uncertain"
        assert run.operations == before


@pytest.mark.spec("w48")
async def test_leave_given_anew_an_uncertain_effect_that_is_found_is_proven(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        await doubtful(run)
        before = run.operations[0].id
        run.post.consent = "g2"
        assert (await run.call("post", LETTER)).value["code"] == "recovered"
        assert (run.post.calls, run.states, run.operations[0].id) == (1, ["confirmed"], before)


@pytest.mark.spec("w49")
async def test_leave_given_anew_an_uncertain_effect_that_isnt_found_is_refused(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        await doubtful(run)
        run.post.consent, run.post.findable = "g2", False
        assert (await run.call("post", LETTER)).error_code == "effect-uncertain"
        assert (run.post.calls, run.states) == (1, ["uncertain"])


@pytest.mark.spec("w50")
async def test_leave_given_anew_what_was_not_attempted_is_had_under_its_old_name(tmp_path: Path) -> None:
    async with running(tmp_path) as run:

        def declined() -> None:
            refusal = ToolFailed("Somebody said no.")
            refusal.not_executed = True
            raise refusal

        run.post.before = declined
        await run.call("post", LETTER)
        (record,) = run.operations
        run.post.before, run.post.consent = None, "g2"
        assert (await run.call("post", LETTER)).value == {"posted": 1}
        (again,) = run.operations
        assert (again.id, again.consent, again.state) == (record.id, "g2", OperationState.CONFIRMED)


@pytest.mark.spec("w51")
async def test_leave_given_anew_a_look_is_had(tmp_path: Path) -> None:
    inbox = Inbox()
    async with running(tmp_path, INBOX, tools=(inbox,)) as run:
        inbox.contents = ["one"]
        for _ in range(2):
            assert (await run.call("inbox", {})).value == ["one"]
        assert (inbox.looks, run.states) == (2, ["confirmed"] * 2)


@pytest.mark.spec("w52")
async def test_leave_that_changes_while_the_card_is_open_lets_nothing_happen(tmp_path: Path) -> None:
    async with running(tmp_path, HELD) as run:
        ticket = await run.ask("post", LETTER)
        (held,) = await run.waiting()
        run.post.consent = "g2"
        await run.rooms.approve(held)
        ended = await run.end_of(ticket)
        assert (ended.status, ended.error_code) == ("failed", "consent-changed")
        assert (run.post.tries, run.operations) == (0, [])


@pytest.mark.spec("w53")
@pytest.mark.parametrize("but", [{"to": "Cid"}, {"body": "x"}, {"cc": ["cid"]}])
async def test_a_fixed_payload_that_is_changed_is_refused_without_a_record(
    tmp_path: Path, but: dict[str, Any]
) -> None:
    fixed = {"post": args_digest("post", LETTER)}
    scope = ToolScope(names=("post",), account="ada@example.org", limits={"post": 1}, fixed=fixed)
    async with running(tmp_path, scope=scope) as run:
        assert (await run.call("post", {**LETTER, **but})).error_code == "fixed-payload"
        run.post.account = "bob@example.org"
        assert (await run.call("post", LETTER)).error_code == "account-changed"
        assert (run.post.tries, run.operations) == (0, [])
        run.post.account = "ada@example.org"
        assert (await run.call("post", LETTER)).value == {"posted": 1}


@pytest.mark.parametrize("declared", [True, False])
async def test_a_call_whose_run_ends_while_it_comes_in_leaves_no_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, declared: bool
) -> None:
    async with running(tmp_path, {"name": "post", "restricted": declared}) as run:
        create = Gate._create

        async def too_late(gate: Gate, *call: Any) -> Any:
            await run.end()
            return await create(gate, *call)

        monkeypatch.setattr(Gate, "_create", too_late)
        ended = await run.call("post", LETTER)
        assert (ended.status, ended.error_code) == ("refused", "stopped")
        assert run.rooms.ledger.reads.tasks(limit=10) == []
        assert (run.post.tries, run.operations) == (0, [])


@pytest.mark.spec("w54")
async def test_no_record_of_an_effect_holds_an_arguments_text(tmp_path: Path) -> None:
    async with running(tmp_path, *FILES) as run:
        secret, place = "sk-0123456789abcdef", "folder-of-ada/report.md"
        await run.call("post", {"to": "Bea", "body": secret})
        await run.call("fs_write", {"path": place, "content": secret})
        await run.call("fs_edit", {"path": place, "old_text": secret, "new_text": f"{secret}!"})
        await run.call("fs_read", {"path": place})
        await run.call("fs_delete", {"path": place})
        assert len(run.operations) == 5
        kept = json.dumps(
            [on_disk(tmp_path, f"SELECT * FROM {table}") for table in ("operations", "receipts", "looks")]
            + on_disk(tmp_path, "SELECT payload FROM events WHERE type LIKE 'operation.%'")
        )
        assert run.operations[0].id in kept
        for text in (secret, place, "report.md", "folder-of-ada", "Bea", str(tmp_path)):
            assert text not in kept


@pytest.mark.spec("w55")
@pytest.mark.parametrize("tool", ["fs_read", "fs_write", "fs_edit", "fs_delete"])
async def test_file_tools_dont_reach_the_ledger_however_its_path_is_spelled(
    tmp_path: Path, tool: str
) -> None:
    async with running(tmp_path, *FILES) as run:
        ledger = tmp_path / "data" / "ledger.sqlite"
        (tmp_path / "clerk" / "link").symlink_to(ledger)
        more = {
            "fs_write": {"content": "x"},
            "fs_edit": {"old_text": "SQLite", "new_text": "x"},
        }.get(tool, {})
        for path in (str(ledger), "~/ledger.sqlite", "../data/ledger.sqlite", "link"):
            ended = await run.call(tool, {"path": path, **more})
            assert (ended.error_code, ended.status != "completed") == ("outside_folder", True)
        assert ledger.read_bytes().startswith(b"SQLite format 3")


def verdict(run: Run) -> Verdict:
    demands = (Expectation(tool="post", unless_empty="shelf"),)
    return assess(demands, run.workflow.goal_revision, Evidence(run.operations)).verdict


@pytest.mark.spec("w63")
async def test_one_empty_look_doesnt_waive_what_an_earlier_one_found(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        run.shelf.contents = ["a letter"]
        await run.call("shelf", {"query": "a"})
        run.shelf.contents = []
        await run.call("shelf", {"query": "b"})
        assert verdict(run) is Verdict.INCOMPLETE


@pytest.mark.spec("w64")
async def test_nor_does_the_same_look_once_empty(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        run.shelf.contents = ["a letter"]
        await run.call("shelf", {"query": "a"})
        run.shelf.contents = []
        await run.call("shelf", {"query": "a"})
        assert verdict(run) is Verdict.INCOMPLETE
        await run.end()
        await run.again(goal="Look once more.")
        await run.call("shelf", {"query": "a"})
        assert verdict(run) is Verdict.VERIFIED


@pytest.mark.spec("w66")
async def test_what_a_model_says_of_emptiness_means_nothing(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        run.shelf.contents = ["a letter"]
        await run.call("shelf", {"query": "a", "empty": True})
        assert verdict(run) is Verdict.INCOMPLETE


@pytest.mark.spec("w71")
async def test_what_a_stopped_provider_proves_is_kept_and_nothing_repeated(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        run.post.held = asyncio.Event()
        ticket = await run.ask("post", LETTER)
        await run.post.arrived.wait()
        await run.rooms.turns.withdraw(run.turn.id)
        run.post.held.set()
        await run.end_of(ticket)
        assert run.states == ["confirmed"]
        await run.retried()
        assert (await run.call("post", LETTER)).value["code"] == "already-confirmed"
        assert run.post.calls == 1


@pytest.mark.spec("w72")
async def test_a_result_that_comes_after_a_stop_settles_nothing(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        run.post.held, run.post.confirms, run.post.findable = asyncio.Event(), False, False
        ticket = await run.ask("post", LETTER)
        await run.post.arrived.wait()
        await run.rooms.turns.withdraw(run.turn.id)
        run.post.held.set()
        await run.end_of(ticket)
        (record,) = run.operations
        assert (record.state, record.returned, record.is_unsure) == (OperationState.UNCERTAIN, False, True)


async def test_after_the_end_of_a_run_nothing_of_it_happens_any_more(tmp_path: Path) -> None:
    async with running(tmp_path, HELD) as run:
        ticket = await run.ask("post", {**LETTER, "_async": True})
        (held,) = await run.waiting()
        await run.retried()  # the next run doesn't take over what the last one asked
        await run.rooms.approve(held)
        ended = await run.rooms.until(
            lambda: task if (task := run.rooms.task(held.id)).status.value != "running" else None
        )
        assert (ended.status.value, run.post.tries, run.operations) == ("cancelled", 0, [])
        assert ticket.task_id == held.id


@pytest.mark.parametrize("flag", [{}, {"_async": True}, {"_defer": True}])
async def test_what_waits_below_a_workflow_is_withdrawn_at_the_next_start(
    tmp_path: Path, flag: dict[str, Any]
) -> None:
    async with running(tmp_path, HELD) as run:
        for more in ({}, {"turn_id": None, "conversation_id": None}):  # the loop's, and one through a token
            await run.ask("post", {**LETTER, **flag}, **more)
        await run.dies()
        tasks = run.rooms.ledger.reads.tasks(limit=10)
        assert [it.status.value for it in tasks] == ["cancelled"] * 2
        held = [it.approval.state.value for it in tasks if it.approval]
        assert held == ([] if "_defer" in flag else ["withdrawn"] * 2)


async def test_a_call_of_a_run_that_this_process_never_began_does_not_happen(tmp_path: Path) -> None:
    async with running(tmp_path, HELD) as run:
        await run.ask("post", {**LETTER, "_async": True})
        (held,) = await run.waiting()
        run.rooms.calls.forget(held.id)  # what another process would know of it
        await run.rooms.approve(held)
        ended = await run.rooms.until(
            lambda: task if (task := run.rooms.task(held.id)).status.value != "running" else None
        )
        assert (ended.status.value, run.post.tries) == ("cancelled", 0)


async def test_calls_outside_of_workflows_leave_no_record(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        await run.end()
        token = {"turn_id": None, "conversation_id": None}
        for _ in range(2):
            assert (await run.call("post", LETTER, **token)).status == "completed"
        assert (run.post.calls, run.operations) == (2, [])


@pytest.mark.parametrize(
    ("breaks", "code"),
    [
        (OSError("the keyring is away"), "scope_unknown"),
        (ToolFailed("No account.", code="no_account"), "no_account"),
    ],
)
async def test_a_tool_that_cant_say_for_whom_it_acts_does_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, breaks: Exception, code: str
) -> None:
    async with running(tmp_path, HELD) as run:

        async def scope(*_: object) -> Grant:
            raise breaks

        ticket = await run.ask("post", LETTER)
        (held,) = await run.waiting()
        monkeypatch.setattr(type(run.post), "scope", scope)
        await run.rooms.approve(held)
        assert (await run.end_of(ticket)).error_code == code
        assert (await run.call("post", LETTER)).error_code == code
        assert (run.post.tries, run.operations) == (0, [])


async def test_an_account_spelled_in_other_letters_is_the_same(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        await run.call("post", LETTER)
        run.post.account = "ADA@Example.org"
        assert (await run.call("post", LETTER)).value["code"] == "already-confirmed"
        assert run.post.calls == 1


@pytest.mark.spec("w39")
async def test_a_record_whose_key_knows_of_no_goal_is_evidence_for_none(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        await run.call("post", LETTER)
        (proven,) = run.operations
        old = replace(
            proven,
            id="op_old",
            key=effect_key("post", "cid", None),
            input_digest=args_digest("post", {**LETTER, "to": "Cid"}),
            state=OperationState.IN_FLIGHT,
            receipt=None,
            returned=None,
            settled_at=None,
        )
        shown = Settled(state=OperationState.CONFIRMED, returned=True, receipt=proven.receipt)
        await run.rooms.ledger.commit(lambda tx: tx.begin_operation(old))
        await run.rooms.ledger.commit(lambda tx: tx.settle_operation("op_old", shown))
        assert (await run.call("post", {**LETTER, "to": "Cid"})).value == {"posted": 2}


async def test_a_lane_is_gone_when_nobody_is_in_it(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        await asyncio.gather(*(run.call("post", {**LETTER, "to": f"{n}"}) for n in range(5)))
        assert (run.post.calls, len(run.rooms.gate._effects.lanes)) == (5, 0)


async def test_another_tool_of_the_post_office_is_another_effect(tmp_path: Path) -> None:
    second = PostOffice()
    second.name = "courier"
    async with running(tmp_path, {"name": "courier", "restricted": False}, tools=(second,)) as run:
        await run.call("post", LETTER)
        assert (await run.call("courier", LETTER)).value == {"posted": 1}
        assert len({it.id for it in run.operations}) == 2
