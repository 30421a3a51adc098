"""Rows of the ledger as records, and back. A row that can't be understood raises `CorruptRow`, never half a
record.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any, Final, TypeVar

from sqlalchemy import Column, ColumnElement, Table, case, func

from placet.ledger import generation_tables, schema
from placet.rules.deliveries import Delivery, DeliveryStatus, TimerPlan
from placet.rules.errors import CorruptRow
from placet.rules.generations import Generation, GenerationEvent, GenerationGist, IdempotencyKey, OnRestart
from placet.rules.lifecycles import ApprovalState, GenerationStatus, RunStatus, TaskStatus, TurnStatus
from placet.rules.records import (
    Agent,
    AgentFile,
    AgentState,
    Approval,
    Conversation,
    Event,
    Message,
    Role,
    Run,
    Scope,
    Task,
    TaskGist,
    Token,
    Turn,
)

R = TypeVar("R")

TOOL_CALL_KIND: Final = "tool_call"
GIST_CHARS: Final = 160
"""How many characters of the bound arguments a gist has at most: two thirds of them head, the rest tail."""
GIST_HEAD_CHARS: Final = GIST_CHARS - GIST_CHARS // 3
_QUESTION_MARK: Final = '"role": "user", "content": '
"""What stands before a question in the text of a request."""


def _names(record: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(record))


_FLAG_NAMES: Final = (
    "requires_authorization", "executor_managed", "is_async", "cancel_requested", "decision_only",
)  # fmt: skip
_FLAGS: Final = {0: False, 1: True}
"""Any other number in a flag's column isn't a flag, and must not be taken for either."""

_APPROVAL_NAMES: Final = _names(Approval)
_TASK_NAMES: Final = tuple(name for name in _names(Task) if name != "approval")
_TASK_WIDTH: Final = len(_TASK_NAMES)


def _columns(table: Table, names: Sequence[str]) -> tuple[Column[Any], ...]:
    return tuple(table.c[name] for name in names)


TASK_COLUMNS: Final = _columns(schema.tasks, _TASK_NAMES)
APPROVAL_COLUMNS: Final = _columns(schema.approvals, _APPROVAL_NAMES)
AGENT_COLUMNS: Final = _columns(schema.agents, _names(Agent))
CONVERSATION_COLUMNS: Final = _columns(schema.conversations, _names(Conversation))
MESSAGE_COLUMNS: Final = _columns(schema.messages, _names(Message))
TURN_COLUMNS: Final = _columns(schema.turns, _names(Turn))
TOKEN_COLUMNS: Final = _columns(schema.tokens, _names(Token))
EVENT_COLUMNS: Final = _columns(schema.events, _names(Event))
DELIVERY_COLUMNS: Final = _columns(schema.deliveries, _names(Delivery))
TIMER_COLUMNS: Final = _columns(schema.timers, _names(TimerPlan))
GENERATION_COLUMNS: Final = _columns(generation_tables.generations, _names(Generation))
GENERATION_EVENT_COLUMNS: Final = _columns(generation_tables.generation_events, _names(GenerationEvent))
IDEMPOTENCY_COLUMNS: Final = _columns(generation_tables.idempotency_keys, _names(IdempotencyKey))
FILE_COLUMNS: Final = _columns(schema.files, _names(AgentFile))
RUN_COLUMNS: Final = _columns(schema.runs, _names(Run))


def whole_task_columns() -> tuple[ColumnElement[Any], ...]:
    """The columns of a task and of its approval, labelled apart, in the order that `task` reads them."""
    return (*TASK_COLUMNS, *(column.label(f"approval_{column.name}") for column in APPROVAL_COLUMNS))


def made(record: type[R], values: dict[str, Any]) -> R:
    """A record whose fields are exactly these, as its constructor would make it; the dictionary is its own now.

    A frozen dataclass sets each field through object.__setattr__, which costs three times as much for forty of
    them as reading the row. The caller vouches that they are all here, so they are put in place at once.
    """
    record_made = object.__new__(record)
    object.__setattr__(record_made, "__dict__", values)
    return record_made


def changed(record: R, changes: Mapping[str, Any]) -> R:
    """A copy with these fields changed: `dataclasses.replace`, at a tenth of its price for many fields."""
    values = record.__dict__.copy()  # copying and then changing is four times as quick as one new dictionary
    values.update(changes)
    return made(type(record), values)


def _reading(table: str, key: str, values: Mapping[str, Any], convert: Callable[[], R]) -> R:
    try:
        if bytes in map(type, values.values()):
            raise ValueError("its text isn't UTF-8")
        return convert()
    except (ValueError, TypeError, KeyError) as error:
        raise CorruptRow(
            f"A row of {table} can't be read: {error}", table=table, row=str(values[key])
        ) from error


def approval(row: Sequence[Any]) -> Approval:
    """An approval from `APPROVAL_COLUMNS`."""
    values = dict(zip(_APPROVAL_NAMES, row, strict=True))

    def convert() -> Approval:
        values["state"] = ApprovalState(values["state"])
        return made(Approval, values)

    return _reading("approvals", "task_id", values, convert)


def task(row: Sequence[Any], *, checked: bool = False) -> Task:
    """A task from `whole_task_columns`, or from `TASK_COLUMNS` when it is known to have no approval.

    `checked` also parses its JSON columns, so that a reader of the record never meets text that isn't JSON.
    """
    values = dict(zip(_TASK_NAMES, row, strict=False))
    rest = row[_TASK_WIDTH:]

    def convert() -> Task:
        values["status"] = TaskStatus(values["status"])
        reasons = values["risk_reasons"]
        values["risk_reasons"] = tuple(json.loads(reasons)) if reasons != "[]" else ()
        for flag in _FLAG_NAMES:
            values[flag] = _FLAGS[values[flag]]
        if checked:
            _check_json(values)
        values["approval"] = approval(rest) if rest and rest[0] is not None else None
        return made(Task, values)

    return _reading("tasks", "id", values, convert)


_GIST_NAMES: Final = _names(TaskGist)
_BOUND: Final = func.coalesce(schema.tasks.c.approved_args, schema.tasks.c.args)
_GIST_SIZES: Final = {
    "args_head": func.substr(
        _BOUND, 1, case((func.length(_BOUND) > GIST_CHARS, GIST_HEAD_CHARS), else_=GIST_CHARS)
    ),
    "args_tail": case(
        (func.length(_BOUND) > GIST_CHARS, func.substr(_BOUND, GIST_HEAD_CHARS - GIST_CHARS)), else_=""
    ),
    "args_chars": func.length(_BOUND),
}


def gist_columns() -> tuple[ColumnElement[Any], ...]:
    """The columns of a task's gist, in the order that `gist` reads them."""
    return tuple(
        _GIST_SIZES[name].label(name) if name in _GIST_SIZES else schema.tasks.c[name] for name in _GIST_NAMES
    )


