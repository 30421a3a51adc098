"""The console decides, an outside harness executes (DECISIONS T12; interfaces 2: `decide_only`, `outcome`)."""

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from placet.api.commands import ExtendDeadline
from placet.api.queries import GetCard
from tests.fakes.clock import HeldClock
from tests.fakes.tools import HeldTool
from tests.flows.house import House
from tests.flows.wire import Wire, wire

TOOLS = (
    {"name": "Bash", "restricted": True},
    {"name": "Read", "restricted": False},
    {"name": "Kill", "enabled": False},
    {"name": "held", "restricted": False},
    {"name": "Send", "restricted": True, "only": {"to": ["me@example.org"]}},
)
SOURCE = {"harness": "claude-code", "session_id": "s-1", "cwd": "/srv/a\u202eb", "mood": "good"}
COMMAND = {"command": "make install", "_timeout": 5, "_reason": "To install it."}


@pytest.fixture
def http(house: House) -> Iterator[Wire]:
    house.declare(tools=TOOLS)
    with wire(house) as it:
        yield it


def ask(http: Wire, tool: str = "Bash", args: Any = None, **more: Any) -> httpx.Response:
    return http.call(tool, COMMAND if args is None else args, decide_only=True, **more)


def asked(http: Wire, tool: str = "Bash", args: Any = None, **more: Any) -> str:
    answer = ask(http, tool, args, wait_ms=0, **more)
    assert (answer.status_code, answer.json()["status"]) == (202, "pending_approval"), answer.text
    return str(answer.json()["task_id"])


def report(http: Wire, task_id: str, **body: Any) -> httpx.Response:
    return http.agent.post(f"/agents/clerk/tasks/{task_id}/outcome", json=body)


def test_a_held_call_is_bound_whole_and_is_nobodys_to_wait_for(house: House, http: Wire) -> None:
    task_id = asked(http, source=SOURCE)
    row = http.task(task_id)
    assert (row["args"], row["claim"]) == (COMMAND, "To install it.")
    assert (row["decision_only"], row["executor_managed"], row["requires_authorization"]) == (
        True,
        False,
        True,
    )
    assert (row["effect"], row["risk"], row["source"]) == ("unknown", "high", SOURCE)
    assert "Placet only decides" in row["sentence"]
    assert row["origin"].startswith("hil:clerk:")
    (requested,) = house.events("hil.requested", task_id=task_id)
    assert requested.payload["input"] == COMMAND


def test_the_card_says_who_asks_in_showable_words(house: House, http: Wire) -> None:
    card = house.engine.query(GetCard(task_id=asked(http, source=SOURCE)))
    assert card.shown_source == (
        ("harness", "claude-code"),
        ("session_id", "s-1"),
        ("cwd", "/srv/a⟨U+202E⟩b"),
    )
    assert (card.editable, card.step_up) == (True, True)
    assert house.engine.query(GetCard(task_id=asked(http))).shown_source == ()


def test_whoever_waits_is_answered_when_it_is_decided_and_runs_it_alone(
    house: House, http: Wire, held: HeldTool
) -> None:
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(ask, http, "held", {"n": 1})
        task_id = house.waiting()[0].id
        assert http.resolve(task_id, "approve").json()["resolution"] == {
            "task_id": task_id,
            "status": "approved",
        }
        answer = waiting.result(timeout=60)
    assert (answer.status_code, answer.json()["task"]["status"]) == (200, "running")
    assert (answer.json()["task"]["id"], answer.json()["result"], answer.json()["error"]) == (
        task_id,
        None,
        None,
    )
    assert held.runs == []
    assert report(http, task_id, ok=True, result={"exit": 0}).json()["task"]["status"] == "completed"
    assert (http.task(task_id)["result"], held.runs) == ({"exit": 0}, [])


