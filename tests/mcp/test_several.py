"""A gateway in front of several servers: each tool is known by its server and its name."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mcp.peers import Place, Shop, gateway, tool


def test_a_rule_for_one_servers_tool_frees_no_other_servers(here: Place, tmp_path: Path) -> None:
    first, second = Shop(tmp_path / "first"), Shop(tmp_path / "second")
    for shop in (first, second):
        shop.lists(tool("a.b"), tool("a__b"), tool("a/b"))
    here.house.change(tools=[{"name": "first.a.b", "restricted": False}])
    with gateway(first, second, PLACET_URL=here.url, PLACET_TOKEN=here.token) as peer:
        peer.hello()
        names = {it["name"] for it in peer.result("tools/list")["tools"]}
        assert names == {"first.a.b", "first.a__b", "second.a.b", "second.a__b", "placet_task"}
        assert peer.call("first.a.b", arguments={"n": 1})["isError"] is False
        for name in ("first.a__b", "second.a.b", "second.a__b"):
            asked = peer.ask("tools/call", name=name, arguments={})
            task = here.house.waiting()[0]
            assert task.tool == name
            here.house.deny(task.id)
            assert peer.wait(id=asked)["result"]["isError"] is True
        assert peer.answer("tools/call", name="a.b", arguments={})["error"]["code"] == -32602
        assert peer.answer("resources/list")["error"]["code"] == -32601
    assert (first.ran, second.ran) == ([{"n": 1}], [])


def test_a_server_that_does_not_start_keeps_no_other_from_being_offered(here: Place, tmp_path: Path) -> None:
    shop = Shop(tmp_path / "works")
    listed = {
        "broken": {"command": "/nowhere/at/all"},
        "works": {"command": shop.command[0], "args": shop.command[1:]},
    }
    path = tmp_path / "servers.json"
    path.write_text(json.dumps({"mcpServers": listed}))
    here.shop = shop
    with here.gateway("--servers", str(path)) as peer:
        peer.hello()
        names = {it["name"] for it in peer.result("tools/list")["tools"]}
        assert "works.free" in names
        assert not [it for it in names if it.startswith("broken.")]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"mcpServers": {}}',
        '{"mcpServers": {"a": {"command": 1}}}',
        '{"mcpServers": {"a b": {"command": "x"}}}',
    ],
)
def test_a_file_that_lists_no_servers_is_refused_in_one_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "servers.json"
    path.write_text(text)
    words = [sys.executable, "-m", "placet", "mcp-gateway", "--servers", str(path)]
    ended = subprocess.run(
        words, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL, check=False
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.count("\n") == 1
    assert ended.stderr.endswith("[wrong_use]\n")
