"""`placet task ID`: show one task of a running engine."""

from __future__ import annotations

import argparse

from placet.cli import client, terminal
from placet.cli.deciding import task_of
from placet.cli.failures import Exit
from placet.cli.showing import task_text

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Print it."""
    with client.need(arguments) as online:
        task = task_of(online, arguments.id)
    if arguments.json:
        terminal.print_json({"task": task})
    else:
        terminal.say(task_text(task))
    return Exit.DONE
