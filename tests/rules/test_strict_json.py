from __future__ import annotations

import enum
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from placet.rules import json_places, strict_json
from placet.rules.errors import BadArguments, BadInput, TooLarge

CASES = Path(__file__).parent.parent / "cases" / "arguments"

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=25,
)


def typed(value: Any) -> Any:
    """A value spelled out with its types and the order of its keys, so that 1, 1.0 and True differ."""
    if isinstance(value, dict):
        return ["dict", [[key, typed(inner)] for key, inner in value.items()]]
    if isinstance(value, list):
        return ["list", [typed(inner) for inner in value]]
    return [type(value).__name__, repr(value)]


def refused(source: str | bytes) -> BadArguments:
    with pytest.raises(BadArguments) as caught:
        strict_json.parse(source)
    return caught.value


@given(VALUES)
def test_what_is_dumped_parses_back_with_every_type_and_the_order_of_keys(value: Any) -> None:
    text = strict_json.dump(value)
    assert typed(strict_json.parse(text)) == typed(value)
    assert typed(strict_json.parse(text.encode())) == typed(value)


@given(VALUES)
def test_what_parses_passes_the_check_of_values_unchanged(value: Any) -> None:
    assert strict_json.check(value) is value


@given(st.text(st.sampled_from('[]{},:"\\u0dD8aeE+-.19tn ')))
def test_no_text_does_anything_but_parse_or_be_refused(text: str) -> None:
    refusal: str | None = None
    try:
        value = strict_json.parse(text)
    except BadInput as error:
        refusal = error.message
    else:
        assert typed(json.loads(text)) == typed(value)
    assert refusal is None or refusal.endswith(".")


def test_what_was_dumped_loads_again_when_it_grew_beyond_the_size_of_what_was_read() -> None:
    received = "[" + "1e15," * 800_000 + "1e15]"
    text = strict_json.dump(strict_json.parse(received))
    assert len(text) > strict_json.MAX_BYTES > len(received)
    assert strict_json.load(text)[-1] == 1e15
    with pytest.raises(BadArguments, match="is there twice"):
        strict_json.load('{"a":1,"a":2}')


def test_dumped_text_is_compact_and_escapes_only_what_it_must() -> None:
    assert strict_json.dump({"b": [1, 1.0, None], "a": "\u00e9\n"}) == '{"b":[1,1.0,null],"a":"\u00e9\\n"}'


def test_integers_are_exact_and_the_two_zeros_stay_apart() -> None:
    assert strict_json.parse(b"[9007199254740993, 1.0, -0.0, -0]") == [9007199254740993, 1.0, 0.0, 0]
    assert math.copysign(1, strict_json.parse("-0.0")) == -1
    assert type(strict_json.parse("-0")) is int


@pytest.mark.parametrize(
    ("case", "where", "reason"),
    [
        ("d01_duplicate_keys", "/path", 'The key "path" is there twice'),
        ("d02_duplicate_keys_escaped", "/path", 'The key "path" is there twice'),
        ("d04_nan_infinity", "/amount", "NaN isn't a JSON number"),
        ("d06_int_5000_digits", "/n", "more than 400 digits"),
        ("d07_floats", "/c", "too large for a double"),
        ("d08_lone_surrogates", "/text", "Half of a surrogate pair"),
        ("d09_invalid_utf8", "", "isn't UTF-8"),
        ("d10_utf8_bom", "", "byte order mark"),
        ("d13_truncated", None, "isn't JSON"),
        ("d14_two_documents", "", "extra data"),
        ("d15_backslash_n_outside_string", "/view_range", "isn't JSON"),
        ("d16_python_style", "", "isn't JSON"),
        ("c08_nested_2000_objects", None, "nested more than 64 levels deep"),
        ("c09_nested_2000_arrays", "/0" * 64, "nested more than 64 levels deep"),
    ],
)
def test_a_public_bad_case_is_refused_with_place_and_reason(
    case: str, where: str | None, reason: str
) -> None:
    refusal = refused((CASES / f"{case}.json").read_bytes())
    assert reason in refusal.message
    assert where is None or refusal.pointer == where


@pytest.mark.parametrize(
    "case", ["d03_key_variants", "d05_big_ints", "d12_nested_json_string", "d17_type_confusion"]
)
def test_a_public_good_case_is_taken_over_exactly(case: str) -> None:
    raw = (CASES / f"{case}.json").read_bytes()
    assert typed(strict_json.parse(raw)) == typed(json.loads(raw))


