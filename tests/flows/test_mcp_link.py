"""The link before other programs' MCP servers: gateways in the files that name them, tried, and taken out again."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from placet.folder import DataFolder
from tests.flows.house import House
from tests.flows.meanwhile import written_meanwhile
from tests.flows.wire import Wire, wire
from tests.mcp.peers import Peer, Shop, words_of


@pytest.fixture
def net(house: House) -> Iterator[Wire]:
    house.declare("somebody")
    with wire(house, "somebody") as net:
        note = DataFolder(root=house.data)
        note.write_service(str(net.owner.base_url).rstrip("/"), os.getpid(), house.engine.service_secret)
        yield net


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return Shop(tmp_path / "shop")


def json_file(tmp_path: Path, shop: Shop, **more: Any) -> Path:
    """A file as people keep it: their own blanks, an order of their own, other things around."""
    path = tmp_path / "clients.json"
    server = json.dumps(
        {"type": "stdio", "command": shop.command[0], "args": shop.command[1:], "env": {"KEY": "v"}}
    )
    path.write_text(
        f'{{"numStartups" : 7,\n\t"mcpServers":{{ "my files" : {server} }},\n'
        f'  "projects": {{"/a": {{"mcpServers": {{"deep": {server}}}}}}}, "é": 1.0}}'
    )
    return path


def install(net: Wire, path: Path) -> Any:
    return net.owner.put("/links/mcp", json={"settings": str(path)})


def remove(net: Wire, path: Path) -> Any:
    return net.owner.delete("/links/mcp", params={"settings": str(path)})


def rows(net: Wire) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = net.owner.get("/links").json()["links"]
    return found


def client_of(entry: dict[str, Any]) -> Peer:
    """What a client does with a server of its settings."""
    given = {"PATH": os.environ["PATH"], "HOME": "/nowhere", **entry.get("env", {})}
    words = [entry["command"], *entry["args"]]
    return Peer(subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=given, cwd="/"))


def test_a_server_of_the_file_asks_here_with_its_arguments_and_variables(
    house: House, net: Wire, tmp_path: Path, shop: Shop
) -> None:
    path = json_file(tmp_path, shop)
    before = path.read_text()
    answer = install(net, path)
    assert answer.status_code == 200, answer.text
    assert (answer.json()["gated"], answer.json()["settings"]) == (True, str(path))
    told = json.loads(path.read_text())
    peer = client_of(told["mcpServers"]["my files"])
    peer.hello()
    asked = peer.ask("tools/call", name="env", arguments={})
    task = house.waiting()[0]
    assert (task.tool, task.agent, shop.calls) == ("my_files.env", "mcp", [])
    house.approve(task.id)
    environment = json.loads(words_of(peer.wait(id=asked)["result"]))
    assert environment["KEY"] == "v"
    assert peer.close() == 0
    deep = told["projects"]["/a"]["mcpServers"]["deep"]
    assert deep["args"][-len(shop.command) :] == shop.command
    assert path.read_text().startswith('{"numStartups" : 7,\n\t"mcpServers":{ "my files" : {"type": "stdio"')
    assert remove(net, path).status_code == 200
    assert path.read_text() == before
    assert rows(net) == []
    assert [it.name for it in tmp_path.iterdir() if "before-placet" in it.name] == []
    assert [
        it["label"] for it in net.owner.get("/tokens").json()["tokens"] if it["label"] == "link mcp"
    ] == []


def test_codex_s_own_file_keeps_its_comments(net: Wire, tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    before = (
        '# mine\nmodel = "x"   # this one\n\n[mcp_servers.docs]\ncommand = "npx" # by hand\nargs = ["-y", "docs"]\n'
        'env_vars = ["TOKEN"]\n\n[mcp_servers.bare]\ncommand = "bare"\n\n[mcp_servers.bare.env]\nA = "b"\n'
    )
    path.write_text(before)
    assert install(net, path).json()["gated"] is True
    now = path.read_text()
    assert "# mine" in now
    assert "# by hand" in now
    assert now.count('"mcp-gateway"') == 2
    assert '"--env", "TOKEN", "--", "npx", "-y", "docs"' in now
    assert '"--env", "A", "--", "bare"' in now
    assert install(net, path).status_code == 200
    assert path.read_text() == now
    remove(net, path)
    assert path.read_text() == before


def test_two_files_are_two_rows_and_the_last_one_takes_the_token_along(
    net: Wire, tmp_path: Path, shop: Shop
) -> None:
    first = json_file(tmp_path, shop)
    second = tmp_path / "second.json"
    second.write_text(first.read_text())
    install(net, first)
    install(net, second)
    assert [it["settings"] for it in rows(net)] == [str(first), str(second)]
    assert net.owner.post("/links/mcp/test", json={}).json()["gated"] is True
    remove(net, first)
    assert [it["settings"] for it in rows(net)] == [str(second)]
    assert remove(net, first).status_code == 404
    remove(net, second)
    assert net.owner.post("/links/mcp/test", json={}).status_code == 404


def test_what_somebody_added_meanwhile_is_told_and_stays(net: Wire, tmp_path: Path, shop: Shop) -> None:
    path = json_file(tmp_path, shop)
    install(net, path)
    told = json.loads(path.read_text())
    told["mcpServers"]["new"] = {"command": "new"}
    path.write_text(json.dumps(told))
    assert (rows(net)[0]["gated"], '"new"' in rows(net)[0]["words"]) == (False, True)
    answer = net.owner.post("/links/mcp/test", json={})
    assert (answer.status_code, answer.json()["code"]) == (409, "link_not_gated")
    assert install(net, path).json()["gated"] is True
    remove(net, path)
    left = json.loads(path.read_text())
    assert left["mcpServers"]["new"]["command"] == "new"
    assert left["mcpServers"]["my files"]["command"] == sys.executable


def test_a_server_that_is_reached_by_an_address_is_told(net: Wire, tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(
        '{"mcpServers": {"a": {"command": "a"}, "far": {"type": "http", "url": "https://example.org"}}}'
    )
    told = install(net, path).json()
    assert (told["gated"], "by an address" in told["words"]) == (False, True)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "doesn't parse"),
        ("[]", "no JSON object"),
        ("{}", "names no server"),
        ('{"mcpServers": []}', "aren't what they should be"),
        ('{"mcpServers": {"a": {"command": 1}}}', "no command with args"),
        ('{"mcpServers": {"a": {"url": "https://example.org"}}}', "names no server"),
        (None, "There is no file"),
    ],
)
def test_a_file_that_can_not_take_gateways_is_left_alone(
    net: Wire, tmp_path: Path, text: str | None, why: str
) -> None:
    path = tmp_path / "a.json"
    if text is not None:
        path.write_text(text)
    answer = install(net, path)
    assert (answer.status_code, answer.json()["code"], why in answer.json()["error"]) == (
        409,
        "settings_refused",
        True,
    )
    assert (path.read_text() if path.exists() else None) == text
    assert rows(net) == []
    assert [
        it["label"] for it in net.owner.get("/tokens").json()["tokens"] if it["label"] == "link mcp"
    ] == []


def test_a_console_that_refuses_nothing_gates_nothing(
    house: House, net: Wire, tmp_path: Path, shop: Shop
) -> None:
    path = json_file(tmp_path, shop)
    before = path.read_text()
    DataFolder(root=house.data).remove_service()
    answer = install(net, path)
    assert (answer.status_code, answer.json()["code"]) == (409, "link_not_gated")
    assert path.read_text() == before


def test_a_file_that_its_program_writes_meanwhile_is_left_alone(
    net: Wire, tmp_path: Path, shop: Shop
) -> None:
    path = json_file(tmp_path, shop)
    theirs = path.read_text().replace('"numStartups" : 7', '"numStartups" : 8')
    with written_meanwhile(path, theirs.encode()):
        answer = install(net, path)
    assert (answer.status_code, "try again" in answer.json()["error"]) == (409, True)
    assert (path.read_text(), rows(net)) == (theirs, [])
    assert [it.name for it in tmp_path.iterdir() if "before-placet" in it.name] == []

    assert install(net, path).status_code == 200
    gated = path.read_text()
    with written_meanwhile(path, theirs.encode()):
        assert remove(net, path).status_code == 409
        assert [it["settings"] for it in rows(net)] == [str(path)]
    path.write_text(gated)
    assert remove(net, path).status_code == 200
    assert path.read_text() == theirs


@pytest.mark.parametrize("name", ["circle", "x" * 300])
def test_a_path_that_leads_nowhere_is_told_and_leaves_no_token(net: Wire, tmp_path: Path, name: str) -> None:
    (tmp_path / "circle").symlink_to("circle")
    answer = net.owner.put("/links/mcp", json={"settings": str(tmp_path / name)})
    assert (answer.status_code, answer.json()["code"]) == (409, "settings_refused")
    assert "link mcp" not in [it["label"] for it in net.owner.get("/tokens").json()["tokens"]]
