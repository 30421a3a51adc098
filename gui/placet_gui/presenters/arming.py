"""When a yes may be given, and by which gesture. Pure: it is told the time and never waits by itself.

Source: spec/prompt-rules 4.3, rules 2, 3, 4 and 8; interfaces 5.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

MOVED_PX: Final = 10
"""A card that moved further than this under the pointer is looked at anew."""
TYPED_CHARS: Final = 6
"""How many last characters of the digest stand for holding the button."""
CODE_PART: Final = "code:"
"""A source that is shown, as a part to be read through. No pointer into arguments is spelt so."""


@dataclass(frozen=True, kw_only=True)
class Pace:
    """How slow a yes has to be, as the owner set it (`approvals.*` of the settings).

    `shown_ms`: how long a card must have been before the owner's eyes; `quiet_ms`: how long hands must have been
    off keys and buttons before; `hold_ms`: how long the button is held for a high-risk yes.
    """

    shown_ms: int
    quiet_ms: int
    hold_ms: int


class Wait(enum.Enum):
    """What an approval waits for; the first that applies. NOTHING: it is armed."""

    LOCKED = "locked"  # the session is locked (rule 16)
    ANSWER = "answer"  # a decision is on its way to the engine
    CARD = "card"  # no card is before the owner
    WINDOW = "window"  # the window hasn't the keyboard
    ASIDE = "aside"  # something else than the request is shown in its place
    EDIT = "edit"  # the owner writes other arguments and hasn't looked at what that changes
    UNSEEN = "unseen"  # what would run is out of view, below the edge of a low window
    PARTS = "parts"  # something that the card folds away was never opened
    QUIET = "quiet"  # a key or a button was pressed just now
    TIME = "time"  # not long enough in view
    REASON = "reason"  # a reason for a no is written beside it
    NOTHING = "nothing"


class Gesture(enum.Enum):
    """How the owner said yes."""

    CLICK = "click"
    CHORD = "chord"
    HOLD = "hold"


class Arming:
    """Whether one card may be approved now. Make one for each card that is opened.

    Time counts only while the card is in view, the window has the keyboard and nothing disturbs: whoever was
    about to press a key in another window, or aimed at what stood here a moment ago, doesn't approve by that.
    """

    def __init__(
        self,
        now_ms: Callable[[], int],
        must_open: Iterable[str] = (),
        *,
        pace: Pace,
        step_up: bool = False,
        digest: str = "",
    ) -> None:
        self._now_ms = now_ms
        self._pace = pace
        self._unopened = set(must_open)
        self._opened: set[str] = set()
        self._step_up = step_up
        self._code = digest[-TYPED_CHARS:].lower()
        self._shown = False
        self._active = False
        self._busy = False
        self._editing = False
        self._locked = False
        self._aside = False
        self._unseen = False
        self._refusing = False
        self._since_ms = now_ms()
        self._last_input_ms: int | None = None

    @property
    def pace(self) -> Pace:
        """How slow a yes has to be."""
        return self._pace

    @property
    def step_up(self) -> bool:
        """Whether a plain click isn't enough."""
        return self._step_up

    @property
    def unopened(self) -> frozenset[str]:
        """The parts that still have to be opened."""
        return frozenset(self._unopened)

    @property
    def opened(self) -> frozenset[str]:
        """The parts that were folded away and that the owner opened."""
        return frozenset(self._opened)

    @property
    def seen_ms(self) -> int:
        """How long the card has been in view by now, undisturbed."""
        return max(0, self._now_ms() - self._since_ms)

    @property
    def armed(self) -> bool:
        """Whether a gesture would count now."""
        return self.waits_for() is Wait.NOTHING

    def waits_for(self) -> Wait:
        """What is still missing."""
        for missing, wait in (
            (self._locked, Wait.LOCKED),
            (self._busy, Wait.ANSWER),
            (not self._shown, Wait.CARD),
            (not self._active, Wait.WINDOW),
            (self._aside, Wait.ASIDE),
            (self._editing, Wait.EDIT),
            (self._unseen, Wait.UNSEEN),
            (bool(self._unopened), Wait.PARTS),
            (self._quiet_in_ms() > 0, Wait.QUIET),
            (self._seen_in_ms() > 0, Wait.TIME),
            (self._refusing, Wait.REASON),
        ):
            if missing:
                return wait
        return Wait.NOTHING

    def due_in_ms(self) -> int | None:
        """In how many milliseconds waiting alone will change the answer; None when it won't."""
        if self.waits_for() in {Wait.QUIET, Wait.TIME}:
            return max(self._quiet_in_ms(), self._seen_in_ms())
        return None

    def accepts(self, gesture: Gesture, typed: str = "") -> bool:
        """Whether this gesture, with what was typed as the digest's end, is a yes."""
        if not self.armed:
            return False
        if not self._step_up:
            return gesture is not Gesture.HOLD
        return gesture is Gesture.HOLD or self.typed_matches(typed)

    def typed_matches(self, typed: str) -> bool:
        """Whether this is how the card's digest ends."""
        return len(self._code) == TYPED_CHARS and typed.strip().lower() == self._code

    def set_shown(self, shown: bool) -> None:
        """The card came into view, or left it."""
        if shown != self._shown:
            self._shown = shown
            self.start_over()

    def set_active(self, active: bool) -> None:
        """The window got the keyboard, or lost it. Getting it again starts over, too."""
        if active or active != self._active:
            self._active = active
            self.start_over()

    def set_busy(self, busy: bool) -> None:
        """A decision is out, or came back without an end."""
        if busy != self._busy:
            self._busy = busy
            self.start_over()

    def set_locked(self, locked: bool) -> None:
        """The session was locked, or unlocked; either starts over."""
        self._locked = locked
        self.start_over()

    def set_editing(self, editing: bool) -> None:
        """The arguments are being written anew, or something else than before is shown to be approved."""
        self._editing = editing
        self.start_over()

    def set_aside(self, aside: bool) -> None:
        """Something else is shown in the place of what would be approved, or that is back."""
        self._aside = aside
        self.start_over()

    def set_refusing(self, refusing: bool) -> None:
        """A reason for a no was begun, or taken back: whoever writes one means no yes, whatever key ends it."""
        if refusing != self._refusing:
            self._refusing = refusing
            self.start_over()

    def set_unseen(self, unseen: bool) -> None:
        """Nothing of what would run has been in view yet, or it has; its time counts from then on."""
        if unseen != self._unseen:
            self._unseen = unseen
            self.start_over()

    def start_over(self) -> None:
        """Something changed under the owner's eyes: a move, another size or screen, a dialog that closed."""
        self._since_ms = self._now_ms()

    def note_input(self) -> None:
        """A key or a mouse button was pressed that isn't part of the gesture."""
        self._last_input_ms = self._now_ms()

    def require(self, *parts: str) -> None:
        """These parts are folded too, and have to be opened first."""
        self._unopened.update(parts)

    def note_opened(self, *parts: str) -> None:
        """The owner opened a folded part, or read through it elsewhere."""
        self._opened.update(self._unopened.intersection(parts))
        self._unopened.difference_update(parts)

    def _seen_in_ms(self) -> int:
        return self._since_ms + self._pace.shown_ms - self._now_ms()

    def _quiet_in_ms(self) -> int:
        last_ms = self._last_input_ms
        return 0 if last_ms is None else last_ms + self._pace.quiet_ms - self._now_ms()