def test_arguments_encoded_twice_are_a_text_and_not_an_object() -> None:
    assert isinstance(strict_json.parse((CASES / "d11_double_encoded.json").read_bytes()), str)


@pytest.mark.parametrize("levels", [65, 2_000, 100_000])
@pytest.mark.parametrize(("opener", "closer"), [("[", "]"), ('{"a":', "}")])
def test_nesting_beyond_the_limit_is_refused_without_reading_it(
    levels: int, opener: str, closer: str
) -> None:
    refusal = refused(opener * levels + "1" + closer * levels)
    assert "nested more than 64 levels deep" in refusal.message
    assert refusal.details["offset"] == 64 * len(opener)


def test_nesting_at_the_limit_is_read_and_brackets_in_strings_do_not_count() -> None:
    assert strict_json.dump(strict_json.parse("[" * 64 + "]" * 64)) == "[" * 64 + "]" * 64
    assert strict_json.parse('["' + "[" * 500 + '\\"{{{"]') == ["[" * 500 + '"{{{']
    assert len(strict_json.parse("[" + "[]," * 100 + "[]]")) == 101


def test_text_that_nests_too_deep_after_nonsense_is_refused_all_the_same() -> None:
    assert "nested" in refused('{"\\q":' + "[" * 70).message
    assert "isn't JSON" in refused("]" * 100 + "[" * 100).message


def test_a_repeated_key_is_named_where_it_comes_again_and_quoted_without_harm() -> None:
    refusal = refused('{"x": [{"a\\u202e/b": 1,\n "a\\u202e/b": 2}]}')
    assert refusal.pointer == "/x/0/a\u202e~1b"
    assert refusal.message.isascii()
    assert (refusal.details["line"], refusal.details["column"]) == (2, 2)


def test_an_empty_key_is_a_step_like_any_other() -> None:
    assert refused('{"": {"": 1, "": 2}}').pointer == "//"


def test_a_very_long_key_does_not_make_a_very_long_sentence() -> None:
    refusal = refused('{"' + "k" * 5_000 + '": NaN}')
    assert len(refusal.message) < 400
    assert "more characters" in refusal.message


@pytest.mark.parametrize(
    "number",
    ["NaN", "Infinity", "-Infinity", "1e400", "-1e400", "1" * 401, "-" + "1" * 401, "9" * 400 + ".0"],
)
def test_a_number_that_cannot_be_kept_is_refused_where_it_stands(number: str) -> None:
    refusal = refused(f'{{"a": [1, {{"b": {number}}}]}}')
    assert refusal.pointer == "/a/1/b"
    assert refusal.details["offset"] == 16


@pytest.mark.parametrize("number", ["1" * 400, "-" + "9" * 400, "1e308", "1E-400", "1.7976931348623157e308"])
def test_a_number_at_the_limit_is_taken(number: str) -> None:
    assert typed(strict_json.parse(f'["{"1" * 500}", {number}]')) == typed(["1" * 500, json.loads(number)])


@pytest.mark.parametrize(
    "text",
    [
        r'["\ud800"]',
        r'["\udc00"]',
        r'["\udc00\ud800"]',
        r'["\ud83d \ude00"]',
        r'["\\\ud83d"]',
        r'["\ud83dx"]',
        r'["\\\ud83d\\ude00"]',
        r'["\ud83d\\\ude00"]',
        r'["\\ud83d\ude00"]',
        r'1,["\ud83d"]',
    ],
)
def test_half_of_a_surrogate_pair_is_refused_however_it_is_spelled(text: str) -> None:
    assert "Half of a surrogate pair" in refused(text).message


@pytest.mark.parametrize("text", [r'["\ud83d\ude00"]', r'["\\ud83d"]', r'["\uD83D\uDE00\u0041"]'])
def test_whole_pairs_and_escaped_backslashes_are_taken(text: str) -> None:
    assert strict_json.parse(text) == json.loads(text)


def test_half_a_pair_that_stands_raw_in_python_text_is_refused() -> None:
    refusal = refused('{"a": "\ud83d"}')
    assert "Half of a surrogate pair" in refusal.message
    assert refusal.pointer == "/a"


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", ""),
        ("  ", ""),
        ("{", ""),
        ('{"a"', "/a"),
        ('{"a": 1,}', ""),
        ("[1 2]", "/0"),
        ("[1, 2", "/1"),
        ("[1, 'x']", "/1"),
        ("[True]", "/0"),
        ('["\x01"]', "/0"),
        ('["\\q"]', "/0"),
        ('["abc', "/0"),
        ("01", ""),
        ("1 2", ""),
        ('{"a": {"b": [0, 0, tru]}}', "/a/b/2"),
        ("[1,]", "/1"),
        ("\u00a0[]", ""),
        ("[.5]", "/0"),
        ("// no\n[]", ""),
        ("[1]]", ""),
        ("1,2", ""),
    ],
)
def test_what_is_not_json_is_refused_at_the_value_that_was_being_read(text: str, where: str) -> None:
    refusal = refused(text)
    assert "isn't JSON" in refusal.message
    assert refusal.pointer == where


