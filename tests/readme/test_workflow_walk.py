"""The README's walk with a workflow, run as it is printed: the model inside, a real SIGKILL, one write."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.architecture.tree import ROOT
from tests.flows.house import PATIENCE_S
from tests.readme.pages import text_with
from tests.readme.test_walk import documents

BIN = Path(sys.executable).parent
MODEL_S = 120.0
"""How long the model may take on a busy machine; a limit against hanging, never a measurement."""


def printed_blocks() -> list[str]:
    """The shell blocks of the walk, in order."""
    walk = text_with("workflow walk").split("<!-- workflow walk -->")[1].split("<!-- /workflow walk -->")[0]
    return re.findall(r"```bash\n(.*?)```", walk, re.DOTALL)


def line_of(block: str, begin: str) -> str:
    (line,) = [it for it in block.splitlines() if it.startswith(begin)]
    return line


def words_of(block: str, begin: str) -> list[str]:
    """A command line of a block, without its comment and its ampersand."""
    return shlex.split(line_of(block, begin).split("#")[0].rstrip("& "))


@pytest.fixture
def environment() -> dict[str, str]:
    return {
        **os.environ,
        "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
    }


@contextmanager
def serving(words: list[str], folder: Path, environment: dict[str, str]) -> Iterator[tuple[Any, str]]:
    child = subprocess.Popen(words, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    try:
        yield child, json.loads(child.stdout.readline())["url"]
    finally:
        if child.poll() is None:
            child.kill()
            child.wait()
        child.stdout.close()


def walk(script: str, folder: Path, environment: dict[str, str], **named: str) -> str:
    """Run a block; the answer is what it printed."""
    given = "".join(f"{name}={value}\n" for name, value in named.items())
    done = subprocess.run(
        ["/bin/bash", "-c", f"set -uo pipefail\n{given}{script}"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=MODEL_S,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.timeout(600)
def test_the_workflow_goes_as_the_readme_prints_it(tmp_path: Path, environment: dict[str, str]) -> None:
    start, goal, again, rest = printed_blocks()
    made = subprocess.run(
        words_of(start, "placet init"),
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    owner = json.loads(made.stdout)["owner_token"]
    with serving(words_of(start, "python -m"), tmp_path, environment) as (child, url):
        assert documents(walk(goal, tmp_path, environment, URL=url, OWNER=owner))[0]["name"] == "scribe"
        assert child.wait(timeout=MODEL_S) == -signal.SIGKILL
    text = (tmp_path / "scribe" / "report.md").read_text()
    assert text.strip()
    walk(line_of(again, "wait;"), tmp_path, environment)
    with serving(words_of(again, "placet serve"), tmp_path, environment) as (child, url):
        resumed, done, talk, operations = documents(walk(rest, tmp_path, environment, URL=url, OWNER=owner))
        child.terminate()
        assert child.wait(timeout=PATIENCE_S) == 0
    assert resumed["attempt"] == 2
    assert (done["status"], done["verification"], done["verdict"]) == ("done", "verified", "verified")
    messages: Any = talk["messages"]
    answers = [json.loads(it["text"]) for it in messages if it["role"] == "tool"]
    assert [it["code"] for it in answers] == ["recovered"]
    found: Any = operations["operations"]
    assert [(it["tool"], it["state"], it["attempt"]) for it in found] == [("fs_write", "confirmed", 1)]
    assert (tmp_path / "scribe" / "report.md").read_text() == text
