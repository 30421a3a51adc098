"""The statistics page: how decisions were made, in numbers, plots and tables; and what was measured of the program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QComboBox, QGridLayout, QPushButton, QVBoxLayout, QWidget

from placet.api.statistics import BenchFile, StatisticsRow, Tally
from placet_gui.models.plots import PlotData
from placet_gui.moments import exact_text
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters import statistics_plots as plots
from placet_gui.presenters.bench_plot import bench_plot, verdict
from placet_gui.theme.style import Theme
from placet_gui.views.column_area import ColumnArea
from placet_gui.views.figure import Figure
from placet_gui.views.page import page_head
from placet_gui.views.tile import Tile
from placet_gui.views.tools_card import ToolsCard
from placet_gui.words import noop, number_text, translate

PERIODS: Final[Mapping[str, str]] = {
    "day": noop("statistics", "Last 24 hours"),
    "week": noop("statistics", "Last 7 days"),
    "month": noop("statistics", "Last 30 days"),
    "all": noop("statistics", "All"),
}
_TWO_COLUMNS_PX: Final = 860
_TILE_PX: Final = 200
_TILES_IN_A_ROW: Final = (5, 3, 2, 1)
_GAP_PX: Final = 12
_WHOLE_WIDTH: Final = frozenset(
    {Name.STATISTICS_TIMES, Name.STATISTICS_WAYS, Name.STATISTICS_TOOLS, Name.STATISTICS_BENCH}
)


class StatisticsPage(QWidget):
    """Figures of one period. It knows no engine, and says of what nobody reported that it isn't known.

    Signals:
        period_chosen(str): the owner wants to look at this period.
        seen(bool): the page came to the front, or left it.
    """

    period_chosen = Signal(str)
    seen = Signal(bool)

    def __init__(self, theme: Theme, period: str) -> None:
        super().__init__()
        name_widget(self, Name.STATISTICS_PAGE, self.tr("Statistics"))
        self._state = plain_label("", "muted")
        name_widget(self._state, Name.STATISTICS_STATE, "")
        self._period = QComboBox()
        self._as_tables = QPushButton(self.tr("As tables"))
        self._tiles = {name: Tile(name, caption) for name, caption in self._captions().items()}
        self._figures = {name: self._figure(theme, name) for name in self._headings()}
        self._tools = ToolsCard(theme)
        self._columns = (0, 0)
        self._fill_head(period)
        self._lay_out()
        self.set_counting(True)
        self.setFocusProxy(self._period)

    @Slot(object)
    def show_statistics(self, row: StatisticsRow) -> None:
        """Show what was counted."""
        whole = row.whole
        self._show_tiles(row)
        times, unit = plots.times_plot(row)
        self._show(
            Name.STATISTICS_TIMES, times, self._when(row), translate("statistics", plots.HEADINGS[unit])
        )
        self._show(Name.STATISTICS_CARD, plots.on_card(whole), self._how_long(whole))
        self._show(Name.STATISTICS_LOOKS, plots.unfolded(whole), self._how_much(whole))
        quick = self.tr("Approvals of yours whose card had been in view for less than one second.")
        self._show_known(Name.STATISTICS_QUICK, plots.quick(row.tools), quick)
        never = self.tr("Decisions of yours with folded parts of which none was unfolded.")
        self._show_known(Name.STATISTICS_UNEXPANDED, plots.unexpanded(row.tools), never)
        self._show(Name.STATISTICS_WAYS, plots.ways(whole), self._by_whom(whole))
        self._tools.show_tools(row.tools)

    @Slot(bool)
    def set_counting(self, counting: bool) -> None:
        """Say that it is being counted just now, and that what is shown is older meanwhile."""
        words = self.tr("Counting…") if counting else ""
        self._state.setText(words)
        self._state.setAccessibleName(words)

    @Slot(object)
    def show_bench(self, file: BenchFile | None) -> None:
        """Show what was measured last; None: nothing is kept."""
        data = bench_plot(file)
        if file is None:
            words = self.tr(
                "Nothing measured yet. placet bench measures this machine, and keeps the result for this page."
            )
        else:
            met, measured = verdict(data)
            told = self.tr("{0} of {1} budgets met. Measured {2} with Placet {3}.")
            words = told.format(met, measured, exact_text(file.at_ms)[:16], file.version)
        self._show(Name.STATISTICS_BENCH, data, words)

    def _show(self, name: str, data: PlotData, summary: str, heading: str | None = None) -> None:
        self._figures[name].show_data(data, summary, heading)

    def _show_known(self, name: str, data: PlotData, summary: str) -> None:
        """Show this, or say that nothing of it is known."""
        self._show(name, data, summary if data.marks else self.tr("Nothing is known of this in the period."))

    def _captions(self) -> Mapping[str, str]:
        return {
            "statistics_tile_decisions": self.tr("Decisions"),
            "statistics_tile_busiest": self.tr("Busiest hour"),
            "statistics_tile_middle": self.tr("Time on the card, median"),
            "statistics_tile_quick": self.tr("Approvals under one second"),
            "statistics_tile_unexpanded": self.tr("Never unfolded"),
        }

    def _headings(self) -> Mapping[str, tuple[str, PlotData]]:
        return {
            Name.STATISTICS_TIMES: (self.tr("Decisions per hour"), plots.over_time()),
            Name.STATISTICS_CARD: (self.tr("Time on the card"), plots.on_card()),
            Name.STATISTICS_LOOKS: (self.tr("What was unfolded"), plots.unfolded()),
            Name.STATISTICS_QUICK: (self.tr("Approvals under one second"), plots.quick()),
            Name.STATISTICS_UNEXPANDED: (self.tr("Never unfolded"), plots.unexpanded()),
            Name.STATISTICS_WAYS: (self.tr("Who decided, and where"), plots.ways()),
            Name.STATISTICS_BENCH: (
                self.tr("Speed of this machine: how much of each budget is used"),
                bench_plot(),
            ),
        }

    def _figure(self, theme: Theme, name: str) -> Figure:
        heading, data = self._headings()[name]
        return Figure(theme, name, heading, data, over_time=name == Name.STATISTICS_TIMES)

    def _fill_head(self, period: str) -> None:
        name_widget(self._period, Name.STATISTICS_PERIOD, self.tr("Period"))
        for key, words in PERIODS.items():
            self._period.addItem(translate("statistics", words), key)
        self._period.setCurrentIndex(self._period.findData(period))
        self._period.activated.connect(self._on_period_activated)
        tip = self.tr("Show the same numbers as tables")
        name_widget(self._as_tables, Name.STATISTICS_AS_TABLES, self.tr("As tables"), tip)
        self._as_tables.setToolTip(tip)
        self._as_tables.setCheckable(True)
        self._as_tables.setProperty("role", "chip")
        self._as_tables.toggled.connect(self._on_as_tables_toggled)

    def _lay_out(self) -> None:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(24, 16, 24, 24)
        column.setSpacing(_GAP_PX)
        self._tile_grid, self._grid = QGridLayout(), QGridLayout()
        for grid in (self._tile_grid, self._grid):
            grid.setSpacing(_GAP_PX)
            column.addLayout(grid)
        column.addStretch(1)
        area = ColumnArea()
        area.setAccessibleName(self.tr("All figures"))
        area.hold(inside, column)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(page_head(self.tr("Statistics"), self._state, self._as_tables, self._period))
        whole.addWidget(area, 1)
        self._place()

    def _place(self) -> None:
        """Lay tiles and figures out in as many columns as there is room for."""
        room = self.width() // _TILE_PX
        tiles = next(it for it in _TILES_IN_A_ROW if it <= max(1, room))
        figures = 2 if self.width() >= _TWO_COLUMNS_PX else 1
        if (tiles, figures) == self._columns:
            return
        self._columns = (tiles, figures)
        _put_tiles(self._tile_grid, list(self._tiles.values()), tiles)
        cards: list[QWidget] = [*self._figures.values()]
        cards.insert(len(cards) - 1, self._tools)
        _put(self._grid, cards, figures)

    def _show_tiles(self, row: StatisticsRow) -> None:
        whole, (most, when) = row.whole, plots.busiest(row)
        self._tell("decisions", number_text(whole.decisions), self._whose(whole))
        self._tell("busiest", number_text(most), when)
        told = self.tr("Times known: {0}. Not known: {1}.")
        times = told.format(number_text(whole.timed), number_text(whole.by_hand - whole.timed))
        self._tell("middle", plots.middle(whole), times)
        part, all_ = whole.quick_approvals, whole.timed_approvals
        told = self.tr("{0} of {1} approvals of yours with a time")
        self._tell("quick", plots.share(part, all_), told.format(number_text(part), number_text(all_)))
        part, all_ = whole.unexpanded, whole.foldable
        told = self.tr("{0} of {1} decisions of yours with folded parts")
        self._tell("unexpanded", plots.share(part, all_), told.format(number_text(part), number_text(all_)))

    def _tell(self, tile: str, number: str, more: str) -> None:
        self._tiles[f"statistics_tile_{tile}"].show_number(number, more)

    # What each figure comes to, in a sentence.

    def _whose(self, whole: Tally) -> str:
        by_rule = whole.decisions - whole.by_hand
        return self.tr("{0} by you, {1} by rule or code").format(
            number_text(whole.by_hand), number_text(by_rule)
        )

    def _when(self, row: StatisticsRow) -> str:
        most, when = plots.busiest(row)
        if not most:
            return self.tr("No decisions in this period.")
        return self.tr("Most in one hour: {0}, {1}. The hours are this machine's.").format(
            number_text(most), when
        )

    def _how_long(self, whole: Tally) -> str:
        told = self.tr("How long the card had been in view, undisturbed, when you answered. Median: {0}.")
        return told.format(plots.middle(whole))

    def _how_much(self, whole: Tally) -> str:
        return self.tr("What this window had folded away when you answered. Elsewhere nobody reports it.")

    def _by_whom(self, whole: Tally) -> str:
        return self._whose(whole)

    @Slot(int)
    def _on_period_activated(self, index: int) -> None:
        self.period_chosen.emit(self._period.itemData(index))

    @Slot(bool)
    def _on_as_tables_toggled(self, as_tables: bool) -> None:
        for figure in self._figures.values():
            figure.set_as_table(as_tables)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.seen.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.seen.emit(False)


def _put_tiles(grid: QGridLayout, tiles: Sequence[QWidget], columns: int) -> None:
    """Put tiles into rows of so many; those of the last row share its whole width."""
    last = len(tiles) % columns or columns
    units = columns * last
    for unit in range(max(units, grid.columnCount())):
        grid.setColumnStretch(unit, int(unit < units))
    for tile in tiles:
        grid.removeWidget(tile)
    for number, tile in enumerate(tiles):
        row, place = divmod(number, columns)
        span = units // (last if number >= len(tiles) - last else columns)
        grid.addWidget(tile, row, place * span, 1, span)


def _put(grid: QGridLayout, widgets: Sequence[QWidget], columns: int) -> None:
    """Put widgets into so many columns; what is as wide as the page has a row of its own."""
    for widget in widgets:
        grid.removeWidget(
            widget
        )  # not `takeAt`: an item that it leaves behind goes on being told of other sizes
    for column in range(max(columns, grid.columnCount())):
        grid.setColumnStretch(column, int(column < columns))
    row = column = 0
    for widget in widgets:
        wide = widget.objectName() in _WHOLE_WIDTH
        if wide and column:
            row, column = row + 1, 0
        grid.addWidget(widget, row, column, 1, columns if wide else 1)
        column += columns if wide else 1
        if column >= columns:
            row, column = row + 1, 0
