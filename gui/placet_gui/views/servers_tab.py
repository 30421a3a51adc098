"""An agent's MCP servers: whether they run, which of their tools are pinned, what is new, and what went wrong last."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from placet.api import showable
from placet.api.mcp import ServerRow
from placet_gui.delegates.badges import SERVER_LOOKS, Badge
from placet_gui.moments import exact_text
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters.servers import ServersPresenter
from placet_gui.said import said
from placet_gui.theme.style import Theme
from placet_gui.views.column_area import ColumnArea
from placet_gui.views.emptying import empty
from placet_gui.views.page import EmptyWord
from placet_gui.views.record_view import Callout, facts_form

_MOST_NAMES = 12
_TO_THE_MINUTE = 16


class ServersTab(QStackedWidget):
    """A card for each.

    Signals:
        request_asked(str): the owner wants to see the question about what a server offers anew.
    """

    request_asked = Signal(str)

    def __init__(self, presenter: ServersPresenter, theme: Theme) -> None:
        super().__init__()
        self._presenter = presenter
        self._theme = theme
        name_widget(self, Name.SERVERS_TAB, self.tr("MCP servers"))
        self._look = QPushButton(self.tr("Start and look"))
        tip = self.tr("Starts those that don't run, and asks each which tools it offers")
        self._look.setToolTip(tip)
        name_widget(self._look, Name.SERVERS_LOOK, self._look.text(), tip)
        self._trouble = Callout(theme)
        self._trouble.hide()
        self._cards = QVBoxLayout()
        self._cards.setSpacing(8)
        self._empty = EmptyWord(
            theme,
            "unplug",
            self.tr("No MCP servers"),
            self.tr(
                "Declare them in the agent's TOML text, under [[mcp_servers]] with a name and a command."
            ),
        )
        self._empty.setObjectName(Name.SERVERS_EMPTY)
        self._lay_out()
        self._look.clicked.connect(self._on_look_clicked)
        presenter.servers_read.connect(self._on_servers_read)
        presenter.refused.connect(self._on_refused)
        presenter.looking_changed.connect(self._look.setDisabled)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._presenter.set_shown(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._presenter.set_shown(False)

    def _lay_out(self) -> None:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(12)
        column.addWidget(self._look, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._trouble)
        column.addLayout(self._cards)
        column.addStretch(1)
        area = ColumnArea()
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.hold(inside, column)
        self.addWidget(self._empty)
        self.addWidget(area)

    @Slot(object)
    def _on_servers_read(self, rows: tuple[ServerRow, ...]) -> None:
        self.setCurrentIndex(1 if rows else 0)
        empty(self._cards)
        for number, row in enumerate(rows):
            card = ServerCard(self._theme, row, number)
            card.request_asked.connect(self.request_asked)
            self._cards.addWidget(card)

    @Slot(str)
    def _on_refused(self, why: str) -> None:
        self._trouble.show_text(why)

    @Slot()
    def _on_look_clicked(self) -> None:
        self._trouble.show_text("")
        self._presenter.look()


class ServerCard(QFrame):
    """One server.

    Signals:
        request_asked(str): the owner wants to see the question about what it offers anew.
    """

    request_asked = Signal(str)

    def __init__(self, theme: Theme, row: ServerRow, number: int) -> None:
        super().__init__()
        self._row = row
        self.setObjectName(f"server_{number}")
        self.setProperty("area", "card")
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(plain_label(row.name, "heading"), 1)
        head.addWidget(Badge(theme, SERVER_LOOKS[row.state], f"server_state_{number}"))
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(facts_form(self._facts(row)))
        if row.changed:
            column.addWidget(self._news(theme, number))
        if row.error:
            trouble = Callout(theme)
            column.addWidget(trouble)
            trouble.show_text(showable(said(row.error), limit=2000, single_line=False).text)

    def _facts(self, row: ServerRow) -> tuple[tuple[str, str], ...]:
        facts = [(self.tr("Command"), showable(" ".join(row.command), limit=500, single_line=True).text)]
        if row.env:
            facts.append((self.tr("Gets"), ", ".join(row.env)))
        if row.pinned_at is None:
            facts.append((self.tr("Pinned"), self.tr("Nothing yet: its first list is pinned as it comes.")))
        else:
            since = self.tr("{0}, since {1}").format(
                self._names(row.pinned), exact_text(row.pinned_at)[:_TO_THE_MINUTE]
            )
            facts.append((self.tr("Pinned"), since))
        return tuple(facts)

    def _news(self, theme: Theme, number: int) -> Callout:
        words = self.tr("New or described differently, and not callable before your yes: {0}")
        show = QPushButton(self.tr("Show the question"))
        name_widget(
            show, f"server_question_{number}", self.tr("Show the question about {0}").format(self._row.name)
        )
        show.clicked.connect(self._on_show_clicked)
        news = Callout(theme, icon="triangle-alert", tone="held")
        news.setParent(self)  # else it would be a window of its own as soon as it is to be seen
        news.add_button(show)
        show.setVisible(self._row.question is not None)
        news.show_text(words.format(self._names(self._row.changed)))
        return news

    def _names(self, names: tuple[str, ...]) -> str:
        if not names:
            return self.tr("no tools")
        shown = ", ".join(names[:_MOST_NAMES])
        left = len(names) - _MOST_NAMES
        return shown if left <= 0 else self.tr("{0} and {1} more").format(shown, left)

    @Slot()
    def _on_show_clicked(self) -> None:
        if self._row.question is not None:
            self.request_asked.emit(self._row.question)
