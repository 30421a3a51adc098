"""The hooks of Codex against a real engine, each as the process that the harness starts (spec/integrations 3.4); with the
real program it is tried in `tests/codex`.
"""

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from tests.flows.house import House
from tests.flows.wire import Wire
from tests.hook.harness import Ended, Harness, ended, environment

NAME = "claude-code"  # what the agent of these tests is called; the token says whose it is
SHELL = {"command": "make install", "description": "Install it"}


class Codex(Harness):
    """The same pipes, and this harness's words."""

    def start(self, event: str) -> "subprocess.Popen[bytes]":
        words = [*self.command, "codex", event, *self.more]
        pipe = subprocess.PIPE
        return subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, env=dict(self.environment))


def runs(answer: Ended, event: str) -> bool:
    """Whether Codex would run the call: exit 2 with words denies, JSON decides, all else goes on as without a hook."""
    if answer.code == 2 and answer.words:
        return False
    if not answer.said:
        return True
    if event == "pre":
        # A bare "allow" is a mistake there, which is told to the user and lets the call pass as if there were no hook.
        assert answer.specific["permissionDecision"] == "deny" or "updatedInput" in answer.specific
        return answer.specific["permissionDecision"] != "deny"
    assert not {"updatedInput", "updatedPermissions", "interrupt"} & set(answer.specific["decision"]), (
        "invalid there"
    )
    return answer.specific["decision"]["behavior"] == "allow"


@pytest.fixture
def codex(harness: Harness) -> Codex:
    return Codex(harness.environment)


def test_an_edited_call_that_is_shown_as_it_was_is_asked_about_anew(
    house: House, net: Wire, codex: Codex
) -> None:
    with codex.asking("pre", "shell", SHELL, "call_1") as process:
        net.resolve(house.waiting()[0].id, "approve", NAME, modified_args={"command": "make"})
        ended(process)
    assert runs(codex.ask("permission", "shell", {"command": "make"}, None), "permission")
    with codex.asking("permission", "shell", SHELL, None) as process:
        net.resolve(house.waiting()[0].id, "deny", NAME)
        assert not runs(ended(process), "permission")


@pytest.mark.parametrize("event", ["pre", "permission"])
def test_a_call_waits_and_runs_when_it_is_approved(house: House, net: Wire, codex: Codex, event: str) -> None:
    with codex.asking(event, "shell", SHELL, None, turn_id="t1") as process:
        task = house.waiting()[0]
        assert process.poll() is None
        assert (task.tool, '"harness":"codex"' in (task.source_json or "")) == ("shell", True)
        net.resolve(task.id, "approve", NAME)
        answer = ended(process)
    assert (answer.code, runs(answer, event)) == (0, True)
    assert house.task(task.id).status == "running"


@pytest.mark.parametrize("event", ["pre", "permission"])
def test_a_denied_call_does_not_run_and_says_why(house: House, net: Wire, codex: Codex, event: str) -> None:
    with codex.asking(event, "shell", SHELL, None) as process:
        net.resolve(house.waiting()[0].id, "deny", NAME, reason="Not today.")
        answer = ended(process)
    assert not runs(answer, event)
    assert "Not today." in str(answer.said)


def test_an_edit_is_said_before_a_call(house: House, net: Wire, codex: Codex) -> None:
    with codex.asking("pre", "shell", SHELL, "call_1") as process:
        net.resolve(house.waiting()[0].id, "approve", NAME, modified_args={"command": "make"})
        answer = ended(process)
    assert answer.specific["updatedInput"] == {"command": "make"}
    assert runs(answer, "pre")


def test_an_edit_where_it_would_be_invalid_is_a_denial_that_says_how_to_ask_again(
    house: House, net: Wire, codex: Codex
) -> None:
    with codex.asking("permission", "shell", SHELL, None) as process:
        task_id = house.waiting()[0].id
        net.resolve(task_id, "approve", NAME, modified_args={"command": "make"})
        answer = ended(process)
    assert not runs(answer, "permission")
    assert '{"command":"make"}' in answer.specific["decision"]["message"]
    assert house.ended(task_id).status == "failed"


def test_what_was_approved_before_is_not_asked_again_and_its_end_is_told(
    house: House, net: Wire, codex: Codex
) -> None:
    with codex.asking("pre", "shell", SHELL, "call_1") as process:
        task_id = house.waiting()[0].id
        net.resolve(task_id, "approve", NAME)
        ended(process)
    assert runs(codex.ask("permission", "shell", SHELL, None), "permission")
    assert len(house.tasks()) == 1
    codex.ask("post", "shell", SHELL, "call_1", tool_response={"exit_code": 0})
    assert house.ended(task_id).status == "completed"


@pytest.mark.parametrize("event", ["pre", "permission"])
@pytest.mark.parametrize(
    "broken",
    [
        "no console",
        "deadline",
        *(pytest.param(it, marks=pytest.mark.long) for it in ("wrong token", "no session", "no arguments")),
    ],
)
def test_whatever_is_broken_nothing_runs(
    house: House, codex: Codex, tmp_path: Path, event: str, broken: str
) -> None:
    more: dict[str, object] = {}
    if broken == "no console":
        codex = replace(codex, environment=environment(tmp_path / "none", PLACET_TOKEN="placet_x"))
    elif broken == "wrong token":
        codex = replace(codex, environment={**codex.environment, "PLACET_TOKEN": "placet_x"})
    elif broken == "deadline":
        codex = replace(codex, environment={**codex.environment, "PLACET_HOOK_DEADLINE": "0.2"})
    elif broken == "no session":
        more = {"session_id": None}
    answer = codex.ask(event, "shell", [1] if broken == "no arguments" else SHELL, None, **more)
    assert not runs(answer, event)
    assert answer.words
    assert not [it for it in house.tasks() if it.status == "running"]


def test_a_word_that_it_does_not_know_blocks(codex: Codex) -> None:
    with codex.asking("post-failure") as process:
        answer = ended(process)
    assert (answer.code, answer.said) == (2, None)
    assert "[wrong_use]" in answer.words
