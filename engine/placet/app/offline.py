"""What is done on a data folder that no engine holds: making it, and making a token."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

from placet.api import Scope
from placet.app.identity import SystemClock, new_id
from placet.folder import DataFolder, state_folder
from placet.ledger.database import FolderLock
from placet.ledger.ledger import Ledger
from placet.ledger.witness import Witness
from placet.rules.basics import (
    AgentId,
    Clock,
)
from placet.rules.errors import BadInput, NotFound
from placet.work.tokens import OFFLINE_LABEL, hash_of, issue


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
