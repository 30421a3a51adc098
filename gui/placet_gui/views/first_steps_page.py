"""The first steps: three ways to begin, for somebody who has no agent yet and for whoever looks for them again.

The model inside, a model server of this machine, or a program that is used already. Whatever a way comes to is said in
its own card, with what to do next.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from placet.api import showable
from placet.api.first_steps import PORTS, FoundServer, Started
from placet.api.links import LinkRow
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters.first_steps import DEMO, SERVERS, FirstStepsPresenter
from placet_gui.said import said
from placet_gui.texts import SERVER_KINDS, word
from placet_gui.theme.style import Theme
from placet_gui.views.busy_button import BusyButton
from placet_gui.views.column_page import ColumnPage
from placet_gui.views.first_stop import FirstStop
from placet_gui.views.page import IconLabel
from placet_gui.views.program_links import ProgramLinks
from placet_gui.views.record_view import Callout

_ICON_PX: Final = 24
_EXAMPLE: Final = '[[backends]]\nid = "mine"\nbase_url = "http://127.0.0.1:8080/v1"'


class FirstStepsPage(ColumnPage):
    """Three cards. It can be left at any time and is found again among the commands.

    Signals:
        left: the owner goes on without it.
    """

    left = Signal()

    def __init__(self, presenter: FirstStepsPresenter, theme: Theme) -> None:
        super().__init__()
        later = QPushButton(self.tr("Not now"))
        name_widget(later, Name.FIRST_LATER, self.tr("Leave the first steps"))
        self.furnish(Name.FIRST_PAGE, self.tr("First steps"), later)
        self._presenter = presenter
        self._demo = DemoCard(theme)
        self._servers = ServersCard(theme)
        self._links = LinksCard(theme)
        words = plain_label(
            self.tr(
                "Placet holds what agents want to do until you decide. So there must be one. Begin with any of these; "
                "this page is found again with Ctrl+K."
            ),
            "muted",
        )
        words.setWordWrap(True)
        self.column.put(words, self._demo, self._servers, self._links)
        later.clicked.connect(self.left)
        self._connect()
        FirstStop(self, self._demo.button)

    def _connect(self) -> None:
        presenter = self._presenter
        self._demo.asked.connect(presenter.declare_demo)
        self._servers.look_asked.connect(presenter.look_for_servers)
        self._servers.use_asked.connect(presenter.use_server)
        self._links.links.link_asked.connect(presenter.link)
        presenter.looked.connect(self._on_presenter_looked)
        presenter.servers_found.connect(self._on_presenter_servers_found)
        presenter.refused.connect(self._on_presenter_refused)
        presenter.agent_made.connect(self._on_presenter_agent_made)
        presenter.linked.connect(self._links.links.show_linked)

    @Slot(object, object)
    def _on_presenter_looked(self, started: Started, links: tuple[LinkRow, ...]) -> None:
        self._demo.show_state(None if started.why_no_model is None else said(started.why_no_model))
        self._links.links.show_offers(started.links, links)

    @Slot(object)
    def _on_presenter_servers_found(self, found: tuple[FoundServer, ...]) -> None:
        self._servers.show_found(found)
        self.column.reveal(self._servers)  # in a low window the answer comes in below the edge

    @Slot(str, str)
    def _on_presenter_refused(self, choice: str, why: str) -> None:
        cards: dict[str, _Card] = {DEMO: self._demo, SERVERS: self._servers}
        if choice in cards:
            cards[choice].complain(why)
        else:
            self._links.links.complain(choice, why)

    @Slot()
    def _on_presenter_agent_made(self) -> None:
        self._demo.rest()
        self._servers.rest()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._presenter.set_shown(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._presenter.set_shown(False)


class _Card(QFrame):
    """One way to begin: an icon, a heading, a sentence, and what is added below."""

    def __init__(self, theme: Theme, icon: str) -> None:
        super().__init__()
        self.setProperty("area", "card")
        self._heading, self._words = plain_label("", "heading"), plain_label("", "muted")
        self._words.setWordWrap(True)
        self._trouble = Callout(theme)
        self._trouble.hide()
        self._below = QVBoxLayout()
        self._below.setContentsMargins(0, 0, 0, 0)
        self._below.setSpacing(12)
        self._below.addWidget(self._heading)
        self._below.addWidget(self._words)
        row = QHBoxLayout(self)
        row.setContentsMargins(20, 16, 20, 16)
        row.setSpacing(16)
        row.addWidget(IconLabel(theme, icon, "accent", _ICON_PX), 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(self._below, 1)

    def say(self, heading: str, sentence: str) -> None:
        """Say what it is to begin so."""
        self._heading.setText(heading)
        self._words.setText(sentence)

    def complain(self, why: str) -> None:
        """Say why it wasn't carried out."""
        self.rest()
        self._trouble.show_text(why)

    def rest(self) -> None:
        """What was asked for has ended."""


