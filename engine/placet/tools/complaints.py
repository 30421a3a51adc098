"""What is wrong with arguments, in plain sentences that repeat no value: a value may be a secret."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from jsonschema.exceptions import SchemaError, ValidationError

from placet.rules.json_places import pointer
from placet.tools.quoting import counted, quoted

_SHOWN = 200
"""How many characters of a name or of the schema's own values a sentence repeats."""

_TYPES = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "a whole number",
    "null": "null",
    "number": "a number",
    "object": "an object",
    "string": "text",
}


def place_of(fault: ValidationError | SchemaError) -> str:
    """The RFC 6901 pointer of the fault: a missing or an unknown argument is pointed at by its own name."""
    steps = [*fault.absolute_path]
    if isinstance(fault, ValidationError):
        name = _missing(fault) or _unknown(fault)
        steps += [] if name is None else [name]
    return pointer(steps)


def sentence_of(fault: ValidationError) -> str:
    """Say what would have been right."""
    name = _missing(fault)
    if name is not None:
        return f"The argument {quoted(name, _SHOWN)} is missing."
    name = _unknown(fault)
    if name is not None:
        return f"There is no argument {quoted(name, _SHOWN)}."
    what = _subject(fault)
    say = _RULES.get(str(fault.validator))
    return f"{what} {say(fault.validator_value)}." if say else f"{what} doesn't fit the tool's schema."


def _subject(fault: ValidationError) -> str:
    named = [step for step in fault.absolute_path if isinstance(step, str)]
    return f"The argument {quoted(named[-1], _SHOWN)}" if named else "This"


def _missing(fault: ValidationError) -> str | None:
    if fault.validator != "required":
        return None
    # The library makes one fault for each missing name and doesn't say which: its message starts with it.
    names = [str(name) for name in fault.validator_value if name not in fault.instance]
    return next((name for name in names if fault.message.startswith(repr(name))), names[0])


def _unknown(fault: ValidationError) -> str | None:
    if (
        fault.validator not in ("additionalProperties", "unevaluatedProperties")
        or fault.validator_value is not False
    ):
        return None
    schema, instance = fault.schema, fault.instance
    if not isinstance(schema, Mapping) or not isinstance(instance, Mapping):
        return None
    patterns = schema.get("patternProperties", {})
    known = schema.get("properties", {})
    return next((name for name in instance if name not in known and not _matches(name, patterns)), None)


def _matches(name: str, patterns: Mapping[str, Any]) -> bool:
    return any(re.search(pattern, name) for pattern in patterns)


def _of_type(value: Any) -> str:
    names = [value] if isinstance(value, str) else list(value)
    return "must be " + " or ".join(_TYPES[name] for name in names)


def _one_of(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=True)
    return "must be one of " + (text if len(text) <= _SHOWN else text[:_SHOWN] + "…")


_RULES: dict[str, Callable[[Any], str]] = {
    "type": _of_type,
    "enum": _one_of,
    "const": lambda value: _one_of([value]),
    "minLength": lambda value: f"must have at least {counted(value, 'character')}",
    "maxLength": lambda value: f"may have at most {counted(value, 'character')}",
    "minItems": lambda value: f"must have at least {counted(value, 'item')}",
    "maxItems": lambda value: f"may have at most {counted(value, 'item')}",
    "uniqueItems": lambda value: "may not hold an item twice",
    "minimum": lambda value: f"must be at least {value}",
    "maximum": lambda value: f"may be at most {value}",
    "exclusiveMinimum": lambda value: f"must be more than {value}",
    "exclusiveMaximum": lambda value: f"must be less than {value}",
    "multipleOf": lambda value: f"must be a multiple of {value}",
    "pattern": lambda value: f"must match the pattern {quoted(value, _SHOWN)}",
}
