"""Asking the owner about one call: until there is an answer, time is over, or nobody waits for it any more."""

from __future__ import annotations

import os
from time import time

from placet.hook.door import Deadline, Gone, Lost, Refused, Trouble, find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from placet.hook.door import Door, Watch

    Reach = Callable[[Deadline], Door]

__all__ = [
    "OWN",
    "Asked",
    "Call",
    "No",
    "Yes",
    "ask",
    "denial",
    "first_question",
    "give_up",
    "own_tasks",
    "reaching",
    "report",
    "yes_at_once",
]

OWN = "/agents/~"
"""The agent that the token speaks for."""
_SLICE_S = 20.0
"""How long one question waits. An engine that hangs is noticed a little later than this."""
_GRACE_S = 10.0
"""How long a console that went away in the middle of a wait has to come back; a restart takes a second or two."""
_PAUSE_S = 0.25
_FAREWELL_S = 3.0
"""How long taking a question back may take, beyond all deadlines."""
_ANEW = 5
"""How often a call that was taken back, or allowed to another, is asked anew under the same name."""
_GIVEN = "yes_given"


class Call:
    """One call to ask about. `key` names it: the same key finds the same question again, also after restarts.

    Its yes is for one run, and goes to one of those that ask: another finds it used, and the owner is asked anew.
    """

    def __init__(
        self,
        tool: str,
        args: Any,
        *,
        key: str,
        source: Mapping[str, Any] | None = None,
        only_listed: bool = False,
    ) -> None:
        self.tool = tool
        self.args = args
        self.key = key
        self.asker = os.urandom(16).hex()
        self.source = source
        self.only_listed = only_listed

    def body(self, attempt: int, wait_s: float) -> dict[str, Any]:
        """What is sent, the same each time but for `wait_ms`."""
        made: dict[str, Any] = {
            "tool": self.tool,
            "args": self.args,
            "decide_only": True,
            "request_key": self.key if attempt == 0 else f"{self.key}#{attempt}",
            "asker": self.asker,
            "wait_ms": int(wait_s * 1000),
        }
        if self.source is not None:
            made["source"] = dict(self.source)
        if self.only_listed:
            made["only_listed"] = True
        return made


class Yes:
    """The call may run. `edited`: with these arguments instead. `unlisted`: nobody was asked, it is none of ours."""

    def __init__(
        self, task_id: str | None, *, edited: dict[str, Any] | None = None, unlisted: bool = False
    ) -> None:
        self.task_id = task_id
        self.edited = edited
        self.unlisted = unlisted


class No:
    """The call may not run. `decided`: somebody said so, for this reason; else nobody did, and `reason` says why."""

    def __init__(self, reason: str, code: str, *, decided: bool = False) -> None:
        self.reason = reason
        self.code = code
        self.decided = decided


class Asked:
    """Where a question stands: which attempt, and the task that it made."""

    def __init__(self) -> None:
        self.attempt = 0
        self.task_id: str | None = None
        self.began_ms = int(time() * 1000)

    def goes_on_anew(self, code: str) -> bool:
        """Whether the yes went to another, so that the owner is asked anew; that one's task is none of ours."""
        if code != _GIVEN or self.attempt >= _ANEW:
            return False
        self.attempt, self.task_id = self.attempt + 1, None
        return True


def ask(call: Call, reach: Reach, deadline: Deadline, asked: Asked | None = None) -> Yes | No:
    """Ask, and wait. `reach` makes a door to the engine, and does it again when the engine comes back.

    `asked`: where the question stands that was put by `first_question` already.

    Whatever ends the wait without an answer takes the question back, so that nobody is asked for nothing.

    Raises:
        Gone: nobody waits any more. Whatever else interrupts the wait, the question was taken back as well.
    """
    asked = asked or Asked()
    try:
        answer = _ask(call, reach, deadline, asked)
    except BaseException:
        _take_back(asked, reach)
        raise
    if isinstance(answer, No) and not answer.decided:
        _take_back(asked, reach)
    return answer


