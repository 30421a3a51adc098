"""Codex's app-server: answers what it asks its client, by asking the console (spec/integrations 3.4).

It speaks JSON-RPC in lines, and asks before a command, a change of files, more rights, or a call of an MCP tool. `answer`
makes the answer to one such request; whoever speaks with the server sends it, tells `taken` that the server has it, and
`outcome` how the item ended. What isn't about leave for something, or can't be shown, is declined. Nothing is ever accepted
for a whole session: a console that wants that has standing answers of its own.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from placet.links.questions import Answer, ask, report

__all__ = ["Decided", "answer", "is_known", "outcome", "taken", "withdrawn"]

HARNESS: Final = "codex"
_COMMAND: Final = "item/commandExecution/requestApproval"
_CHANGE: Final = "item/fileChange/requestApproval"
_RIGHTS: Final = "item/permissions/requestApproval"
_ELICIT: Final = "mcpServer/elicitation/request"
_TOOLS: Final = {_COMMAND: "shell", _CHANGE: "apply_patch", _RIGHTS: "permissions"}
_SAYS: Final = {_COMMAND: "command", _CHANGE: "changes", _RIGHTS: "permissions"}
"""What of a request says what would be done. The server tells of changes before it asks; its client adds them here."""
_MCP_CALL: Final = "mcp_tool_call"
_IDS: Final = frozenset({"threadId", "turnId", "itemId", "approvalId", "requestId", "startedAtMs"})
_ANSWERS: Final = frozenset(
    {"availableDecisions", "proposedExecpolicyAmendment", "proposedNetworkPolicyAmendments"}
)
_NOT_SHOWN: Final = _IDS | _ANSWERS
"""What of a request says only which one it is, or how it could be answered for more than this once."""
_DONE: Final = frozenset({"completed", "success", "ok"})


@dataclass(frozen=True, kw_only=True)
class Decided:
    """An answer as the server takes it, with the question that it came from; None: nobody was asked."""

    result: Mapping[str, Any]
    answer: Answer | None = None
    item_id: str | None = None
    is_had_at_once: bool = False


def is_known(method: str) -> bool:
    """Whether a request is one of those that ask for leave."""
    return method in _TOOLS or method == _ELICIT


def answer(method: str, params: Mapping[str, Any]) -> Decided:
    """Ask about one request of the server's, and answer it. Blocking.

    A request that isn't known, or doesn't say what would be done, is declined unasked. A change of files is told by the
    item's start, and the request names the item alone: so its `changes` have to be among `params`. An MCP call's request
    names no item: with the `itemId` of the one that started among `params`, `outcome` can tell of its end.
    """
    tool, decline = _TOOLS.get(method), _no(method)
    session = params.get("threadId")
    if method == _ELICIT:
        tool = _tool_of_elicitation(params)
    item_id = item if isinstance(item := params.get("itemId"), str) else None
    if tool is None or not isinstance(session, str) or not _can_accept(method, params):
        return Decided(result=decline)
    if item_id is None and method != _ELICIT:
        return Decided(result=decline)  # nobody could tell how it ended
    key = f"{HARNESS}:server:{secrets.token_hex(16)}"  # what is asked twice is two questions
    args = {name: value for name, value in params.items() if name not in _NOT_SHOWN}
    asked = ask(tool, args, key=key, harness=HARNESS, session=session)
    if asked.allowed and asked.edited:
        words = "It was edited, which this interface can't carry; it was declined."
        report(asked, ok=False, words=words, harness=HARNESS)
        return Decided(result=decline, item_id=item_id)
    return Decided(
        result=_yes(method, params) if asked.allowed else decline,
        answer=asked if asked.allowed else None,
        item_id=item_id,
        is_had_at_once=method == _RIGHTS,
    )


def _tool_of_elicitation(params: Mapping[str, Any]) -> str | None:
    """The tool of an MCP call that is asked about; any other elicitation wants an answer that only its user has."""
    meta = params.get("_meta")
    about_a_call = isinstance(meta, Mapping) and meta.get("codex_approval_kind") == _MCP_CALL
    server = params.get("serverName")
    return f"mcp:{server}" if about_a_call and isinstance(server, str) and server.isascii() else None


def _can_accept(method: str, params: Mapping[str, Any]) -> bool:
    """Whether there is something to say yes to, and a plain yes is among the answers that the server takes for this one."""
    if method in _SAYS and not params.get(_SAYS[method]):
        return False
    offered = params.get("availableDecisions")
    return method != _COMMAND or not isinstance(offered, list) or "accept" in offered


def _yes(method: str, params: Mapping[str, Any]) -> dict[str, Any]:
    if method == _RIGHTS:
        return {"permissions": params.get("permissions", {}), "scope": "turn"}
    if method == _ELICIT:
        return {"action": "accept", "content": {}}
    return {"decision": "accept"}


def _no(method: str) -> dict[str, Any]:
    if method == _RIGHTS:
        return {"permissions": {}, "scope": "turn"}
    if method == _ELICIT:
        return {"action": "decline"}
    return {"decision": "decline"}


def outcome(decided: Decided, item: Mapping[str, Any]) -> bool:
    """Tell the console how an allowed item ended, from the server's `item/completed`. False: it is about another item.

    Of what has no item nothing is told here; the engine calls its end unknown once this program ends.
    """
    if decided.answer is None or decided.item_id is None or item.get("id") != decided.item_id:
        return False
    status = item.get("status")
    ok = isinstance(status, str) and status.lower() in _DONE
    report(decided.answer, ok=ok, words=str(item.get("aggregatedOutput") or status or ""), harness=HARNESS)
    return True


def taken(decided: Decided) -> None:
    """Take in the `serverRequest/resolved` that follows your answer: the server has it. Rights are had by that alone, and no
    item tells of them later; anything else still has to end.
    """
    if decided.answer is not None and decided.is_had_at_once:
        report(decided.answer, ok=True, words="The server has the rights.", harness=HARNESS)


def withdrawn(decided: Decided) -> None:
    """Take in a `serverRequest/resolved` that came before your answer went out: it was answered elsewhere, so what was
    allowed here counts as not run. The server says the same words of each request that you did answer: that is `taken`.
    """
    if decided.answer is not None:
        report(decided.answer, ok=False, words="It was answered elsewhere.", harness=HARNESS)
