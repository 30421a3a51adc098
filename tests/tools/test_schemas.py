"""Argument schemas: faults with a place and a sentence, no value repeated, no word to the network."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

import pytest

from placet.rules.errors import BadArguments, BadDeclaration, BadInput
from placet.tools.schemas import Schema, narrow

SECRET = "hunter2-hunter2"


def one(rule: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"a": rule}, "additionalProperties": False}


def fault(schema: dict[str, Any], args: dict[str, Any]) -> BadArguments:
    with pytest.raises(BadArguments) as caught:
        Schema(schema).check(args)
    return caught.value


def refused(schema: dict[str, Any]) -> BadInput:
    with pytest.raises(BadInput) as caught:
        Schema(schema)
    return caught.value


@pytest.mark.parametrize(
    ("rule", "value", "sentence"),
    [
        ({"type": "string"}, 5, 'The argument "a" must be text.'),
        ({"type": ["string", "null"]}, [SECRET], 'The argument "a" must be text or null.'),
        ({"type": "integer"}, SECRET, 'The argument "a" must be a whole number.'),
        ({"type": "integer"}, True, 'The argument "a" must be a whole number.'),
        ({"enum": ["x", 1]}, SECRET, 'The argument "a" must be one of ["x", 1].'),
        ({"enum": [1]}, True, 'The argument "a" must be one of [1].'),
        ({"const": "x"}, SECRET, 'The argument "a" must be one of ["x"].'),
        ({"minLength": 20}, SECRET, 'The argument "a" must have at least 20 characters.'),
        ({"maxLength": 1}, SECRET, 'The argument "a" may have at most 1 character.'),
        ({"minItems": 2}, [SECRET], 'The argument "a" must have at least 2 items.'),
        ({"maxItems": 1}, [SECRET, 2], 'The argument "a" may have at most 1 item.'),
        ({"uniqueItems": True}, [SECRET, SECRET], 'The argument "a" may not hold an item twice.'),
        ({"minimum": 3}, 2, 'The argument "a" must be at least 3.'),
        ({"maximum": 3}, 10**400, 'The argument "a" may be at most 3.'),
        ({"exclusiveMinimum": 3}, 3, 'The argument "a" must be more than 3.'),
        ({"exclusiveMaximum": 3}, 3, 'The argument "a" must be less than 3.'),
        ({"multipleOf": 3}, 4, 'The argument "a" must be a multiple of 3.'),
        ({"pattern": "^[a-z]$"}, SECRET, 'The argument "a" must match the pattern "^[a-z]$".'),
        ({"not": {}}, SECRET, "The argument \"a\" doesn't fit the tool's schema."),
    ],
)
def test_a_fault_has_a_place_and_a_sentence_without_the_value(rule: Any, value: Any, sentence: str) -> None:
    error = fault(one(rule), {"a": value})
    assert (error.pointer, error.message) == ("/a", sentence)
    assert SECRET not in str(error.details)


def test_a_missing_argument_is_named_and_pointed_at() -> None:
    error = fault({"type": "object", "required": ["path", "it's"]}, {"path": 1})
    assert (error.pointer, error.message) == ("/it's", 'The argument "it\'s" is missing.')


def test_the_first_of_several_missing_arguments_is_told() -> None:
    error = fault({"type": "object", "required": ["b", "a"]}, {})
    assert error.pointer == "/b"


@pytest.mark.parametrize("keyword", ["additionalProperties", "unevaluatedProperties"])
def test_an_unknown_argument_is_named_escaped_and_bounded(keyword: str) -> None:
    schema = {"type": "object", "properties": {"a": {}}, "patternProperties": {"^x-": {}}, keyword: False}
    error = fault(schema, {"a": 1, "x-ok": 2, "b\u202e": SECRET})
    assert (error.pointer, error.message) == ("/b\u202e", 'There is no argument "b\\u202e".')
    assert len(fault(schema, {"k" * 5000: 1}).message) < 300


def test_pointers_are_escaped_and_reach_into_lists() -> None:
    schema = {"properties": {"a/b~c": {"type": "array", "items": {"type": "object", "required": ["x"]}}}}
    error = fault(schema, {"a/b~c": [{"x": 1}, {}]})
    assert error.pointer == "/a~1b~0c/1/x"


def test_the_same_arguments_give_the_same_fault_each_time() -> None:
    schema = Schema({"properties": {name: {"type": "null"} for name in "edcba"}})
    found = set()
    for _ in range(20):
        with pytest.raises(BadArguments) as caught:
            schema.check(dict.fromkeys("abcde", 1))
        found.add(caught.value.pointer)
    assert found == {"/e"}


def test_what_fits_passes() -> None:
    schema = Schema(one({"$ref": "#/$defs/word"}) | {"$defs": {"word": {"type": "string"}}})
    schema.check({"a": "x"})
    schema.check({})
    assert (
        fault(one({"$ref": "#/$defs/word"}) | {"$defs": {"word": {"type": "string"}}}, {"a": 1}).pointer
        == "/a"
    )


def test_a_long_list_of_allowed_values_is_cut() -> None:
    assert len(fault(one({"enum": ["x" * 5000]}), {"a": 1}).message) < 300


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        yield server


WRAPS = [
    lambda ref: {"$ref": ref},
    lambda ref: one({"$ref": ref}),
    lambda ref: one({"anyOf": [{"type": "null"}, {"items": {"$ref": ref}}]}),
    lambda ref: one({"$dynamicRef": ref}),
    lambda ref: {"$id": ref, "properties": {"a": {"$ref": "other"}}},
    lambda ref: one({"$ref": "#/x-odd/place"}) | {"x-odd": {"place": {"$ref": ref}}},
    lambda ref: {"$defs": {"never": {"$ref": ref}}},
    lambda ref: {"if": {"properties": {"a": {"$ref": ref}}}},
]


@pytest.mark.parametrize("wrap", WRAPS)
def test_a_schema_that_refers_outside_is_refused_and_nobody_is_asked(
    wrap: Any, listener: socket.socket
) -> None:
    port = listener.getsockname()[1]
    refused(wrap(f"http://127.0.0.1:{port}/schema.json"))
    with pytest.raises(BlockingIOError):
        listener.accept()
    with socket.create_connection(("127.0.0.1", port)):  # the control: a request would have been seen
        listener.accept()[0].close()


@pytest.mark.parametrize(
    "ref", ["file:///etc/hosts", "other.json", "#/nowhere", "urn:x:y", "//host/x", "http://[x"]
)
def test_other_references_that_lead_nowhere_are_refused_too(ref: str) -> None:
    refused(one({"$ref": ref}))


def test_data_that_only_looks_like_a_reference_is_fine() -> None:
    schema = Schema(one({"const": {"$ref": "http://127.0.0.1:9/"}}))
    schema.check({"a": {"$ref": "http://127.0.0.1:9/"}})
    Schema({"properties": {"$ref": {"type": "string"}}}).check({"$ref": "x"})


def test_a_schema_that_refers_to_itself_is_fine_and_one_that_turns_in_a_circle_is_refused_when_used() -> None:
    tree = {"properties": {"below": {"$ref": "#"}}, "additionalProperties": False}
    assert fault(tree, {"below": {"below": {"x": 1}}}).pointer == "/below/below/x"
    assert fault({"$ref": "#"}, {}).code == "bad_arguments"


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "strnig"},
        {"properties": []},
        one({"pattern": "("}),
        {"patternProperties": {"(": {}}},
        {"$ref": 5},
    ],
)
def test_what_is_no_schema_is_refused(schema: dict[str, Any]) -> None:
    refused(schema)


def test_a_schema_without_end_is_refused() -> None:
    schema: dict[str, Any] = {}
    for _ in range(5000):
        schema = {"items": schema}
    assert refused(schema).message == "The schema nests too deeply."


def test_numbers_that_no_float_can_hold_do_not_break_the_check() -> None:
    assert fault(one({"multipleOf": 0.1}), {"a": 10**400}).code == "bad_arguments"


WRITE = {
    "type": "object",
    "properties": {"path": {"type": "string", "minLength": 1}, "content": {"type": "string"}},
    "required": ["content"],
    "additionalProperties": False,
}


def test_the_owners_narrowing_is_offered_as_an_enum_and_must_be_chosen_from() -> None:
    narrowed = narrow(WRITE, {"path": ["hello.txt"]})
    assert narrowed["properties"]["path"] == {"type": "string", "minLength": 1, "enum": ["hello.txt"]}
    assert narrowed["required"] == ["content", "path"]
    schema = Schema(narrowed)
    schema.check({"path": "hello.txt", "content": "x"})
    for args in ({"path": "Hello.txt", "content": "x"}, {"content": "x"}):
        with pytest.raises(BadArguments) as caught:
            schema.check(args)
        assert caught.value.pointer == "/path"


def test_narrowing_leaves_the_tools_own_schema_alone() -> None:
    narrow(WRITE, {"path": ["hello.txt"]})
    assert "enum" not in WRITE["properties"]["path"]
    assert WRITE["required"] == ["content"]
    assert narrow(WRITE, {}) == WRITE


@pytest.mark.parametrize(
    ("only", "pointer"),
    [
        ({"pat/h": ["x"]}, "/only/pat~1h"),
        ({"path": []}, "/only/path"),
        ({"path": ["x", 5]}, "/only/path/1"),
        ({"path": [""]}, "/only/path/0"),
    ],
)
def test_a_narrowing_that_no_call_could_meet_is_refused(only: dict[str, list[Any]], pointer: str) -> None:
    with pytest.raises(BadDeclaration) as caught:
        narrow(WRITE, only)
    assert caught.value.pointer == pointer


def test_a_narrowing_keeps_within_an_enum_that_the_tool_has() -> None:
    schema = one({"enum": ["x", "y"]})
    assert narrow(schema, {"a": ["y"]})["properties"]["a"] == {"enum": ["y"]}
    with pytest.raises(BadDeclaration):
        narrow(schema, {"a": ["z"]})


def test_any_value_may_be_narrowed_and_none_may_not() -> None:
    assert narrow(one(True), {"a": [1]})["properties"]["a"] == {"enum": [1]}
    with pytest.raises(BadDeclaration):
        narrow(one(False), {"a": [1]})
