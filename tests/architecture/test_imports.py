"""The floors of the house: the import contracts of pyproject.toml hold, and each of them can be broken."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT

# For each contract the least breach of it: a room, and an import that it may not have.
BREACHES = {
    "Engine floors": ("placet.ledger", "placet.api"),
    "GUI floors": ("placet_gui.theme", "placet_gui.views"),
    "The GUI enters by the front door": ("placet_gui.views", "placet.rules"),
    "Only the main doors assemble the engine": ("placet_gui.views", "placet.app"),
    "The engine knows no Qt": ("placet.agents", "PySide6"),
    "Rules are pure": ("placet.rules", "random"),
    "Only the ledger speaks SQL": ("placet.agents", "sqlite3"),
    "Only work writes the ledger": ("placet.agents", "placet.ledger"),
    "Only the bridge mixes asyncio and Qt": ("placet_gui.views", "asyncio"),
}


def contracts() -> list[str]:
    """The names of the contracts, as pyproject.toml has them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return [contract["name"] for contract in project["tool"]["importlinter"]["contracts"]]


def check(top: Path) -> tuple[dict[str, str], str]:
    """Run import-linter on the sources below a folder; the verdict on each contract,
    and all that it said.
    """
    command = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    run = subprocess.run(
        [sys.executable, "-c", command, str(ROOT / "pyproject.toml"), "--no-cache", "--no-logo"],
        cwd=top,
        env=os.environ | {"PYTHONPATH": f"{top / 'engine'}{os.pathsep}{top / 'gui'}"},
        capture_output=True,
        text=True,
        check=False,
    )
    said = run.stdout + run.stderr
    return dict(re.findall(r"^(.+?) (KEPT|BROKEN)\b", said, flags=re.MULTILINE)), said


def plant(top: Path, room: str, imported: str) -> None:
    """Give a room one more import: in a new module of a folder, at the end of a single file."""
    package = room.partition(".")[0]
    place = top / ("gui" if package == "placet_gui" else "engine") / room.replace(".", "/")
    module = place / "planted.py" if place.is_dir() else place.with_suffix(".py")
    with module.open("a", encoding="utf-8") as file:
        file.write(f"\nimport {imported}\n")


def test_every_import_contract_is_kept() -> None:
    verdicts, said = check(ROOT)
    assert verdicts == dict.fromkeys(contracts(), "KEPT"), said


def test_every_contract_has_a_breach_that_shows_it_at_work() -> None:
    assert set(BREACHES) == set(contracts())


@pytest.mark.parametrize("contract", BREACHES)
def test_a_planted_breach_breaks_exactly_its_contract(contract: str, tmp_path: Path) -> None:
    for side in ("engine", "gui"):
        shutil.copytree(ROOT / side, tmp_path / side, ignore=shutil.ignore_patterns("__pycache__"))
    plant(tmp_path, *BREACHES[contract])
    verdicts, said = check(tmp_path)
    assert verdicts == dict.fromkeys(contracts(), "KEPT") | {contract: "BROKEN"}, said
