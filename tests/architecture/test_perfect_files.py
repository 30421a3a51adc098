"""The files whose every branch is tested, by name: an average hides what a list can't (STYLE 64)."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT

RULES = sorted(path.name for path in (ROOT / "engine" / "placet" / "rules").glob("*.py"))


@pytest.mark.timeout(600)
def test_every_branch_of_the_rules_is_tested_by_the_rules_own_tests(tmp_path: Path) -> None:
    measured = coverage_of("placet.rules", "tests/rules", tmp_path)
    assert sorted(measured) == RULES
    assert {name: share for name, share in measured.items() if share < 100} == {}


def coverage_of(package: str, tests: str, folder: Path) -> dict[str, float]:
    """The share of lines and branches of each file of a package that these tests alone reach, in percent."""
    data, report = folder / "coverage", folder / "coverage.json"
    coverage = [sys.executable, "-m", "coverage"]
    run = ["run", "--branch", f"--source={package}", f"--data-file={data}", "-m", "pytest"]
    command([*coverage, *run, "-q", "-p", "no:cacheprovider", "-p", "no:xdist", tests])
    command([*coverage, "json", f"--data-file={data}", "-o", str(report)])
    files = json.loads(report.read_text(encoding="utf-8"))["files"]
    return {Path(name).name: it["summary"]["percent_covered"] for name, it in files.items()}


def command(words: list[str]) -> None:
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
