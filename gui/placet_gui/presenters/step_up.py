"""What a yes to a high-risk request needs beside its gesture: the owner's proof to the system, where he wants that.

Source: spec/prompt-rules 4.3, rule 17. The gesture itself, which is always asked for, is `Arming`'s.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, Slot

from placet.api.queries import GetSettings
from placet_gui.bridge import Bridge
from placet_gui.reauthentication import Proof, Reauthentication
from placet_gui.words import noop, translate

SETTING: Final = "approvals.reauthenticate"
_SENTENCES: Final = {
    Proof.REFUSED: noop("StepUp", "Your system didn't take that for you, so nothing was done."),
    Proof.DISMISSED: noop("StepUp", "The question for your password was closed, so nothing was done."),
    Proof.NO_AGENT: (
        noop(
            "StepUp",
            "Nothing in this session can ask for your password, so nothing was done. approvals.reauthenticate is"
            " what asks for it.",
        )
    ),
    Proof.UNAVAILABLE: (
        noop(
            "StepUp",
            "Your system can't ask for your password: polkit is missing, or doesn't know Placet's action. Nothing was"
            " done. approvals.reauthenticate is what asks for it.",
        )
    ),
}
_TAKEN_BACK: Final = noop("StepUp", "The question for your password was taken back, so nothing was done.")


class StepUp(QObject):
    """Has the owner prove himself to the system before something dear is done, if he set it so."""

    def __init__(self, bridge: Bridge, system: Reauthentication, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._system = system
        self._then: tuple[Callable[[], None], Callable[[str], None]] | None = None
        system.setParent(self)
        system.ended.connect(self._on_ended)

    @property
    def is_asking(self) -> bool:
        """Whether the system is asking the owner now."""
        return self._then is not None

    def prove(self, proven: Callable[[], None], failed: Callable[[str], None]) -> None:
        """Go on with `proven` once the owner has proved himself, at once where that isn't asked for.

        `failed` gets a sentence of why not. Whoever asked before and still waits is told that it was taken back.
        """
        self.drop()
        if not self._is_wanted():
            proven()
            return
        self._then = proven, failed
        self._system.ask()

    @Slot()
    def drop(self) -> None:
        """What would have been done isn't to be done any more: take the question back."""
        if self._then is not None:
            (_, failed), self._then = self._then, None
            self._system.drop()
            failed(translate("StepUp", _TAKEN_BACK))

    def _is_wanted(self) -> bool:
        return any(row.value is True for row in self._bridge.query(GetSettings()) if row.key == SETTING)

    @Slot(object)
    def _on_ended(self, proof: Proof) -> None:
        if self._then is None:
            return
        (proven, failed), self._then = self._then, None
        if proof is Proof.GIVEN:
            proven()
        else:
            failed(translate("StepUp", _SENTENCES[proof]))
