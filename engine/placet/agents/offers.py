"""Which tools a model is offered, in the chat-completions shape.

Being offered gates nothing (spec/tool-tasks 4.5): a hidden tool can be called by its name, and an offered one
may still wait for the owner. The gate alone decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from placet.rules.declarations import Declaration, ToolDeclaration
from placet.rules.ports import Tool
from placet.tools.registry import Registry
from placet.tools.schemas import narrow

MAX_REASON_CHARS: Final = 200  # so that a grammar made from the schema ends

_ASYNC: Final = {
    "type": "boolean",
    "description": "True: do not wait for the outcome; a reference to the task comes back at once.",
}
_REASON: Final = {
    "type": "string",
    "maxLength": MAX_REASON_CHARS,
    "description": "Why you want this, in about ten words. The owner reads it.",
}


def offers(declaration: Declaration, tools: Registry) -> tuple[dict[str, Any], ...]:
    """The enabled and visible tools that exist, in the order of the declaration.

    Raises:
        BadDeclaration: an `only` doesn't fit its tool.
    """
    shown = (entry for entry in declaration.effective_tools() if entry.enabled and entry.visible)
    return tuple(_offer(entry, tool) for entry in shown if (tool := tools.get(entry.name)) is not None)


def _offer(entry: ToolDeclaration, tool: Tool) -> dict[str, Any]:
    function = {"name": tool.name, "description": tool.summary, "parameters": _parameters(entry, tool.schema)}
    return {"type": "function", "function": function}


def _parameters(entry: ToolDeclaration, schema: Mapping[str, Any]) -> dict[str, Any]:
    narrowed = dict(schema) if entry.only is None else narrow(schema, entry.only)
    return {
        **narrowed,
        "properties": {**narrowed.get("properties", {}), "_async": _ASYNC, "_reason": _REASON},
    }
