"""A standing answer in the making: from the narrowest that describes a request to what the owner makes of it.

It begins with what the engine drafts, is shown as the engine's own sentence and backtest, and is made of exactly the words
that were shown (spec/prompt-rules 4.3, rule 12).
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import urlsplit

from PySide6.QtCore import QObject, Signal, Slot
from shiboken6 import isValid

from placet.api import PlacetError, dump, showable
from placet.api.grants import GrantDraft, GrantPreview, GrantWords, MadeGrant, MakeGrant, PreviewGrant
from placet_gui.bridge import Bridge
from placet_gui.presenters.arming import Arming, Gesture, Pace
from placet_gui.presenters.clock import Clock
from placet_gui.presenters.step_up import StepUp
from placet_gui.texts import error_sentence
from placet_gui.words import translate

REST_MS: Final = 150
"""The preview is asked for once the owner's hands rest for so long."""
PATH: Final = "path"
URL: Final = "url"
_VALUE_CHARS: Final = 160


class Span(enum.Enum):
    """What an argument may be."""

    EXACT = "exact"
    PATTERN = "pattern"
    FOLDER = "folder"
    HOST = "host"
    ANYTHING = "anything"


@dataclass(frozen=True, kw_only=True)
class Choice:
    """What the owner chose for one argument; `text` is the pattern, the folder or the host."""

    span: Span
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class Argument:
    """One argument of the request: its name and value, showable, and what may be chosen, with a text to begin with."""

    name: str
    shown_name: str
    shown_value: str
    offers: Mapping[Span, str]


@dataclass(frozen=True, kw_only=True)
class Ends:
    """How long a grant is to stand; None: without that end."""

    uses: int | None
    for_ms: int | None


def arguments_of(draft: GrantDraft) -> tuple[Argument, ...]:
    """The arguments that the request names, in the tool's order."""
    named = [name for name in draft.arguments if name in draft.words.match]
    return tuple(_argument(name, draft.words.match[name]) for name in named)


def free_arguments(draft: GrantDraft) -> tuple[str, ...]:
    """The arguments that the request leaves out, showable: they may be anything from the start."""
    return tuple(_line(name) for name in draft.arguments if name not in draft.words.match)


def words_of(draft: GrantDraft, choices: Mapping[str, Choice]) -> GrantWords:
    """The words for what the owner chose; an argument without a choice stays exactly as it was asked."""
    match = dict(draft.words.match)
    folder = host = None
    for name, choice in choices.items():
        if choice.span is Span.EXACT:
            continue
        del match[name]
        if choice.span is Span.PATTERN:
            match[name] = choice.text
        elif choice.span is Span.FOLDER:
            folder = choice.text.rstrip("/")
        elif choice.span is Span.HOST:
            host = choice.text
    return replace(draft.words, match=match, folder=folder, host=host)


