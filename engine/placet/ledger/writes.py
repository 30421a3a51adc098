"""The writing statements, each a Core construct compiled once. `tx` gives them their values and their
meaning.
"""

from __future__ import annotations

import functools
from typing import Final

from sqlalchemy import and_, delete, func, or_, select, update

from placet.ledger import rows, schema
from placet.ledger.statements import PREFIX, Prepared, given, guarded_step, insert_into
from placet.rules.lifecycles import TOOL_CALL, ApprovalState, RunStatus, TaskStatus, TurnStatus

_tasks, _approvals, _turns = schema.tasks, schema.approvals, schema.turns
_files, _sources, _runs = schema.files, schema.sources, schema.runs
_agents, _tokens, _boots, _keys = schema.agents, schema.tokens, schema.boots, schema.request_keys


INSERT_CONVERSATION: Final = insert_into(schema.conversations)
INSERT_MESSAGE: Final = insert_into(schema.messages)
INSERT_TURN: Final = insert_into(_turns)
INSERT_RUN: Final = insert_into(_runs)
INSERT_SOURCE: Final = insert_into(_sources)
INSERT_FILE: Final = insert_into(_files)
INSERT_EVENT: Final = insert_into(schema.events)
INSERT_AGENT: Final = insert_into(_agents)
INSERT_TOKEN: Final = insert_into(_tokens)
INSERT_KEY: Final = insert_into(_keys)
INSERT_BOOT: Final = insert_into(_boots)

# Spelled with OR: an IN list would be expanded at each run.
IS_OPEN = or_(*(_tasks.c.status == word for word in sorted(TOOL_CALL.open)))

WHOLE_TASKS: Final = select(*rows.whole_task_columns()).select_from(
    _tasks.outerjoin(_approvals, _approvals.c.task_id == _tasks.c.id)
)

SELECT_TASK: Final = Prepared(WHOLE_TASKS.where(_tasks.c.id == given("id")))
SELECT_TASK_STATUS: Final = Prepared(select(_tasks.c.status).where(_tasks.c.id == given("id")))
SELECT_TURN: Final = Prepared(select(*rows.TURN_COLUMNS).where(_turns.c.id == given("id")))
SELECT_AGENT: Final = Prepared(select(*rows.AGENT_COLUMNS).where(_agents.c.id == given("id")))
SELECT_AGENT_STATE: Final = Prepared(select(_agents.c.state).where(_agents.c.id == given("id")))
SELECT_AGENT_DECLARATION: Final = Prepared(select(_agents.c.declaration).where(_agents.c.id == given("id")))
SELECT_AGENT_NAME: Final = Prepared(select(_agents.c.name).where(_agents.c.id == given("id")))
SELECT_NAME_IN_USE: Final = Prepared(select(_agents.c.id).where(_agents.c.name == given("name")))
SELECT_DENIED_TWIN: Final = Prepared(
    WHOLE_TASKS.where(
        _tasks.c.turn_id == given("turn_id"),
        _tasks.c.digest == given("digest"),
        _tasks.c.tool == given("tool"),
        _tasks.c.status == TaskStatus.DENIED.value,
    )
    .order_by(_tasks.c.seq.desc())
    .limit(1)
)
SELECT_RUNNING_TURNS: Final = Prepared(
    select(*rows.TURN_COLUMNS).where(_turns.c.status == TurnStatus.RUNNING.value).order_by(_turns.c.seq)
)
SELECT_KEY: Final = Prepared(
    select(_keys.c.body_digest, _keys.c.task_id).where(
        _keys.c.agent_id == given("agent_id"), _keys.c.key == given("key")
    )
)
_THIS_FILE = and_(_files.c.agent_id == given("agent_id"), _files.c.path == given("path"))
SELECT_FILE: Final = Prepared(select(*rows.FILE_COLUMNS).where(_THIS_FILE))
SELECT_SOURCE: Final = Prepared(select(_sources.c.sha256).where(_sources.c.sha256 == given("sha256")))
SELECT_LAST_BOOT: Final = Prepared(select(_boots.c.clean_at).order_by(_boots.c.seq.desc()).limit(1))
SELECT_LAST_TASK: Final = Prepared(select(func.coalesce(func.max(_tasks.c.seq), 0)))
SELECT_LAST_EVENT: Final = Prepared(select(func.coalesce(func.max(schema.events.c.seq), 0)))


@functools.lru_cache(maxsize=256)
def insert_task(unset: tuple[str, ...]) -> Prepared:
    """A new task; these columns stay NULL."""
    return insert_into(_tasks, unset=unset)


@functools.lru_cache(maxsize=64)
def insert_approval(unset: tuple[str, ...]) -> Prepared:
    """A new approval; these columns stay NULL."""
    return insert_into(_approvals, unset=unset)


