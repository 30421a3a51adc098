"""How runs of workflows come out, and what a person may do with them then (spec/workflows 3.2, 6.2, 9)."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from placet.agents.goals import TRIES_OF_STEP
from placet.agents.prompts import MOST_OPERATIONS_TOLD
from placet.api import BadDeclaration
from placet.api.workflows import GetWorkflow
from placet.rules.scope import REPORT
from placet.work.turns import Turns
from placet.work.workflows import NOT_SHOWN, STOPPED
from tests.fakes.model_server import Reply, call
from tests.flows.goals import Goals, goals, writes
from tests.flows.house import FREE_WRITE, RESTRICTED_WRITE

FREE = ({"name": "fs_write", "restricted": False}, {"name": "fs_read"}, {"name": "fs_list"})


def offered(g: Goals, index: int = -1) -> list[str]:
    """The tools of one request to the model."""
    return [tool["function"]["name"] for tool in g.model.requests[index].get("tools", [])]


def held_reply(text: str = "Late.", *calls: dict[str, object]) -> tuple[Reply, threading.Event]:
    go = threading.Event()
    return Reply(text, calls=calls, before=lambda: go.wait(60) and None), go


@pytest.mark.spec("w42")
def test_a_guided_step_offers_one_tool_with_only_its_free_fields(tmp_path: Path) -> None:
    with goals(tmp_path, declared=FREE) as g:
        g.run_report(writes(), Reply("I wrote it."))
        first, last = g.model.requests
        assert offered(g, 0) == ["fs_write"]
        parameters = first["tools"][0]["function"]["parameters"]
        assert (list(parameters["properties"]), parameters["required"]) == (["content"], ["content"])
        assert (first["tool_choice"], first["temperature"]) == ("required", 0.0)
        assert "tools" not in last


def test_a_free_goal_is_offered_the_agents_tools_and_the_one_that_reports(tmp_path: Path) -> None:
    with goals(tmp_path, declared=FREE) as g:
        g.run(Reply("Done."))
        assert offered(g) == ["fs_write", "fs_read", "fs_list", REPORT]
        assert "_async" not in g.model.requests[-1]["tools"][0]["function"]["parameters"]["properties"]


@pytest.mark.spec("w41")
def test_whatever_a_model_calls_beside_its_guided_step_is_refused(tmp_path: Path) -> None:
    with goals(tmp_path, declared=(*FREE, {"name": "shell", "restricted": False})) as g:
        row = g.run_report(Reply(calls=(call("shell", {"command": "touch owned"}),)), Reply("I ran it."))
        assert (row["status"], row["verdict"]) == ("unverified", "incomplete")
        assert not (g.house.folder() / "owned").exists()
        assert "out-of-scope" in g.model.told()[0]
        assert g.operations(row["id"]) == []


def test_the_fixed_arguments_of_a_step_are_ours(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        row = g.run_report(writes(content="Mine.", path="elsewhere.md"))
        assert row["status"] == "done"
        assert [it.name for it in g.house.folder().iterdir() if it.suffix == ".md"] == ["report.md"]


def test_a_step_whose_arguments_do_not_fit_is_asked_for_a_few_times(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        nothing = Reply(calls=(call("fs_write", {}),))
        row = g.run_report(*[nothing] * TRIES_OF_STEP, Reply("I gave up."))
        assert (row["status"], row["verdict"], row["missing"]) == ("unverified", "incomplete", ["fs_write"])
        assert len(g.model.requests) == TRIES_OF_STEP + 1
        g.model.replies += [nothing, writes(), Reply("Now it is there.")]
        assert g.act(row["id"], "retry").status_code == 200
        assert g.ended(row["id"], attempt=2)["status"] == "done"


def test_the_verdict_stands_when_the_last_words_fail(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        row = g.run_report(writes(), Reply(""))
        assert (row["status"], row["summary"]) == ("done", None)


@pytest.mark.spec("w56")
def test_success_without_demands_is_unverified(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        row = g.run(Reply("All done, I promise."))
        assert (row["status"], row["verification"]) == ("unverified", "unverified")
        assert (row["verdict"], row["reasons"]) == ("unchecked", ["no-criteria"])
        assert (row["model_completed"], row["error"]) == (True, NOT_SHOWN)
        assert g.wire.owner.get("/doctor").json() == {
            "healthy": True,
            "checked": ["ledger", "permissions", "workflows", "tools", "backends", "links"],
            "findings": [],
            "links": [],
        }


@pytest.mark.spec("w57")
def test_reporting_success_is_no_proof_of_it(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        said = {"summary": "The mail was sent and confirmed."}
        row = g.run(Reply(calls=(call(REPORT, said),)), Reply("Bye."))
        assert (row["status"], row["receipts"]) == ("unverified", [])
        assert (row["summary"], g.operations(row["id"])) == (said["summary"], [])
        assert g.house.tasks() == ()
        assert g.model.told() == ['{"noted":true}']


@pytest.mark.parametrize("said", ['{"summary": 7}', "{", '"text"', '{"summary": "' + "x" * 5_001 + '"}'])
def test_a_report_that_is_none_is_told_so(tmp_path: Path, said: str) -> None:
    with goals(tmp_path) as g:
        row = g.run(Reply(calls=(call(REPORT, said),)), Reply("Bye."))
        assert '"error"' in g.model.told()[0]
        assert row["summary"] == "Bye."


@pytest.mark.spec("w61")
def test_proof_of_an_older_goal_proves_nothing_of_the_next(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        row = g.run_report()
        g.model.replies += [Reply(calls=(call("shell", {}),)), Reply("It is there already.")]
        g.act(row["id"], "continue", text="Write it anew.")
        after = g.ended(row["id"], attempt=2)
        assert (after["status"], after["verdict"]) == ("unverified", "incomplete")
        assert [it["goal_revision"] for it in after["receipts"]] == [0]


@pytest.mark.spec("w69")
def test_what_is_stopped_while_it_waits_never_starts(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        reply, go = held_reply()
        g.model.replies.append(reply)
        first = g.create().json()["id"]
        g.until(first, "running")
        second = g.create(text="Another.").json()["id"]
        stopped = g.act(second, "stop")
        assert (stopped.status_code, stopped.json()["status"]) == (200, "stopped")
        go.set()
        assert g.ended(first)["status"] == "unverified"
        assert (g.row(second)["started_at"], len(g.model.requests)) == (None, 1)
        assert g.act(second, "stop").json()["status"] == "stopped"


@pytest.mark.spec("w74")
def test_a_stopped_one_shows_what_was_said_and_proved_so_far(tmp_path: Path) -> None:
    with goals(tmp_path, declared=FREE) as g:
        reply, go = held_reply()
        write = call("fs_write", {"path": "a.txt", "content": "one"})
        g.model.replies += [Reply("First I write a.txt.", calls=(write,)), reply]
        made = g.create().json()["id"]
        g.house.wait_for_event("operation.moved", to="confirmed")
        g.house.wait_for_event("generation.created", 2)
        stopped = g.act(made, "stop").json()
        go.set()
        assert (stopped["status"], stopped["error"]) == ("stopped", STOPPED)
        assert stopped["summary"] == "First I write a.txt."
        assert [it["tool"] for it in stopped["receipts"]] == ["fs_write"]
        g.model.replies.append(Reply("It was done."))
        assert g.act(made, "retry").status_code == 200
        assert g.ended(made, attempt=2)["status"] == "unverified"
        g.house.wait_for(lambda: g.house.agent().state == "idle")


def test_a_failed_one_says_why_and_keeps_what_was_proved(tmp_path: Path) -> None:
    with goals(tmp_path, declared=FREE) as g:
        write = call("fs_write", {"path": "a.txt", "content": "one"})
        row = g.run(Reply("I write.", calls=(write,)), Reply(""))
        assert (row["status"], row["verification"], row["model_completed"]) == ("failed", "pending", False)
        assert row["error"]
        assert (len(row["receipts"]), row["summary"]) == (1, "I write.")


@pytest.mark.spec("w15")
def test_of_two_retries_at_once_one_is_taken_up(tmp_path: Path) -> None:
    with goals(tmp_path) as g, ThreadPoolExecutor(2) as two:
        row = g.run(Reply("Done."))
        gate = threading.Barrier(2)

        def retry(_: int) -> int:
            gate.wait()
            return g.act(row["id"], "retry").status_code

        assert sorted(two.map(retry, range(2))) == [200, 409]
        after = g.ended(row["id"], attempt=2)
        assert after["attempt"] == 2
        talk = f"/agents/clerk/conversations/{row['conversation_id']}/messages"
        said = g.wire.owner.get(talk).json()["messages"]
        assert [it["role"] for it in said] == ["owner", "assistant", "owner", "assistant"]


def test_what_was_done_is_not_retried_and_what_was_not_interrupted_not_resumed(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        done, talk = g.run_report(), g.run(Reply("Done."))
        assert g.act(done["id"], "retry").status_code == 409
        assert g.act(talk["id"], "resume").status_code == 409
        assert g.act("task_none", "retry").status_code == 404


@pytest.mark.spec("w86")
def test_what_was_allowed_in_one_run_is_asked_again_in_the_next(tmp_path: Path) -> None:
    with goals(tmp_path, declared=(RESTRICTED_WRITE,)) as g:
        g.model.replies += [writes(), Reply("Written.")]
        made = g.report().json()["id"]
        (task,) = g.house.waiting()
        g.house.approve(task.id)
        assert g.ended(made)["status"] == "done"
        g.model.replies += [writes(content="Again."), Reply("Written.")]
        g.act(made, "continue", text="Write it anew.")
        (again,) = g.house.waiting()
        assert again.id != task.id
        g.house.deny(again.id, "Not now.")
        after = g.ended(made, attempt=2)
        assert (after["status"], after["verdict"]) == ("unverified", "incomplete")
        assert (g.house.folder() / "report.md").read_text() == "All is well."


def test_a_second_run_is_told_to_resume_and_what_was_done_without_its_arguments(tmp_path: Path) -> None:
    with goals(tmp_path, declared=FREE) as g:
        write = call("fs_write", {"path": "secret-name.txt", "content": "secret words"})
        row = g.run(Reply(calls=(write,)), Reply(""))
        g.model.replies.append(Reply("It was done."))
        g.act(row["id"], "retry")
        g.ended(row["id"], attempt=2)
        told = [it["content"] for it in g.model.requests[-1]["messages"] if it["role"] == "user"][-1]
        assert told.startswith("Resume the existing goal; do not begin anew.")
        assert '"tool": "fs_write", "effect": "write", "state": "confirmed"' in told
        assert told.endswith("The goal: Do it.")
        assert "secret" not in told
        assert MOST_OPERATIONS_TOLD == 50


def test_what_an_earlier_run_left_open_is_withdrawn_when_the_next_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def withdraws_nothing(*_: object, **__: object) -> None:
        pass

    with goals(tmp_path, declared=(RESTRICTED_WRITE,)) as g:
        later = call("fs_write", {"path": "a.txt", "content": "x", "_async": True})
        with monkeypatch.context() as without:
            without.setattr(Turns, "withdraw", withdraws_nothing)
            row = g.run(Reply(calls=(later,)), Reply("Bye."))
        (left,) = g.house.tasks()
        assert left.status == "pending_approval"
        g.model.replies.append(Reply("Nothing more."))
        g.act(row["id"], "retry")
        g.ended(row["id"], attempt=2)
        task = g.house.task(left.id)
        assert (task.status, task.approval and task.approval.state) == ("cancelled", "withdrawn")


def test_async_calls_of_a_workflow_do_not_outlive_its_run(tmp_path: Path) -> None:
    with goals(tmp_path, declared=(RESTRICTED_WRITE,)) as g:
        later = call("fs_write", {"path": "a.txt", "content": "x", "_async": True})
        row = g.run(Reply(calls=(later,)), Reply("It will be done."))
        (task,) = g.house.tasks()
        assert (task.status, row["status"]) == ("cancelled", "unverified")
        assert not (g.house.folder() / "a.txt").exists()


def test_only_so_many_are_with_their_agents_at_a_time(tmp_path: Path) -> None:
    with goals(tmp_path, settings="workflows.max_running = 1\n") as g:
        g.house.declare("second", tools=[FREE_WRITE])
        reply, go = held_reply()
        g.model.replies.append(reply)
        first = g.create().json()["id"]
        g.until(first, "running")
        second = g.create(agent="second").json()["id"]
        assert g.row(second)["status"] == "queued"
        go.set()
        assert [g.ended(it)["status"] for it in (first, second)] == ["unverified", "unverified"]
        order = [it.task_id for it in g.house.events("workflow.moved") if it.payload["to"] == "running"]
        assert order == [first, second]


def test_a_stopped_agents_goal_waits_for_its_start(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        row = g.run(Reply("Done."))
        g.house.stop()
        assert g.act(row["id"], "retry").json()["status"] == "queued"
        (finding,) = g.wire.owner.get("/doctor").json()["findings"]
        assert (finding["code"], finding["workflow_id"]) == ("workflow_waits", row["id"])
        g.wire.owner.post("/agents/clerk/start")
        assert g.ended(row["id"], attempt=2)["status"] == "unverified"


def test_a_look_of_the_owners_is_kept_and_settles_nothing(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        row = g.run_report()
        (operation,) = g.operations(row["id"])
        place = f"operations/{operation['id']}"
        looked = g.act(row["id"], f"{place}/looked", happened=False, reason="I looked.")
        assert [it["reason"] for it in looked.json()["looks"]] == ["I looked."]
        assert looked.json()["state"] == "confirmed"
        assert g.act(row["id"], f"{place}/looked", happened="no", reason="x").status_code == 400
        assert g.act(row["id"], f"{place}/looked", happened=True, reason="x" * 1001).status_code == 400
        assert g.act(row["id"], "operations/op_none/looked", happened=True, reason="x").status_code == 404
        checked = g.act(row["id"], f"{place}/check")
        assert (checked.status_code, checked.json()["state"]) == (200, "confirmed")


def test_an_orderly_stop_interrupts_what_runs_and_the_next_start_starts_nothing(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        reply, go = held_reply()
        g.model.replies.append(reply)
        first = g.create().json()["id"]
        g.until(first, "running")
        second = g.create(text="Another.").json()["id"]
        g.house.restart()
        go.set()
        rows = [g.house.engine.query(GetWorkflow(workflow_id=it)) for it in (first, second)]
        assert [(row.status, row.verification) for row in rows] == [("interrupted", "pending")] * 2
        assert len(g.model.requests) == 1


def test_stopping_one_that_waits_for_an_answer_withdraws_the_question(tmp_path: Path) -> None:
    with goals(tmp_path, declared=(RESTRICTED_WRITE,)) as g:
        g.model.replies.append(writes())
        made = g.report().json()["id"]
        (task,) = g.house.waiting()
        stopped = g.act(made, "stop").json()
        assert (stopped["status"], stopped["verification"]) == ("stopped", "unverified")
        row = g.house.task(task.id)
        assert (row.status, row.approval.state if row.approval else None) == ("cancelled", "withdrawn")
        assert g.operations(made) == []
        g.model.replies += [writes(), Reply("Written.")]
        g.act(made, "retry")
        (again,) = g.house.waiting()
        g.house.approve(again.id)
        assert g.ended(made, attempt=2)["status"] == "done"


def test_stopping_the_agent_stops_what_it_works_on(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        reply, go = held_reply()
        g.model.replies.append(reply)
        made = g.create().json()["id"]
        g.until(made, "running")
        g.house.stop()
        go.set()
        assert g.row(made)["status"] == "stopped"
        assert g.house.agent().state == "stopped"


@contextmanager
def used_up() -> Iterator[tuple[str, list[str]]]:
    """A model server whose quota is used up, and what it was asked."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            asked.append(self.path)
            said = b'{"error": {"message": "You exceeded your quota.", "code": "insufficient_quota"}}'
            self.send_response(429)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.spec("w87")
def test_on_a_quota_error_no_other_provider_is_asked(tmp_path: Path) -> None:
    with used_up() as (url, asked):
        limited = f'[[backends]]\nid = "limited"\nbase_url = "{url}"\nmodels = ["small"]\n'
        with goals(tmp_path, settings=limited) as g:
            g.house.declare("poor", tools=[FREE_WRITE], model={"backend": "limited", "name": "small"})
            for made in (g.report(agent="poor"), g.create(agent="poor")):
                row = g.ended(made.json()["id"])
                assert (row["status"], row["verification"]) == ("failed", "pending")
                assert "quota" in row["error"]
            assert (len(asked), g.model.requests) == (2, [])
            with pytest.raises(BadDeclaration, match="later release"):
                g.house.change("poor", fallback={"backend": "here"})
