"""A quick yes for arguments that plainly fit a plain schema, which nearly all do.

The problem: the general validator takes ten times as long for three texts as they take to read. What we do: for a
schema of the plainest kind, an object of texts, whole numbers and flags, say yes where that is certain.
What it costs: a second reading of a few keywords. It never says no: whatever isn't plain goes to the validator, whose
word it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

PlainFit = Callable[[Mapping[str, Any]], bool]
"""True: the arguments fit for certain. False: ask the validator."""

_REMARKS: Final = frozenset({"description", "title", "$schema", "$comment", "examples", "default"})
_OF_OBJECT: Final = frozenset({"type", "properties", "required", "additionalProperties"}) | _REMARKS
_TYPES: Final[Mapping[str, type]] = {"string": str, "integer": int, "boolean": bool}
_LENGTHS: Final = frozenset({"minLength", "maxLength"})
_BOUNDS: Final = frozenset({"minimum", "maximum"})


def plain_fit(schema: Mapping[str, Any]) -> PlainFit | None:
    """What says the quick yes for this schema, which must be a valid one; None: the schema isn't plain."""
    properties = schema.get("properties")
    if (
        schema.get("type") != "object"
        or schema.get("additionalProperties") is not False
        or not isinstance(properties, Mapping)
        or not _OF_OBJECT.issuperset(schema)
    ):
        return None
    fits = {name: _fit(one) for name, one in properties.items()}
    known = {name: fit for name, fit in fits.items() if fit is not None}
    if len(known) < len(fits):
        return None
    required = tuple(schema.get("required", ()))

    def fit(args: Mapping[str, Any]) -> bool:
        for name, value in args.items():
            one = known.get(name)
            if one is None or not one(value):
                return False
        return all(name in args for name in required)

    return fit


def _fit(schema: Any) -> Callable[[Any], bool] | None:
    """The same for one argument."""
    if not isinstance(schema, Mapping) or not isinstance(schema.get("type"), str):
        return None
    kind = _TYPES.get(schema["type"])
    asked = schema.keys() - _REMARKS - {"type"}
    if kind is None or not (_LENGTHS if kind is str else _BOUNDS if kind is int else frozenset()) >= asked:
        return None
    low, high = (
        schema.get("minLength" if kind is str else "minimum"),
        schema.get("maxLength" if kind is str else "maximum"),
    )
    measure: Callable[[Any], Any] = len if kind is str else _itself

    def fit(value: Any) -> bool:
        if type(value) is not kind:  # exactly: to Python a flag is a whole number too, to JSON it isn't
            return False
        size = measure(value)
        return (low is None or size >= low) and (high is None or size <= high)

    return fit


def _itself(value: Any) -> Any:
    return value
