"""Workflows from the request to the verdict, over HTTP with a real ledger."""

from pathlib import Path

from tests.fakes.model_server import Reply
from tests.flows.goals import goals, writes


def test_a_guided_report_ends_done_with_the_receipt_of_its_file(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        row = g.run_report(writes(), Reply("I wrote the report."))
        assert (row["status"], row["verification"], row["model_completed"]) == ("done", "verified", True)
        assert (g.house.folder() / "report.md").read_text() == "All is well."
        assert row["summary"] == "I wrote the report."
        (receipt,) = row["receipts"]
        assert receipt["provider"] == "files"
        (operation,) = g.operations(row["id"])
        assert (operation["tool"], operation["state"]) == ("fs_write", "confirmed")


def test_success_without_criteria_ends_unverified(tmp_path: Path) -> None:
    with goals(tmp_path) as g:
        row = g.run(Reply("All done, I promise."))
        assert (row["status"], row["verdict"]) == ("unverified", "unchecked")
        assert (row["model_completed"], row["summary"]) == (True, "All done, I promise.")
