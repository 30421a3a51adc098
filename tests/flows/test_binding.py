"""What is shown is what is bound is what runs (DECISIONS B3, T23), over the whole engine."""

import hashlib
import json
import sqlite3

import pytest

from placet.api import ArgumentsNotAllowed, BadArguments, DigestMismatch, DigestRequired, NotEnabled
from placet.api.commands import ResolveTask
from placet.api.queries import GetArgument, GetCard
from placet.api.views import ArgumentNode
from placet.rules.errors import CorruptRow
from placet.work.runner import NOT_STARTED
from tests.fakes.tools import HeldTool
from tests.flows.house import OVER_HTTP, PATIENCE_S, RESTRICTED_WRITE, House

HELLO = {"path": "hello.txt", "content": "Hello."}


def held_write(house: House, args: dict[str, object] | None = None) -> str:
    house.declare(tools=[RESTRICTED_WRITE])
    task_id = house.call("fs_write", args or HELLO).task_id
    assert task_id is not None
    return task_id


def test_the_window_must_say_what_it_showed(house: House) -> None:
    task_id = held_write(house)
    with pytest.raises(DigestRequired):
        house.approve(task_id, shown_digest=None)
    with pytest.raises(DigestMismatch):
        house.approve(task_id, shown_digest="0" * 64)
    assert house.task(task_id).status == "pending_approval"


def test_a_plain_word_for_an_action_is_that_action_and_an_unknown_word_is_none(house: House) -> None:
    task_id = held_write(house)
    with pytest.raises(ValueError, match="perhaps"):
        ResolveTask(task_id=task_id, action="perhaps")  # type: ignore[arg-type]
    house.submit(ResolveTask(task_id=task_id, action="deny"))  # type: ignore[arg-type]
    assert house.task(task_id).status == "denied"


def test_a_denial_with_another_digest_is_refused_too(house: House) -> None:
    task_id = held_write(house)
    with pytest.raises(DigestMismatch):
        house.deny(task_id, shown_digest="0" * 64)
    assert house.task(task_id).status == "pending_approval"


def edit_in_the_file(house: House, task_id: str, args: str) -> None:
    """Change a row's arguments as another program can that has the owner's rights."""
    with sqlite3.connect(house.data / "ledger.sqlite", timeout=60) as ledger:
        for (name,) in ledger.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            ledger.execute(f'DROP TRIGGER "{name}"')
        ledger.execute("UPDATE tasks SET args = ? WHERE id = ?", (args, task_id))
    ledger.close()


TWO_MEANINGS = '{"path":"hello.txt","path":"other.txt","content":"Hello."}'


def test_a_row_that_was_edited_into_what_cannot_be_read_ends_and_its_waiter_is_told(house: House) -> None:
    house.declare(tools=[RESTRICTED_WRITE])
    ticket = house.call("fs_write", HELLO)
    digest = house.task(ticket.task_id).digest
    edit_in_the_file(house, str(ticket.task_id), TWO_MEANINGS)
    house.approve(ticket.task_id, shown_digest=digest, wait_ms=0)
    answer = house.end_of(ticket)
    assert answer.error == {"code": "corrupt_row", "error": NOT_STARTED}
    assert house.task(ticket.task_id).status == "failed"
    assert list(house.folder().iterdir()) == []


def test_a_row_that_became_unreadable_while_its_edited_call_ran_still_answers_its_waiter(
    house: House, held: HeldTool
) -> None:
    house.declare(tools=[{"name": "held", "restricted": True}])
    ticket = house.call("held", {"n": 1})
    house.approve(ticket.task_id, modified_args={"n": 2}, wait_ms=0)
    assert held.started.acquire(timeout=PATIENCE_S)
    edit_in_the_file(house, str(ticket.task_id), '{"n":1,"n":3}')
    held.let_go()
    assert house.end_of(ticket).result == {"ran": 1}
    assert held.runs == [{"n": 2}]


def test_a_row_that_is_corrupt_at_the_end_of_its_call_is_an_error_for_its_waiter_and_no_endless_wait(
    house: House, held: HeldTool
) -> None:
    house.declare(tools=[{"name": "held", "restricted": True}])
    ticket = house.call("held", {"n": 1})
    house.approve(ticket.task_id, wait_ms=0)
    assert held.started.acquire(timeout=PATIENCE_S)
    edit_in_the_file(house, str(ticket.task_id), "{")
    held.let_go()
    with pytest.raises(CorruptRow):
        house.end_of(ticket)


