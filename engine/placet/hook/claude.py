"""The hooks of Claude Code: what comes in on stdin, and what blocks, allows or tells there (spec/integrations 3.1).

Before a call (`pre`), exit code 0 with JSON lets the JSON decide, 2 blocks whatever is printed, and every other end lets
the call pass: so a failure of ours prints the denial and leaves with 2. When the harness is about to ask (`permission`),
2 means nothing, so there the denial is printed and the exit code is 0.
"""

from __future__ import annotations

import os

from placet.hook import asking
from placet.hook.asking import Call, No, Yes
from placet.hook.door import Deadline, Gone, Trouble
from placet.hook.text import NotJson, canonical, dump

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from placet.hook.asking import Reach
    from placet.hook.door import Door

__all__ = ["BLOCKED", "EVENTS", "HARNESS", "READS", "Answer", "answer", "approved_before", "refusal"]

HARNESS = "claude-code"
BLOCKED = 2
READS = frozenset({"Read", "Glob", "Grep", "LS", "NotebookRead"})
"""Tools that only look at files here. One that the owner never listed is left to the harness's own rules."""
EVENTS = {
    "pre": "PreToolUse",
    "permission": "PermissionRequest",
    "post": "PostToolUse",
    "post-failure": "PostToolUseFailure",
    "session-end": "SessionEnd",
}
_MOST_CHARS = 9_000
"""The harness cuts each text at 10,000 characters."""
_MOST_RESULT_CHARS = 100_000
_LONGEST_KEY_CHARS = 190


class Answer:
    """What the program prints and how it ends. `task_id`: what was approved by it."""

    def __init__(self, said: Mapping[str, Any] | None, code: int = 0, *, words: str = "") -> None:
        self.said = said
        self.code = code
        self.words = words
        self.task_id: str | None = None


def answer(event: str, told: Mapping[str, Any], reach: Reach, deadline: Deadline) -> Answer:
    """Answer one event of the harness, one of `EVENTS`."""
    if event == "pre":
        return _before(told, reach, deadline)
    if event == "permission":
        return _permission(told, reach, deadline)
    if event == "session-end":
        _tell(reach, deadline, lambda door: _session_ended(told, door))
        return Answer(None)  # nobody is left to whom a failure would be of use
    return _tell(reach, deadline, lambda door: _ran(told, door, ok=event == "post"))


def refusal(event: str, reason: str, *, decided: bool = False) -> Answer:
    """The answer that lets nothing pass; `decided`: it is somebody's no, and nothing broke."""
    words = f"Placet: {reason[:_MOST_CHARS]}"
    if event == "pre":
        inside = {"permissionDecision": "deny", "permissionDecisionReason": words}
        return Answer(_specific(event, inside), 0 if decided else BLOCKED, words=words)
    if event == "permission":
        return Answer(_specific(event, {"decision": {"behavior": "deny", "message": words}}), words=words)
    return Answer(None, 1, words=words)  # it ran, or is over: there is nothing to block


