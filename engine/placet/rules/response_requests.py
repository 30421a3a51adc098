"""Reading a response request (LMSP 6, OpenAI's words), and putting it as the chat that every model server takes.

A request is checked when it is made, so that what is wrong with it is said at once, with a JSON pointer. The chat goes
both ways: an agent's turn speaks chat, and its requests are kept as response requests like everybody's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from placet.rules.errors import BadInput, UnsupportedCapability
from placet.rules.ports import ModelRequest

Chat = dict[str, Any]
Item = dict[str, Any]

# Tuples: what a client puts in a word's place may be a list or an object, which no set can look up.
_ROLES: Final = ("user", "assistant", "system", "developer")
_TEXT_PARTS: Final = ("input_text", "output_text", "text")
_CHOICES: Final = ("auto", "none", "required")
_FORMATS: Final = ("text", "json_object", "json_schema")
_MOST_TOKENS: Final = 2**31 - 1
_PASSED_ON: Final = ("top_p", "parallel_tool_calls")
"""Members that chat completions know by the same name."""


def check(request: Mapping[str, Any]) -> None:
    """Say nothing when this is a response request that can be asked of a model server.

    Raises:
        UnsupportedCapability: it needs what isn't offered: images, hosted tools, a stored earlier response.
        BadInput: anything else that doesn't fit; `pointer` says where.
    """
    _string(request, "model")
    _check_input(request.get("input"))
    if request.get("instructions") is not None:
        _string(request, "instructions", may_be_empty=True)
    if request.get("previous_response_id") is not None:
        raise UnsupportedCapability(
            "Earlier responses can't be referred to.", pointer="/previous_response_id"
        )
    _check_tools(request.get("tools"))
    _check_choice(request)
    _check_numbers(request)
    _check_format(request.get("text"))


def model_request(request: Mapping[str, Any], model: str) -> ModelRequest:
    """A checked request as what a backend is asked, under the backend's own name of the model."""
    tools = tuple(_chat_tool(tool) for tool in request.get("tools") or ())
    choice = request.get("tool_choice", "auto")
    named = choice.get("name") if isinstance(choice, Mapping) else None
    offered = () if choice == "none" else tuple(t for t in tools if named in {None, t["function"]["name"]})
    more = {name: request[name] for name in _PASSED_ON if request.get(name) is not None}
    if not offered:
        more.pop("parallel_tool_calls", None)  # servers refuse it where there are no tools
    return ModelRequest(
        model=model,
        messages=messages(request),
        tools=offered,
        require_tool=bool(offered) and (choice == "required" or named is not None),
        temperature=request.get("temperature"),
        max_tokens=request.get("max_output_tokens"),
        schema=_schema(request),
        more=more,
    )


def response_request(asked: ModelRequest, model: str) -> dict[str, Any]:
    """What an agent's turn asks, as the response request that is kept; `model_request` gives the same back."""
    made: dict[str, Any] = {"model": model, "input": items(asked.messages)}
    if asked.tools:
        made["tools"] = [{"type": "function", **tool["function"]} for tool in asked.tools]
        made["tool_choice"] = "required" if asked.require_tool else "auto"
    if asked.temperature is not None:
        made["temperature"] = asked.temperature
    if asked.max_tokens is not None:
        made["max_output_tokens"] = asked.max_tokens
    return made


def messages(request: Mapping[str, Any]) -> list[Chat]:
    """The input of a checked request as chat messages, its instructions first."""
    told: list[Chat] = []
    if request.get("instructions"):
        told.append({"role": "system", "content": request["instructions"]})
    given = request["input"]
    if isinstance(given, str):
        return [*told, {"role": "user", "content": given}]
    for item in given:
        _tell(told, item)
    return told


def items(chat: Iterable[Mapping[str, Any]]) -> list[Item]:
    """Chat messages as the items of a request's input."""
    made: list[Item] = []
    for message in chat:
        if message["role"] == "tool":
            made.append(
                {
                    "type": "function_call_output",
                    "call_id": message["tool_call_id"],
                    "output": message["content"],
                }
            )
            continue
        if message.get("content") is not None:
            made.append(_message_item(message["role"], message["content"]))
        made += [
            {"type": "function_call", "call_id": call["id"], **call["function"]}
            for call in message.get("tool_calls") or ()
        ]
    return made


def _message_item(role: str, text: str) -> Item:
    kind = "output_text" if role == "assistant" else "input_text"
    return {"type": "message", "role": role, "content": [{"type": kind, "text": text}]}


def _tell(told: list[Chat], item: Mapping[str, Any]) -> None:
    kind = item.get("type", "message")
    if kind == "function_call_output":
        output = item["output"]
        content = output if isinstance(output, str) else _text_of(output)
        told.append({"role": "tool", "tool_call_id": item["call_id"], "content": content})
    elif kind == "function_call":
        function = {"name": item["name"], "arguments": item["arguments"]}
        call = {"id": item["call_id"], "type": "function", "function": function}
        if not told or told[-1]["role"] != "assistant":
            told.append({"role": "assistant", "content": None})
        told[-1].setdefault("tool_calls", []).append(call)
    else:
        role = "system" if item["role"] == "developer" else item["role"]
        content = item["content"]
        told.append({"role": role, "content": content if isinstance(content, str) else _text_of(content)})


