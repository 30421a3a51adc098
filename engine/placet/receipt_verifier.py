#!/usr/bin/env python3
"""Check a file of receipts that Placet exported, with nothing but Python: no Placet, no other package, no network.

Usage: python3 receipt_verifier.py FILE [--key KEY] [--json]
Exit: 0 the file is whole, 1 it isn't, 2 it can't be looked at.

What "whole" means: every byte is as it was when the file was signed; each link of the chain follows from the one before;
no fact and no record is missing, added or in another place; and the key in the file signed it. Whether that key is the one
of the Placet that you trust, the file can't say: compare it with the key that its owner tells you, or name it with --key.
The format is written down in `engine/receipts.md`. This file is part of Placet and stands under its licence, Apache 2.0.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

FORMAT = "placet.receipts.v1"
CHAIN = "placet.chain.v1"
GONE = "-"

_HEX64 = re.compile(r"[0-9a-f]{64}")
_HEX128 = re.compile(r"[0-9a-f]{128}")
_HEADER = ["format", "root", "links", "key", "exported_at_ms", "by"]
_LINK = ["link", "at_ms", "facts", "records", "head"]
_SEAL = ["end", "head", "sha256", "signature"]
_MOST_LINE_BYTES = 1 << 30


class NotWhole(Exception):
    """The file isn't as it was signed; the message says where and why."""


class Checked(NamedTuple):
    """What a whole file says of itself."""

    root: str
    key: str
    head: str
    links: int
    facts: int
    records: int


# --- Ed25519, as in RFC 8032, section 5.1: slow and plain. Nothing here is secret, so time tells nobody anything. ---

