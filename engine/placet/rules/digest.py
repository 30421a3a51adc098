"""The canonical text of a value, and the digests that bind a decision to it (DECISIONS B2, interfaces 8)."""

from __future__ import annotations

import enum
import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any, Final

import rfc8785

from placet.rules import strict_json

DEEPEST: Final = 4 * strict_json.MAX_DEPTH
"""How deep a digested value may be: arguments at their limit still fit when an envelope holds them."""
GROUP_CHARS: Final = 8
"""How many hex characters of a digest are shown as one group."""

_RFC_INTEGERS: Final = 2**53
_SHORT_ESCAPE = re.compile(r'\\["\\bfnrt]')
_LONG_ESCAPE: Final = {
    r"\b": r"\u0008",
    r"\t": r"\u0009",
    r"\n": r"\u000a",
    r"\f": r"\u000c",
    r"\r": r"\u000d",
}


class Purpose(enum.StrEnum):
    """What a digest is for. It is part of what is digested, so one kind can't be passed off as another."""

    ARGS = "args"
    KEY = "key"
    OP = "op"
    REQUEST = "request"
    DRAFT = "draft"
    RESULT = "result"
    CONSENT = "consent"


def canonical(value: Any) -> str:
    """Write the one text that equal typed values share and no two different ones do.

    Keys by code point, no blanks, strings raw with only `"`, a backslash and U+0000 to U+001F escaped,
    integers in full, floats by `repr`: 1 differs from 1.0, and -0.0 from 0.0.

    Raises:
        BadArguments: the value isn't plain JSON (`strict_json.check`).
    """
    strict_json.check(value, max_depth=DEEPEST)
    text = _sorted_text(value)
    # In this text every backslash starts an escape, so a left-to-right pass can't take `\\n` for a newline.
    return _SHORT_ESCAPE.sub(lambda found: _LONG_ESCAPE.get(found[0], found[0]), text)


def digest(purpose: Purpose, label: str, value: Any) -> str:
    """Digest a value: hex SHA-256 over `placet.<purpose>.v1`, NUL, the label, NUL, the canonical text.

    Raises:
        BadArguments: the value isn't plain JSON.
        ValueError: the label holds a NUL, which would blur where it ends, or can't be written as UTF-8.
    """
    if "\0" in label:
        raise ValueError("the label of a digest holds a NUL")
    return _sha256(f"placet.{purpose}.v1\0{label}\0{canonical(value)}".encode())


def args_digest(tool: str, args: Mapping[str, Any]) -> str:
    """Digest a tool's arguments, already without `_async` and `_reason` (`arguments.take_flags`)."""
    return digest(Purpose.ARGS, tool, dict(args))


def rfc8785_digest(args: Mapping[str, Any]) -> str | None:
    """The SHA-256 of the arguments as RFC 8785 writes them, for people with other programs to check with.

    None when a number is outside of what that form can carry. To it 1 and 1.0 are one, so it binds nothing.
    """
    plain = dict(args)
    if _is_plain(plain):
        return _sha256(_sorted_text(plain).encode())
    try:
        return _sha256(rfc8785.dumps(plain))
    except (rfc8785.IntegerDomainError, rfc8785.FloatDomainError):
        return None


def _is_plain(value: Any) -> bool:
    """Whether RFC 8785 writes a value as the standard library does with its keys in order, in a tenth of the time: without
    fractions and large integers, and with no key whose place depends on how its characters are counted.
    """
    if isinstance(value, dict):
        return all(key.isascii() and _is_plain(inner) for key, inner in value.items())
    if isinstance(value, list):
        return all(map(_is_plain, value))
    return isinstance(value, str | None) or (isinstance(value, int) and abs(value) < _RFC_INTEGERS)


def groups(hex_digest: str) -> tuple[str, ...]:
    """A digest cut into groups of eight characters, for eyes."""
    return tuple(hex_digest[i : i + GROUP_CHARS] for i in range(0, len(hex_digest), GROUP_CHARS))


def last_six(hex_digest: str) -> str:
    """The characters that a person types to approve a high-risk request (interfaces 5)."""
    return hex_digest[-6:]


def _sorted_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True, allow_nan=False)


def _sha256(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()
