"""The reading statements. Fixed ones are compiled once; a listing is built for each shape and then kept."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Select,
    and_,
    bindparam,
    exists,
    func,
    or_,
    select,
    true,
    union_all,
)

from placet.ledger import rows, schema
from placet.ledger.statements import Prepared
from placet.ledger.writes import IS_OPEN, WHOLE_TASKS
from placet.rules.events import TaskMoved
from placet.rules.lifecycles import TOOL_CALL, ApprovalState, RunStatus, TurnStatus
from placet.rules.narrowing import Narrowing

_tasks, _approvals, _turns, _events = schema.tasks, schema.approvals, schema.turns, schema.events
_agents, _tokens = schema.agents, schema.tokens
_files, _sources, _runs = schema.files, schema.sources, schema.runs
_conversations, _messages = schema.conversations, schema.messages


def _given(name: str) -> BindParameter[Any]:
    return bindparam(name)


TASK: Final = Prepared(WHOLE_TASKS.where(_tasks.c.id == _given("id")))
GISTS: Final = select(*rows.gist_columns())
GISTS_BY_ID: Final = Prepared(
    GISTS.where(_tasks.c.id.in_(select(func.json_each(_given("ids")).table_valued("value").c.value)))
)
OPEN_COUNTS: Final = Prepared(
    select(schema.task_counts.c.agent_id, func.sum(schema.task_counts.c.tasks))
    .where(or_(*(schema.task_counts.c.status == word for word in sorted(TOOL_CALL.open))))
    .group_by(schema.task_counts.c.agent_id)
)
_earlier: Final = _tasks.alias("earlier")
LAST_APPROVED: Final = Prepared(
    WHOLE_TASKS.where(
        _tasks.c.seq.in_(
            select(_earlier.c.seq)
            .where(
                _earlier.c.agent_id == _given("agent_id"),
                _earlier.c.tool == _given("tool"),
                _earlier.c.seq < _given("below"),
            )
            .order_by(_earlier.c.seq.desc())
            .limit(_given("looked_at"))
        ),
        _approvals.c.state == ApprovalState.APPROVED.value,
        _approvals.c.decided_by == _given("decided_by"),
    )
    .order_by(_tasks.c.seq.desc())
    .limit(1)
)
"""The last call of an agent's of a tool that somebody approved, among the last so many of them."""
TASK_SEQ: Final = Prepared(select(_tasks.c.seq).where(_tasks.c.id == _given("id")))
OPEN_APPROVALS: Final = Prepared(
    WHOLE_TASKS.where(_approvals.c.state == ApprovalState.OPEN.value).order_by(
        _approvals.c.opened_at, _tasks.c.seq
    )
)
UNSWEPT: Final = Prepared(
    select(_tasks.c.id).where(IS_OPEN, _tasks.c.boot != _given("boot")).order_by(_tasks.c.seq)
)
AGENTS: Final = Prepared(select(*rows.AGENT_COLUMNS).order_by(_agents.c.name))
AGENT: Final = Prepared(select(*rows.AGENT_COLUMNS).where(_agents.c.id == _given("id")))
AGENT_BY_NAME: Final = Prepared(select(*rows.AGENT_COLUMNS).where(_agents.c.name == _given("name")))
CONVERSATIONS: Final = Prepared(
    select(*rows.CONVERSATION_COLUMNS)
    .where(_conversations.c.agent_id == _given("agent_id"))
    .order_by(_conversations.c.seq.desc())
)
NEWEST_CONVERSATION: Final = Prepared(
    select(*rows.CONVERSATION_COLUMNS)
    .where(
        _conversations.c.agent_id == _given("agent_id"),
        # A workflow's conversation takes no plain message: it would leave the workflow's scope (W8).
        ~exists().where(schema.workflows.c.conversation_id == _conversations.c.id),
    )
    .order_by(_conversations.c.seq.desc())
    .limit(1)
)
CONVERSATION: Final = Prepared(select(*rows.CONVERSATION_COLUMNS).where(_conversations.c.id == _given("id")))
MESSAGES: Final = Prepared(
    select(*rows.MESSAGE_COLUMNS)
    .where(_messages.c.conversation_id == _given("conversation_id"), _messages.c.seq > _given("after"))
    .order_by(_messages.c.seq)
)
TURN: Final = Prepared(select(*rows.TURN_COLUMNS).where(_turns.c.id == _given("id")))
RUNNING_TURNS: Final = Prepared(
    select(*rows.TURN_COLUMNS).where(_turns.c.status == TurnStatus.RUNNING.value).order_by(_turns.c.seq)
)
LAST_EVENT: Final = Prepared(select(func.coalesce(func.max(_events.c.seq), 0)))
TOKEN_BY_HASH: Final = Prepared(select(*rows.TOKEN_COLUMNS).where(_tokens.c.secret_hash == _given("hash")))
TOKENS: Final = Prepared(select(*rows.TOKEN_COLUMNS).order_by(_tokens.c.created_at, _tokens.c.id))


