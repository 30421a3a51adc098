"""The pages about MCP and about other makers' agents, followed to the letter on a clean home folder, removal included."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from placet.rules import codex_trust
from tests.architecture.tree import ROOT
from tests.fakes.responses_api import Call, ResponsesApi
from tests.flows.desk import PATIENCE_S, brought
from tests.flows.wire import client
from tests.mcp.peers import HELLO, Peer, Shop, words_of
from tests.readme.terminal import terminal
from tests.readme.test_programs import waiting
from tests.readme.walking import BIN, environment, serving

MCP = ROOT / "engine" / "placet" / "mcp" / "README.md"
LINKS = ROOT / "engine" / "placet" / "links" / "README.md"
BRINGS = "$(../../../packaging/harness acp)"
pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]


def block(page: Path, mark: str) -> str:
    """The block that stands behind a mark of a page."""
    found = re.search(
        rf"<!-- {re.escape(mark)} -->\n```\w+\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL
    )
    assert found, mark
    return found[1]


@dataclass
class Walk:
    """A reader of a page, with a home folder of its own: what one block sets, the next one has."""

    url: str
    owner: str
    folder: Path
    known: dict[str, str] = field(default_factory=dict)

    def environment(self) -> dict[str, str]:
        home = {"HOME": str(self.folder / "home"), "URL": self.url, "OWNER": self.owner}
        return {**environment(), **home, **self.known}

    def follow(self, page: Path, mark: str) -> None:
        script = f"set -euo pipefail\n{block(page, mark)}\necho; echo ==; env -0; printf 'TOKEN=%s\\0' \"${{TOKEN-}}\""
        ran = subprocess.run(
            ["/bin/bash", "-c", script], cwd=self.folder, env=self.environment(), capture_output=True, text=True,
            check=False, timeout=60,
        )  # fmt: skip
        assert ran.returncode == 0, ran.stderr
        pairs = [it.split("=", 1) for it in ran.stdout.rpartition("==\n")[2].split("\0") if "=" in it]
        self.known = {
            name: value for name, value in pairs if name in {"TOKEN", "PLACET_URL", "PLACET_TOKEN"} and value
        }

    def http(self) -> httpx.Client:
        return client(self.url, self.owner)

    def decide(self, agent: str, action: str) -> dict[str, Any]:
        with self.http() as owner:
            task = waiting(owner)
            body = {"action": action, "shown_digest": task["digest"]}
            assert owner.post(f"/agents/{agent}/tasks/{task['id']}/resolve", json=body).status_code == 200
            return task


@pytest.fixture
def walk(tmp_path: Path) -> Iterator[Walk]:
    (tmp_path / "home").mkdir()
    with serving(tmp_path) as (url, owner):
        yield Walk(url, owner, tmp_path)


def start(words: list[str], given: dict[str, str]) -> Peer:
    """What a client of MCP does with a server of its settings."""
    return Peer(subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=given))


def test_the_page_about_mcp(walk: Walk, tmp_path: Path) -> None:
    shop = Shop(tmp_path / "shop")
    before = files_in(walk.folder / "home")
    walk.follow(MCP, "set up")
    server = json.loads(block(MCP, "client"))["mcpServers"]["files"]
    at = server["args"].index("--")
    words = [str(BIN / server["command"]), *server["args"][: at + 1], *shop.command]
    told = {"PLACET_URL": walk.url, "PLACET_TOKEN": walk.known["TOKEN"]}
    assert server["env"].keys() == told.keys()
    given = {**environment(), "HOME": str(walk.folder / "home"), **told}
    peer = start(words, given)
    peer.hello()
    asked = peer.ask("tools/call", name="echo", arguments={"a": 1})
    assert walk.decide("desk", "approve")["tool"] == "files.echo"
    assert words_of(peer.wait(id=asked)["result"]) == '{"a": 1}'
    assert peer.close() == 0
    walk.follow(MCP, "remove")
    assert files_in(walk.folder / "home") == before
    peer = start(words, given)
    assert peer.result("initialize", **HELLO)
    assert peer.call("echo", arguments={})["isError"] is True
    assert peer.close() == 0
    assert len(shop.calls) == 1


@pytest.mark.parametrize("mark", ["langgraph", "openai-agents"])
def test_the_page_about_frameworks(walk: Walk, mark: str) -> None:
    before = files_in(walk.folder / "home")
    walk.follow(LINKS, "set up")
    line = block(LINKS, mark).split("#")[0].split()
    words = [sys.executable, str(LINKS.parent / line[1]), str(walk.folder / line[2])]
    given = walk.environment()
    with subprocess.Popen(words, env=given, stdout=subprocess.PIPE, text=True) as program:
        assert walk.decide("worker", "approve")["tool"] == "write_file"
        program.communicate(timeout=60)
    target = walk.folder / line[2]
    assert (program.returncode, target.read_text()) == (0, "Hello.")
    target.unlink()
    walk.follow(LINKS, "remove")
    assert files_in(walk.folder / "home") == before
    ended = subprocess.run(words, env=given, capture_output=True, text=True, check=True, timeout=60)
    assert "was not run" in ended.stdout
    assert not target.exists()


def follow_the_agent(walk: Walk, program: str) -> "subprocess.Popen[str]":
    """The line of the page, in a folder that has the examples in it, with the agent where `packaging/harness` brings it."""
    line = block(LINKS, "acp")
    assert BRINGS in line
    examples = walk.folder / "examples"
    if not examples.exists():
        examples.symlink_to(LINKS.parent / "examples")
    words = ["/bin/bash", "-c", f"exec {line.replace(BRINGS, program)}"]
    given = walk.environment()
    return subprocess.Popen(words, cwd=walk.folder, env=given, stdout=subprocess.PIPE, text=True)


def test_the_page_about_agents_of_the_protocol(walk: Walk) -> None:
    program = brought("ACP_AGENT", "acp")
    walk.follow(LINKS, "set up")
    config = walk.folder / "home" / ".codex" / "config.toml"
    config.parent.mkdir()
    made = walk.folder / "greeting.txt"
    with ResponsesApi(["touch greeting.txt"]) as api:
        config.write_text(api.config())
        with follow_the_agent(walk, program) as client:
            task = walk.decide("worker", "approve")
            assert (task["tool"], task["args"]["rawInput"]["command"][-1]) == (
                "execute",
                "touch greeting.txt",
            )
            said, _ = client.communicate(timeout=PATIENCE_S)
        assert (client.returncode, said, made.exists()) == (0, "end_turn\n", True)
        with walk.http() as owner:
            assert owner.get(f"/tasks/{task['id']}").json()["task"]["status"] == "completed"
    made.unlink()
    with ResponsesApi(["touch greeting.txt"]) as api:
        config.write_text(api.config())
        with follow_the_agent(walk, program) as client:
            walk.follow(LINKS, "remove")  # while it asks, or before
            said, _ = client.communicate(timeout=PATIENCE_S)
        assert (client.returncode, said, made.exists()) == (0, "cancelled\n", False)


def files_in(home: Path) -> dict[str, bytes]:
    """All that is there: files with their bytes, and folders."""
    return {
        str(it.relative_to(home)): it.read_bytes() if it.is_file() else b"a folder" for it in home.rglob("*")
    }


def as_owner(walk: Walk) -> None:
    """What the pages on links ask for: the data folder of a running engine, and an owner's token."""
    walk.known = {"PLACET_TOKEN": walk.owner, "PLACET_DATA": str(walk.folder / "data")}


