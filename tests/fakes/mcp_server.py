"""A small MCP server in a process of its own, in both eras: `python mcp_server.py FOLDER`.

It lists what FOLDER/tools.json holds, writes each line that calls a tool to FOLDER/calls, and behaves badly on demand: the
name of a tool says how. It uses the standard library alone, so that it starts at once.
"""

import json
import os
import sys
from pathlib import Path

FOLDER = Path(sys.argv[1])
INFO = {"name": "fake", "version": "1"}
MODERN = "2026-07-28"


def main():
    (FOLDER / "pid").write_text(str(os.getpid()))
    if (FOLDER / "silent").exists():
        sys.stdin.read()
        return
    for line in sys.stdin:
        message = json.loads(line)
        if message.get("method") and "id" in message:
            answer(message, line)
        elif message.get("method"):
            with (FOLDER / "words").open("a") as words:
                words.write(line)


def say(message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def eras():
    told = FOLDER / "eras"
    return told.read_text().split() if told.exists() else ["handshake", "modern"]


def answer(message, line):
    method, params = message["method"], message.get("params", {})
    if method == "initialize" and "handshake" in eras():
        version = params["protocolVersion"]
        told = {"tools": {"listChanged": True}, "resources": {}}
        result = {
            "protocolVersion": version,
            "capabilities": told,
            "serverInfo": INFO,
            "instructions": "Be kind.",
        }
    elif method == "server/discover" and "modern" in eras():
        meta = {"io.modelcontextprotocol/serverInfo": INFO}
        result = {
            "supportedVersions": [MODERN],
            "capabilities": {"tools": {}, "resources": {}},
            "_meta": meta,
        }
    elif method == "tools/list":
        result = {"tools": json.loads((FOLDER / "tools.json").read_text())}
    elif method == "tools/call":
        with (FOLDER / "calls").open("a") as calls:
            calls.write(line)
        return call(message, params)
    elif method == "resources/read":
        with (FOLDER / "reads").open("a") as reads:
            reads.write(line)
        result = {"contents": [{"uri": params["uri"], "text": "This is it."}]}
    elif method == "resources/list":
        result = {"resources": [{"uri": "file:///a", "name": "a"}]}
    else:
        return say({"id": message["id"], "error": {"code": -32601, "message": "Method not found"}})
    if "io.modelcontextprotocol/protocolVersion" in params.get("_meta", {}):
        result = {"resultType": "complete", **result}
    return say({"id": message["id"], "result": result})


def text(value):
    return {"content": [{"type": "text", "text": value}], "isError": False}


def call(message, params):
    name, id_ = params["name"], message["id"]
    if name in MISBEHAVES:
        return MISBEHAVES[name](id_)
    if name == "change":
        (FOLDER / "tools.json").write_text(json.dumps(params["arguments"]["tools"]))
        say({"method": "notifications/tools/list_changed"})
    if name == "progress":
        token = params["_meta"]["progressToken"]
        say({"method": "notifications/progress", "params": {"progressToken": token, "progress": 1}})
    return say({"id": id_, "result": text(json.dumps(params.get("arguments"), ensure_ascii=False))})


def die(id_):
    os._exit(3)


def hang(id_):
    say({"method": "notifications/message", "params": {"level": "info", "data": "here it hangs"}})


def garbage(id_):
    raw("this is no JSON")


def twice(id_):
    raw(f'{{"jsonrpc":"2.0","id":"{id_}","result":{{"content":[],"content":[]}}}}')


def astray(id_):
    say({"id": f"{id_}0", "result": text("This is somebody else's.")})


def idless(id_):
    say({"id": None, "error": {"code": -32700, "message": "What?"}})


def raw(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def refuse(id_):
    say({"id": id_, "error": {"code": -32050, "message": "Not today."}})


def fail(id_):
    say({"id": id_, "result": {"content": [{"type": "text", "text": "It broke."}], "isError": True}})


def env(id_):
    say({"id": id_, "result": text(json.dumps(dict(os.environ)))})


def sample(id_):
    say({"id": id_, "result": text(json.dumps(ask_client("sample")))})


def elicit(id_):
    say({"id": id_, "result": text(json.dumps(ask_client("elicit")))})


MISBEHAVES = {
    it.__name__: it for it in (die, hang, garbage, twice, astray, idless, refuse, fail, env, sample, elicit)
}


def ask_client(name):
    method = {"sample": "sampling/createMessage", "elicit": "elicitation/create"}[name]
    say(
        {
            "id": f"ask-{name}",
            "method": method,
            "params": {"message": "Sure?", "requestedSchema": {"type": "object"}},
        }
    )
    for line in sys.stdin:
        message = json.loads(line)
        if message.get("id") == f"ask-{name}":
            return message.get("result", message.get("error"))
    return None


if __name__ == "__main__":
    main()
