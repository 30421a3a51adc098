"""`placet agent add|list|run`: over HTTP when an engine runs, else on the folder itself."""

from __future__ import annotations

import argparse
import dataclasses
import tomllib
from pathlib import Path
from typing import Any, Final

from placet.api.commands import DeclareAgent
from placet.api.queries import ListAgents
from placet.cli import client, house, terminal, turns
from placet.cli.failures import Exit, Failure
from placet.cli.showing import line
from placet.http import rows
from placet.rules.untrusted import showable

__all__ = ["run"]

_LARGEST_BYTES: Final = 256 * 1024  # a far longer one of dotted keys keeps tomllib busy for long


def run(arguments: argparse.Namespace) -> int:
    """Carry out the verb."""
    return {"add": _add, "list": _list, "run": _run}[arguments.verb](arguments)


def _add(arguments: argparse.Namespace) -> int:
    declaration = _read(arguments.file)
    online = client.find(arguments)
    if online is not None:
        with online:
            agent = online.send("POST", "/agents", declaration)
    else:
        with house.opened(client.data_folder(arguments)) as engine:
            agent = rows.agent(house.submit(engine, DeclareAgent(declaration=declaration)))
    if arguments.json:
        terminal.print_json(agent)
    else:
        terminal.say(f"Declared {agent['name']} ({agent['id']}).")
    return Exit.DONE


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(_text(path))
    except OSError as problem:
        raise _bad(f"{path} can't be read: {problem.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise _bad(f"{path} isn't TOML: {problem}.") from None
    except RecursionError:
        raise _bad(f"{path} is nested too deeply for a declaration.") from None


def _text(path: Path) -> str:
    # Bounded, since a path may name a device that never ends.
    with path.open("rb") as file:
        content = file.read(_LARGEST_BYTES + 1)
    if len(content) > _LARGEST_BYTES:
        raise _bad(f"{path} has more than {_LARGEST_BYTES:,} bytes, too many for a declaration.")
    return content.decode()


def _bad(sentence: str) -> Failure:
    return Failure(sentence, "bad_declaration", Exit.WRONG_USE)


def _list(arguments: argparse.Namespace) -> int:
    online = client.find(arguments)
    if online is not None:
        with online:
            agents = online.get("/agents")["agents"]
    else:
        with house.opened(client.data_folder(arguments)) as engine:
            agents = [rows.agent(row) for row in engine.query(ListAgents())]
    if arguments.json:
        terminal.print_json({"agents": agents})
        return Exit.DONE
    if not agents:
        terminal.tell("No agents yet.")
    for agent in agents:
        terminal.say(f"{agent['id']}  {agent['name']}  {agent['state']}  {line(agent['folder'])}")
    return Exit.DONE


def _run(arguments: argparse.Namespace) -> int:
    online = client.find(arguments)
    if online is not None:
        with online:
            ended = turns.over_http(online, arguments.name, arguments.goal)
    else:
        with house.opened(client.data_folder(arguments)) as engine:
            ended = turns.run(engine, arguments.name, arguments.goal)
    answer = ended.answer_or_fail()
    if arguments.json:
        terminal.print_json(dataclasses.asdict(ended))
    else:
        terminal.say(showable(answer, single_line=False).text)
    return Exit.DONE