def gist(row: Sequence[Any]) -> TaskGist:
    """A task's gist from `gist_columns`. Its JSON isn't parsed: a listing only shows it as text."""
    values = dict(zip(_GIST_NAMES, row, strict=True))

    def convert() -> TaskGist:
        values["status"] = TaskStatus(values["status"])
        values["requires_authorization"] = _FLAGS[values["requires_authorization"]]
        return made(TaskGist, values)

    return _reading("tasks", "id", values, convert)


def _check_json(values: Mapping[str, Any]) -> None:
    for name in ("args", "result", "approved_args", "target", "source"):
        if values[name] is not None:
            json.loads(values[name])


_OPTIONAL_OF_TASK: Final = tuple(name for name in _TASK_NAMES if schema.tasks.c[name].nullable)
_OPTIONAL_OF_APPROVAL: Final = tuple(name for name in _APPROVAL_NAMES if schema.approvals.c[name].nullable)
WORDS: Final[Mapping[str, str]] = {
    word: word.value for words in (TaskStatus, ApprovalState) for word in words
}
"""The plain text of each status: a member's own `value` is looked up by Python code each time."""


def unset_of_task(task: Task) -> tuple[str, ...]:
    """The columns that this task leaves empty.

    They stay out of its INSERT: the driver looks for an adapter before it takes a None, and for a whole task that
    takes as long as writing it.
    """
    own = task.__dict__
    return tuple([name for name in _OPTIONAL_OF_TASK if own[name] is None])


