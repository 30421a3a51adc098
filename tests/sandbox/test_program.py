"""Deno is found where it belongs, and started with words that let it do nothing."""

import base64
import json
import subprocess
import sys
from pathlib import Path

import pytest

from placet.sandbox import program


def test_deno_is_the_one_of_the_python_package() -> None:
    found = program.find_deno()
    assert found is not None
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
    assert said.startswith("deno 2.")


def test_a_frozen_program_has_deno_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "placet"))
    assert program.find_deno() is None
    (tmp_path / "deno").touch()
    assert program.find_deno() == tmp_path / "deno"


def test_without_the_package_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> str:
        raise FileNotFoundError

    monkeypatch.setattr(program, "find_deno_bin", gone)
    assert program.find_deno() is None


def test_no_permission_is_given_and_all_that_could_fetch_or_ask_is_switched_off() -> None:
    words = program.words(Path("/deno"), heap_mb=64, secret="s")
    assert words[:8] == [
        *("/deno", "run", "--quiet", "--no-prompt", "--no-config", "--no-lock", "--no-remote", "--no-npm"),
    ]
    assert "--v8-flags=--max-old-space-size=64,--jitless" in words
    assert words[-1] == str(program.HOST)
    assert not any(word.startswith(("--allow", "-A", "-R", "-W", "-N", "-E", "--unstable")) for word in words)


def test_every_module_is_closed_but_one_under_a_name_that_nobody_knows() -> None:
    (word,) = [word for word in program.words(Path("/deno"), heap_mb=1, secret="s") if "import-map" in word]
    imports = json.loads(word.partition("json,")[2])["imports"]
    assert {name for name, to in imports.items() if to is None} == {
        f"node:{name}" for name in program.MODULES
    }
    assert {name: to for name, to in imports.items() if to} == {"placet:s": "node:async_hooks"}
    source = base64.b64decode(program.guest("s")).decode()
    assert 'from "placet:s";' in source
    assert "placet:contexts" not in source


def test_a_child_gets_nothing_of_our_environment() -> None:
    assert sorted(program.ENVIRONMENT) == ["DENO_DIR", "DENO_EMIT_CACHE_MODE", "DENO_NO_UPDATE_CHECK"]
    assert not Path(program.ENVIRONMENT["DENO_DIR"]).exists()
