"""`placet init`: make a data folder and print its first owner token."""

from __future__ import annotations

import argparse

from placet import app
from placet.cli import terminal
from placet.cli.client import data_folder
from placet.cli.failures import Exit

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Make the folder. On one that exists already nothing is changed, and that is wrong use."""
    folder = data_folder(arguments)
    token = app.init(folder.root)
    if arguments.json:
        terminal.print_json({"data": str(folder.root), "owner_token": token})
        return Exit.DONE
    terminal.tell(f"Made {folder.root}. This is its owner token; it is shown only now:")
    terminal.say(token)
    return Exit.DONE
