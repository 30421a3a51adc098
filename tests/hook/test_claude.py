"""The hooks of Claude Code against a real engine, each as the process that the harness starts."""

import signal
from typing import Any

import pytest

from placet.hook.claude import READS
from placet.rules.outside import KNOWN_READS
from tests.flows.house import House
from tests.flows.wire import Wire
from tests.hook.harness import Ended, Harness, ended

NAME = "claude-code"
LS = {"command": "ls"}


def waiting(house: House) -> str:
    return house.waiting()[0].id


def task_of(house: House) -> Any:
    (task,) = house.tasks()
    return task


def test_a_held_call_waits_for_the_owner_and_runs_when_approved(
    house: House, net: Wire, harness: Harness
) -> None:
    with harness.asking("pre", "Bash", LS, agent_id="a1", agent_type="Explore") as process:
        task_id = waiting(house)
        assert process.poll() is None
        assert net.resolve(task_id, "approve", NAME).status_code == 200
        answer = ended(process)
    assert (answer.code, answer.decision, answer.words) == (0, "allow", "")
    assert answer.specific["hookEventName"] == "PreToolUse"
    assert "updatedInput" not in answer.specific
    row = net.task(task_id, NAME)
    assert (row["status"], row["args"], row["decision_only"]) == ("running", LS, True)
    assert row["source"] == {
        "harness": "claude-code",
        "session_id": "session-1",
        "agent_id": "a1",
        "agent_type": "Explore",
        "cwd": "/srv/project",
        "call_id": "toolu_1",
    }


def test_a_no_of_the_owners_reaches_the_model_with_its_reason(
    house: House, net: Wire, harness: Harness
) -> None:
    with harness.asking("pre", "Bash", LS) as process:
        net.resolve(waiting(house), "deny", NAME, reason="Not on a Friday.")
        answer = ended(process)
    assert (answer.code, answer.decision) == (0, "deny")
    assert "Not on a Friday." in answer.specific["permissionDecisionReason"]


def test_an_edit_replaces_the_input_and_the_model_is_told(house: House, net: Wire, harness: Harness) -> None:
    edited = {"command": "ls -l", "size": 9007199254740993, "half": 1.0}
    with harness.asking("pre", "Bash", LS) as process:
        net.resolve(waiting(house), "approve", NAME, modified_args=edited)
        answer = ended(process)
    assert answer.decision == "allow"
    assert answer.specific["updatedInput"] == edited
    assert "ls -l" in answer.specific["additionalContext"]


@pytest.mark.parametrize(
    ("tool", "decision", "rows"), [("Free", "allow", 1), ("Glob", None, 0), ("Off", "block", 0)]
)
def test_what_nobody_has_to_be_asked_about_is_answered_at_once(
    house: House, harness: Harness, tool: str, decision: str | None, rows: int
) -> None:
    answer = harness.ask("pre", tool, {"path": "a"})
    assert (answer.decision, len(house.tasks())) == (decision, rows)
    assert house.events("hil.requested") == []


def test_a_reader_that_the_owner_listed_is_held_like_any_tool(
    house: House, net: Wire, harness: Harness
) -> None:
    with harness.asking("pre", "Read", {"file_path": "/etc/passwd"}) as process:
        net.resolve(waiting(house), "deny", NAME)
        assert ended(process).decision == "deny"


def test_what_is_left_to_the_harness_only_reads_files_here() -> None:
    assert READS - {"NotebookRead"} < KNOWN_READS
    assert not READS & {"WebFetch", "WebSearch", "Bash", "Task"}


def test_an_approval_before_the_call_is_not_asked_again_by_the_harness(
    house: House, net: Wire, harness: Harness
) -> None:
    with harness.asking("pre", "Bash", LS) as process:
        net.resolve(waiting(house), "approve", NAME)
        ended(process)
    answer = harness.ask("permission", "Bash", LS, None)
    assert answer.specific["decision"] == {"behavior": "allow"}
    assert len(house.tasks()) == 1


