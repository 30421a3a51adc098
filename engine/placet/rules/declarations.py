"""An agent's declaration: what the owner lets an agent be, checked key by key.

Nothing is accepted that isn't honoured: an unknown key is an error that names the nearest known one, and a
section of a later release is refused by its name. Source: interfaces 3, DECISIONS P7, T8, T15, T16.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final, Literal, get_args

from placet.rules import json_places, tool_names
from placet.rules.authority import ToolPolicy
from placet.rules.code_settings import (
    CodeExecution,
    CodeLimits,
    code_execution_mapping,
    limits_mapping,
    read_code_execution,
    read_limits,
)
from placet.rules.errors import BadDeclaration
from placet.rules.mcp_servers import McpServer, read_servers, server_mapping, server_of
from placet.rules.tables import Table
from placet.rules.targets import Trigger, TriggerSet, present, read_triggers, trigger_mapping
from placet.rules.timers import Timer, read_timers, timer_mapping
from placet.rules.web import BadAddress, read_host

MAX_DEADLINE_S: Final = 31 * 24 * 3600
MAX_STEPS: Final = 200
MAX_NAME_CHARS: Final = 64
MAX_ONLY_VALUES: Final = 1000
MAX_HOSTS: Final = 200

RepeatDenied = Literal["ask", "refuse"]

_AGENT_NAME = re.compile(r"[a-z0-9_-]+")
_LATER_SECTIONS = frozenset({"fallback"})
_WITH_HOSTS = frozenset({"http_fetch"})
_WITH_HANDOFF = frozenset({"fs_write", "fs_edit", "fs_delete", "mail_draft", "calendar_create"})
"""The writes that can be proven: what is handed off ends `done` only with a proof."""
_HANDED_OFF = frozenset({"mail_draft"})
"""Handed off unless the owner says otherwise: what is prepared in a conversation is a draft (seed 003)."""
_STICKY = ("restricted", "locked", "handoff")
"""What holds of a tool that is declared several times, when any of its declarations says so (T15)."""


@dataclass(frozen=True, kw_only=True)
class ModelChoice:
    """Which backend answers for the agent, and which of its models; without a name, the backend's first."""

    backend: str
    name: str | None = None


@dataclass(frozen=True, kw_only=True)
class ToolDeclaration:
    """The owner's word on one tool. `only` narrows arguments by name to the listed values (DECISIONS P7).

    `hosts` are known to a tool that fetches: calls that only read from them don't wait (T26). `private_hosts`,
    each with its port, are those of the owner's own network that it may reach (T25). Both hold `Host.text`s. `handoff`: a
    call that a model makes in a conversation is handed to a workflow of its own (`handoff`).
    """

    name: str
    enabled: bool = True
    visible: bool = True
    restricted: bool
    locked: bool = False
    deadline_s: int | None = None
    only: Mapping[str, tuple[Any, ...]] | None = None
    hosts: tuple[str, ...] = ()
    private_hosts: tuple[str, ...] = ()
    handoff: bool = False

    @property
    def gate_policy(self) -> ToolPolicy:
        """What of it the gate asks for."""
        return ToolPolicy(
            enabled=self.enabled, restricted=self.restricted, visible=self.visible, locked=self.locked
        )


@dataclass(frozen=True, kw_only=True)
class TurnPolicy:
    """How a turn runs: `max_steps` counts replies of the model; `repeat_denied` is DECISIONS T16."""

    required_tool_first: bool = False
    max_steps: int = 20
    repeat_denied: RepeatDenied = "ask"


@dataclass(frozen=True, kw_only=True)
class Declaration:
    """A checked declaration. `tools` stands as it was written; ask `tool()` for what counts."""

    name: str
    folder: str
    model: ModelChoice | None = None
    tools: tuple[ToolDeclaration, ...] = ()
    policy: TurnPolicy = field(default_factory=TurnPolicy)
    deadline_s: int | None = None
    triggers: Mapping[str, Trigger] = field(default_factory=dict)
    timers: tuple[Timer, ...] = ()
    mcp_servers: tuple[McpServer, ...] = ()
    code_execution: CodeExecution = field(default_factory=CodeExecution)
    limits: CodeLimits = field(default_factory=CodeLimits)

    @property
    def trigger_set(self) -> TriggerSet:
        """Both triggers as they count, the undeclared ones with their defaults."""
        return TriggerSet(declared=self.triggers, has_model=self.model is not None)

    def tool(self, name: str) -> ToolDeclaration | None:
        """The declaration that counts for a tool, or None when it has none.

        Of several the first wins, but `restricted`, `locked` and `handoff` hold when any says so (case 35, T15).
        """
        return self._counting.get(name) or self._of_a_server(name)

    def _of_a_server(self, name: str) -> ToolDeclaration | None:
        """What counts for a tool of a declared server that has no entry of its own: enabled, visible, restricted."""
        server = server_of(name)
        declared = server is not None and any(it.name == server for it in self.mcp_servers)
        return ToolDeclaration(name=name, restricted=True) if declared else None

    @cached_property
    def _counting(self) -> Mapping[str, ToolDeclaration]:
        """What counts, by name; worked out once, since each call asks for it again and again."""
        names = dict.fromkeys(tool.name for tool in self.tools)
        return {name: _all_in_one([tool for tool in self.tools if tool.name == name]) for name in names}

    def effective_tools(self) -> tuple[ToolDeclaration, ...]:
        """What counts, once for each name, in the order of the declaration."""
        return tuple(self._counting.values())

    def deadline_for(self, tool: str) -> int | None:
        """How many seconds a held call of this tool may wait; None is for ever (DECISIONS T8)."""
        declared = self.tool(tool)
        if declared is not None and declared.deadline_s is not None:
            return declared.deadline_s
        return self.deadline_s