def test_an_outcome_is_taken_once(house: House, http: Wire) -> None:
    task_id = asked(http)
    early = report(http, task_id, ok=True)
    assert (early.status_code, early.json()["task"]["status"]) == (409, "pending_approval")
    http.resolve(task_id, "approve")
    failed = report(http, task_id, ok=False, error="make: *** No rule")
    assert (failed.status_code, failed.json()["task"]["status"]) == (200, "failed")
    again = report(http, task_id, ok=True, result=1)
    assert (again.status_code, again.json()["code"], again.json()["task"]["status"]) == (
        409,
        "conflict",
        "failed",
    )
    assert http.task(task_id)["error"] == "make: *** No rule"
    assert [it.payload["status"] for it in house.events("trigger.due", task_id=task_id)] == ["failed"]
    assert len(house.events("hil.resolved", task_id=task_id)) == 1


def test_two_outcomes_at_once_leave_one(house: House, http: Wire) -> None:
    task_id = asked(http)
    http.resolve(task_id, "approve")
    ready = threading.Barrier(2)

    def race(ok: bool) -> int:
        ready.wait(timeout=60)
        return report(http, task_id, ok=ok).status_code

    with ThreadPoolExecutor(2) as pool:
        codes = sorted(pool.map(race, (True, False)))
    assert codes == [200, 409]
    assert len(house.events("trigger.due", task_id=task_id)) == 1


def test_a_failure_without_words_gets_words_of_ours(http: Wire) -> None:
    task_id = asked(http)
    http.resolve(task_id, "approve")
    assert "doesn't say why" in report(http, task_id, ok=False).json()["task"]["error"]


def test_a_denial_reaches_whoever_waits_with_its_reason(house: House, http: Wire) -> None:
    with ThreadPoolExecutor(1) as pool:
        waiting: Future[httpx.Response] = pool.submit(ask, http)
        http.resolve(house.waiting()[0].id, "deny", reason="Not today.")
        answer = waiting.result(timeout=60).json()
    assert (answer["task"]["status"], answer["error"]["code"]) == ("denied", "denied")
    assert answer["error"]["feedback"] == "Not today."
    assert report(http, answer["task"]["id"], ok=True).status_code == 409


def test_a_free_tool_is_allowed_at_once_and_still_answers_for_itself(house: House, http: Wire) -> None:
    answer = ask(http, "Read", {"path": "a"}).json()
    task_id = answer["task"]["id"]
    assert (answer["task"]["status"], answer["task"]["approval"]) == ("running", None)
    assert answer["task"]["requires_authorization"] is False
    assert report(http, task_id, ok=True, result=None).json()["task"]["status"] == "completed"
    assert house.events("hil.requested") == []


@pytest.mark.parametrize(
    ("tool", "why"), [("Bash", "restricted"), ("mcp__mail__send", "undeclared"), ("held", "namesake")]
)
def test_what_the_owner_did_not_free_is_held_and_says_why(http: Wire, tool: str, why: str) -> None:
    assert http.task(asked(http, tool))["approval"]["hold_reason"] == why


def test_a_tool_that_is_switched_off_is_refused_without_a_row(house: House, http: Wire) -> None:
    answer = ask(http, "Kill")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_enabled")
    assert house.tasks() == ()


@pytest.mark.parametrize(
    ("tool", "args", "more", "status", "pointer"),
    [
        ("rm -rf", {}, {}, 400, "/tool"),
        ("Bash", ["ls"], {}, 400, "/args"),
        ("Bash", {}, {"defer": True}, 400, "/defer"),
        ("Bash", {}, {"decide_only": "yes"}, 400, "/decide_only"),
        ("Send", {"to": "them@example.org"}, {}, 403, "/args/to"),
    ],
)
def test_what_cannot_be_bound_or_is_not_allowed_leaves_no_row(
    house: House, http: Wire, tool: str, args: Any, more: dict[str, Any], status: int, pointer: str
) -> None:
    answer = http.call(tool, args, **{"decide_only": True, **more})
    assert (answer.status_code, answer.json()["pointer"]) == (status, pointer)
    assert house.tasks() == ()


