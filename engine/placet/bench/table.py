"""A run as a table: for a terminal, and as Markdown for a page; and read back from the JSON that a run printed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from placet.bench.measures import Measured, from_json
from placet.rules.errors import BadInput

__all__ = ["HEADS", "lines", "markdown", "read"]

HEADS: Final = ("name", "floor", "ours", "unit", "ratio", "budget", "met")


def lines(rows: Sequence[Measured]) -> list[str]:
    """The table with its notes, for a terminal."""
    cells = [HEADS, *(_cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(HEADS))]
    notes = ["note", *(row.note for row in rows)]
    padded = (
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in cells
    )
    return [f"{line}  {note}".rstrip() for line, note in zip(padded, notes, strict=True)]


def markdown(rows: Iterable[Measured]) -> list[str]:
    """The table as Markdown, without the notes: they are in the JSON."""
    body = (_marked(_cells(row)) for row in rows)
    return [_marked(HEADS), "|---|--:|--:|---|--:|---|---|", *body]


def read(text: str, place: Path) -> list[Measured]:
    """The rows of a run's JSON, or of lines of JSON with a row each. `place` is for the error.

    Raises:
        BadInput: it is neither.
    """
    try:
        return [from_json(it) for it in _objects(text)]
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput(f"{place} holds no run of placet bench --json.") from error


def _objects(text: str) -> list[dict[str, Any]]:
    try:
        found: list[dict[str, Any]] = json.loads(text)["rows"]
    except (KeyError, ValueError):
        found = [json.loads(line) for line in text.splitlines() if line.strip()]
    return found


def _marked(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cells(row: Measured) -> tuple[str, ...]:
    budget = "" if row.budget is None else row.budget.text
    met = {True: "yes", False: "no", None: "-"}[row.met]
    return row.name, _figure(row.floor), _figure(row.ours), row.unit, _figure(row.ratio), budget, met


def _figure(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
