"""The tool `sys_lambda`: run a function of a file in the agent's folder."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from placet.rules.code import hold_of, read_source
from placet.rules.errors import ToolFailed, ToolStopped
from placet.rules.ports import Effect, Examined, Manner, Place, Preview, ToolResult, ToolRun
from placet.tools.code.hosting import CodeHost
from placet.tools.code.reading import CodeFile, read_code
from placet.tools.quoting import counted, quoted

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "source": {
            "type": "string",
            "minLength": 1,
            "maxLength": 4096,
            "description": 'The file and its function, such as "lib/sums.ts:total". Without a function: main.',
        },
        "args": {"description": "What the function gets as its argument: any JSON value."},
    },
    "required": ["source"],
    "additionalProperties": False,
}


class SysLambda:
    """Runs exactly the bytes that were looked at. A model's call of an authorized file waits for the owner, who is
    shown them (guide: code-context table).
    """

    name = "sys_lambda"
    effect = Effect.UNKNOWN
    summary = (
        "Run a function of a TypeScript or JavaScript file in your folder; what it returns is the result."
    )
    restricted_by_default = False
    schema: Mapping[str, Any] = _SCHEMA

    def __init__(self, host: CodeHost) -> None:
        self._host = host

    def examine(self, args: Mapping[str, Any], place: Place) -> Examined:
        """Whether the file is authorized, and what would run. Blocking.

        Raises:
            BadArguments: the source names no code. ToolFailed: there is no such file, or it can't be run.
        """
        source = read_source(args["source"])
        file = read_code(place.folder, source.path)
        authorized = self._host.is_authorized(place.agent, file.path, file.sha256)
        row = "sys_lambda:authorized" if authorized else "sys_lambda"
        manner = Manner(row=row, effect=Effect.UNKNOWN, hold=hold_of(authorized=authorized))
        kind = "the AUTHORIZED file" if authorized else "the file"
        sentence = (
            f"Runs the function {quoted(source.function)} of {kind} {quoted(file.path)} "
            f"({counted(len(file.data), 'byte')})."  # which bytes they are stands with the code itself
        )
        target = _target(file, authorized)
        return Examined(manner=manner, preview=Preview(sentence=sentence, target=target, source=file.text))

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        """What would run. Blocking.

        Raises:
            BadArguments: the source names no code. ToolFailed: there is no such file, or it can't be run.
        """
        return self.examine(args, place).preview

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        """Read the file once more and run those bytes, when they are the ones that were shown.

        Raises:
            ToolFailed: `target_changed`, or how the code ended. ToolStopped: the stop came first.
        """
        source = read_source(args["source"])
        file = await asyncio.to_thread(self._confirmed, source.path, run)
        if run.stop.is_set():
            raise ToolStopped("Stopped before the code ran.")
        given = (args["args"],) if "args" in args else ()
        return ToolResult(value=await self._host.run_file(file, source, given, run))

    def _confirmed(self, path: str, run: ToolRun) -> CodeFile:
        file = read_code(run.place.folder, path)
        authorized = self._host.is_authorized(run.place.agent, path, file.sha256)
        if run.target is not None and run.target != _target(file, authorized):
            raise ToolFailed(
                f"The code of {quoted(path, 200)}, or its authorization, isn't what it was when it was shown; "
                "nothing ran.",
                code="target_changed",
            )
        return file


def _target(file: CodeFile, authorized: bool) -> dict[str, Any]:
    return {"code": {"path": file.path, "sha256": file.sha256, "authorized": authorized}}
