"""What an owner may ask of workflows over HTTP: goals, keys, continuing, removing (spec/workflows 7)."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from placet.api import workflows as workflow_api
from placet.api.workflows import ListWorkflows
from placet.rules.workflows import MOST_KEY_CHARS
from tests.fakes.model_server import Reply, call
from tests.flows.goals import Goals, goals, writes


def listed(g: Goals) -> list[str]:
    return [row["id"] for row in g.wire.owner.get("/workflows").json()["workflows"]]


@pytest.mark.spec("w40")
def test_a_demand_or_a_scope_that_a_client_sends_has_no_effect(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        more = {
            "toolScope": {"names": ["shell"]},
            "tool_scope": {"names": []},
            "expectations": [{"tool": "x"}],
        }
        made = g.create(**more)
        assert made.status_code == 201
        assert (made.json()["tool_scope"], made.json()["expectations"]) == (None, [])


@pytest.mark.spec("w75")
def test_the_same_request_twice_at_once_makes_one_workflow(tmp_path: Path) -> None:
    with goals(tmp_path) as g, ThreadPoolExecutor(8) as many:
        gate = threading.Barrier(8)

        def ask(_: int) -> tuple[int, str]:
            gate.wait()
            made = g.create(request_key="k1")
            return made.status_code, made.json()["id"]

        answers = list(many.map(ask, range(8)))
        assert len({id_ for _, id_ in answers}) == 1
        assert sorted(code for code, _ in answers) == [200] * 7 + [201]
        assert listed(g) == [answers[0][1]]


@pytest.mark.spec("w76")
@pytest.mark.parametrize("other", [{"text": "Another."}, {"title": "Another"}])
def test_a_key_stands_for_one_body(tmp_path: Path, other: dict[str, str]) -> None:
    with goals(tmp_path) as g:
        first = g.create(request_key="k1")
        again = g.create(**{"text": "Do it.", "request_key": "k1", **other})
        assert (again.status_code, again.json()["code"]) == (422, "request_key_reused")
        assert listed(g) == [first.json()["id"]]


def test_a_guided_request_and_a_free_one_are_different_bodies(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        row = g.run_report(request_key="k1")
        again = g.report(request_key="k1")
        assert (again.status_code, again.json()["id"], again.json()["status"]) == (200, row["id"], "done")
        assert g.report(request_key="k1", path="other.md").status_code == 422
        assert g.create(request_key="k1").status_code == 422


@pytest.mark.parametrize("key", ["", "x" * (MOST_KEY_CHARS + 1), "draft:1", "system:1"])
def test_a_key_that_is_none_or_ours_is_refused(tmp_path: Path, key: str) -> None:
    with goals(tmp_path) as g:
        made = g.create(request_key=key)
        assert (made.status_code, made.json()["pointer"]) == (400, "/request_key")
        assert listed(g) == []


@pytest.mark.spec("w77")
def test_a_removed_workflow_with_a_key_still_answers_to_it(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        row = g.run(Reply("Done."), request_key="k1")
        removed = g.wire.owner.delete(f"/workflows/{row['id']}")
        assert (removed.status_code, removed.json()["archived"]) == (200, True)
        assert listed(g) == []
        again = g.create(request_key="k1")
        assert (again.status_code, again.json()["id"], again.json()["archived"]) == (200, row["id"], True)


@pytest.mark.spec("w78")
def test_what_proves_nothing_is_gone_and_what_proves_something_is_archived(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        talk, report = g.run(Reply("Done.")), g.run_report()
        for row, kept, then in ((talk, False, 404), (report, True, 200)):
            removed = g.wire.owner.delete(f"/workflows/{row['id']}")
            assert removed.json()["archived"] is kept
            assert g.wire.owner.get(f"/workflows/{row['id']}").status_code == then
        assert g.operations(report["id"])[0]["state"] == "confirmed"
        assert listed(g) == []


@pytest.mark.spec("w79", "w80")
def test_while_it_runs_it_is_neither_removed_nor_given_another_goal(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        row = g.run(Reply("First."))
        second = {"text": "And more.", "request_key": "c1"}
        go = threading.Event()
        g.model.replies.append(Reply("Second.", before=lambda: go.wait(60) and None))
        assert g.act(row["id"], "continue", **second).json()["goal_revision"] == 1
        g.until(row["id"], "running", attempt=2)
        assert g.wire.owner.delete(f"/workflows/{row['id']}").status_code == 409
        assert g.act(row["id"], "continue", text="Third.").status_code == 409
        repeated = g.act(row["id"], "continue", **second)
        assert (repeated.status_code, repeated.json()["goal_revision"]) == (200, 1)
        other = g.act(row["id"], "continue", text="Other.", request_key="c1")
        assert (other.status_code, other.json()["code"]) == (422, "request_key_reused")
        go.set()
        assert g.ended(row["id"], attempt=2)["goal_revision"] == 1


@pytest.mark.spec("w81")
def test_an_empty_goal_is_refused_and_a_scope_beside_one_has_no_effect(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        row = g.run_report()
        blank = g.act(row["id"], "continue", text="  \n")
        assert (blank.status_code, blank.json()["pointer"]) == (400, "/text")
        g.model.replies += [writes(content="More."), Reply("Again.")]
        assert g.act(row["id"], "continue", text="More.", toolScope={"names": ["shell"]}).status_code == 200
        after = g.ended(row["id"], attempt=2)
        assert after["tool_scope"] == row["tool_scope"]


@pytest.mark.spec("w82")
def test_a_new_goal_for_what_was_done_keeps_its_scope_and_demands(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        row = g.run_report()
        g.model.replies += [writes(content="A second report."), Reply("Written anew.")]
        assert g.act(row["id"], "continue", text="Write it anew.").status_code == 200
        after = g.ended(row["id"], attempt=2)
        assert (after["status"], after["goal_revision"], after["text"]) == ("done", 1, "Write it anew.")
        assert (after["expectations"], after["tool_scope"]) == (row["expectations"], row["tool_scope"])
        assert (g.house.folder() / "report.md").read_text() == "A second report."


def test_a_goal_needs_an_agent_that_can_work_on_it(tmp_path: Path) -> None:
    with goals(tmp_path, declared=()) as g:
        assert g.create(agent="nobody").status_code == 404
        assert g.create(text="").status_code == 400
        assert g.create(text="x" * 20_001).json()["pointer"] == "/text"
        missing = g.report()
        assert (missing.status_code, missing.json()["code"]) == (409, "conflict")
        assert "fs_write" in missing.json()["error"]
        g.house.declare("mute", model=None)
        assert g.create(agent="mute").status_code == 409


def test_only_the_owner_reaches_workflows(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        row = g.run(Reply("Done."))
        for method, path in (
            ("POST", "/workflows"),
            ("POST", "/workflows/guided/report"),
            ("GET", "/workflows"),
            ("GET", f"/workflows/{row['id']}"),
            ("POST", f"/workflows/{row['id']}/retry"),
            ("DELETE", f"/workflows/{row['id']}"),
            ("GET", f"/workflows/{row['id']}/operations"),
            ("GET", "/doctor"),
        ):
            assert g.wire.agent.request(method, path).status_code == 403


def test_workflows_are_listed_among_all_tasks(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        talk, report = g.run(Reply("Done.")), g.run_report()
        found = g.wire.owner.get("/tasks", params={"kind": "workflow"}).json()["tasks"]
        assert [(it["id"], it["kind"], it["phase"]) for it in found] == [
            (report["id"], "workflow", "ended"),
            (talk["id"], "workflow", "ended"),
        ]
        only = g.wire.owner.get("/tasks", params={"kind": "workflow", "status": "done"}).json()["tasks"]
        assert [it["id"] for it in only] == [report["id"]]
        assert g.wire.owner.get(f"/tasks/{report['id']}").json()["task"]["verdict"] == "verified"
        assert (
            g.wire.owner.get("/tasks", params={"kind": "workflow", "status": "completed"}).status_code == 400
        )
        for filters, expected in (
            ({"q": "REPORT", "limit": 1}, [report]),
            ({"q": "100%"}, []),
            ({"before": report["id"]}, [talk]),
            ({"phases": ("ended",), "statuses": ("done",)}, [report]),
            ({"phases": ("active",)}, []),
            ({"phases": ("active",), "statuses": ("done",)}, []),
            ({"agent": "clerk"}, [report, talk]),
        ):
            rows = g.house.engine.query(ListWorkflows(**filters))
            assert [row.id for row in rows] == [it["id"] for it in expected], filters


def test_the_operations_of_a_workflow_come_by_the_page(tmp_path: Path) -> None:
    paths = [f"{number}.txt" for number in range(5)]
    with goals(tmp_path) as g:
        row = g.run(
            *(Reply(calls=(call("fs_write", {"path": it, "content": "x"}),)) for it in paths), Reply("Done.")
        )
        every = [it["id"] for it in g.operations(row["id"])]
        address = f"/workflows/{row['id']}/operations"

        def page(**asked: object) -> list[str]:
            answer = g.wire.owner.get(address, params=asked)
            assert answer.status_code == 200, answer.text
            return [it["id"] for it in answer.json()["operations"]]

        assert row["operation_counts"] == {"confirmed": 5, "in_flight": 0, "not_run": 0, "uncertain": 0}
        assert page(limit=2) == every[:2]
        assert page(limit=2, after=every[1]) == every[2:4]
        assert page(limit=2, after=every[4]) == []
        assert page(order="newest", limit=2) == every[:2:-1]
        assert page(order="newest", after=every[2]) == every[1::-1]
        assert (page(state="confirmed"), page(state="uncertain")) == (every, [])
        one = g.wire.owner.get(f"{address}/{every[3]}").json()
        assert one == g.operations(row["id"])[3]
        other = g.run_report()
        assert g.wire.owner.get(f"/workflows/{other['id']}/operations/{every[3]}").status_code == 404
        foreign = g.wire.owner.get(f"/workflows/{other['id']}/operations", params={"after": every[3]})
        assert foreign.status_code == 404
        assert [it["id"] for it in g.wire.owner.get("/workflows?limit=1").json()["workflows"]] == [
            other["id"]
        ]
        older = g.wire.owner.get("/workflows", params={"before": other["id"]}).json()["workflows"]
        assert [it["id"] for it in older] == [row["id"]]


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"limit": 0}, "limit must be a whole number from 1 to 1000."),
        ({"limit": 1001}, "limit must be a whole number from 1 to 1000."),
        ({"state": "done"}, "state must be one of confirmed, in_flight, not_run, uncertain."),
        ({"order": "up"}, "order must be one of newest, oldest."),
    ],
)
def test_a_page_that_makes_no_sense_is_refused(tmp_path: Path, asked: dict[str, Any], told: str) -> None:
    with goals(tmp_path) as g:
        row = g.run_report()
        answer = g.wire.owner.get(f"/workflows/{row['id']}/operations", params=asked)
        assert (answer.status_code, answer.json()["error"]) == (400, told)


def test_a_long_past_is_told_of_in_a_workflows_row_by_its_newest_receipts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workflow_api, "MOST_RECEIPTS", 2)
    with goals(tmp_path) as g:
        written = (call("fs_write", {"path": f"{number}.txt", "content": "x"}) for number in range(3))
        row = g.run(*(Reply(calls=(one,)) for one in written), Reply("Done."))
        every = [it["id"] for it in g.operations(row["id"])]
        assert [it["operation_id"] for it in row["receipts"]] == every[1:]


def talk(row: dict[str, Any]) -> str:
    return f"/agents/clerk/conversations/{row['conversation_id']}/messages"


def test_a_message_into_an_ended_workflows_conversation_is_its_next_goal_under_its_scope(
    tmp_path: Path,
) -> None:
    with goals(tmp_path) as g:
        row = g.run_report()
        g.model.replies += [Reply(calls=(call("shell", {"command": "true"}),)), Reply("I couldn't.")]
        said = g.wire.owner.post(talk(row), json={"text": "Now run a command."})
        assert (said.status_code, said.json()) == (
            202,
            {
                "conversation_id": row["conversation_id"],
                "message_id": None,
                "turn_id": None,
                "workflow_id": row["id"],
            },
        )
        after = g.ended(row["id"], attempt=2)
        assert (after["goal_revision"], after["text"]) == (1, "Now run a command.")
        assert (after["status"], after["tool_scope"]) == ("unverified", row["tool_scope"])
        told = [it["text"] for it in g.wire.owner.get(talk(row)).json()["messages"] if it["role"] == "owner"]
        assert told == [row["text"], "Now run a command."]


def test_a_message_into_a_removed_workflows_conversation_brings_it_back(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        row = g.run_report()
        g.wire.owner.delete(f"/workflows/{row['id']}")
        g.model.replies += [writes(content="More."), Reply("Again.")]
        assert g.wire.owner.post(talk(row), json={"text": "More."}).json()["workflow_id"] == row["id"]
        assert g.ended(row["id"], attempt=2)["archived"] is False


def test_a_message_into_a_workflows_conversation_is_refused_while_that_runs(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        go = threading.Event()
        g.model.replies.append(Reply("Done.", before=lambda: go.wait(60) and None))
        row = g.create().json()
        g.until(row["id"], "running")
        said = g.wire.owner.post(talk(row), json={"text": "Now run a command."})
        go.set()
        assert (said.status_code, said.json()["code"]) == (409, "conflict")
        assert said.json()["error"].endswith("what you write here is its next goal, as with continue.")
        assert g.ended(row["id"])["goal_revision"] == 0
        assert g.wire.owner.post(talk(row), json={"text": " "}).status_code == 400


def test_a_message_without_a_conversation_goes_into_no_workflows(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        row = g.run_report()
        g.model.replies.append(Reply("Hello."))
        plain = g.wire.owner.post("/agents/clerk/messages", json={"text": "Hello?"})
        assert plain.json()["conversation_id"] != row["conversation_id"]


@pytest.mark.parametrize("guided", ["dance", "Today"])
def test_a_guided_workflow_that_is_not_there_is_refused_by_its_name(tmp_path: Path, guided: str) -> None:
    with goals(tmp_path) as g:
        asked = g.wire.owner.post(f"/workflows/guided/{guided}", json={"agent": "clerk"})
        assert (asked.status_code, asked.json()["code"]) == (400, "bad_input")
        assert asked.json()["error"] == (
            "There is no such guided workflow; there is answer_mail, report, today."
        )
        assert listed(g) == []


def test_a_guided_workflow_takes_nothing_that_it_has_no_use_for(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        asked = g.report(account="ada@example.org")
        assert (asked.status_code, asked.json()["pointer"]) == (400, "/account")