def test_the_harness_question_about_an_edited_call_is_answered_by_its_approval(
    house: House, net: Wire, harness: Harness
) -> None:
    with harness.asking("pre", "Bash", LS) as process:
        net.resolve(waiting(house), "approve", NAME, modified_args={"command": "pwd"})
        ended(process)
    answer = harness.ask("permission", "Bash", {"command": "pwd"}, None)
    assert answer.specific["decision"] == {"behavior": "allow"}


def test_the_harness_question_that_shows_an_edited_call_as_it_was_gets_it_as_it_was_approved(
    house: House, net: Wire, harness: Harness
) -> None:
    with harness.asking("pre", "Bash", LS) as process:
        net.resolve(waiting(house), "approve", NAME, modified_args={"command": "pwd"})
        ended(process)
    answer = harness.ask("permission", "Bash", LS, None)
    assert answer.specific["decision"] == {"behavior": "allow", "updatedInput": {"command": "pwd"}}


def test_the_name_of_an_approved_call_lets_no_other_arguments_pass(
    house: House, net: Wire, harness: Harness
) -> None:
    with harness.asking("pre", "Bash", LS, "toolu_1") as process:
        net.resolve(waiting(house), "approve", NAME)
        ended(process)
    with harness.asking("permission", "Bash", {"command": "rm -rf ."}, "toolu_1") as process:
        net.resolve(waiting(house), "deny", NAME)
        assert ended(process).specific["decision"]["behavior"] == "deny"


@pytest.mark.parametrize(
    ("session", "args", "agent"),
    [
        ("session-2", LS, {}),
        ("session-1", {"command": "rm"}, {}),
        ("session-1", LS, {"agent_id": "a2"}),
    ],
)
def test_no_other_call_lives_on_that_approval(
    house: House, net: Wire, harness: Harness, session: str, args: Any, agent: dict[str, str]
) -> None:
    with harness.asking("pre", "Bash", LS) as process:
        net.resolve(waiting(house), "approve", NAME)
        ended(process)
    other = Harness(harness.environment, session=session)
    with other.asking("permission", "Bash", args, None, **agent) as process:
        net.resolve(waiting(house), "deny", NAME, reason="No.")
        answer = ended(process)
    assert answer.code == 0
    assert answer.specific["decision"]["behavior"] == "deny"
    assert "No." in answer.specific["decision"]["message"]


def test_the_harness_question_about_a_call_left_to_it_is_the_owners_to_answer(
    house: House, net: Wire, harness: Harness
) -> None:
    assert harness.ask("pre", "Glob", {"pattern": "*"}).decision is None
    with harness.asking("permission", "Glob", {"pattern": "*"}, None) as process:
        task_id = waiting(house)
        net.resolve(task_id, "approve", NAME)
        assert ended(process).specific["decision"] == {"behavior": "allow"}
    assert harness.ask("post", "Glob", {"pattern": "*"}, tool_response=["a"]) == Ended(0, None, "")
    assert net.task(task_id, NAME)["status"] == "completed"


@pytest.mark.parametrize(
    ("event", "more", "status", "result", "error"),
    [
        ("post", {"tool_response": {"stdout": "a"}}, "completed", {"stdout": "a"}, None),
        ("post-failure", {"error": "exit 1"}, "failed", None, "exit 1"),
        (
            "post-failure",
            {},
            "failed",
            None,
            "The program that ran it reports that it failed, and doesn't say why.",
        ),
    ],
)
def test_what_came_of_the_call_is_on_its_record(
    house: House,
    net: Wire,
    harness: Harness,
    event: str,
    more: dict[str, Any],
    status: str,
    result: Any,
    error: str | None,
) -> None:
    with harness.asking("pre", "Bash", LS) as process:
        task_id = waiting(house)
        net.resolve(task_id, "approve", NAME)
        ended(process)
    assert harness.ask(event, "Bash", LS, **more) == Ended(0, None, "")
    row = net.task(task_id, NAME)
    assert (row["status"], row["result"], row["error"]) == (status, result, error)