def _words(column: ColumnElement[Any], name: str, count: int) -> ColumnElement[bool]:
    return or_(*(column == _given(f"{name}_{index}") for index in range(count)))


_SEARCHED: Final = (
    _tasks.c.id, _tasks.c.tool, _tasks.c.agent, _tasks.c.args, _tasks.c.sentence, _tasks.c.claim,
    _tasks.c.error, _tasks.c.approved_args, _tasks.c.result,
)  # fmt: skip
_SEARCHED_JSON: Final = (_tasks.c.args, _tasks.c.approved_args, _tasks.c.result)
"""Of these, those that hold quotes, backslashes and line breaks as JSON escapes them."""


@dataclass(frozen=True, kw_only=True)
class Shape:
    """Which filters of a `Narrowing` there are, and how many words each has."""

    tools: int = 0
    risks: int = 0
    since: bool = False
    until: bool = False
    outside: bool = False


ANY: Final = Shape()


def numbered(name: str, words: Sequence[str]) -> dict[str, Any]:
    """The values for the words of one filter."""
    return {f"{name}_{index}": word for index, word in enumerate(words)}


def shaped(more: Narrowing) -> tuple[Shape, dict[str, Any]]:
    """A narrowing as the shape of a statement and the values for it."""
    tools, risks = tuple(dict.fromkeys(more.tools)), tuple(dict.fromkeys(more.risks))
    shape = Shape(
        tools=len(tools),
        risks=len(risks),
        since=more.since is not None,
        until=more.until is not None,
        outside=more.outside,
    )
    given: dict[str, Any] = {**numbered("tool", tools), **numbered("risk", risks)}
    return shape, given | {"since": more.since, "until": more.until}


def _narrowed(agent: bool, shape: Shape, search: bool) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if shape.risks:
        found.append(_words(_tasks.c.risk, "risk", shape.risks))
    if shape.since:
        found.append(_tasks.c.created_at >= _given("since"))
    if shape.until:
        found.append(_tasks.c.created_at < _given("until"))
    if shape.outside:
        found.append(_tasks.c.decision_only == 1)
    if agent:
        found.append(_tasks.c.agent_id == _given("agent_id"))
    if shape.tools:
        found.append(_words(_tasks.c.tool, "tool", shape.tools))
    if search:
        found.append(
            or_(
                *(column.like(_given("pattern"), escape="\\") for column in _SEARCHED),
                *(column.like(_given("json_pattern"), escape="\\") for column in _SEARCHED_JSON),
            )
        )
    return found


@functools.lru_cache(maxsize=256)
def tasks(
    *,
    agent: bool,
    statuses: int,
    search: bool,
    kind: bool,
    before: bool,
    shape: Shape = ANY,
    gists: bool = False,
) -> Prepared:
    """Newest first by keyset, never by OFFSET: each page costs the same, however far down it is.

    With statuses, each of them is walked along its own index and the walks are merged, so that a rare status
    among a million rows is as quick as a frequent one.
    """
    narrowed = _narrowed(agent, shape, search)
    if kind:
        narrowed.append(_tasks.c.kind == _given("kind"))
    if before:
        narrowed.append(_tasks.c.seq < _given("before"))
    listed = GISTS if gists else WHOLE_TASKS
    if not statuses:
        return Prepared(_newest(listed.where(and_(true(), *narrowed))))
    walks = [
        select(
            _newest(
                select(_tasks.c.seq).where(_tasks.c.status == _given(f"status_{index}"), *narrowed)
            ).subquery()
        )
        for index in range(statuses)
    ]
    return Prepared(_newest(listed.where(_tasks.c.seq.in_(union_all(*walks)))))


_other, _moved = _tasks.alias(), _tasks.alias()
# With names of their own: else SQLAlchemy gives them those of the statuses that are asked for.
_OPEN_WORDS: Final[list[BindParameter[Any]]] = [
    bindparam("open_word", word, unique=True) for word in sorted(TOOL_CALL.open)
]
_LATELY: Final = union_all(
    select(_other.c.seq).where(or_(*(_other.c.status == word for word in _OPEN_WORDS))),
    select(_moved.c.seq).where(
        _moved.c.id.in_(
            select(_events.c.task_id).where(
                _events.c.seq > _given("position"), _events.c.type == TaskMoved.type
            )
        )
    ),
)
_THESE: Final = select(func.json_each(_given("seqs")).table_valued("value").c.value)


@functools.lru_cache(maxsize=256)
def matching(*, lately: bool, agent: bool, statuses: int, kind: bool, shape: Shape = ANY) -> Prepared:
    """The `seq` and the status of the tasks that a search finds, newest first: among those that are open or moved
    lately, or among these.
    """
    narrowed = _narrowed(agent, shape, search=True)
    if kind:
        narrowed.append(_tasks.c.kind == _given("kind"))
    if statuses:
        narrowed.append(_words(_tasks.c.status, "status", statuses))
    among = _tasks.c.seq.in_(_LATELY if lately else _THESE)
    found = select(_tasks.c.seq, _tasks.c.status)
    return Prepared(_newest(found.where(among, _tasks.c.seq < _given("below"), *narrowed)))