def test_arguments_are_held_to_the_strict_text_all_the_same(house: House, http: Wire) -> None:
    body = '{"tool": "Bash", "decide_only": true, "args": {"a": 1, "a": 2}}'
    answer = http.agent.post("/agents/clerk/tool-calls", content=body)
    assert (answer.status_code, house.tasks()) == (400, ())


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/ok"),
        ({"ok": 1}, "/ok"),
        ({"ok": True, "error": "no"}, "/error"),
        ({"ok": False, "error": 7}, "/error"),
    ],
)
def test_a_report_that_says_nothing_clear_is_refused(http: Wire, body: dict[str, Any], pointer: str) -> None:
    task_id = asked(http)
    http.resolve(task_id, "approve")
    answer = report(http, task_id, **body)
    assert (answer.status_code, answer.json()["pointer"]) == (400, pointer)
    assert http.task(task_id)["status"] == "running"


def test_a_task_that_placet_runs_takes_nobodys_word_for_its_outcome(http: Wire, held: HeldTool) -> None:
    answer = http.call("held", {"_async": True})
    assert report(http, answer.json()["task_id"], ok=True).status_code == 409
    held.let_go()


def test_another_agents_token_reports_nothing(house: House, http: Wire) -> None:
    task_id = asked(http)
    http.resolve(task_id, "approve")
    house.declare("other")
    with wire(house, "other") as other:
        path = f"/agents/clerk/tasks/{task_id}/outcome"
        assert other.agent.post(path, json={"ok": True}).status_code == 404
        elsewhere = other.agent.post(f"/agents/other/tasks/{task_id}/outcome", json={"ok": True})
        assert elsewhere.status_code == 404
    assert http.task(task_id)["status"] == "running"


def test_edited_arguments_are_what_the_harness_is_told(house: House, http: Wire) -> None:
    task_id = asked(http)
    edited = {"command": "make -n install", "_timeout": 5}
    assert http.resolve(task_id, "approve", modified_args=edited).status_code == 200
    row = http.task(task_id)
    assert (row["args"], row["approved_args"]) == (COMMAND, edited)
    assert row["approved_digest"] not in {None, row["digest"]}
    assert "Placet only decides" in row["sentence"]


def test_an_edit_cannot_leave_the_owners_narrowing(http: Wire) -> None:
    task_id = asked(http, "Send", {"to": "me@example.org"})
    answer = http.resolve(task_id, "approve", modified_args={"to": "them@example.org"})
    assert (answer.status_code, http.task(task_id)["status"]) == (403, "pending_approval")


def test_switched_off_meanwhile_it_can_be_denied_and_not_approved(house: House, http: Wire) -> None:
    task_id = asked(http)
    house.change(tools=[{"name": "Bash", "enabled": False}])
    assert http.resolve(task_id, "approve").json()["code"] == "tool_disabled"
    assert http.resolve(task_id, "deny").status_code == 200


def test_taken_back_before_it_is_decided_it_is_cancelled(house: House, http: Wire) -> None:
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(ask, http)
        task_id = house.waiting()[0].id
        assert http.agent.post(f"/agents/clerk/tasks/{task_id}/cancel", json={}).status_code == 200
        assert waiting.result(timeout=60).json()["task"]["status"] == "cancelled"
    assert http.task(task_id)["approval"]["state"] == "withdrawn"


def test_cancelled_while_the_harness_runs_it_the_row_tells_so_and_waits_for_its_word(
    house: House, http: Wire
) -> None:
    task_id = asked(http)
    http.resolve(task_id, "approve")
    row = http.owner.post(f"/agents/clerk/tasks/{task_id}/cancel", json={}).json()["task"]
    assert (row["status"], row["cancel_requested"]) == ("running", True)
    assert [it.payload["what"] for it in house.events("task.changed", task_id=task_id)] == [
        "cancel_requested"
    ]
    assert report(http, task_id, ok=False, error="Stopped.").json()["task"]["status"] == "failed"


