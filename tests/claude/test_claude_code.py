"""The real Claude Code, gated by the hooks that `placet link` installs, against a stand-in of its model's API.

Every tool is allowed by Claude Code's own settings, so that only the gate can be what keeps a call from running.
`packaging/harness` brings the program; `packaging/test --all` names it in `CLAUDE_CODE`.
"""

import json
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

import placet.app
from tests.architecture.tree import ROOT
from tests.crash.child import Child
from tests.fakes.messages_api import MessagesApi, Use
from tests.flows.desk import PATIENCE_S, Desk, at_work, brought, finish

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]


@pytest.fixture(scope="session")
def program() -> str:
    """Claude Code's program, brought if it isn't here yet."""
    return brought("CLAUDE_CODE", "claude")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    data = tmp_path / "data"
    secret = placet.app.init(data)
    (tmp_path / "project").mkdir()
    with Child(data) as child, child.client(secret) as owner:
        owner.timeout = httpx.Timeout(PATIENCE_S)
        desk = Desk(child, owner, tmp_path, "claude-code")
        settings = str(tmp_path / "home" / ".claude" / "settings.json")
        # Where the engine looks for its own address, as `placet serve` leaves it there.
        made = owner.put("/links/claude-code", json={"settings": settings})
        assert made.status_code == 200, made.text
        yield desk


@contextmanager
def working(program: str, desk: Desk, api: MessagesApi, *more: str) -> Iterator[subprocess.Popen[bytes]]:
    """Claude Code at work on what its model scripted."""
    environment = {
        "PATH": "/usr/bin:/bin",
        "HOME": str(desk.base / "home"),
        "ANTHROPIC_BASE_URL": api.url,
        "ANTHROPIC_API_KEY": "none",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
    }
    words = [program, "-p", "go", "--output-format", "json", "--max-turns", "9", *more]
    words += ["--allowedTools", "Bash", "Read"]
    with at_work(words, desk, environment, subprocess.DEVNULL) as process:
        yield process


def is_done(process: subprocess.Popen[bytes]) -> bool:
    return bool(json.loads(finish(process))["result"] == "done")


def touch(name: str) -> Sequence[Use]:
    return [("Bash", {"command": f"touch {name}", "description": "Makes a file"})]


def test_an_approved_call_runs_and_a_denied_one_does_not_and_the_model_reads_why(
    program: str, desk: Desk
) -> None:
    steps = [touch("allowed"), touch("denied")]
    with MessagesApi(steps) as api, working(program, desk, api) as process:
        (first,) = desk.waiting()
        assert first["args"]["command"] == "touch allowed"
        assert first["source"]["harness"] == "claude-code"
        assert Path(first["source"]["cwd"]).samefile(desk.folder)
        assert desk.files() == set()
        desk.decide(first, "approve")
        (second,) = desk.waiting()
        assert desk.files() == {"allowed"}
        desk.decide(second, "deny", reason="Not on a Friday.")
        assert is_done(process)
        assert desk.files() == {"allowed"}
        refused = api.result("toolu_1_0")
    assert refused["is_error"] is True
    assert "Not on a Friday." in json.dumps(refused["content"])
    assert [it["status"] for it in desk.ended()] == ["completed", "denied"]


def test_an_edit_is_what_runs_and_the_model_is_told(program: str, desk: Desk) -> None:
    with MessagesApi([touch("asked")]) as api, working(program, desk, api) as process:
        (task,) = desk.waiting()
        desk.decide(task, "approve", modified_args={**task["args"], "command": "touch edited"})
        assert is_done(process)
        assert desk.files() == {"edited"}
        assert "The owner edited this call" in api.told()
    (ran,) = desk.ended()
    assert (ran["status"], ran["approved_args"]["command"]) == ("completed", "touch edited")


