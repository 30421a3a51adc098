"""What a workflow's page asks: its goals in order, and what its runs asked for, with the answers that were given."""

from pathlib import Path

import pytest

from placet.api import BadInput, NotFound
from placet.api.generations import ListGenerations
from placet.api.workflow_chain import CallRow, CountWorkflows, ListCalls, ListRevisions
from placet.api.workflows import ListOperations
from tests.fakes.model_server import Reply, call
from tests.flows.goals import Goals, goals, writes
from tests.flows.house import RESTRICTED_WRITE


def calls(g: Goals, workflow_id: str, **more: int) -> tuple[CallRow, ...]:
    found: tuple[CallRow, ...] = g.house.engine.query(ListCalls(workflow_id=workflow_id, **more))
    return found


def test_a_call_is_told_with_who_answered_it_when_and_on_what(tmp_path: Path) -> None:
    with goals(tmp_path, declared=(RESTRICTED_WRITE,)) as g:
        g.model.replies += [writes(), Reply("Written.")]
        made = g.report().json()["id"]
        (task,) = g.house.waiting()
        g.house.approve(task.id, reason="Fine.")
        assert g.ended(made)["status"] == "done"
        (row,) = calls(g, made)
        assert (row.call.id, row.call.tool, row.call.status) == (task.id, "fs_write", "completed")
        assert row.approval is not None
        assert (row.approval.state, row.approval.decided_by, row.approval.digest) == (
            "approved",
            "owner",
            task.digest,
        )
        assert row.approval.decided_at is not None
        generations = g.house.engine.query(ListGenerations(parent_id=made))
        assert row.asked_by in {it.id for it in generations}
        (operation,) = g.house.engine.query(ListOperations(workflow_id=made))
        assert operation.task_id == task.id


def test_calls_are_read_page_by_page_and_those_of_other_workflows_are_not_among_them(tmp_path: Path) -> None:
    with goals(tmp_path, declared=(RESTRICTED_WRITE,)) as g:
        g.model.replies += [writes(), Reply("Bye.")]
        other = g.report().json()["id"]
        g.house.deny(g.house.waiting()[0].id, "Not now.")
        g.ended(other)
        asked = [
            call("fs_write", {"path": f"{n}.txt", "content": "x" * 500, "_async": True}) for n in range(5)
        ]
        row = g.run(Reply(calls=tuple(asked)), Reply("Bye."), text="Another.")
        first = calls(g, row["id"], limit=3)
        rest = calls(g, row["id"], limit=3, after=first[-1].call.seq)
        paths = [it.call.preview for it in (*first, *rest)]
        assert [f'"{n}.txt"' in text for n, text in enumerate(paths)] == [True] * 5
        assert (len(first), len(rest), len(calls(g, other))) == (3, 2, 1)
        assert all("⟨" in text for text in paths), "long arguments are shown in part"


def test_the_goals_are_told_in_order_and_showable(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        row = g.run(Reply("Done."), text="First,\nthen <b>rest</b>\u202e.")
        g.model.replies.append(Reply("Done again."))
        g.act(row["id"], "continue", text="Once more.")
        g.ended(row["id"], attempt=2)
        found = g.house.engine.query(ListRevisions(workflow_id=row["id"]))
        assert [(it.number, it.shown_text) for it in found] == [
            (0, "First,\nthen <b>rest</b>⟨U+202E⟩."),
            (1, "Once more."),
        ]
        assert found[0].at_ms <= found[1].at_ms


def test_workflows_are_counted_by_status_without_those_that_are_archived(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        g.run_report()
        g.run(Reply("Done."))
        gone = g.run(Reply("Done."), request_key="kept")
        assert g.wire.owner.delete(f"/workflows/{gone['id']}").json()["archived"] is True
        counts = g.house.engine.query(CountWorkflows())
        assert {status: count for status, count in counts.items() if count} == {"done": 1, "unverified": 1}
        assert counts["interrupted"] == 0


def test_what_is_not_there_is_told_so(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        for query in (ListRevisions(workflow_id="task_none"), ListCalls(workflow_id="task_none")):
            with pytest.raises(NotFound):
                g.house.engine.query(query)
        for limit in (0, 1001):
            with pytest.raises(BadInput):
                g.house.engine.query(ListCalls(workflow_id="task_none", limit=limit))