def _all_in_one(same: Sequence[ToolDeclaration]) -> ToolDeclaration:
    restricted, locked = any(tool.restricted for tool in same), any(tool.locked for tool in same)
    handoff = any(tool.handoff for tool in same)
    return replace(same[0], restricted=restricted, locked=locked, handoff=handoff)


def parse(mapping: Mapping[str, Any], *, restricted_by_default: Callable[[str], bool]) -> Declaration:
    """Check a declaration as it came from a TOML file or a JSON body; `null` means absent.

    `restricted_by_default` says whether a tool is restricted when its entry doesn't.

    Raises:
        BadDeclaration: something in it isn't known, missing or of the wrong shape; `pointer` says where.
    """
    top = Table(mapping, "", later=_LATER_SECTIONS)
    declaration = Declaration(
        name=_agent_name(top),
        folder=_folder(top),
        model=_model(top),
        tools=tuple(_tool(entry, restricted_by_default) for entry in top.tables("tools")),
        policy=_policy(top),
        deadline_s=top.whole("deadline_s", 1, MAX_DEADLINE_S),
        triggers=read_triggers(top),
        timers=read_timers(top),
        mcp_servers=read_servers(top),
        code_execution=read_code_execution(top),
        limits=read_limits(top),
    )
    top.done()
    return declaration


def dump(declaration: Declaration) -> str:
    """The declaration as JSON text; parsing it gives an equal declaration."""
    return json.dumps(as_mapping(declaration), ensure_ascii=False, separators=(",", ":"))


def as_mapping(declaration: Declaration) -> dict[str, Any]:
    """The declaration as JSON values, with every default spelled out and absent things left out."""
    model, policy = declaration.model, declaration.policy
    plain = {
        "name": declaration.name,
        "folder": declaration.folder,
        "model": None if model is None else present({"backend": model.backend, "name": model.name}),
        "tools": [tool_mapping(tool) for tool in declaration.tools],
        "policy": {
            "required_tool_first": policy.required_tool_first,
            "max_steps": policy.max_steps,
            "repeat_denied": policy.repeat_denied,
        },
        "deadline_s": declaration.deadline_s,
        "triggers": {name: trigger_mapping(it) for name, it in declaration.triggers.items()} or None,
        "timers": [timer_mapping(timer) for timer in declaration.timers] or None,
        "mcp_servers": [server_mapping(it) for it in declaration.mcp_servers] or None,
        "code_execution": code_execution_mapping(declaration.code_execution),
        "limits": limits_mapping(declaration.limits),
    }
    return present(plain)


def merge(
    declaration: Declaration, changes: Mapping[str, Any], *, restricted_by_default: Callable[[str], bool]
) -> Declaration:
    """The declaration after an owner's changes: tools are merged by name, all else that is named is replaced.

    `null` takes a thing away. Only an owner may call this: it can lower `restricted`.

    Raises:
        BadDeclaration: a change doesn't fit; pointers are those of the merged declaration.
    """
    merged = {**as_mapping(declaration), **changes}
    if changes.get("tools") is not None:
        merged["tools"] = _merge_tools(declaration, changes["tools"])
    return parse(merged, restricted_by_default=restricted_by_default)


def _merge_tools(declaration: Declaration, changes: Any) -> list[dict[str, Any]]:
    entries = {tool.name: tool_mapping(tool) for tool in declaration.effective_tools()}
    for name, change in _changes_by_name(changes).items():
        entries[name] = {**entries.get(name, {}), **change}
    return list(entries.values())


def _changes_by_name(changes: Any) -> dict[str, dict[str, Any]]:
    """Several changes of one tool count like several declarations of it: first wins, protections stick."""
    by_name: dict[str, dict[str, Any]] = {}
    if not isinstance(changes, list | tuple):
        raise BadDeclaration("“tools” must be a list of tables.", pointer="/tools")
    for index, change in enumerate(changes):
        if not isinstance(change, Mapping) or not isinstance(change.get("name"), str):
            raise BadDeclaration(
                "Each entry of “tools” must be a table with a “name”.", pointer=f"/tools/{index}"
            )
        earlier = by_name.get(change["name"], {})
        sticky = {flag: True for flag in _STICKY if True in (earlier.get(flag), change.get(flag))}
        by_name[change["name"]] = {**change, **earlier, **sticky}
    return by_name


