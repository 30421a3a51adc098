"""`placet link`: exit 0 only when what must be blocked was."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.flows.wire import Wire


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    return tmp_path / "claude" / "settings.json"


def test_installed_tried_and_taken_out_again(run: Run, net: Wire, settings: Path) -> None:
    named = ("--settings", settings)
    done = run("link", "claude-code", "install", *named)
    assert (done.code, str(settings) in done.out) == (0, True), done.err
    assert run("link", "claude-code", "test").code == 0
    told = run("link", "claude-code", "test", *named, "--json")
    assert json.loads(told.out)["gated"] is True
    settings.write_text("{}")
    broken = run("link", "claude-code", "test")
    assert (broken.code, broken.err.endswith("[link_not_gated]\n")) == (1, True)
    elsewhere = run("link", "claude-code", "remove", "--settings", settings.with_name("other.json"))
    assert (elsewhere.code, elsewhere.err.endswith("[not_found]\n")) == (1, True)
    assert run("link", "claude-code", "remove", *named).code == 0
    assert run("link", "claude-code", "test").err.endswith("[not_found]\n")


def test_codex_says_what_its_user_has_to_do_and_how_it_stands(run: Run, net: Wire, tmp_path: Path) -> None:
    named = ("--settings", tmp_path / "codex" / "hooks.json")
    done = run("link", "codex", "install", *named)
    assert (done.code, "/hooks" in done.out) == (0, True), done.err
    assert "/hooks" in run("link", "codex", "test").out
    status = run("link", "codex", "status", *named)
    assert (status.code, "NOT GATED" in status.out) == (1, True)
    assert json.loads(run("link", "codex", "status", "--json").out)["skipped"] is True
    assert run("link", "codex", "remove").code == 0
    assert run("link", "codex", "status").err.endswith("[not_found]\n")


def test_servers_of_a_file_are_gated_and_freed_again(run: Run, net: Wire, tmp_path: Path) -> None:
    path = tmp_path / "servers.json"
    path.write_text('{"mcpServers": {"a": {"command": "a"}}}')
    assert run("link", "mcp", "install").err.endswith("[wrong_use]\n")
    assert run("link", "mcp", "install", "--settings", path).code == 0
    status = run("link", "mcp", "status")
    assert (status.code, status.out) == (0, f"{path}: gated\n")
    assert run("link", "mcp", "test").code == 0
    assert run("link", "mcp", "remove").code == 0
    assert path.read_text() == '{"mcpServers": {"a": {"command": "a"}}}'
