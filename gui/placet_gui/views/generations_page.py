"""The generations page: every long model response, newest first, and the one that is open with its text as it grows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame

from placet.api.generations import GenerationLine
from placet_gui.delegates.badges import GENERATION_LOOKS
from placet_gui.delegates.table_cells import CellStyle
from placet_gui.models.generation_table import ColumnId
from placet_gui.names import Name, name_widget
from placet_gui.presenters.generations import GenerationFilter, GenerationsPresenter
from placet_gui.theme.style import Theme
from placet_gui.views.chips_head import ChipsHead, HeadWords
from placet_gui.views.generation_detail import GenerationDetail
from placet_gui.views.generation_dialog import GenerationDialog
from placet_gui.views.list_page import ListPage, Split
from placet_gui.views.page import EmptyWord
from placet_gui.views.row_table_view import RowTableView

_SPLIT: Final = Split(beside_px=(520, 560), below_px=(140, 360), alone_px=480)
_WIDTHS_PX: Final[Mapping[int, int]] = {
    ColumnId.STATUS: 148,
    ColumnId.MODEL: 176,
    ColumnId.ASKER: 112,
    ColumnId.ATTEMPT: 80,
    ColumnId.TOKENS: 80,
    ColumnId.TOOK: 88,
    ColumnId.CREATED: 96,
}
_FIRST_TO_GO: Final = (ColumnId.ATTEMPT, ColumnId.TOOK, ColumnId.TOKENS, ColumnId.ASKER, ColumnId.CREATED)
_NARROWEST_WHAT_PX: Final = 144
_STYLES: Final[Mapping[int, CellStyle]] = {
    ColumnId.MODEL: CellStyle(mono=True, strong=True),
    ColumnId.ASKER: CellStyle(strong=True),
    ColumnId.ATTEMPT: CellStyle(figures=True),
    ColumnId.TOKENS: CellStyle(figures=True),
    ColumnId.TOOK: CellStyle(figures=True),
    ColumnId.CREATED: CellStyle(figures=True),
}


class GenerationsPage(ListPage):
    """The list, and at its side or below it the one that the owner opened.

    Signals:
        conversation_asked(str, str): the owner wants to see this agent's conversation.
    """

    conversation_asked = Signal(str, str)

    def __init__(self, presenter: GenerationsPresenter, theme: Theme, search: QAction) -> None:
        super().__init__()
        self._presenter, self._theme = presenter, theme
        name_widget(self, Name.GENERATIONS_PAGE, self.tr("Generations"))
        self._head = ChipsHead(theme, self._words(), GENERATION_LOOKS)
        self._table = RowTableView(
            Name.GENERATIONS_TABLE,
            self.tr("Generations, newest first"),
            presenter.model,
            widest=ColumnId.WHAT,
        )
        self._table.setFrameShape(QFrame.Shape.NoFrame)
        self._table.dress(
            theme,
            lambda row: GENERATION_LOOKS[row.status],
            _STYLES,
            _WIDTHS_PX,
            fitting={ColumnId.STATUS: GENERATION_LOOKS.values()},
        )
        self._table.spare(_FIRST_TO_GO, _NARROWEST_WHAT_PX)
        self._detail = GenerationDetail(theme)
        self._empty = EmptyWord(theme, "cpu", "", "")
        name_widget(self._empty, Name.GENERATIONS_EMPTY, "")
        self._lay_out_parts(self._head, self._table, self._empty, self._detail, _SPLIT)
        self._connect(search)
        self._follow_rows(presenter.model)
        presenter.rows.look_at(GenerationFilter())

    def open_generation(self, task_id: str) -> None:
        """Show a generation, and select its row when it is in sight of the filters."""
        index = self._presenter.model.index_of(task_id)
        if index.isValid():
            self._table.setCurrentIndex(index)
        else:
            self._table.clearSelection()
        if self._detail.task_id() != task_id or not self._detail.isVisible():
            self._presenter.open(task_id)
        self._show_detail()

    def _connect(self, search: QAction) -> None:
        presenter, detail = self._presenter, self._detail
        self._head.wish_changed.connect(self._on_head_wish_changed)
        self._head.newest_asked.connect(self._on_newest_asked)
        self._table.steady.unseen_changed.connect(self._head.show_new)
        self._head.new_asked.connect(self._on_new_asked)
        self._table.row_opened.connect(self._on_table_row_opened)
        self._table.row_followed.connect(self._on_table_row_followed)
        detail.closed.connect(self.close_detail)
        detail.cancel_asked.connect(presenter.cancel)
        detail.conversation_asked.connect(presenter.find_conversation)
        detail.text_asked.connect(presenter.read_argument)
        presenter.text_begun.connect(detail.begin)
        presenter.text_grown.connect(detail.grow)
        presenter.secrets_found.connect(detail.show_secrets)
        presenter.row_read.connect(detail.show_row)
        presenter.request_read.connect(detail.show_request)
        presenter.argument_read.connect(detail.show_argument)
        presenter.rows.counts_changed.connect(self._head.show_counts)
        presenter.conversation_found.connect(self.conversation_asked)
        presenter.rows.looked.connect(self._show_row)
        self._search_by(search, self._head)

    def _words(self) -> HeadWords:
        return HeadWords(
            title=self.tr("Generations"),
            search=self.tr("Search requests"),
            search_name=self.tr("Search in what was asked"),
            search_id=Name.GENERATIONS_SEARCH,
            new=self.tr("New generation"),
            new_id=Name.GENERATION_NEW,
            chip="generation_filter",
            chip_tip=self.tr("Show generations in this state"),
            chip_count=self.tr("{0}, {1}"),
            count=lambda count: self.tr("%Ln generations", "", count),
            newest_id=Name.GENERATIONS_NEWEST,
            newest_tip=self.tr("Show the generations that came in above these"),
        )

    @Slot(object, object)
    def _on_head_wish_changed(self, statuses: tuple[str, ...], q: str | None) -> None:
        self._presenter.rows.look_at(GenerationFilter(statuses=statuses, q=q))

    @Slot()
    def _on_new_asked(self) -> None:
        dialog = GenerationDialog(self, self._theme)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.request_made.connect(
            lambda request, on_restart: self._presenter.create(
                request, on_restart, dialog.on_created, dialog.on_refused
            )
        )
        dialog.created.connect(self.open_generation)
        self._presenter.look_up_models(dialog.show_models, dialog.on_refused)
        dialog.open()

    @Slot(object)
    def _on_table_row_opened(self, row: GenerationLine) -> None:
        self.open_generation(row.id)

    @Slot(object)
    def _on_table_row_followed(self, row: GenerationLine) -> None:
        if self._detail.isVisible():
            self.open_generation(row.id)

    def _empty_words(self) -> tuple[str, str]:
        if self._presenter.rows.where == GenerationFilter():
            return (
                self.tr("No generations yet"),
                self.tr(
                    "What models write for your agents, for programs and for you appears here as it grows."
                ),
            )
        return self.tr("No generations match"), self.tr("Take a filter away to see more.")

    def _on_closed(self) -> None:
        self._presenter.open(None)  # what runs goes on

    def _on_seen(self, shown: bool) -> None:
        self._presenter.rows.set_shown(shown)

    @Slot()
    def _show_row(self) -> None:
        shown = self._detail.task_id() if self._detail.isVisible() else None
        index = QModelIndex() if shown is None else self._presenter.model.index_of(shown)
        if index.isValid():
            self._table.setCurrentIndex(index)
            self._table.scrollTo(index)
