"""`tasks`, `task`, `approve`, `deny`, `cancel` against a running engine."""

import json
import re

import pytest

from placet.cli.verdicts import understand
from placet.rules.authority import Action
from tests.cli.conftest import Run, Terminal
from tests.flows.coding import place
from tests.flows.house import House
from tests.flows.wire import Wire

HOSTILE = "a\x1b]0;title\x07\u202egnp.exe\r\n--> approved"


def test_tasks_are_listed_newest_first_under_the_filters(net: Wire, run: Run) -> None:
    ids = [net.held(), net.held()]
    net.resolve(ids[0], "deny")
    assert [line.split()[0] for line in run("tasks").out.splitlines()] == ids[::-1]
    denied = json.loads(run("tasks", "--status", "denied", "--agent", "clerk", "--json").out)
    assert [row["id"] for row in denied["tasks"]] == [ids[0]]
    assert run("tasks", "--status", "nonsense").code == 2
    assert run("tasks", "--agent", "nobody").code == 1


def test_a_task_is_shown_with_how_it_went(net: Wire, run: Run) -> None:
    task_id = net.held(args={"n": 1})
    net.resolve(task_id, "approve")
    shown = run("task", task_id).out
    assert f"Task {task_id}: " in shown
    assert "Approval: approved by owner via http" in shown
    assert json.loads(run("task", task_id, "--json").out)["task"]["id"] == task_id


@pytest.mark.parametrize("command", ["task", "approve", "deny", "cancel"])
def test_a_task_that_is_not_there_is_said(net: Wire, run: Run, command: str) -> None:
    said = run(command, "task/../none")
    assert (said.code, said.out) == (1, "")
    assert said.err.endswith("[not_found]\n")


def test_nothing_that_an_agent_wrote_acts_on_the_terminal(net: Wire, run: Run) -> None:
    task_id = net.held(args={"text": HOSTILE, "_reason": HOSTILE})
    for said in (run("task", task_id), run("task", task_id, "--json"), run("tasks")):
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", said.out)


def test_approving_takes_the_end_of_the_digest(house: House, net: Wire, run: Run, terminal: Terminal) -> None:
    task_id = net.held(args={"n": 9007199254740993})
    digest = house.task(task_id).digest
    terminal.type(f"{digest[-6:]}\n")
    assert run("approve", task_id).code == 0
    assert "9007199254740993" in terminal.shown()
    approval = house.task(task_id).approval
    assert approval is not None
    assert (approval.state, approval.shown_digest, approval.via) == ("approved", digest, "http")


@pytest.mark.parametrize("typed", ["y\n", "yes\n", "\n", "n\n", "000000\n"])
def test_nothing_else_approves(house: House, net: Wire, run: Run, terminal: Terminal, typed: str) -> None:
    task_id = net.held()
    terminal.type(typed)
    assert run("approve", task_id).code == 4
    assert house.task(task_id).status == "pending_approval"


def test_without_a_terminal_nothing_is_decided(house: House, net: Wire, run: Run) -> None:
    task_id = net.held()
    said = run("approve", task_id)
    assert (said.code, said.out) == (4, "")
    assert said.err.endswith("[no_terminal]\n")
    assert house.task(task_id).status == "pending_approval"


def test_a_script_names_the_digest_in_full_or_its_end(house: House, net: Wire, run: Run) -> None:
    for part in (slice(None), slice(-6, None)):
        task_id = net.held()
        assert run("approve", task_id, "--digest", house.task(task_id).digest[part]).code == 0
        approval = house.task(task_id).approval
        assert approval is not None
        assert approval.shown_digest == house.task(task_id).digest


@pytest.mark.parametrize(
    ("digest", "code"), [("0" * 64, 1), ("0" * 6, 1), ("", 4), ("0" * 7, 2), ("XYZXYZ", 2)]
)
def test_another_digest_decides_nothing(house: House, net: Wire, run: Run, digest: str, code: int) -> None:
    task_id = net.held()
    assert run("approve", task_id, "--digest", digest).code == code
    assert house.task(task_id).status == "pending_approval"


def test_a_decided_task_cannot_be_approved(net: Wire, run: Run) -> None:
    task_id = net.held()
    assert run("deny", task_id, "not", "today").out == f"Denied {task_id}; it is now denied.\n"
    said = run("approve", task_id, "--digest", "0" * 64)
    assert (said.code, said.err.endswith("[not_resolvable]\n")) == (1, True)
    assert run("deny", task_id).code == 1


