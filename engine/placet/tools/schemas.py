"""Argument schemas: compiled once, self-contained, checked without a word to the network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError, ValidationError
from referencing import Registry as Documents
from referencing import Resource
from referencing.exceptions import NoSuchResource, Unresolvable
from referencing.jsonschema import DRAFT202012

from placet.rules.errors import BadArguments, BadDeclaration, BadInput
from placet.rules.json_places import pointer
from placet.tools.complaints import place_of, sentence_of
from placet.tools.plain_schemas import plain_fit
from placet.tools.quoting import quoted

_REFERENCES = ("$ref", "$dynamicRef")


class Schema:
    """A JSON Schema (2020-12) for the arguments of one tool.

    It must be complete in itself: a reference to anything outside of it is refused when it is compiled, and
    nothing is ever fetched. Patterns are Python's. A `format` is a remark and isn't checked. Read only, so
    safe from any thread. Not promised: a bound on the time that a pattern takes, so patterns from strangers
    are a stranger's code.
    """

    def __init__(self, schema: Mapping[str, Any]) -> None:
        """Compile.

        Raises:
            BadInput: it is no schema, isn't complete in itself, or nests too deeply; `pointer` is into the
                schema.
        """
        document = dict(schema)
        try:
            Draft202012Validator.check_schema(document)
            documents = _no_documents()
            whole = DRAFT202012.create_resource(document)
            _check_references(whole, documents.resolver_with_root(whole), set())
        except SchemaError as error:
            raise BadInput("This is not a JSON Schema (2020-12).", pointer=place_of(error)) from error
        except Unresolvable as error:
            text = f"A schema may only refer to its own parts, not to {quoted(str(error.ref), 200)}."
            raise BadInput(text, pointer="") from error
        except RecursionError as error:
            raise BadInput("The schema nests too deeply.", pointer="") from error
        self._validator = Draft202012Validator(document, registry=documents)
        self._plain_fit = plain_fit(document)

    def check(self, args: Mapping[str, Any]) -> None:
        """Check arguments. The first fault in the order of the schema is told, the same one each time.

        Raises:
            BadArguments: they don't fit; `pointer` (RFC 6901) says where. The values themselves are never
                repeated.
        """
        if self._plain_fit is not None and self._plain_fit(args):
            return
        try:
            fault: ValidationError | None = next(self._validator.iter_errors(dict(args)), None)
        except (RecursionError, ArithmeticError, Unresolvable) as error:
            raise BadArguments(
                "The arguments can't be checked against this tool's schema.", pointer=""
            ) from error
        if fault is not None:
            raise BadArguments(sentence_of(fault), pointer=place_of(fault))


def narrow(schema: Mapping[str, Any], only: Mapping[str, Sequence[Any]]) -> dict[str, Any]:
    """A schema in which the arguments named in `only` take nothing but the owner's values (DECISIONS P7).

    They become required, since leaving one out would step around the owner. The given schema is left as it
    is.

    Raises:
        BadDeclaration: `only` names no argument of the tool, or no value or one that the tool would refuse.
    """
    properties = dict(schema.get("properties", {}))
    for name, values in only.items():
        if name not in properties:
            raise BadDeclaration(
                f"The tool has no argument {quoted(name, 200)}.", pointer=pointer(("only", name))
            )
        properties[name] = _narrowed(name, properties[name], values)
    required = list(schema.get("required", []))
    required += [name for name in only if name not in required]
    return {**schema, "properties": properties, "required": required}


def _narrowed(name: str, one: Any, values: Sequence[Any]) -> dict[str, Any]:
    where = pointer(("only", name))
    if not values:
        raise BadDeclaration(
            f"No value is left for {quoted(name, 200)}; disable the tool instead.", pointer=where
        )
    plain: dict[str, Any] = {} if one is True else {"not": {}} if one is False else dict(one)
    fits = Draft202012Validator(plain, registry=_no_documents())
    for index, value in enumerate(values):
        if not fits.is_valid(value):
            text = f"The tool would refuse this value of {quoted(name, 200)}."
            raise BadDeclaration(text, pointer=f"{where}/{index}")
    return {**plain, "enum": list(values)}


def _check_references(part: Resource[Any], resolver: Any, done: set[int]) -> None:
    """Follow every reference. `done` holds the ids of parts of the document, which outlives the walk."""
    contents = part.contents
    if id(contents) in done or not isinstance(contents, Mapping):
        return
    done.add(id(contents))
    for keyword in _REFERENCES:
        if keyword in contents:
            found = resolver.lookup(contents[keyword])
            _check_references(DRAFT202012.create_resource(found.contents), found.resolver, done)
    for below in part.subresources():
        _check_references(below, resolver.in_subresource(below), done)


def _no_documents() -> Documents[Any]:
    return Documents(retrieve=_refuse)  # type: ignore[call-arg]  # its attrs wrapper hides the keyword


def _refuse(uri: str) -> Resource[Any]:
    raise NoSuchResource(uri)
