"""Tasks as text for a terminal. What an agent wrote is made showable: it can't move or hide anything."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from placet.rules.digest import groups, last_six
from placet.rules.lifecycles import TaskStatus
from placet.rules.untrusted import showable

__all__ = ["bound_digest", "decision_text", "line", "task_line", "task_text"]

_REASON_CHARS: Final = 2000


def line(text: str, limit: int | None = None) -> str:
    """An untrusted text as one line."""
    return showable(text, limit=limit, single_line=True).text


def bound_digest(task: Mapping[str, Any]) -> str:
    """The digest of what a yes would run."""
    approval = task["approval"]
    return str(task["digest"] if approval is None else approval["digest"])


def task_line(task: Mapping[str, Any]) -> str:
    """A task in a list."""
    at = datetime.datetime.fromtimestamp(task["created_at"] / 1000).astimezone()
    words = (
        task["id"],
        f"{at:%Y-%m-%d %H:%M:%S}",
        f"{task['status']:<16}",
        line(task["agent"]),
        line(task["tool"]),
    )
    return "  ".join(words)


def decision_text(task: Mapping[str, Any]) -> str:
    """Everything that a decision is about, then the digest that binds it."""
    return "\n".join(_decision(task))


def task_text(task: Mapping[str, Any]) -> str:
    """A task with how it went."""
    return "\n".join([f"Task {task['id']}: {task['status']}", *_decision(task), *_outcome(task)])


def _decision(task: Mapping[str, Any]) -> Iterator[str]:
    yield f"{line(task['agent'])} asks for {line(task['tool'])}."
    yield f"What it will do: {line(task['sentence'])}"
    yield f"Risk: {task['risk']}" + "".join(f"; {line(reason)}" for reason in task["risk_reasons"])
    if task["claim"] is not None:
        yield f"The agent's own words, not a fact: {line(task['claim'], _REASON_CHARS)}"
    if task["repeat_of"] is not None:
        yield f"It asks again for what was denied before ({task['repeat_of']})."
    yield "Arguments:"
    yield from _shown_json(task["args"])
    if "approved_args" in task:
        yield "Arguments as approved:"
        yield from _shown_json(task["approved_args"])
    if "code" in task:
        yield from _code(task["code"])
    digest = bound_digest(task)
    yield f"Digest: {' '.join(groups(digest))} (last six: {last_six(digest)})"


def _code(code: Mapping[str, Any]) -> Iterator[str]:
    trust = "AUTHORIZED" if code["authorized"] else "not authorized"
    yield f"The code that runs: {line(code['path'])}, {trust}, SHA-256 {code['sha256']}:"
    for row in code["text"].split("\n"):
        yield f"  {line(row)}"


def _outcome(task: Mapping[str, Any]) -> Iterator[str]:
    approval = task["approval"]
    if approval is not None:
        by = (
            ""
            if approval["decided_by"] is None
            else f" by {line(approval['decided_by'])} via {approval['via']}"
        )
        yield f"Approval: {approval['state']}{by}"
        if approval["reason"]:
            yield f"Reason: {line(approval['reason'], _REASON_CHARS)}"
    if task["result"] is not None:
        yield "Result:"
        yield from _shown_json(task["result"])
    if task["error"] is not None and task["status"] != TaskStatus.DENIED:  # a no's error repeats its reason
        yield f"Error: {line(task['error'], _REASON_CHARS)}"


def _shown_json(value: Any) -> Iterator[str]:
    # A line break inside a text is written \n by JSON, so the real ones stand between members only.
    for row in json.dumps(value, ensure_ascii=False, indent=2).split("\n"):
        yield f"  {line(row)}"
