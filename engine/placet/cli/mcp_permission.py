"""`placet mcp-permission`: the other door of Claude Code, `--permission-prompt-tool`, as a small MCP server on stdio.

It has one tool, which answers whether a call may run (spec/integrations 3.2). Whatever goes wrong answers "deny", and while
the owner thinks, progress is told, so that no client gives up. It speaks the handshake era of MCP, line by line.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from placet import __version__
from placet.cli.client import data_folder
from placet.cli.failures import Exit
from placet.hook import asking
from placet.hook.asking import Call, No, Yes
from placet.hook.claude import HARNESS, approved_before
from placet.hook.door import Deadline, Gone, Trouble, Watch

__all__ = ["run"]

_VERSIONS: Final = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
_PROGRESS_S: Final = 10.0
_FOR_EVER_S: Final = 10 * 365 * 86400.0
_MOST_AT_ONCE: Final = 64
_NO_METHOD: Final = -32601
_BAD_REQUEST: Final = -32600
_TOOL: Final = {
    "name": "permission",
    "description": "Asks the owner whether a tool call may run.",
    "inputSchema": {
        "type": "object",
        "properties": {
            "tool_name": {"type": "string"},
            "input": {"type": "object"},
            "tool_use_id": {"type": "string"},
        },
        "required": ["tool_name", "input"],
    },
}


def run(arguments: argparse.Namespace) -> int:
    """Serve until stdin ends; what is asked then is taken back."""
    data = None if arguments.data is None else str(data_folder(arguments).root)
    _Server(data).serve()
    return Exit.DONE


class _Server:
    """Reads requests on the main thread; each question waits on a thread of its own."""

    def __init__(self, data: str | None) -> None:
        self._data = data
        self._writing = threading.Lock()
        self._pool = ThreadPoolExecutor(_MOST_AT_ONCE, thread_name_prefix="permission")
        self._endings: dict[Any, int] = {}
        self._guard = threading.Lock()

    def serve(self) -> None:
        with self._pool:
            for line in sys.stdin.buffer:
                self._take(line)
            self._end_all()

    def _take(self, line: bytes) -> None:
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            return
        if not isinstance(message, dict) or not isinstance(message.get("method"), str):
            return
        params = message.get("params")
        params = params if isinstance(params, dict) else {}
        if "id" in message:
            if type(message["id"]) not in (int, str):
                return  # no answer could be told from another's
            self._request(message["id"], message["method"], params)
        elif message["method"] == "notifications/cancelled" and type(params.get("requestId")) in (int, str):
            self._end(params["requestId"])

    def _request(self, number: Any, method: str, params: Mapping[str, Any]) -> None:
        if method == "tools/call":
            with self._guard:
                if number in self._endings:
                    self._send(
                        {"id": number, "error": {"code": _BAD_REQUEST, "message": "This id is in use."}}
                    )
                    return
                reader, writer = os.pipe()
                self._endings[number] = writer
            self._pool.submit(self._answer_call, number, params, reader)
        elif method == "initialize":
            asked = params.get("protocolVersion")
            self._result(
                number,
                {
                    "protocolVersion": asked if asked in _VERSIONS else _VERSIONS[0],
                    "capabilities": {"tools": {}},
                    "serverInfo": {"name": "placet", "version": __version__},
                },
            )
        elif method == "tools/list":
            self._result(number, {"tools": [_TOOL]})
        elif method == "ping":
            self._result(number, {})
        else:
            self._send({"id": number, "error": {"code": _NO_METHOD, "message": "There is no such method."}})

    def _answer_call(self, number: Any, params: Mapping[str, Any], reader: int) -> None:
        done = threading.Event()
        meta = params.get("_meta")
        token = meta.get("progressToken") if isinstance(meta, dict) else None
        ticking = threading.Thread(target=self._tell_progress, args=(token, done), daemon=True)
        ticking.start()
        try:
            said = self._decide(params, reader)
        except Exception as error:  # whatever it is, nothing passes
            said = _deny(f"Placet: Something went wrong inside ({type(error).__name__}). [internal]")
        finally:
            done.set()
            ticking.join()
            os.close(reader)
            with self._guard:
                os.close(self._endings.pop(number))
        self._result(number, {"content": [{"type": "text", "text": json.dumps(said)}]})

    def _decide(self, params: Mapping[str, Any], reader: int) -> dict[str, Any]:
        given = params.get("arguments")
        given = given if isinstance(given, dict) else {}
        tool, args, call_id = given.get("tool_name"), given.get("input"), given.get("tool_use_id")
        if params.get("name") != _TOOL["name"] or not isinstance(tool, str) or not isinstance(args, dict):
            return _deny("Placet: This says nothing clear about the call. [bad_input]")
        source = {"harness": HARNESS, "cwd": os.getcwd()}  # noqa: PTH109 - a text is what is shown
        if isinstance(call_id, str) and call_id:
            source["call_id"] = call_id
        reach = asking.reaching(self._data, HARNESS, Watch(sys.stdout.fileno(), reader))
        try:
            told = {"tool_name": tool, "tool_input": args, "tool_use_id": call_id}
            known = approved_before(told, reach(Deadline(15)))
            if known is not None:
                return _allow(args, known)
            call = Call(tool, args, key=f"{HARNESS}:prompt:{os.urandom(16).hex()}", source=source)
            verdict = asking.ask(call, reach, Deadline(_FOR_EVER_S))
        except Trouble as trouble:
            return _deny(f"Placet: {trouble.message} Nobody allowed this call. [{trouble.code}]")
        except Gone:
            return _deny("Placet: The question was taken back before anybody answered. [interrupted]")
        if isinstance(verdict, No):
            code = "" if verdict.decided else f" Nobody allowed this call. [{verdict.code}]"
            return _deny(f"Placet: {verdict.reason}{code}")
        return _allow(args, verdict)

    def _tell_progress(self, token: Any, done: threading.Event) -> None:
        """Tell now and then that the owner is still asked; a client that gets no word gives up after a minute."""
        told = 0
        while token is not None and not done.wait(_PROGRESS_S):
            told += 1
            params = {"progressToken": token, "progress": told, "message": "Waiting for the owner."}
            self._send({"method": "notifications/progress", "params": params})

    def _end(self, number: Any) -> None:
        with self._guard:
            writer = self._endings.get(number)
            if writer is not None:
                os.write(writer, b"\0")

    def _end_all(self) -> None:
        with self._guard:
            for writer in self._endings.values():
                os.write(writer, b"\0")

    def _result(self, number: Any, result: Mapping[str, Any]) -> None:
        self._send({"id": number, "result": result})

    def _send(self, message: Mapping[str, Any]) -> None:
        line = json.dumps({"jsonrpc": "2.0", **message})
        try:
            with self._writing:
                sys.stdout.write(line + "\n")
                sys.stdout.flush()
        except BrokenPipeError:
            return  # the client left; its end of stdin ends this program


def _allow(args: Mapping[str, Any], verdict: Yes) -> dict[str, Any]:
    return {"behavior": "allow", "updatedInput": args if verdict.edited is None else verdict.edited}


def _deny(message: str) -> dict[str, Any]:
    return {"behavior": "deny", "message": message}
