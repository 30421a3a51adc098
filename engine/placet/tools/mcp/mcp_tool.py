"""A tool of an MCP server that an agent's declaration names: asked about like every other, and run by its server."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from placet.rules.errors import BadInput, ToolFailed
from placet.rules.ports import Effect, Place, Preview, ToolResult, ToolRun
from placet.tools.compiling import compiled
from placet.tools.quoting import quoted

UNKNOWN: Final = "mcp_tool_unknown"
_SHOWN_CHARS: Final = 200
_SUMMARY_CHARS: Final = 4_000


@dataclass(frozen=True, kw_only=True)
class Known:
    """What is pinned of a tool: the server's own words, every one of them untrusted."""

    server: str
    definition: Mapping[str, Any]


class Servers(Protocol):
    """Where an agent's servers are kept (`placet.work.mcp_servers`)."""

    def known(self, agent: str, tool: str) -> Known:
        """A tool as it is pinned. Blocking.

        Raises:
            ToolFailed: the agent has no such server, or the tool isn't pinned as its server describes it now.
        """
        ...

    async def call(self, agent: str, tool: str, args: Mapping[str, Any]) -> Mapping[str, Any]:
        """Have the server run a tool, once; the result is its own.

        Raises:
            ToolFailed: it didn't, or nobody knows whether it did.
        """
        ...


class McpTool:
    """One tool of a server, by its whole name. What it is differs from agent to agent, so each call asks for it."""

    effect = Effect.UNKNOWN
    restricted_by_default = True

    def __init__(
        self,
        name: str,
        servers: Servers,
        *,
        summary: str = "",
        schema: Mapping[str, Any] | None = None,
    ) -> None:
        self.name = name
        self.summary = summary[:_SUMMARY_CHARS]
        self.schema: Mapping[str, Any] = {"type": "object"} if schema is None else schema
        self._servers = servers

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        """Say which server would run it. Blocking.

        Raises:
            ToolFailed: there is no such tool. BadInput: the arguments don't fit what its server says that it takes.
        """
        known = self._check(args, place)
        claims = _claims(known.definition.get("annotations"))
        said = f" Its server claims: {claims}." if claims else ""
        return Preview(
            sentence=(
                f"Has the MCP server {known.server} run its tool {quoted(self.name, _SHOWN_CHARS)}. The server is a "
                f"program with your rights; Placet neither limits it nor knows what it does.{said}"
            )
        )

    def _check(self, args: Mapping[str, Any], place: Place) -> Known:
        known = self._servers.known(place.agent, self.name)
        schema = known.definition.get("inputSchema")
        try:
            taken = compiled(schema if isinstance(schema, Mapping) else {"type": "object"})
        except BadInput:
            raise ToolFailed(
                "The server describes this tool's arguments in no known way.", code=UNKNOWN
            ) from None
        taken.check(args)
        return known

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        """Have the server run it; its result is kept as it came.

        Raises:
            ToolFailed: the server says that it failed, can't be asked, or left without an answer.
        """
        await asyncio.to_thread(self._check, args, run.place)
        result = await self._servers.call(run.place.agent, self.name, args)
        if result.get("isError") is True:
            raise ToolFailed(_words(result) or "The server says that it failed.", code="tool_error")
        return ToolResult(value=dict(result))


def _words(result: Mapping[str, Any]) -> str:
    content = result.get("content")
    blocks = content if isinstance(content, list) else []
    texts = [it["text"] for it in blocks if isinstance(it, Mapping) and isinstance(it.get("text"), str)]
    return "\n".join(texts)[:2_000]


_HINTS: Final = {
    "readOnlyHint": ("it only reads", "it may change things"),
    "destructiveHint": ("it may destroy", "it destroys nothing"),
    "idempotentHint": ("a repeat changes nothing", "a repeat counts again"),
    "openWorldHint": ("it reaches outside", "it stays inside"),
}


def _claims(annotations: Any) -> str:
    """What a server says of its tool's effect, in our words: a claim, never a fact."""
    if not isinstance(annotations, Mapping):
        return ""
    return ", ".join(
        yes if annotations[hint] else no
        for hint, (yes, no) in _HINTS.items()
        if isinstance(annotations.get(hint), bool)
    )