def first_question(call: Call) -> tuple[str, str, dict[str, Any]]:
    """Method, path and body of the question that is answered at once: by a verdict, or by the task that it became."""
    return "POST", f"{OWN}/tool-calls", call.body(0, 0.0)


def yes_at_once(call: Call, asked: Asked, status: int, answer: Mapping[str, Any]) -> Yes | None:
    """The yes that the first question found. None: there is none, and `ask` says what else there is, with this `asked`."""
    try:
        if status == 202:
            asked.task_id = _text(answer.get("task_id"))
            return None
        verdict = _verdict(answer, asked, call)
    except Trouble:
        return None
    return verdict if isinstance(verdict, Yes) else None


def _ask(call: Call, reach: Reach, deadline: Deadline, asked: Asked) -> Yes | No:
    grace: Deadline | None = None
    while True:
        try:
            door = reach(deadline)
            try:
                return _wait(call, door, deadline, asked)
            finally:
                door.close()
        except Lost as lost:
            if deadline.left_s() <= 0:
                return _late()
            # It was there, and may come back; without a task, nothing was asked yet.
            if asked.task_id is None:
                return No(lost.message, lost.code)
            grace = grace or Deadline(min(_GRACE_S, deadline.left_s()))
            if grace.left_s() <= 0:
                return No("The Placet console went away before anybody answered.", lost.code)
            _pause()
        except Refused as refused:
            return No(_words(refused), refused.code)
        except Trouble as trouble:
            return No(trouble.message, trouble.code)


def _pause() -> None:
    from time import sleep  # noqa: PLC0415 - only here, and never where an answer comes at once

    sleep(_PAUSE_S)


def _words(refused: Refused) -> str:
    if refused.code == "unauthenticated":
        return "The Placet console doesn't know this link's token; placet link NAME install makes a new one."
    return refused.message


def _wait(call: Call, door: Door, deadline: Deadline, asked: Asked) -> Yes | No:
    # The first answer comes at once, and says which task it is.
    wait_s = min(_SLICE_S, deadline.left_s()) if asked.task_id else 0.0
    while True:
        status, answer = _put(call, door, asked, wait_s)
        if status == 202:
            asked.task_id = _text(answer.get("task_id"))
        else:
            verdict = _verdict(answer, asked, call)
            if verdict is not None:
                return verdict
            asked.attempt, asked.task_id = asked.attempt + 1, None
        left_s = deadline.left_s()
        if left_s <= 0:
            return _late()
        wait_s = min(_SLICE_S, left_s) if asked.task_id else 0.0


def _put(call: Call, door: Door, asked: Asked, wait_s: float) -> tuple[int, dict[str, Any]]:
    """Put the question; where its yes went to another, put it anew."""
    while True:
        try:
            return door.ask("POST", f"{OWN}/tool-calls", call.body(asked.attempt, wait_s), wait_s=wait_s)
        except Refused as refused:
            if not asked.goes_on_anew(refused.code):
                raise
            wait_s = 0.0


def _late() -> No:
    return No("Nobody answered in time.", "deadline")


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value:
        raise Trouble("The Placet console answers with something strange.", "bad_answer")
    return value


def _verdict(answer: Mapping[str, Any], asked: Asked, call: Call) -> Yes | No | None:
    """What an answer comes to; None: the question was taken back before, and can be put anew."""
    task = answer.get("task")
    if task is None and call.only_listed and answer.get("listed") is False:
        return Yes(None, unlisted=True)
    if not isinstance(task, dict) or task.get("decision_only") is not True:
        raise Trouble("The Placet console answers with something strange.", "bad_answer")
    status = task.get("status")
    if status == "running":
        asked.task_id = _text(task.get("id"))
        if task.get("cancel_requested") is not False:
            return No("This call was taken back.", "cancelled")
        return _approved(task, asked.task_id)
    if asked.attempt < _ANEW and _was_withdrawn(task, before_ms=asked.began_ms):
        return None
    asked.task_id = None  # it ended, so there is nothing to take back
    return _ended_no(status, answer, task)


