"""`placet cancel ID`: take a task of a running engine back."""

from __future__ import annotations

import argparse

from placet.cli import client
from placet.cli.deciding import carry_out, report, task_of

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Cancel. A tool at work is told to stop, and its task says so until it has."""
    with client.need(arguments) as online:
        return report(arguments, carry_out(online, task_of(online, arguments.id), "cancel", {}), "Took back")
