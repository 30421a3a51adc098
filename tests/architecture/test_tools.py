"""The project's own tools find nothing: run as a developer would, with the settings of pyproject.toml."""

import subprocess
import sys

import pytest

from tests.architecture.tree import ROOT


def expect_clean(*command: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, f"{run.stdout}\n{run.stderr}"


def test_ruff_finds_nothing_to_say() -> None:
    expect_clean("ruff", "check", "--output-format=concise")


def test_every_file_is_formatted() -> None:
    expect_clean("ruff", "format", "--check")


@pytest.mark.timeout(600)
def test_types_are_strict_and_sound() -> None:
    expect_clean("mypy")
