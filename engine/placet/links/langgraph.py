"""LangGraph: each call that a graph interrupts for is asked about in the console, and the graph goes on with the answer.

All forms of interrupt that ask about calls of tools are known: batched (langchain's `HumanInTheLoopMiddleware`), one for
each call (`interrupt_mode="per_call"`), and the list that Agent Inbox reads. Any other is left open, and nothing runs.

The node that interrupted runs again from its beginning when the graph goes on: so nothing is asked in there, and a
question's key is made of the interrupt's id.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from langgraph.types import Command, Interrupt

from placet.links.questions import Answer, ask, report

__all__ = ["UnknownInterrupt", "answers", "run"]

HARNESS: Final = "langgraph"
_OPEN: Final = "__interrupt__"


class UnknownInterrupt(Exception):
    """A graph asks something that isn't about calls of tools, or allows neither a yes nor a no. It stays open."""


@dataclass(frozen=True, kw_only=True)
class _Request:
    """One call that an interrupt asks about. `choices` are the answers that it takes, in its own words."""

    name: str
    args: Mapping[str, Any]
    choices: frozenset[str]
    call_id: str | None = None


def run(graph: Any, given: Any, config: Mapping[str, Any]) -> Any:
    """Run a graph to its end, asking the console wherever it is interrupted. It needs a checkpointer.

    Raises:
        UnknownInterrupt: an interrupt isn't about calls of tools.
    """
    result = graph.invoke(given, config)
    while open_ := result.get(_OPEN):
        asked = list(_asked(open_, config))
        try:
            result = graph.invoke(_command(open_, [answer for _, answer in asked]), config)
        except BaseException as broke:
            _report_broken(asked, broke)
            raise
        _report(asked, result)
    return result


def answers(interrupts: Sequence[Interrupt[Any]], config: Mapping[str, Any]) -> Command[Any]:
    """Ask about everything that these interrupts ask, and make the command that resumes the graph.

    Raises:
        UnknownInterrupt: one of them isn't about calls of tools.
    """
    return _command(interrupts, [answer for _, answer in _asked(interrupts, config)])


def _asked(
    interrupts: Sequence[Interrupt[Any]], config: Mapping[str, Any]
) -> Iterator[tuple[_Request, Answer]]:
    session = str(config.get("configurable", {}).get("thread_id", ""))
    understood = [(it.id, _requests(it.value)) for it in interrupts]  # all, before any is asked
    for interrupt_id, requests in understood:
        for index, request in enumerate(requests):
            key = f"{HARNESS}:{interrupt_id}:{index}"
            yield request, ask(request.name, request.args, key=key, harness=HARNESS, session=session)


def _requests(value: Any) -> list[_Request]:
    if isinstance(value, Mapping) and value.get("type") == "tool_approval":
        choices = frozenset({"approve", "edit", "reject"})
        return [_request(value, "args", choices, value.get("tool_call_id"))]
    if isinstance(value, Mapping) and isinstance(value.get("action_requests"), list):
        allowed = {it["action_name"]: frozenset(it["allowed_decisions"]) for it in value["review_configs"]}
        return [
            _request(it, "args", allowed.get(it.get("name"), frozenset())) for it in value["action_requests"]
        ]
    if (
        isinstance(value, list)
        and value
        and all(isinstance(it, Mapping) and "action_request" in it for it in value)
    ):
        return [_of_inbox(it) for it in value]
    raise UnknownInterrupt("The graph asks for something else than leave to call a tool.")


def _of_inbox(value: Mapping[str, Any]) -> _Request:
    config, asked = value.get("config", {}), value["action_request"]
    words = {
        "allow_accept": "accept",
        "allow_edit": "edit",
        "allow_ignore": "ignore",
        "allow_respond": "response",
    }
    choices = frozenset(word for key, word in words.items() if config.get(key))
    return _request({"name": asked.get("action"), **asked}, "args", choices)


