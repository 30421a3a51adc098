"""The verbs of a transaction: the only way in which anything in the ledger changes.

All of them run on the writer thread, inside one step of `Ledger.commit`. A status moves through three fences: the
declared edge (`lifecycles`), the guarded UPDATE here, and the file's own triggers (`triggers`).
"""

from __future__ import annotations

import functools
import json
import sqlite3
from dataclasses import replace
from typing import Any, Final

from placet.ledger import rows, verbs
from placet.ledger.statements import Prepared
from placet.rules import errors
from placet.rules.basics import AgentId, BootId, Clock, Instant, TaskId, TurnId
from placet.rules.events import (
    AgentDeclared,
    AgentStateChanged,
    ConversationOpened,
    Fact,
    MessageAppended,
    TaskChanged,
    TaskCreated,
    TaskMoved,
    TokenCreated,
    TokenRevoked,
    TurnEnded,
    TurnStarted,
)
from placet.rules.lifecycle import Cause, Lifecycle
from placet.rules.lifecycles import APPROVAL, TOOL_CALL, TURN, ApprovalState, TaskStatus, TurnStatus
from placet.rules.records import (
    Agent,
    AgentState,
    Approval,
    Conversation,
    Event,
    Message,
    Task,
    Token,
    Turn,
)

_MOVABLE: Final = frozenset(
    {
        "result", "error", "approved_args", "approved_digest", "target", "diff", "boot", "requires_authorization",
        "executor_managed",
    }
)  # fmt: skip


@functools.cache
def _check_edge(lifecycle_kind: str, frm: str, to: str, by: Cause) -> None:
    """Ask the table, once for each step that was found declared."""
    _BY_KIND[lifecycle_kind].check(frm, to, by)


_BY_KIND: Final[dict[str, Lifecycle]] = {
    lifecycle.kind: lifecycle for lifecycle in (TOOL_CALL, APPROVAL, TURN)
}


def _payload_text(payload: dict[str, Any]) -> str:
    # ASCII, so that text with a lone surrogate (a provider's, say) can't make a commit impossible.
    return json.dumps(payload, separators=(",", ":"), allow_nan=False)


@functools.lru_cache(maxsize=1024)
def _moved(tool: str, frm: str, to: str, by: str) -> tuple[dict[str, Any], str]:
    """What is told of a move: the same for all tasks of a tool, so it is spelled once."""
    payload = TaskMoved(tool=tool, frm=frm, to=to, by=by).payload()
    return payload, _payload_text(payload)


@functools.lru_cache(maxsize=1024)
def _created(tool: str, status: str) -> tuple[dict[str, Any], str]:
    payload = TaskCreated(tool=tool, status=status).payload()
    return payload, _payload_text(payload)


