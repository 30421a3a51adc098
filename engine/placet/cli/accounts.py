"""`placet account put|list|test|remove`: what tools log in to, of a running engine, with an owner token."""

from __future__ import annotations

import argparse
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from placet.cli import client, terminal
from placet.cli.failures import Exit, Failure
from placet.cli.showing import line

__all__ = ["run"]

_LARGEST_BYTES: Final = 64 * 1024


def run(arguments: argparse.Namespace) -> int:
    """Carry out the verb."""
    return {"put": _put, "list": _list, "test": _test, "remove": _remove}[arguments.verb](arguments)


def _put(arguments: argparse.Namespace) -> int:
    definition = _read(arguments.file)
    with client.need(arguments) as online:
        account = online.send("PUT", _address(arguments.name), definition)
    if arguments.json:
        terminal.print_json(account)
    else:
        terminal.say(f"Declared {account['name']}: {line(account['identity'])}.")
    return Exit.DONE


def _list(arguments: argparse.Namespace) -> int:
    with client.need(arguments) as online:
        accounts = online.get("/accounts")["accounts"]
    if arguments.json:
        terminal.print_json({"accounts": accounts})
        return Exit.DONE
    for account in accounts:
        rights = "+".join(account["rights"])
        terminal.say(f"{account['name']}  {line(account['identity'])}  {rights}  {_until(account)}")
    return Exit.DONE


def _test(arguments: argparse.Namespace) -> int:
    with client.need(arguments) as online:
        answer = online.send("POST", f"{_address(arguments.name)}/test")
    if arguments.json:
        terminal.print_json(answer)
    elif answer["ok"]:
        terminal.say(f"{arguments.name} can be used.")
    if answer["ok"]:
        return Exit.DONE
    if arguments.json:
        return Exit.FAILED
    raise Failure(answer["error"], answer["code"], Exit.FAILED)


def _remove(arguments: argparse.Namespace) -> int:
    with client.need(arguments) as online:
        account = online.send("DELETE", _address(arguments.name))
    if arguments.json:
        terminal.print_json(account)
    else:
        terminal.say(f"Removed {account['name']}.")
    return Exit.DONE


def _read(path: Path) -> dict[str, Any]:
    """A declaration as JSON; a file, since the arguments of a command can be read by every program of the user's."""
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST_BYTES + 1)
        found = json.loads(content)
    except OSError as problem:
        raise _bad(f"{path} can't be read: {problem.strerror}.") from None
    except (ValueError, RecursionError):
        raise _bad(f"{path} isn't JSON.") from None
    if not isinstance(found, dict):
        raise _bad(f"{path} holds no declaration.")
    return found


def _bad(sentence: str) -> Failure:
    return Failure(sentence, "bad_declaration", Exit.WRONG_USE)


def _address(name: str) -> str:
    return f"/accounts/{quote(name, safe='')}"


def _until(account: dict[str, Any]) -> str:
    if account["expires_at"] is None:
        return "for good"
    day = datetime.fromtimestamp(account["expires_at"] / 1000, UTC).date().isoformat()
    return f"ran out {day}" if account["expired"] else f"until {day}"
