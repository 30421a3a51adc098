"""`placet tasks`: list tasks of a running engine."""

from __future__ import annotations

import argparse

from placet.cli import client, terminal
from placet.cli.failures import Exit
from placet.cli.showing import task_line

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Print the newest tasks under the filters."""
    filters = {"status": arguments.status}
    if arguments.agent is not None:
        filters["agent"] = arguments.agent
    with client.need(arguments) as online:
        answer = online.get("/tasks", **filters)
    if arguments.json:
        terminal.print_json(answer)
        return Exit.DONE
    for task in answer["tasks"]:
        terminal.say(task_line(task))
    return Exit.DONE
