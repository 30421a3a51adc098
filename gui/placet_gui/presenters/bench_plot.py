"""What `placet bench` measured, as a figure: how much of each budget is used up."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from PySide6.QtCore import QLocale

from placet.api import showable
from placet.api.statistics import BenchFile
from placet_gui.models.plots import Mark, PlotData, Series
from placet_gui.said import said
from placet_gui.words import number_text, translate

WIDEST_PERCENT: Final = 200
"""Where a bar ends that would be longer: one figure far off must not make all the others too short to see."""
_BUDGET: Final = re.compile(r"(>=|<=) ([0-9.e+-]+)")


def bench_plot(file: BenchFile | None = None) -> PlotData:
    """How much of its budget each figure uses; what is within it plain, what is over it hatched.

    Rows without a figure, and what can't be read as a row, are left out.
    """
    within = Series(word=translate("statistics", "Within the budget"), token="approve")  # noqa: S106  a colour's name
    over = Series(word=translate("statistics", "Over the budget"), token="danger", hatched=True)  # noqa: S106
    rows = () if file is None else file.rows
    return PlotData(
        unit=translate("statistics", "What was measured"),
        series=(within, over),
        marks=tuple(_mark(row) for row in rows if _is_told(row)),
        limit=(100, translate("statistics", "budget")),
        heads=(
            translate("statistics", "Here"),
            translate("statistics", "Floor"),
            translate("statistics", "To the floor"),
            translate("statistics", "Budget"),
            translate("statistics", "Met"),
        ),
    )


def verdict(data: PlotData) -> tuple[int, int]:
    """How many budgets are met, of how many that were measured."""
    met = sum(1 for mark in data.marks if mark.values[0])
    return met, sum(1 for mark in data.marks if any(mark.values))


def _is_told(row: Mapping[str, Any]) -> bool:
    return isinstance(row.get("name"), str) and _number(row.get("ours")) is not None


def _mark(row: Mapping[str, Any]) -> Mark:
    percent = _percent(row)
    cells = _cells(row)
    drawn = min(percent or 0, WIDEST_PERCENT)
    spoken = translate("statistics", "{0}: {1} here, budget {2}: {3}").format(
        said(_text(row["name"])), cells[0], cells[3], cells[4]
    )
    return Mark(
        name=said(_text(row["name"])),
        values=(drawn, 0) if drawn <= 100 else (0, drawn),
        spoken=spoken,
        shown=f"{number_text(percent)} %" if percent is not None else cells[0],
        cells=cells,
    )


def _cells(row: Mapping[str, Any]) -> tuple[str, ...]:
    unit = said(_text(row.get("unit")))
    met = {True: translate("statistics", "met"), False: translate("statistics", "missed")}
    return (
        _figure(row.get("ours"), unit),
        _figure(row.get("floor"), unit),
        _figure(row.get("ratio"), "×"),
        _text(row.get("budget")) or "–",
        met[row["met"]] if isinstance(row.get("met"), bool) else "–",
    )


def _percent(row: Mapping[str, Any]) -> int | None:
    """How much of its budget a row uses: over 100 it isn't met. None where there is none that is a number."""
    found = _BUDGET.fullmatch(_text(row.get("budget")))
    figure = _number(row.get("ratio" if row.get("budget_of") == "ratio" else "ours"))
    if found is None or figure is None:
        return None
    limit = float(found[2])
    part, whole = (limit, figure) if found[1] == ">=" else (figure, limit)
    if whole <= 0:
        return None
    percent = round(100 * part / whole)
    return max(101, percent) if row.get("met") is False else min(100, percent)


def _figure(value: object, unit: str) -> str:
    number = _number(value)
    if number is None:
        return "–"
    shown = number_text(round(number)) if abs(number) >= 1000 else QLocale().toString(number, "g", 3)
    return f"{shown} {unit}".strip()


def _number(value: object) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and abs(float(value)) < 1e15 else None  # type: ignore[arg-type]


def _text(value: object) -> str:
    return showable(value, single_line=True).text if isinstance(value, str) else ""