def _request(value: Mapping[str, Any], args: str, choices: frozenset[str], call_id: Any = None) -> _Request:
    name, given = value.get("name"), value.get(args)
    if not isinstance(name, str) or not isinstance(given, Mapping):
        raise UnknownInterrupt("The graph says nothing clear about the call.")
    return _Request(
        name=name, args=given, choices=choices, call_id=call_id if isinstance(call_id, str) else None
    )


def _command(interrupts: Sequence[Interrupt[Any]], given: Sequence[Answer]) -> Command[Any]:
    left = iter(given)
    resume = {}
    for one in interrupts:
        requests = _requests(one.value)
        said = [_decision(request, next(left)) for request in requests]
        resume[one.id] = _shaped(one.value, said)
    return Command(resume=resume)


def _shaped(value: Any, said: list[dict[str, Any]]) -> Any:
    if isinstance(value, list):
        return said
    return said[0] if value.get("type") == "tool_approval" else {"decisions": said}


def _decision(request: _Request, answer: Answer) -> dict[str, Any]:
    """An answer in the interrupt's own words; one that it doesn't take becomes a no that says why."""
    inbox = bool(request.choices & {"accept", "ignore", "response"})
    if answer.allowed and not answer.edited and request.choices & {"approve", "accept"}:
        return {"type": "accept", "args": None} if inbox else {"type": "approve"}
    if answer.allowed and "edit" in request.choices:
        changed = {"name": request.name, "args": dict(answer.args)}
        return (
            {"type": "edit", "args": {"action": request.name, "args": dict(answer.args)}}
            if inbox
            else {"type": "edit", "edited_action": changed}
        )
    reason = (
        answer.reason
        or "The owner allowed this only in a form that this graph doesn't take, so it was not run."
    )
    return _no(request, reason)


def _no(request: _Request, reason: str) -> dict[str, Any]:
    for word, said in (
        ("reject", {"type": "reject", "message": reason}),
        ("respond", {"type": "respond", "message": reason}),
        ("response", {"type": "response", "args": reason}),
        ("ignore", {"type": "ignore", "args": None}),
    ):
        if word in request.choices:
            return said
    raise UnknownInterrupt("The graph takes no answer that would keep the call from running.")


def _report(asked: Sequence[tuple[_Request, Answer]], result: Any) -> None:
    """Tell the console what the graph's messages say of the calls that were allowed."""
    messages = result.get("messages", []) if isinstance(result, Mapping) else []
    used: set[str] = set()
    for request, answer in asked:
        if answer.allowed:
            message = _outcome(request, answer, messages, used)
            ok = message is None or getattr(message, "status", "success") != "error"
            words = _words(message) if message is not None else "The graph says nothing of its outcome."
            report(answer, ok=ok, words=words, harness=HARNESS)


def _report_broken(asked: Sequence[tuple[_Request, Answer]], broke: BaseException) -> None:
    words = f"The graph broke ({type(broke).__name__}: {broke}); whether the call did anything is unknown."
    for _, answer in asked:
        if answer.allowed:
            report(answer, ok=False, words=words, harness=HARNESS)


def _outcome(request: _Request, answer: Answer, messages: Sequence[Any], used: set[str]) -> Any:
    call_id = request.call_id or _call_id(request, answer, messages, used)
    if call_id is None:
        return None
    used.add(call_id)
    return next((it for it in reversed(messages) if getattr(it, "tool_call_id", None) == call_id), None)


def _call_id(request: _Request, answer: Answer, messages: Sequence[Any], used: set[str]) -> str | None:
    """The newest call of this name with these arguments, asked for or as they were edited."""
    wanted = {json.dumps(it, sort_keys=True, default=str) for it in (dict(request.args), dict(answer.args))}
    for message in reversed(messages):
        for call in getattr(message, "tool_calls", None) or ():
            same = (
                call["name"] == request.name
                and json.dumps(call["args"], sort_keys=True, default=str) in wanted
            )
            if same and isinstance(call["id"], str) and call["id"] not in used:
                return str(call["id"])
    return None


def _words(message: Any) -> str:
    content = getattr(message, "content", "")
    return content if isinstance(content, str) else json.dumps(content, default=str)
