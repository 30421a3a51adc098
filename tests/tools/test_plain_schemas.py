"""The quick yes is never said to what the validator would refuse, and is said where it was promised."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from placet.tools.files.fs_read import FsRead
from placet.tools.files.fs_write import FsWrite
from placet.tools.plain_schemas import plain_fit

NAMES = st.sampled_from(["path", "content", "count", "all"])
ONE = st.one_of(
    st.fixed_dictionaries(
        {"type": st.just("string")},
        optional={
            "minLength": st.integers(0, 3),
            "maxLength": st.integers(0, 3),
            "description": st.just("A text."),
        },
    ),
    st.fixed_dictionaries(
        {"type": st.just("integer")},
        optional={"minimum": st.integers(-2, 2), "maximum": st.integers(-2, 2)},
    ),
    st.fixed_dictionaries({"type": st.just("boolean")}),
)
SCHEMAS = st.builds(
    lambda properties, required: {
        "type": "object", "properties": properties, "required": required, "additionalProperties": False,
    },
    st.dictionaries(NAMES, ONE),
    st.lists(NAMES, unique=True, max_size=2),
)  # fmt: skip
VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 3), st.floats(-3, 3), st.just(1.0), st.text("aé😀", max_size=4),
    st.lists(st.integers(), max_size=1),
)  # fmt: skip


@given(SCHEMAS, st.dictionaries(st.one_of(NAMES, st.just("other")), VALUES))
def test_a_quick_yes_is_the_validators_yes(schema: dict[str, Any], args: dict[str, Any]) -> None:
    fit = plain_fit(schema)
    assert fit is not None
    assert not fit(args) or Draft202012Validator(schema).is_valid(args)


@given(SCHEMAS, st.dictionaries(NAMES, VALUES))
def test_whatever_the_validator_takes_is_taken_quickly_but_for_whole_floats(
    schema: dict[str, Any], args: dict[str, Any]
) -> None:
    fit = plain_fit(schema)
    assert fit is not None
    floats = any(isinstance(value, float) for value in args.values())
    assert fit(args) or floats or not Draft202012Validator(schema).is_valid(args)


@pytest.mark.parametrize("tool", [FsRead(), FsWrite()])
def test_the_file_tools_have_plain_schemas(tool: Any) -> None:
    assert plain_fit(tool.schema) is not None


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {}},
        {"type": "object", "properties": {}, "additionalProperties": False, "minProperties": 1},
        {"type": "object", "properties": {"a": True}, "additionalProperties": False},
        {"type": "object", "properties": {"a": {"type": ["string"]}}, "additionalProperties": False},
        {
            "type": "object",
            "properties": {"a": {"type": "string", "pattern": "x"}},
            "additionalProperties": False,
        },
        {
            "type": "object",
            "properties": {"a": {"type": "integer", "minLength": 1}},
            "additionalProperties": False,
        },
        {"type": "object", "properties": {"a": {"type": "number"}}, "additionalProperties": False},
        {"type": "object", "additionalProperties": False, "$ref": "#/$defs/a", "properties": {}},
    ],
)
def test_what_is_not_plain_is_left_to_the_validator(schema: dict[str, Any]) -> None:
    assert plain_fit(schema) is None
