from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from placet.rules.arguments import (
    EDIT_UNREADABLE,
    MAX_CLAIM_CHARS,
    check_narrowing,
    explain_edit,
    explain_kept_edit,
    reserved_keys,
    take_flags,
    within,
)
from placet.rules.errors import ArgumentsNotAllowed, BadArguments
from tests.rules.test_strict_json import VALUES, typed


@pytest.mark.parametrize(("key", "field"), [("_async", "is_async"), ("_defer", "deferred")])
@pytest.mark.parametrize(("value", "meant"), [(True, True), ("true", True), (False, False), ("false", False)])
def test_a_flag_is_understood_as_a_boolean_or_its_word_and_is_taken_off(
    key: str, field: str, value: Any, meant: bool
) -> None:
    flags = take_flags({"path": "a", key: value})
    assert getattr(flags, field) is meant
    assert flags.args == {"path": "a"}


@pytest.mark.parametrize("key", ["_async", "_defer"])
@pytest.mark.parametrize("value", [None, 1, 0, 1.0, "True", "yes", "", [True], {}])
def test_a_flag_that_is_no_boolean_is_refused_at_its_place(key: str, value: Any) -> None:
    with pytest.raises(BadArguments) as caught:
        take_flags({key: value})
    assert caught.value.pointer == f"/{key}"


def test_a_call_without_flags_is_neither_async_nor_deferred_and_claims_nothing() -> None:
    flags = take_flags({"b": 1, "a": {"_async": True}})
    assert list(flags.args.items()) == [("b", 1), ("a", {"_async": True})]
    assert (flags.is_async, flags.deferred, flags.claim) == (False, False, None)


@pytest.mark.parametrize(
    ("value", "full"),
    [(True, True), ("true", True), (False, False), ("yes", False), (1, False), (None, False)],
)
def test_a_wish_for_a_whole_answer_is_a_flag_and_never_an_argument(value: Any, full: bool) -> None:
    flags = take_flags({"sql": "SELECT 1", "_full": value})
    assert (flags.full, flags.args) == (full, {"sql": "SELECT 1"})


def test_other_underscore_keys_are_dropped() -> None:
    flags = take_flags({"_authorized": True, "x": 1, "__protection": {}, "_": 0, "_reason": "because"})
    assert flags.args == {"x": 1}
    assert flags.claim == "because"


@pytest.mark.parametrize("reason", [None, 3, ["x"], {"text": "x"}, True])
def test_a_reason_that_is_no_text_is_dropped_like_an_unknown_key(reason: Any) -> None:
    flags = take_flags({"_reason": reason})
    assert (flags.claim, flags.args) == (None, {})


def test_an_empty_reason_is_none_and_a_long_one_is_cut() -> None:
    assert take_flags({"_reason": ""}).claim is None
    exact = "r" * MAX_CLAIM_CHARS
    assert take_flags({"_reason": exact}).claim == exact
    assert take_flags({"_reason": exact + "r"}).claim == exact[:-1] + "\u2026"


def test_taking_flags_leaves_the_callers_object_alone() -> None:
    args = {"_async": True, "x": 1}
    take_flags(args)
    assert args == {"_async": True, "x": 1}


@given(st.dictionaries(st.text(st.sampled_from("_ab"), max_size=3), st.booleans()))
def test_every_key_but_the_reserved_ones_is_kept(args: dict[str, bool]) -> None:
    flags = take_flags(args)
    assert set(flags.args) == set(args) - set(reserved_keys(args))


def test_reserved_keys_are_those_of_the_top_level_that_start_with_an_underscore() -> None:
    assert reserved_keys({"a": {"_x": 1}, "_y": 1, "b_": 2, "__z": 3}) == ("_y", "__z")


@pytest.mark.parametrize("value", [1, 1.0, True, "1", None, [1], {"b": 1, "a": [2]}])
def test_narrowing_lets_exactly_the_listed_values_pass(value: Any) -> None:
    candidates: list[Any] = [1, 1.0, True, "1", None, [1], {}]
    others = [other for other in candidates if typed(other) != typed(value)]
    assert within({"n": [value]}, {"n": value, "free": 5}) is None
    assert within({"n": others}, {"n": value}) == "/n"