def _specific(event: str, inside: Mapping[str, Any]) -> dict[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": EVENTS[event], **inside}}


def _before(told: Mapping[str, Any], reach: Reach, deadline: Deadline) -> Answer:
    call = _call(told, _key(told, _text(told, "tool_use_id")), only_listed=True)
    verdict = asking.ask(call, reach, deadline)
    if isinstance(verdict, No):
        return refusal("pre", _sentence(verdict), decided=verdict.decided)
    if verdict.unlisted:
        return Answer(None)
    inside: dict[str, Any] = {
        "permissionDecision": "allow",
        "permissionDecisionReason": "Approved in Placet.",
    }
    if verdict.edited is not None:
        inside["updatedInput"] = verdict.edited
        inside["additionalContext"] = _edit_words(call, verdict)
    return _approved("pre", inside, verdict)


def _permission(told: Mapping[str, Any], reach: Reach, deadline: Deadline) -> Answer:
    try:
        known = approved_before(told, reach(deadline))
    except Trouble as trouble:
        return refusal("permission", _sentence(No(trouble.message, trouble.code)))
    if known is not None:
        return Answer(_specific("permission", {"decision": _allowed(known)}))
    call = _call(told, f"{HARNESS}:asks:{os.urandom(16).hex()}", only_listed=False)
    verdict = asking.ask(call, reach, deadline)
    if isinstance(verdict, No):
        return refusal("permission", _sentence(verdict))
    return _approved("permission", {"decision": _allowed(verdict)}, verdict)


def _allowed(verdict: Yes) -> dict[str, Any]:
    edited = {} if verdict.edited is None else {"updatedInput": verdict.edited}
    return {"behavior": "allow", **edited}


def _approved(event: str, inside: Mapping[str, Any], verdict: Yes) -> Answer:
    made = Answer(_specific(event, inside))
    made.task_id = verdict.task_id
    return made


def _sentence(no: No) -> str:
    if no.decided:
        return no.reason
    return f"{no.reason} Nobody allowed this call, so it was not run. [{no.code}]"


def _edit_words(call: Call, verdict: Yes) -> str:
    asked, runs = canonical(call.args), canonical(verdict.edited)
    words = f"The owner edited this call before approving it. It runs with {runs}, not with {asked}."
    if len(words) > _MOST_CHARS:
        words = f"The owner edited this call before approving it. It runs with {runs[:_MOST_CHARS]}…"
    return words


def _call(told: Mapping[str, Any], key: str, *, only_listed: bool) -> Call:
    tool = _text(told, "tool_name")
    args = told.get("tool_input")
    if not isinstance(args, dict):
        raise Trouble("The harness says nothing clear about its call.", "bad_input")
    source = {"harness": HARNESS, "session_id": _text(told, "session_id")}
    for name, ours in (
        ("agent_id", "agent_id"),
        ("agent_type", "agent_type"),
        ("cwd", "cwd"),
        ("tool_use_id", "call_id"),
    ):
        value = told.get(name)
        if isinstance(value, str) and value:
            source[ours] = value
    return Call(tool, args, key=key, source=source, only_listed=only_listed and tool in READS)


def _key(told: Mapping[str, Any], call_id: str) -> str:
    key = f"{HARNESS}:{_text(told, 'session_id')}:{call_id}"
    if len(key) > _LONGEST_KEY_CHARS:
        raise Trouble("The harness gives its call a name that is too long.", "bad_input")
    return key


def _text(told: Mapping[str, Any], name: str) -> str:
    value = told.get(name)
    if not isinstance(value, str) or not value:
        raise Trouble(f"The harness doesn't say its {name}.", "bad_input")
    return value


def approved_before(told: Mapping[str, Any], door: Door) -> Yes | None:
    """The approval of this very call, given before it came to the harness's own question, while it hasn't ended yet.

    `told` is all that is known of the call. `edited` says what it has to run with where the owner edited it and the
    harness's question still shows it as it was. The door is closed.
    """
    try:
        for task in asking.own_tasks(door, "running"):
            if _is_about(task, told) and _has_args(task, told) and task["cancel_requested"] is False:
                edited = task.get("approved_args")
                same = canonical(edited) == canonical(told.get("tool_input"))
                return Yes(task["id"], edited=None if same else edited)
        return None
    finally:
        door.close()


def _is_about(task: Mapping[str, Any], told: Mapping[str, Any]) -> bool:
    """Whether a task is of the call that an event speaks of, by all that the event says of it."""
    source = task.get("source")
    if not isinstance(source, dict) or task.get("tool") != told.get("tool_name"):
        return False
    call_id = told.get("tool_use_id")
    if "session_id" not in told:  # who asks through the harness's other door knows the call's id only
        return _has_args(task, told) and call_id is not None and bool(source.get("call_id") == call_id)
    same = all(source.get(it) == told.get(it) for it in ("session_id", "agent_id"))
    if call_id is not None and source.get("call_id") is not None:
        return same and bool(source["call_id"] == call_id)
    # The harness's question has no id: then it is the arguments that tell, as they were asked or as they were edited.
    return same and _has_args(task, told)


def _has_args(task: Mapping[str, Any], told: Mapping[str, Any]) -> bool:
    """Whether these are the arguments that were asked about or approved. An id alone says nothing of what would run."""
    wanted = canonical(told.get("tool_input"))
    return wanted in {canonical(task.get("args")), canonical(task.get("approved_args"))}


def _tell(reach: Reach, deadline: Deadline, step: Callable[[Door], None]) -> Answer:
    try:
        door = reach(deadline)
        try:
            step(door)
        finally:
            door.close()
    except (Trouble, Gone) as trouble:
        words = trouble.message if isinstance(trouble, Trouble) else "Nobody listens."
        return Answer(None, 1, words=f"Placet: {words} What came of this call isn't recorded.")
    return Answer(None)


def _ran(told: Mapping[str, Any], door: Door, *, ok: bool) -> None:
    """Report how a call ended, and take back what is still asked about it: it was answered elsewhere."""
    for task in asking.own_tasks(door, "running", "pending_approval"):
        if not _is_about(task, told):
            continue
        if task["status"] == "running":
            asking.report(door, task["id"], _outcome(told, ok=ok))
        else:
            door.ask("POST", f"{asking.OWN}/tasks/{task['id']}/cancel", {})
        return


def _outcome(told: Mapping[str, Any], *, ok: bool) -> dict[str, Any]:
    if not ok:
        error = told.get("error")
        return {"ok": False, "error": error[:_MOST_CHARS] if isinstance(error, str) and error else None}
    response = told.get("tool_response")
    try:
        size = len(dump(response))
    except NotJson:
        return {"ok": True}
    if size > _MOST_RESULT_CHARS:
        return {"ok": True, "result": {"left_out": f"The result has {size} characters as JSON."}}
    return {"ok": True, "result": response}


def _session_ended(told: Mapping[str, Any], door: Door) -> None:
    door.ask("POST", f"{asking.OWN}/sessions/end", {"session_id": _text(told, "session_id")})
