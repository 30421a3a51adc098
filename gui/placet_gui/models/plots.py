"""What a plot shows: marks in their order, each with one number for each series. The table beside it has the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt

from placet_gui.models.columned_rows import RowColumn
from placet_gui.words import number_text


@dataclass(frozen=True, kw_only=True)
class Series:
    """Numbers of one kind: their word, their colour's token, and whether they are hatched, which tells them apart too."""

    word: str
    token: str
    hatched: bool = False


@dataclass(frozen=True, kw_only=True)
class Mark:
    """One place of a plot. `label` is for the axis, and may be empty; `name` says in full what is counted here.

    `shown` is drawn beside it in the place of its sum, and `spoken` is all of it as one sentence. `cells` are its row
    of the table, where the plot has `heads`. All texts are showable.
    """

    name: str
    values: tuple[int, ...]
    spoken: str
    label: str = ""
    shown: str = ""
    cells: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PlotData:
    """A whole plot. `limit` is a number that is drawn as a line with its word, `unit` what the first column is called.

    The table has a column for each series, or those of `heads`.
    """

    unit: str
    series: tuple[Series, ...]
    marks: tuple[Mark, ...]
    heads: tuple[str, ...] = ()
    limit: tuple[int, str] | None = None

    @property
    def top(self) -> int:
        """The largest sum of a mark, or the limit; at least 1."""
        sums = [sum(mark.values) for mark in self.marks]
        return max([1, *sums, *([self.limit[0]] if self.limit else [])])


def plot_columns(data: PlotData) -> list[RowColumn[Mark]]:
    """The columns of the same numbers as a table: what is counted, and one for each series."""
    unit = RowColumn[Mark](header=data.unit, text=lambda mark: mark.name)
    if data.heads:
        return [unit, *(_cells(head, number) for number, head in enumerate(data.heads))]
    return [unit, *(_column(series, number) for number, series in enumerate(data.series))]


def _column(series: Series, number: int) -> RowColumn[Mark]:
    return RowColumn[Mark](
        header=series.word,
        text=lambda mark: number_text(mark.values[number]),
        align=Qt.AlignmentFlag.AlignRight,
    )


def _cells(head: str, number: int) -> RowColumn[Mark]:
    return RowColumn[Mark](
        header=head, text=lambda mark: mark.cells[number], align=Qt.AlignmentFlag.AlignRight
    )


def steps(top: int) -> Sequence[int]:
    """The numbers of an axis from 0 to at least `top`: few, round and whole."""
    step = 1
    while step * 4 < top:
        step = _rounder(step)
    count = -(-top // step)
    return range(0, step * count + 1, step)


def _rounder(step: int) -> int:
    """The next of 1, 2, 5, 10, 20, 50 …."""
    first = int(str(step)[0])
    return step * 5 // 2 if first == 2 else step * 2
