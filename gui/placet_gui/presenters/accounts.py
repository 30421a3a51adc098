"""Reads the accounts that tools log in to, declares them, tries them, has leave given anew and takes them away."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from placet.api import Event, PlacetError
from placet.api.accounts import (
    AccountRow,
    ConsentToAccount,
    ListAccounts,
    PutAccount,
    RemoveAccount,
    TryAccount,
)
from placet_gui.bridge import Bridge


class AccountsPresenter(QObject):
    """Between the settings' accounts and the engine. Reads off the GUI thread.

    Signals:
        accounts_read(tuple[AccountRow, ...]): the accounts, without their passwords.
        declared(str): the account of this name is on the disk.
        refused(str): one wasn't declared or read, and why.
        tried(str, bool, str): this account can be used, or why it can't.
    """

    accounts_read = Signal(object)
    declared = Signal(str)
    refused = Signal(str)
    tried = Signal(str, bool, str)

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        bridge.events_arrived.connect(self._on_events_arrived)

    @Slot()
    def refresh(self) -> None:
        """Read all accounts."""
        self._bridge.start(self._read(), "read the accounts")

    def put(self, name: str, definition: Mapping[str, Any], lives_s: int | None) -> None:
        """Declare an account, for so many seconds or for good; answered by `declared` or `refused`."""

        def declared(row: AccountRow) -> None:
            self.declared.emit(row.name)

        command = PutAccount(name=name, definition={**definition, "expires_at": _until(lives_s)})
        self._bridge.send(command, "declare an account", declared, self._on_refused)

    def consent(self, name: str, password: str, lives_s: int | None) -> None:
        """Give leave anew, with this password or, when it is empty, with the one that is kept."""
        changes = {"password": password or None, "expires_at": _until(lives_s)}
        command = ConsentToAccount(name=name, changes=changes)
        self._bridge.send(command, "give leave anew", None, self._on_refused)

    @Slot(str)
    def remove(self, name: str) -> None:
        """Take an account away, with its password."""
        self._bridge.send(RemoveAccount(name=name), "remove an account", None, self._on_refused)

    @Slot(str)
    def test(self, name: str) -> None:
        """Log in and look; answered by `tried`."""

        def answered(answer: Mapping[str, Any]) -> None:
            self.tried.emit(name, answer["ok"], answer.get("error", ""))

        def refused(error: PlacetError) -> None:
            self.tried.emit(name, False, error.message)

        self._bridge.send(TryAccount(name=name), "try an account", answered, refused)

    async def _read(self) -> None:
        try:
            rows: tuple[AccountRow, ...] = await self._bridge.ask(ListAccounts())
        except PlacetError as error:
            self.refused.emit(error.message)
            return
        self.accounts_read.emit(rows)

    def _on_refused(self, error: PlacetError) -> None:
        self.refused.emit(error.message)

    @Slot(object)
    def _on_events_arrived(self, events: Sequence[Event]) -> None:
        if any(event.type == "account.changed" for event in events):
            self.refresh()


def _until(lives_s: int | None) -> int | None:
    """The end of a leave that is given now, in ms since 1970 UTC."""
    return None if lives_s is None else int((time.time() + lives_s) * 1000)
