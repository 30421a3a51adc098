"""What a card holds beside the arguments: its layout, its asker, its masks, and how it differs from the last yes."""

from __future__ import annotations

from typing import Any

from placet.api import SheetKind
from placet.api.cards import LARGEST_SHOWN_BYTES
from placet.api.queries import CompareWithLastYes, GetArgument, GetCard, GetTask
from placet.api.views import Card, ComparisonRow
from tests.fakes.model_server import ModelServer, Reply, call
from tests.flows.house import RESTRICTED_WRITE, House

TOKEN = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
WORDS = "GitHub token, 40 characters, #3543c50b0cb9"


def ask(house: House, **args: Any) -> str:
    return str(house.call("fs_write", {"path": "a.txt", "content": "hello\n", **args}).task_id)


def card(house: House, task_id: str) -> Card:
    made: Card = house.engine.query(GetCard(task_id=task_id))
    return made


def compared(house: House, task_id: str) -> ComparisonRow | None:
    row: ComparisonRow | None = house.engine.query(CompareWithLastYes(task_id=task_id))
    return row


def test_a_card_has_its_layout_and_counts_what_stands_in_it_whole(house: House) -> None:
    house.declare(tools=[RESTRICTED_WRITE])
    made = card(house, ask(house)).sheet
    assert made is not None
    assert (made.kind, made.whole) == (SheetKind.FILE, ("/path", "/content"))


def test_what_is_beyond_the_render_budget_has_no_layout(house: House) -> None:
    """Rule 8."""
    house.declare(tools=[RESTRICTED_WRITE])
    made = card(house, ask(house, content="x" * (LARGEST_SHOWN_BYTES + 1)))
    assert made.sheet is None
    assert (made.uninspectable, made.step_up, made.must_open) == (True, True, ("/content",))


def test_who_asks_is_told_by_the_conversation(talking: House, model: ModelServer) -> None:
    model.replies.append(Reply(calls=(call("fs_write", {"path": "a.txt", "content": "x"}),)))
    talking.declare(tools=[RESTRICTED_WRITE])
    talking.say("Write it, please.")
    made = card(talking, talking.waiting()[0].id)
    assert made.asker == (("conversation", ""),)  # it has no title yet


def test_a_call_from_nowhere_but_the_agent_names_nothing_more(house: House) -> None:
    house.declare(tools=[RESTRICTED_WRITE])
    assert card(house, ask(house)).asker == ()


def test_a_token_is_masked_in_every_text_of_a_card_and_kept_for_whoever_holds_the_button(
    house: House,
) -> None:
    """Rule 9."""
    house.declare(tools=[RESTRICTED_WRITE])
    task_id = ask(house, content=f"token = {TOKEN}\n")
    made = card(house, task_id)
    (secret,) = made.secrets
    assert (secret.place, secret.words, secret.text) == ("/content", WORDS, TOKEN)
    whole = house.engine.query(GetArgument(task_id=task_id, pointer="/content"))
    assert made.sheet is not None
    texts = (whole, made.shown_raw, made.arguments.children[1].text, made.sheet.lines[2].text)
    assert all(WORDS in text and TOKEN not in text for text in texts)
    assert TOKEN in house.engine.query(GetTask(task_id=task_id)).args_json


def test_a_call_is_compared_with_what_ran_not_with_what_was_asked(house: House) -> None:
    house.declare(tools=[RESTRICTED_WRITE])
    first = ask(house)
    assert compared(house, first) is None
    house.approve(first, modified_args={"path": "b.txt", "content": "hello\n"})
    house.ended(first)
    row = compared(house, ask(house))
    assert row is not None
    assert (row.task_id, row.changed, row.sentence) == (first, 1, "1 of 2 arguments differs: path")
    assert [it.text for it in row.sheet.lines][:3] == ["path", '-"b.txt"', '+"a.txt"']


def test_a_call_is_compared_with_earlier_ones_alone_and_with_its_own_agents(house: House) -> None:
    house.declare(tools=[RESTRICTED_WRITE])
    house.declare("scribe", tools=[RESTRICTED_WRITE])
    mine, later = ask(house), ask(house)
    house.approve(later)
    other = str(house.call("fs_write", {"path": "a.txt", "content": "x"}, "scribe").task_id)
    assert compared(house, mine) is None
    assert compared(house, other) is None
