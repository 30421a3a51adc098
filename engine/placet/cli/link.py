"""`placet link NAME install|remove|test|status`: has a running engine gate another program, and proves that it does."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from placet.cli import client, terminal
from placet.cli.client import Client
from placet.cli.failures import Exit, Failure
from placet.cli.showing import line
from placet.work.links import SETTINGS, usual_settings

__all__ = ["run"]

_MCP: Final = "mcp"
_SAID: Final = {
    "install": "Installed in {settings}. A call that must be blocked was blocked.",
    "remove": "Taken out of {settings}.",
    "test": "A call that must be blocked was blocked.",
}
_TRUST: Final = "Codex skips hooks that you haven't trusted, these too: say /hooks in it and trust them."


def run(arguments: argparse.Namespace) -> int:
    """Carry out the verb; exit 0 only when what must be blocked was."""
    verbs: dict[str, Callable[[Client, argparse.Namespace], int]] = {
        "install": _install,
        "remove": _remove,
        "test": _test,
        "status": _status,
    }
    with client.need(arguments) as online:
        return verbs[arguments.verb](online, arguments)


def _install(online: Client, arguments: argparse.Namespace) -> int:
    settings = _named(arguments) or _usual(arguments.link)
    return _told(arguments, online.send("PUT", f"/links/{arguments.link}", {"settings": str(settings)}))


def _remove(online: Client, arguments: argparse.Namespace) -> int:
    for row in _rows(online, arguments):
        which = f"?settings={quote(row['settings'], safe='')}" if arguments.link == _MCP else ""
        _told(arguments, online.send("DELETE", f"/links/{arguments.link}{which}"))
    return Exit.DONE


def _test(online: Client, arguments: argparse.Namespace) -> int:
    _rows(online, arguments)
    return _told(arguments, online.send("POST", f"/links/{arguments.link}/test", {}))


def _status(online: Client, arguments: argparse.Namespace) -> int:
    rows = _rows(online, arguments)
    for row in rows:
        if arguments.json:
            terminal.print_json(row)
        else:
            stands = "gated" if row["gated"] else f"NOT GATED: {row['words']}"
            terminal.say(line(f"{row['settings']}: {stands}"))
            _say_unasked(row)
    return Exit.DONE if all(row["gated"] for row in rows) else Exit.FAILED


def _told(arguments: argparse.Namespace, done: Mapping[str, Any]) -> int:
    if arguments.json:
        terminal.print_json(done)
        return Exit.DONE
    terminal.say(line(_SAID[arguments.verb].format(settings=done["settings"])))
    if arguments.verb != "remove":
        if done["skipped"]:
            terminal.say(_TRUST)
        _say_unasked(done)
    return Exit.DONE


def _say_unasked(row: Mapping[str, Any]) -> None:
    if row.get("unasked"):  # an engine of an earlier version doesn't say
        terminal.say(line(row["unasked"]))


def _named(arguments: argparse.Namespace) -> Path | None:
    return None if arguments.settings is None else arguments.settings.expanduser().absolute()


def _usual(link: str) -> Path:
    """Where a program keeps its user's settings."""
    if link in SETTINGS:
        return usual_settings(link)
    message = "Say with --settings which file names the servers."
    raise Failure(message, "wrong_use", Exit.WRONG_USE)


def _rows(online: Client, arguments: argparse.Namespace) -> list[Mapping[str, Any]]:
    """The links of this name, in the file that was named if one was."""
    named = _named(arguments)
    found = [
        row
        for row in online.get("/links")["links"]
        if row["name"] == arguments.link and (named is None or row["settings"] == str(named.resolve()))
    ]
    if not found:
        where = "" if named is None else f" in {named}"
        raise Failure(f"The link {arguments.link} isn't installed{where}.", "not_found")
    return found
