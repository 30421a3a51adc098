"""The parts of a fact are called in the console's language, and a part that is new as the ledger calls it."""

from __future__ import annotations

import pytest

from placet_gui.moments import exact_text
from placet_gui.presenters.fact_words import part_name, part_value


@pytest.mark.usefixtures("german")
def test_names_answers_and_states_are_german_in_a_german_console() -> None:
    assert part_name("changed") == "Vorher schon angelegt"
    assert part_name("conversation_id") == "Unterhaltung"
    assert [part_value("changed", it) for it in (True, False)] == ["ja", "nein"]
    assert part_value("name", "no") == "no"


def test_a_moment_is_written_as_moments_are() -> None:
    assert part_value("planned_at", 1_796_079_788_572) == exact_text(1_796_079_788_572)
    assert part_value("missed", 3) == "3"


def test_a_part_that_nobody_named_is_called_as_the_ledger_calls_it() -> None:
    assert part_name("brand_new") == "Brand new"
    assert part_value("brand_new", {"a": ["ü"]}) == '{"a": ["ü"]}'
    assert part_value("status", "awaiting_approval") == "awaiting approval"