class Tx:
    """One transaction as its steps see it. Made by the writer, lives on its thread, useless after the step.

    Every verb either does all of what it says or raises; a step that raises is undone as a whole. `now` is the
    wall clock at the start of the step.
    """

    def __init__(self, cursor: sqlite3.Cursor, clock: Clock, last_event_seq: int) -> None:
        self._cursor = cursor
        self._clock = clock
        self._last_event_seq = last_event_seq
        self._facts: list[tuple[Any, ...]] = []
        self.now = clock.now_ms()

    # What the writer calls between steps.

    def begin_step(self) -> int:
        """Take the time for the next step; the mark returned is for `undo_step`."""
        self.now = self._clock.now_ms()
        return len(self._facts)

    def undo_step(self, mark: int) -> None:
        """Forget the facts of a step whose writes were rolled back."""
        del self._facts[mark:]

    def write_facts(self) -> tuple[Event, ...]:
        """Number the facts of all steps, write them in one go and hand them out as events, in order."""
        first = self._last_event_seq + 1
        rows_ = [
            (seq, kind, at_ms, agent_id, agent, task_id, text)
            for seq, (kind, at_ms, agent_id, agent, task_id, _, text) in enumerate(self._facts, first)
        ]
        self._cursor.executemany(verbs.INSERT_EVENT.sql, rows_)
        return tuple(
            Event(
                seq=seq,
                type=kind,
                at_ms=at_ms,
                agent_id=agent_id,
                agent=agent,
                task_id=task_id,
                payload=dict(payload),
            )
            for seq, (kind, at_ms, agent_id, agent, task_id, payload, _) in enumerate(self._facts, first)
        )

    # Facts.

    def record(self, fact: Fact) -> None:
        """Write a fact; it is told after the commit, in the order of recording."""
        payload = fact.payload()
        agent = self._agent_name(fact.agent_id) if fact.agent_id is not None else None
        self._facts.append(
            (fact.type, self.now, fact.agent_id, agent, fact.task_id, payload, _payload_text(payload))
        )

    def _record_of(self, task: Task, kind: str, told: tuple[dict[str, Any], str]) -> None:
        self._facts.append((kind, self.now, task.agent_id, task.agent, task.id, *told))

    def _agent_name(self, agent_id: AgentId) -> str | None:
        row = self._one(verbs.SELECT_AGENT_NAME, p_id=agent_id)
        return row[0] if row else None

    # Tasks.

    def create_task(self, task: Task) -> Task:
        """Write a new task and tell of it; returns it with its `seq`, and `started_at` when it starts running.

        Its approval, if it needs one, is opened by `open_approval` in the same step.
        """
        TOOL_CALL.check_start(task.status)
        values = rows.task_values(task)
        if task.status is TaskStatus.RUNNING and task.started_at is None:
            values["started_at"] = task.created_at
        self._run(verbs.INSERT_TASK, values)
        self._record_of(task, TaskCreated.type, _created(task.tool, task.status.value))
        return replace(task, seq=self._assigned(), started_at=values["started_at"], approval=None)

    def move(self, task_id: TaskId, frm: TaskStatus, to: TaskStatus, by: Cause, **columns: Any) -> Task:
        """Walk one declared edge, setting more columns with it; sets `started_at` and `completed_at`, and tells of it.

        Columns: `result`, `error`, `approved_args`, `approved_digest`, `target`, `diff`, `boot` and the two flags
        that can only be raised.

        Raises:
            LostRace: the task isn't in `frm` any more; `details["status"]` is where it is.
            NotFound: there is no such task.
        """
        _check_edge(TOOL_CALL.kind, frm, to, by)
        if not _MOVABLE.issuperset(columns):
            raise RuntimeError(f"a move can't set {sorted(columns.keys() - _MOVABLE)}")
        statement = verbs.move_task(tuple(sorted(columns)), to == TaskStatus.RUNNING, to in TOOL_CALL.ended)
        given = {f"p_{name}": value for name, value in columns.items()}
        row = self._one(statement, p_id=task_id, p_frm=str(frm), p_to=str(to), p_now=self.now, **given)
        if row is None:
            raise self._lost(task_id)
        task = self._with_approval(row)
        self._record_of(task, TaskMoved.type, _moved(task.tool, str(frm), str(to), str(by)))
        return task

    def mark(self, task_id: TaskId, *, cancel_requested: bool) -> Task:
        """Note on an open task that it was told to stop; told once, a repeat changes nothing.

        Raises:
            LostRace: the task ended meanwhile.
            NotFound: there is no such task.
        """
        if not cancel_requested:
            raise RuntimeError("a request to stop can't be taken back")
        row = self._one(verbs.REQUEST_CANCEL, p_id=task_id)
        if row is not None:
            marked = self._with_approval(row)
            self.record(TaskChanged(agent_id=marked.agent_id, task_id=task_id, what="cancel_requested"))
            return marked
        task = self.task(task_id)
        if task.status in TOOL_CALL.ended:
            raise self._lost(task_id)
        return task

    def _with_approval(self, row: Any) -> Task:
        approval = self._one(verbs.SELECT_APPROVAL, p_id=row[0])
        return rows.task((*row, *approval) if approval else row)

    def _lost(self, task_id: TaskId) -> errors.PlacetError:
        row = self._one(verbs.SELECT_TASK_STATUS, p_id=task_id)
        if row is None:
            return errors.NotFound(f"There is no task {task_id}.")
        return errors.LostRace(f"The task {task_id} is {row[0]} already.", status=row[0], task=None)

    def find_task(self, task_id: TaskId) -> Task | None:
        """The task as it stands in this transaction, or None."""
        row = self._one(verbs.SELECT_TASK, p_id=task_id)
        return rows.task(row) if row else None

    def task(self, task_id: TaskId) -> Task:
        """The task as it stands in this transaction.

        Raises:
            NotFound: there is no such task.
        """
        task = self.find_task(task_id)
        if task is None:
            raise errors.NotFound(f"There is no task {task_id}.")
        return task

    def denied_twin(self, turn_id: TurnId, tool: str, digest: str) -> Task | None:
        """The newest denied task of this turn with the same tool and arguments (DECISIONS T16)."""
        row = self._one(verbs.SELECT_DENIED_TWIN, p_turn_id=turn_id, p_tool=tool, p_digest=digest)
        return rows.task(row) if row else None

    def open_tasks_of_other_boots(self, boot_id: BootId) -> list[TaskId]:
        """Every task that isn't ended and that another boot left behind, oldest first."""
        found = self._run(verbs.SELECT_OPEN_OF_OTHER_BOOTS, {"p_boot": boot_id})
        return [TaskId(row[0]) for row in found.fetchall()]

    # Approvals.

    def open_approval(self, approval: Approval) -> None:
        """Write the question about a task; each task gets at most one (invariant I4)."""
        APPROVAL.check_start(approval.state)
        self._run(verbs.INSERT_APPROVAL, {**approval.__dict__, "state": approval.state.value})

    def close_approval(
        self,
        task_id: TaskId,
        to: ApprovalState,
        by: Cause,
        *,
        decided_by: str | None = None,
        via: str | None = None,
        reason: str | None = None,
        shown_digest: str | None = None,
    ) -> Approval:
        """Close the open approval of a task, once. Recording `ApprovalResolved` is the caller's.

        Raises:
            LostRace: it is closed already; `details["status"]` is how.
            NotFound: the task has no approval.
        """
        _check_edge(APPROVAL.kind, ApprovalState.OPEN, to, by)
        row = self._one(
            verbs.CLOSE_APPROVAL, p_id=task_id, p_to=str(to), p_now=self.now,
            p_decided_by=decided_by, p_via=via, p_reason=reason, p_shown_digest=shown_digest,
        )  # fmt: skip
        if row is None:
            raise self._approval_lost(task_id)
        return rows.approval(row)

    def extend_deadline(self, task_id: TaskId, expires_at: Instant | None) -> Approval:
        """Set or lift the deadline of an open approval, and tell of it (DECISIONS T8).

        Raises:
            LostRace: it is closed already.
            NotFound: the task has no approval.
        """
        row = self._one(verbs.EXTEND_DEADLINE, p_id=task_id, p_expires_at=expires_at)
        if row is None:
            raise self._approval_lost(task_id)
        agent_id = self.task(task_id).agent_id
        self.record(TaskChanged(agent_id=agent_id, task_id=task_id, what="deadline", expires_at=expires_at))
        return rows.approval(row)

    def _approval_lost(self, task_id: TaskId) -> errors.PlacetError:
        row = self._one(verbs.SELECT_APPROVAL, p_id=task_id)
        if row is None:
            return errors.NotFound(f"The task {task_id} has no approval.")
        state = rows.approval(row).state
        return errors.LostRace(f"The approval of {task_id} is {state} already.", status=str(state), task=None)

    # Agents.

    def declare_agent(self, agent: Agent) -> None:
        """Write a new agent and tell of it.

        Raises:
            NameInUse: another agent has its name.
        """
        if self._one(verbs.SELECT_NAME_IN_USE, p_name=agent.name) is not None:
            raise errors.NameInUse(f"There is an agent named {agent.name} already.", name=agent.name)
        self._run(verbs.INSERT_AGENT, {**agent.__dict__, "state": agent.state.value})
        self.record(AgentDeclared(agent_id=agent.id, name=agent.name))

    def change_agent(self, agent_id: AgentId, declaration: str) -> Agent:
        """Replace an agent's declaration and tell of it.

        Raises:
            NotFound: there is no such agent.
        """
        row = self._one(verbs.CHANGE_AGENT, p_id=agent_id, p_declaration=declaration, p_now=self.now)
        if row is None:
            raise errors.NotFound(f"There is no agent {agent_id}.")
        agent = rows.agent(row)
        self.record(AgentDeclared(agent_id=agent_id, name=agent.name, changed=True))
        return agent

    def set_agent_state(self, agent_id: AgentId, state: AgentState, error: str | None = None) -> None:
        """Set what an agent is doing; told only when it is something else than before.

        Raises:
            NotFound: there is no such agent.
        """
        given = {"p_id": agent_id, "p_state": state.value, "p_error": error, "p_now": self.now}
        if self._run(verbs.SET_AGENT_STATE, given).rowcount:
            self.record(AgentStateChanged(agent_id=agent_id, state=state.value, error=error))
        elif self._agent_name(agent_id) is None:
            raise errors.NotFound(f"There is no agent {agent_id}.")

    def agent(self, agent_id: AgentId) -> Agent:
        """The agent as it stands in this transaction.

        Raises:
            NotFound: there is no such agent.
        """
        row = self._one(verbs.SELECT_AGENT, p_id=agent_id)
        if row is None:
            raise errors.NotFound(f"There is no agent {agent_id}.")
        return rows.agent(row)

    # Conversations and turns.

    def open_conversation(self, conversation: Conversation) -> None:
        """Write a new conversation and tell of it."""
        self._run(verbs.INSERT_CONVERSATION, {**conversation.__dict__, "seq": None})
        self.record(ConversationOpened(agent_id=conversation.agent_id, conversation_id=conversation.id))

    def append_message(self, message: Message) -> Message:
        """Write a message at the end of its conversation and tell of it; returns it with its `seq`.

        Raises:
            NotFound: there is no such conversation.
        """
        owner = self._one(verbs.SELECT_CONVERSATION_AGENT, p_id=message.conversation_id)
        if owner is None:
            raise errors.NotFound(f"There is no conversation {message.conversation_id}.")
        self._run(verbs.INSERT_MESSAGE, {**message.__dict__, "seq": None, "role": message.role.value})
        told = {
            "conversation_id": message.conversation_id,
            "message_id": message.id,
            "role": message.role.value,
        }
        written = replace(message, seq=self._assigned())
        self.record(MessageAppended(agent_id=owner[0], task_id=message.task_id, **told))
        return written

    def start_turn(self, turn: Turn) -> None:
        """Write a new turn and tell of it."""
        TURN.check_start(turn.status)
        self._run(verbs.INSERT_TURN, {**turn.__dict__, "seq": None, "status": turn.status.value})
        self.record(
            TurnStarted(agent_id=turn.agent_id, turn_id=turn.id, conversation_id=turn.conversation_id)
        )

    def end_turn(
        self,
        turn_id: TurnId,
        to: TurnStatus,
        by: Cause,
        *,
        answer: str | None = None,
        error: str | None = None,
    ) -> Turn:
        """End a running turn, once, and tell of it.

        Raises:
            LostRace: it ended already; `details["status"]` is how.
            NotFound: there is no such turn.
        """
        _check_edge(TURN.kind, TurnStatus.RUNNING, to, by)
        row = self._one(
            verbs.END_TURN, p_id=turn_id, p_to=str(to), p_now=self.now, p_answer=answer, p_error=error
        )
        if row is None:
            status = self.turn(turn_id).status.value
            raise errors.LostRace(f"The turn {turn_id} is {status} already.", status=status, task=None)
        turn = rows.turn(row)
        self.record(
            TurnEnded(
                agent_id=turn.agent_id,
                turn_id=turn_id,
                conversation_id=turn.conversation_id,
                status=turn.status.value,
                error=error,
            )
        )
        return turn

    def turn(self, turn_id: TurnId) -> Turn:
        """The turn as it stands in this transaction.

        Raises:
            NotFound: there is no such turn.
        """
        row = self._one(verbs.SELECT_TURN, p_id=turn_id)
        if row is None:
            raise errors.NotFound(f"There is no turn {turn_id}.")
        return rows.turn(row)

    def running_turns(self) -> list[Turn]:
        """Every turn that hasn't ended, oldest first."""
        return [rows.turn(row) for row in self._run(verbs.SELECT_RUNNING_TURNS, {}).fetchall()]

    # Tokens, request keys, boots.

    def create_token(self, token: Token, secret_hash: str) -> None:
        """Write a token by the hash of its secret, and tell of it."""
        self._run(
            verbs.INSERT_TOKEN, {**token.__dict__, "scope": token.scope.value, "secret_hash": secret_hash}
        )
        self.record(TokenCreated(agent_id=token.agent_id, token_id=token.id, scope=token.scope.value))

    def revoke_token(self, token_id: str) -> None:
        """Take a token back and tell of it; a repeat changes nothing.

        Raises:
            NotFound: there is no such token.
        """
        if self._run(verbs.REVOKE_TOKEN, {"p_id": token_id, "p_now": self.now}).rowcount:
            self.record(TokenRevoked(token_id=token_id))
        elif self._one(verbs.SELECT_TOKEN_ID, p_id=token_id) is None:
            raise errors.NotFound(f"There is no token {token_id}.")

    def claim_request_key(
        self, agent_id: AgentId, key: str, body_digest: str, task_id: TaskId
    ) -> TaskId | None:
        """Bind a request key to a body. None: it is yours now. Else: the task that the same request made before.

        Raises:
            RequestKeyReused: the key was claimed with another body.
        """
        row = self._one(verbs.SELECT_KEY, p_agent_id=agent_id, p_key=key)
        if row is None:
            claim = {"agent_id": agent_id, "key": key, "body_digest": body_digest, "task_id": task_id}
            self._run(verbs.INSERT_KEY, {**claim, "created_at": self.now})
            return None
        if row[0] != body_digest:
            raise errors.RequestKeyReused("This request key came with another body before.", task_id=row[1])
        return TaskId(row[1])

    def start_boot(self, boot_id: BootId) -> bool:
        """Write that the engine came up; returns whether the boot before ended cleanly (True for the very first)."""
        before = self._one(verbs.SELECT_LAST_BOOT)
        self._run(verbs.INSERT_BOOT, {"seq": None, "id": boot_id, "started_at": self.now, "clean_at": None})
        return before is None or before[0] is not None

    def mark_clean(self, boot_id: BootId) -> None:
        """Write that this boot is ending in order.

        Raises:
            NotFound: there is no such boot.
        """
        if not self._run(verbs.MARK_CLEAN, {"p_id": boot_id, "p_now": self.now}).rowcount:
            raise errors.NotFound(f"There is no boot {boot_id}.")

    # The driver.

    def _run(self, statement: Prepared, values: dict[str, Any]) -> sqlite3.Cursor:
        return statement.run(self._cursor, values)

    def _one(self, statement: Prepared, **values: Any) -> Any:
        return statement.run(self._cursor, values).fetchone()

    def _assigned(self) -> int:
        """The `seq` that SQLite gave to the row just inserted."""
        seq = self._cursor.lastrowid
        assert seq is not None
        return seq