def _text_of(parts: Sequence[Mapping[str, Any]]) -> str:
    return "".join(part["text"] for part in parts)


def _schema(request: Mapping[str, Any]) -> Mapping[str, Any] | None:
    wanted = (request.get("text") or {}).get("format") or {"type": "text"}
    if wanted["type"] == "json_object":
        return {"type": "object"}
    schema: Mapping[str, Any] | None = wanted["schema"] if wanted["type"] == "json_schema" else None
    return schema


def _chat_tool(tool: Mapping[str, Any]) -> dict[str, Any]:
    function = {key: value for key, value in tool.items() if key != "type"}
    return {"type": "function", "function": function}


def _check_input(given: Any) -> None:
    if isinstance(given, str):
        return
    if not isinstance(given, list) or not given:
        raise BadInput("The input is a text or a list of items.", pointer="/input")
    for index, item in enumerate(given):
        _check_item(item, f"/input/{index}")


def _check_item(item: Any, place: str) -> None:
    if not isinstance(item, dict):
        raise BadInput("An item of the input is an object.", pointer=place)
    kind = item.get("type", "message")
    if kind == "message":
        if item.get("role") not in _ROLES:
            raise BadInput(
                f"A message's role is one of {', '.join(sorted(_ROLES))}.", pointer=f"{place}/role"
            )
        _check_content(item.get("content"), f"{place}/content")
    elif kind == "function_call":
        for name in ("call_id", "name", "arguments"):
            _string(item, name, place, may_be_empty=name == "arguments")
    elif kind == "function_call_output":
        _string(item, "call_id", place)
        _check_content(item.get("output"), f"{place}/output")
    else:
        raise UnsupportedCapability(
            "Items of this type can't be given to a model here.", pointer=f"{place}/type"
        )


def _check_content(content: Any, place: str) -> None:
    if isinstance(content, str):
        return
    if not isinstance(content, list):
        raise BadInput("Content is a text or a list of parts.", pointer=place)
    for index, piece in enumerate(content):
        where = f"{place}/{index}"
        if not isinstance(piece, dict):
            raise BadInput("A part of the content is an object.", pointer=where)
        if piece.get("type") not in _TEXT_PARTS:
            raise UnsupportedCapability(
                "Only parts with text can be given to a model here.", pointer=f"{where}/type"
            )
        _string(piece, "text", where, may_be_empty=True)


def _check_tools(tools: Any) -> None:
    if tools is None:
        return
    if not isinstance(tools, list):
        raise BadInput("Tools are a list.", pointer="/tools")
    for index, tool in enumerate(tools):
        place = f"/tools/{index}"
        if not isinstance(tool, dict):
            raise BadInput("A tool is an object.", pointer=place)
        if tool.get("type") != "function":
            raise UnsupportedCapability(
                "Only tools of the type function are known here.", pointer=f"{place}/type"
            )
        _string(tool, "name", place)
        if not isinstance(tool.get("parameters", {}), dict | None):
            raise BadInput("A tool's parameters are a JSON Schema.", pointer=f"{place}/parameters")


def _check_choice(request: Mapping[str, Any]) -> None:
    choice = request.get("tool_choice")
    if choice is None or (isinstance(choice, str) and choice in _CHOICES):
        return
    names = [tool["name"] for tool in request.get("tools") or ()]
    is_function = isinstance(choice, dict) and choice.get("type") == "function"
    if not is_function or choice.get("name") not in names:
        raise BadInput("tool_choice is auto, none, required, or one of the tools.", pointer="/tool_choice")


def _check_numbers(request: Mapping[str, Any]) -> None:
    for name, most in (("temperature", 2.0), ("top_p", 1.0)):
        value = request.get(name)
        # Compared, not converted: an integer may be longer than any float. NaN compares with nothing.
        if value is not None and not (type(value) in {int, float} and 0 <= value <= most):
            raise BadInput(f"{name} is a number from 0 to {most:g}.", pointer=f"/{name}")
    tokens = request.get("max_output_tokens")
    if tokens is not None and not (type(tokens) is int and 1 <= tokens <= _MOST_TOKENS):
        raise BadInput("max_output_tokens is a whole number of at least 1.", pointer="/max_output_tokens")
    for name, kind in (("parallel_tool_calls", bool), ("metadata", dict)):
        if request.get(name) is not None and not isinstance(request[name], kind):
            raise BadInput(f"{name} has another type than this.", pointer=f"/{name}")


def _check_format(text: Any) -> None:
    if text is None:
        return
    wanted = text.get("format") if isinstance(text, dict) else {}
    if wanted is None:
        return
    if not isinstance(wanted, dict) or wanted.get("type") not in _FORMATS:
        raise BadInput(f"A text's format is one of {', '.join(sorted(_FORMATS))}.", pointer="/text/format")
    if wanted["type"] == "json_schema" and not isinstance(wanted.get("schema"), dict):
        raise BadInput("A format's schema is a JSON Schema.", pointer="/text/format/schema")


def _string(holder: Mapping[str, Any], name: str, place: str = "", *, may_be_empty: bool = False) -> None:
    value = holder.get(name)
    if not isinstance(value, str) or not (value or may_be_empty):
        raise BadInput(f"{name} must be a text.", pointer=f"{place}/{name}")
