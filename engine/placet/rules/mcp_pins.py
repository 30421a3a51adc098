"""What an owner knows of an MCP server's tools: the list that was pinned, and how it differs from what it says now.

The first list is pinned as it comes: the owner chose the server. From then on whatever it describes differently, and
whatever it adds, is a question to the owner, and can't be called before the answer ("rug pull"; spec/integrations 3.6).
The question is a decision-only task (T12) whose arguments are the new list, so the newest one that completed is the pin.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from placet.rules import diffs
from placet.rules.digest import canonical
from placet.rules.errors import BadInput

PREFIX: Final = "mcp-tools:"
"""How the questions about a server's list are called; no program may ask under such a name."""
PINNED: Final = "pinned"
CHANGED: Final = "changed"
MOST_TOOLS: Final = 2_000
_SERVER: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True, kw_only=True)
class Listed:
    """What a server is started as, and what it says of its tools, by the names that calls use."""

    command: tuple[str, ...]
    tools: Mapping[str, Mapping[str, Any]]


def is_server_name(name: str) -> bool:
    """Whether a server may be called this: a part of tools' names, which a point ends."""
    return _SERVER.fullmatch(name) is not None


def question(server: str) -> str:
    """What the question about a server's list is called.

    Raises:
        BadInput: no server is called so.
    """
    if not is_server_name(server):
        raise BadInput(
            "A server's name is made of letters, digits, _ and -, and is at most 64 long.", "/server"
        )
    return PREFIX + server


def is_question(tool: str) -> bool:
    """Whether a call of this name is such a question."""
    return tool.startswith(PREFIX)


def arguments(listed: Listed) -> dict[str, Any]:
    """A list as the arguments of its question."""
    return {"command": list(listed.command), "tools": dict(listed.tools)}


def read(args: Mapping[str, Any]) -> Listed:
    """The list in a question's arguments; the owner may have edited them.

    Raises:
        BadInput: they hold none.
    """
    command, tools = args.get("command"), args.get("tools")
    if not isinstance(command, list) or not all(isinstance(word, str) for word in command):
        raise BadInput("A server's command is a list of texts.", "/command")
    if not isinstance(tools, Mapping) or not all(isinstance(it, Mapping) for it in tools.values()):
        raise BadInput("The tools are an object of definitions by name.", "/tools")
    if len(tools) > MOST_TOOLS:
        raise BadInput(f"A server has at most {MOST_TOOLS:,} tools.", "/tools")
    return Listed(command=tuple(command), tools=tools)


def states(pinned: Listed | None, seen: Listed) -> dict[str, str]:
    """A word for each tool that was seen. With no pin yet, everything is as it should be: this becomes the pin."""
    if pinned is None:
        return dict.fromkeys(seen.tools, PINNED)
    same_program = pinned.command == seen.command
    return {
        name: PINNED if same_program and _same(pinned.tools.get(name), told) else CHANGED
        for name, told in seen.tools.items()
    }


def _same(known: Mapping[str, Any] | None, told: Mapping[str, Any]) -> bool:
    return known is not None and canonical(dict(known)) == canonical(dict(told))


def merged(pinned: Listed, seen: Listed) -> Listed:
    """What would be pinned: a tool that isn't listed now stays known as it was."""
    return Listed(command=seen.command, tools={**pinned.tools, **seen.tools})


def difference(pinned: Listed, wanted: Listed, server: str) -> str | None:
    """The change as a unified diff of both lists."""
    return diffs.unified(_pretty(pinned), _pretty(wanted), f"{server}.json")


def _pretty(listed: Listed) -> str:
    told = {
        "command": list(listed.command),
        "tools": {name: listed.tools[name] for name in sorted(listed.tools)},
    }
    return json.dumps(told, indent=2, ensure_ascii=False) + "\n"


def sentence(server: str, pinned: Listed, wanted: Listed) -> str:
    """What a yes means, in our words; `server` was checked."""
    changed = [name for name, state in states(pinned, wanted).items() if state == CHANGED]
    new = [name for name in changed if name not in pinned.tools]
    if pinned.command != wanted.command:
        what = "is started by another command than the one you know, or describes its tools differently"
    elif len(new) == len(changed):
        what = f"offers {len(new)} more {'tool' if len(new) == 1 else 'tools'}"
    else:
        what = f"describes {len(changed)} of its tools differently than when you pinned them"
    return (
        f"The MCP server {server} {what}. Until you approve, they can't be called and the agent isn't told of them. "
        "Approving runs nothing: each call is still asked about."
    )
