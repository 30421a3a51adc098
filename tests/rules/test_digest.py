from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from placet.rules import digest as digests
from placet.rules import strict_json
from placet.rules.digest import Purpose, args_digest, canonical, digest, rfc8785_digest
from placet.rules.errors import BadArguments
from tests.rules.test_strict_json import TEXTS, VALUES, typed


def sorted_keys(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: sorted_keys(value[key]) for key in sorted(value)}
    return [sorted_keys(inner) for inner in value] if isinstance(value, list) else value


@pytest.mark.parametrize(
    ("received", "text", "expected"),
    [
        (
            '{"b": 1, "a": [1.0, -0.0, 1e2, true, null]}',
            '{"a":[1.0,-0.0,100.0,true,null],"b":1}',
            "14fb7a69ce61d6a8ddcf05e2641493a77a18614120fa37f93ef717cfad4cebde",
        ),
        (
            r'{"n": 9007199254740993, "s": "\u00e9\n\u202e/"}',
            '{"n":9007199254740993,"s":"\u00e9\\u000a\u202e/"}',
            "d7fd02be959fa1bbf729869c376e36c966aab85f20756a28c348bcfce1af32c3",
        ),
    ],
)
def test_the_published_vectors_hold(received: str, text: str, expected: str) -> None:
    args = strict_json.parse(received)
    assert canonical(args) == text
    assert args_digest("t", args) == expected
    assert hashlib.sha256(b"placet.args.v1\0t\0" + text.encode()).hexdigest() == expected


def test_control_characters_are_escaped_by_number_and_all_others_stand_raw() -> None:
    assert canonical("\x00\x08\t\n\x0b\x0c\r\x1f") == r'"\u0000\u0008\u0009\u000a\u000b\u000c\u000d\u001f"'
    assert canonical('"\\n/\x7f\u2028\U0001f600') == '"\\"\\\\n/\x7f\u2028\U0001f600"'


def test_keys_are_sorted_by_code_point_and_not_by_utf16() -> None:
    assert list(json.loads(canonical({"\U0001f600": 1, "\uffee": 2, "a": 3, "B": 4}))) == [
        "B",
        "a",
        "\uffee",
        "\U0001f600",
    ]


def test_floats_are_written_by_repr() -> None:
    assert canonical([100.0, 1e22, 5e-324, 0.1]) == "[100.0,1e+22,5e-324,0.1]"


@given(VALUES, VALUES)
def test_two_values_share_a_canonical_text_only_when_types_and_all_are_equal(one: Any, other: Any) -> None:
    same = typed(sorted_keys(one)) == typed(sorted_keys(other))
    assert (canonical(one) == canonical(other)) is same


@given(VALUES)
def test_canonical_text_is_json_that_means_the_value(value: Any) -> None:
    assert typed(strict_json.parse(canonical(value))) == typed(sorted_keys(value))


@pytest.mark.parametrize("other", [1.0, True, "1", [1], {"1": 1}, None])
def test_one_is_not_taken_for_what_looks_like_it(other: Any) -> None:
    assert args_digest("t", {"x": 1}) != args_digest("t", {"x": other})


def test_composed_and_decomposed_spelling_have_different_digests() -> None:
    assert args_digest("t", {"x": "\u00e9"}) != args_digest("t", {"x": "e\u0301"})


@pytest.mark.parametrize("value", [{1: 2}, {"a": (1,)}, float("nan"), {"a": object()}, "\ud800"])
def test_what_is_not_plain_json_has_no_digest(value: Any) -> None:
    with pytest.raises(BadArguments):
        digest(Purpose.KEY, "t", value)


def test_an_envelope_around_arguments_at_their_limit_still_has_a_digest() -> None:
    args = strict_json.parse("[" * 64 + "]" * 64)
    assert len(digest(Purpose.REQUEST, "body", {"call": {"args": args}})) == 64


def test_purpose_and_label_are_part_of_the_digest() -> None:
    made = {digest(purpose, label, {}) for purpose in Purpose for label in ("a", "b", "")}
    assert len(made) == 3 * len(Purpose)
    words = {"args", "key", "op", "request", "draft", "result", "consent"}
    assert {purpose.value for purpose in Purpose} == words


def test_a_label_cannot_blur_into_the_value() -> None:
    with pytest.raises(ValueError, match="NUL"):
        digest(Purpose.ARGS, "t\0{}", {})


def test_the_interoperable_digest_is_that_of_rfc_8785() -> None:
    expected = hashlib.sha256(b'{"a":1,"b":[1e+30,0,"\\n"]}').hexdigest()
    assert rfc8785_digest({"b": [1e30, -0.0, "\n"], "a": 1.0}) == expected


@pytest.mark.parametrize("number", [2**53, -(2**53), float("inf")])
def test_there_is_no_interoperable_digest_for_a_number_outside_of_its_domain(number: float) -> None:
    assert rfc8785_digest({"n": number}) is None


@given(st.dictionaries(TEXTS, VALUES))
def test_the_interoperable_digest_is_what_its_library_says(args: dict[str, Any]) -> None:
    try:
        expected = hashlib.sha256(rfc8785.dumps(args)).hexdigest()
    except (rfc8785.IntegerDomainError, rfc8785.FloatDomainError):
        expected = None
    assert rfc8785_digest(args) == expected


def test_a_digest_is_shown_in_groups_and_by_its_last_six() -> None:
    hex_digest = args_digest("t", {})
    assert "".join(digests.groups(hex_digest)) == hex_digest
    assert [len(group) for group in digests.groups(hex_digest)] == [8] * 8
    assert digests.last_six(hex_digest) == hex_digest[58:]