def test_a_large_result_is_named_and_left_out(house: House, harness: Harness) -> None:
    harness.ask("pre", "Free", LS)
    harness.ask("post", "Free", LS, tool_response={"stdout": "x" * 200_000})
    task = task_of(house)
    assert (task.status, "200" in task.result_json, len(task.result_json) < 200) == ("completed", True, True)


def test_the_end_of_the_session_closes_what_it_left(house: House, net: Wire, harness: Harness) -> None:
    harness.ask("pre", "Free", LS, "toolu_0")
    other = Harness(harness.environment, session="session-2")
    other.ask("pre", "Free", LS, "toolu_0")
    with harness.asking("pre", "Bash", LS) as process:
        task_id = waiting(house)
        assert harness.ask("session-end", call_id=None, reason="other") == Ended(0, None, "")
        assert ended(process).decision == "block"
    rows = {it.tool + str(it.error): it.status for it in house.tasks()}
    assert rows["Freeoutcome not reported"] == "failed"
    assert rows["FreeNone"] == "running"
    assert net.task(task_id, NAME)["approval"]["state"] == "withdrawn"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_told_to_end_it_takes_its_question_back_and_blocks(
    house: House, net: Wire, harness: Harness, number: signal.Signals
) -> None:
    with harness.asking("pre", "Bash", LS) as process:
        task_id = waiting(house)
        process.send_signal(number)
        answer = ended(process)
    assert (answer.code, answer.specific["permissionDecision"]) == (2, "deny")
    assert net.task(task_id, NAME)["approval"]["state"] == "withdrawn"


def test_a_question_that_nobody_listens_to_any_more_is_taken_back(
    house: House, net: Wire, harness: Harness
) -> None:
    with harness.asking("pre", "Bash", LS) as process:
        task_id = waiting(house)
        assert process.stdout is not None
        process.stdout.close()
        assert house.ended(task_id).status == "cancelled"
        assert process.wait(60) == 2
        process.stdout = None
    assert net.task(task_id, NAME)["approval"]["state"] == "withdrawn"


def test_a_call_that_was_taken_back_can_be_asked_anew_and_one_that_ended_cannot(
    house: House, net: Wire, harness: Harness
) -> None:
    with harness.asking("pre", "Bash", LS) as process:
        first = waiting(house)
        process.send_signal(signal.SIGTERM)
        ended(process)
    with harness.asking("pre", "Bash", LS) as process:
        second = waiting(house)
        net.resolve(second, "approve", NAME)
        assert ended(process).decision == "allow"
    assert first != second
    harness.ask("post", "Bash", LS, tool_response="done")
    assert harness.ask("pre", "Bash", LS).decision == "block"


def test_an_approval_is_found_again_by_the_calls_own_id(house: House, net: Wire, harness: Harness) -> None:
    with harness.asking("pre", "Bash", LS) as process:
        task_id = waiting(house)
        process.kill()
        process.wait(60)
    net.resolve(task_id, "approve", NAME)
    assert harness.ask("pre", "Bash", LS).decision == "allow"
    assert task_of(house).id == task_id


def test_one_yes_is_for_one_run_whoever_else_asks_under_the_calls_id(
    house: House, net: Wire, harness: Harness
) -> None:
    with harness.asking("pre", "Bash", LS) as one, harness.asking("pre", "Bash", LS) as other:
        first = waiting(house)
        net.resolve(first, "approve", NAME)
        second = house.wait_for(lambda: [it for it in house.tasks() if it.status == "pending_approval"])[0].id
        assert second != first
        net.resolve(second, "deny", NAME)
        assert sorted(str(ended(it).decision) for it in (one, other)) == ["allow", "deny"]
    assert net.task(first, NAME)["status"] == "running"


def test_a_call_of_the_same_id_with_other_arguments_is_blocked(
    house: House, net: Wire, harness: Harness
) -> None:
    harness.ask("pre", "Free", LS)
    answer = harness.ask("pre", "Free", {"command": "rm"})
    assert (answer.decision, "request_key_reused" in answer.words) == ("block", True)