@functools.lru_cache(maxsize=256)
def move_task(columns: tuple[str, ...]) -> Prepared:
    """The guarded step of a task that sets these columns, `status` among them."""
    return guarded_step(_tasks.c.status, columns)


@functools.lru_cache(maxsize=64)
def close_approval(columns: tuple[str, ...]) -> Prepared:
    """The guarded end of an open approval that sets these columns, `state` among them."""
    return Prepared(
        update(_approvals)
        .where(_approvals.c.task_id == given("id"), _approvals.c.state == ApprovalState.OPEN.value)
        .values({name: given(name) for name in columns}),
        PREFIX,
    )


# A write takes the mark away in the same statement that notes the bytes, whatever they are (DECISIONS T21).
REWRITE_FILE: Final = Prepared(
    update(_files)
    .where(_THIS_FILE)
    .values(
        size=given("size"),
        sha256=given("sha256"),
        updated_at=func.max(given("now"), _files.c.updated_at),
        authorized=0,
    )
)
DEAUTHORIZE_FILE: Final = Prepared(update(_files).where(_THIS_FILE).values(authorized=0))
AUTHORIZE_FILE: Final = Prepared(
    update(_files)
    .where(_THIS_FILE, _files.c.sha256 == given("sha256"))
    .values(authorized=1, last_authorized=given("sha256"))
)
FORGET_FILE: Final = Prepared(delete(_files).where(_THIS_FILE))
END_RUN: Final = Prepared(
    update(_runs)
    .where(_runs.c.id == given("id"), _runs.c.status == RunStatus.RUNNING.value)
    .values(
        status=given("to"),
        ended_at=func.max(given("now"), _runs.c.started_at),
        code=given("code"),
        message=given("message"),
        console=given("console"),
    )
    .returning(*rows.RUN_COLUMNS)
)
RAISE_AUTHORIZATION: Final = Prepared(
    update(_tasks)
    .where(_tasks.c.id == given("id"), IS_OPEN, _tasks.c.requires_authorization == 0)
    .values(requires_authorization=1)
)
REQUEST_CANCEL: Final = Prepared(
    update(_tasks)
    .where(_tasks.c.id == given("id"), IS_OPEN, _tasks.c.cancel_requested == 0)
    .values(cancel_requested=1)
)
EXTEND_DEADLINE: Final = Prepared(
    update(_approvals)
    .where(_approvals.c.task_id == given("id"), _approvals.c.state == ApprovalState.OPEN.value)
    .values(expires_at=given("expires_at"))
)
END_TURN: Final = Prepared(
    update(_turns)
    .where(_turns.c.id == given("id"), _turns.c.status == TurnStatus.RUNNING.value)
    .values(
        status=given("to"),
        ended_at=func.max(given("now"), _turns.c.created_at),
        answer=given("answer"),
        error=given("error"),
    )
    .returning(*rows.TURN_COLUMNS)
)
CHANGE_AGENT: Final = Prepared(
    update(_agents)
    .where(_agents.c.id == given("id"))
    .values(declaration=given("declaration"), updated_at=func.max(given("now"), _agents.c.updated_at))
    .returning(*rows.AGENT_COLUMNS)
)
SET_AGENT_STATE: Final = Prepared(
    update(_agents)
    .where(
        _agents.c.id == given("id"),
        or_(_agents.c.state != given("state"), _agents.c.error.is_distinct_from(given("error"))),
    )
    .values(
        state=given("state"), error=given("error"), updated_at=func.max(given("now"), _agents.c.updated_at)
    )
)
REVOKE_TOKEN: Final = Prepared(
    update(_tokens)
    .where(_tokens.c.id == given("id"), _tokens.c.revoked_at.is_(None))
    .values(revoked_at=func.max(given("now"), _tokens.c.created_at))
)
RUN_OUT_TOKEN: Final = Prepared(
    update(_tokens)
    .where(_tokens.c.id == given("id"), _tokens.c.revoked_at.is_(None), _tokens.c.expires_at <= given("now"))
    .values(revoked_at=_tokens.c.expires_at)
)
LABEL_TOKEN: Final = Prepared(
    update(_tokens)
    .where(_tokens.c.id == given("id"), _tokens.c.revoked_at.is_(None), _tokens.c.label != given("label"))
    .values(label=given("label"))
)
USE_TOKEN: Final = Prepared(
    update(_tokens).where(_tokens.c.id == given("id")).values(last_used_at=given("at"))
)
SELECT_TOKEN_ID: Final = Prepared(select(_tokens.c.id).where(_tokens.c.id == given("id")))
SELECT_CONVERSATION_AGENT: Final = Prepared(
    select(schema.conversations.c.agent_id).where(schema.conversations.c.id == given("id"))
)
MARK_CLEAN: Final = Prepared(update(_boots).where(_boots.c.id == given("id")).values(clean_at=given("now")))
