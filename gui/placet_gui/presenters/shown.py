"""How a card was shown when it was answered, as the receipt of the decision keeps it."""

from __future__ import annotations

from placet.api import Shown, parts
from placet_gui.presenters.arming import Arming, Gesture


def way(gesture: Gesture, *, step_up: bool) -> str:
    """By what a yes was given: where a plain gesture isn't enough, the digest's end was typed before it."""
    return "typed" if step_up and gesture is not Gesture.HOLD else gesture.value


def shown_of(arming: Arming | None, gesture: str, *, edited: bool) -> Shown:
    """What the window knows of it: for how long, what was unfolded and what wasn't, and by which gesture."""
    if arming is None:
        return Shown(gesture=gesture, edited=edited)
    return Shown(
        gesture=gesture,
        for_ms=arming.seen_ms,
        opened=parts(arming.opened),
        folded=parts(arming.unopened),
        edited=edited,
    )
