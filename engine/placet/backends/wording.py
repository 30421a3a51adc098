"""How tools and their results are put to a model whose chat template knows neither.

SmolLM2's template has the roles system, user and assistant and ignores `tools`, so the tools stand in the system
prompt, a call is a JSON object in the reply, and what became of it is told by the user. The wording was found by
trying: see decision record 8.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from placet.backends.assembly import new_call_id
from placet.rules.errors import BackendFailed
from placet.rules.ports import ModelToolCall

RESULT_CHARS = 2000
"""How much of one tool result the model is shown; its whole context is a few thousand tokens."""

_SUMMARY_CHARS = 200
_SENTENCE_END = re.compile(r"(?<=[.!?])\s")
_HOW = (
    "You do what your owner asks with tools. To use a tool, reply with one JSON object, "
    '{"name": "<tool>", "arguments": {...}}. When the work is done, reply with one short sentence.'
)
_WHAT_NEXT = "If there is more to do, use a tool. If not, tell me in one short sentence what happened."
_SHORT_CHARS = 60


def plain_messages(
    messages: Sequence[Mapping[str, Any]], tools: Sequence[Mapping[str, Any]]
) -> list[dict[str, str]]:
    """The conversation in the roles that the template has, with the tools in the system prompt."""
    names = _names_by_call(messages)
    told = [_system(messages, tools)] if tools else []
    for message in messages:
        role = message.get("role")
        if role == "tool":
            _tell_result(told, names.get(message.get("tool_call_id"), "the tool"), message)
        elif role == "assistant":
            told.append({"role": "assistant", "content": _said(message)})
        elif role == "user" or not tools:
            told.append({"role": "system" if role == "system" else "user", "content": _content(message)})
    if told and messages[-1].get("role") == "tool":
        told[-1]["content"] += f"\n{_WHAT_NEXT}"
    return told


def read_reply(text: str) -> tuple[str, tuple[ModelToolCall, ...]]:
    """A constrained reply as what it says: a final answer, or one call.

    Raises:
        BackendFailed: it is neither, which the grammar should have made impossible.
    """
    try:
        reply = json.loads(text, strict=False)
    except ValueError as error:
        raise BackendFailed("The embedded model's reply isn't the JSON that was asked for.") from error
    if isinstance(reply, str):
        return _first_sentence(reply), ()
    if not isinstance(reply, dict) or not isinstance(reply.get("name"), str):
        raise BackendFailed("The embedded model's reply is neither an answer nor a call.")
    arguments = json.dumps(reply.get("arguments"), ensure_ascii=False)
    return "", (ModelToolCall(id=new_call_id(), name=reply["name"], arguments=arguments),)


def _first_sentence(text: str) -> str:
    """One sentence was asked for; after it a model of this size says the same again until it is stopped."""
    return _SENTENCE_END.split(text.strip(), maxsplit=1)[0]


def _system(messages: Sequence[Mapping[str, Any]], tools: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    given = [_content(message) for message in messages if message.get("role") == "system"]
    listed = "\n".join(_listed(tool["function"]) for tool in tools)
    return {"role": "system", "content": "\n\n".join([*given, f"{_HOW}\nTools:\n{listed}"])}


def _listed(function: Mapping[str, Any]) -> str:
    summary = str(function.get("description", ""))[:_SUMMARY_CHARS]
    fields: Mapping[str, Any] = (function.get("parameters") or {}).get("properties", {})
    arguments = ", ".join(f"{name} ({_kind(field)})" for name, field in fields.items())
    return f"- {function['name']}: {summary} Arguments: {arguments or 'none'}"


def _kind(field: Mapping[str, Any]) -> str:
    if "enum" in field:
        return " or ".join(json.dumps(value) for value in field["enum"])
    kind = field.get("type", "value")
    return "text" if kind == "string" else str(kind)


def _names_by_call(messages: Sequence[Mapping[str, Any]]) -> dict[Any, str]:
    calls = [call for message in messages for call in message.get("tool_calls") or ()]
    return {call.get("id"): str(call["function"]["name"]) for call in calls}


def _said(message: Mapping[str, Any]) -> str:
    """What the assistant said and did. Its calls are told in prose: JSON here would be copied into the reply."""
    used = [_used(call["function"]) for call in message.get("tool_calls") or ()]
    return " ".join(filter(None, [_content(message), *used]))


def _used(function: Mapping[str, Any]) -> str:
    try:
        arguments = json.loads(function["arguments"])
    except (ValueError, RecursionError):
        arguments = None
    fields = arguments.items() if isinstance(arguments, dict) else ()
    told = [f"{name} {value}" for name, value in fields if _is_short(value)]
    return f"I used the tool {function['name']}{' with ' if told else ''}{' and '.join(told)}."


def _is_short(value: Any) -> bool:
    text = str(value)
    return len(text) <= _SHORT_CHARS and '"' not in text and "\n" not in text and "<|" not in text


def _tell_result(told: list[dict[str, str]], name: str, message: Mapping[str, Any]) -> None:
    """Add a result to the user's message; several in a row share one."""
    content = _flat(_content(message))
    shown = content if len(content) <= RESULT_CHARS else f"{content[:RESULT_CHARS]} (cut here)"
    line = f"Result of {name}: {shown}"
    if told and told[-1]["role"] == "user":
        told[-1]["content"] += f"\n{line}"
    else:
        told.append({"role": "user", "content": line})


def _flat(content: str) -> str:
    """A result that is an object, told as a list of words: quotes and braces would be copied into the reply."""
    try:
        result = json.loads(content)
    except (ValueError, RecursionError):
        return content
    if not isinstance(result, dict):
        return content
    return ", ".join(f"{key} {_flat_value(value)}" for key, value in result.items())


def _flat_value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _content(message: Mapping[str, Any]) -> str:
    """A message's text. The template's own marks are taken apart, so that no text can open a message of its own."""
    content = message.get("content") or ""
    if not isinstance(content, str):
        content = "\n".join(part.get("text", "") for part in content if part.get("type") == "text")
    return content.replace("<|", "< |")
