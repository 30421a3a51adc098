"""One turn of an agent of the Agent Client Protocol, whose calls wait for you in Placet: `acp_one_turn.py GOAL PROGRAM…`.

`PLACET_URL` and `PLACET_TOKEN` name the console and the agent there. It works in the folder where it is started.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from placet.links import acp

goal, *program = sys.argv[1:]
agent = subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # noqa: S603
decided: list[acp.Decided] = []


def _send(**message: Any) -> None:
    print(json.dumps({"jsonrpc": "2.0", **message}), file=agent.stdin, flush=True)


def _ask(method: str, **params: Any) -> Any:
    _send(id=method, method=method, params=params)
    for message in map(json.loads, agent.stdout or ()):
        if message.get("method") == acp.METHOD:  # it asks for leave: so do we, in the console
            decided.append(acp.answer(message["params"]))
            _send(id=message["id"], result=decided[-1].result)
        elif message.get("method") == "session/update":
            _ = [acp.outcome(it, message["params"]["update"]) for it in decided]
        elif message.get("id") == method:
            return message.get("result") or sys.exit(f"The agent says: {message.get('error')}")
    return sys.exit("The agent has ended.")


_ask("initialize", protocolVersion=1, clientCapabilities={})
session = _ask("session/new", cwd=str(Path.cwd()), mcpServers=[])["sessionId"]
prompt = [{"type": "text", "text": goal}]
print(_ask("session/prompt", sessionId=session, prompt=prompt)["stopReason"])  # noqa: T201
agent.terminate()
