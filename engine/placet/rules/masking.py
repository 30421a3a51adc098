"""Secrets in a request's text: recognised tokens of known providers stand as a chip with their kind, length and a tag.

A mask must never be able to hide what a request does. So only a run of letters, digits, `_` and `-` is masked, which no
shell, path or address is made of, only when it has the shape that a provider gives its tokens, and only where nothing of
the same run stands before or behind it. What is bound is the text itself. Source: spec/prompt-rules 4.3, rule 9.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from placet.rules.untrusted import Shown, left_out, showable

TAG_CHARS: Final = 12
"""How many hex characters of a token's SHA-256 stand for it, so that two tokens are told apart."""
_FEWEST_DIGITS: Final = 2
_LONGEST: Final = 300
"""No token is so long."""
_AWS: Final = "AWS key id"
_RUN: Final = "[A-Za-z0-9_-]"


class _Shape(NamedTuple):
    """How tokens of one kind look: what they begin with and how they go on, as expressions.

    `signs` are plain texts of which each of them holds one: they are looked for much quicker.
    """

    kind: str
    head: str
    rest: str
    signs: tuple[str, ...]


_SHAPES: Final = (
    _Shape("Anthropic key", "sk-ant-", rf"{_RUN}{{32,200}}", ("sk-",)),
    _Shape(
        "OpenAI key", "sk-", rf"(?:(?:proj|svcacct|admin)-{_RUN}{{32,200}}|[A-Za-z0-9]{{32,200}})", ("sk-",)
    ),
    _Shape("GitHub token", "gh[pousr]_", r"[A-Za-z0-9]{36,255}", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_")),
    _Shape("GitHub token", "github_pat_", r"[A-Za-z0-9_]{60,255}", ("github_pat_",)),
    _Shape(
        "GitLab token", "gl(?:pat|dt|rt|cbt)-", rf"{_RUN}{{20,100}}", ("glpat-", "gldt-", "glrt-", "glcbt-")
    ),
    _Shape(_AWS, "(?:AKIA|ASIA)", r"[A-Z2-7]{16}", ("AKIA", "ASIA")),
    _Shape("Google API key", "AIza", rf"{_RUN}{{35}}", ("AIza",)),
    _Shape("Slack token", "xox[abeoprs]-", r"[A-Za-z0-9-]{20,250}", ("xox",)),
    _Shape("Stripe key", "[rs]k_(?:live|test)_", r"[A-Za-z0-9]{16,200}", ("k_live_", "k_test_")),
    _Shape("Hugging Face token", "hf_", r"[A-Za-z0-9]{34,40}", ("hf_",)),
    _Shape("npm token", "npm_", r"[A-Za-z0-9]{36}", ("npm_",)),
    _Shape("PyPI token", "pypi-AgEI", rf"{_RUN}{{50,250}}", ("pypi-",)),
    _Shape("DigitalOcean token", "do[opr]_v1_", r"[a-f0-9]{64}", ("_v1_",)),
    _Shape("Docker token", "dckr_(?:pat|oat)_", rf"{_RUN}{{27,40}}", ("dckr_",)),
)
_SIGNS: Final = tuple(dict.fromkeys(sign for shape in _SHAPES for sign in shape.signs))
_SIGNS_OF_LETTERS: Final = tuple(sign for sign in _SIGNS if sign.isalnum())
# In JSON text the last character of an escape such as \n or \u202e stands right before a token; it is no part of it.
_BEFORE: Final = r"(?<![A-Za-z0-9_-])|(?<=\\[bfnrt])|(?<=\\u[0-9a-f]{4})"
_BEHIND: Final = f"(?!{_RUN})"
_ANY: Final = "|".join(f"({shape.head}{shape.rest})" for shape in _SHAPES)
_ANY_HEAD: Final = "|".join(shape.head for shape in _SHAPES)
_TOKEN: Final = re.compile(f"(?:{_BEFORE})(?:{_ANY}){_BEHIND}")
_TOKEN_OF_CHANGE: Final = re.compile(f"(?:{_BEFORE}|(?m:(?<=^-)))(?:{_ANY}){_BEHIND}")
"""In a difference the sign of a line that goes may stand right before a token, and is no part of it either."""

_BEGUN: Final = re.compile(rf"(?:{_BEFORE})(?:{_ANY_HEAD}){_RUN}*\Z")
"""What the text to come may make a token of."""
_PART: Final = "⟨a token⟩"
_HALVED: Final = re.compile(rf"(?<!{_RUN})(?:{_ANY_HEAD}){_RUN}{{8,}}(?=⟨[0-9,]+ characters not shown⟩)")
"""The head of a token whose tail isn't shown."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Secret:
    """A recognised token in a text: where it stands, whose kind it is, and the token itself, which is printable ASCII."""

    start: int
    kind: str
    text: str

    @property
    def end(self) -> int:
        """Where it has ended."""
        return self.start + len(self.text)

    @property
    def words(self) -> str:
        """What stands for it, without brackets: `GitHub token, 40 characters, #0123456789ab`."""
        tag = hashlib.sha256(self.text.encode()).hexdigest()[:TAG_CHARS]
        return f"{self.kind}, {len(self.text)} characters, #{tag}"


def secrets(text: str, *, change: bool = False) -> tuple[Secret, ...]:
    """The recognised tokens of a text, in their order; `change`: the text is a unified difference.

    Where none begins nothing is looked at twice: texts are long.
    """
    # Nearly all of them hold one of two signs, which are quickly looked for.
    signs = _SIGNS if "_" in text or "-" in text else _SIGNS_OF_LETTERS
    return tuple(_secrets(text, change)) if any(sign in text for sign in signs) else ()


def masked(text: str, *, limit: int | None = None, single_line: bool, change: bool = False) -> Shown:
    """A text made showable like `showable`, its tokens as chips. One that a cut would halve is left out whole.

    `change`: the text is a unified difference.

    Raises:
        ValueError: the limit is smaller than two.
    """
    if limit is None or len(text) <= limit:
        return Shown(text=_written(text, secrets(text, change=change), 0, len(text), single_line), elided=0)
    tail = limit // 3
    found = _near(text, limit - tail, len(text) - tail, change)
    if not found:
        return showable(text, limit=limit, single_line=single_line)
    end, start = _outside(found, limit - tail, len(text) - tail)
    ends = _written(text, found, 0, end, single_line), _written(text, found, start, len(text), single_line)
    return Shown(text=left_out(start - end).join(ends), elided=start - end)


def _near(text: str, end: int, start: int, change: bool) -> tuple[Secret, ...]:
    """The tokens before `end` and behind `start`, and those that go across; what lies between isn't looked at.

    Each look goes on by more than a token's length. What reaches the edge of it is none, or none that matters.
    """
    head_end, tail_start = end + _LONGEST, start - _LONGEST
    if tail_start <= head_end:
        return secrets(text, change=change)
    head = (it for it in secrets(text[:head_end], change=change) if it.end < head_end)
    tail = (
        replace(it, start=it.start + tail_start)
        for it in secrets(text[tail_start:], change=change)
        if it.start > 0
    )
    return (*head, *tail)


def hidden(text: str) -> str:
    """A text that is showable already, its tokens as chips; one that a cut halved loses what stands before the cut.

    For lists and sentences, which have no room to reveal anything.
    """
    parts, last = [], 0
    for secret in secrets(text):
        parts += [text[last : secret.start], f"⟨{secret.words}⟩"]
        last = secret.end
    return _HALVED.sub(_PART, "".join((*parts, text[last:])))


def begun(text: str) -> int:
    """Where a token begins that runs to the end of a text, which isn't all of it yet; its length where none does."""
    start = max(0, len(text) - _LONGEST)
    match = _BEGUN.search(text, start)
    return len(text) if match is None else match.start()


def growing(text: str) -> str:
    """A text that isn't all there yet, showable, its tokens as chips, also one of which only the beginning has come."""
    at = begun(text)
    shown = masked(text[:at], single_line=False).text
    return shown if at == len(text) else shown + _PART


def _secrets(text: str, change: bool) -> Iterator[Secret]:
    for match in (_TOKEN_OF_CHANGE if change else _TOKEN).finditer(text):
        kind = _SHAPES[(match.lastindex or 0) - 1].kind
        # Words joined by hyphens have the shape of some tokens; random ones hold digits.
        if sum(map(str.isdigit, match[0])) >= _FEWEST_DIGITS or kind == _AWS:
            yield Secret(start=match.start(), kind=kind, text=match[0])


def _outside(found: tuple[Secret, ...], end: int, start: int) -> tuple[int, int]:
    """Where the head ends and the tail starts, so that neither cuts a token in two."""
    for secret in found:
        if secret.start < end < secret.end:
            end = secret.start
        if secret.start < start < secret.end:
            start = secret.end
    return end, start


def _written(text: str, found: tuple[Secret, ...], start: int, end: int, single_line: bool) -> str:
    parts: list[str] = []
    for secret in found:
        if start <= secret.start and secret.end <= end:
            parts += [showable(text[start : secret.start], single_line=single_line).text, f"⟨{secret.words}⟩"]
            start = secret.end
    return "".join((*parts, showable(text[start:end], single_line=single_line).text))
