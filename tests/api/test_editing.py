"""Arguments as text to be edited: exact, with nothing hidden, and what an edit changes (DECISIONS T10)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from placet.api import BadArguments
from placet.api.editing import draft, editable_text
from placet.rules import strict_json
from tests.rules.pieces import PieceKind, reveal
from tests.rules.test_veils import CHIP, TOKEN

_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def bound(**args: object) -> str:
    return strict_json.dump(args)


@given(st.dictionaries(st.text(), _VALUES, max_size=4))
def test_the_text_means_exactly_what_is_bound_and_shows_every_character(args: dict[str, object]) -> None:
    asked = strict_json.dump(args)
    text = editable_text(asked)
    assert strict_json.dump(draft(asked, text).args) == asked
    assert draft(asked, text).shown_diff is None
    assert all(it.kind is not PieceKind.CHIP for it in reveal(text))


def test_what_hides_or_reorders_stands_as_an_escape() -> None:
    assert '"a\\u202eb\\u200b\\udb40\\udc41\\u007f"' in editable_text(
        bound(it="a\u202eb\u200b\U000e0041\x7f")
    )


def test_a_change_inside_a_long_text_is_told_by_its_line() -> None:
    asked = bound(path="a.txt", content="one\ntwo\nthree\n")
    shown = draft(asked, editable_text(asked).replace("two", "2")).shown_diff
    assert shown is not None
    changed = [line for line in shown.splitlines() if line.startswith(("+", "-"))]
    assert changed == ["-two\\n", "+2\\n"]


def test_what_the_owner_brings_in_unseen_is_seen_among_the_changes() -> None:
    asked = bound(path="a.txt")
    shown = draft(asked, '{"path": "a\u202etxt"}').shown_diff
    assert shown is not None
    assert '+  "path": "a\\u202etxt"' in shown


def test_one_and_one_point_nought_are_a_change() -> None:
    asked = bound(n=1)
    shown = draft(asked, '{"n": 1.0}').shown_diff
    assert shown is not None
    assert '-  "n": 1\n+  "n": 1.0\n' in shown


def test_a_masked_token_is_neither_seen_nor_lost_by_an_edit_around_it() -> None:
    """Rule 9."""
    asked = bound(header=f"\u202e{TOKEN}", body=f"key={TOKEN}\nold\n", **{TOKEN: 1})
    text = editable_text(asked)
    assert TOKEN not in text
    assert text.count(CHIP) == 3
    made = draft(asked, text.replace("old", "new"))
    assert made.args == {"header": f"\u202e{TOKEN}", "body": f"key={TOKEN}\nnew\n", TOKEN: 1}
    assert made.shown_diff is not None
    assert "-old\\n" in made.shown_diff
    assert CHIP in made.shown_diff
    assert TOKEN not in made.shown_diff


def test_a_token_that_is_taken_away_or_brought_in_is_a_change_and_masked_in_it() -> None:
    """Rule 9."""
    asked = bound(a=TOKEN)
    made = draft(asked, editable_text(asked).replace(CHIP, f"{TOKEN[:-1]}b"))
    assert made.args == {"a": f"{TOKEN[:-1]}b"}
    assert made.shown_diff is not None
    assert TOKEN[:-1] not in made.shown_diff
    assert f'-  "a": "{CHIP}"' in made.shown_diff


def test_a_token_that_begins_a_line_is_masked_where_the_line_goes() -> None:
    asked = bound(a=f"first\n{TOKEN}\nlast")
    made = draft(asked, editable_text(asked).replace(f"{CHIP}\\n", ""))
    assert made.args == {"a": "first\nlast"}
    assert made.shown_diff is not None
    assert f"\n-{CHIP}\\n\n" in made.shown_diff


def test_half_a_mask_is_refused_with_its_place_and_so_is_one_of_nobodys() -> None:
    """Rule 9."""
    asked = bound(a=TOKEN)
    for text, place in (
        (editable_text(asked).replace("40", "4"), "line 2, column 9"),
        (f'{{"a": 1,\n "b": "{CHIP.replace("#3", "#4")}"}}', "line 2, column 8"),
    ):
        with pytest.raises(BadArguments) as refused:
            draft(asked, text)
        assert place in refused.value.message


def test_what_looks_like_a_mask_in_the_arguments_is_text_and_stays_so() -> None:
    """Rule 9: an agent that writes the mark of a token doesn't get the token."""
    asked = bound(a=CHIP, b=TOKEN)
    text = editable_text(asked)
    assert "\\u27e8GitHub token" in text
    assert draft(asked, text.replace('"b"', '"c"')).args == {"a": CHIP, "c": TOKEN}


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"a": 1,\n "a": 2}', "line 2, column 2"),
        ('{"a":\n nope}', "line 2, column 2"),
        ("[1]", "line 1, column 1"),
        ("", "line 1, column 1"),
    ],
)
def test_a_text_that_means_no_arguments_is_refused_with_its_place(text: str, place: str) -> None:
    with pytest.raises(BadArguments) as refused:
        draft(bound(a=1), text)
    assert place in refused.value.message