def test_the_page_about_codex(walk: Walk) -> None:
    home = walk.folder / "home"
    before = files_in(home)
    as_owner(walk)
    with pytest.raises(
        AssertionError
    ):  # `status` ends with 1, as the page says: nobody trusted the hooks yet
        walk.follow(LINKS, "codex install")
    as_owner(walk)
    hooks = json.loads((home / ".codex" / "hooks.json").read_bytes())["hooks"]
    (command,) = [it["command"] for it in hooks["PreToolUse"][0]["hooks"]]
    event = json.dumps(
        {"session_id": "s", "tool_name": "Bash", "tool_input": {"command": "ls"}, "tool_use_id": "c"}
    )
    given = {"PATH": "/usr/bin:/bin", "HOME": "/nowhere"}
    pipe = subprocess.PIPE
    with subprocess.Popen(["/bin/sh", "-c", command], env=given, stdin=pipe, stdout=pipe, text=True) as hook:
        assert hook.stdin is not None
        hook.stdin.write(event)
        hook.stdin.close()
        hook.stdin = None
        walk.decide("codex", "approve")
        said, _ = hook.communicate(timeout=60)
    assert (hook.returncode, json.loads(said)) == (0, {})
    walk.follow(LINKS, "codex remove")
    assert files_in(home) == before
    ended = subprocess.run(
        ["/bin/sh", "-c", command],
        env=given,
        input=event,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (ended.returncode, "was not run" in ended.stderr) == (2, True)


def test_the_page_about_what_codex_types(walk: Walk, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(brought("CODEX", "codex")).parent
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    walk.follow(LINKS, "codex typing")
    config = (walk.folder / "home" / ".codex" / "config.toml").read_text()
    assert not codex_trust.types_unasked(config)


def test_the_page_about_mcp_over_http(walk: Walk) -> None:
    home = walk.folder / "home"
    before = files_in(home)
    with terminal(walk.folder, walk.environment()) as reader:
        reader.say(block(MCP, "http set up"))
        for step in ("list", "call", "approve", "deny"):
            reader.say(block(MCP, f"http {step}"))
            reader.see(block(MCP, f"http {step}: seen"))
        assert files_in(home) == {**before, "pen": b"a folder", "pen/note.txt": b"Hello."}
        reader.say(block(MCP, "http remove"))
        reader.see(block(MCP, "http remove: seen"))
        assert reader.leave() == 0
    assert files_in(home) == before
    with walk.http() as owner:
        rows = owner.get("/agents/pen/tasks").json()["tasks"]
        assert [(it["status"], it["approval"]["reason"]) for it in rows] == [
            ("denied", "Not on a Friday."),
            ("completed", None),
        ]
        assert {it["approval"]["decided_by"] for it in rows} == {"owner"}


def printed_for(walk: Walk, mark: str) -> str:
    """Settings of the page, with the address and the token that its reader has."""
    port = walk.url.rpartition(":")[2]
    return block(MCP, mark).replace("PORT", port).replace("placet_...", walk.known["TOKEN"])


def test_claude_code_takes_the_printed_settings_until_the_token_is_gone(walk: Walk) -> None:
    program = brought("CLAUDE_CODE", "claude")
    walk.follow(MCP, "http set up")
    (walk.folder / "home" / ".claude.json").write_text(printed_for(walk, "http client"))
    given = walk.environment()

    def said() -> str:
        words = [program, "mcp", "list"]
        ran = subprocess.run(
            words, cwd=walk.folder, env=given, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            check=True, timeout=PATIENCE_S,
        )  # fmt: skip
        return ran.stdout

    assert "Connected" in said()
    with walk.http() as owner:
        tokens = owner.get("/tokens").json()["tokens"]
        (token_id,) = [it["id"] for it in tokens if it["agent"] == "pen"]
        assert owner.delete(f"/tokens/{token_id}").status_code == 200
    assert "Connected" not in said()


def test_codex_calls_a_tool_with_the_printed_settings_and_waits_for_the_owner(walk: Walk) -> None:
    program = brought("CODEX", "codex")
    walk.follow(MCP, "http set up")
    given = {**walk.environment(), "PLACET_TOKEN": walk.known["TOKEN"]}
    config = walk.folder / "home" / ".codex" / "config.toml"
    config.parent.mkdir()
    made = walk.folder / "home" / "pen" / "note.txt"
    call = Call("fs_write", lambda _: {"path": "note.txt", "content": "Hello."}, namespace="mcp__placet")
    with ResponsesApi([call]) as api:
        config.write_text(api.config('approval_policy = "never"') + printed_for(walk, "http codex"))
        words = [program, "exec", "--skip-git-repo-check", "go"]
        with subprocess.Popen(words, cwd=walk.folder, env=given, stdin=subprocess.DEVNULL) as codex:
            assert walk.decide("pen", "approve")["tool"] == "fs_write"
            assert codex.wait(PATIENCE_S) == 0
        assert "note.txt" in api.output(0)
    assert made.read_text() == "Hello."


def test_the_page_about_servers_that_a_file_names(walk: Walk, tmp_path: Path) -> None:
    shop = Shop(tmp_path / "shop")
    home = walk.folder / "home"
    path = home / ".claude.json"
    path.write_text(
        json.dumps({"mcpServers": {"shop": {"command": shop.command[0], "args": shop.command[1:]}}})
    )
    before = files_in(home)
    as_owner(walk)
    walk.follow(MCP, "link")
    as_owner(walk)
    server = json.loads(path.read_bytes())["mcpServers"]["shop"]
    peer = start([server["command"], *server["args"]], {"PATH": "/usr/bin:/bin", "HOME": "/nowhere"})
    peer.hello()
    asked = peer.ask("tools/call", name="echo", arguments={"a": 1})
    assert walk.decide("mcp", "approve")["tool"] == "shop.echo"
    assert words_of(peer.wait(id=asked)["result"]) == '{"a": 1}'
    assert peer.close() == 0
    walk.follow(MCP, "unlink")
    assert files_in(home) == before
