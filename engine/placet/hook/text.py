"""JSON text, read and written by the interpreter's own C parts.

The `json` package brings regular expressions and enumerations along, which take longer to load than the interpreter
itself takes to start; a harness waits for this program before each of its tool calls. Where an interpreter has no such
parts, that package does the same.
"""

from __future__ import annotations

# As type checkers read it; the module of that name takes as long to load as all of this.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    parse: Callable[[str], Any]
    dump: Callable[[Any], str]

__all__ = ["NotJson", "canonical", "dump", "parse"]

_BLANKS = " \t\n\r"


class NotJson(Exception):
    """A text is no JSON, or a value has no JSON text."""


def _no_constant(word: str) -> None:
    raise NotJson(f"{word} is no JSON.")


def _from_c() -> tuple[Callable[[str], Any], Callable[[Any], str], Callable[[Any], str]]:
    # Whether an interpreter has these parts is known once they are asked for.
    from _json import encode_basestring_ascii, make_encoder, make_scanner  # noqa: PLC0415

    parse_with_c = _parse_by(make_scanner)

    def dump_with_c(*, in_order: bool) -> Callable[[Any], str]:
        encode = make_encoder(None, _refuse, encode_basestring_ascii, None, ":", ",", in_order, False, False)

        def dump_value(value: Any) -> str:
            try:
                return "".join(encode(value, 0))
            except (ValueError, TypeError, RecursionError):
                raise NotJson("This value has no JSON text.") from None

        return dump_value

    return parse_with_c, dump_with_c(in_order=False), dump_with_c(in_order=True)


def _parse_by(make_scanner: Any) -> Callable[[str], Any]:
    class Options:
        """What the scanner reads its options from: those that the package gives it, but for NaN and Infinity."""

        strict = True
        object_hook = None
        object_pairs_hook = None
        parse_float = float
        parse_int = int
        parse_constant = staticmethod(_no_constant)
        memo: dict[str, str] = {}  # noqa: RUF012 - the scanner shares keys through it

    scan = make_scanner(Options)

    def parse_with_c(text: str) -> Any:
        start = len(text) - len(text.lstrip(_BLANKS))
        try:
            value, end = scan(text, start)
        except (ValueError, StopIteration, RecursionError, SystemError):
            # The last one is how the scanner says that it can't raise the package's own error, which isn't loaded.
            raise NotJson("This is no JSON.") from None
        if text[end:].strip(_BLANKS):
            raise NotJson("Something follows the JSON.")
        return value

    return parse_with_c


def _refuse(value: Any) -> Any:
    raise NotJson(f"A {type(value).__name__} has no JSON text.")


def _from_package() -> tuple[Callable[[str], Any], Callable[[Any], str], Callable[[Any], str]]:
    import json  # noqa: PLC0415 - only where the parts above are missing

    def parse_with_package(text: str) -> Any:
        try:
            return json.loads(text, parse_constant=_no_constant)
        except (ValueError, RecursionError):
            raise NotJson("This is no JSON.") from None

    def dump_with_package(*, in_order: bool) -> Callable[[Any], str]:
        def dump_value(value: Any) -> str:
            try:
                return json.dumps(value, allow_nan=False, separators=(",", ":"), sort_keys=in_order)
            except (ValueError, TypeError, RecursionError):
                raise NotJson("This value has no JSON text.") from None

        return dump_value

    return parse_with_package, dump_with_package(in_order=False), dump_with_package(in_order=True)


try:
    parse, dump, canonical = _from_c()
except ImportError:
    parse, dump, canonical = _from_package()
