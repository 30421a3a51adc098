"""`placet mcp-permission`, spoken to as Claude Code does: JSON lines on stdio, and a deny for whatever goes wrong."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.flows.house import House
from tests.flows.wire import Wire, wire
from tests.hook.harness import Harness, ended, environment

NAME = "claude-code"
LS = {"command": "ls"}


class Door:
    """The server's process, and requests to it."""

    def __init__(self, env: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "placet", "mcp-permission"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=env,
        )

    def send(self, method: str, number: int | None = None, **params: Any) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        assert self.process.stdin is not None
        self.process.stdin.write(
            json.dumps(message if number is None else {**message, "id": number}).encode() + b"\n"
        )
        self.process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, "the server ended"
        heard: dict[str, Any] = json.loads(line)
        return heard

    def ask(self, number: int, tool: str = "Bash", given: Any = LS, **more: Any) -> None:
        arguments = {"tool_name": tool, "input": given, **more}
        self.send("tools/call", number, name="permission", arguments=arguments)

    def verdict(self, number: int) -> dict[str, Any]:
        heard = self.hear()
        assert heard["id"] == number, heard
        (content,) = heard["result"]["content"]
        said: dict[str, Any] = json.loads(content["text"])
        return said

    def end(self) -> None:
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()
        try:
            self.process.wait(60)
        finally:
            self.process.kill()
            self.process.wait()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as house:
        house.declare(NAME, tools=[{"name": "Bash", "restricted": True}, {"name": "Off", "enabled": False}])
        yield house


@pytest.fixture
def net(house: House) -> Iterator[Wire]:
    with wire(house, NAME) as net:
        yield net


@pytest.fixture
def env(net: Wire, tmp_path: Path) -> dict[str, str]:
    token = net.agent.headers["authorization"].removeprefix("Bearer ")
    return environment(tmp_path, PLACET_URL=str(net.agent.base_url).rstrip("/"), PLACET_TOKEN=token)


@pytest.fixture
def door(env: dict[str, str]) -> Iterator[Door]:
    door = Door(env)
    try:
        yield door
    finally:
        door.end()


def test_it_shakes_hands_and_has_one_tool(door: Door) -> None:
    door.send("initialize", 1, protocolVersion="2025-06-18", capabilities={}, clientInfo={})
    assert door.hear()["result"]["protocolVersion"] == "2025-06-18"
    door.send("notifications/initialized")
    door.send("tools/list", 2)
    assert [it["name"] for it in door.hear()["result"]["tools"]] == ["permission"]
    door.send("ping", 3)
    assert door.hear()["result"] == {}
    door.send("resources/list", 4)
    assert door.hear()["error"]["code"] == -32601


def test_the_owner_answers_and_an_edit_replaces_the_input(house: House, net: Wire, door: Door) -> None:
    door.ask(1)
    net.resolve(house.waiting()[0].id, "approve", NAME)
    assert door.verdict(1) == {"behavior": "allow", "updatedInput": LS}
    door.ask(2)
    net.resolve(house.waiting()[0].id, "approve", NAME, modified_args={"command": "pwd"})
    assert door.verdict(2) == {"behavior": "allow", "updatedInput": {"command": "pwd"}}
    door.ask(3)
    net.resolve(house.waiting()[0].id, "deny", NAME, reason="Not today.")
    said = door.verdict(3)
    assert (said["behavior"], "Not today." in said["message"]) == ("deny", True)


def test_two_questions_at_once_are_answered_each_by_its_own(house: House, net: Wire, door: Door) -> None:
    door.ask(1, given={"n": 1})
    door.ask(2, given={"n": 2})
    for task in house.waiting(2):
        net.resolve(task.id, "approve" if task.args_json == '{"n":2}' else "deny", NAME)
    heard = {it["id"]: json.loads(it["result"]["content"][0]["text"]) for it in (door.hear(), door.hear())}
    assert {number: it["behavior"] for number, it in heard.items()} == {1: "deny", 2: "allow"}


def test_what_the_hook_had_approved_is_not_asked_again(
    house: House, net: Wire, door: Door, env: dict[str, str]
) -> None:
    with Harness(env).asking("pre", "Bash", LS, "toolu_9") as process:
        net.resolve(house.waiting()[0].id, "approve", NAME)
        ended(process)
    door.ask(1, tool_use_id="toolu_9")
    assert door.verdict(1) == {"behavior": "allow", "updatedInput": LS}
    door.ask(2, given={"command": "rm"}, tool_use_id="toolu_9")
    net.resolve(house.waiting()[0].id, "deny", NAME)
    assert door.verdict(2)["behavior"] == "deny"


def test_what_the_owner_edited_before_runs_as_edited_through_this_door_too(
    house: House, net: Wire, door: Door, env: dict[str, str]
) -> None:
    with Harness(env).asking("pre", "Bash", LS, "toolu_9") as process:
        net.resolve(house.waiting()[0].id, "approve", NAME, modified_args={"command": "pwd"})
        ended(process)
    door.ask(1, tool_use_id="toolu_9")
    assert door.verdict(1) == {"behavior": "allow", "updatedInput": {"command": "pwd"}}


@pytest.mark.parametrize(
    "line", [b'{"method":"tools/call","id":[]}', b'{"method":"tools/call","id":{}}', b"[" * 100_000, b"\xff"]
)
def test_a_line_that_nobody_can_answer_ends_nothing(door: Door, line: bytes) -> None:
    assert door.process.stdin is not None
    door.process.stdin.write(line + b"\n")
    door.send("notifications/cancelled", requestId=[])
    door.send("ping", 3)
    assert door.hear() == {"jsonrpc": "2.0", "id": 3, "result": {}}


def test_a_second_question_under_an_id_in_use_does_not_lose_the_first(
    house: House, net: Wire, door: Door
) -> None:
    door.ask(1)
    (task,) = house.waiting()
    door.ask(1, given={"command": "rm"})
    assert door.hear()["error"]["code"] == -32600
    net.resolve(task.id, "approve", NAME)
    assert door.verdict(1) == {"behavior": "allow", "updatedInput": LS}


@pytest.mark.parametrize(
    ("tool", "given"), [("Off", LS), (7, LS), ("Bash", "ls"), ("Bash", {"n": "\ud800"}), ("rm -rf", LS)]
)
def test_what_cannot_be_asked_about_is_denied(door: Door, tool: Any, given: Any) -> None:
    door.ask(1, tool, given)
    assert door.verdict(1)["behavior"] == "deny"


def test_a_question_that_the_client_takes_back_is_withdrawn(house: House, net: Wire, door: Door) -> None:
    door.ask(1)
    task_id = house.waiting()[0].id
    door.send("notifications/cancelled", requestId=1)
    assert door.verdict(1)["behavior"] == "deny"
    assert net.task(task_id, NAME)["approval"]["state"] == "withdrawn"


def test_a_client_that_leaves_leaves_no_question_behind(house: House, env: dict[str, str]) -> None:
    door = Door(env)
    try:
        door.ask(1)
        task_id = house.waiting()[0].id
    finally:
        door.end()
    assert house.ended(task_id).status == "cancelled"


def test_without_a_console_everything_is_denied(tmp_path: Path) -> None:
    door = Door(environment(tmp_path))
    try:
        door.ask(1)
        assert door.verdict(1)["behavior"] == "deny"
    finally:
        door.end()