class DemoCard(_Card):
    """The model inside.

    Signals:
        asked: the owner begins with it.
    """

    asked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "cpu")
        self.say(
            self.tr("Try it with the model inside"),
            self.tr(
                "A very small model comes with Placet, to see how asking and deciding goes. It gets one agent, which asks "
                "to write hello.txt in a folder of its own, whatever you tell it. Nothing leaves this machine."
            ),
        )
        self.button = BusyButton(self.tr("Make the agent"))
        self.button.setProperty("role", "primary")
        name_widget(
            self.button, Name.FIRST_DEMO, self.tr("Make an agent with the model inside, and talk to it")
        )
        self._why_not = Callout(theme, icon="triangle-alert", tone="held")
        self._why_not.hide()
        self._below.addWidget(self._why_not)
        self._below.addWidget(self._trouble)
        self._below.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        self.button.clicked.connect(self._on_try_clicked)

    def show_state(self, why_not: str | None) -> None:
        """Say whether it can be begun with; why not, if so, and what to do instead."""
        self.button.setEnabled(why_not is None)
        instead = self.tr("{0} Until then, begin with one of the others.")
        self._why_not.show_text("" if why_not is None else instead.format(why_not))

    def rest(self) -> None:
        self.button.end()

    @Slot()
    def _on_try_clicked(self) -> None:
        self.button.begin()
        self._trouble.show_text("")
        self.asked.emit()


class ServersCard(_Card):
    """A model server of this machine, looked for when the owner says so.

    Signals:
        look_asked: the owner wants the usual ports asked.
        use_asked(FoundServer, str): the owner begins with this server and this model of it.
    """

    look_asked = Signal()
    use_asked = Signal(object, str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "search")
        self.say(
            self.tr("Use a model server of this machine"),
            self.tr(
                "Ollama, LM Studio, llama.cpp or vLLM. Nothing is asked before you press the button; then the ports {0} of "
                "this machine are, once."
            ).format(", ".join(map(str, PORTS))),
        )
        self._look = BusyButton(self.tr("Look for servers"))
        name_widget(self._look, Name.FIRST_LOOK, self.tr("Look for model servers on this machine"))
        self._said = plain_label("")
        self._said.setWordWrap(True)
        name_widget(self._said, Name.FIRST_FOUND, "")
        self._said.hide()
        self._example = plain_label(_EXAMPLE, "mono")
        self._example.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._example.hide()
        self._rows = QVBoxLayout()
        self._rows.setSpacing(8)
        self._below.addWidget(self._look, 0, Qt.AlignmentFlag.AlignLeft)
        self._below.addWidget(self._trouble)
        self._below.addWidget(self._said)
        self._below.addLayout(self._rows)
        self._below.addWidget(self._example)
        self._look.clicked.connect(self._on_look_clicked)

    @Slot(object)
    def show_found(self, found: tuple[FoundServer, ...]) -> None:
        """Show what answered; when nothing did, what to do."""
        self.rest()
        self._clear()
        words = self.tr("%Ln servers answered.", "", len(found))
        none = self.tr(
            "None answered at the ports {0}. Start one and look again. One that listens elsewhere goes into settings.toml "
            "of the data folder, like this; start Placet anew afterwards:"
        ).format(", ".join(map(str, PORTS)))
        self._said.setText(words if found else none)
        self._said.setAccessibleName(self._said.text())
        self._said.show()
        self._example.setVisible(not found)
        for number, server in enumerate(found):
            line = _ServerLine(server, number)
            line.use_asked.connect(self.use_asked)
            self._rows.addWidget(line)

    def rest(self) -> None:
        self._look.end()
        self._look.setText(self.tr("Look for servers"))
        for line in self._lines():
            line.setEnabled(True)

    def _lines(self) -> list[QWidget]:
        items = (self._rows.itemAt(number) for number in range(self._rows.count()))
        return [widget for it in items if it is not None and (widget := it.widget()) is not None]

    def _clear(self) -> None:
        for line in self._lines():
            self._rows.removeWidget(line)
            line.hide()
            line.deleteLater()

    @Slot()
    def _on_look_clicked(self) -> None:
        self._look.begin()
        self._look.setText(self.tr("Looking…"))
        self._trouble.show_text("")
        self.look_asked.emit()


class _ServerLine(QFrame):
    """One server that answered, and which of its models to begin with.

    Signals:
        use_asked(FoundServer, str): the owner begins with this model of it.
    """

    use_asked = Signal(object, str)

    def __init__(self, server: FoundServer, number: int) -> None:
        super().__init__()
        self._server = server
        kind = word(SERVER_KINDS, server.kind)
        self._models = QComboBox()
        for model in server.models:
            self._models.addItem(showable(model, limit=60, single_line=True).text, model)
        use = QPushButton(self.tr("Use it"))
        use.setProperty("role", "primary")
        name_widget(self._models, f"first_model_{number}", self.tr("Which model of {0}").format(kind))
        name_widget(use, f"first_use_{number}", self.tr("Make an agent of {0}, and talk to it").format(kind))
        self._models.setVisible(bool(server.models))
        use.setVisible(bool(server.models))
        none = "" if server.models else self.tr("It has no model yet; fetch one with it, then look again.")
        about = plain_label(f"{kind}  ·  {server.base_url.removesuffix('/v1')}")
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(about, 1)
        row.addWidget(self._models)
        row.addWidget(use)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(row)
        if none:
            lacking = plain_label(none, "small")
            lacking.setWordWrap(True)
            column.addWidget(lacking)
        use.clicked.connect(self._on_use_clicked)

    @Slot()
    def _on_use_clicked(self) -> None:
        self.setEnabled(False)
        self.use_asked.emit(self._server, self._models.currentData())


class LinksCard(_Card):
    """Programs that are used already and can ask here."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "link")
        self.say(
            self.tr("Connect an agent that you use already"),
            self.tr("It goes on as it is, and each call of its tools waits here for your word."),
        )
        self.links = ProgramLinks(theme)
        self._below.addWidget(self.links)
