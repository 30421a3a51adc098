"""The chain: each commit's facts and records, bound to all that came before (DECISIONS W6).

A link is one commit of the ledger. Its text is the head of the link before, then a line for each fact and each record that
the commit wrote; its own head is the SHA-256 of that text. Whoever changes, removes or adds a line afterwards would have
to make every later head anew. Facts and records stand in it by digest, so a chain can be shown to others without what an
agent wrote. How an exported file is spelt is in `engine/receipts.md`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

VERSION: Final = "placet.chain.v1"
HEAD_HEX: Final = 64
_TABS: Final = 7
"""How many a fact's line has."""
GONE: Final = "-"
"""What stands for a record's digest when the owner had it forgotten, which only one that proves nothing can be."""


@dataclass(frozen=True, kw_only=True)
class Tip:
    """The newest link: its number and its head. Number 0 is the root, whose head is drawn at random with the ledger."""

    number: int
    head: str


@dataclass(frozen=True, kw_only=True)
class Flaw:
    """Where a chain is broken, and how: a sentence of ours. `link` is the first that doesn't fit, None for none."""

    what: str
    link: int | None = None

    def __str__(self) -> str:
        return self.what if self.link is None else f"link {self.link}: {self.what}"


def text_digest(text: str) -> str:
    """The SHA-256 of a text, in hexadecimal; a character that no text may hold counts as itself."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def fact_line(
    seq: int,
    kind: str,
    at_ms: int,
    agent_id: str | None,
    agent: str | None,
    task_id: str | None,
    payload: str,
) -> str:
    """The line of a fact; `payload` is the digest of its JSON text. What isn't there is empty."""
    return f"e\t{seq}\t{kind}\t{at_ms}\t{agent_id or ''}\t{agent or ''}\t{task_id or ''}\t{payload}\n"


def record_line(kind: str, key: str, digest: str) -> str:
    """The line of a record: an approval, an operation and so on, as it stands after the commit."""
    return f"r\t{kind}\t{key}\t{digest}\n"


def are_lines(text: str, facts: Sequence[Sequence[object]]) -> bool:
    """Whether the lines of these facts, one after the other, end where their facts end, and have no part that is empty.

    A part with a tab or a line end in it could pass for two. Those that Placet writes have none.
    """
    are_whole = text.count("\t") == _TABS * len(facts) and text.count("\n") == len(facts)
    return are_whole and not any("" in fact for fact in facts)


def next_head(before: Tip, at_ms: int, lines: str) -> str:
    """The head of the link after this one, with these lines."""
    text = f"{VERSION}\n{before.head}\t{before.number + 1}\t{at_ms}\n{lines}"
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
