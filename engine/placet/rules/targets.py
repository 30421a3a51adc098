"""Whom a trigger or a timer tells, which of the events, and how they are put off: read key by key, checked.

A target is a lambda, a program of the owner's or the agent itself. Source: interfaces 3, spec/tool-tasks 5.3 and 5.4.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, get_args

from placet.rules import wildcards
from placet.rules.lifecycles import TOOL_CALL
from placet.rules.tables import Table

MAX_TARGETS: Final = 20
MAX_GLOBS: Final = 100
MAX_GLOB_CHARS: Final = 128
MAX_DELAY_MS: Final = 24 * 3600 * 1000
MAX_BATCH: Final = 100
"""The most events that go out together; more of them go out one lot after the other."""
MAX_WORDS: Final = 64
MAX_WORD_CHARS: Final = 4096

ON_TASK_CREATE: Final = "on_task_create"
ON_TASK_COMPLETE: Final = "on_task_complete"
TRIGGERS: Final = (ON_TASK_CREATE, ON_TASK_COMPLETE)
DEFAULT_FUNCTION: Final = "main"

TargetScope = Literal["system", "agent"]
TimingKind = Literal["debounce", "interval", "batch"]

_LAMBDA = re.compile(r"[^:\x00]+(:[A-Za-z_$][A-Za-z0-9_$]*)?")
_LATER_KEYS = frozenset({"warm"})
_GLOB = re.compile(r"[A-Za-z0-9_.:*-]+")


@dataclass(frozen=True, kw_only=True)
class Timing:
    """The one timing modifier of a target: its events are put off and go out together, none is lost (DECISIONS T6)."""

    kind: TimingKind
    ms: int
    count: int | None = None  # batch only: with so many it doesn't wait any longer


@dataclass(frozen=True, kw_only=True)
class TriggerTarget:
    """One target. Without `tools` it means every tool, without `status` every ending."""

    scope: TargetScope
    function: str | None = None  # `path:function` of a lambda; system scope only
    command: tuple[str, ...] | None = None  # a program and its fixed words; system scope only
    tools: tuple[str, ...] = ()  # globs over whole names, `*` the only wildcard
    status: str | None = None
    timing: Timing | None = None
    unwaited_only: bool = False
    """Only tasks whose asker neither waits for the end nor makes it; never declared, it is the default target's."""

    def matches(self, tool: str, status: str) -> bool:
        """Whether a task of this tool and status is meant."""
        if self.status is not None and self.status != status:
            return False
        return not self.tools or any(wildcards.fits(pattern.split("*"), tool) for pattern in self.tools)

    @property
    def executable(self) -> tuple[str, ...]:
        """What runs, whatever the filter and the timing are: the lane that its deliveries go through."""
        if self.command is not None:
            return ("program", *self.command)
        return ("agent",) if self.function is None else ("lambda", self.function)

    @property
    def origin(self) -> str | None:
        """The origin of the tasks that this target's own code makes (DECISIONS T2)."""
        if self.function is None:
            return None
        path, _, function = self.function.partition(":")
        return f"lambda:{path}:{function or DEFAULT_FUNCTION}"

    def flaws(self) -> tuple[str, ...]:
        """Globs that no tool's name can ever match: they mean nothing, and the owner is told."""
        return tuple(glob for glob in self.tools if not _GLOB.fullmatch(glob))


@dataclass(frozen=True, kw_only=True)
class Trigger:
    """`on_task_create` or `on_task_complete`. A declared trigger is off until the owner enables it (guide)."""

    enabled: bool = False
    targets: tuple[TriggerTarget, ...] = ()

    def keyed(self) -> dict[str, TriggerTarget]:
        """The targets by a key that outlives a change of filter, timing or order; system targets come first.

        What is due names its target by the key, so that what waits isn't lost when the owner edits the rest.
        """
        found: dict[str, TriggerTarget] = {}
        for target in sorted(self.targets, key=lambda it: it.scope != "system"):
            key, twin = key_of(target), 2
            while key in found:
                key, twin = key_of(target, twin), twin + 1
            found[key] = target
        return found


UNDECLARED: Final[Mapping[str, Trigger]] = {
    ON_TASK_CREATE: Trigger(enabled=False),
    # Whoever waited for a call has its end already, as the call's own answer.
    ON_TASK_COMPLETE: Trigger(enabled=True, targets=(TriggerTarget(scope="agent", unwaited_only=True),)),
}
"""What a trigger is that a declaration doesn't name (spec/tool-tasks 5.6)."""


@dataclass(frozen=True, kw_only=True)
class TriggerSet:
    """Both triggers of an agent, as they count."""

    declared: Mapping[str, Trigger] = field(default_factory=dict)
    has_model: bool = True

    def trigger(self, name: str) -> Trigger:
        """The trigger that counts: the declared one, else the default. Without a model there is nobody to wake."""
        if name in self.declared:
            return self.declared[name]
        return UNDECLARED[name] if self.has_model else Trigger()


