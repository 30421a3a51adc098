"""Who decided what: the facts as lines, filtered, paged, searched, and each with the link that binds it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from placet.api import Action, BadInput, NotFound, Shown
from placet.api.activity import KINDS, ActivityLine, CountActivity, GetActivity, ListActivity
from placet.api.receipts import CheckChain
from tests.flows.house import RESTRICTED_WRITE, House


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as house:
        house.declare(tools=[RESTRICTED_WRITE])
        for name, action in (("a.txt", Action.APPROVE), ("b.txt", Action.DENY)):
            house.call("fs_write", {"path": name, "content": "x"})
            (task,) = house.waiting()
            house.resolve(task.id, action, shown=Shown(gesture="click", for_ms=900))
            house.ended(task.id)
        yield house


def listed(house: House, **asked: object) -> tuple[ActivityLine, ...]:
    found: tuple[ActivityLine, ...] = house.engine.query(ListActivity(**asked))
    return found


def test_what_happened_is_listed_newest_first_by_its_kind(house: House) -> None:
    everything = listed(house)
    assert [it.seq for it in everything] == sorted((it.seq for it in everything), reverse=True)
    decided = listed(house, kinds=("decided",))
    assert [it.payload["approved"] for it in decided] == [False, True]
    assert {it.kind for it in listed(house, kinds=("asked", "house"))} == {"asked", "house"}
    assert house.engine.query(CountActivity())[""] >= len(everything)


def test_a_listing_goes_on_below_the_last_line_that_was_shown(house: House) -> None:
    everything = listed(house)
    pages, before = [], None
    while page := listed(house, limit=3, before=before):
        pages += page
        before = page[-1].id
    assert tuple(pages) == everything


def test_words_are_looked_for_in_what_a_fact_says_in_its_agent_and_in_its_task(house: House) -> None:
    decided = listed(house, kinds=("decided",))[0]
    assert decided in listed(house, q=decided.task_id)
    assert {it.agent for it in listed(house, q="CLERK")} == {"clerk"}
    assert [it.fact for it in listed(house, q="b.txt")] == ["hil.requested"]
    assert listed(house, q="nobody said this") == ()


def test_a_decision_is_told_with_its_link_its_digest_and_how_it_was_shown(house: House) -> None:
    decided = listed(house, kinds=("decided",))[1]
    row = house.engine.query(GetActivity(id=decided.id))
    assert (row.line, row.tool) == (decided, "fs_write")
    assert row.digest == house.task(decided.task_id).digest
    assert row.approval.shown["gesture"] == "click"
    chain = house.submit(CheckChain())
    assert (chain.flaw, 0 < row.link <= chain.links, len(row.head)) == (None, True, 64)


def test_what_is_about_no_call_has_a_link_all_the_same(house: House) -> None:
    row = house.engine.query(GetActivity(id=listed(house, kinds=("house",))[0].id))
    assert (row.tool, row.digest, row.approval) == (None, None, None)
    assert row.link > 0


def test_what_is_not_there_and_what_is_no_kind_is_refused(house: House) -> None:
    for wrong in ("99999", "one"):
        with pytest.raises(NotFound):
            house.engine.query(GetActivity(id=wrong))
    with pytest.raises(BadInput):
        listed(house, limit=0)
    with pytest.raises(BadInput):
        listed(house, kinds=("nonsense",))


def test_no_fact_belongs_to_two_kinds() -> None:
    facts = [fact for kind in KINDS.values() for fact in kind]
    assert len(facts) == len(set(facts))
