"""The hooks of Codex: what comes in on stdin, and what blocks, allows or tells there (spec/integrations 3.4).

They look like those of Claude Code and aren't. A denial by exit code counts only with words on stderr. Where the harness is
about to ask (`permission`), an edit makes the whole answer invalid: so what the owner edited is denied there, and the words
say how it may be asked again. That hook runs before the harness's own question, and blocks it.
"""

from __future__ import annotations

from placet.hook import asking, claude
from placet.hook.asking import Call, No, Yes
from placet.hook.door import Trouble
from placet.hook.saying import BLOCKED, MOST_CHARS, Answer, call_of, edit_words, said_by, sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from placet.hook.asking import Reach
    from placet.hook.door import Deadline

__all__ = ["EVENTS", "HARNESS", "answer", "refusal"]

HARNESS = "codex"
EVENTS = {
    "pre": "PreToolUse",
    "permission": "PermissionRequest",
    "post": "PostToolUse",
    "session-end": "SessionEnd",
}
_PROGRAMS = ("codex", "node")
"""What the harness's process is called."""


def answer(event: str, told: Mapping[str, Any], reach: Reach, deadline: Deadline) -> Answer:
    """Answer one event of the harness, one of `EVENTS`."""
    if event == "pre":
        return _before(told, reach, deadline)
    if event == "permission":
        return _permission(told, reach, deadline)
    return claude.answer(
        event, told, reach, deadline
    )  # what ran, and what is over, is told in the same words


def refusal(event: str, reason: str, *, decided: bool = False) -> Answer:
    """The answer that lets nothing pass. It blocks by its JSON and, when something broke, by its exit code and words too."""
    words = f"Placet: {reason[:MOST_CHARS]}"
    code = 0 if decided else BLOCKED
    if event == "pre":
        inside: dict[str, Any] = {"permissionDecision": "deny", "permissionDecisionReason": words}
        return Answer(said_by(EVENTS[event], inside), code, words=words)
    if event == "permission":
        return Answer(
            said_by(EVENTS[event], {"decision": {"behavior": "deny", "message": words}}), code, words=words
        )
    return Answer(None, 1, words=words)


def _before(told: Mapping[str, Any], reach: Reach, deadline: Deadline) -> Answer:
    call = _call(told)
    verdict = asking.ask(call, reach, deadline)
    if isinstance(verdict, No):
        return refusal("pre", sentence(verdict), decided=verdict.decided)
    if verdict.edited is None:
        # Before a call, this harness takes a bare "allow" for a mistake. Saying nothing lets it go on by its own rules,
        # and where those ask, the other hook answers.
        return Answer({}, task_id=verdict.task_id)
    inside: dict[str, Any] = {
        "permissionDecision": "allow",
        "permissionDecisionReason": "Approved in Placet.",
        "updatedInput": verdict.edited,
        "additionalContext": edit_words(call, verdict),
    }
    return Answer(said_by(EVENTS["pre"], inside), task_id=verdict.task_id)


def _permission(told: Mapping[str, Any], reach: Reach, deadline: Deadline) -> Answer:
    try:
        known = claude.approved_before(told, reach(deadline))
    except Trouble as trouble:
        return refusal("permission", sentence(No(trouble.message, trouble.code)))
    # An edit can't be said in this place, so what was edited passes only as it was edited.
    if known is not None and known.edited is None:
        return Answer(said_by(EVENTS["permission"], {"decision": {"behavior": "allow"}}))
    call = _call(told)
    verdict = asking.ask(call, reach, deadline)
    if isinstance(verdict, No):
        return refusal("permission", sentence(verdict), decided=verdict.decided)
    if verdict.edited is not None:
        return _denied_edit(call, verdict, reach)
    return Answer(said_by(EVENTS["permission"], {"decision": {"behavior": "allow"}}), task_id=verdict.task_id)


def _denied_edit(call: Call, verdict: Yes, reach: Reach) -> Answer:
    """An edit can't be said in this place: nothing runs, and the record says so."""
    if verdict.task_id is not None:
        asking.give_up(verdict.task_id, reach)
    words = edit_words(call, verdict, "That can't be done in this place, so it was not run. Ask again with")
    return refusal("permission", words, decided=True)


def _call(told: Mapping[str, Any]) -> Call:
    call_id = told.get("tool_use_id")  # not every event names its call
    return call_of(told, HARNESS, _PROGRAMS, call_id if isinstance(call_id, str) else None)
