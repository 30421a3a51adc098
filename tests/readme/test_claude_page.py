"""The README's page on Claude Code, followed to the letter on a home folder that has nothing yet."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.flows.house import PATIENCE_S
from tests.readme.walking import BIN, environment, printed_blocks, serving

MINE = b'{"model":"x",\t"hooks": {"Stop": []}, "permissions": {"allow": ["Bash(ls:*)"]}}'


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    return home


@pytest.fixture
def surroundings(tmp_path: Path, home: Path) -> Iterator[dict[str, str]]:
    """What the page asks for: a running engine on one's data folder, and an owner's token."""
    with serving(tmp_path) as (_, owner):
        data = str(tmp_path / "data")
        yield {**environment(), "HOME": str(home), "PLACET_TOKEN": owner, "PLACET_DATA": data}


def follow(block: str, surroundings: dict[str, str], folder: Path) -> str:
    ran = subprocess.run(
        ["/bin/bash", "-c", f"set -euo pipefail\n{block}"],
        cwd=folder,
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S * 6,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def everything_in(home: Path) -> dict[str, bytes]:
    return {str(it.relative_to(home)): it.read_bytes() for it in home.rglob("*") if it.is_file()}


def settings_in(found: dict[str, bytes]) -> dict[str, bytes]:
    return {name: content for name, content in found.items() if name.startswith(".claude")}


@pytest.mark.parametrize(
    "before",
    [pytest.param(None, marks=pytest.mark.long), MINE],
    ids=["no settings yet", "settings of one's own"],
)
def test_the_page_goes_as_it_is_printed_and_leaves_no_byte_behind(
    surroundings: dict[str, str], home: Path, tmp_path: Path, before: bytes | None
) -> None:
    settings = home / ".claude" / "settings.json"
    if before is not None:
        settings.parent.mkdir()
        settings.write_bytes(before)
    as_it_was = settings_in(everything_in(home))
    install, listing, taking_back, prompt = printed_blocks("claude-code")
    assert str(settings) in follow(install, surroundings, tmp_path)
    hooks = json.loads(settings.read_bytes())["hooks"]
    assert {"PreToolUse", "PermissionRequest"} <= set(hooks)
    declared = json.loads(follow(listing, surroundings, tmp_path))
    free = {it["name"]: (it["enabled"], it["restricted"]) for it in declared["tools"]}
    assert free["TodoWrite"] == (True, False)
    assert free["Read"] == (True, True)
    assert free["WebFetch"][0] is False
    follow(prompt, surroundings, tmp_path)
    config = json.loads((tmp_path / "permission.json").read_bytes())
    assert config["mcpServers"]["placet"] == {"command": str(BIN / "placet"), "args": ["mcp-permission"]}
    follow(taking_back, surroundings, tmp_path)
    assert settings_in(everything_in(home)) == as_it_was
    assert settings.parent.exists() is (before is not None)
