"""The text that binds a commit to all before it."""

import hashlib

import pytest

from placet.rules import chain
from placet.rules.chain import Flaw, Tip

ROOT = Tip(number=0, head="ab" * 32)
LINE = chain.record_line("approval", "task_1", "cd" * 32)


def test_a_head_is_the_digest_of_the_head_before_the_number_the_time_and_the_lines() -> None:
    told = f"placet.chain.v1\n{'ab' * 32}\t1\t77\n{LINE}"
    assert chain.next_head(ROOT, 77, LINE) == hashlib.sha256(told.encode()).hexdigest()


def test_a_head_changes_with_everything_that_stands_in_it() -> None:
    others = [
        chain.next_head(Tip(number=0, head="ac" * 32), 77, LINE),
        chain.next_head(Tip(number=1, head="ab" * 32), 77, LINE),
        chain.next_head(ROOT, 78, LINE),
        chain.next_head(ROOT, 77, LINE * 2),
        chain.next_head(ROOT, 77, ""),
        chain.next_head(ROOT, 77, LINE),
    ]
    assert len(set(others)) == len(others)


def test_a_fact_is_told_with_what_is_not_there_left_empty() -> None:
    assert chain.fact_line(7, "task.moved", 5, "agent_a", "Ada", "task_1", "ee") == (
        "e\t7\ttask.moved\t5\tagent_a\tAda\ttask_1\tee\n"
    )
    assert (
        chain.fact_line(7, "boot.started", 5, None, None, None, "ee") == "e\t7\tboot.started\t5\t\t\t\tee\n"
    )


@pytest.mark.parametrize("part", ["a\tb", "a\nb", ""])
def test_a_part_that_could_pass_for_an_end_is_seen(part: str) -> None:
    whole = [(7, "task.moved", 5, None, None, "task_1", "ee"), (8, "boot.started", 5, None, None, None, "ff")]
    assert chain.are_lines("".join(chain.fact_line(*fact) for fact in whole), whole)
    for place in (1, 3, 4, 5):
        forged = [(*whole[0][:place], part, *whole[0][place + 1 :]), whole[1]]
        assert not chain.are_lines("".join(chain.fact_line(*fact) for fact in forged), forged)


def test_text_that_no_file_may_hold_has_a_digest_all_the_same() -> None:
    assert chain.text_digest("é") == hashlib.sha256("é".encode()).hexdigest()
    assert chain.text_digest("\ud800") != chain.text_digest("\ud801")


def test_a_flaw_says_its_link_where_it_has_one() -> None:
    assert str(Flaw(what="a fact is missing", link=3)) == "link 3: a fact is missing"
    assert str(Flaw(what="a record is missing")) == "a record is missing"
