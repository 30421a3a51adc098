"""How what a child says about an execution is read: the result strictly, an error's texts as they come."""

from __future__ import annotations

import json
import re
from typing import Final

from placet.rules import strict_json
from placet.rules.errors import BadInput
from placet.sandbox.errors import BAD_RESULT, FN_ERROR, LOAD_ERROR
from placet.sandbox.framing import Broken, Frame, whole
from placet.sandbox.runs import Invocation, Returned, Script, Threw

TEXT_CHARS: Final = 8_000
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_OURS = re.compile(r"\s+at .*(?:data:text/javascript;base64,|ext:)")
_ADDRESS = re.compile(r"data:application/(?:type|java)script;charset=utf-8;base64,[A-Za-z0-9+/=.]*")
_CODE = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,63}")


def outcome(frame: Frame, script: Script, call: Invocation) -> Returned | Threw:
    """What an `end` or a `threw` says.

    Raises:
        Broken: our own file would have said it otherwise.
    """
    if frame.word == "threw":
        return thrown(frame, script)
    try:
        return Returned(value=strict_json.parse(frame.payload, max_bytes=call.output_bytes, error=BadInput))
    except BadInput as wrong:
        return Threw(code=BAD_RESULT, message=f"The result can't be kept. {wrong.message}")


def thrown(frame: Frame, script: Script) -> Threw:
    """The error that a `threw` or an `unloadable` tells.

    Raises:
        Broken: our own file would have said it otherwise.
    """
    try:
        said = json.loads(frame.payload)
        code, message, stack = said["code"], said["message"], said["stack"]
    except (ValueError, RecursionError, LookupError, TypeError):
        raise Broken("an error of it can't be read") from None
    if not (isinstance(code, str) and isinstance(message, str) and isinstance(stack, str)):
        raise Broken("an error of it can't be read")
    known = LOAD_ERROR if frame.word == "unloadable" else code if _CODE.fullmatch(code) else FN_ERROR
    return Threw(code=known, message=_placed(message, script), stack=_placed(stack, script))


def names(frame: Frame) -> list[str]:
    """The list of names that a `modules` tells.

    Raises:
        Broken: our own file would have said it otherwise.
    """
    try:
        said = strict_json.parse(frame.payload, error=BadInput)
    except BadInput:
        said = None
    if not isinstance(said, list) or not all(isinstance(each, str) for each in said):
        raise Broken("the names that it told can't be read")
    return said


def _placed(text: str, script: Script) -> str:
    """The beginning of a text: places in the code named by its file, ours and Deno's left out, no colours."""
    lines = _COLOURS.sub("", text[:TEXT_CHARS]).split("\n")
    theirs = "\n".join(line for line in lines if not _OURS.match(line))
    return whole(_ADDRESS.sub(lambda _: script.path, theirs))
