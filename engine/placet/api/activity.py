"""Who decided what, and what came of it: the facts of the ledger as lines, and each with the link that binds it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from placet.api.queries import Query
from placet.api.rows import approval_row
from placet.api.views import ApprovalRow
from placet.rules.errors import BadInput, NotFound
from placet.rules.records import Event, Task

KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "asked": ("hil.requested",),
    "decided": ("hil.resolved",),
    "work": ("task.created", "task.moved", "workflow.created", "workflow.moved", "workflow.archived"),
    "effect": ("operation.moved", "operation.looked"),
    "authority": (
        "grant.made", "grant.used", "grant.revoked", "token.created", "token.revoked", "token.kept", "file.authorized",
        "file.deauthorized", "agent.declared", "setting.changed", "channel.changed", "account.changed",
        "call.refused", "call.refused_repeat",
    ),
    "house": ("boot.started", "ledger.restored", "loop.recovered"),
}  # fmt: skip
"""The kinds of what happened, each with its facts. What models and code do by themselves has pages of its own."""

_KIND_OF: Final = {fact: kind for kind, facts in KINDS.items() for fact in facts}
_MAX_LIMIT: Final = 1000


@dataclass(frozen=True, kw_only=True)
class ListActivity(Query):
    """What happened, newest first. Answer: a tuple of `ActivityLine`. `kinds` empty: all; `limit` is 1 to 1000.

    `q` is looked for in what a fact says, in its agent's name and in its task's id; `before` is the id of the last shown.
    """

    kinds: tuple[str, ...] = ()
    q: str | None = None
    limit: int = 100
    before: str | None = None


@dataclass(frozen=True, kw_only=True)
class CountActivity(Query):
    """How much happened. Answer: a mapping of `""` to the number of all facts, which is all that costs nothing."""


@dataclass(frozen=True, kw_only=True)
class GetActivity(Query):
    """One fact with all that it says. Answer: `ActivityRow`; `NotFound`."""

    id: str


@dataclass(frozen=True, kw_only=True)
class ActivityLine:
    """One fact. `id` is its number; `payload` is what it says, whose texts are untrusted.

    `tool` is what a decision was about, which the fact itself doesn't say.
    """

    id: str
    seq: int
    kind: str
    fact: str
    at_ms: int
    agent: str | None
    task_id: str | None
    payload: Mapping[str, Any]
    tool: str | None = None


@dataclass(frozen=True, kw_only=True)
class ActivityRow:
    """One fact, the link that binds it, and for a decision how the request was answered; `digest` is of its arguments."""

    line: ActivityLine
    link: int
    head: str
    tool: str | None
    digest: str | None
    approval: ApprovalRow | None


_DECIDED: Final = frozenset(KINDS["decided"])


class Facts(Protocol):
    """What is asked of the ledger's reader of facts."""

    def newest(self, types: Sequence[str], limit: int, q: str | None, before: int | None) -> list[Event]:
        """The newest of these types."""
        ...

    def one(self, seq: int) -> Event:
        """One; raises NotFound."""
        ...

    def link_of(self, seq: int) -> Any:
        """The link that binds one: its `number` and its `head`."""
        ...


class ActivityReadings:
    """Answers the queries. From any thread."""

    def __init__(self, facts: Facts, task: Callable[[Any], Task], last_seq: Callable[[], int]) -> None:
        self._facts = facts
        self._task = task
        self._last_seq = last_seq
        self.answers: dict[type[Query], Callable[[Any], Any]] = {
            ListActivity: self._list,
            CountActivity: lambda _: {"": self._last_seq()},
            GetActivity: self._get,
        }

    def _list(self, query: ListActivity) -> tuple[ActivityLine, ...]:
        if not 1 <= query.limit <= _MAX_LIMIT:
            raise BadInput(f"limit must be 1 to {_MAX_LIMIT}.", "/limit")
        if not KINDS.keys() >= set(query.kinds):
            raise BadInput(f"kinds must be of {', '.join(KINDS)}.", "/kinds")
        types = [fact for kind in query.kinds or KINDS for fact in KINDS[kind]]
        before = None if query.before is None else _number(query.before)
        found = self._facts.newest(types, query.limit, query.q or None, before)
        return tuple(_line(it, self._task_of(it) if it.type in _DECIDED else None) for it in found)

    def _get(self, query: GetActivity) -> ActivityRow:
        event = self._facts.one(_number(query.id))
        link = self._facts.link_of(event.seq)
        task = self._task_of(event)
        approval = None if task is None or task.approval is None else approval_row(task.approval)
        return ActivityRow(
            line=_line(event, task if event.type in _DECIDED else None),
            link=link.number,
            head=link.head,
            tool=None if task is None else task.tool,
            digest=None if task is None else task.bound_digest,
            approval=approval,
        )

    def _task_of(self, event: Event) -> Task | None:
        if event.task_id is None:
            return None
        try:
            return self._task(event.task_id)
        except NotFound:
            return None  # a workflow's or a generation's


def _number(given: str) -> int:
    if not given.isdecimal():
        raise NotFound("There is no such fact.")
    return int(given)


def _line(event: Event, decided: Task | None) -> ActivityLine:
    return ActivityLine(
        id=str(event.seq),
        seq=event.seq,
        kind=_KIND_OF.get(event.type, "house"),
        fact=event.type,
        at_ms=event.at_ms,
        agent=event.agent,
        task_id=event.task_id,
        payload=event.payload,
        tool=None if decided is None else decided.tool,
    )
