"""What the frozen program leaves out is needed by nothing that it keeps."""

import ast
import subprocess
import sys

import pytest

from tests.architecture.tree import ROOT

PATIENCE_S = 100
IMPORT_ALL = """
import importlib, pkgutil, sys
sys.modules |= dict.fromkeys({excluded!r})
import placet, placet_gui
for package in (placet, placet_gui):
    for found in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if not found.name.startswith("placet.links."):  # for programs that have the framework, and a Python of their own
            importlib.import_module(found.name)
import xllamacpp
print(len([name for name in sys.modules if name.split(".")[0] in ("placet", "placet_gui")]))
"""


def listed(name: str) -> tuple[str, ...]:
    """A list of names in packaging/placet.spec."""
    tree = ast.parse((ROOT / "packaging" / "placet.spec").read_text(encoding="utf-8"))
    (value,) = [
        node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name
    ]
    return tuple(word.value for word in ast.walk(value) if isinstance(word, ast.Constant))


def words_of(function: str) -> set[str]:
    """The words that stand in a function of packaging/placet.spec."""
    tree = ast.parse((ROOT / "packaging" / "placet.spec").read_text(encoding="utf-8"))
    (found,) = [it for it in tree.body if isinstance(it, ast.FunctionDef) and it.name == function]
    return {str(it.value) for it in ast.walk(found) if isinstance(it, ast.Constant)}


def import_everything_without(excluded: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    code = IMPORT_ALL.format(excluded=excluded)
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )


def test_every_module_of_ours_imports_without_what_is_left_out() -> None:
    done = import_everything_without(listed("EXCLUDED"))
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 100


@pytest.mark.parametrize("needed", ["click", "sqlalchemy.dialects.postgresql", "PySide6.QtSvg"])
def test_leaving_out_what_is_imported_deep_down_is_noticed(needed: str) -> None:
    done = import_everything_without((*listed("EXCLUDED"), needed))
    assert done.returncode == 1
    assert f"import of {needed} halted" in done.stderr


def test_all_that_the_console_reads_or_its_owner_installs_is_inside() -> None:
    there = {path.name for path in (ROOT / "resources").iterdir()} - {"pictures"}  # the README's
    said = " ".join(words_of("resources"))
    assert [name for name in sorted(there) if name not in said] == []
