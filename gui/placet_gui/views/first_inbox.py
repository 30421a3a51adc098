"""What the window shows until the engine is there: the requests that wait, to be read and not yet to be opened."""

from __future__ import annotations

import time

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from placet.first_page import FirstPage, FirstRow
from placet_gui.delegates.badges import RISK_LOOKS
from placet_gui.delegates.cards import CardDelegate
from placet_gui.models.first_rows import FirstRows
from placet_gui.names import name_widget
from placet_gui.theme.style import Theme
from placet_gui.views.inbox_frame import InboxFrame
from placet_gui.views.page import EmptyWord


class FirstInbox(InboxFrame):
    """The inbox as the ledger's file has it, in the places where the inbox itself will have it."""

    def __init__(self, theme: Theme, page: FirstPage) -> None:
        super().__init__()
        name_widget(self, "first_page", self.tr("Inbox, being opened"))
        rows = tuple(row for row in page.rows if row.risk in RISK_LOOKS)
        self.show_count(page.waiting)
        self.left.addWidget(self._made_list(theme, rows) if rows else QWidget())
        self.right.addWidget(
            EmptyWord(
                theme,
                "loader",
                self.tr("Opening…"),
                self.tr("The ledger is being checked. Requests can be opened in a moment."),
            )
        )

    def _made_list(self, theme: Theme, rows: tuple[FirstRow, ...]) -> QListView:
        shown = QListView()
        name_widget(shown, "first_list", self.tr("Requests that wait for you"))
        shown.setModel(FirstRows(rows, shown))
        shown.setItemDelegate(CardDelegate(theme, lambda: time.time_ns() // 1_000_000, shown))
        shown.setUniformItemSizes(True)
        shown.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        shown.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        shown.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        shown.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return shown
