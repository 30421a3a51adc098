"""Recognised tokens in a text that somebody edits: each stands as its chip, which is taken for the token again.

Whoever edits around a masked token must neither see it nor lose it (prompt rule 9). A chip begins with a sign that a text
for an editor holds nowhere else (`untrusted.escaped`), so what was typed can't pass for one, and half a chip is found out:
by that sign, or by its tag where the sign is gone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from placet.rules.errors import BadArguments
from placet.rules.masking import secrets

_SIGN: Final = "⟨"
_TORN: Final = (
    "A masked token isn't whole any more: put its mark back as it was, or take all of it away. "
    "The sign itself is written \\u27e8"
)


def chips(text: str) -> Mapping[str, str]:
    """The tokens of a text by the chips that stand for them. Two that would look alike get none."""
    found: dict[str, set[str]] = {}
    for secret in secrets(text):
        found.setdefault(f"⟨{secret.words}⟩", set()).add(secret.text)
    return {chip: next(iter(tokens)) for chip, tokens in found.items() if len(tokens) == 1}


def veiled(text: str, known: Mapping[str, str]) -> str:
    """The text with a chip for each token that has one."""
    parts, last = [], 0
    for secret in secrets(text):
        chip = f"⟨{secret.words}⟩"
        parts += [text[last : secret.start], chip if chip in known else secret.text]
        last = secret.end
    return "".join((*parts, text[last:]))


def unveiled(text: str, known: Mapping[str, str], *, was: str) -> str:
    """The text with each chip's token again. `was`: the text with chips as the editor had it first.

    Raises:
        BadArguments: something begins like a chip, or has the tag of one, and is none; it says where.
    """
    whole = "".join(_pieces(text, known))
    for chip in known:
        loose = _loose_tags(text, chip)
        if len(loose) > len(_loose_tags(was, chip)):
            raise _torn(text, loose[0])
    return whole


def _loose_tags(text: str, chip: str) -> list[int]:
    """Where the tag of a chip stands without it. Words of the text may hold one; a chip that lost its sign has it too."""
    tag = chip[chip.rindex("#") : -1]
    before = chip.index(tag)
    found = (it.start() for it in re.finditer(re.escape(tag), text))
    return [at for at in found if not text.startswith(chip, max(0, at - before))]


def _pieces(text: str, known: Mapping[str, str]) -> Iterator[str]:
    last = 0
    while (at := text.find(_SIGN, last)) >= 0:
        chip = next((it for it in known if text.startswith(it, at)), None)
        if chip is None:
            raise _torn(text, at)
        yield text[last:at]
        yield known[chip]
        last = at + len(chip)
    yield text[last:]


def _torn(text: str, at: int) -> BadArguments:
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    return BadArguments(f"{_TORN}: at line {line}, column {column}.", pointer="")