IDS_BY_SEQ: Final = Prepared(select(_tasks.c.id).where(_tasks.c.seq.in_(_THESE)).order_by(_tasks.c.seq))


@functools.cache
def by_seq(*, gists: bool) -> Prepared:
    """These tasks, newest first."""
    listed = GISTS if gists else WHOLE_TASKS
    return Prepared(listed.where(_tasks.c.seq.in_(_THESE)).order_by(_tasks.c.seq.desc()))


@functools.lru_cache(maxsize=64)
def marks(*, agent: bool, statuses: int, search: bool, kind: bool, shape: Shape = ANY) -> Prepared:
    """The ids of every n-th task, the oldest first: where the pages of a long listing begin."""
    narrowed = _narrowed(agent, shape, search)
    if kind:
        narrowed.append(_tasks.c.kind == _given("kind"))
    if statuses:
        narrowed.append(_words(_tasks.c.status, "status", statuses))
    place = (func.row_number().over(order_by=_tasks.c.seq) - 1).label("place")
    placed = select(_tasks.c.seq, place).where(and_(true(), *narrowed)).subquery()
    chosen = select(placed.c.seq).where(placed.c.place % _given("every") == 0)
    return Prepared(select(_tasks.c.id).where(_tasks.c.seq.in_(chosen)).order_by(_tasks.c.seq))


def _newest(statement: Select[Any]) -> Select[Any]:
    return statement.order_by(_tasks.c.seq.desc()).limit(_given("limit"))


@functools.lru_cache(maxsize=64)
def counts(*, agent: bool, search: bool, shape: Shape = ANY) -> Prepared:
    """How many tasks stand in each status: kept, unless the rows must be looked at."""
    if not search and shape == ANY:
        kept = schema.task_counts.c
        mine = [kept.agent_id == _given("agent_id")] if agent else []
        return Prepared(
            select(kept.status, func.sum(kept.tasks)).where(and_(true(), *mine)).group_by(kept.status)
        )
    narrowed = _narrowed(agent, shape, search)
    return Prepared(
        select(_tasks.c.status, func.count()).where(and_(true(), *narrowed)).group_by(_tasks.c.status)
    )


_HAS_DEADLINE: Final = and_(
    _approvals.c.state == ApprovalState.OPEN.value, _approvals.c.expires_at.is_not(None)
)
NEXT_DEADLINE: Final = Prepared(
    select(_approvals.c.expires_at)
    .where(_HAS_DEADLINE, _approvals.c.expires_at > _given("now"))
    .order_by(_approvals.c.expires_at)
    .limit(_given("limit"))
)
OVERDUE: Final = Prepared(
    select(_approvals.c.task_id)
    .where(_HAS_DEADLINE, _approvals.c.expires_at <= _given("now"))
    .order_by(_approvals.c.expires_at, _approvals.c.task_id)
)


FILES: Final = Prepared(
    select(*rows.FILE_COLUMNS).where(_files.c.agent_id == _given("agent_id")).order_by(_files.c.path)
)
FILE_PATHS: Final = Prepared(
    select(_files.c.path)
    .where(_files.c.agent_id == _given("agent_id"))
    .order_by(_files.c.path)
    .limit(_given("limit"))
)
FILE: Final = Prepared(
    select(*rows.FILE_COLUMNS).where(_files.c.agent_id == _given("agent_id"), _files.c.path == _given("path"))
)
SOURCE: Final = Prepared(select(_sources.c.text).where(_sources.c.sha256 == _given("sha256")))
RUN: Final = Prepared(select(*rows.RUN_COLUMNS).where(_runs.c.id == _given("id")))
RUNNING_RUNS: Final = Prepared(
    select(*rows.RUN_COLUMNS).where(_runs.c.status == RunStatus.RUNNING.value).order_by(_runs.c.seq)
)


@functools.cache
def runs(*, agent: bool, before: bool) -> Prepared:
    """Runs of code, newest first, by keyset."""
    narrowed = [_runs.c.agent_id == _given("agent_id")] if agent else []
    if before:
        narrowed.append(
            _runs.c.seq < select(_runs.c.seq).where(_runs.c.id == _given("before")).scalar_subquery()
        )
    return Prepared(
        select(*rows.RUN_COLUMNS)
        .where(and_(true(), *narrowed))
        .order_by(_runs.c.seq.desc())
        .limit(_given("limit"))
    )


@functools.lru_cache(maxsize=64)
def events(types: int) -> Prepared:
    """Events after a sequence number, in order."""
    narrowed = [_words(_events.c.type, "type", types)] if types else []
    return Prepared(
        select(*rows.EVENT_COLUMNS)
        .where(_events.c.seq > _given("after"), *narrowed)
        .order_by(_events.c.seq)
        .limit(_given("limit"))
    )
