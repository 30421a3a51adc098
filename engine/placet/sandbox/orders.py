"""What a child is told to do: the frames that load a source and run a function."""

from __future__ import annotations

import base64
from pathlib import PurePosixPath
from typing import Any, Final

from placet.rules import strict_json
from placet.sandbox.errors import LOAD_ERROR, CodeError
from placet.sandbox.framing import Frame, whole
from placet.sandbox.runs import Invocation, Script

SOURCE_BYTES: Final = 4 * 1024 * 1024
"""How long a source may be."""

_TYPES: Final = {".ts": "typescript", ".mts": "typescript", ".js": "javascript", ".mjs": "javascript"}
_BEFORE: Final = b"export async function main(args) {"
"""Stands before inline code, on its first line, so that places in it keep their line."""


def check(script: Script) -> None:
    """Refuse a source that no child can load.

    Raises:
        CodeError: `LOAD_ERROR`, with the reason.
    """
    if len(script.source) > SOURCE_BYTES:
        raise CodeError(LOAD_ERROR, f"The source has more than {SOURCE_BYTES:,} bytes.")
    try:
        script.source.decode("utf-8")
    except UnicodeDecodeError as wrong:
        raise CodeError(LOAD_ERROR, f"The source isn't UTF-8: byte {wrong.start} can't be read.") from None
    if not script.inline and _suffix(script) not in _TYPES:
        raise CodeError(LOAD_ERROR, f"Code is in files that end with {', '.join(_TYPES)}.")


def load(script: Script, call: Invocation) -> Frame:
    """Have the source loaded, as part of this execution. The source was checked."""
    source = _BEFORE + script.source + b"\n}" if script.inline else script.source
    kind = "typescript" if script.inline else _TYPES[_suffix(script)]
    address = f"data:application/{kind};charset=utf-8;base64,{base64.b64encode(source).decode()}"
    return _frame("load", call, {"name": whole(script.path), "address": address})


def run(call: Invocation) -> Frame:
    """Have the function run.

    Raises:
        BadArguments: the arguments aren't JSON.
    """
    return _frame("run", call, {"function": call.function, "args": list(call.args)})


def _frame(word: str, call: Invocation, said: dict[str, Any]) -> Frame:
    bounds = {"console_chars": call.console_bytes, "result_chars": call.output_bytes}
    return Frame(word=word, id=call.execution_id, payload=strict_json.dump({**said, **bounds}).encode())


def _suffix(script: Script) -> str:
    return PurePosixPath(script.path).suffix.lower()
