"""What the hooks of both harnesses read of a call, and say of an answer, in the same words."""

from __future__ import annotations

import os

from placet.hook import descent
from placet.hook.asking import Call, No, Yes
from placet.hook.door import Trouble
from placet.hook.text import canonical

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

__all__ = ["BLOCKED", "MOST_CHARS", "Answer", "call_of", "edit_words", "said_by", "sentence", "word_of"]

BLOCKED = 2
"""The exit code that blocks a call."""
MOST_CHARS = 9_000
"""Both harnesses cut each text at 10,000 characters."""
_LONGEST_KEY_CHARS = 190


class Answer:
    """What the program prints and how it ends. `task_id`: what was approved by it."""

    def __init__(
        self,
        said: Mapping[str, Any] | None,
        code: int = 0,
        *,
        words: str = "",
        task_id: str | None = None,
    ) -> None:
        self.said = said
        self.code = code
        self.words = words
        self.task_id = task_id


def said_by(event: str, inside: Mapping[str, Any]) -> dict[str, Any]:
    """What a hook of this event prints, by the harness's own name for it."""
    return {"hookSpecificOutput": {"hookEventName": event, **inside}}


def sentence(no: No) -> str:
    """Why not, as the model reads it."""
    if no.decided:
        return no.reason
    return f"{no.reason} Nobody allowed this call, so it was not run. [{no.code}]"


def edit_words(call: Call, verdict: Yes, how: str = "It runs with") -> str:
    """That the owner edited the call, and into what."""
    runs = canonical(verdict.edited)
    words = f"The owner edited this call before approving it. {how} {runs}, not with {canonical(call.args)}."
    if len(words) > MOST_CHARS:
        words = f"The owner edited this call before approving it. {how} {runs[:MOST_CHARS]}…"
    return words


def call_of(
    told: Mapping[str, Any],
    harness: str,
    programs: tuple[str, ...],
    call_id: str | None,
    reads: frozenset[str] = frozenset(),
) -> Call:
    """The call that an event speaks of.

    `programs`: what the harness's process may be called. `call_id`: what it is asked about by; without one it is a
    question of its own. `reads`: tools that only count where the owner listed them.

    Raises:
        Trouble: the event doesn't say what it must.
    """
    tool, args = word_of(told, "tool_name"), told.get("tool_input")
    if not isinstance(args, dict):
        raise Trouble("The harness says nothing clear about its call.", "bad_input")
    key = _key(harness, word_of(told, "session_id"), call_id)
    return Call(tool, args, key=key, source=_source(told, harness, programs), only_listed=tool in reads)


def _source(told: Mapping[str, Any], harness: str, programs: tuple[str, ...]) -> dict[str, str]:
    source = {"harness": harness, "session_id": word_of(told, "session_id")}
    process = descent.starter(programs)
    if process is not None:
        source["process"] = process
    for name, ours in (
        ("agent_id", "agent_id"),
        ("agent_type", "agent_type"),
        ("cwd", "cwd"),
        ("tool_use_id", "call_id"),
    ):
        value = told.get(name)
        if isinstance(value, str) and value:
            source[ours] = value
    return source


def _key(harness: str, session: str, call_id: str | None) -> str:
    key = f"{harness}:{session}:{call_id}" if call_id else f"{harness}:asks:{os.urandom(16).hex()}"
    if len(key) > _LONGEST_KEY_CHARS:
        raise Trouble("The harness gives its call a name that is too long.", "bad_input")
    return key


def word_of(told: Mapping[str, Any], name: str) -> str:
    """A text that an event must say.

    Raises:
        Trouble: it doesn't.
    """
    value = told.get(name)
    if not isinstance(value, str) or not value:
        raise Trouble(f"The harness doesn't say its {name}.", "bad_input")
    return value
