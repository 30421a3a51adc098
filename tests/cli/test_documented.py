"""The pages name every command, setting and error code (STYLE 62)."""

import ast
import re
from collections.abc import Iterator

import pytest

from placet.cli.parser import build
from placet.rules.effect_answers import ALREADY_CONFIRMED, CONSENT_CHANGED, RECOVERED
from placet.rules.operations import Refusal
from placet.settings import TABLE
from tests.architecture.tree import ROOT
from tests.cli.test_parser import subcommands
from tests.readme.pages import all_text

ENDINGS = {"Failure", "problem"}
"""What the doors end a command or a request with; the code is the second argument."""

_SAYS_A_CODE = re.compile(rf"^ +code\b.* = |\b(?:{'|'.join(sorted(ENDINGS))})\(", re.MULTILINE)


def commands() -> list[str]:
    return [
        f"placet {name} {verb}".rstrip()
        for name, parser in subcommands(build()).items()
        for verb in (subcommands(parser) or [""])
    ]


def codes() -> set[str]:
    rooms = (ROOT / "engine" / "placet", ROOT / "gui" / "placet_gui")
    texts = (path.read_text(encoding="utf-8") for room in rooms for path in room.rglob("*.py"))
    telling = (text for text in texts if _SAYS_A_CODE.search(text))  # to take all of them apart takes seconds
    nodes = (node for text in telling for node in ast.walk(ast.parse(text)))
    return {code for node in nodes for code in codes_in(node)}


def codes_in(node: ast.AST) -> Iterator[str]:
    """The codes that an error class has as its own, and those that a door says in place."""
    if isinstance(node, ast.ClassDef):
        for line in node.body:
            if isinstance(line, ast.Assign) and getattr(line.targets[0], "id", "") == "code":
                yield from constant(line.value)
    elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in ENDINGS and len(node.args) > 1:
        yield from constant(node.args[1])


def constant(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


@pytest.fixture(scope="module")
def readme() -> str:
    return all_text()


@pytest.mark.parametrize("command", commands())
def test_every_command_is_in_the_readme(readme: str, command: str) -> None:
    assert command in readme


@pytest.mark.parametrize("key", [row.key for row in TABLE])
def test_every_setting_is_in_the_readme(readme: str, key: str) -> None:
    assert f"`{key}`" in readme


@pytest.mark.parametrize("code", sorted(codes()))
def test_every_error_code_is_in_the_readme(readme: str, code: str) -> None:
    assert f"`{code}`" in readme


@pytest.mark.parametrize("code", [*Refusal, ALREADY_CONFIRMED, RECOVERED, CONSENT_CHANGED])
def test_every_answer_to_an_effect_of_a_workflow_is_in_the_readme(readme: str, code: str) -> None:
    assert f"`{code}`" in readme


def test_the_codes_are_found_in_the_sources() -> None:
    assert codes() >= {
        "not_resolvable",
        "no_terminal",
        "foreign_origin",
        "cannot_listen",
        "data_folder_refused",
    }
