"""The link to Codex: its hooks go in and out as Claude Code's do, and whether Codex runs them is told too."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import placet.app
from placet.folder import DataFolder
from placet.rules import codex_trust
from placet.rules.hook_settings import CODEX
from tests.flows.house import House
from tests.flows.wire import Wire, wire

SHELL = {"command": "ls"}


@pytest.fixture
def net(house: House) -> Iterator[Wire]:
    house.declare("somebody")
    with wire(house, "somebody") as net:
        note = DataFolder(root=house.data)
        note.write_service(str(net.owner.base_url).rstrip("/"), os.getpid(), house.engine.service_secret)
        yield net


@pytest.fixture
def hooks(tmp_path: Path) -> Path:
    return tmp_path / "home" / ".codex" / "hooks.json"


def install(net: Wire, hooks: Path) -> dict[str, Any]:
    answer = net.owner.put("/links/codex", json={"settings": str(hooks)})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def row(net: Wire) -> dict[str, Any]:
    (found,) = net.owner.get("/links").json()["links"]
    return dict(found)


def trust(hooks: Path) -> None:
    """Write down what Codex does once its user trusted the hooks."""
    groups = json.loads(hooks.read_bytes())["hooks"]
    with hooks.with_name("config.toml").open("w") as config:
        for hook in CODEX.hooks:
            if hook.gates:
                key = json.dumps(codex_trust.key(hook, str(hooks.resolve()), (0, 0)))
                digest = codex_trust.digest(hook, groups[hook.event][0]["hooks"][0]["command"])
                config.write(f'[hooks.state.{key}]\ntrusted_hash = "{digest}"\n')


def line(hooks: Path, event: str = "PreToolUse") -> str:
    command: str = json.loads(hooks.read_bytes())["hooks"][event][0]["hooks"][0]["command"]
    return command


def run(shell: str, command: str, event: dict[str, Any]) -> "subprocess.CompletedProcess[bytes]":
    """What Codex does with a hook: its user's own shell gets the line."""
    plain = {"PATH": os.environ["PATH"], "HOME": "/nowhere", "PLACET_HOOK_DEADLINE": "0.1"}
    words = [shell, "-c", command]
    told = json.dumps(event).encode()
    return subprocess.run(words, input=told, env=plain, timeout=60, check=False, capture_output=True)


def test_installed_it_blocks_and_says_that_nobody_trusts_it_yet(net: Wire, hooks: Path) -> None:
    told = install(net, hooks)
    assert (told["name"], told["agent"], told["gated"], told["skipped"]) == ("codex", "codex", False, True)
    assert "/hooks" in told["words"]
    event = {"session_id": "s", "tool_name": "Bash", "tool_input": SHELL, "tool_use_id": "c"}
    for shell in ("/bin/sh", "/bin/bash"):
        ended = run(shell, line(hooks), event)
        assert (ended.returncode, b"Nobody allowed" in ended.stderr) == (2, True)


def test_a_hook_that_is_gone_or_killed_blocks_with_words(net: Wire, hooks: Path) -> None:
    install(net, hooks)
    for event in ("PreToolUse", "PermissionRequest"):
        ended = run("/bin/sh", line(hooks, event).replace("start.py", "nowhere.py"), {})
        assert (ended.returncode, b"was not run" in ended.stderr) == (2, True)


def test_trusted_it_gates_until_it_is_switched_off_or_changed(net: Wire, hooks: Path) -> None:
    install(net, hooks)
    trust(hooks)
    assert (row(net)["gated"], row(net)["skipped"]) == (True, False)
    config = hooks.with_name("config.toml")
    config.write_text("[features]\nhooks = false\n" + config.read_text())
    assert (row(net)["gated"], "switches hooks off" in row(net)["words"]) == (False, True)


def type_nothing(hooks: Path) -> None:
    """What `codex features disable unified_exec_tty` does."""
    config = hooks.with_name("config.toml")
    config.write_text("[features]\nunified_exec_tty = false\n" + config.read_text())