_P = 2**255 - 19
_L = 2**252 + 27742317777372353535851937790883648493
_D = -121665 * pow(121666, _P - 2, _P) % _P
_ROOT_OF_MINUS_ONE = pow(2, (_P - 1) // 4, _P)

_Point = tuple[int, int, int, int]
_NOTHING: _Point = (0, 1, 1, 0)


def _add(a: _Point, b: _Point) -> _Point:
    minus = (a[1] - a[0]) * (b[1] - b[0]) % _P
    plus = (a[1] + a[0]) * (b[1] + b[0]) % _P
    both = 2 * a[3] * b[3] * _D % _P
    high = 2 * a[2] * b[2] % _P
    e, f, g, h = plus - minus, high - both, high + both, plus + minus
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _times(number: int, point: _Point) -> _Point:
    result = _NOTHING
    while number:
        if number & 1:
            result = _add(result, point)
        point = _add(point, point)
        number >>= 1
    return result


def _same(a: _Point, b: _Point) -> bool:
    return (a[0] * b[2] - b[0] * a[2]) % _P == 0 and (a[1] * b[2] - b[1] * a[2]) % _P == 0


def _x_of(y: int, is_odd: int) -> int | None:
    """The x of a point, by its y and whether x is odd; None: there is none."""
    if y >= _P:
        return None
    square = (y * y - 1) * pow(_D * y * y + 1, _P - 2, _P) % _P
    if square == 0:
        return None if is_odd else 0
    x = pow(square, (_P + 3) // 8, _P)
    if (x * x - square) % _P:
        x = x * _ROOT_OF_MINUS_ONE % _P
    if (x * x - square) % _P:
        return None
    return _P - x if x & 1 != is_odd else x


def _point(encoded: bytes) -> _Point | None:
    number = int.from_bytes(encoded, "little")
    y, is_odd = number & ((1 << 255) - 1), number >> 255
    x = _x_of(y, is_odd)
    return None if x is None else (x, y, 1, x * y % _P)


_Y = 4 * pow(5, _P - 2, _P) % _P
_X = _x_of(_Y, 0) or 0
_BASE: _Point = (_X, _Y, 1, _X * _Y % _P)


def is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether this Ed25519 key (32 bytes) signed the message (RFC 8032, 5.1.7); a signature is 64 bytes."""
    if len(key) != 32 or len(signature) != 64:
        return False
    public, commitment = _point(key), _point(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    # A scalar above the order would be a second spelling of the same signature.
    if public is None or commitment is None or scalar >= _L:
        return False
    challenge = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % _L
    return _same(_times(scalar, _BASE), _add(commitment, _times(challenge, public)))


# --- The file ---


def signed_message(sha256: str) -> bytes:
    """What the signature of a file is of: the format's name and the digest of all lines before the last."""
    return f"{FORMAT}\n{sha256}".encode("ascii")


def check(lines: Iterable[bytes], key: str | None = None) -> Checked:
    """Check a file, given by its lines with their ends. `key`: the key, in hexadecimal, that it must be signed with.

    Raises:
        NotWhole: it isn't as it was signed.
    """
    return _Reading(lines).checked(key)


class _Reading:
    """One pass over one file."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self._lines: Iterator[bytes] = iter(lines)
        self._digest = hashlib.sha256()
        self._number = 0
        self._next_fact = 1
        self._facts = 0
        self._records = 0

    def checked(self, key: str | None) -> Checked:
        header = self._header()
        head = header["root"]
        for number in range(1, header["links"] + 1):
            head = self._link(number, head)
        self._seal(header, head, key)
        return Checked(header["root"], header["key"], head, header["links"], self._facts, self._records)

    def _read(self, keys: Sequence[str]) -> dict[str, Any]:
        """The next line, which must be spelt exactly as Placet spells it."""
        self._number += 1
        line = next(self._lines, b"")
        if not line:
            raise self._wrong("the file ends too early")
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            raise self._wrong("it isn't JSON") from None
        if not isinstance(value, dict) or list(value) != list(keys):
            raise self._wrong(f"it must have exactly these members: {', '.join(keys)}")
        if _spelt(value) != line:
            raise self._wrong("it isn't spelt as Placet spells it")
        self._line = line
        return value

    def _header(self) -> dict[str, Any]:
        header = self._read(_HEADER)
        if header["format"] != FORMAT:
            raise self._wrong("this format is not known here")
        links_fit = type(header["links"]) is int and header["links"] >= 0
        if not links_fit or not _is_hex(header["root"]) or not _is_hex(header["key"]):
            raise self._wrong("a member doesn't fit")
        self._digest.update(self._line)
        return header

    def _link(self, number: int, before: str) -> str:
        link = self._read(_LINK)
        if link["link"] != number or type(link["at_ms"]) is not int:
            raise self._wrong(f"link {number} is expected here")
        if not isinstance(link["facts"], list) or not isinstance(link["records"], list):
            raise self._wrong("a member doesn't fit")
        facts = "".join([self._fact(fact) for fact in link["facts"]])
        records = "".join([self._record(record) for record in link["records"]])
        text = f"{CHAIN}\n{before}\t{number}\t{link['at_ms']}\n{facts}{records}"
        if link["head"] != hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest():
            raise self._wrong(f"link {number} doesn't follow from the one before")
        self._digest.update(self._line)
        head: str = link["head"]
        return head

    def _fact(self, fact: Any) -> str:
        if not isinstance(fact, list) or len(fact) != 8:
            raise self._wrong("a fact doesn't fit")
        seq, kind, at_ms, agent_id, agent, task_id, digest, payload = fact
        if seq != self._next_fact or type(at_ms) is not int or not _is_hex(digest):
            raise self._wrong(f"fact {self._next_fact} is expected here")
        if not _is_line(kind) or not all(
            part is None or _is_line(part) for part in (agent_id, agent, task_id)
        ):
            raise self._wrong("a fact doesn't fit")
        self._check_text(payload, digest)
        self._next_fact += 1
        self._facts += 1
        return f"e\t{seq}\t{kind}\t{at_ms}\t{agent_id or ''}\t{agent or ''}\t{task_id or ''}\t{digest}\n"

    def _record(self, record: Any) -> str:
        if not isinstance(record, list) or len(record) != 4:
            raise self._wrong("a record doesn't fit")
        kind, key, digest, text = record
        if not _is_line(kind) or not _is_line(key) or not (_is_hex(digest) or digest == GONE):
            raise self._wrong("a record doesn't fit")
        self._check_text(text, digest)
        self._records += 1
        return f"r\t{kind}\t{key}\t{digest}\n"

    def _check_text(self, text: Any, digest: str) -> None:
        if text is None:
            return
        if not isinstance(text, str) or _text_digest(text) != digest:
            raise self._wrong("a text isn't the one that its digest is of")

    def _seal(self, header: dict[str, Any], head: str, key: str | None) -> None:
        sha256 = self._digest.hexdigest()
        seal = self._read(_SEAL)
        if type(seal["end"]) is not int:  # 2.0 and true are equal to 2 and 1, and other bytes
            raise self._wrong("a member doesn't fit")
        if seal["end"] != header["links"] or seal["head"] != head or seal["sha256"] != sha256:
            raise self._wrong("the end doesn't fit what comes before")
        if next(self._lines, b""):
            raise self._wrong("something follows the end")
        if not isinstance(seal["signature"], str) or not _HEX128.fullmatch(seal["signature"]):
            raise self._wrong("the signature isn't one")
        if not is_signed(
            bytes.fromhex(header["key"]), signed_message(sha256), bytes.fromhex(seal["signature"])
        ):
            raise self._wrong("the signature isn't of this file and this key")
        if key is not None and key != header["key"]:
            raise self._wrong(f"the file is signed with another key, {header['key']}")

    def _wrong(self, why: str) -> NotWhole:
        return NotWhole(f"line {self._number}: {why}")


def _spelt(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True).encode("ascii") + b"\n"


def _text_digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _is_hex(value: Any) -> bool:
    return isinstance(value, str) and _HEX64.fullmatch(value) is not None


def _is_line(value: Any) -> bool:
    return isinstance(value, str) and value != "" and "\t" not in value and "\n" not in value


def lines_of(path: str) -> Iterator[bytes]:
    """The lines of a file with their ends, one after the other: a file may be larger than the memory.

    Raises:
        OSError: it can't be read, or is no plain file. One that nobody writes into would be waited for without an end.
    """
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with open(descriptor, "rb") as file:  # noqa: PTH123 - this file has no other needs
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "it is no plain file")
        while line := file.readline(_MOST_LINE_BYTES):
            yield line


def main(arguments: Sequence[str]) -> int:
    """Check the file that is named on the command line, print what came of it, and return the exit code."""
    words = [word for word in arguments if word != "--json"]
    key = words[words.index("--key") + 1] if words[-2:-1] == ["--key"] else None
    if len(words) != (1 if key is None else 3):
        print("usage: python3 receipt_verifier.py FILE [--key KEY] [--json]", file=sys.stderr)  # noqa: T201
        return 2
    try:
        told = told_of(words[0], key)
    except OSError as cannot:
        print(f"{words[0]} can't be read: {cannot.strerror}.", file=sys.stderr)  # noqa: T201
        return 2
    print(json.dumps(told) if "--json" in arguments else sentence(told))  # noqa: T201
    return 0 if told["whole"] else 1


def told_of(path: str, key: str | None = None) -> dict[str, Any]:
    """What came of checking a file, as a mapping: `whole`, and what it says of itself or why it isn't."""
    try:
        return {"whole": True, **check(lines_of(path), key)._asdict()}
    except NotWhole as why:
        return {"whole": False, "error": str(why)}


def sentence(told: dict[str, Any]) -> str:
    """The same for people."""
    if not told["whole"]:
        return f"NOT whole. {told['error'][:1].upper()}{told['error'][1:]}."
    return (
        f"Whole: {told['links']} links with {told['facts']} facts and {told['records']} records.\n"
        f"Ledger {told['root']}\nHead   {told['head']}\nKey    {told['key']}"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
