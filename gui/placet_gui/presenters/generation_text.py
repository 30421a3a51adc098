"""What a response says, as text that can be shown while it grows: pieces to put at its end, and seldom one to take back.

Pure: events in, pieces out. Everything that a model wrote is made showable here; the lines of ours between its texts are
told apart by their kind, so that no text can pass for one (spec/prompt-rules 4.3, rules 6 and 10).
"""

from __future__ import annotations

import enum
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from placet.api import Secret, growing, masked, secrets, showable
from placet.api.generations import GenerationEventRow

_TEXT: Final = "response.output_text.delta"
_ARGUMENTS: Final = "response.function_call_arguments.delta"
_ITEM: Final = "response.output_item.added"
_BEGUN: Final = "response.in_progress"
_CALL: Final = "function_call"
_OVER: Final = frozenset(
    {
        "response.output_item.done",
        "response.completed",
        "response.incomplete",
        "response.failed",
        "response.cancelled",
    }
)
"""After these nothing is added to what the model said before."""
_BREAK_SIGN: Final = "⏎\n"  # a break's own mark; for reading, the break alone is enough
_LONGEST_RUN: Final = 300
_RUN: Final = re.compile(rf"\\?(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{{0,{_LONGEST_RUN}}}\Z")
"""A word at the end of a line, which may still become a token; an escape's sign before it tells where that begins."""
_LOOSE_CHARS: Final = 4_000
"""So much of a line that isn't over may still look otherwise with its next piece, as marks on marks do."""


class PieceKind(enum.Enum):
    """Who speaks in a piece. START and CALL are ours: another attempt begins, and the model calls the tool named.

    FOLD says nothing: what comes next may be shown on another line, so that no line has to be laid out that never ends.
    """

    TEXT = "text"
    ARGUMENTS = "arguments"
    CALL = "call"
    START = "start"
    FOLD = "fold"


@dataclass(frozen=True, kw_only=True)
class Piece:
    """Text to add at the end, after so many characters there were taken back."""

    kind: PieceKind
    text: str = ""
    take_back: int = 0


class GrowingText:
    """One response as it grows. `take` wants the events in their order, each once.

    Recognised tokens stand as chips (rule 9), from their first characters on.
    """

    def __init__(self) -> None:
        self._line = ""  # as the model wrote it, since its last break
        self._shown = ""
        self._kind = PieceKind.TEXT  # of that line
        self._found: dict[str, Secret] = {}
        self._speaker: str | None = None
        self._names: dict[str, str] = {}
        self._begun = False

    def take(self, events: Iterable[GenerationEventRow]) -> tuple[Piece, ...]:
        """What these events change."""
        return tuple(_joined(piece for event in events for piece in self._of(event)))

    @property
    def secrets(self) -> tuple[Secret, ...]:
        """The tokens that came so far, each once."""
        return tuple(self._found.values())

    def _of(self, event: GenerationEventRow) -> Iterator[Piece]:
        if event.type == _BEGUN:
            yield from self._start()
        elif event.type in {_TEXT, _ARGUMENTS, _ITEM}:
            yield from self._of_item(event.type, json.loads(event.data))
        elif event.type in _OVER:
            yield from self._settle()

    def _start(self) -> Iterator[Piece]:
        """The first attempt begins in silence; another begins with a line, and what went before it stands no more."""
        yield from self._settle()
        if self._begun:
            yield Piece(kind=PieceKind.START)
        self._begun, self._speaker, self._line, self._shown = True, None, "", ""
        self._names.clear()

    def _of_item(self, kind: str, data: Mapping[str, Any]) -> Iterator[Piece]:
        if kind == _ITEM:
            item = data["item"]
            if item["type"] == _CALL:
                self._names[item["id"]] = item["name"]
                yield from self._turn_to(item["id"])
            return
        yield from self._turn_to(data["item_id"])
        yield from self._grown(PieceKind.TEXT if kind == _TEXT else PieceKind.ARGUMENTS, data["delta"])

    def _turn_to(self, item_id: str) -> Iterator[Piece]:
        if item_id == self._speaker:
            return
        yield from self._settle()
        first, self._speaker = self._speaker is None, item_id
        self._line = self._shown = ""
        if item_id in self._names:
            yield Piece(kind=PieceKind.CALL, text=_one_line(self._names[item_id]))
        elif not first:
            yield Piece(kind=PieceKind.TEXT, text="\n\n")

    def _grown(self, kind: PieceKind, delta: str) -> Iterator[Piece]:
        self._kind, line = kind, self._line + delta
        yield from self._shown_as(_growing(line))
        self._note(line[: len(line) - len(_run_at_end(line))])
        rest = line[line.rfind("\n") + 1 :]
        self._line, self._shown = rest, _growing(rest)
        if len(rest) > _LOOSE_CHARS:
            yield from self._fold()

    def _fold(self) -> Iterator[Piece]:
        """Let go of a long line but for the word at its end, which goes on below."""
        word = _run_at_end(self._line)
        yield from self._shown_as(_block(self._line[: len(self._line) - len(word)]))
        yield Piece(kind=PieceKind.FOLD)
        self._line, self._shown = word, ""
        if word:
            yield from self._shown_as(_growing(word))
            self._shown = _growing(word)

    def _settle(self) -> Iterator[Piece]:
        """Nothing is added to the line any more: what looked like the beginning of a token is one, or is none."""
        self._note(self._line)
        settled = _block(self._line)
        if settled != self._shown:
            yield from self._shown_as(settled)
            self._shown = settled

    def _shown_as(self, shown: str) -> Iterator[Piece]:
        """Show this instead of what is shown of the line."""
        same = _same_start(self._shown, shown)
        yield Piece(kind=self._kind, text=shown[same:], take_back=len(self._shown) - same)

    def _note(self, text: str) -> None:
        self._found |= {it.text: it for it in secrets(text)}