def test_the_reason_of_a_denial_reaches_the_agent(house: House, net: Wire, run: Run) -> None:
    task_id = net.held()
    answer = json.loads(run("deny", task_id, "use", "the other file", "--json").out)
    assert answer["resolution"] == {"task_id": task_id, "status": "denied", "reason": "use the other file"}
    assert house.task(task_id).error == "use the other file"
    assert run("task", task_id).out.count("use the other file") == 1


def test_a_task_can_be_taken_back(house: House, net: Wire, run: Run) -> None:
    task_id = net.held()
    assert run("cancel", task_id).code == 0
    assert house.task(task_id).status == "cancelled"
    assert run("cancel", task_id).code == 1


@pytest.mark.parametrize(
    "command", [["tasks"], ["task", "x"], ["approve", "x"], ["deny", "x"], ["cancel", "x"], ["token", "list"]]
)
def test_without_an_engine_the_thin_commands_say_so(left: House, run: Run, command: list[str]) -> None:
    said = run(*command)
    assert (said.code, said.err.endswith("[not_running]\n")) == (1, True)


def test_without_a_token_a_running_engine_is_not_spoken_to(
    net: Wire, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PLACET_TOKEN")
    said = run("tasks")
    assert (said.code, said.err.endswith("[no_token]\n")) == (2, True)
    assert "placet token create --scope owner --offline" in said.err
    assert "Access page" in said.err


def test_an_agents_token_decides_nothing(
    house: House, net: Wire, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    task_id = net.held()
    monkeypatch.setenv("PLACET_TOKEN", net.agent.headers["authorization"].removeprefix("Bearer "))
    said = run("deny", task_id)
    assert (said.code, said.err.endswith("[forbidden]\n")) == (1, True)
    assert house.task(task_id).status == "pending_approval"


def test_an_address_that_nobody_answers_at_is_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLACET_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("PLACET_TOKEN", "x")
    said = run("tasks")
    assert (said.code, said.err.endswith("[unreachable]\n")) == (1, True)


@pytest.mark.parametrize("url", ["nonsense", "127.0.0.1:8000", "ftp://127.0.0.1", "http://", "\n"])
@pytest.mark.parametrize("words", [("tasks",), ("settings", "get"), ("link", "claude-code", "status")])
def test_what_is_no_address_is_said(
    run: Run, monkeypatch: pytest.MonkeyPatch, url: str, words: tuple[str, ...]
) -> None:
    monkeypatch.setenv("PLACET_URL", url)
    monkeypatch.setenv("PLACET_TOKEN", "x")
    said = run(*words)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(
        "placet: What PLACET_URL holds isn't an address such as http://127.0.0.1:8000."
    )


def test_an_address_of_nothing_is_none(net: Wire, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLACET_URL", "")
    task_id = net.held()
    assert task_id in run("tasks").out
    assert run("settings", "get", "http_decisions").out == "true\n"


DIGEST = "0123456789" * 6 + "abcd"


@pytest.mark.parametrize(
    ("typed", "action", "reason"),
    [
        ("89abcd", Action.APPROVE, None),
        ("89ABCD", Action.APPROVE, None),
        ("n", Action.DENY, None),
        ("no  why ", Action.DENY, "why"),
    ],
)
def test_a_typed_line_is_understood(typed: str, action: Action, reason: str | None) -> None:
    verdict = understand(typed, DIGEST)
    assert verdict is not None
    assert (verdict.action, verdict.reason) == (action, reason)


@pytest.mark.parametrize(
    "typed", ["", "y", "yes", "approve", "89abc", "89abcde", "89abcd x", "never", DIGEST]
)
def test_anything_else_is_no_answer(typed: str) -> None:
    assert understand(typed, DIGEST) is None


def test_code_that_would_run_is_shown_before_it_is_approved(
    house: House, net: Wire, run: Run, terminal: Terminal
) -> None:
    house.change(tools=[{"name": "sys_lambda", "restricted": True}])
    sha256 = place(house, "a.ts", "// \x1b[2Jgone\n  return 1;")
    task_id = net.held("sys_lambda", {"source": "a.ts"})
    terminal.type("no\n")
    assert run("approve", task_id).code == 4
    shown = terminal.shown()
    assert f"a.ts, not authorized, SHA-256 {sha256}" in shown
    assert "return 1;" in shown
    assert "\x1b[2J" not in shown
    assert house.task(task_id).status == "pending_approval"
