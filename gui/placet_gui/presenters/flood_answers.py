"""The owner's answers to an agent that asks too much: no to all of it, or a stop. Never a yes (rule 13)."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from placet.api import PlacetError
from placet.api.commands import Command, DenyAll, StopAgent
from placet_gui.bridge import Bridge
from placet_gui.screen_lock import ScreenLock
from placet_gui.texts import error_sentence


class FloodAnswers(QObject):
    """Hands the answers to the engine, one at a time. While the session is locked there are none (rule 16).

    Signals:
        busy_changed(bool): an answer is on its way to the engine, or has come back.
        refused(str): the engine said no; a sentence for the owner.
    """

    busy_changed = Signal(bool)
    refused = Signal(str)

    def __init__(self, bridge: Bridge, lock: ScreenLock, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._lock = lock
        self._busy = False

    @property
    def busy(self) -> bool:
        """Whether an answer is out."""
        return self._busy

    def deny_all(self, agent_id: str, reason: str) -> bool:
        """Say no to all that this agent waits for; answers whether that counted."""
        return self._send(DenyAll(agent=agent_id, reason=reason.strip() or None), "deny all of an agent")

    def pause(self, agent_id: str) -> bool:
        """Stop this agent, which withdraws what it waits for; answers whether that counted."""
        return self._send(StopAgent(agent=agent_id), "stop an agent")

    def _send(self, command: Command, name: str) -> bool:
        if self._busy or self._lock.is_locked:
            return False
        self._set_busy(True)
        self._bridge.start(self._submit(command), name)
        return True

    async def _submit(self, command: Command) -> None:
        try:
            await self._bridge.submit(command)
        except PlacetError as error:
            self.refused.emit(error_sentence(error.code, error.message))
        finally:
            self._set_busy(False)

    def _set_busy(self, busy: bool) -> None:
        self._busy = busy
        self.busy_changed.emit(busy)
