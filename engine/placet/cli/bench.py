"""`placet bench`: what this machine allows, what Placet makes of it, and whether that keeps the budget."""

from __future__ import annotations

import argparse

from placet import __version__, app
from placet.bench import everything, table
from placet.bench.measures import Measured
from placet.cli import terminal
from placet.cli.client import data_folder
from placet.cli.failures import Exit, Failure
from placet.folder import DataFolder

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Measure and print a row for each budget. A budget that isn't met is a row that says so, not a failure.

    Raises:
        Failure: a ledger is to be filled and nobody says where.
    """
    if arguments.seed is not None and arguments.data is None:
        raise Failure("--seed needs --data DIR, a place where nothing is yet.", "wrong_use", Exit.WRONG_USE)
    extent = everything.QUICK if arguments.quick else everything.THOROUGH
    data = None if arguments.data is None else data_folder(arguments).root
    rows = everything.measure(extent, data, arguments.seed, beside_peers=arguments.peers)
    _keep(rows, data_folder(arguments))
    if arguments.json:
        terminal.print_json({"rows": [row.as_json() for row in rows]})
        return Exit.DONE
    for line in table.markdown(rows) if arguments.markdown else table.lines(rows):
        terminal.say(line)
    return Exit.DONE


def _keep(rows: list[Measured], folder: DataFolder) -> None:
    """Keep the result for the console's statistics, where there is a data folder; the one before is replaced."""
    if not folder.is_made():
        return
    try:
        folder.write_bench([row.as_json() for row in rows], app.SystemClock().now_ms(), __version__)
    except OSError as error:
        terminal.tell(f"The result is not kept: {error.strerror or error}.")
