from typing import Any

import pytest

from placet.backends.grammar import MOST_CHARS, MOST_ITEMS, SENTENCE, bounded, reply_schema
from placet.rules.errors import BackendFailed

TEXT = {"type": "string", "minLength": 0, "maxLength": MOST_CHARS}


def tool(name: str, **function: Any) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, **function}}


def call_of(name: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "name": {"const": name},
            "arguments": {"type": "object", "properties": {}, "additionalProperties": False},
        },
        "required": ["name", "arguments"],
        "additionalProperties": False,
    }


def test_a_required_reply_is_a_call_and_nothing_else() -> None:
    assert reply_schema([tool("a")], require_tool=True) == call_of("a")
    both = reply_schema([tool("a"), tool("b", parameters={"type": "object"})], require_tool=True)
    assert both == {"anyOf": [call_of("a"), call_of("b")]}


def test_an_open_reply_is_a_sentence_or_a_call() -> None:
    sentence = {"type": "string", "pattern": SENTENCE}
    assert reply_schema([tool("a")], require_tool=False) == {"anyOf": [sentence, call_of("a")]}


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string"}, TEXT),
        ({"type": "string", "maxLength": 9_000_000, "pattern": "^a", "format": "date"}, TEXT),
        (
            {"type": "string", "minLength": 3, "maxLength": 5},
            {"type": "string", "minLength": 3, "maxLength": 5},
        ),
        ({"type": "string", "minLength": 500}, {"type": "string", "minLength": 500, "maxLength": 500}),
        ({"enum": ["a", "b"]}, {"enum": ["a", "b"]}),
        ({"type": "string", "const": "a"}, {"type": "string", "const": "a"}),
        ({"type": "integer", "minimum": 1, "maximum": 9}, {"type": "integer", "minimum": 1, "maximum": 9}),
        ({"type": ["string", "null"]}, {"anyOf": [TEXT, {"type": "null"}]}),
        ({"oneOf": [{"type": "string"}, {"type": "boolean"}]}, {"anyOf": [TEXT, {"type": "boolean"}]}),
        (
            {"type": "array", "items": {"type": "string"}},
            {"type": "array", "items": TEXT, "minItems": 0, "maxItems": MOST_ITEMS},
        ),
        (
            {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
            {"type": "object", "properties": {"a": TEXT}, "required": ["a"], "additionalProperties": False},
        ),
    ],
)
def test_every_text_and_list_gets_an_end(schema: dict[str, Any], expected: dict[str, Any]) -> None:
    assert bounded(schema) == expected


def test_anything_at_all_becomes_one_bounded_value() -> None:
    kinds = [choice["type"] for choice in bounded({})["anyOf"]]
    assert kinds == ["string", "number", "boolean", "null"]


@pytest.mark.parametrize("key", ["$ref", "$dynamicRef"])
def test_a_reference_is_refused_wherever_it_stands(key: str) -> None:
    with pytest.raises(BackendFailed, match="references"):
        bounded({"type": "object", "properties": {"a": {key: "#/$defs/a"}}})
