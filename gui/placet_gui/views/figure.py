"""A figure of the statistics: a heading, a plot with its legend, what the chosen mark says, and the same as a table."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRectF, QSize, Slot
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from placet_gui.delegates.table_cells import CellStyle
from placet_gui.models.plots import PlotData, Series, plot_columns
from placet_gui.models.row_table import RowTable
from placet_gui.names import name_widget, plain_label
from placet_gui.theme.style import Theme
from placet_gui.views.flow import Flow
from placet_gui.views.plots import BarPlot, ColumnPlot, Plot, draw_swatch
from placet_gui.views.row_table_view import RowTableView

_SWATCH_PX: Final = 12
_NUMBER_PX: Final = 104
_TABLE_ROWS: Final = 7
_ROW_PX: Final = 30
_INSIDE_PX: Final = 8
_SIDE_PX: Final = 16


class Figure(QFrame):
    """A card with a plot, or with the table of the same numbers in its place. It knows no engine."""

    def __init__(
        self, theme: Theme, name: str, heading: str, data: PlotData, *, over_time: bool = False
    ) -> None:
        """`data` says what it is about; what it shows later has the same unit and series."""
        super().__init__()
        self._summary = ""
        self._over_time = over_time  # what happened last stands first in the table
        self.setProperty("area", "card")
        name_widget(self, name, heading)
        self._heading = plain_label(heading, "heading")
        self._plot: Plot = ColumnPlot(theme) if over_time else BarPlot(theme)
        name_widget(self._plot, f"{name}_plot", heading)
        self._model = RowTable(plot_columns(data), lambda mark: mark.name, self)
        self._table = RowTableView(f"{name}_table", heading, self._model, widest=0)
        self._told = plain_label("", "muted")
        self._told.setWordWrap(True)
        name_widget(self._told, f"{name}_told", "")
        self._body = QStackedWidget()
        self._legend = Flow(16)
        self._dress(theme, len(data.heads or data.series))
        self._lay_out(theme, data.series)
        self._plot.mark_chosen.connect(self._tell)

    def show_data(self, data: PlotData, summary: str, heading: str | None = None) -> None:
        """Show this; `summary` is what it comes to in a sentence, read until a mark is chosen."""
        if heading is not None:
            self._heading.setText(heading)
            for part in (self, self._plot, self._table):
                part.setAccessibleName(heading)
        self._summary = summary
        self._plot.show_data(data)
        self._model.take(data.marks[::-1] if self._over_time else data.marks)
        self._body.setVisible(bool(data.marks))  # an empty plot looks like one that was drawn wrongly
        self._legend.setVisible(bool(data.marks) and len(data.series) > 1)
        self._fit()
        self._tell(self._plot.chosen())

    def set_as_table(self, as_table: bool) -> None:
        """Put the table in the plot's place, or the plot back."""
        self._body.setCurrentIndex(int(as_table))
        self._fit()

    def _dress(self, theme: Theme, numbers: int) -> None:
        styles = {0: CellStyle(strong=True)} | {it + 1: CellStyle(figures=True) for it in range(numbers)}
        self._table.dress(theme, None, styles, {it + 1: _NUMBER_PX for it in range(numbers)})
        self._table.setFrameShape(QFrame.Shape.NoFrame)
        self._table.verticalHeader().setDefaultSectionSize(_ROW_PX)

    def _fit(self) -> None:
        """As high as what is shown needs; a long table scrolls."""
        rows = min(_TABLE_ROWS, max(1, self._model.rowCount()))
        head_px = self._table.horizontalHeader().sizeHint().height()
        as_table = self._body.currentIndex() == 1
        self._body.setFixedHeight(head_px + rows * _ROW_PX if as_table else self._plot.sizeHint().height())

    def _lay_out(self, theme: Theme, series: tuple[Series, ...]) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(_SIDE_PX - _INSIDE_PX, 14, _SIDE_PX - _INSIDE_PX, 14)
        column.setSpacing(8)
        for it in series:
            self._legend.addWidget(_LegendWord(theme, it))
        self._body.addWidget(self._plot)
        self._body.addWidget(self._table)
        column.addLayout(_indented(self._heading, self._legend))
        column.addWidget(self._body)
        column.addLayout(_indented(self._told))
        column.addStretch(1)

    @Slot(int)
    def _tell(self, number: int) -> None:
        mark = self._plot.mark_at(number)
        words = self._summary if mark is None else mark.spoken
        self._told.setText(words)
        self._told.setAccessibleName(words)
        self._plot.setAccessibleDescription(words)


def _indented(*parts: QWidget) -> QVBoxLayout:
    """Words beside a plot or a table, which has this much room around its own."""
    column = QVBoxLayout()
    column.setContentsMargins(_INSIDE_PX, 0, _INSIDE_PX, 0)
    column.setSpacing(8)
    for part in parts:
        column.addWidget(part)
    return column


class _LegendWord(QWidget):
    """A piece of a series as it is drawn, and its word."""

    def __init__(self, theme: Theme, series: Series) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(_Swatch(theme, series))
        row.addWidget(plain_label(series.word, "small"))


class _Swatch(QWidget):
    def __init__(self, theme: Theme, series: Series) -> None:
        super().__init__()
        self._theme = theme
        self._series = series
        self.setFixedSize(QSize(_SWATCH_PX, _SWATCH_PX))
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        draw_swatch(painter, QRectF(self.rect()), self._series, self._theme.tokens)
        painter.end()
