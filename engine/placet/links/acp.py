"""The Agent Client Protocol: answers what an agent asks its client before it calls a tool, by asking the console.

`answer` makes the result of one `session/request_permission`; whoever speaks with the agent sends it, and hands each later
`session/update` to `outcome`. Only an answer for this once is ever chosen: a console that wants more has standing answers of
its own. Where none is offered, or nothing is said that could be shown, nothing is allowed (spec/integrations 3.5).
"""

from __future__ import annotations

import json
import secrets
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from placet.links.questions import Answer, ask, report

__all__ = ["METHOD", "Decided", "answer", "outcome"]

METHOD: Final = "session/request_permission"
HARNESS: Final = "acp"
_ENDS: Final[Mapping[str, bool]] = {"completed": True, "failed": False}
_KNOWN: Final = ("title", "kind", "rawInput", "content", "locations")
"""What of a call is shown and bound: all that the agent says of what it would do."""
_KINDS: Final = frozenset(
    {"read", "edit", "delete", "move", "search", "execute", "think", "fetch", "switch_mode"}
)
"""The protocol's own words; what an agent calls its calls itself is no tool's name."""


@dataclass(frozen=True, kw_only=True)
class Decided:
    """An answer as the agent takes it, with the question that it came from; None: nothing was allowed."""

    result: Mapping[str, Any]
    answer: Answer | None = None
    call_id: str | None = None


def answer(params: Mapping[str, Any]) -> Decided:
    """Ask about one request, and answer it. Blocking; a turn that is cancelled meanwhile is its caller's to answer."""
    session, call = params.get("sessionId"), params.get("toolCall")
    offered = _offered(params.get("options"))
    if not isinstance(session, str) or not isinstance(call, Mapping) or "allow_once" not in offered:
        return Decided(result=_no(offered))
    args = {name: call[name] for name in _KNOWN if call.get(name) is not None}
    call_id = call.get("toolCallId")
    if not args.keys() - {"kind"} or not isinstance(call_id, str):
        # A kind alone: the owner would say yes to nothing. A call without a name: nobody could tell how it ended.
        return Decided(result=_no(offered))
    key = f"{HARNESS}:{secrets.token_hex(16)}"  # what an agent asks twice is two questions, whatever it calls them
    asked = ask(_tool(call), args, key=key, harness=HARNESS, session=session)
    if asked.allowed and asked.edited:
        report(asked, ok=False, words="It was edited, which this protocol can't carry.", harness=HARNESS)
    if not asked.allowed or asked.edited:
        return Decided(result=_no(offered))
    return Decided(result=_selected(offered["allow_once"]), answer=asked, call_id=call_id)


def outcome(decided: Decided, update: Mapping[str, Any]) -> bool:
    """Tell the console how an allowed call ended, from a `session/update`. False: it is about another, or no end."""
    status = update.get("status")
    if decided.answer is None or update.get("toolCallId") != decided.call_id or status not in _ENDS:
        return False
    report(
        decided.answer,
        ok=_ENDS[str(status)],
        words=_words(update.get("rawOutput"), str(status)),
        harness=HARNESS,
    )
    return True


def _words(output: Any, status: str) -> str:
    """What a call came to as text: agents tell it as text or in shapes of their own."""
    return output if isinstance(output, str) else status if output is None else json.dumps(output)


def _offered(options: Any) -> dict[str, str]:
    """The first option of each kind, by its id: no other may be chosen. An id that stands twice may mean either."""
    rows = options if isinstance(options, list) else ()
    plain = [it for it in rows if isinstance(it, Mapping) and isinstance(it.get("optionId"), str)]
    times = Counter(it["optionId"] for it in plain)
    found: dict[str, str] = {}
    for option in plain:
        if times[option["optionId"]] == 1:
            found.setdefault(str(option.get("kind")), option["optionId"])
    return found


def _tool(call: Mapping[str, Any]) -> str:
    """The kind of the call, which is a word of the protocol's; its title is the agent's own prose."""
    kind = call.get("kind")
    return kind if isinstance(kind, str) and kind in _KINDS else "other"


def _no(offered: Mapping[str, str]) -> dict[str, Any]:
    once = offered.get("reject_once")
    return {"outcome": {"outcome": "cancelled"}} if once is None else _selected(once)


def _selected(option_id: str) -> dict[str, Any]:
    return {"outcome": {"outcome": "selected", "optionId": option_id}}
