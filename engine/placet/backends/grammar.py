"""Makes the schema that llama.cpp turns into a grammar: only what it understands, and nothing without an end.

A small model that may write a text of any length writes one without end, so every text and list gets a bound. The
tool's own schema still judges the arguments afterwards; this one only has to lead the model there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from placet.rules.errors import BackendFailed

MOST_CHARS = 200
"""The longest text that the embedded model may write into one argument, in characters."""

MOST_ITEMS = 8
"""The longest list that it may write."""

SENTENCE = r"""^[A-Z][^"{}\\\n\r\t!?,;:]{3,140}[.]$"""
"""A final answer where tools are offered too: plain words up to a full stop, so that it stays one sentence.

Without it the model breaks off at the first quotation mark, or adds clauses about things that never happened.
"""

_KEPT = ("type", "const", "enum", "minimum", "maximum", "required")
_UNIONS = ("anyOf", "oneOf")
_SCALARS = [
    {"type": "string", "maxLength": MOST_CHARS},
    {"type": "number"},
    {"type": "boolean"},
    {"type": "null"},
]


def reply_schema(tools: Sequence[Mapping[str, Any]], *, require_tool: bool) -> dict[str, Any]:
    """One call of one of the tools, as an object; unless a call is required, else a final answer, as a string.

    Why a string: with an object for the answer as well, the model writes one more call nearly every time.

    Raises:
        BackendFailed: a tool's schema has references, which have no place in a grammar.
    """
    choices = [_call(tool["function"]) for tool in tools]
    if not require_tool:
        choices.insert(0, {"type": "string", "pattern": SENTENCE})
    return choices[0] if len(choices) == 1 else {"anyOf": choices}


def _call(function: Mapping[str, Any]) -> dict[str, Any]:
    arguments = bounded(function.get("parameters") or {"type": "object"})
    return {
        "type": "object",
        "properties": {"name": {"const": function["name"]}, "arguments": arguments},
        "required": ["name", "arguments"],
        "additionalProperties": False,
    }


def bounded(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema with a bound on each text and list, without what a grammar can't say (patterns, formats).

    Raises:
        BackendFailed: it has a reference.
    """
    if "$ref" in schema or "$dynamicRef" in schema:
        raise BackendFailed("The embedded model can't be offered a tool whose schema has references.")
    kept = {key: schema[key] for key in _KEPT if key in schema}
    for union in _UNIONS:
        if union in schema:
            return {"anyOf": [bounded(choice) for choice in schema[union]]}
    if isinstance(kept.get("type"), list):
        return {"anyOf": [bounded({**schema, "type": kind}) for kind in kept["type"]]}
    if "const" in kept or "enum" in kept:
        return kept
    return kept | _bounds(kept.get("type"), schema)


def _bounds(kind: Any, schema: Mapping[str, Any]) -> dict[str, Any]:
    if kind == "string":
        least = schema.get("minLength", 0)
        return {
            "minLength": least,
            "maxLength": max(least, min(schema.get("maxLength", MOST_CHARS), MOST_CHARS)),
        }
    if kind == "array":
        least = schema.get("minItems", 0)
        most = max(least, min(schema.get("maxItems", MOST_ITEMS), MOST_ITEMS))
        return {"items": bounded(schema.get("items") or {}), "minItems": least, "maxItems": most}
    if kind == "object":
        fields = {name: bounded(field) for name, field in schema.get("properties", {}).items()}
        return {"properties": fields, "additionalProperties": False}
    return {} if kind else {"anyOf": _SCALARS}
