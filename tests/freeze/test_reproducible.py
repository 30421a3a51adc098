"""The same sources give the same bytes, in another folder and at another time."""

import hashlib
import subprocess
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT

pytestmark = [pytest.mark.long, pytest.mark.timeout(1800)]


def built(folder: Path) -> Path:
    made = subprocess.run(
        [ROOT / "packaging" / "build", "--program", folder], capture_output=True, text=True, check=False
    )
    assert made.returncode == 0, made.stdout + made.stderr
    return folder / "placet"


def contents(folder: Path) -> dict[str, tuple[int, str]]:
    """Each file with its mode and digest, or where it leads."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if not path.is_dir() or path.is_symlink():
            whole = str(path.readlink()).encode() if path.is_symlink() else path.read_bytes()
            found[path.relative_to(folder).as_posix()] = (
                path.lstat().st_mode,
                hashlib.sha256(whole).hexdigest(),
            )
    return found


def test_two_programs_of_the_same_sources_are_the_same_bytes(tmp_path: Path) -> None:
    first = contents(built(tmp_path / "one"))
    second = contents(built(tmp_path / "another" / "place"))
    assert {name for name in first.keys() | second.keys() if first.get(name) != second.get(name)} == set()
    assert "placet" in first
