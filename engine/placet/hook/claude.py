"""The hooks of Claude Code: what comes in on stdin, and what blocks, allows or tells there (spec/integrations 3.1).

Before a call (`pre`), exit code 0 with JSON lets the JSON decide, 2 blocks whatever is printed, and every other end lets
the call pass: so a failure of ours prints the denial and leaves with 2. When the harness is about to ask (`permission`),
2 means nothing, so there the denial is printed and the exit code is 0.
"""

from __future__ import annotations

from placet.hook import asking
from placet.hook.asking import No, Yes
from placet.hook.door import Deadline, Gone, Trouble
from placet.hook.saying import BLOCKED, MOST_CHARS, Answer, call_of, edit_words, said_by, sentence, word_of
from placet.hook.text import NotJson, canonical, dump

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from placet.hook.asking import Reach
    from placet.hook.door import Door

__all__ = ["BLOCKED", "EVENTS", "HARNESS", "READS", "Answer", "answer", "approved_before", "refusal"]

HARNESS = "claude-code"
READS = frozenset({"Read", "Glob", "Grep", "LS", "NotebookRead"})
"""Tools that only look at files here. One that the owner never listed is left to the harness's own rules."""
EVENTS = {
    "pre": "PreToolUse",
    "permission": "PermissionRequest",
    "post": "PostToolUse",
    "post-failure": "PostToolUseFailure",
    "session-end": "SessionEnd",
}
_PROGRAMS = ("claude", "node", "bun")
"""What the harness's process is called."""
_MOST_RESULT_CHARS = 100_000


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
    words = f"Placet: {reason[:MOST_CHARS]}"
    if event == "pre":
        inside = {"permissionDecision": "deny", "permissionDecisionReason": words}
        return Answer(said_by(EVENTS[event], inside), 0 if decided else BLOCKED, words=words)
    if event == "permission":
        return Answer(
            said_by(EVENTS[event], {"decision": {"behavior": "deny", "message": words}}), words=words
        )
    return Answer(None, 1, words=words)  # it ran, or is over: there is nothing to block


def _before(told: Mapping[str, Any], reach: Reach, deadline: Deadline) -> Answer:
    call = call_of(told, HARNESS, _PROGRAMS, word_of(told, "tool_use_id"), READS)
    verdict = asking.ask(call, reach, deadline)
    if isinstance(verdict, No):
        return refusal("pre", sentence(verdict), decided=verdict.decided)
    if verdict.unlisted:
        return Answer(None)
    inside: dict[str, Any] = {
        "permissionDecision": "allow",
        "permissionDecisionReason": "Approved in Placet.",
    }
    if verdict.edited is not None:
        inside["updatedInput"] = verdict.edited
        inside["additionalContext"] = edit_words(call, verdict)
    return Answer(said_by(EVENTS["pre"], inside), task_id=verdict.task_id)


def _permission(told: Mapping[str, Any], reach: Reach, deadline: Deadline) -> Answer:
    try:
        known = approved_before(told, reach(deadline))
    except Trouble as trouble:
        return refusal("permission", sentence(No(trouble.message, trouble.code)))
    if known is not None:
        return Answer(said_by(EVENTS["permission"], {"decision": _allowed(known)}))
    call = call_of(told, HARNESS, _PROGRAMS, None)
    verdict = asking.ask(call, reach, deadline)
    if isinstance(verdict, No):
        return refusal("permission", sentence(verdict))
    return Answer(said_by(EVENTS["permission"], {"decision": _allowed(verdict)}), task_id=verdict.task_id)


def _allowed(verdict: Yes) -> dict[str, Any]:
    edited = {} if verdict.edited is None else {"updatedInput": verdict.edited}
    return {"behavior": "allow", **edited}


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
        return {"ok": False, "error": error[:MOST_CHARS] if isinstance(error, str) and error else None}
    response = told.get("tool_response")
    try:
        size = len(dump(response))
    except NotJson:
        return {"ok": True}
    if size > _MOST_RESULT_CHARS:
        return {"ok": True, "result": {"left_out": f"The result has {size} characters as JSON."}}
    return {"ok": True, "result": response}


def _session_ended(told: Mapping[str, Any], door: Door) -> None:
    door.ask("POST", f"{asking.OWN}/sessions/end", {"session_id": word_of(told, "session_id")})
