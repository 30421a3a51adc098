"""Reads the tokens of the HTTP interface, makes them, takes them back, and knows which the owner must be told of."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal, Slot

from placet.api import Event, PlacetError, Scope
from placet.api.commands import CreateToken, KeepToken, RevokeToken
from placet.api.queries import ListAgents, ListTokens
from placet.api.views import AgentRow, NewToken, TokenRow
from placet_gui.bridge import Bridge
from placet_gui.said import said

_NEWS = frozenset({"token.created", "token.kept", "token.revoked", "agent.declared"})


class TokensPresenter(QObject):
    """Between the access settings, the notice about offline tokens, and the engine. Reads off the GUI thread.

    Signals:
        tokens_read(tuple[TokenRow, ...], tuple[str, ...]): the tokens that are in force, and the agents' names.
        unconfirmed_read(tuple[TokenRow, ...]): those made offline that the owner must be told of (interfaces 1).
        made(NewToken): a token was made; its secret is here and nowhere else.
        refused(str): none was, and why.
    """

    tokens_read = Signal(object, object)
    unconfirmed_read = Signal(object)
    made = Signal(object)
    refused = Signal(str)

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        bridge.events_arrived.connect(self._on_events_arrived)

    @Slot()
    def refresh(self) -> None:
        """Read all tokens."""
        self._bridge.start(self._read(), "read the tokens")

    def create(self, scope: str, agent: str | None, ttl_s: int | None) -> None:
        """Make a token; answered by `made` or `refused`."""
        command = CreateToken(
            scope=Scope(scope), agent=agent, ttl_s=ttl_s, label=self.tr("made in the window")
        )
        self._bridge.send(command, "make a token", self._on_made, self._on_refused)

    def revoke(self, token_id: str) -> None:
        """Take a token back; it is refused from then on."""
        self._bridge.send(RevokeToken(token_id=token_id), "revoke a token")

    def keep(self, token_id: str) -> None:
        """The owner knows of a token that was made offline, and keeps it."""
        self._bridge.send(KeepToken(token_id=token_id), "keep a token")

    async def _read(self) -> None:
        tokens: tuple[TokenRow, ...] = await self._bridge.ask(ListTokens())
        agents: tuple[AgentRow, ...] = await self._bridge.ask(ListAgents())
        self.tokens_read.emit(tokens, tuple(sorted(it.name for it in agents)))
        self.unconfirmed_read.emit(tuple(it for it in tokens if it.unconfirmed))

    def _on_made(self, token: NewToken) -> None:
        self.made.emit(token)

    def _on_refused(self, error: PlacetError) -> None:
        self.refused.emit(said(error.message))

    @Slot(object)
    def _on_events_arrived(self, events: Sequence[Event]) -> None:
        if any(event.type in _NEWS for event in events):
            self.refresh()
