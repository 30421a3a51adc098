"""Public bug reports of group (b): arguments that were shown wrong, altered, or let pass by a rule too wide.

Each is tried on a whole engine over HTTP, or as the model's call; `bugs.toml` says which test stands for which report.
"""

import json
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx_sse
import pytest

import placet.app
from placet.rules.basics import AgentId, Instant
from placet.rules.digest import args_digest
from placet.rules.grants import Grant, matches
from tests.cli.test_serve import end, serve
from tests.corpus.test_corpus import CASES, OpenTool
from tests.fakes.model_server import ModelServer, Reply, call
from tests.fakes.tools import HeldTool
from tests.flows.house import RESTRICTED_WRITE, House
from tests.flows.wire import Wire, client, wire

COMMANDS: list[str] = json.loads((CASES / "f03_rule_prefix_cases.json").read_text(encoding="utf-8"))
MORE_COMMANDS = [
    "FOO=1 git status",
    "PATH=/tmp/x git status",
    "git -c core.pager=sh status",
    "sh -c 'git status'",
    "git status\n",
    " git status",
    "GIT STATUS",
    "git  status",
]


@pytest.fixture
def shell() -> OpenTool:
    return OpenTool("shell")


@pytest.fixture
def opened(tmp_path: Path, shell: OpenTool) -> Iterator[House]:
    """A house whose tools take any arguments."""
    with House(tmp_path, tools=(shell, OpenTool("db_query")), builtins=False) as house:
        house.declare(tools=[{"name": "shell", "restricted": True}, {"name": "db_query", "restricted": True}])
        yield house


@pytest.fixture
def http(opened: House) -> Iterator[Wire]:
    with wire(opened) as http:
        yield http


def test_a_body_that_breaks_off_leaves_nothing_and_holds_nothing_up(opened: House, http: Wire) -> None:
    """B048: what was cut on its way is never offered for a yes."""
    whole = json.dumps({"tool": "shell", "args": {"command": "ls; rm -rf /tmp/important"}}).encode()
    head = (
        f"POST /agents/clerk/tool-calls HTTP/1.1\r\nHost: 127.0.0.1:{http.owner.base_url.port}\r\n"
        f"Authorization: {http.agent.headers['authorization']}\r\nContent-Length: {len(whole)}\r\n\r\n"
    )
    for cut in (0, 20, len(whole) - 1):
        with socket.create_connection(("127.0.0.1", http.owner.base_url.port or 0), timeout=60) as line:
            line.sendall(head.encode() + whole[:cut])
    task_id = http.held("shell", {"command": "ls"})
    assert [it.id for it in opened.tasks()] == [task_id]


def test_escape_codes_of_an_agent_reach_neither_the_log_nor_its_readers(tmp_path: Path) -> None:
    """B054."""
    secret = placet.app.init(tmp_path / "data")
    with (
        serve(tmp_path / "data", PLACET_LOG="debug") as (process, ready),
        client(ready["url"], secret) as owner,
    ):
        tools = [{"name": "fs_write", "restricted": True}]
        declared = {"name": "clerk", "folder": str(tmp_path / "clerk"), "tools": tools}
        assert owner.post("/agents", json=declared).status_code == 201
        for name in ("b01_ansi_escapes", "b02_osc_hyperlink_title_bell", "b03_c1_controls", "b05_backspaces"):
            text = " ".join(json.loads((CASES / f"{name}.json").read_text(encoding="utf-8")).values())
            args = {"path": f"{name}.txt", "content": text, "_reason": text}
            answer = owner.post(
                "/agents/clerk/tool-calls", json={"tool": "fs_write", "args": args, "wait_ms": 0}
            )
            assert answer.status_code == 202
            assert answer.content.isascii()
            denied = {"action": "deny", "reason": text}
            told = owner.post(f"/agents/clerk/tasks/{answer.json()['task_id']}/resolve", json=denied)
            assert told.status_code == 200
            assert told.content.isascii()
        assert b"\x1b" not in owner.get("/tasks").content
        code, out, err = end(process, 15)
    log = (tmp_path / "data" / "logs" / "placet.log").read_bytes()
    assert (code, out, err) == (0, "", "")
    assert not [byte for byte in log if byte < 32 and byte != 10]
    assert b"b01_ansi" not in log


@pytest.mark.parametrize(
    "case", ["d10_utf8_bom", "d13_truncated", "d14_two_documents", "d15_backslash_n_outside_string"]
)
def test_what_a_model_wrote_wrong_is_refused_as_over_http_and_is_the_same_after_a_restart(
    talking: House, model: ModelServer, case: str
) -> None:
    """B055 and B057: never taken for no arguments, never repaired, never another verdict later."""
    raw = (CASES / f"{case}.json").read_bytes().decode()
    talking.declare(tools=[RESTRICTED_WRITE])
    for turn in range(2):
        model.replies += [Reply(calls=(call("fs_write", raw),)), Reply(text="Sorry.")]
        talking.say()
        talking.wait_for_event("turn.ended", count=turn + 1, status="done")
        assert json.loads(model.told()[-1])["error"]["code"] == "bad_arguments"
        assert talking.tasks() == ()
        talking.restart()