def test_a_row_that_was_edited_in_the_file_does_not_run(house: House) -> None:
    task_id = held_write(house)
    digest = house.task(task_id).digest
    edit_in_the_file(
        house, task_id, json.dumps({**HELLO, "content": "Something else."}, separators=(",", ":"))
    )
    house.approve(task_id, shown_digest=digest)
    ended = house.ended(task_id)
    assert (ended.status, "approved" in (ended.error or "")) == ("failed", True)
    assert list(house.folder().iterdir()) == []


def test_a_file_that_came_to_be_after_the_question_is_not_overwritten(house: House) -> None:
    task_id = held_write(house)
    assert "reates" in house.task(task_id).sentence
    (house.folder() / "hello.txt").write_text("Somebody was here first.")
    house.approve(task_id)
    ended = house.ended(task_id)
    assert ended.status == "failed"
    assert (house.folder() / "hello.txt").read_text() == "Somebody was here first."


def test_the_receipt_of_a_write_repeats_what_was_approved(house: House) -> None:
    task_id = held_write(house)
    house.approve(task_id)
    ended = house.ended(task_id)
    assert json.loads(ended.result_json or "")["sha256"] == hashlib.sha256(b"Hello.").hexdigest()
    assert ended.approval is not None
    assert ended.approval.digest == ended.approval.shown_digest == ended.digest
    assert "+Hello." in (ended.diff or "")


@pytest.mark.parametrize("path", ["/etc/passwd", "../up.txt", "a/../../up.txt", "", "nul\x00.txt"])
def test_a_path_outside_of_the_folder_leaves_no_row(house: House, path: str) -> None:
    house.declare(tools=[RESTRICTED_WRITE])
    try:
        ticket = house.call("fs_write", {**HELLO, "path": path})
    except BadArguments:
        pass
    else:
        assert house.end_of(ticket).error is not None
    assert house.tasks() == ()
    assert not (house.base / "agents" / "up.txt").exists()


def test_a_narrowed_argument_is_held_to_the_owners_list(house: House) -> None:
    house.declare(tools=[{**RESTRICTED_WRITE, "only": {"path": ["a.txt"]}}])
    with pytest.raises(ArgumentsNotAllowed):
        house.call("fs_write", HELLO)
    task_id = house.call("fs_write", {**HELLO, "path": "a.txt"}).task_id
    with pytest.raises(ArgumentsNotAllowed):
        house.approve(task_id, modified_args=HELLO)
    assert house.task(task_id).status == "pending_approval"


@pytest.mark.parametrize(
    "args", [{}, {"path": "a"}, {**HELLO, "mode": "0777"}, {"path": 1, "content": "x"}, {"path": ["a"]}]
)
def test_arguments_that_do_not_fit_leave_no_row(house: House, args: dict[str, object]) -> None:
    house.declare(tools=[RESTRICTED_WRITE])
    with pytest.raises(BadArguments) as refused:
        house.call("fs_write", args)
    assert refused.value.pointer is not None
    assert house.tasks() == ()


def test_an_undeclared_tool_does_not_exist_for_the_agent(house: House) -> None:
    house.declare(tools=[])
    for tool in ("fs_write", "no_such_tool"):
        with pytest.raises(NotEnabled):
            house.call(tool, HELLO)


def test_a_second_declaration_can_not_lift_a_restriction(house: House) -> None:
    house.declare(tools=[RESTRICTED_WRITE, {"name": "fs_write", "restricted": False}])
    assert house.call("fs_write", HELLO).status == "pending_approval"


def test_a_card_shows_the_arguments_as_they_are_bound(house: House) -> None:
    text = "a\u202eb\n" + "x" * 5000 + "end"
    task_id = held_write(house, {"path": "t.txt", "content": text})
    card = house.engine.query(GetCard(task_id=task_id))
    path, content = card.arguments.children
    assert (card.arguments.type, path.type, path.text) == ("object", "string", '"t.txt"')
    assert "\u202e" not in content.text
    assert "202E" in content.text
    assert content.elided > 0
    assert content.text.endswith('end"')
    assert card.must_open == ("/content",)
    assert (card.step_up, card.row.risk) == (True, "high")
    assert "\u202e" not in house.engine.query(GetArgument(task_id=task_id, pointer="/content"))


