"""A scripted owner: opens what waits in the real window with the mouse, and answers it by the real gesture."""

from __future__ import annotations

import contextlib
import itertools
from dataclasses import dataclass
from typing import Final

from tests.desktop.accessible import Node
from tests.desktop.program import Program
from tests.soak.plan import mark_in

_WAITS: Final = "Awaiting approval"
_EVERY: Final = 4
"""One of so many answers is a no."""
_LOOK_S: Final = 10
_CLICKS: Final = 4


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What the owner saw the window confirm."""

    mark: str
    approved: bool


class Owner:
    """Answers one request after the other, in whatever console is there."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self._numbers = itertools.count(1)

    def answer_one(self, program: Program) -> None:
        """Answer the request that is asked for longest; look in vain for a while when none is.

        Raises:
            AssertionError: the console ended, or a gesture came to nothing.
        """
        card = self._card(program)
        if card is None:
            program.screen.tree.wait_for_change(0.5)
            return
        mark = mark_in(card.name)
        assert mark is not None, f"a card that nobody asked for: {card.name}"
        approves = next(self._numbers) % _EVERY != 0
        self._open(program, mark)
        program.click(program.shows("approve_button" if approves else "deny_button", enabled=True))
        program.wait_for(f"the answer to {mark}", lambda: not self._still_waits(program, mark), _LOOK_S)
        self.answers.append(Answer(mark=mark, approved=approves))

    def _open(self, program: Program, mark: str) -> None:
        """Click its card, and again when another opened: cards move up while those that are answered leave."""
        for _ in range(_CLICKS):
            card = self._card(program, mark)
            if card is not None:
                program.click(card)
            with contextlib.suppress(AssertionError):
                program.wait_for("the card", lambda: self._is_open(program, mark), _LOOK_S / _CLICKS)
                return
        program.wait_for(
            f"the request {mark} in the open card", lambda: self._is_open(program, mark), _LOOK_S
        )

    def _card(self, program: Program, mark: str | None = None) -> Node | None:
        """The first card that waits, or the one with this mark."""

        def wanted(node: Node) -> bool:
            waits = node.id == "inbox_card" and _WAITS in node.name
            return waits and mark in (None, mark_in(node.name))

        return program.screen.tree.find(wanted)

    def _is_open(self, program: Program, mark: str) -> bool:
        sheet = program.screen.tree.find_id("sheet_view")
        return sheet is not None and mark_in(program.screen.tree.text(sheet)) == mark

    def _still_waits(self, program: Program, mark: str) -> bool:
        cards = [it for it in program.screen.tree.nodes() if it.id == "inbox_card"]
        return any(mark_in(it.name) == mark and _WAITS in it.name for it in cards) or not cards
