"""An owner's standing answers from outside of the engine: their commands, queries and views."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from placet.api.commands import Command
from placet.api.queries import Query
from placet.api.reader import Reader
from placet.rules.authority import Authority
from placet.rules.basics import Clock, TaskId
from placet.rules.grants import Bound, Grant, Wording, is_live
from placet.work.grants import Asked, Grants, draft
from placet.work.roster import Roster

__all__ = [
    "MOST_EXAMPLES",
    "Bound",
    "DraftGrant",
    "GrantDraft",
    "GrantPreview",
    "GrantRoom",
    "GrantRow",
    "GrantWords",
    "ListGrants",
    "MadeGrant",
    "MakeGrant",
    "PreviewGrant",
    "RevokeGrant",
    "Wording",
]

MOST_EXAMPLES: Final = 50
"""How many of the calls that a grant would have let pass are named one by one."""


@dataclass(frozen=True, kw_only=True)
class GrantWords:
    """A grant as an owner words it (`rules.grants` says what a match may hold); `expires_at` in ms."""

    agent: str
    tool: str
    match: Mapping[str, Any]
    folder: str | None = None
    host: str | None = None
    uses: int | None = None
    expires_at: int | None = None


@dataclass(frozen=True, kw_only=True)
class GrantRow:
    """One grant. `sentence` says exactly what it matches, and `wording` the same in parts.

    `live`: it still stands, as of when the row was made.
    """

    id: str
    agent: str
    tool: str
    match: Mapping[str, Any]
    folder: str | None
    host: str | None
    sentence: str
    wording: Wording
    uses_left: int | None
    expires_at: int | None
    revoked_at: int | None
    created_at: int
    hits: int
    live: bool


@dataclass(frozen=True, kw_only=True)
class MadeGrant:
    """A grant just made, and how many requests that waited it let pass at once."""

    row: GrantRow
    settled: int


@dataclass(frozen=True, kw_only=True)
class GrantPreview:
    """What a grant would match, in words, and what it would have matched among the agent's last calls of the tool.

    `denied` counts calls that the owner denied and the grant would have let pass; `waiting` those that wait now.
    `examples` are ids of matched tasks, newest first.
    """

    sentence: str
    wording: Wording
    looked_at: int
    matched: int
    denied: int
    waiting: int
    examples: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class GrantDraft:
    """The narrowest grant that describes one request. `why_not`: why none may be made from it, in words; else None.

    `arguments` are the names that the tool takes, in their order.
    """

    words: GrantWords
    arguments: tuple[str, ...]
    why_not: str | None


@dataclass(frozen=True, kw_only=True)
class MakeGrant(Command):
    """Let the calls that these words describe pass without asking. By: the owner. Answer: `MadeGrant`.

    `settle_waiting`: requests that wait already and match pass at once, too.
    """

    words: GrantWords
    settle_waiting: bool = False


@dataclass(frozen=True, kw_only=True)
class RevokeGrant(Command):
    """Take a grant back. By: the owner. Answer: `GrantRow`."""

    grant_id: str


@dataclass(frozen=True, kw_only=True)
class ListGrants(Query):
    """All grants, newest first, those that ended too; of one agent only, if named. Answer: a tuple of `GrantRow`."""

    agent: str | None = None


@dataclass(frozen=True, kw_only=True)
class PreviewGrant(Query):
    """What these words would match. Reads up to 1,000 calls, so not for a loop. Answer: `GrantPreview`."""

    words: GrantWords


@dataclass(frozen=True, kw_only=True)
class DraftGrant(Query):
    """What an owner may start a grant from, given a request. Answer: `GrantDraft`."""

    task_id: str


class GrantRoom:
    """Carries out the commands about grants and answers the queries."""

    def __init__(self, *, grants: Grants, roster: Roster, reader: Reader, clock: Clock) -> None:
        self._grants = grants
        self._roster = roster
        self._reader = reader
        self._clock = clock

    @property
    def answers(self) -> dict[type[Query], Callable[[Any], Any]]:
        """What answers each query; any thread may ask."""
        return {ListGrants: self._all, PreviewGrant: self._preview, DraftGrant: self._draft}

    async def make(self, command: MakeGrant, _: Authority) -> MadeGrant:
        """Make a grant."""
        asked = _asked(command.words)
        grant, settled = await self._grants.make(asked, settle_waiting=command.settle_waiting)
        return MadeGrant(row=self._row(grant), settled=settled)

    async def revoke(self, command: RevokeGrant, _: Authority) -> GrantRow:
        """Take a grant back."""
        return self._row(await self._grants.revoke(command.grant_id))

    def _all(self, query: ListGrants) -> tuple[GrantRow, ...]:
        agent_id = None if query.agent is None else self._roster.find(query.agent).id
        return tuple(self._row(one) for one in self._grants.all() if agent_id in {None, one.agent_id})

    def _preview(self, query: PreviewGrant) -> GrantPreview:
        grant = self._grants.plan(_asked(query.words))
        tried = self._grants.backtest(grant)
        return GrantPreview(
            sentence=self._grants.sentence(grant),
            wording=self._grants.wording(grant),
            looked_at=tried.looked_at,
            matched=len(tried.matched),
            denied=tried.denied,
            waiting=len(tried.waiting),
            examples=tuple(task.id for task in tried.matched[:MOST_EXAMPLES]),
        )

    def _draft(self, query: DraftGrant) -> GrantDraft:
        task = self._reader.task(TaskId(query.task_id))
        declared = self._roster.of(self._roster.find(task.agent_id)).tool(task.tool)
        asked, why_not = draft(task, locked=declared is not None and declared.locked)
        words = GrantWords(agent=asked.agent, tool=asked.tool, match=asked.match)
        return GrantDraft(
            words=words, arguments=self._grants.arguments_of(task.tool, asked.match), why_not=why_not
        )

    def _row(self, grant: Grant) -> GrantRow:
        return GrantRow(
            id=grant.id,
            agent=grant.agent,
            tool=grant.tool,
            match=grant.match,
            folder=grant.folder,
            host=grant.host,
            sentence=self._grants.sentence(grant),
            wording=self._grants.wording(grant),
            uses_left=grant.uses_left,
            expires_at=grant.expires_at,
            revoked_at=None if grant.has_run_out else grant.revoked_at,
            created_at=grant.created_at,
            hits=grant.hits,
            live=is_live(grant, self._clock.now_ms()),
        )


def _asked(words: GrantWords) -> Asked:
    return Asked(**words.__dict__)
