"""What the pages print for a file, or as a line of a program, is taken by what reads it."""

import ast
import importlib
import inspect
import json
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from placet.rules.errors import PlacetError
from placet.settings import Settings
from tests.architecture.tree import ROOT
from tests.flows.house import PATIENCE_S, House
from tests.readme.pages import blocks
from tests.readme.walking import environment

ENGINE = ROOT / "engine" / "placet"
RECEIPTS = ROOT / "engine" / "receipts.md"
LINKS = ENGINE / "links" / "README.md"
TOML = [
    text
    for room in ("agents", "mcp")
    for language, text in blocks(ENGINE / room / "README.md")
    if language == "toml"
]
SETTINGS = [text for text in TOML if "[[backends]]" in text]
CLIENTS = [text for text in TOML if "[mcp_servers." in text]
"""What other programs are told of Placet, in their own files (`test_links_walk`)."""
DECLARATIONS = [text for text in TOML if text not in (*SETTINGS, *CLIENTS)]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.mark.parametrize("number", range(len(DECLARATIONS)))
def test_what_is_printed_of_a_declaration_declares_an_agent(house: House, number: int) -> None:
    printed = tomllib.loads(DECLARATIONS[number])
    row = house.declare(
        **{**printed, "name": f"agent-{number}", "folder": str(house.folder(f"agent-{number}"))}
    )
    assert row.name == f"agent-{number}"


@pytest.mark.parametrize("number", range(len(DECLARATIONS)))
def test_one_word_of_it_that_nobody_knows_is_refused(house: House, number: int) -> None:
    printed = tomllib.loads(DECLARATIONS[number])
    first = next(reversed(printed))
    odd = {**printed, "name": "odd", "folder": str(house.folder("odd")), f"{first}s": printed[first]}
    with pytest.raises(PlacetError):
        house.declare(**odd)


def test_the_printed_settings_are_read_whichever_key_is_chosen(tmp_path: Path) -> None:
    (printed,) = SETTINGS
    keys = re.findall(r"^# (api_key_ref = .*)$", printed, re.MULTILINE)
    assert len(keys) == 2
    for key in ("", *keys):
        (tmp_path / "settings.toml").write_text(f"{printed}{key}\n", encoding="utf-8")
        (backend,) = Settings.load(tmp_path / "settings.toml").backends
        assert (backend.id, bool(backend.api_key_ref)) == ("ollama-here", bool(key))


@pytest.mark.long  # imports whole frameworks
@pytest.mark.parametrize("printed", [text for language, text in blocks(LINKS) if language == "python"])
def test_a_printed_call_of_a_link_is_one_that_it_takes(printed: str) -> None:
    tree = ast.parse(printed)
    (imported,) = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    (name,) = [it.name for it in imported.names]
    module = importlib.import_module(str(imported.module))
    known = {name: getattr(module, name, None) or importlib.import_module(f"{imported.module}.{name}")}
    called = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    assert called
    for call in called:
        function = eval(ast.unparse(call.func), known)
        inspect.signature(function).bind(*call.args, **{str(it.arg): it.value for it in call.keywords})


@pytest.mark.long
def test_the_printed_way_to_check_receipts_checks_them(tmp_path: Path) -> None:
    with House(tmp_path / "house") as house:
        house.declare()
        data = house.data
    words = ["placet", "receipts", "export", "--data", str(data), "--out", "receipts.jsonl"]
    asked: dict[str, Any] = {"cwd": tmp_path, "env": environment(), "capture_output": True, "text": True}
    subprocess.run(words, check=True, timeout=PATIENCE_S, **asked)
    with (tmp_path / "receipts.jsonl").open(encoding="utf-8") as file:
        key = json.loads(file.readline())["key"]
    (printed,) = [text for _, text in blocks(RECEIPTS) if "receipts verifier" in text]
    given, place = re.subn(r"THE-KEY-\S+", key, printed)
    done = subprocess.run(["/bin/bash", "-ec", given], check=False, timeout=PATIENCE_S, **asked)
    assert (done.returncode, place) == (0, 1), done.stdout + done.stderr
    other = re.sub(r"THE-KEY-\S+", "00" * 32, printed)
    assert (
        subprocess.run(["/bin/bash", "-ec", other], check=False, timeout=PATIENCE_S, **asked).returncode == 1
    )
