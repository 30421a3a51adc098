"""The tools of a gateway's servers: under which names they are offered, what is said of them, and what a call binds."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from placet.hook import descent
from placet.hook.asking import No, denial
from placet.mcp import eras, wire
from placet.mcp.front import Asked
from placet.mcp.holds import TASK_TOOL, Hold, Stage, failed_text
from placet.mcp.server import Server
from placet.rules import tool_names

PINNED: Final = "pinned"
"""The owner's pin describes the tool exactly as its server does now."""
CHANGED: Final = "changed"
"""It doesn't, and the owner hasn't looked at the difference yet."""
WHY_CHANGED: Final = (
    "Its server describes it differently than when it was pinned; the owner is asked whether that is right."
)
_MOST_REPORT_CHARS: Final = 1_000_000
_CONTINUES: Final = ("inputResponses", "requestState")
_ARGUMENTS: Final = "arguments"
_HINTS: Final = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")


@dataclass(kw_only=True)
class Offered:
    """One tool: `name` as calls say it, `own_name` as its server does. `state` and `why` are the console's word."""

    name: str
    own_name: str
    server: Server
    definition: Mapping[str, Any]
    state: str = ""
    why: str = "The Placet console couldn't be asked."

    @property
    def known_as(self) -> str:
        """What the console calls it: two servers of one agent may call two tools alike."""
        return f"{self.server.name}.{self.own_name}"

    def shown(self) -> dict[str, Any]:
        """What a client is told. Of a tool that isn't pinned nothing that its server says: words steer a model too."""
        if self.state == PINNED:
            return {**self.definition, "name": self.name}
        return {
            "name": self.name,
            "description": f"{self.why} Calls are refused.",
            "inputSchema": {"type": "object"},
        }


def offered(server: Server, listed: Sequence[Mapping[str, Any]], *, alone: bool) -> list[Offered]:
    """What a server lists, under the names of the gateway; what can't be called by a name of ours isn't offered."""
    found = []
    for definition in listed:
        own_name = str(definition["name"])
        name = own_name if alone else f"{server.name}.{own_name}"
        offered = Offered(name=name, own_name=own_name, server=server, definition=definition)
        if tool_names.is_tool_name(offered.known_as) and name != TASK_TOOL:
            found.append(offered)
    return found


def capabilities_for_servers(told: Mapping[str, Any]) -> dict[str, Any]:
    """What servers are told that the client can do. It never samples for them, and tasks are ours to speak of."""
    return {name: told[name] for name in ("roots", "elicitation") if name in told}


def bound(asked: Asked) -> dict[str, Any]:
    """What the owner is shown and what the digest covers. An answer that a client gives its server is part of a call.

    Arguments stand as they are, or with such an answer beside them. Those that look like the latter stand as it does, so
    that no two calls are bound alike.
    """
    more = {key: asked.more[key] for key in _CONTINUES if key in asked.more}
    if not more and not _looks_continued(asked.arguments):
        return dict(asked.arguments)
    return {_ARGUMENTS: dict(asked.arguments), **more}


def unbound(asked: Asked, edited: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The arguments in what the owner edited; None: the owner changed what isn't the owner's to write."""
    before = bound(asked)
    if not _looks_continued(before):
        return None if _looks_continued(edited) else edited
    same = edited.keys() == before.keys() and all(
        edited[key] == before[key] for key in before.keys() - {_ARGUMENTS}
    )
    arguments = edited.get(_ARGUMENTS)
    return arguments if same and isinstance(arguments, dict) else None


def _looks_continued(bound: Mapping[str, Any]) -> bool:
    return isinstance(bound.get(_ARGUMENTS), dict) and bound.keys() <= {_ARGUMENTS, *_CONTINUES}


def more(asked: Asked) -> dict[str, Any]:
    """What else of a call goes to the server."""
    return {key: it for key, it in asked.more.items() if key in {*_CONTINUES, eras.META}}


def source(offered: Offered, session: str) -> dict[str, Any]:
    """Who asks, and what the server claims of its tool: said on the card, after the facts, as somebody's words."""
    told = asker(offered.server, session)
    claims = _claims(offered.definition.get("annotations"))
    return {**told, "claims": claims} if claims else told


def asker(server: Server, session: str) -> dict[str, Any]:
    """Who asks: this gateway, in front of a server."""
    told = {
        "harness": "mcp",
        "session_id": session,
        "server": server.name,
        "command": " ".join(server.command),
    }
    process = _own_process()
    return {**told, "process": process} if process else told


@functools.cache
def _own_process() -> str | None:
    return descent.own()


def _claims(annotations: Any) -> str:
    if not isinstance(annotations, Mapping):
        return ""
    said = [
        f"{name}: {str(annotations[name]).lower()}"
        for name in _HINTS
        if isinstance(annotations.get(name), bool)
    ]
    return ", ".join(said)


def hold_of(row: Mapping[str, Any]) -> Hold | None:
    """A call as the ledger has it, for a client that comes back to another gateway; None: it is none of a gateway's."""
    told = row.get("source")
    if not isinstance(told, Mapping) or told.get("harness") != "mcp" or not isinstance(row.get("id"), str):
        return None
    hold = Hold(id=row["id"], tool=str(row.get("tool")), done=asyncio.get_running_loop().create_future())
    status, result = row.get("status"), row.get("result")
    if status in {"completed", "failed"}:
        hold.finish(result if isinstance(result, dict) else failed_text(_said(row)))
    elif status in {"denied", "cancelled"}:
        hold.cancelled = status == "cancelled"
        hold.finish(failed_text(_said(row)))
    else:
        hold.is_elsewhere = True
        hold.enter(Stage.WAITING if status == "pending_approval" else Stage.RUNNING)
    return hold


def _said(row: Mapping[str, Any]) -> str:
    error, approval = row.get("error"), row.get("approval")
    if row.get("status") == "denied":
        return denial(approval.get("reason") if isinstance(approval, Mapping) else None)
    return error if isinstance(error, str) else f"The task is {row.get('status')}."


def no_words(no: No) -> str:
    """Why a call didn't run, for the client."""
    return (
        no.reason if no.decided else f"{no.reason} Nobody allowed this call, so it was not run. [{no.code}]"
    )


def kept(result: Mapping[str, Any]) -> Any:
    """What of a result goes into the ledger; a picture of megabytes doesn't."""
    text = wire.text_of(result)
    if len(text) <= _MOST_REPORT_CHARS:
        return dict(result)
    return {"cut": True, "characters": len(text), "begins": text[:10_000]}
