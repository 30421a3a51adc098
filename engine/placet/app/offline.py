"""What is done on a data folder that no engine holds: making it, making a token, looking it over."""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from placet.api import Scope
from placet.app.goals import parts_of, private_paths
from placet.app.identity import SystemClock, keyring_of, new_id
from placet.backends.catalogue import Backends
from placet.folder import DataFolder, state_folder
from placet.ledger.database import FolderLock
from placet.ledger.ledger import Ledger
from placet.ledger.witness import Witness
from placet.rules.basics import (
    AgentId,
    Clock,
)
from placet.rules.errors import BadInput, NotFound
from placet.sandbox.children import Sandbox
from placet.sandbox.program import find_deno
from placet.settings import Settings
from placet.tools.registry import builtin
from placet.tools.shell.jail import Jail
from placet.work.doctor import Doctor, Finding
from placet.work.links import Links
from placet.work.receipts import Receipts
from placet.work.roster import Roster
from placet.work.strongbox import Strongbox
from placet.work.tokens import OFFLINE_LABEL, Tokens, hash_of, issue


def init(data: Path) -> str:
    """Make a data folder with its first owner token, and return that token: the only time it is seen.

    Raises:
        BadInput: there is something at this place already; nothing was changed.
    """
    folder = DataFolder(root=data)
    if not folder.is_free():
        raise BadInput(f"{data} exists already.")
    Witness(state_folder(), data).forget()  # whatever lay here before, this begins anew
    folder.prepare()
    with FolderLock(data), _ledger(folder, SystemClock(), lambda _: None) as ledger:
        return _issue_offline(ledger, Scope.OWNER, None, None, "made by init")[1]


def create_token_offline(data: Path, scope: Scope, agent: str | None, ttl_s: int | None) -> tuple[str, str]:
    """Make a token while nothing holds the folder; returns its id and its secret.

    Raises:
        DataFolderInUse: an engine runs; ask it. NotFound: no such agent.
    """
    folder = DataFolder(root=data)
    folder.prepare()
    Witness(state_folder(), data).check(folder.ledger)
    with FolderLock(data), _ledger(folder, SystemClock(), lambda _: None) as ledger:
        agent_id = None if agent is None else _agent_id(ledger, agent)
        return _issue_offline(ledger, scope, agent_id, ttl_s, OFFLINE_LABEL)


def export_receipts_offline(data: Path, write: Callable[[bytes], Any]) -> None:
    """Hand the chain of receipts of a folder that no engine holds to `write`, signed (`engine/receipts.md`).

    Raises:
        NotFound: there is no ledger. DataFolderInUse: an engine runs; ask it. LedgerDamaged: the ledger isn't opened.
        SecretsUnreadable: the key that signs can't be had. SettingsError: `settings.toml` doesn't fit.
    """
    folder = DataFolder(root=data)
    Witness(state_folder(), data).check(folder.ledger)
    if not folder.ledger.exists():
        raise NotFound("There is no data folder with a ledger here.")
    with FolderLock(data):
        settings = Settings.load(folder.settings)
        box = Strongbox(folder.secrets, functools.partial(keyring_of, settings))
        with _ledger(folder, SystemClock(), lambda _: None) as ledger:
            Receipts(ledger=ledger, box=box, clock=SystemClock(), new_id=new_id).export(write)


def examine_offline(data: Path) -> list[Finding]:
    """What somebody has to see to in a folder that no engine holds. Nothing of it is started, swept or told.

    Raises:
        NotFound: there is no ledger. DataFolderInUse: an engine runs; ask it. LedgerDamaged: the ledger isn't opened.
        SettingsError: `settings.toml` doesn't fit.
    """
    folder = DataFolder(root=data)
    Witness(state_folder(), data).check(folder.ledger)
    if not folder.ledger.exists():  # opening it would make one, and then find it in order
        raise NotFound("There is no data folder with a ledger here to look at.")
    with FolderLock(data):
        settings = Settings.load(folder.settings)
        with _ledger(folder, SystemClock(), lambda _: None) as ledger:
            return asyncio.run(_examine(ledger, folder, settings))


async def _examine(ledger: Ledger, folder: DataFolder, settings: Settings) -> list[Finding]:
    keyring = functools.partial(keyring_of, settings)
    backends = Backends(settings.backends, models_folder=folder.models, keyring=keyring)
    if backends.wants_keyring():
        await asyncio.to_thread(backends.fetch_keys)
    roster = Roster(
        ledger=ledger,
        tools=builtin(),
        clock=SystemClock(),
        data_folder=folder.root,
        new_agent_id=lambda: AgentId(new_id("agent_")),
    )
    doctor = Doctor(
        ledger=ledger,
        roster=roster,
        catalogue=backends,
        private=private_paths(folder),
        backends=lambda: [row.id for row in settings.backends],
        parts=parts_of(settings, Jail(folder.root), Sandbox(find_deno())),
        links=Links(
            folder=folder,
            ledger=ledger,
            roster=roster,
            tokens=Tokens(ledger=ledger, clock=SystemClock(), new_id=new_id),
            clock=SystemClock(),
        ),
        at_rest=True,
    )
    try:
        return await doctor.look()
    finally:
        await backends.close()


def _issue_offline(
    ledger: Ledger, scope: Scope, agent_id: AgentId | None, ttl_s: int | None, label: str
) -> tuple[str, str]:
    token, secret = issue(
        scope,
        agent_id,
        now=SystemClock().now_ms(),
        ttl_s=ttl_s,
        label=label,
        token_id=new_id("token_"),
    )
    ledger.commit_blocking(lambda tx: tx.create_token(token, hash_of(secret)))
    return token.id, secret


def _agent_id(ledger: Ledger, name: str) -> AgentId:
    agent = ledger.reads.agent_by_name(name)
    if agent is None:
        raise NotFound("There is no such agent.")
    return agent.id


@contextlib.contextmanager
def _ledger(folder: DataFolder, clock: Clock, on_commit: Callable[..., None]) -> Iterator[Ledger]:
    ledger = Ledger.open(folder.ledger, clock=clock, on_commit=on_commit)
    try:
        yield ledger
    finally:
        ledger.close()
