"""The manual page says what the program takes, and where it keeps things."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from placet.cli.parser import build
from placet.folder import DataFolder, default_folder, state_folder
from tests.architecture.tree import ROOT
from tests.cli.test_parser import subcommands


@pytest.fixture(scope="module")
def manual() -> str:
    """Its source, with the formatter's marks taken out."""
    made = subprocess.run(
        [sys.executable, ROOT / "packaging" / "man_page.py"],
        env={**os.environ, "COLUMNS": "1000"},
        capture_output=True,
        text=True,
        check=True,
    )
    return made.stdout.replace(r"\-", "-")


def test_every_command_is_in_it(manual: str) -> None:
    whole = [
        f"{name} {verb}".rstrip()
        for name, parser in subcommands(build()).items()
        for verb in (subcommands(parser) or [""])
    ]
    assert [it for it in whole if f"\n.B placet {it} " not in manual] == []


@pytest.mark.parametrize("option", ["--data DIR", "--port PORT", "--json", "--no-http"])
def test_an_option_says_whether_it_takes_something(manual: str, option: str) -> None:
    assert f"\n.I {option}\n" in manual


def test_it_says_where_things_lie(manual: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    usual = default_folder({})
    for place in (usual, state_folder(), DataFolder(root=usual).settings):
        assert f"\n.B ~/{place.relative_to(tmp_path)}\n" in manual
