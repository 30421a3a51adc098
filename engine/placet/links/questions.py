"""Asking the console about one call of another program's agent, and telling it how the call ended.

For programs that import Placet. Each question has a key: asked again after a crash, it is the same question.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from placet.hook import asking, descent
from placet.hook.asking import No
from placet.hook.door import Deadline, Trouble

__all__ = ["Answer", "ask", "report"]

_FOR_EVER_S: Final = 1e9
_REPORT_S: Final = 15.0
_MOST_CHARS: Final = 100_000


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What became of a question. Not `allowed`: `reason` is for the agent, in words; it may be that nobody decided.

    `args` is what may run: the owner may have edited it.
    """

    allowed: bool
    args: Mapping[str, Any]
    edited: bool = False
    reason: str = ""
    task_id: str | None = None


def ask(
    tool: str, args: Mapping[str, Any], *, key: str, harness: str, session: str, link: str | None = None
) -> Answer:
    """Ask, and wait for the owner: as long as it takes, or `PLACET_DEADLINE` seconds. Blocking.

    `PLACET_URL` and `PLACET_TOKEN` say where, else the data folder's note and the token of this `link`. Whatever goes
    wrong is an answer that allows nothing.
    """
    call = asking.Call(tool, dict(args), key=key, source=_source(harness, session))
    verdict = asking.ask(call, asking.reaching(None, link or harness), Deadline(_deadline_s()))
    if isinstance(verdict, No):
        nobody = "" if verdict.decided else " Nobody allowed this call, so it was not run."
        return Answer(allowed=False, args=args, reason=f"{verdict.reason}{nobody}")
    edited = verdict.edited is not None
    return Answer(
        allowed=True,
        args=args if verdict.edited is None else verdict.edited,
        edited=edited,
        task_id=verdict.task_id,
    )


def _source(harness: str, session: str) -> dict[str, str]:
    """Who asks. With the process, the engine notices when nobody is left who could say how the call ended."""
    told = {"harness": harness, "session_id": session}
    process = descent.own()
    return {**told, "process": process} if process else told


def report(answer: Answer, *, ok: bool, words: str, harness: str, link: str | None = None) -> None:
    """Say how an allowed call ended, by the word of whoever ran it. That it can't be told is no error. Blocking."""
    if answer.task_id is None:
        return
    said = words[:_MOST_CHARS]
    body = {"ok": True, "result": said} if ok else {"ok": False, "error": said or "It failed."}
    try:
        door = asking.reaching(None, link or harness)(Deadline(_REPORT_S))
        try:
            asking.report(door, answer.task_id, body)
        finally:
            door.close()
    except Trouble:
        return  # the record says that nobody told


def _deadline_s() -> float:
    """Seconds that a question waits; a word that is no number of seconds waits for nobody."""
    named = os.environ.get("PLACET_DEADLINE")
    if not named:
        return _FOR_EVER_S
    try:
        return max(0.0, float(named))
    except ValueError:
        return 0.0
