"""The frozen program's first lines, run by a plain Python: who is let in by `-m`, and what children inherit."""

import ast
import itertools
import json
import os
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT, project_files

START = ROOT / "packaging" / "start.py"
PATIENCE_S = 60


def started(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """The program with these arguments."""
    return subprocess.run(
        [sys.executable, str(START), *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def modules_started_by(path: Path) -> Iterator[str]:
    """The modules that follow a `-m` in a call of this file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call | ast.List | ast.Tuple):
            words = node.args if isinstance(node, ast.Call) else node.elts
            texts = [word.value if isinstance(word, ast.Constant) else None for word in words]
            yield from (str(after) for word, after in itertools.pairwise(texts) if word == "-m")


def test_every_process_that_the_engine_starts_by_a_module_can_be_started_frozen() -> None:
    children = {name for path in project_files(".py", under=("engine",)) for name in modules_started_by(path)}
    # Placet itself is started without -m by a frozen one, and pip only by a Python that has it.
    assert children - {"placet", "pip"} == set(runpy.run_path(str(START))["CHILDREN"])


def test_the_models_child_starts_and_answers_in_its_own_words() -> None:
    answer = started("-m", "placet.backends.child", stdin="{}\n")
    assert answer.returncode == 1
    assert json.loads(answer.stdout)["error"].startswith("TypeError")


def test_the_models_child_loads_neither_qt_nor_the_ledger() -> None:
    code = (
        "import runpy, sys\n"
        f"sys.argv = [{str(START)!r}, '-m', 'placet.backends.child']\n"
        "sys.modules |= dict.fromkeys(['PySide6', 'placet_gui', 'placet.app', 'sqlalchemy'])\n"
        f"runpy.run_path({str(START)!r}, run_name='__main__')\n"
    )
    answer = subprocess.run(
        [sys.executable, "-c", code],
        input="{}\n",
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert json.loads(answer.stdout)["error"].startswith("TypeError"), answer.stderr


@pytest.mark.parametrize(
    "words", [["-m", "http.server"], ["-m"], ["-m", "placet.backends.child", "more"], ["-c", "print(1)"]]
)
def test_no_other_module_and_no_code_can_be_run(words: list[str]) -> None:
    answer = started(*words)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.endswith("[wrong_use]\n")


def test_everything_else_is_a_command() -> None:
    answer = started("--version")
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout.startswith("placet ")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"LD_LIBRARY_PATH": "/ours", "LD_LIBRARY_PATH_ORIG": "/theirs"}, {"LD_LIBRARY_PATH": "/theirs"}),
        ({"LD_LIBRARY_PATH": "/ours"}, {}),
    ],
)
def test_programs_that_the_frozen_one_starts_find_the_systems_libraries(
    before: dict[str, str], after: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(os, "environ", before)
    runpy.run_path(str(START))["give_back_library_path"]()
    assert before == after


def test_a_program_that_isnt_frozen_keeps_its_library_path(monkeypatch: pytest.MonkeyPatch) -> None:
    environment = {"LD_LIBRARY_PATH": "/theirs"}
    monkeypatch.setattr(os, "environ", environment)
    runpy.run_path(str(START))["give_back_library_path"]()
    assert environment == {"LD_LIBRARY_PATH": "/theirs"}
