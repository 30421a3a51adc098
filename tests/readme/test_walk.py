"""The README's walk with curl, run as it is printed."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.flows.house import PATIENCE_S
from tests.readme.walking import documents, environment, printed_blocks, serving


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[str, str]]:
    with serving(tmp_path) as served:
        yield served


def test_the_walk_goes_as_the_readme_prints_it(served: tuple[str, str], tmp_path: Path) -> None:
    url, owner = served
    script = f"set -euo pipefail\nURL={url}\nOWNER={owner}\n{printed_blocks('walk')[1]}"
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
