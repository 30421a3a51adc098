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
from typing import Final

from placet.rules.untrusted import Shown, left_out, showable

TAG_CHARS: Final = 12
"""How many hex characters of a token's SHA-256 stand for it, so that two tokens are told apart."""
_FEWEST_DIGITS: Final = 2
_LONGEST: Final = 300
"""No token is so long."""
_SHAPES: Final = {
    "Anthropic_key": r"sk-ant-[A-Za-z0-9_-]{32,200}",
    "OpenAI_key": r"sk-(?:(?:proj|svcacct|admin)-[A-Za-z0-9_-]{32,200}|[A-Za-z0-9]{32,200})",
    "GitHub_token": r"(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{60,255})",
    "GitLab_token": r"gl(?:pat|dt|rt|cbt)-[A-Za-z0-9_-]{20,100}",
    "AWS_key_id": r"(?:AKIA|ASIA)[A-Z2-7]{16}",
    "Google_API_key": r"AIza[A-Za-z0-9_-]{35}",
    "Slack_token": r"xox[abeoprs]-[A-Za-z0-9-]{20,250}",
    "Stripe_key": r"[rs]k_(?:live|test)_[A-Za-z0-9]{16,200}",
    "Hugging_Face_token": r"hf_[A-Za-z0-9]{34,40}",
    "npm_token": r"npm_[A-Za-z0-9]{36}",
    "PyPI_token": r"pypi-AgEI[A-Za-z0-9_-]{50,250}",
    "DigitalOcean_token": r"do[opr]_v1_[a-f0-9]{64}",
    "Docker_token": r"dckr_(?:pat|oat)_[A-Za-z0-9_-]{27,40}",
}
_STARTS: Final = (
    *("sk-", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "gldt-", "glrt-", "glcbt-"),
    *("AKIA", "ASIA", "AIza", "xox", "k_live_", "k_test_", "hf_", "npm_", "pypi-", "_v1_", "dckr_"),
)
"""What every token begins with, or holds soon after."""
_STARTS_OF_LETTERS: Final = tuple(start for start in _STARTS if start.isalnum())
# In JSON text the last character of an escape such as \n or \u202e stands right before a token; it is no part of it.
_BEFORE: Final = r"(?<![A-Za-z0-9_-])|(?<=\\[bfnrt])|(?<=\\u[0-9a-f]{4})"
_BEHIND: Final = r"(?![A-Za-z0-9_-])"
_ANY: Final = "|".join(f"(?P<{kind}>{shape})" for kind, shape in _SHAPES.items())
_TOKEN: Final = re.compile(f"(?:{_BEFORE})(?:{_ANY}){_BEHIND}")
_TOKEN_OF_CHANGE: Final = re.compile(f"(?:{_BEFORE}|(?m:(?<=^-)))(?:{_ANY}){_BEHIND}")
"""In a difference the sign of a line that goes may stand right before a token, and is no part of it either."""

_BEGUN: Final = re.compile(
    rf"(?:{_BEFORE})(?:sk-|gh[pousr]_|github_pat_|gl(?:pat|dt|rt|cbt)-|AKIA|ASIA|AIza|xox[abeoprs]-|[rs]k_(?:live|test)_"
    r"|hf_|npm_|pypi-AgEI|do[opr]_v1_|dckr_(?:pat|oat)_)[A-Za-z0-9_-]*\Z"
)
"""What the text to come may make a token of."""
_PART: Final = "⟨a token⟩"
_HALVED: Final = re.compile(
    r"(?<![A-Za-z0-9_-])(?:sk-|gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|[rs]k_(?:live|test)_|hf_|npm_|pypi-AgEI|dckr_)"
    r"[A-Za-z0-9_-]{8,}(?=⟨[0-9,]+ characters not shown⟩)"
)
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
    starts = _STARTS if "_" in text or "-" in text else _STARTS_OF_LETTERS
    return tuple(_secrets(text, change)) if any(start in text for start in starts) else ()


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
        # Words joined by hyphens have the shape of some tokens; random ones hold digits.
        if sum(map(str.isdigit, match[0])) >= _FEWEST_DIGITS or match.lastgroup == "AWS_key_id":
            kind = str(match.lastgroup).replace("_", " ")
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
