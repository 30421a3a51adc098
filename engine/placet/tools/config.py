"""The tools `sys_get_config` and `sys_update_config`: an agent looks at its declaration, and asks to change it."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from placet.rules import diffs
from placet.rules.config_changes import ACTIONS, APPEND, REMOVE, SET, Change
from placet.rules.errors import BadInput, ToolFailed, ToolStopped
from placet.rules.ports import Effect, Place, Preview, ToolResult, ToolRun
from placet.tools.quoting import quoted

GET: Final = "sys_get_config"
UPDATE: Final = "sys_update_config"
_SHOWN_CHARS: Final = 200

_GET_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "section": {
            "type": "string",
            "minLength": 1,
            "maxLength": 64,
            "description": "One section, such as tools or triggers; without it, all of them.",
        }
    },
    "additionalProperties": False,
}
_UPDATE_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "path": {
            "type": "string",
            "minLength": 1,
            "maxLength": 512,
            "description": (
                "Where, as words between dots: policy.max_steps, tools.fs_read.enabled, triggers.on_task_create.targets. "
                "An element of tools or timers is named by its name."
            ),
        },
        "value": {"description": "What to put there; not for remove."},
        "action": {
            "type": "string",
            "enum": list(ACTIONS),
            "description": "set (the default), append to a list, or remove.",
        },
        "index": {
            "type": "integer",
            "minimum": 0,
            "maximum": 10_000,
            "description": "Which element of the list at the path, counted from 0.",
        },
    },
    "required": ["path"],
    "additionalProperties": False,
}


@dataclass(frozen=True, kw_only=True)
class Planned:
    """A declaration before and after a change, as JSON values."""

    before: Mapping[str, Any]
    after: Mapping[str, Any]

    @property
    def target(self) -> dict[str, Any]:
        """What is pinned at approval: exactly what was there and what would be."""
        return {"before": _digest(self.before), "after": _digest(self.after)}


class Desk(Protocol):
    """Where declarations are kept (`placet.work.config`)."""

    def read(self, agent: str) -> dict[str, Any]:
        """An agent's declaration. Blocking."""
        ...

    def plan(self, agent: str, change: Change) -> Planned:
        """What a change would come to. Blocking.

        Raises:
            ToolFailed: it is denied for good. BadInput: it leads nowhere.
        """
        ...

    async def apply(self, agent: str, change: Change, planned: Planned) -> None:
        """Carry a planned change out.

        Raises:
            ToolFailed: the declaration isn't what it was planned on.
        """
        ...


class SysGetConfig:
    """Shows the agent its own declaration. It holds no secrets: those of channels and models lie elsewhere."""

    name = GET
    effect = Effect.READ
    summary = "Look at your own declaration: your tools, triggers, timers and limits."
    restricted_by_default = False
    schema: Mapping[str, Any] = _GET_SCHEMA

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        """It reads what is there when it runs; there is nothing to pin."""
        return Preview(sentence="Shows this agent its own declaration; it changes nothing.")

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        """Answer the declaration, or one section of it.

        Raises:
            ToolFailed: `bad_arguments`, there is no such section.
        """
        found = await asyncio.to_thread(self._desk.read, run.place.agent)
        section = args.get("section")
        if section is None:
            return ToolResult(value=found)
        if section not in found:
            names = ", ".join(found)
            raise ToolFailed(
                f"The declaration says nothing about that; it has {names}.", code="bad_arguments"
            )
        return ToolResult(value=found[section])


class SysUpdateConfig:
    """Changes the agent's own declaration, but for what is its owner's alone. What was shown is pinned."""

    name = UPDATE
    effect = Effect.WRITE
    summary = "Ask to change your own declaration. What only the owner may change is refused at once."
    restricted_by_default = True
    schema: Mapping[str, Any] = _UPDATE_SCHEMA

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        """What the declaration would become, as a difference. Blocking.

        Raises:
            ToolFailed: `config_denied` or `bad_arguments`; nobody is asked.
        """
        change = _change(args)
        planned = self._plan(place.agent, change)
        diff = diffs.unified(_pretty(planned.before), _pretty(planned.after), "declaration.json")
        return Preview(sentence=_sentence(change), target=planned.target, diff=diff)

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        """Change it; answers what stands at the first step of the path now.

        Raises:
            ToolFailed: `target_changed`, `config_denied`, `bad_arguments`.
            ToolStopped: the stop came before anything was changed.
        """
        change = _change(args)
        planned = await asyncio.to_thread(self._plan, run.place.agent, change)
        if run.target is not None and run.target != planned.target:
            text = "The declaration isn't what it was when the change was shown, so nothing was changed."
            raise ToolFailed(text, code="target_changed")
        if run.stop.is_set():
            raise ToolStopped("Stopped before anything was changed.")
        await self._desk.apply(run.place.agent, change, planned)
        section = change.path.partition(".")[0]
        diff = diffs.unified(_pretty(planned.before), _pretty(planned.after), "declaration.json")
        return ToolResult(value={"path": change.path, section: planned.after.get(section)}, diff=diff)

    def _plan(self, agent: str, change: Change) -> Planned:
        try:
            return self._desk.plan(agent, change)
        except BadInput as error:
            where = f" At {quoted(error.pointer, _SHOWN_CHARS)}." if error.pointer else ""
            raise ToolFailed(error.message + where, code="bad_arguments") from None


def _change(args: Mapping[str, Any]) -> Change:
    action = args.get("action", SET)
    if action != REMOVE and "value" not in args:
        raise ToolFailed("A value is needed for this.", code="bad_arguments")
    return Change(path=args["path"], action=action, value=args.get("value"), index=args.get("index"))


def _sentence(change: Change) -> str:
    at = quoted(change.path, _SHOWN_CHARS)
    if change.index is not None:
        at = f"element {change.index} of {at}"
    if change.action == REMOVE:
        return f"Changes this agent's own declaration: removes {at}."
    if change.action == APPEND:
        return f"Changes this agent's own declaration: adds an element to {at}."
    return f"Changes this agent's own declaration: sets {at}."


def _pretty(mapping: Mapping[str, Any]) -> str:
    return json.dumps(mapping, indent=2, ensure_ascii=False) + "\n"


def _digest(mapping: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(mapping, sort_keys=True).encode()).hexdigest()
