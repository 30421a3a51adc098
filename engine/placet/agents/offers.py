"""Which tools a model is offered, in the chat-completions shape.

Being offered gates nothing (spec/tool-tasks 4.5): a hidden tool can be called by its name, and an offered one
may still wait for the owner. The gate alone decides.

Every tool takes `_async` and `_reason` (DECISIONS T1, T11). A guided turn (`required_tool_first`) isn't
offered them, though it may send them: it is for models too small to choose. Tried with the embedded one: it
set `_async` in 2 of 6 calls without a cause, filled `_reason` with noise in 5, and took 2.5 times as long.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from placet.agents.goals import REPORT_OFFER, Goal, step_offer
from placet.rules.declarations import Declaration, ToolDeclaration
from placet.rules.mcp_servers import server_of
from placet.rules.ports import Tool
from placet.rules.scope import ToolScope, allows
from placet.tools.compiling import narrow
from placet.tools.registry import Registry

MAX_REASON_CHARS: Final = 200  # so that a grammar made from the schema ends

_FLAGS: Final = {
    "_async": {
        "type": "boolean",
        "description": "True: do not wait for the outcome; a reference to the task comes back at once.",
    },
    "_reason": {
        "type": "string",
        "maxLength": MAX_REASON_CHARS,
        "description": "Why you want this, in about ten words. The owner reads it.",
    },
}


def offers(declaration: Declaration, tools: Registry, goal: Goal | None = None) -> tuple[dict[str, Any], ...]:
    """The enabled and visible tools that exist, in the order of the declaration.

    For a workflow: those in its scope and the tool that reports, none of which may be left unawaited; for a guided one
    the step's tool and nothing else.

    Raises:
        BadDeclaration: an `only` doesn't fit its tool.
    """
    if goal is None:
        flags: Mapping[str, Any] = {} if declaration.policy.required_tool_first else _FLAGS
        return _offers(declaration, tools, flags, None)
    if goal.guided:
        tool = None if goal.step is None else tools.get(goal.step.tool)
        return () if tool is None or goal.step is None else (step_offer(goal.step, tool),)
    return (*_offers(declaration, tools, {}, goal.scope), dict(REPORT_OFFER))


def _offers(
    declaration: Declaration, tools: Registry, flags: Mapping[str, Any], scope: ToolScope | None
) -> tuple[dict[str, Any], ...]:
    # A scope keeps every integration out, its tools included (seed 003).
    own = {} if scope is not None else {it.name: it for it in tools.offered(declaration.name)}
    declared = [it for it in declaration.effective_tools() if allows(scope, it.name)]
    named = {it.name for it in declared}
    implied = [it for name in own if name not in named and (it := declaration.tool(name)) is not None]
    shown = [entry for entry in (*declared, *implied) if entry.enabled and entry.visible]
    found = ((entry, _found(entry.name, own, tools)) for entry in shown)
    return tuple(_offer(entry, tool, flags) for entry, tool in found if tool is not None)


def _found(name: str, own: Mapping[str, Tool], tools: Registry) -> Tool | None:
    """The tool of an entry; one of an MCP server only as it is pinned for this agent."""
    return own.get(name) if server_of(name) is not None else tools.get(name)


def _offer(entry: ToolDeclaration, tool: Tool, flags: Mapping[str, Any]) -> dict[str, Any]:
    schema = tool.schema if entry.only is None else narrow(tool.schema, entry.only)
    parameters = {**schema, "properties": {**schema.get("properties", {}), **flags}}
    function = {"name": tool.name, "description": tool.summary, "parameters": parameters}
    return {"type": "function", "function": function}
