"""What an agent may change in its own declaration, and what it never may, whatever the owner answers to the call.

The problem: the tool `sys_update_config` asks its owner as every restricted tool does, and a tired yes must not be able
to free the agent of its owner. What we do: a change is applied to a copy, and the copy is compared with what counts now,
by meaning, not by spelling. So it makes no difference whether an element is set, replaced, renamed, left out, removed and
appended, or declared a second time. What an element leaves unsaid of the owner's words on it stays as it was.

The owner's alone: who the agent is, a tool's `restricted`, `locked`, `only`, `hosts`, `private_hosts` and `handoff`,
everything of a locked tool, programs that triggers and timers start, what code may ask for and take, how a repeat of a
denied call is answered, and every section that isn't named in `OPEN`. There is no override (DECISIONS T15, W10;
spec/tool-tasks 4.6).
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from placet.rules import declarations
from placet.rules.declarations import Declaration, ToolDeclaration
from placet.rules.errors import BadArguments, ToolFailed
from placet.rules.json_places import quoted

OPEN: Final = frozenset({"tools", "model", "policy", "deadline_s", "triggers", "timers"})
"""The sections that an agent may change at all; a section of a later release isn't among them until it is named."""

SET: Final = "set"
APPEND: Final = "append"
REMOVE: Final = "remove"
ACTIONS: Final = (SET, APPEND, REMOVE)
MAX_STEPS: Final = 12

_OWNERS_WORDS: Final = frozenset({"locked", "locked_fields", "restricted", "restricted_methods"})
_OF_A_TOOL: Final = ("restricted", "locked", "only", "hosts", "private_hosts", "handoff")
_BY_NAME: Final = frozenset({"tools", "timers"})
_ASK: Final = "sys_get_config shows how the declaration stands."


@dataclass(frozen=True, kw_only=True)
class Change:
    """One change: a dotted `path`, what to do there, with which value, at which element of a list."""

    path: str
    action: str = SET
    value: Any = None
    index: int | None = None


def changed(
    before: Declaration, change: Change, *, restricted_by_default: Callable[[str], bool]
) -> Declaration:
    """The declaration after an agent's change of it.

    Raises:
        ToolFailed: `config_denied`, this is the owner's alone, by whatever route.
        BadArguments: the path or the value leads nowhere, or changes nothing.
        BadDeclaration: the result isn't one.
    """
    steps = _steps(before, change.path)
    _check_steps(steps)
    _check_name(steps, change)
    mapping = declarations.as_mapping(before)
    # The value is copied, since it is the call's argument, whose digest is bound.
    _Editing(mapping, steps, replace(change, value=copy.deepcopy(change.value))).apply()
    _keep_unsaid(before, mapping)
    after = declarations.parse(mapping, restricted_by_default=restricted_by_default)
    reason = denial(before, after, restricted_by_default)
    if reason is not None:
        raise denied(reason)
    if declarations.as_mapping(after) == declarations.as_mapping(before):
        raise BadArguments(f"This changes nothing. {_ASK}", pointer="/value")
    return after


def denied(why: str) -> ToolFailed:
    """The refusal of what is the owner's alone."""
    return ToolFailed(f"{why} Only the owner may change that, in the console. {_ASK}", code="config_denied")


def denial(
    before: Declaration, after: Declaration, restricted_by_default: Callable[[str], bool]
) -> str | None:
    """Why an agent may not turn the one declaration into the other, in a sentence; None when it may."""
    old, new = declarations.as_mapping(before), declarations.as_mapping(after)
    for section in (*old, *new):
        if section not in OPEN and old.get(section) != new.get(section):
            return f"{quoted(section)} is not the agent's to change."
    if before.policy.repeat_denied != after.policy.repeat_denied:
        return "How a repeat of a denied call is answered is not the agent's to change."
    if _programs(before) != _programs(after):
        return "Programs that triggers and timers start are not the agent's to name."
    for name in dict.fromkeys(tool.name for tool in (*before.tools, *after.tools)):
        reason = _tool_denial(name, before, after, restricted_by_default(name))
        if reason is not None:
            return reason
    return None


def _tool_denial(name: str, before: Declaration, after: Declaration, by_default: bool) -> str | None:
    old, new = before.tool(name), after.tool(name)
    if _times(after, name) > max(1, _times(before, name)):
        return f"The tool {quoted(name)} would be declared twice."
    if _words_on(name, old, by_default) != _words_on(name, new, by_default):
        return f"The owner's words on the tool {quoted(name)} ({', '.join(_OF_A_TOOL)}) can't be changed so."
    if old is not None and old.locked and old != new:
        return f"The tool {quoted(name)} is locked."
    return None


def _times(declaration: Declaration, name: str) -> int:
    return sum(tool.name == name for tool in declaration.tools)


def _words_on(name: str, tool: ToolDeclaration | None, by_default: bool) -> tuple[Any, ...]:
    """The owner's words on a tool. One that isn't declared has those that it would get if it were."""
    if tool is None:
        return (by_default, False, None, (), (), declarations.handed_off_by_default(name))
    only = None if tool.only is None else json.dumps(tool.only, sort_keys=True)
    return (tool.restricted, tool.locked, only, tool.hosts, tool.private_hosts, tool.handoff)