def test_bytes_that_are_not_utf8_are_refused_with_their_offset() -> None:
    assert refused(b'{"a": "\xff"}').details == {"offset_bytes": 7}
    assert refused(b'["\xed\xa0\x80"]').details == {"offset_bytes": 2}


def test_a_text_over_the_size_is_too_large_and_one_at_the_size_is_not() -> None:
    assert strict_json.parse('"\u00e9"', max_bytes=4) == "\u00e9"
    with pytest.raises(TooLarge) as caught:
        strict_json.parse('"\u00e9"', max_bytes=3)
    assert caught.value.details == {"limit_bytes": 3}
    with pytest.raises(TooLarge):
        strict_json.parse(b" " * (4 * 2**20 + 1))


def test_the_caller_chooses_what_a_refusal_is_raised_as() -> None:
    with pytest.raises(BadInput) as caught:
        strict_json.parse("{", error=BadInput)
    assert caught.value.code == "bad_input"
    with pytest.raises(BadInput) as caught:
        strict_json.check({"a": 1j}, error=BadInput)
    assert caught.value.code == "bad_input"


FAR = "[" + "1," * json_places.MAX_WORDS


@pytest.mark.parametrize(
    ("text", "reason", "place"),
    [
        (FAR + '{"a":1,"b":1,"b":2}]', 'The key "b" is there twice', "far into the text"),
        (FAR + "1e999]", "too large for a double", "far into the text"),
        (FAR + "[" * 64 + "1" + "]" * 65, "nested more than 64 levels deep", "far into the text"),
        (FAR + "x]", "isn't JSON", "line 1"),
    ],
)
def test_far_into_a_long_text_the_reason_is_told_without_the_way(text: str, reason: str, place: str) -> None:
    refusal = refused(text)
    assert reason in refusal.message
    assert place in refusal.message
    assert refusal.pointer is None


class Word(enum.StrEnum):
    """A text by type, yet not plain text."""

    ONE = "one"


def unfit() -> Iterator[Any]:
    yield from [
        ({"a": (1, 2)}, "/a"),
        ({"a": {1: 2}}, "/a"),
        ([[float("nan")]], "/0/0"),
        ([float("inf")], "/0"),
        (10**400, ""),
        ([-(10**400)], "/0"),
        (["ok", "\ud800"], "/1"),
        ({"\ud800": 1}, ""),
        ({"k~/": b"x"}, "/k~0~1"),
        (Word.ONE, ""),
        ([True, None, {"a": object()}], "/2/a"),
    ]


@pytest.mark.parametrize(("value", "where"), list(unfit()))
def test_a_value_that_is_not_plain_json_fails_the_check_at_its_place(value: Any, where: str) -> None:
    with pytest.raises(BadArguments) as caught:
        strict_json.check(value)
    assert caught.value.pointer == where
    with pytest.raises(BadArguments):
        strict_json.dump(value)


def test_a_value_deeper_than_the_limit_or_without_end_fails_the_check() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(BadArguments, match="nested more than 64 levels deep"):
        strict_json.check(endless)
    assert strict_json.check({"a": [1]}, max_depth=2) == {"a": [1]}
    with pytest.raises(BadArguments, match="nested more than 1 levels deep"):
        strict_json.check({"a": [1]}, max_depth=1)


def test_a_walk_over_sound_text_finds_no_flaw() -> None:
    assert json_places.Walk('{"a": [1, 2.5, "x", true, {}]}').first_flaw() is None


@pytest.mark.parametrize("before", range(0, 402, 67))
@pytest.mark.parametrize("digits", [400, 401])
def test_an_integer_that_is_too_long_is_found_wherever_it_stands(before: int, digits: int) -> None:
    text = f'["{"x" * before}", {"7" * digits}, "{"x" * 1_000}"]'
    if digits <= json_places.MAX_INTEGER_DIGITS:
        assert strict_json.parse(text)[1] == int("7" * digits)
        return
    with pytest.raises(BadArguments, match="more than 400 digits"):
        strict_json.parse(text)
