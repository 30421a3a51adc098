"""The hooks of Codex: what comes in on stdin, and what blocks, allows or tells there (spec/integrations 3.4).

They look like those of Claude Code and aren't. A denial by exit code counts only with words on stderr. Where the harness is
about to ask (`permission`), an edit makes the whole answer invalid: so what the owner edited is denied there, and the words
say how it may be asked again. That hook runs before the harness's own question, and blocks it.
"""

from __future__ import annotations

import os

from placet.hook import asking, claude
from placet.hook.asking import Call, No, Yes
from placet.hook.claude import Answer
from placet.hook.door import Trouble
from placet.hook.text import canonical

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from placet.hook.asking import Reach
    from placet.hook.door import Deadline

__all__ = ["EVENTS", "HARNESS", "answer", "refusal"]

HARNESS = "codex"
EVENTS = {"pre": "PreToolUse", "permission": "PermissionRequest", "post": "PostToolUse"}
_BLOCKED = 2
_MOST_CHARS = 9_000
_LONGEST_KEY_CHARS = 190


def answer(event: str, told: Mapping[str, Any], reach: Reach, deadline: Deadline) -> Answer:
    """Answer one event of the harness, one of `EVENTS`."""
    if event == "pre":
        return _before(told, reach, deadline)
    if event == "permission":
        return _permission(told, reach, deadline)
    return claude.answer("post", told, reach, deadline)  # what ran is told in the same words


def refusal(event: str, reason: str, *, decided: bool = False) -> Answer:
    """The answer that lets nothing pass. It blocks by its JSON and, when something broke, by its exit code and words too."""
    words = f"Placet: {reason[:_MOST_CHARS]}"
    code = 0 if decided else _BLOCKED
    if event == "pre":
        inside: dict[str, Any] = {"permissionDecision": "deny", "permissionDecisionReason": words}
        return Answer(_specific(event, inside), code, words=words)
    if event == "permission":
        return Answer(
            _specific(event, {"decision": {"behavior": "deny", "message": words}}), code, words=words
        )
    return Answer(None, 1, words=words)


def _specific(event: str, inside: Mapping[str, Any]) -> dict[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": EVENTS[event], **inside}}


def _before(told: Mapping[str, Any], reach: Reach, deadline: Deadline) -> Answer:
    call = _call(told)
    verdict = asking.ask(call, reach, deadline)
    if isinstance(verdict, No):
        return refusal("pre", _sentence(verdict), decided=verdict.decided)
    inside: dict[str, Any] = {
        "permissionDecision": "allow",
        "permissionDecisionReason": "Approved in Placet.",
    }
    if verdict.edited is not None:
        inside["updatedInput"] = verdict.edited
        inside["additionalContext"] = _edit_words(call, verdict, "It runs with")
    return _approved("pre", inside, verdict)


def _permission(told: Mapping[str, Any], reach: Reach, deadline: Deadline) -> Answer:
    try:
        known = claude.approved_before(told, reach(deadline))
    except Trouble as trouble:
        return refusal("permission", _sentence(No(trouble.message, trouble.code)))
    # An edit can't be said in this place, so what was edited passes only as it was edited.
    if known is not None and known.edited is None:
        return Answer(_specific("permission", {"decision": {"behavior": "allow"}}))
    call = _call(told)
    verdict = asking.ask(call, reach, deadline)
    if isinstance(verdict, No):
        return refusal("permission", _sentence(verdict), decided=verdict.decided)
    if verdict.edited is not None:
        return _denied_edit(call, verdict, reach)
    return _approved("permission", {"decision": {"behavior": "allow"}}, verdict)


def _denied_edit(call: Call, verdict: Yes, reach: Reach) -> Answer:
    """An edit can't be said in this place: nothing runs, and the record says so."""
    if verdict.task_id is not None:
        asking.give_up(verdict.task_id, reach)
    words = _edit_words(call, verdict, "That can't be done in this place, so it was not run. Ask again with")
    return refusal("permission", words, decided=True)


def _approved(event: str, inside: Mapping[str, Any], verdict: Yes) -> Answer:
    made = Answer(_specific(event, inside))
    made.task_id = verdict.task_id
    return made


def _sentence(no: No) -> str:
    if no.decided:
        return no.reason
    return f"{no.reason} Nobody allowed this call, so it was not run. [{no.code}]"


def _edit_words(call: Call, verdict: Yes, how: str) -> str:
    runs = canonical(verdict.edited)
    words = f"The owner edited this call before approving it. {how} {runs}, not with {canonical(call.args)}."
    if len(words) > _MOST_CHARS:
        words = f"The owner edited this call before approving it. {how} {runs[:_MOST_CHARS]}…"
    return words


def _call(told: Mapping[str, Any]) -> Call:
    tool, args, session = told.get("tool_name"), told.get("tool_input"), told.get("session_id")
    if not isinstance(tool, str) or not tool or not isinstance(args, dict):
        raise Trouble("The harness says nothing clear about its call.", "bad_input")
    if not isinstance(session, str) or not session:
        raise Trouble("The harness doesn't say its session_id.", "bad_input")
    source = {"harness": HARNESS, "session_id": session}
    for name, ours in (
        ("agent_id", "agent_id"),
        ("agent_type", "agent_type"),
        ("cwd", "cwd"),
        ("tool_use_id", "call_id"),
    ):
        value = told.get(name)
        if isinstance(value, str) and value:
            source[ours] = value
    return Call(tool, args, key=_key(session, source.get("call_id")), source=source)


def _key(session: str, call_id: str | None) -> str:
    """Not every event names its call; one without a name is a question of its own."""
    key = f"{HARNESS}:{session}:{call_id}" if call_id else f"{HARNESS}:asks:{os.urandom(16).hex()}"
    if len(key) > _LONGEST_KEY_CHARS:
        raise Trouble("The harness gives its call a name that is too long.", "bad_input")
    return key
