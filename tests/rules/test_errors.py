from __future__ import annotations

import inspect
import json

import pytest

from placet.rules import errors
from placet.rules.errors import (
    BadArguments,
    BadInput,
    CodeRefused,
    Conflict,
    PlacetError,
    TooLarge,
    ToolFailed,
)

FAMILY = [
    value
    for value in vars(errors).values()
    if inspect.isclass(value) and issubclass(value, PlacetError) and value is not PlacetError
]


def test_every_error_has_a_code_of_its_own() -> None:
    codes = [error.code for error in FAMILY]
    assert len(set(codes)) == len(codes)
    assert PlacetError.code not in codes
    assert all("code" in vars(error) for error in FAMILY)


@pytest.mark.parametrize("error", FAMILY, ids=lambda error: error.__name__)
def test_an_error_keeps_its_message_and_details_for_the_wire(error: type[PlacetError]) -> None:
    made = error("It went wrong.", status="running")
    assert str(made) == made.message == "It went wrong."
    assert json.loads(json.dumps(made.details)) == {"status": "running"}


@pytest.mark.parametrize("error", [error for error in FAMILY if issubclass(error, BadInput)])
def test_bad_input_says_where_when_it_knows(error: type[BadInput]) -> None:
    assert error("No.").pointer is None
    assert error("No.", "/a/0", line=3).pointer == "/a/0"
    assert error("No.", pointer="/a").details == {}


def test_what_is_no_mistake_of_the_input_is_not_caught_as_one() -> None:
    assert {error for error in FAMILY if issubclass(error, BadInput)} >= {BadInput, BadArguments, TooLarge}
    assert not any(issubclass(error, BadInput) and issubclass(error, Conflict) for error in FAMILY)


def test_a_tool_may_narrow_its_code_without_changing_that_of_others() -> None:
    assert ToolFailed("No.", "target_changed").code == "target_changed"
    assert ToolFailed("No.").code == "tool_error" == ToolFailed.code


def test_code_is_told_which_right_it_lacks() -> None:
    assert CodeRefused("No.", "REQUIRES_AUTHORIZED_CODE").code == "REQUIRES_AUTHORIZED_CODE"
    assert CodeRefused("No.").code == "DISABLED" == CodeRefused.code


def test_a_mistake_of_ours_is_not_of_the_family() -> None:
    assert not issubclass(RuntimeError, PlacetError)
    assert not issubclass(PlacetError, RuntimeError | AssertionError | ValueError)
