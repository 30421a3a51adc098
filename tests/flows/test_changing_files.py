"""Editing and deleting through a whole engine: weighed, shown, decided, and done to nothing but what was shown."""

import pytest

from placet.api import DigestRequired
from placet.api.queries import GetCard
from tests.flows.house import OVER_HTTP, House

EDIT = {"path": "f", "old_text": "old", "new_text": "new"}


@pytest.fixture
def kept(house: House) -> House:
    house.declare(tools=[{"name": "fs_edit"}, {"name": "fs_delete"}])
    house.folder().joinpath("f").write_text("an old text\n")
    return house


def text(house: House) -> str:
    return house.folder().joinpath("f").read_text()


def test_an_edit_is_shown_as_its_difference_and_done_when_approved(kept: House) -> None:
    ticket = kept.call("fs_edit", EDIT)
    task = kept.task(ticket.task_id)
    assert (task.status, task.risk) == ("pending_approval", "medium")
    assert task.diff is not None
    assert "-an old text\n+an new text\n" in task.diff
    assert text(kept) == "an old text\n"
    kept.approve(ticket.task_id)
    assert kept.end_of(ticket).error is None
    assert text(kept) == "an new text\n"


def test_an_owner_may_edit_the_edit_and_what_runs_is_pinned_anew(kept: House) -> None:
    ticket = kept.call("fs_edit", EDIT)
    kept.approve(ticket.task_id, modified_args={**EDIT, "new_text": "older"})
    assert kept.end_of(ticket).error is None
    assert text(kept) == "an older text\n"
    assert "older" in str(kept.task(ticket.task_id).diff)


def test_a_deletion_is_high_risk_and_wants_the_digest_that_was_shown(kept: House) -> None:
    ticket = kept.call("fs_delete", {"path": "f"})
    card = kept.engine.query(GetCard(task_id=str(ticket.task_id)))
    assert (card.row.risk, card.step_up) == ("high", True)
    with pytest.raises(DigestRequired):
        kept.approve(ticket.task_id, OVER_HTTP)
    assert text(kept) == "an old text\n"
    kept.approve(ticket.task_id, OVER_HTTP, shown_digest=card.digest)
    assert kept.end_of(ticket).error is None
    assert list(kept.folder().iterdir()) == []


@pytest.mark.parametrize(("tool", "args"), [("fs_edit", EDIT), ("fs_delete", {"path": "f"})])
def test_a_file_that_changed_while_the_owner_thought_is_left_alone(
    kept: House, tool: str, args: dict[str, str]
) -> None:
    ticket = kept.call(tool, args)
    kept.folder().joinpath("f").write_text("an old text, and mine\n")
    kept.approve(ticket.task_id)
    answer = kept.end_of(ticket)
    assert answer.error is not None
    assert (answer.error["code"], kept.task(ticket.task_id).status) == ("target_changed", "failed")
    assert text(kept) == "an old text, and mine\n"


def test_a_passage_that_does_not_stand_there_once_makes_no_task(kept: House) -> None:
    answer = kept.end_of(kept.call("fs_edit", {**EDIT, "old_text": "t"}))
    assert answer.error is not None
    assert (answer.error["code"], answer.error["count"]) == ("not_unique", 2)
    assert kept.tasks() == ()
