"""Workflows from the request to the verdict, over HTTP with a real ledger."""

from pathlib import Path

from tests.fakes.model_server import Reply
from tests.flows.goals import goals


def test_success_without_criteria_ends_unverified(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        row = g.run(Reply("All done, I promise."))
        assert (row["status"], row["verdict"]) == ("unverified", "unchecked")
        assert (row["model_completed"], row["summary"]) == (True, "All done, I promise.")