def test_two_calls_at_once_are_two_cards_answered_each_by_its_own(program: str, desk: Desk) -> None:
    listed = {"tools": [{"name": "Read", "restricted": True}]}
    assert desk.owner.patch("/agents/claude-code", json=listed).status_code == 200
    for name in ("one", "two"):
        (desk.folder / name).write_text(f"This is {name}.")
    reads = [("Read", {"file_path": str(desk.folder / name)}) for name in ("one", "two")]
    with MessagesApi([reads]) as api, working(program, desk, api) as process:
        cards = {Path(it["args"]["file_path"]).name: it for it in desk.waiting(2)}
        desk.decide(cards["two"], "deny", reason="Not this one.")
        desk.decide(cards["one"], "approve")
        assert is_done(process)
        results = [json.dumps(api.result(f"toolu_0_{number}")["content"]) for number in (0, 1)]
    assert "This is one." in results[0]
    assert "This is two." not in results[1]
    assert "Not this one." in results[1]


def test_a_console_that_is_killed_in_the_middle_of_a_wait_blocks_the_call(program: str, desk: Desk) -> None:
    with MessagesApi([touch("never")]) as api, working(program, desk, api) as process:
        desk.waiting()
        desk.child.kill()
        assert is_done(process)
        assert desk.files() == set()
        assert "Nobody allowed this call" in json.dumps(api.result("toolu_0_0")["content"])


def test_without_a_console_nothing_runs_not_even_what_only_reads(program: str, desk: Desk) -> None:
    (desk.folder / "one").write_text("This is one.")
    desk.child.stop()
    steps = [touch("never"), [("Read", {"file_path": str(desk.folder / "one")})]]
    with MessagesApi(steps) as api, working(program, desk, api) as process:
        assert is_done(process)
        assert desk.files() == {"one"}
        assert all(api.result(it)["is_error"] for it in ("toolu_0_0", "toolu_1_0"))


def test_the_same_calls_run_unasked_once_the_link_is_gone(program: str, desk: Desk) -> None:
    assert desk.owner.delete("/links/claude-code").status_code == 200
    with MessagesApi([touch("free")]) as api, working(program, desk, api) as process:
        assert is_done(process)
    assert desk.files() == {"free"}


def test_a_session_that_ends_leaves_nothing_open(program: str, desk: Desk) -> None:
    with MessagesApi([touch("never")]) as api, working(program, desk, api) as process:
        (task,) = desk.waiting()
        process.terminate()
        process.communicate(timeout=PATIENCE_S)
        with desk.owner.stream("GET", "/events", headers={"Last-Event-ID": "0"}) as events:
            assert any(line == "event: hil.resolved" for line in events.iter_lines())
    row = desk.owner.get(f"/tasks/{task['id']}").json()["task"]
    assert (row["status"], row["approval"]["state"]) == ("cancelled", "withdrawn")


def test_a_harness_that_is_killed_after_an_approval_leaves_nothing_running(program: str, desk: Desk) -> None:
    steps = [[("Bash", {"command": "echo begun > pipe; sleep 30", "description": "Sleeps"})]]
    desk.pipe("pipe")
    with MessagesApi(steps) as api, working(program, desk, api) as process:
        (task,) = desk.waiting()
        desk.decide(task, "approve")
        assert desk.said_in("pipe") == "begun\n"  # sooner, the hook itself would say that it wasn't run
        process.kill()
        process.wait(PATIENCE_S)
        row = desk.until_ended(task["id"])
    assert (row["status"], "outcome unknown" in row["error"]) == ("failed", True)


def test_the_prompt_tool_asks_about_what_claude_code_would_ask_about(program: str, desk: Desk) -> None:
    settings = desk.base / "home" / ".claude" / "settings.json"
    hooks = json.loads(settings.read_bytes())
    settings.write_text("{}")  # the other door alone
    assert hooks["hooks"]
    server = {
        "command": str(ROOT / ".venv" / "bin" / "placet"),
        "args": ["mcp-permission", "--data", str(desk.base / "data")],
    }
    config = desk.base / "permission.json"
    config.write_text(json.dumps({"mcpServers": {"placet": server}}))
    more = ("--mcp-config", str(config), "--permission-prompt-tool", "mcp__placet__permission")
    write = [("Write", {"file_path": str(desk.folder / name), "content": "x"}) for name in ("yes", "no")]
    with MessagesApi([write[:1], write[1:]]) as api, working(program, desk, api, *more) as process:
        desk.decide(desk.waiting()[0], "approve")
        desk.decide(desk.waiting()[0], "deny", reason="Once is enough.")
        assert is_done(process)
        assert desk.files() == {"yes"}
        assert "Once is enough." in json.dumps(api.result("toolu_1_0")["content"])
