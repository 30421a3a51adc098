"""A provider's own evidence that an effect is there, and which evidence is taken at all (ADR 0038)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

MOST_PROVIDER_CHARS: Final = 100
MOST_CHARS: Final = 500
"""The longest id and the longest label."""

_LINK: Final = re.compile(r"(?:https://[^\s\\/][^\s\\]*|/(?!/)[^\s\\]*)")
"""An https address, or a path of our own site: neither a script nor an address without its scheme gets through."""


@dataclass(frozen=True, kw_only=True)
class Receipt:
    """A provider's own evidence that an effect is there. Only trusted code of a tool makes one; it is no model's word.

    `empty`: a read that found nothing, said by the connector and by nobody else. None of it holds an argument's text.
    """

    provider: str
    id: str
    label: str
    url: str | None = None
    empty: bool = False


def is_sound(receipt: Receipt) -> bool:
    """Whether a receipt may confirm anything: one that doesn't fit its shape proves nothing (spec/workflows 1.3)."""
    texts = (
        (receipt.provider, MOST_PROVIDER_CHARS),
        (receipt.id, MOST_CHARS),
        (receipt.label, MOST_CHARS),
    )
    fits = all(isinstance(text, str) and 1 <= len(text) <= most for text, most in texts)
    return fits and isinstance(receipt.empty, bool) and _is_link(receipt.url)


def _is_link(url: str | None) -> bool:
    if url is None:
        return True
    return isinstance(url, str) and len(url) <= MOST_CHARS and _LINK.fullmatch(url) is not None
