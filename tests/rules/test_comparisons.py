"""What changed since the last yes: never less than what differs by type and value, and never more than can be read."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from placet.rules.comparisons import MOST_COMPARED_CHARS, Comparison, compare
from placet.rules.digest import canonical
from placet.rules.sheets import Tone


def told(made: Comparison) -> list[tuple[str, str, str]]:
    return [(it.label, it.tone.value, it.text) for it in made.sheet.lines]


def test_the_same_arguments_are_said_to_be_the_same() -> None:
    made = compare({"a": 1, "b": [1]}, {"b": [1], "a": 1})
    assert (made.changed, made.sentence) == (0, "the arguments are the same")
    assert told(made) == [("The same", "same", "b, a")]


def test_each_changed_argument_stands_with_what_it_was_and_is() -> None:
    made = compare({"a": 1, "gone": "x", "same": None}, {"a": "1", "new": True, "same": None})
    assert made.sentence == "3 of 4 arguments differ: a, new, gone"
    assert told(made) == [
        ("Changed", "strong", "a"),
        ("", "gone", "-1"),
        ("", "new", '+"1"'),
        ("", "gap", ""),
        ("Added", "strong", "new"),
        ("", "new", "+true"),
        ("", "gap", ""),
        ("Left out", "strong", "gone"),
        ("", "gone", '-"x"'),
        ("", "gap", ""),
        ("The same", "same", "same"),
    ]


def test_one_change_is_told_in_the_singular_and_many_are_counted() -> None:
    assert compare({"a": 1}, {"a": 2}).sentence == "1 of 1 arguments differs: a"
    many = compare({}, {f"k{number}": 0 for number in range(5)})
    assert many.sentence == "5 of 5 arguments differ: k0, k1, k2 and 2 more"


def test_of_many_that_stayed_the_rest_is_counted() -> None:
    args = {f"k{number}": 0 for number in range(33)}
    assert told(compare(args, args))[0][2].endswith("k29 and 3 more")


def test_texts_of_several_lines_are_compared_line_by_line() -> None:
    made = compare({"text": "one\ntwo\nthree"}, {"text": "one\n2\nthree"})
    assert told(made)[1:] == [
        ("", "hunk", "@@ -1,3 +1,3 @@"),
        ("", "same", " one"),
        ("", "gone", "-two"),
        ("", "new", "+2"),
        ("", "same", " three"),
    ]
    assert [(it.old, it.new) for it in made.sheet.lines[2:]] == [(1, 1), (2, None), (None, 2), (3, 3)]


def test_objects_and_lists_are_compared_line_by_line() -> None:
    made = compare({"list": [1, 2]}, {"list": [1, 3]})
    assert ("", "gone", "-  2") in told(made)
    assert ("", "new", "+  3") in told(made)


def test_a_text_that_became_an_object_is_shown_as_both() -> None:
    made = told(compare({"a": "x\ny"}, {"a": {"b": 1}}))
    assert {text for _, tone, text in made if tone == "gone"} == {"-x", "-y"}


@pytest.mark.parametrize(("old", "new"), [("x\ny", "x\ny\n"), ([1], "[\n  1\n]")])
def test_where_no_line_differs_the_difference_is_told_in_words(old: object, new: object) -> None:
    made = compare({"a": old}, {"a": new})
    assert (
        made.sheet.lines[1].text == "They differ in their type, or in the line break at the very end, alone."
    )


def test_of_texts_too_long_to_compare_the_sizes_are_told() -> None:
    made = compare({"a": "x\n" * MOST_COMPARED_CHARS}, {"a": "y\n"})
    assert made.sheet.lines[1].tone is Tone.NOTE
    assert made.sheet.lines[1].text == "800,000 characters became 2: too many to be compared here."


def test_hostile_names_and_values_are_showable() -> None:
    made = compare({}, {"\u202ek": "\u200bv\n"})
    assert made.sentence == "1 of 1 arguments differs: ⟨U+202E⟩k"
    assert told(made)[1][2] == '+"⟨U+200B⟩v⏎"'


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.floats(0, 2, width=16) | st.text("ab\n", max_size=6),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("xy"), inner, max_size=2),
    max_leaves=4,
)
ARGS = st.dictionaries(st.sampled_from("abc"), VALUES, max_size=3)


@given(ARGS, ARGS)
def test_nothing_that_differs_goes_untold(before: dict[str, Any], after: dict[str, Any]) -> None:
    made = compare(before, after)
    assert (made.changed == 0) == (canonical(before) == canonical(after))
    strong = {it.text for it in made.sheet.lines if it.tone is Tone.STRONG}
    names = {*before, *after}
    missing = object()
    assert strong == {
        name
        for name in names
        if (name in before) != (name in after)
        or canonical(before.get(name, missing)) != canonical(after.get(name, missing))
    }
