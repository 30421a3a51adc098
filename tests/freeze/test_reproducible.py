"""The same sources give the same bytes: elsewhere, at another time, and in the hands of somebody with other habits."""

import hashlib
import os
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT

pytestmark = [pytest.mark.long, pytest.mark.timeout(3600)]
LEFT_BEHIND = (".venv", "dist", "__pycache__", "*.qm", ".*_cache", ".hypothesis")
OTHER_HABITS = {"TZ": "Asia/Kathmandu", "LC_ALL": "C.UTF-8"}


def built(root: Path, folder: Path, umask: int, **habits: str) -> Path:
    """All that packaging/build of these sources makes, in this folder."""
    made = subprocess.run(
        [root / "packaging" / "build", folder],
        env={**os.environ, **habits},
        umask=umask,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    return folder


def contents(folder: Path) -> dict[str, tuple[int, str]]:
    """Each file with whether it can be run and its digest, or where it leads."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if not path.is_dir() or path.is_symlink():
            whole = str(path.readlink()).encode() if path.is_symlink() else path.read_bytes()
            runs = path.lstat().st_mode & 0o100
            found[path.relative_to(folder).as_posix()] = (runs, hashlib.sha256(whole).hexdigest())
    return found


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(ROOT, tmp_path_factory.mktemp("one") / "dist", 0o022)


def test_what_is_built_twice_is_the_same_bytes(first: Path, tmp_path: Path) -> None:
    """The other time in a copy of the sources, with a set-up, a umask, a time zone and a language of its own."""
    copy = tmp_path / "another place" / "tree"
    shutil.copytree(ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(*LEFT_BEHIND))
    second = contents(built(copy, tmp_path / "dist", 0o077, **OTHER_HABITS))
    once = contents(first)
    assert {name for name in once.keys() | second.keys() if once.get(name) != second.get(name)} == set()


def test_the_checksums_are_those_of_all_that_is_given_away(first: Path) -> None:
    sums = (first / "SHA256SUMS").read_text(encoding="utf-8")
    said = {name: digest for digest, name in (line.split("  ") for line in sums.splitlines())}
    given = [it for it in first.iterdir() if it.is_file() and it.name != "SHA256SUMS"]
    assert said == {it.name: hashlib.sha256(it.read_bytes()).hexdigest() for it in given}


def test_the_portable_archive_is_the_program_in_one_folder_with_its_bill(first: Path, tmp_path: Path) -> None:
    (archive,) = first.glob("*-linux-*.tar.gz")
    with tarfile.open(archive) as file:
        file.extractall(tmp_path, filter="fully_trusted")
    (folder,) = tmp_path.iterdir()
    bill = folder / "placet.cdx.json"
    assert bill.read_bytes() == (first / bill.name).read_bytes()
    bill.unlink()
    assert contents(folder) == contents(first / "placet")
    said = subprocess.run([folder / "placet", "--version"], capture_output=True, text=True, check=True)
    assert said.stdout.split()[0] == "placet"