def _agent_name(top: Table) -> str:
    name: str = top.need("name", top.text("name"))
    if not _AGENT_NAME.fullmatch(name) or len(name) > MAX_NAME_CHARS:
        raise top.bad("name", f"must be made of a-z, 0-9, _ and -, and be at most {MAX_NAME_CHARS} long")
    return name


def _folder(top: Table) -> str:
    folder: str = top.need("folder", top.text("folder"))
    return folder


def _model(top: Table) -> ModelChoice | None:
    table = top.table("model")
    if table is None:
        return None
    choice = ModelChoice(backend=table.need("backend", table.text("backend")), name=table.text("name"))
    table.done()
    return choice


def _tool(table: Table, restricted_by_default: Callable[[str], bool]) -> ToolDeclaration:
    name: str = table.need("name", table.text("name"))
    if not tool_names.is_tool_name(name):
        raise table.bad("name", tool_names.RULE)
    tool = ToolDeclaration(
        name=name,
        enabled=table.flag("enabled", True),
        visible=table.flag("visible", True),
        restricted=table.flag("restricted", restricted_by_default(name)),
        locked=table.flag("locked", False),
        deadline_s=table.whole("deadline_s", 1, MAX_DEADLINE_S),
        only=_only(table),
        hosts=_hosts(table, "hosts"),
        private_hosts=_hosts(table, "private_hosts"),
        handoff=table.flag("handoff", handed_off_by_default(name)),
    )
    table.done()
    if tool.handoff and tool.name not in _WITH_HANDOFF:
        raise table.bad("handoff", "would have no effect on this tool")
    if tool.name not in _WITH_HOSTS and (tool.hosts or tool.private_hosts):
        raise table.bad("hosts" if tool.hosts else "private_hosts", "would have no effect on this tool")
    return tool


def handed_off_by_default(name: str) -> bool:
    """Whether a tool is handed off when its declaration doesn't say."""
    return name in _HANDED_OFF


def _hosts(table: Table, key: str) -> tuple[str, ...]:
    written = table.items(key)
    if len(written) > MAX_HOSTS:
        raise table.bad(key, f"may hold at most {MAX_HOSTS} hosts")
    return tuple(_host(table, key, index, text) for index, text in enumerate(written))


def _host(table: Table, key: str, index: int, text: Any) -> str:
    where = f"{table.at(key)}/{index}"
    try:
        host = read_host(text if isinstance(text, str) else "")
    except BadAddress as error:
        raise BadDeclaration(error.message, pointer=where) from error
    if key == "private_hosts" and host.port is None:
        raise BadDeclaration("A private host is named with its port, such as 127.0.0.1:8080.", pointer=where)
    return host.text


def _only(tool: Table) -> Mapping[str, tuple[Any, ...]] | None:
    raw = tool.take("only")
    if raw is None:
        return None
    if not isinstance(raw, Mapping) or not all(isinstance(key, str) and key for key in raw):
        raise tool.bad("only", "must be a table of argument names")
    pointer = tool.at("only")
    return {argument: _allowed(values, argument, pointer) for argument, values in raw.items()}


def _allowed(values: Any, argument: str, pointer: str) -> tuple[Any, ...]:
    listed = isinstance(values, list | tuple) and 1 <= len(values) <= MAX_ONLY_VALUES
    if not listed or not all(_is_scalar(value) for value in values):
        where = pointer + json_places.pointer((argument,))
        rule = f"must be a list of 1 to {MAX_ONLY_VALUES} texts, numbers, true, false or null"
        raise BadDeclaration(f"“{argument}” in “only” {rule}.", pointer=where)
    return tuple(values)


def _is_scalar(value: Any) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return value is None or isinstance(value, str | int)


def _policy(top: Table) -> TurnPolicy:
    table = top.table("policy")
    if table is None:
        return TurnPolicy()
    plain = TurnPolicy()
    policy = TurnPolicy(
        required_tool_first=table.flag("required_tool_first", plain.required_tool_first),
        max_steps=table.whole("max_steps", 1, MAX_STEPS) or plain.max_steps,
        repeat_denied=table.word("repeat_denied", get_args(RepeatDenied)) or plain.repeat_denied,
    )
    table.done()
    return policy


def tool_mapping(tool: ToolDeclaration) -> dict[str, Any]:
    """One tool's declaration as JSON values, with every default spelled out."""
    return present(
        {
            "name": tool.name,
            "enabled": tool.enabled,
            "visible": tool.visible,
            "restricted": tool.restricted,
            "locked": tool.locked,
            "deadline_s": tool.deadline_s,
            "only": None if tool.only is None else {name: list(values) for name, values in tool.only.items()},
            "hosts": list(tool.hosts) or None,
            "private_hosts": list(tool.private_hosts) or None,
            "handoff": tool.handoff if tool.name in _WITH_HANDOFF else None,
        }
    )
