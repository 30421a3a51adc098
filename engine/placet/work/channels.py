"""The owner's channels: what may be told of them in the data folder's `secrets` file, what may not in the keyring.

Where the session has no keyring, or it refuses, both lie in that file, which only its owner can read (0600).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final

from placet.ledger.ledger import Ledger
from placet.rules.channels import Channel, Listed, check_address, declared
from placet.rules.errors import BadInput, NotFound, PlacetError, ToolFailed
from placet.rules.events import ChannelChanged, ChannelTested
from placet.tools.outbox import Outbox, Outgoing
from placet.work.strongbox import GENERATION, IN_KEYRING, SECRET, Strongbox, unreadable

_SECTION: Final = "channels"
_TOLD: Final = frozenset({"base_url", "host", "port", "from", "security", "user"})
"""What may be told of a channel; all else of an entry is a secret."""
_BESIDE: Final = frozenset({SECRET, IN_KEYRING, GENERATION})
TEST_TEXT: Final = "This is a test message from Placet. Whoever declared this channel sent it."


class Channels:
    """Reads and changes channels. Changing, and testing, is the owner's alone; callers have checked that."""

    def __init__(
        self, *, box: Strongbox, ledger: Ledger, new_id: Callable[[str], str], outbox: Outbox
    ) -> None:
        self._box = box
        self._ledger = ledger
        self._new_id = new_id
        self._outbox = outbox

    def all(self) -> list[Listed]:
        """All channels by name. Reads the file, never the keyring; from any thread.

        Raises:
            SecretsUnreadable: the file isn't as it was written.
        """
        kept = self._box.entries(_SECTION)
        return [_listed(name, kept[name]) for name in sorted(kept)]

    def find(self, name: str) -> Listed | None:
        """The channel of this name. Reads the file; from any thread.

        Raises:
            SecretsUnreadable: the file isn't as it was written.
        """
        return next((channel for channel in self.all() if channel.name == name), None)

    def open(self, listed: Listed) -> Channel:
        """A channel with its secrets. Blocking, and for long where the keyring asks its user; never on the loop.

        Raises:
            ToolFailed: `target_changed`, it was declared anew or taken away meanwhile.
            SecretsUnreadable: the file isn't as it was written, or the keyring doesn't give the secret.
        """
        kept = self._box.entries(_SECTION).get(listed.name)
        if kept is None or kept.get("generation") != listed.generation:
            raise ToolFailed("The channel isn't what it was when it was looked up.", code="target_changed")
        secret = self._box.secret_of(kept, "channel")
        written = {key: value for key, value in kept.items() if key not in _BESIDE}
        try:
            return declared(listed.name, {**written, **secret}, listed.generation)
        except (BadInput, TypeError):
            raise unreadable() from None  # the cause could repeat a secret

    async def put(self, name: str, definition: Mapping[str, Any]) -> Listed:
        """Declare a channel, new or in the place of the one of its name; returns when it is on the disk.

        Raises:
            BadInput: it doesn't fit. SecretsUnreadable: the file isn't as it was written.
        """
        channel = declared(name, definition, self._new_id("gen_"))
        await asyncio.to_thread(self._keep, channel)
        await self._ledger.commit(lambda tx: tx.record(ChannelChanged(name=name)))
        return await asyncio.to_thread(self._existing, name)

    async def remove(self, name: str) -> Listed:
        """Take a channel away; messages to it are refused from now on.

        Raises:
            NotFound: there is none of this name. SecretsUnreadable: the file isn't as it was written.
        """
        channel = await asyncio.to_thread(self._existing, name)
        await asyncio.to_thread(self._box.drop, _SECTION, name)
        await self._ledger.commit(lambda tx: tx.record(ChannelChanged(name=name, removed=True)))
        return channel

    async def test(self, name: str, address: str) -> dict[str, Any]:
        """Send one fixed sentence through a channel, in the owner's name.

        Answers `{"ok": true, …}` with what the other side said, or `{"ok": false, "code", "error"}` with why not.

        Raises:
            NotFound: there is none of this name. BadInput: nobody can be reached there by such a channel.
        """
        listed = await asyncio.to_thread(self._existing, name)
        why_not = check_address(listed.kind, address)
        if why_not is not None:
            raise BadInput(why_not, pointer="/address")
        try:
            channel = await asyncio.to_thread(self.open, listed)
            answer = await self._outbox.send(channel, _trial(name, address))
        except PlacetError as error:
            await self._tell_test(name, error.code)
            return {"ok": False, "code": error.code, "error": error.message}
        await self._tell_test(name, None)
        return {"ok": True, **answer}

    async def _tell_test(self, name: str, code: str | None) -> None:
        await self._ledger.commit(lambda tx: tx.record(ChannelTested(name=name, code=code)))

    def _existing(self, name: str) -> Listed:
        channel = self.find(name)
        if channel is None:
            raise NotFound("There is no such channel.")
        return channel

    def _keep(self, channel: Channel) -> None:
        entry: dict[str, Any] = {"kind": channel.kind, **channel.told(), "generation": channel.generation}
        self._box.keep(_SECTION, channel.name, entry, channel.secrets())


def _listed(name: str, kept: Any) -> Listed:
    if not isinstance(kept, dict) or not isinstance(kept.get("secret", {}), dict):
        raise unreadable()
    kind, generation = kept.get("kind"), kept.get("generation")
    if not isinstance(kind, str) or not isinstance(generation, str):
        raise unreadable()
    told = {key: kept[key] for key in kept if key in _TOLD}
    return Listed(
        name=name, kind=kind, generation=generation, in_keyring=kept.get("in_keyring") is True, told=told
    )


def _trial(name: str, address: str) -> Outgoing:
    recipient = f"{name}:{address}"
    return Outgoing(agent="placet", recipient=recipient, address=address, subject="Placet", content=TEST_TEXT)
