"""The README's walk with curl, run as it is printed."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT
from tests.flows.house import PATIENCE_S

BIN = Path(sys.executable).parent


def printed_blocks() -> list[str]:
    """The shell blocks of the walk, in order."""
    walk = (ROOT / "README.md").read_text(encoding="utf-8").split("<!-- walk -->")[1].split("\n## ")[0]
    return re.findall(r"```bash\n(.*?)```", walk, re.DOTALL)


def environment() -> dict[str, str]:
    return {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}


def command_of(block: str, verb: str) -> list[str]:
    """The command line of a block that begins with this verb, without its comment and its ampersand."""
    (line,) = [it for it in block.splitlines() if it.startswith(f"placet {verb}")]
    return shlex.split(line.split("#")[0].rstrip("& "))


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """What the first block gives: an address and an owner's token."""
    first = printed_blocks()[0]
    made = subprocess.run(
        command_of(first, "init"), cwd=tmp_path, env=environment(), capture_output=True, text=True, check=True
    )
    serving = subprocess.Popen(
        command_of(first, "serve"), cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, text=True
    )
    try:
        assert serving.stdout is not None
        ready = json.loads(serving.stdout.readline())
        yield ready["url"], json.loads(made.stdout)["owner_token"]
        serving.terminate()
        assert serving.wait(timeout=PATIENCE_S) == 0
    finally:
        if serving.poll() is None:
            serving.kill()
            serving.wait()
        serving.stdout.close()


def test_the_walk_goes_as_the_readme_prints_it(served: tuple[str, str], tmp_path: Path) -> None:
    url, owner = served
    script = f"set -euo pipefail\nURL={url}\nOWNER={owner}\n{printed_blocks()[1]}"
    walked = subprocess.run(
        ["/bin/bash", "-c", script],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S * 3,
    )
    assert walked.returncode == 0, walked.stderr
    declared, *rest = documents(walked.stdout)
    approved, again, shown = rest
    assert declared["name"] == "clerk"
    assert approved["resolution"]["status"] == "approved"
    assert again["code"] == "not_resolvable"
    assert again["task"]["approval"]["decided_by"] == "owner"
    assert again["task"]["approval"]["decided_at"] >= again["task"]["created_at"]
    assert shown["task"]["args"] == {"path": "note.txt", "content": "Hello."}
    assert shown["task"]["result"]["sha256"]
    assert walked.stdout.endswith("Hello.")
    assert walked.stdout.count("note.txt\n") == 0, "the file was there before anybody approved"


def documents(text: str) -> list[dict[str, object]]:
    """The JSON documents that a script printed one after the other, whatever stands between them."""
    decoder, found, at = json.JSONDecoder(), [], 0
    while (start := text.find("{", at)) != -1:
        value, at = decoder.raw_decode(text, start)
        found.append(value)
    return found
