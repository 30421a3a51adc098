"""The tool `turn_end`: the model says that it is done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from placet.rules.ports import Effect, Place, Preview, ToolResult, ToolRun

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {"summary": {"type": "string", "description": "What was done, in a sentence or two."}},
    "additionalProperties": False,
}


class TurnEnd:
    """Ends the turn. The summary is the model's claim and evidence for nothing (ARCHITECTURE 1.7)."""

    name = "turn_end"
    effect = Effect.NONE
    summary = "End your turn when you are done."
    restricted_by_default = False
    schema: Mapping[str, Any] = _SCHEMA

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        """It only ends the turn; there is nothing to pin."""
        return Preview(sentence="Ends the agent's turn.")

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        """Hand the summary back and end the turn (DECISIONS T22)."""
        value = {"summary": args["summary"]} if "summary" in args else {}
        return ToolResult(value=value, end_turn=True)