def test_narrowing_does_not_care_about_the_order_of_keys_inside_a_value() -> None:
    assert within({"n": [{"a": 1, "b": 2}]}, {"n": {"b": 2, "a": 1}}) is None


def test_a_narrowed_argument_that_is_left_out_is_not_allowed() -> None:
    assert within({"a/b": ["x"]}, {}) == "/a~1b"
    assert within({"a": []}, {"a": 1}) == "/a"
    assert within({}, {"a": 1}) is None


def test_the_first_argument_outside_is_named() -> None:
    assert within({"a": [1], "b": [1]}, {"a": 1, "b": 2}) == "/b"


def test_what_the_narrowing_does_not_allow_is_refused_with_its_place() -> None:
    check_narrowing(None, {"a": 1})
    check_narrowing({"a": [1]}, {"a": 1})
    with pytest.raises(ArgumentsNotAllowed) as refused:
        check_narrowing({"a/b": [1]}, {"a/b": 2})
    assert refused.value.details == {"pointer": "/a~1b"}


def test_an_edit_is_told_line_by_line() -> None:
    before = {"path": "a.txt", "n": 1, "gone": [1], "list": [{"k": True}, 2], "same": None}
    after = {"path": "b.txt", "n": 1.0, "list": [{"k": False}, 2], "same": None, "new": {"x": 1}}
    assert explain_edit(before, after).split("\n") == [
        '"/path": "a.txt" became "b.txt"',
        '"/n": 1 became 1.0',
        '"/gone": removed; it was [1]',
        '"/list/0/k": true became false',
        '"/new": added as {"x":1}',
    ]


def test_lists_of_different_lengths_are_told_whole() -> None:
    assert explain_edit({"l": [1]}, {"l": [1, 2]}) == '"/l": [1] became [1,2]'


def test_an_edit_deep_in_a_long_text_is_told_around_its_place() -> None:
    told = explain_edit({"c": "x" * 9_000 + "old" + "y" * 9_000}, {"c": "x" * 9_000 + "new" + "y" * 9_000})
    assert "xold" in told
    assert "xnew" in told
    assert "18,005 characters in all" in told
    assert len(told) < 700


def test_a_text_that_only_grew_is_told_at_its_old_end() -> None:
    told = explain_edit("x" * 500, "x" * 500 + "tail")
    assert "xtail" in told


def test_a_long_removed_value_is_cut_and_counted() -> None:
    told = explain_edit({"c": "x" * 9_000}, {})
    assert "8,802 more characters" in told
    assert len(told) < 400


@pytest.mark.parametrize(
    ("approved", "told"),
    [(None, None), ('{"n":2}', '"/n": 1 became 2'), ('{"n":2', EDIT_UNREADABLE)],
    ids=["none", "edited", "unreadable"],
)
def test_an_edit_is_told_by_the_texts_that_are_kept_of_it(approved: str | None, told: str | None) -> None:
    assert explain_kept_edit('{"n":1}', approved) == told


def test_many_changes_are_cut_and_counted() -> None:
    lines = explain_edit({str(n): n for n in range(50)}, {str(n): n + 1 for n in range(50)}).split("\n")
    assert len(lines) == 21
    assert lines[-1] == "and 30 more changes"


@pytest.mark.parametrize("breaker", ["\n", "\r", "\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c"])
def test_no_value_can_pass_for_a_line_of_ours(breaker: str) -> None:
    forged = f'x{breaker}"/y": added as 1'
    assert len(explain_edit({"a": 1, forged: 1}, {"a": forged}).splitlines()) == 2
    assert len(explain_edit({"a": 1}, {"a": forged * 50}).splitlines()) == 1


@given(VALUES, VALUES)
def test_something_is_told_exactly_when_something_changed(before: Any, after: Any) -> None:
    def unordered(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: unordered(value[key]) for key in sorted(value)}
        return [unordered(inner) for inner in value] if isinstance(value, list) else value

    same = typed(unordered(before)) == typed(unordered(after))
    assert (explain_edit(before, after) == "") is same
