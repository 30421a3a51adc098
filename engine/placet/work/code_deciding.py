"""`task_resolve`: code decides about a task of its own agent, as the guide's contract says (spec/tool-tasks 2).

The order of its checks: the method is the caller's to use (the dispatcher's); `task_id` and `action` are there; the
task exists; it can still be resolved; then `requires_authorization` is raised; then the caller's right; then the action.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any

from placet.ledger.ledger import Ledger
from placet.rules.authority import Action, Authority, Via
from placet.rules.basics import TaskId
from placet.rules.code import Frame
from placet.rules.errors import BadInput, NotFound
from placet.rules.lifecycles import TaskStatus
from placet.rules.records import Agent, Task
from placet.work.calls import OpenCalls
from placet.work.decisions import Decision, Decisions
from placet.work.resolutions import resolution
from placet.work.whole import Whole

Paused = Callable[[Frame], AbstractContextManager[None]]


class CodeDeciding:
    """Resolves tasks in the name of code. Lives on the engine's loop. `paused` stops the clock of a run's code."""

    def __init__(self, *, ledger: Ledger, decisions: Decisions, calls: OpenCalls, paused: Paused) -> None:
        self._ledger = ledger
        self._decisions = decisions
        self._calls = calls
        self._paused = paused
        self._deciding = Whole("a decision of code")

    async def resolve(self, agent: Agent, frame: Frame, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Approve, deny or park a task. A managed one is answered at once; a deferred one when its tool has ended, and
        until then the clock of the code stands still (DECISIONS T22).

        Raises:
            BadInput, NotFound, and what `Decisions.resolve` raises.
        """
        decision = self._read(agent, frame, fields)
        by = Authority(principal=frame.principal, via=Via.CODE, agent_id=agent.id, code=frame.label)
        # Whole: a yes that is committed may not be dropped with the code that gave it.
        resolved = await self._deciding.do(self._decisions.resolve(decision, by))
        if decision.action is Action.APPROVE and not resolved.executor_managed:
            with self._paused(frame):
                await self._wait_for_end(resolved)
        return resolution(decision.action, resolved, self._ledger.reads.task(resolved.id))

    async def _wait_for_end(self, task: Task) -> None:
        done = self._calls.find(task.id)
        if done is not None and task.status is TaskStatus.RUNNING and not task.decision_only:
            await asyncio.wait([done])

    def _read(self, agent: Agent, frame: Frame, fields: Mapping[str, Any]) -> Decision:
        task_id = fields.get("task_id")
        if not isinstance(task_id, str):
            raise BadInput("task_id must be a text.", pointer="/task_id")
        action = _action(fields.get("action"))
        task = self._ledger.reads.task(TaskId(task_id))
        if task.agent_id != agent.id:
            raise NotFound("There is no such task.")
        return Decision(
            task_id=task.id,
            action=action,
            reason=_reason(fields.get("reason"), action),
            modified_args=_modified(fields.get("modified_args"), action),
            raise_authorization=fields.get("requires_authorization") is True,
            caller=frame,
        )


def _action(word: Any) -> Action:
    try:
        return Action(word)
    except ValueError:
        words = ", ".join(action.value for action in Action)
        raise BadInput(f"action must be one of {words}.", pointer="/action") from None


def _reason(reason: Any, action: Action) -> str | None:
    if action is not Action.DENY or reason is None or reason == "":
        return None
    if not isinstance(reason, str):
        raise BadInput("reason must be a text.", pointer="/reason")
    return reason


def _modified(args: Any, action: Action) -> Mapping[str, Any] | None:
    if action is not Action.APPROVE or args is None:
        return None
    if not isinstance(args, Mapping):
        raise BadInput("modified_args must be an object.", pointer="/modified_args")
    return args
