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