def test_stopping_the_agent_leaves_what_its_harness_asked(house: House, http: Wire) -> None:
    waits, runs = asked(http), asked(http, args={"n": 2})
    http.resolve(runs, "approve")
    house.stop()
    assert [http.task(it)["status"] for it in (waits, runs)] == ["pending_approval", "running"]
    assert report(http, runs, ok=True).status_code == 200


def test_the_same_request_key_finds_the_decision_again(house: House, http: Wire) -> None:
    task_id = asked(http, request_key="k")
    assert asked(http, request_key="k") == task_id
    http.resolve(task_id, "approve")
    answer = ask(http, request_key="k").json()["task"]
    assert (answer["id"], answer["status"]) == (task_id, "running")
    report(http, task_id, ok=True, result=7)
    assert ask(http, request_key="k").json()["result"] == 7


def test_a_token_that_is_taken_back_while_its_call_waits_is_told_no_yes(house: House, http: Wire) -> None:
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(ask, http)
        task_id = house.waiting()[0].id
        tokens = http.owner.get("/tokens").json()["tokens"]
        http.owner.delete(f"/tokens/{next(it['id'] for it in tokens if it['scope'] == 'agent')}")
        http.resolve(task_id, "approve")
        assert waiting.result(timeout=60).status_code == 401


def test_askers_under_one_key_share_the_question_and_not_its_yes(house: House, http: Wire) -> None:
    task_id = asked(http, request_key="k", asker="one")
    assert asked(http, request_key="k", asker="two") == task_id
    http.resolve(task_id, "approve")
    for _ in range(2):
        assert ask(http, request_key="k", asker="two").json()["task"]["status"] == "running"
    refused = ask(http, request_key="k", asker="one")
    assert (refused.status_code, refused.json()["code"]) == (409, "yes_given")
    assert ask(http, request_key="k", asker="x" * 65).status_code == 400


def test_a_yes_from_before_a_restart_is_given_to_nobody_that_may_have_had_it_before(house: House) -> None:
    house.declare(tools=TOOLS)
    with wire(house) as http:
        runs, waits = (asked(http, request_key=it, args={"n": it}, asker="one") for it in ("a", "b"))
        http.resolve(runs, "approve")
    house.restart()
    with wire(house) as http:
        assert ask(http, request_key="a", args={"n": "a"}, asker="two").json()["code"] == "yes_given"
        http.resolve(waits, "approve")
        assert ask(http, request_key="b", args={"n": "b"}, asker="two").status_code == 200


def test_an_unanswered_request_ends_at_its_deadline(tmp_path: Path, clock: HeldClock) -> None:
    with House(tmp_path, clock=clock) as house:
        house.declare(tools=TOOLS)
        with wire(house) as http:
            task_id = asked(http, deadline_s=60)
            house.submit(ExtendDeadline(task_id=task_id, expires_at=clock.at_ms + 1))
            clock.at_ms += 1
            assert house.ended(task_id).status == "cancelled"
            assert http.task(task_id)["approval"]["state"] == "timed_out"


def test_open_and_allowed_calls_outlive_the_process_and_are_answered_after_it(house: House) -> None:
    house.declare(tools=TOOLS)
    with wire(house) as http:
        waits, runs = asked(http, request_key="waits"), asked(http, args={"n": 2})
        http.resolve(runs, "approve")
    for _ in range(2):
        house.restart()
    with wire(house) as http, ThreadPoolExecutor(1) as pool:
        assert [http.task(it)["status"] for it in (waits, runs)] == ["pending_approval", "running"]
        assert report(http, runs, ok=True, result="done").json()["task"]["status"] == "completed"
        waiting = pool.submit(ask, http, request_key="waits")
        house.wait_for(lambda: http.task(waits)["approval"]["state"] == "open")
        http.resolve(waits, "approve")
        assert waiting.result(timeout=60).json()["task"]["status"] == "running"
    assert house.events("loop.recovered") == []
