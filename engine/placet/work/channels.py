"""The owner's channels: kept in the data folder's `secrets` file (0600), since each may hold a key."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from placet.folder import write_whole
from placet.ledger.ledger import Ledger
from placet.rules.channels import Webhook, declared
from placet.rules.errors import BadInput, NotFound, SecretsUnreadable
from placet.rules.events import ChannelChanged


class Channels:
    """Reads and changes channels. Changing is the owner's alone; callers have checked that."""

    def __init__(self, *, path: Path, ledger: Ledger, new_id: Callable[[str], str]) -> None:
        self._path = path
        self._ledger = ledger
        self._new_id = new_id
        self._guard = threading.Lock()

    def all(self) -> list[Webhook]:
        """All channels by name. Reads the file; from any thread.

        Raises:
            SecretsUnreadable: the file isn't as it was written.
        """
        kept = self._read().get("channels", {})
        return [_channel(name, kept[name]) for name in sorted(kept)]

    def find(self, name: str) -> Webhook | None:
        """The channel of this name. Reads the file; from any thread.

        Raises:
            SecretsUnreadable: the file isn't as it was written.
        """
        return next((channel for channel in self.all() if channel.name == name), None)

    async def put(self, name: str, definition: Mapping[str, Any]) -> Webhook:
        """Declare a channel, new or in the place of the one of its name; returns when it is on the disk.

        Raises:
            BadInput: it doesn't fit. SecretsUnreadable: the file isn't as it was written.
        """
        channel = declared(name, definition, self._new_id("gen_"))
        await asyncio.to_thread(self._change, lambda kept: kept.update({name: channel.as_json()}))
        await self._ledger.commit(lambda tx: tx.record(ChannelChanged(name=name)))
        return channel

    async def remove(self, name: str) -> Webhook:
        """Take a channel away; messages to it are refused from now on.

        Raises:
            NotFound: there is none of this name. SecretsUnreadable: the file isn't as it was written.
        """
        channel = await asyncio.to_thread(self.find, name)
        if channel is None:
            raise NotFound("There is no such channel.")
        await asyncio.to_thread(self._change, lambda kept: kept.pop(name, None))
        await self._ledger.commit(lambda tx: tx.record(ChannelChanged(name=name, removed=True)))
        return channel

    def _change(self, change: Callable[[dict[str, Any]], object]) -> None:
        with self._guard:
            secrets = self._read()
            change(secrets.setdefault("channels", {}))
            write_whole(self._path, json.dumps(secrets, indent=1).encode())

    def _read(self) -> dict[str, Any]:
        try:
            found = json.loads(self._path.read_bytes())
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise _unreadable() from error
        if not isinstance(found, dict) or not isinstance(found.get("channels", {}), dict):
            raise _unreadable()
        return found


def _channel(name: str, kept: Any) -> Webhook:
    try:
        definition = dict(kept)
        return declared(name, definition, definition.pop("generation"))
    except (BadInput, TypeError, ValueError, KeyError):
        raise _unreadable() from None  # the cause could repeat a secret


def _unreadable() -> SecretsUnreadable:
    return SecretsUnreadable("The file `secrets` of the data folder is not as Placet wrote it.")
