"""Reads the accounts that tools log in to, declares them, tries them, has leave given anew and takes them away."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from placet.api import Event, PlacetError
from placet.api.accounts import (
    ConsentToAccount,
    ListAccounts,
    ListAccountUses,
    PutAccount,
    RemoveAccount,
    TryAccount,
)
from placet_gui.bridge import Bridge
from placet_gui.presenters.kept import KeptPresenter
from placet_gui.said import said

_CALM_MS: Final = 500
"""What accounts were used for last may be behind by so much; it is looked for among many calls."""
_OF_USE: Final = ("task.", "operation.")


class AccountsPresenter(KeptPresenter):
    """Between the accounts' page and the engine.

    Signals:
        uses_read(tuple[AccountUse, ...]): what each account was used for last.
    """

    uses_read = Signal(object)

    WHAT: ClassVar = "account"
    NEWS: ClassVar = "account.changed"

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(bridge, parent)
        self._shown = False
        self._calm = QTimer(self, singleShot=True, interval=_CALM_MS)
        self._calm.timeout.connect(self.read_uses)

    def put(self, name: str, definition: Mapping[str, Any], lives_s: int | None) -> None:
        """Declare an account, for so many seconds or for good; answered by `declared` or `refused`."""
        self._declare(PutAccount(name=name, definition={**definition, "expires_at": _until(lives_s)}))

    def consent(self, name: str, password: str, lives_s: int | None) -> None:
        """Give leave anew, with this password or, when it is empty, with the one that is kept."""
        changes = {"password": password or None, "expires_at": _until(lives_s)}
        command = ConsentToAccount(name=name, changes=changes)
        self._bridge.send(command, "give leave anew", None, self._on_refused)

    @Slot(str)
    def test(self, name: str) -> None:
        """Log in and look; answered by `tried`."""
        self._try(name, TryAccount(name=name))

    def set_shown(self, shown: bool) -> None:
        """Whether anybody can see the accounts: what they were used for is looked for only then."""
        self._shown = shown
        if shown:
            self.refresh()  # leave runs out by itself

    @Slot()
    def read_uses(self) -> None:
        """Look what each account was used for last."""
        if self._shown:
            self._bridge.start(self._read_uses(), "read what accounts were used for")

    async def _read(self) -> None:
        await super()._read()
        if self._shown:
            await self._read_uses()

    async def _read_uses(self) -> None:
        try:
            self.uses_read.emit(await self._bridge.ask(ListAccountUses()))
        except PlacetError as error:
            self.refused.emit(said(error.message))

    def _listing(self) -> ListAccounts:
        return ListAccounts()

    def _removal(self, name: str) -> RemoveAccount:
        return RemoveAccount(name=name)

    @Slot(object)
    def _on_events_arrived(self, events: Sequence[Event]) -> None:
        super()._on_events_arrived(events)
        used = any(event.type.startswith(_OF_USE) for event in events)
        if self._shown and used and not self._calm.isActive():
            self._calm.start()


def _until(lives_s: int | None) -> int | None:
    """The end of a leave that is given now, in ms since 1970 UTC."""
    return None if lives_s is None else int((time.time() + lives_s) * 1000)