def whole_text(response_json: str) -> tuple[Piece, ...]:
    """What a response says that grows no more, from the response object itself."""
    pieces: list[Piece] = []
    for item in json.loads(response_json)["output"]:
        if item["type"] == _CALL:
            pieces.append(Piece(kind=PieceKind.CALL, text=_one_line(item["name"])))
            pieces.append(Piece(kind=PieceKind.ARGUMENTS, text=_block(item["arguments"])))
            continue
        gap = "\n\n" if pieces else ""
        text = "".join(part.get("text", "") for part in item.get("content", ()))
        pieces.append(Piece(kind=PieceKind.TEXT, text=gap + _block(text)))
    return tuple(pieces)


def tokens_in(response_json: str) -> tuple[Secret, ...]:
    """The tokens that are masked in what such a response says, each once."""
    found: dict[str, Secret] = {}
    for item in json.loads(response_json)["output"]:
        parts = [part.get("text", "") for part in item.get("content", ())]
        for text in (item.get("arguments", ""), "".join(parts)):
            found |= {it.text: it for it in secrets(text)}
    return tuple(found.values())


def _joined(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Pieces of one kind that follow each other, as one: a page of events is one change of what is shown."""
    kept: Piece | None = None
    for piece in pieces:
        if kept is not None and piece.kind is kept.kind and piece.take_back <= len(kept.text):
            text = kept.text[: len(kept.text) - piece.take_back] + piece.text
            kept = Piece(kind=kept.kind, text=text, take_back=kept.take_back)
            continue
        if kept is not None:
            yield kept
        kept = piece
    if kept is not None:
        yield kept


def _same_start(one: str, other: str) -> int:
    if other.startswith(one):
        return len(one)
    return next(at for at, (a, b) in enumerate(zip(one + "\0", other + "\1", strict=False)) if a != b)


def _block(text: str) -> str:
    return masked(text, single_line=False).text.replace(_BREAK_SIGN, "\n")


def _growing(text: str) -> str:
    return growing(text).replace(_BREAK_SIGN, "\n")


def _run_at_end(text: str) -> str:
    match = _RUN.search(text, max(0, len(text) - _LONGEST_RUN - 1))
    return "" if match is None else match[0]


def _one_line(text: str) -> str:
    return showable(text, limit=200, single_line=True).text
