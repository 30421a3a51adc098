"""Untrusted texts as the lines of a sheet: showable, with recognised tokens masked, never more than can be laid out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from placet.rules import strict_json, web
from placet.rules.masking import masked
from placet.rules.sheets import LEFT_OUT, SheetLine, Tone, note, read_diff, warning

MOST_CHARS: Final = 400_000
"""A longer text isn't laid out line by line: it stands with its head and its tail, and what is left out is counted."""
MOST_LINES: Final = 20_000
VALUE_CHARS: Final = 2_000
"""How much of a value beside others stands on its line."""


def one_line(text: str, limit: int | None = None) -> str:
    """A text on one line, showable."""
    return masked(text, limit=limit, single_line=True).text


def value_line(value: Any) -> str:
    """A JSON value on one line, its type to be seen: `"1"` isn't `1`."""
    if isinstance(value, str):
        return f'"{one_line(value, VALUE_CHARS)}"'
    return one_line(strict_json.dump(value), VALUE_CHARS)


def text_lines(
    text: str, label: str = "", *, tone: Tone = Tone.SAME, numbered: bool = False
) -> tuple[SheetLine, ...]:
    """A text line by line, `label` beside the first; too long a one by its head and its tail.

    A line break at the very end ends the last line and begins no other.
    """
    if not fits(text):
        size = note(
            f"{len(text):,} characters: too many to be laid out here. All of them stand in Arguments."
        )
        return (SheetLine(text=one_line(text, VALUE_CHARS), tone=tone, label=label), size)
    lines = text.removesuffix("\n").split("\n")
    return tuple(
        SheetLine(
            text=masked(line, single_line=False).text,
            tone=tone,
            label="" if at > 1 else label,
            new=at if numbered else None,
        )
        for at, line in enumerate(lines, 1)
    )


def fits(text: str) -> bool:
    """Whether every character of a text stands in its lines."""
    return len(text) <= MOST_CHARS and text.count("\n") <= MOST_LINES


def diff_lines(diff: str) -> tuple[SheetLine, ...]:
    """A unified difference line by line, with numbers. Only a line feed ends a line of it."""
    return tuple(
        line if line.tone is Tone.NOTE else replace(line, text=_shown_change(line.text))
        for line in read_diff(diff.removesuffix("\n").split("\n"))
    )


def _shown_change(line: str) -> str:
    return masked(line, single_line=False, change=True).text


def diff_holds(diff: str, text: str, tones: tuple[Tone, ...]) -> bool:
    """Whether every character of a text stands on one side of a difference, in one piece."""
    if f"\n{LEFT_OUT}" in diff:
        return False
    side: list[str] = []
    for line in read_diff(diff.removesuffix("\n").split("\n")):
        if line.tone is Tone.HUNK:
            side.append("\0")  # no text of ours goes on from one hunk into the next
        elif line.tone in tones:
            side.append(line.text[1:])
    return text.removesuffix("\n") in "\n".join(side)


def address_lines(url: str) -> Iterator[SheetLine]:
    """An address in its parts, the host before all; whole where it can't be read in only one way."""
    try:
        address = web.read_url(url)
    except web.BadAddress:
        yield SheetLine(text=one_line(url), tone=Tone.STRONG, label="Address")
        yield warning("This address can't be read in only one way, so no host is picked out of it.")
        return
    port = None if address.port == web.DEFAULT_PORTS[address.scheme] else address.port
    yield SheetLine(text=web.Host(name=address.host, port=port).text, tone=Tone.STRONG, label="Host")
    if address.scheme == "http":
        yield warning("Not encrypted: whoever stands on the way can read it and change it.")
    path, asks, query = address.target.partition("?")
    yield SheetLine(text=one_line(path), label="Path")
    for at, pair in enumerate(query.split("&") if asks else ()):
        yield SheetLine(text=one_line(pair), label="" if at else "Query")
    if "#" in url:
        yield SheetLine(text=one_line(url.partition("#")[2]), label="Fragment")


def pair_lines(pairs: Mapping[str, Any], label: str) -> Iterator[SheetLine]:
    """Names with their values, one a line."""
    for at, (name, value) in enumerate(pairs.items()):
        shown = one_line(value, VALUE_CHARS) if isinstance(value, str) else value_line(value)
        yield SheetLine(text=f"{one_line(name, VALUE_CHARS)}: {shown}", label="" if at else label)
