"""What the guided workflows come to."""

from __future__ import annotations

from typing import Any

import pytest

from placet.rules.errors import BadInput
from placet.rules.guided import GUIDES, guide
from placet.rules.scope import ToolScope
from placet.rules.verification import Expectation


def test_a_report_is_one_file_that_its_scope_lets_be_written_once() -> None:
    made = guide("report", {"path": " a/report.md ", "text": "the weather", "account": None})
    assert made.text == "Write a short report about the weather."
    assert made.title == "A report in a/report.md"
    (step,) = made.steps
    assert (step.tool, step.free, step.fixed) == ("fs_write", ("content",), {"path": "a/report.md"})
    assert made.expectations == (Expectation(tool="fs_write"),)
    assert made.scope == ToolScope(names=("fs_write",), limits={"fs_write": 1})


def test_a_report_needs_nothing_to_be_given() -> None:
    assert guide("report", {}).steps[0].fixed == {"path": "report.md"}


def test_every_step_of_every_guide_is_within_its_scope_and_has_a_field_to_fill_in() -> None:
    assert sorted(GUIDES) == ["report"]
    for name in GUIDES:
        made = guide(name, {})
        assert {step.tool for step in made.steps} <= set(made.scope.names)
        assert all(step.free and not set(step.free) & set(step.fixed) for step in made.steps)


@pytest.mark.parametrize(
    ("name", "given", "pointer"),
    [
        ("dance", {}, None),
        ("report", {"path": ""}, "/path"),
        ("report", {"path": "   "}, "/path"),
        ("report", {"path": "x" * 1001}, "/path"),
        ("report", {"path": 7}, "/path"),
        ("report", {"text": "x" * 4001}, "/text"),
        ("report", {"account": "a@example.org"}, "/account"),
    ],
)
def test_what_does_not_fit_a_guide_is_refused(name: str, given: dict[str, Any], pointer: str | None) -> None:
    with pytest.raises(BadInput) as refused:
        guide(name, given)
    assert refused.value.pointer == pointer
