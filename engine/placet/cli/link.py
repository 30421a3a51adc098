"""`placet link NAME install|remove|test`: has a running engine gate another program, and proves that it does."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from placet.cli import client, terminal
from placet.cli.failures import Exit, Failure
from placet.cli.showing import line

__all__ = ["run"]

_SETTINGS: Final = {"claude-code": Path(".claude", "settings.json")}
"""Where a program keeps its user's settings, from the home folder."""
_SAID: Final = {
    "install": "Installed in {settings}. A call that must be blocked was blocked.",
    "remove": "Taken out of {settings}.",
    "test": "A call that must be blocked was blocked.",
}


def run(arguments: argparse.Namespace) -> int:
    """Carry out the verb; exit 0 only when what must be blocked was."""
    path = f"/links/{arguments.link}"
    named = None if arguments.settings is None else arguments.settings.expanduser().absolute()
    with client.need(arguments) as online:
        if arguments.verb == "install":
            settings = named or Path.home() / _SETTINGS[arguments.link]
            done = online.send("PUT", path, {"settings": str(settings)})
        elif named is not None and not _is_there(online, arguments.link, named):
            raise Failure(f"The link {arguments.link} isn't installed in {named}.", "not_found")
        elif arguments.verb == "remove":
            done = online.send("DELETE", path)
        else:
            done = online.send("POST", f"{path}/test", {})
    if arguments.json:
        terminal.print_json(done)
    else:
        terminal.say(line(_SAID[arguments.verb].format(settings=done["settings"])))
    return Exit.DONE


def _is_there(online: client.Client, link: str, settings: Path) -> bool:
    found = online.get("/links")["links"]
    return any(it["name"] == link and it["settings"] == str(settings.resolve()) for it in found)