def test_a_long_number_is_the_same_in_every_place_that_keeps_or_tells_it(opened: House, http: Wire) -> None:
    """B059: digit for digit over HTTP, in the stream, in the file, after a restart."""
    raw = (CASES / "d05_big_ints.json").read_bytes()
    value = json.loads(raw)
    body = b'{"tool": "db_query", "wait_ms": 0, "args": %s}' % raw
    with httpx_sse.connect_sse(http.owner, "GET", "/events") as source:
        facts = source.iter_sse()
        answer = http.agent.post("/agents/clerk/tool-calls", content=body)
        task_id = answer.json()["task_id"]
        told = [next(facts), next(facts)]
    assert json.loads(told[1].data)["payload"]["input"] == value
    digits = [str(it).encode() for it in value.values() if isinstance(it, int)]
    assert digits
    for content in (http.owner.get(f"/tasks/{task_id}").content, told[1].data.encode()):
        assert [it for it in digits if it not in content] == []
    with closing(sqlite3.connect(opened.data / "ledger.sqlite")) as file:
        kept = file.execute("SELECT args FROM tasks").fetchone()[0].encode()
    assert [it for it in digits if it not in kept] == []
    opened.restart()
    with wire(opened) as after:
        assert after.task(task_id)["args"] == value
    assert opened.task(task_id).digest == args_digest("db_query", value)


@pytest.mark.parametrize("case", ["d08_lone_surrogates", "d09_invalid_utf8"])
def test_text_that_is_none_is_refused_at_the_door_and_poisons_nothing(
    opened: House, http: Wire, shell: OpenTool, case: str
) -> None:
    """B063."""
    body = b'{"tool": "shell", "wait_ms": 0, "args": %s}' % (CASES / f"{case}.json").read_bytes()
    assert http.agent.post("/agents/clerk/tool-calls", content=body).status_code == 400
    task_id = http.held("shell", {"command": "ls"})
    opened.approve(task_id)
    assert opened.ended(task_id).status == "completed"
    opened.restart()
    assert [it.id for it in opened.tasks()] == [task_id]


def test_a_text_with_an_end_inside_is_kept_found_and_run_whole(
    opened: House, http: Wire, shell: OpenTool
) -> None:
    """B064."""
    value = json.loads((CASES / "b06_null_byte.json").read_text(encoding="utf-8"))
    task_id, other = http.held("shell", value), http.held("shell", {"path": "a"})
    behind = next(text.partition("\0")[2] for text in value.values() if "\0" in text)
    found = http.owner.get("/tasks", params={"q": behind}).json()["tasks"]
    assert [it["id"] for it in found] == [task_id]
    opened.approve(task_id)
    assert opened.ended(task_id).status == "completed"
    assert shell.got == [value]
    assert opened.task(other).can_decide


def test_a_yes_is_for_one_call_and_for_no_other_ever(house: House, held: HeldTool) -> None:
    """B069: no rule comes from a yes."""
    held.let_go()
    house.declare(tools=[{"name": "held", "restricted": True}])
    for turn in range(3):
        task_id = house.call("held", {"n": 1}).task_id
        assert house.task(task_id).can_decide
        house.approve(task_id)
        assert house.ended(task_id).status == "completed"
        assert len(held.runs) == turn + 1
        if turn == 1:
            house.restart()


@pytest.mark.parametrize("command", [*COMMANDS, *MORE_COMMANDS])
def test_a_command_that_the_owner_named_lets_no_other_pass(opened: House, http: Wire, command: str) -> None:
    """B070 to B073: what is compared is the whole text, so chains, prefixes and look-alikes are other commands."""
    opened.change(tools=[{"name": "shell", "only": {"command": ["git status"]}}])
    answer = http.call("shell", {"command": command}, wait_ms=0)
    if command == "git status":
        assert answer.status_code == 202
    else:
        assert (answer.status_code, answer.json()["code"]) == (403, "arguments_not_allowed")
        assert opened.tasks() == ()
    yes = Grant(
        id="grant_1",
        agent_id=AgentId("agent_a"),
        agent="clerk",
        tool="shell",
        match={"command": "git status"},
        created_at=Instant(0),
    )
    assert matches(yes, AgentId("agent_a"), "shell", {"command": command}) is (command == "git status")


def test_what_the_owner_named_is_compared_as_it_was_written_after_a_restart_too(
    opened: House, shell: OpenTool
) -> None:
    """B070: the identical call is always the one that was meant."""
    odd = 'echo "a  b" | sort\t-u # \u00e9 *'
    opened.change(tools=[{"name": "shell", "only": {"command": [odd]}}])
    for _ in range(2):
        with wire(opened) as http:
            assert http.call("shell", {"command": odd}, wait_ms=0).status_code == 202
            assert http.call("shell", {"command": odd.replace("  ", " ")}, wait_ms=0).status_code == 403
        opened.restart()


@pytest.mark.parametrize("other", ["Held", "held ", "he\u200bld", "h\u0435ld", "server.held", "server__held"])
def test_a_tool_is_itself_and_no_name_near_it_is_free_with_it(house: House, other: str) -> None:
    """B075."""
    house.declare(tools=[{"name": "held", "restricted": False}])
    with wire(house) as http:
        answer = http.call(other, {}, wait_ms=0)
        outside = http.call(other, {}, wait_ms=0, decide_only=True)
    assert answer.status_code in {400, 403, 404}
    assert outside.status_code in {202, 400}
    assert [it.status for it in house.tasks()] in ([], ["pending_approval"])


def test_another_wording_of_the_reason_is_the_same_call(talking: House, model: ModelServer) -> None:
    """B076: what is bound is the tool and its arguments; a claim beside them is neither."""
    talking.declare(tools=[RESTRICTED_WRITE])
    hello = {"path": "hello.txt", "content": "Hello."}
    for reason in ("Because.", "Since you asked."):
        model.replies.append(Reply(calls=(call("fs_write", {**hello, "_reason": reason}),)))
    talking.say()
    first = talking.waiting()[0]
    talking.deny(first.id)
    talking.wait_for_event("hil.requested", count=2)
    (second,) = talking.waiting()
    assert second.digest == first.digest
    assert second.repeat_of == first.id