def _ended_no(status: Any, answer: Mapping[str, Any], task: Mapping[str, Any]) -> No:
    if status == "denied":
        return No(denial(_feedback(answer)), "denied", decided=True)
    if status == "cancelled":
        return No(_because(task, "It was cancelled"), "cancelled")
    return No("This call was answered before and has ended; it may not run again.", "ended")


def _approved(task: Mapping[str, Any], task_id: str) -> Yes:
    edited = task.get("approved_args")
    if edited is not None and not isinstance(edited, dict):
        raise Trouble("The Placet console answers with something strange.", "bad_answer")
    return Yes(task_id, edited=edited)


def _was_withdrawn(task: Mapping[str, Any], *, before_ms: int) -> bool:
    """Whether this is a question that an earlier process put and took back, not the one that we wait for."""
    approval, made_at = task.get("approval"), task.get("created_at")
    withdrawn = isinstance(approval, dict) and approval.get("state") == "withdrawn"
    return withdrawn and isinstance(made_at, int) and made_at < before_ms


def denial(reason: Any) -> str:
    """How a no is told to who asked, with the owner's reason if there is one: a reason alone can read as anything."""
    return f"The owner denied this: {reason}" if reason else "The owner denied this, without a reason."


def _feedback(answer: Mapping[str, Any]) -> Any:
    error = answer.get("error")
    return error.get("feedback") if isinstance(error, dict) else None


def _because(task: Mapping[str, Any], else_this: str) -> str:
    approval = task.get("approval")
    if isinstance(approval, dict) and approval.get("state") == "timed_out":
        return "Nobody answered before the deadline."
    return f"{else_this} before anybody answered."


def _take_back(asked: Asked, reach: Reach) -> None:
    if asked.task_id is not None:
        give_up(asked.task_id, reach)


def give_up(task_id: str, reach: Reach) -> None:
    """Take a question back that nobody waits for; one that was approved meanwhile is reported as not run.

    Best effort: an engine that isn't there learns of it at the end of the session.
    """
    try:
        door = reach(Deadline(_FAREWELL_S))
        door.watch = None
        try:
            _, answer = door.ask("POST", f"{OWN}/tasks/{task_id}/cancel", {})
            task = answer.get("task")
            if isinstance(task, dict) and task.get("status") == "running":
                not_run = {"ok": False, "error": "It was not run: nobody waited for the answer any more."}
                door.ask("POST", f"{OWN}/tasks/{task_id}/outcome", not_run)
        finally:
            door.close()
    except (Trouble, Gone):
        return


def own_tasks(door: Door, *statuses: str) -> list[dict[str, Any]]:
    """The newest tasks of the token's own agent in these statuses."""
    wanted = "&".join(f"status={it}" for it in statuses)
    _, answer = door.ask("GET", f"{OWN}/tasks?limit=1000&{wanted}")
    found = answer.get("tasks")
    if not isinstance(found, list):
        raise Trouble("The Placet console answers with something strange.", "bad_answer")
    return [it for it in found if isinstance(it, dict)]


def report(door: Door, task_id: str, body: Mapping[str, Any]) -> None:
    """Say how a call ended that was allowed.

    Raises:
        Trouble: it couldn't be told.
    """
    door.ask("POST", f"{OWN}/tasks/{task_id}/outcome", body)


def reaching(data: str | None, link: str | None, watch: Watch | None = None) -> Reach:
    """Doors to the engine of this environment, for `ask`; with `watch`, its waits end when nobody waits any more."""

    def reach(deadline: Deadline) -> Door:
        door = find(os.environ, deadline, data=data, link=link)
        door.watch = watch
        return door

    return reach
