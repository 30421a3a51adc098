"""`placet bench`: what this machine allows, what Placet makes of it, and whether that keeps the budget."""

from __future__ import annotations

import argparse

from placet.bench import everything
from placet.bench.measures import Measured
from placet.cli import terminal
from placet.cli.client import data_folder
from placet.cli.failures import Exit, Failure

__all__ = ["run"]

_HEADS = ("name", "floor", "ours", "unit", "ratio", "budget", "met")


def run(arguments: argparse.Namespace) -> int:
    """Measure and print a row for each budget. A budget that isn't met is a row that says so, not a failure.

    Raises:
        Failure: a ledger is to be filled and nobody says where.
    """
    if arguments.seed is not None and arguments.data is None:
        raise Failure("--seed needs --data DIR, a place where nothing is yet.", "wrong_use", Exit.WRONG_USE)
    extent = everything.QUICK if arguments.quick else everything.THOROUGH
    data = None if arguments.data is None else data_folder(arguments).root
    rows = everything.measure(extent, data, arguments.seed)
    if arguments.json:
        terminal.print_json({"rows": [row.as_json() for row in rows]})
        return Exit.DONE
    for line in _table(rows):
        terminal.say(line)
    return Exit.DONE


def _table(rows: list[Measured]) -> list[str]:
    cells = [_HEADS, *(_cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(_HEADS))]
    notes = ["note", *(row.note for row in rows)]
    padded = (
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in cells
    )
    return [f"{line}  {note}".rstrip() for line, note in zip(padded, notes, strict=True)]


def _cells(row: Measured) -> tuple[str, ...]:
    budget = "" if row.budget is None else row.budget.text
    met = {True: "yes", False: "no", None: "-"}[row.met]
    return row.name, _figure(row.floor), _figure(row.ours), row.unit, _figure(row.ratio), budget, met


def _figure(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