def key_of(target: TriggerTarget, twin: int = 1) -> str:
    """The key of a target; `twin` counts targets of one trigger that run the same thing."""
    words: tuple[object, ...] = target.executable
    return json.dumps(words if twin == 1 else (*words, twin), ensure_ascii=False, separators=(",", ":"))


def read_triggers(top: Table) -> Mapping[str, Trigger]:
    """The declared triggers.

    Raises:
        BadDeclaration: something doesn't fit; `pointer` says where.
    """
    table = top.table("triggers")
    if table is None:
        return {}
    found = {name: _trigger(entry, name) for name in TRIGGERS if (entry := table.table(name)) is not None}
    table.done()
    return found


def _trigger(table: Table, name: str) -> Trigger:
    targets = table.tables("targets", later=_LATER_KEYS)
    if len(targets) > MAX_TARGETS:
        raise table.bad("targets", f"may hold at most {MAX_TARGETS} targets")
    trigger = Trigger(
        enabled=table.flag("enabled", False),
        targets=tuple(_target(target, name == ON_TASK_COMPLETE) for target in targets),
    )
    table.done()
    return trigger


def _target(table: Table, with_status: bool) -> TriggerTarget:
    scope: TargetScope = table.need("scope", table.word("scope", get_args(TargetScope)))
    function, command = read_executable(table, scope)
    tools, status = _filter(table, with_status)
    timing = _timing(table)
    table.done()
    return TriggerTarget(
        scope=scope, function=function, command=command, tools=tools, status=status, timing=timing
    )


def read_executable(table: Table, scope: TargetScope) -> tuple[str | None, tuple[str, ...] | None]:
    """What a target of this scope runs: one lambda or one program for `system`, neither for `agent`."""
    function, command = table.text("lambda"), _command(table)
    if function is not None and not _LAMBDA.fullmatch(function):
        raise table.bad("lambda", "must be written as path:function")
    if function is not None and command is not None:
        raise table.bad("command", "can't stand beside “lambda”: a target runs one thing")
    if command is not None and scope != "system":
        raise table.bad("command", "goes with the scope system, and only with it")
    if (function is not None) != (scope == "system") and command is None:
        raise table.bad("lambda", "goes with the scope system, and only with it")
    return function, command


def _command(table: Table) -> tuple[str, ...] | None:
    if table.take("command") is None:
        return None
    words = table.items("command")
    fits = all(isinstance(it, str) and "\x00" not in it and len(it) <= MAX_WORD_CHARS for it in words)
    if not fits or not 1 <= len(words) <= MAX_WORDS:
        raise table.bad("command", f"must be a list of 1 to {MAX_WORDS} texts, the program and its words")
    if not words[0].startswith("/"):
        raise table.bad("command", "must begin with the absolute path of a program")
    return tuple(words)


def _filter(target: Table, with_status: bool) -> tuple[tuple[str, ...], str | None]:
    table = target.table("filter")
    if table is None:
        return (), None
    globs = table.items("tools")
    if not all(isinstance(glob, str) and 0 < len(glob) <= MAX_GLOB_CHARS for glob in globs):
        raise table.bad(
            "tools", f"must be a list of tool names of at most {MAX_GLOB_CHARS} characters, * for anything"
        )
    if len(globs) > MAX_GLOBS:
        raise table.bad("tools", f"may hold at most {MAX_GLOBS} names")
    status = table.word("status", tuple(sorted(map(str, TOOL_CALL.ended)))) if with_status else None
    table.done()
    return tuple(globs), status


def _timing(table: Table) -> Timing | None:
    given = {kind: table.whole(f"{kind}_ms", 1, MAX_DELAY_MS) for kind in get_args(TimingKind)}
    count = table.whole("batch_count", 2, MAX_BATCH)
    chosen = [kind for kind, ms in given.items() if ms is not None]
    if len(chosen) > 1:
        raise table.bad(
            f"{chosen[1]}_ms", f"can't stand beside “{chosen[0]}_ms”: a target has one timing at most"
        )
    if count is not None and chosen != ["batch"]:
        raise table.bad("batch_count", "goes with “batch_ms”, and only with it")
    return Timing(kind=chosen[0], ms=given[chosen[0]] or 0, count=count) if chosen else None


def trigger_mapping(trigger: Trigger) -> dict[str, Any]:
    """A trigger as JSON values; reading them gives an equal trigger."""
    return {"enabled": trigger.enabled, "targets": [_target_mapping(target) for target in trigger.targets]}


def _target_mapping(target: TriggerTarget) -> dict[str, Any]:
    chosen = present({"tools": list(target.tools) or None, "status": target.status})
    timing = target.timing
    return present(
        {
            "scope": target.scope,
            **executable_mapping(target),
            "filter": chosen or None,
            **({} if timing is None else {f"{timing.kind}_ms": timing.ms, "batch_count": timing.count}),
        }
    )


def executable_mapping(target: TriggerTarget) -> dict[str, Any]:
    """What a target runs, as JSON values; absent things are None."""
    return {"lambda": target.function, "command": None if target.command is None else list(target.command)}


def present(values: dict[str, Any]) -> dict[str, Any]:
    """The values that are there."""
    return {key: value for key, value in values.items() if value is not None}
