"""When a trigger's condition is met, and which targets it means. Pure: asked inside the commit that makes or ends a task."""

from __future__ import annotations

import functools
import json
from typing import Final

from placet.rules.errors import BadDeclaration
from placet.rules.lifecycles import TOOL_CALL, TaskStatus
from placet.rules.records import Task
from placet.rules.tables import Table
from placet.rules.targets import ON_TASK_COMPLETE, ON_TASK_CREATE, Trigger, TriggerSet, read_triggers

__all__ = [
    "ON_TASK_COMPLETE",
    "ON_TASK_CREATE",
    "completion_is_due",
    "due_targets",
    "made_by_code",
    "triggers_of",
]

MOST_HOPS: Final = 20
"""How many tasks in a row may each have been made by code that was told of the one before; no lambda is told of more."""

_NOTHING: Final = TriggerSet(declared={ON_TASK_CREATE: Trigger(), ON_TASK_COMPLETE: Trigger()})


def completion_is_due(status: TaskStatus, *, blocking: bool, swept: bool = False) -> bool:
    """Whether `on_task_complete` fires for a task that now has this status (DECISIONS T5).

    `blocking`: the caller waits and is told in-band. `swept`: a restart ended the row.
    """
    if status not in TOOL_CALL.ended:
        return False
    if swept:
        return not blocking
    # The guide's one exception: a blocking caller has the refusal already, as its tool result.
    return not (blocking and status is TaskStatus.DENIED)


def made_by_code(origin: str | None) -> bool:
    """Whether a task of this origin was made by code (DECISIONS T2)."""
    return origin is not None and origin.startswith("lambda:")


def due_targets(triggers: TriggerSet, name: str, task: Task) -> tuple[str, ...]:
    """The keys of the targets that this task is due for, system targets first.

    A lambda isn't told of the tasks that it made itself, or a careless one would keep itself busy for ever.
    """
    trigger = triggers.trigger(name)
    if not trigger.enabled:
        return ()
    return tuple(
        key
        for key, target in trigger.keyed().items()
        if target.matches(task.tool, task.status)
        and not (target.unwaited_only and (task.executor_managed or task.decision_only))
        and target.origin != task.origin
    )


@functools.lru_cache(maxsize=256)
def triggers_of(declaration: str) -> tuple[TriggerSet, str | None]:
    """The triggers in a declaration's JSON text. One that can't be read has none, and the second says why."""
    try:
        top = Table(json.loads(declaration), "")
        return TriggerSet(declared=read_triggers(top), has_model=top.take("model") is not None), None
    except BadDeclaration as flaw:
        return _NOTHING, f"{flaw.message} ({flaw.pointer})"
    except ValueError as flaw:
        return _NOTHING, str(flaw)
