"""The tool `sys_code`: run code that comes with the call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from placet.rules.errors import ToolStopped
from placet.rules.ports import Effect, Place, Preview, ToolResult, ToolRun
from placet.tools.code.hosting import CodeHost
from placet.tools.code.reading import CODE_LIMIT_BYTES
from placet.tools.quoting import counted


class SysCode:
    """Runs the body of an async function, whoever asks for it, without any authority (guide)."""

    name = "sys_code"
    effect = Effect.UNKNOWN
    summary = "Run TypeScript or JavaScript: the body of an async function; what it returns is the result."
    restricted_by_default = False
    schema: Mapping[str, Any] = {
        "type": "object",
        "properties": {
            "code": {
                "type": "string",
                "minLength": 1,
                "maxLength": CODE_LIMIT_BYTES,
                "description": 'Such as "return 6 * 7". Your tools are there as adf.NAME(arguments), to be awaited.',
            }
        },
        "required": ["code"],
        "additionalProperties": False,
    }

    def __init__(self, host: CodeHost) -> None:
        self._host = host

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        """How much code it is; the arguments say which."""
        return Preview(
            sentence=f"Runs {counted(len(args['code']), 'character')} of code in a sandbox, unauthorized."
        )

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        """Run it.

        Raises:
            ToolFailed: how the code ended. ToolStopped: the stop came first.
        """
        if run.stop.is_set():
            raise ToolStopped("Stopped before the code ran.")
        return ToolResult(value=await self._host.run_inline(args["code"], run))