def test_what_codex_types_into_programs_is_told_as_long_as_it_may(net: Wire, hooks: Path) -> None:
    install(net, hooks)
    trust(hooks)
    assert "codex features disable unified_exec_tty" in row(net)["unasked"]
    type_nothing(hooks)
    assert (row(net)["gated"], row(net)["unasked"]) == (True, "")
    hooks.with_name("config.toml").write_text("[features")
    assert row(net)["unasked"] != ""


def test_what_codex_asked_since_proves_that_it_runs_them(net: Wire, hooks: Path) -> None:
    install(net, hooks)
    os.utime(hooks, (0, 0))
    assert row(net)["skipped"] is True
    ended = run(
        "/bin/sh",
        line(hooks),
        {"session_id": "s", "tool_name": "Bash", "tool_input": SHELL, "tool_use_id": "c"},
    )
    assert ended.returncode == 2
    assert row(net)["gated"] is True


def test_a_file_that_codex_would_not_read_gets_no_hooks(net: Wire, hooks: Path) -> None:
    hooks.parent.mkdir(parents=True)
    hooks.write_text('{"model": "x"}')
    answer = net.owner.put("/links/codex", json={"settings": str(hooks)})
    assert (answer.status_code, answer.json()["code"]) == (409, "link_not_gated")
    assert hooks.read_text() == '{"model": "x"}'


@pytest.mark.parametrize("before", [None, b'{"hooks":\t{"Stop": [ ]}}'])
def test_removed_the_file_is_as_it_was(net: Wire, hooks: Path, before: bytes | None) -> None:
    if before is not None:
        hooks.parent.mkdir(parents=True)
        hooks.write_bytes(before)
    else:
        hooks.parent.parent.mkdir()
    install(net, hooks)
    install(net, hooks)
    assert net.owner.delete("/links/codex").status_code == 200
    assert (hooks.read_bytes() if hooks.exists() else None) == before
    assert hooks.parent.exists() is (before is not None)


def test_what_was_changed_between_two_installs_stays_when_the_hooks_go(net: Wire, hooks: Path) -> None:
    hooks.parent.mkdir(parents=True)
    hooks.write_text("{}")
    install(net, hooks)
    mine = {"hooks": [{"type": "command", "command": "true"}]}
    told = json.loads(hooks.read_bytes())
    told["hooks"]["Stop"] = [mine]
    del told["hooks"]["PreToolUse"]
    hooks.write_text(json.dumps(told))
    install(net, hooks)
    assert net.owner.delete("/links/codex").status_code == 200
    assert json.loads(hooks.read_bytes()) == {"hooks": {"Stop": [mine]}}


def test_the_doctor_says_that_codex_skips_them(house: House, net: Wire, hooks: Path) -> None:
    install(net, hooks)
    (finding,) = net.owner.get("/doctor").json()["findings"]
    assert (finding["code"], finding["serious"]) == ("link_skipped", True)
    assert "/hooks" in finding["advice"]
    house.engine.close()
    assert [it.code for it in placet.app.examine_offline(house.data)] == ["link_skipped"]
    trust(hooks)
    assert [it.code for it in placet.app.examine_offline(house.data)] == ["link_unasked"]
    type_nothing(hooks)
    assert placet.app.examine_offline(house.data) == []


@pytest.mark.parametrize("name", ["circle", "x" * 300])
def test_a_path_that_leads_nowhere_is_told_and_leaves_no_token(net: Wire, tmp_path: Path, name: str) -> None:
    (tmp_path / "circle").symlink_to("circle")
    answer = net.owner.put("/links/codex", json={"settings": str(tmp_path / name)})
    assert (answer.status_code, answer.json()["code"]) == (409, "settings_refused")
    assert "link codex" not in [it["label"] for it in net.owner.get("/tokens").json()["tokens"]]
