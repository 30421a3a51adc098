"""When a trigger's condition is met. Pure: it is asked inside the commit that ends a task, once for each task."""

from __future__ import annotations

from typing import Final

from placet.rules.lifecycles import TOOL_CALL, TaskStatus

ON_TASK_COMPLETE: Final = "on_task_complete"


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
