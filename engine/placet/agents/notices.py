"""Tells an agent of events: as a message that isn't the owner's and says so, once the agent is at rest.

What of it isn't ours (a tool's name, a result, an error) is quoted or marked line by line. On creation the arguments
aren't told (spec/tool-tasks 5.1).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from placet.agents import history
from placet.agents.agents import Agents, Notice
from placet.agents.post import marked
from placet.rules.deliveries import ON_TIMER
from placet.rules.records import Agent, Message
from placet.rules.trigger_events import iso
from placet.rules.triggers import ON_TASK_CREATE
from placet.tools.quoting import counted, quoted
from placet.work.triggers import Telling

MAX_RESULT_CHARS: Final = 2000
HEAD: Final = "Placet tells of events. This is not a message from the owner."
TEST: Final = "This is only a test that the owner started: "


class Notices:
    """The `Teller` of the triggers. Lives on the engine's loop.

    `chain_limit` is how many messages about tasks an agent gets in a row before the owner says something, or a timer
    comes: an agent whose answer makes the next event would otherwise keep itself busy for ever. The rest stays owed.
    """

    def __init__(self, *, agents: Agents, chain_limit: Callable[[], int]) -> None:
        self._agents = agents
        self._chain_limit = chain_limit

    async def tell(self, agent: Agent, gather: Callable[[bool], Telling | None]) -> bool:
        """Wait for the agent's rest and have it answer what is ready then; False: it wasn't told."""

        def make(messages: Sequence[Message]) -> Notice | None:
            chained = history.events_in_a_row(messages, but=ON_TIMER) >= self._chain_limit()
            telling = gather(not chained)
            return None if telling is None else _notice(telling)

        return await self._agents.notify(agent, make)


def _notice(telling: Telling) -> Notice:
    parts = [
        (TEST if delivery.is_test else "") + _text(delivery.trigger, data, message)
        for delivery, data, message in telling.events
    ]
    triggers = [delivery.trigger for delivery, _, _ in telling.events]
    return Notice(
        text="\n\n".join([HEAD, *parts]), payload=history.event_payload(triggers), write=telling.write
    )


def _text(trigger: str, data: Any, message: str | None) -> str:
    if trigger == ON_TIMER:
        return _of_timer(data["timer"], message)
    return _of_creation(data["task"]) if trigger == ON_TASK_CREATE else _of_end(data["task"])


def _of_timer(timer: dict[str, Any], message: str | None) -> str:
    missed = f" It was missed {counted(timer['missed'], 'time')} before." if timer["missed"] else ""
    said = f"The timer {quoted(timer['name'])} was due at {iso(timer['due_at'])}.{missed}"
    return said if message is None else f"{said} The owner declared for it:\n{message}"


def _of_creation(task: dict[str, Any]) -> str:
    said = f"Task {task['id']} was made: {_tool(task)}, {task['status']}."
    if task.get("requires_authorization"):
        return f"{said} Only the owner or authorized code may decide it."
    return said


def _of_end(task: dict[str, Any]) -> str:
    said = [f"Task {task['id']} ended: {_tool(task)}, {task['status']}."]
    there = [what for what in ("result", "error") if task.get(what) is not None]
    said += [f"Its {what}:\n{marked(_cut(task[what]))}" for what in there]
    return "\n".join(said)


def _tool(task: dict[str, Any]) -> str:
    return quoted(task["tool"]) if "tool" in task else "a call that can't be read"


def _cut(text: str) -> str:
    over = len(text) - MAX_RESULT_CHARS
    return text if over <= 0 else f"{text[:MAX_RESULT_CHARS]}… ({counted(over, 'character')} more)"
