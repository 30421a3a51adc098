"""The README's way of an approval to a webhook, run as it is printed."""

import json
import socket
import subprocess
from pathlib import Path
from typing import Any

from tests.flows.house import PATIENCE_S
from tests.readme.walking import documents, environment, printed_blocks, serving

_STRICTLY = "set -euo pipefail\ntrap 'kill $(jobs -p)' EXIT"  # the receiver ends with the shell


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def walk(folder: Path) -> list[dict[str, Any]]:
    """Do everything that the chapter says, one block after the other in one shell; the answers that it printed."""
    said = folder / "said.txt"
    with serving(folder) as (url, owner), said.open("w") as errors:
        given = f"URL={url}\nOWNER={owner}\nPORT={free_port()}"
        walked = subprocess.run(
            ["/bin/bash", "-c", "\n".join((_STRICTLY, given, *printed_blocks("route")))],
            cwd=folder,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            check=False,
            timeout=PATIENCE_S * 4,
        )
    assert walked.returncode == 0, said.read_text()
    assert walked.stdout.endswith("The text.")
    return documents(walked.stdout)


def test_a_newcomer_routes_an_approval_to_a_webhook_as_the_readme_prints_it(tmp_path: Path) -> None:
    channel, agent, file, draft, waiting, asked, approved = walk(tmp_path)
    assert (channel["name"], channel["kind"]) == ("hook", "webhook")
    assert agent["name"] == "scribe"
    assert (file["path"], file["authorized"]) == ("lib/route.ts", True)
    decided = draft["task"]["approval"]
    assert (decided["decided_by"], decided["via"]) == ("lib/route.ts:ask", "code")
    assert (tmp_path / "scribe" / "drafts" / "one.txt").read_text() == "A draft."
    assert waiting["status"] == "pending_approval"
    assert (asked["agent"], asked["subject"]) == ("scribe", "May this run?")
    assert json.loads(asked["content"]) == {
        "task_id": waiting["task_id"],
        "tool": "fs_write",
        "path": "final.txt",
    }
    assert approved["resolution"]["status"] == "approved"
    assert (approved["task"]["approval"]["decided_by"], approved["task"]["approval"]["via"]) == (
        "owner",
        "http",
    )
    assert approved["task"]["id"] == waiting["task_id"]
    assert approved["task"]["status"] == "completed"