class Granting(QObject):
    """Makes one grant of one request. What counts as the gesture for it is `arming`'s to say, as for an approval.

    Signals:
        asked: the words changed, and what they would match is being asked.
        previewed(GrantPreview): what the words that are chosen now would match.
        refused(str): they make no grant; a sentence of why.
        busy_changed(bool): the grant is being made, or that came back.
        made(MadeGrant): it stands.
        lock_changed: the session was locked, or unlocked.
    """

    asked = Signal()
    previewed = Signal(object)
    refused = Signal(str)
    busy_changed = Signal(bool)
    made = Signal(object)
    lock_changed = Signal()

    def __init__(
        self,
        bridge: Bridge,
        clock: Clock,
        draft: GrantDraft,
        *,
        step_up: StepUp,
        pace: Pace,
        digest: str,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._step_up = step_up
        self.destroyed.connect(step_up.drop)
        self.draft = draft
        self.arming = Arming(clock.monotonic_ms, pace=pace, step_up=True, digest=digest)
        self.clock = clock
        self._bridge = bridge
        self._words = draft.words
        self._ends = Ends(uses=None, for_ms=None)
        self._done = False
        self._rest = clock.alarm(self, self._preview)

    @property
    def words(self) -> GrantWords:
        """The words that are chosen now."""
        return self._words

    def choose(self, choices: Mapping[str, Choice], ends: Ends) -> None:
        """Take the owner's choices. Nothing can be made of them until they have been shown in words."""
        until = None if ends.for_ms is None else self.clock.wall_ms() + ends.for_ms
        words = words_of(self.draft, choices)
        self._words = replace(words, uses=ends.uses, expires_at=until)
        self.arming.set_editing(True)
        self.asked.emit()
        self._rest.start(REST_MS)

    def make(self, gesture: Gesture, typed: str = "", *, settle_waiting: bool) -> bool:
        """Make it, if this gesture is one; answers whether it was."""
        if self._done or not self.arming.accepts(gesture, typed):
            return False
        self.arming.set_busy(True)
        self.busy_changed.emit(True)
        command = MakeGrant(words=self._words, settle_waiting=settle_waiting)
        self._step_up.prove(
            lambda: self._bridge.send(command, "make a grant", self._on_made, self._on_not_made),
            self._on_not_proven,
        )
        return True

    @Slot(bool)
    def set_locked(self, locked: bool) -> None:
        """The session was locked, or unlocked: meanwhile no standing answer is made (rule 16)."""
        self.arming.set_locked(locked)
        self.lock_changed.emit()

    @Slot()
    def _preview(self) -> None:
        stop = self._bridge.start(self._ask(self._words), "preview a grant")
        self.destroyed.connect(stop)  # nobody is left to be told

    async def _ask(self, words: GrantWords) -> None:
        try:
            preview: GrantPreview = await self._bridge.ask(PreviewGrant(words=words))
        except PlacetError as error:
            if words is self._words:
                self.refused.emit(error_sentence(error.code, error.message))
            return
        if words is self._words:  # else the owner chose otherwise meanwhile
            self.arming.set_editing(False)
            self.previewed.emit(preview)

    def _on_made(self, made: MadeGrant) -> None:
        if isValid(self):  # else the owner closed the card before the answer came; the grants page shows it
            self._done = True
            self.made.emit(made)

    def _on_not_made(self, error: PlacetError) -> None:
        sentence = error_sentence(error.code, error.message)
        if not isValid(self):
            self._bridge.failed.emit(sentence)
            return
        self._on_not_proven(sentence)

    def _on_not_proven(self, sentence: str) -> None:
        if not isValid(self):
            return
        self.arming.set_busy(False)
        self.refused.emit(sentence)
        self.busy_changed.emit(False)


def _argument(name: str, pattern: Any) -> Argument:
    offers = {Span.EXACT: ""}
    if isinstance(pattern, str):
        value = pattern.replace(r"\*", "*")
        if name == PATH and "/" in value.strip("/"):
            offers[Span.FOLDER] = value.rpartition("/")[0]
        if name == URL and (host := _host(value)):
            offers[Span.HOST] = host
        if "\n" not in pattern:  # one line of a pattern is all that the owner can oversee here
            offers[Span.PATTERN] = _begun_pattern(name, pattern)
    return Argument(
        name=name,
        shown_name=_line(name),
        shown_value=_shown(pattern),
        offers={**offers, Span.ANYTHING: ""},
    )


def _begun_pattern(name: str, pattern: str) -> str:
    """What a pattern begins with: in a path or an address everything beside it, else the value itself."""
    if name in {PATH, URL} and "/" in pattern:
        return f"{pattern.rpartition('/')[0]}/*"
    return pattern


def _host(url: str) -> str:
    try:
        return urlsplit(url).netloc.rpartition("@")[2]
    except ValueError:
        return ""


def _shown(pattern: Any) -> str:
    """The value that a literal pattern stands for, as the tree shows values: its type can be seen."""
    if isinstance(pattern, Mapping):
        return _line(dump(pattern["is"]))
    if isinstance(pattern, str):
        text = pattern.replace(r"\*", "*")
        return translate("grant_words", "“{0}”").format(_line(text))
    return _line(dump(pattern))


def _line(text: str) -> str:
    return showable(text, limit=_VALUE_CHARS, single_line=True).text