def unset_of_approval(approval: Approval) -> tuple[str, ...]:
    """The columns that this approval leaves empty."""
    own = approval.__dict__
    return tuple([name for name in _OPTIONAL_OF_APPROVAL if own[name] is None])


@functools.lru_cache(maxsize=1024)
def _reasons_text(reasons: tuple[str, ...]) -> str:
    """A risk's reasons as they are stored. They are sentences of ours, so few of them differ."""
    return json.dumps(reasons, ensure_ascii=False)


def task_values(task: Task) -> dict[str, Any]:
    """A task as the values of its columns, flags as plain numbers; its approval isn't this row's to give."""
    values = task.__dict__.copy()
    del values["approval"]
    for flag in _FLAG_NAMES:
        values[flag] = 1 if values[flag] else 0
    values["kind"] = TOOL_CALL_KIND
    values["status"] = WORDS[values["status"]]
    values["risk_reasons"] = _reasons_text(values["risk_reasons"])
    return values


def approval_values(approval: Approval) -> dict[str, Any]:
    """An approval as the values of its columns."""
    return {**approval.__dict__, "state": WORDS[approval.state]}


def _plain(
    record: type[R], table: str, words: Mapping[str, Callable[[Any], Any]]
) -> Callable[[Sequence[Any]], R]:
    """A reader for records whose columns are stored as they are, but for these, which are converted."""
    names = _names(record)
    key = names[0]

    def read(row: Sequence[Any]) -> R:
        values = dict(zip(names, row, strict=True))

        def convert() -> R:
            for name, converted in words.items():
                values[name] = converted(values[name])
            return made(record, values)

        return _reading(table, key, values, convert)

    return read


agent: Final = _plain(Agent, "agents", {"state": AgentState})
conversation: Final = _plain(Conversation, "conversations", {})
message: Final = _plain(Message, "messages", {"role": Role})
turn: Final = _plain(Turn, "turns", {"status": TurnStatus})
token: Final = _plain(Token, "tokens", {"scope": Scope})
event: Final = _plain(Event, "events", {"payload": json.loads})
file: Final = _plain(AgentFile, "files", {"authorized": _FLAGS.__getitem__})
run: Final = _plain(Run, "runs", {"status": RunStatus, "authorized": _FLAGS.__getitem__})
delivery: Final = _plain(Delivery, "deliveries", {"status": DeliveryStatus, "is_test": _FLAGS.__getitem__})
timer: Final = _plain(TimerPlan, "timers", {})
_GENERATION_WORDS: Final = {"status": GenerationStatus, "on_restart": OnRestart}
generation: Final = _plain(Generation, "generations", _GENERATION_WORDS)
generation_gist: Final = _plain(GenerationGist, "generations", {"status": GenerationStatus})
generation_event: Final = _plain(GenerationEvent, "generation_events", {})
idempotency_key: Final = _plain(IdempotencyKey, "idempotency_keys", {})


def generation_gist_columns() -> tuple[ColumnElement[Any], ...]:
    """The columns of a generation's gist, in the order that `generation_gist` reads them."""
    head = _request_head().label("request_head")
    return tuple(
        head if name == "request_head" else generation_tables.generations.c[name]
        for name in _names(GenerationGist)
    )


def _request_head() -> ColumnElement[Any]:
    """Where the last question of a request begins: before it stands all that was said earlier, each time again.

    The beginning of the request where there is none. Inside of a text the mark would be escaped.
    """
    request = generation_tables.generations.c.request
    return func.substr(request, func.max(1, func.last_place(request, _QUESTION_MARK)), GIST_CHARS)


def generation_values(record: Generation) -> dict[str, Any]:
    """A generation as the values of its columns."""
    return {**record.__dict__, "status": record.status.value, "on_restart": record.on_restart.value}