@pytest.mark.parametrize("width", [200, 201])
def test_of_a_long_list_the_tree_shows_a_part_and_the_rest_must_be_opened(
    house: House, held: HeldTool, width: int
) -> None:
    house.declare()
    ticket = house.call("anything", {"list": list(range(width))}, decide_only=True)
    card = house.engine.query(GetCard(task_id=str(ticket.task_id)))
    (shown,) = card.arguments.children
    assert len(shown.children) == width
    assert [it.text for it in shown.children[:200]] == [str(it) for it in range(200)]
    if width == 200:
        assert card.must_open == ()
        return
    rest = shown.children[-1]
    assert (rest.text, rest.elided) == ("1 more item, shown when this is opened", 1)
    assert card.must_open == (rest.pointer,)
    whole = house.engine.query(GetArgument(task_id=str(ticket.task_id), pointer=rest.pointer))
    assert json.loads(whole) == list(range(width))


def test_a_tree_of_many_small_objects_is_bounded_as_a_whole(house: House) -> None:
    house.declare()
    args = {f"key{number}": {str(inner): inner for inner in range(50)} for number in range(2000)}
    ticket = house.call("anything", args, decide_only=True)
    card = house.engine.query(GetCard(task_id=str(ticket.task_id)))

    def count(node: ArgumentNode) -> int:
        return 1 + sum(count(child) for child in node.children)

    assert count(card.arguments) < 1_500
    assert f"{2000 - 200:,} more members" in card.arguments.children[-1].text


def test_a_huge_value_is_beyond_the_budget_also_where_the_tree_ends(house: House) -> None:
    house.declare()
    args = {"list": [*range(300), "x" * 1_100_000]}
    ticket = house.call("anything", args, decide_only=True)
    card = house.engine.query(GetCard(task_id=str(ticket.task_id)))
    assert (card.uninspectable, card.step_up) == (True, True)


def test_a_value_beyond_the_budget_is_shown_by_size_and_hash(house: House, held: HeldTool) -> None:
    text = "y" * (1024 * 1024 + 1)
    task_id = held_write(house, {"path": "big.txt", "content": text})
    card = house.engine.query(GetCard(task_id=task_id))
    content = card.arguments.children[1]
    assert hashlib.sha256(text.encode()).hexdigest() in content.text
    assert (card.uninspectable, card.step_up) == (True, True)
    assert held.runs == []


def test_the_same_request_key_is_the_same_task_even_after_its_end(house: House) -> None:
    house.declare(tools=[RESTRICTED_WRITE])
    first = house.call("fs_write", HELLO, request_key="k", body_digest="d")
    again = house.call("fs_write", HELLO, request_key="k", body_digest="d")
    assert again.task_id == first.task_id
    house.approve(first.task_id)
    assert house.end_of(again).result == house.end_of(first).result
    late = house.call("fs_write", HELLO, request_key="k", body_digest="d")
    assert late.task_id == first.task_id
    assert house.end_of(late).task == house.task(first.task_id)
    assert len(house.tasks()) == 1


def test_an_edit_that_is_riskier_than_what_was_asked_must_name_the_digest_as_well(house: House) -> None:
    house.declare(tools=[RESTRICTED_WRITE])
    asked = house.task(house.call("fs_write", HELLO).task_id)
    mine = {"path": "hello.txt", "content": "a\u202eb"}
    with pytest.raises(DigestRequired):
        house.approve(asked.id, OVER_HTTP, modified_args=mine)
    assert house.task(asked.id).can_decide
    house.approve(asked.id, OVER_HTTP, modified_args=mine, shown_digest=asked.digest)
    ran = house.ended(asked.id)
    assert (ran.status, ran.risk) == ("completed", asked.risk), "the row keeps how risky what was asked is"
    assert (house.folder() / "hello.txt").read_text() == "a\u202eb"


def test_a_plain_edit_over_http_needs_no_digest(house: House) -> None:
    house.declare(tools=[RESTRICTED_WRITE])
    asked = house.call("fs_write", HELLO).task_id
    house.approve(asked, OVER_HTTP, modified_args={"path": "hello.txt", "content": "Mine."})
    assert house.ended(asked).status == "completed"
