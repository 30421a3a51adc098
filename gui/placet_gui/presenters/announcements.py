"""Says in a sentence what happened to requests, for whoever can't see the list: which came, which were decided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from placet.api import Event, showable
from placet_gui.bridge import Bridge

_CALM_MS: Final = 1_000
"""Sentences that follow each other faster cut each other off."""
_ASKED, _RESOLVED = "hil.requested", "hil.resolved"
_MOST_KNOWN: Final = 1_000


class Announcements(QObject):
    """Gathers the facts of a moment into one sentence. Never says more of a request than who asks for which tool.

    Signals:
        said(str): what is to be read aloud, at most once a second; plain text.
    """

    said = Signal(str)

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asked: dict[str, str] = {}
        self._came: list[str] = []
        self._went: list[tuple[str, bool | None]] = []
        self._calm = QTimer(self, singleShot=True, interval=_CALM_MS)
        self._calm.timeout.connect(self._tell)
        bridge.events_arrived.connect(self._on_events_arrived)

    @Slot()
    def _tell(self) -> None:
        came, self._came = self._came, []
        went, self._went = self._went, []
        sentences = [*self._of_those_that_came(came), *self._of_those_that_went(went)]
        if sentences:
            self.said.emit(" ".join(sentences))

    def _of_those_that_came(self, came: list[str]) -> list[str]:
        if len(came) == 1:
            return [self.tr("New request: {0}.").format(came[0])]
        return [self.tr("%Ln new requests.", "", len(came))] if came else []

    def _of_those_that_went(self, went: list[tuple[str, bool | None]]) -> list[str]:
        if len(went) == 1:
            [(what, approved)] = went
            return [self._end(approved).format(what)]
        return [self.tr("%Ln requests don't wait any more.", "", len(went))] if went else []

    def _end(self, approved: bool | None) -> str:
        if approved is None:
            return self.tr("Nobody decides any more: {0}.")
        return self.tr("Approved: {0}.") if approved else self.tr("Denied: {0}.")

    @Slot(object)
    def _on_events_arrived(self, events: Sequence[Event]) -> None:
        for event in events:
            if event.type == _ASKED:
                self._note_asked(event)
            elif event.type == _RESOLVED:
                self._note_resolved(event)
        if (self._came or self._went) and not self._calm.isActive():
            self._calm.start()

    def _note_asked(self, event: Event) -> None:
        what = self.tr("{0} asks for {1}").format(_line(event.agent), _line(event.payload.get("tool")))
        if len(self._asked) >= _MOST_KNOWN:
            self._asked.pop(next(iter(self._asked)))
        self._asked[event.task_id or ""] = what
        self._came.append(what)

    def _note_resolved(self, event: Event) -> None:
        what = self._asked.pop(event.task_id or "", None) or self.tr("a request of {0}").format(
            _line(event.agent)
        )
        decided = event.payload.get("decided_by") is not None
        self._went.append((what, bool(event.payload.get("approved")) if decided else None))


def _line(text: object) -> str:
    return showable(text, single_line=True).text if isinstance(text, str) else "?"
