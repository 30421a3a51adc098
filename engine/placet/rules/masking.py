"""Secrets in a request's text: recognised tokens of known providers stand as a chip with their kind, length and a tag.

A mask must never be able to hide what a request does. So only a run of letters, digits, `_` and `-` is masked, which no
shell, path or address is made of, only when it has the shape that a provider gives its tokens, and only where nothing of
the same run stands before or behind it. What is bound is the text itself. Source: spec/prompt-rules 4.3, rule 9.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from placet.rules.untrusted import Shown, left_out, showable

TAG_CHARS: Final = 12
"""How many hex characters of a token's SHA-256 stand for it, so that two tokens are told apart."""
_FEWEST_DIGITS: Final = 2
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
# In JSON text the letter of an escape such as \n stands right before a token; it is no part of it.
_TOKEN: Final = re.compile(
    r"(?:(?<![A-Za-z0-9_-])|(?<=\\[bfnrt]))(?:"
    + "|".join(f"(?P<{kind}>{shape})" for kind, shape in _SHAPES.items())
    + r")(?![A-Za-z0-9_-])"
)


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


def secrets(text: str) -> tuple[Secret, ...]:
    """The recognised tokens of a text, in their order. Where none begins nothing is looked at twice: texts are long."""
    return tuple(_secrets(text)) if any(start in text for start in _STARTS) else ()


def masked(text: str, *, limit: int | None = None, single_line: bool) -> Shown:
    """A text made showable like `showable`, its tokens as chips. One that a cut would halve is left out whole.

    Raises:
        ValueError: the limit is smaller than two.
    """
    found = secrets(text)
    if not found:
        return showable(text, limit=limit, single_line=single_line)
    if limit is None or len(text) <= limit:
        return Shown(text=_written(text, found, 0, len(text), single_line), elided=0)
    tail = limit // 3
    end, start = _outside(found, limit - tail, len(text) - tail)
    ends = _written(text, found, 0, end, single_line), _written(text, found, start, len(text), single_line)
    return Shown(text=left_out(start - end).join(ends), elided=start - end)


def hidden(text: str) -> str:
    """A text that is showable already, its tokens as chips; one that a cut halved loses what stands before the cut.

    For lists and sentences, which have no room to reveal anything.
    """
    parts, last = [], 0
    for secret in secrets(text):
        parts += [text[last : secret.start], f"⟨{secret.words}⟩"]
        last = secret.end
    return _HALVED.sub("⟨a token⟩", "".join((*parts, text[last:])))


def _secrets(text: str) -> Iterator[Secret]:
    for match in _TOKEN.finditer(text):
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