def _programs(declaration: Declaration) -> Counter[str]:
    """Every program that an event or a clock starts, with all that decides when."""
    mapping = declarations.as_mapping(declaration)
    targets = [
        (name, trigger["enabled"], target)
        for name, trigger in mapping.get("triggers", {}).items()
        for target in trigger["targets"]
        if "command" in target
    ]
    timers = [("timer", timer) for timer in mapping.get("timers", []) if "command" in timer]
    return Counter(json.dumps(it, sort_keys=True) for it in [*targets, *timers])


def _steps(before: Declaration, path: str) -> tuple[str, ...]:
    """The steps of a dotted path. A tool's name is one step, although it may hold dots."""
    first, _, rest = path.partition(".")
    if first == "tools" and rest:
        names = [tool.name for tool in before.tools if rest == tool.name or rest.startswith(f"{tool.name}.")]
        name = max(names, key=len, default="")
        if name:
            return (first, name, *rest[len(name) + 1 :].split(".")) if rest != name else (first, name)
    return tuple(path.split("."))


def _check_steps(steps: tuple[str, ...]) -> None:
    if not all(steps) or len(steps) > MAX_STEPS:
        raise BadArguments(f"A path is written as words between dots. {_ASK}", pointer="/path")
    for step in steps:
        if step in _OWNERS_WORDS:
            raise denied(f"{quoted(step)} is the owner's word.")
    if steps[0] == "tools" and len(steps) > 2 and steps[2] in {"name", *_OF_A_TOOL}:
        raise denied(f"{quoted(steps[2])} is the owner's word on the tool.")
    if steps[0] not in OPEN:
        raise denied(f"{quoted(steps[0])} is not the agent's to change.")


def _check_name(steps: tuple[str, ...], change: Change) -> None:
    """An element that is set in the place of a tool's is that tool's."""
    if steps[0] != "tools" or len(steps) != 2 or change.action != SET or not isinstance(change.value, dict):
        return
    if change.value.get("name", steps[1]) != steps[1]:
        raise denied("A tool can't be renamed.")


@dataclass(frozen=True)
class _Editing:
    """One change of a declaration's values, in place."""

    mapping: dict[str, Any]
    steps: tuple[str, ...]
    change: Change

    def apply(self) -> None:
        """Carry it out.

        Raises:
            BadArguments: it leads nowhere.
        """
        holder: Any = self.mapping
        for at, step in enumerate(self.steps[:-1]):
            holder = self._into(holder, at, step)
        last = self.steps[-1]
        if self.change.action == APPEND:
            self._append(self._list_at(holder, last, make=True))
        elif self.change.index is not None:
            self._at_index(self._list_at(holder, last))
        else:
            self._at(holder, last)

    def _into(self, holder: Any, at: int, step: str) -> Any:
        if isinstance(holder, list):
            return holder[self._place(holder, at, step)]
        if isinstance(holder, dict):
            # A table that isn't written has only defaults; what is put into it is checked like the rest.
            return holder.setdefault(step, {})
        raise self._nowhere()

    def _place(self, holder: list[Any], at: int, step: str) -> int:
        if at == 1 and self.steps[0] in _BY_NAME:
            places = [place for place, element in enumerate(holder) if element.get("name") == step]
        else:
            places = [int(step)] if step.isascii() and step.isdecimal() and int(step) < len(holder) else []
        if not places:
            raise self._nowhere()
        return places[0]

    def _list_at(self, holder: Any, step: str, make: bool = False) -> list[Any]:
        found = None
        if isinstance(holder, dict):
            found = holder.setdefault(step, []) if make else holder.get(step)
        if not isinstance(found, list):
            raise BadArguments(f"There is no list at {quoted(self.change.path)}. {_ASK}", pointer="/path")
        return found

    def _append(self, found: list[Any]) -> None:
        if self.change.index is not None:
            raise BadArguments("What is appended comes last; leave “index” out.", pointer="/index")
        found.append(self.change.value)

    def _at_index(self, found: list[Any]) -> None:
        index = self.change.index
        if index is None or not 0 <= index < len(found):
            raise BadArguments(f"The list has no element of this number. {_ASK}", pointer="/index")
        if self.change.action == REMOVE:
            del found[index]
        else:
            found[index] = self.change.value

    def _at(self, holder: Any, last: str) -> None:
        if isinstance(holder, list):
            place = self._place(holder, len(self.steps) - 1, last)
            if self.change.action == REMOVE:
                del holder[place]
            else:
                holder[place] = self.change.value
        elif not isinstance(holder, dict):
            raise self._nowhere()
        elif self.change.action == REMOVE:
            if last not in holder:
                raise self._nowhere()
            del holder[last]
        else:
            holder[last] = self.change.value

    def _nowhere(self) -> BadArguments:
        return BadArguments(f"There is nothing at {quoted(self.change.path)}. {_ASK}", pointer="/path")


def _keep_unsaid(before: Declaration, mapping: dict[str, Any]) -> None:
    """An element that leaves the owner's words on its tool out keeps them; one that contradicts them is denied later."""
    tools = mapping.get("tools")
    for element in tools if isinstance(tools, list) else []:
        name = element.get("name") if isinstance(element, dict) else None
        old = before.tool(name) if isinstance(name, str) else None
        if old is None:
            continue
        words = declarations.tool_mapping(old)
        for word in _OF_A_TOOL:
            if element.get(word) is None and words.get(word) is not None:
                element[word] = words[word]
