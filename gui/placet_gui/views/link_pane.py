"""One link of a chain, all of it; and for an effect in doubt the two things that may be done: look again, and say."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout

from placet.api import PlacetError
from placet.api.workflows import OperationRow
from placet_gui.delegates.badges import OPERATION_LOOKS, Badge
from placet_gui.models.chain_tree import Level, Link
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters.workflow_facts import has_looked, is_in_doubt, link_facts
from placet_gui.texts import error_sentence
from placet_gui.theme.fonts import sans
from placet_gui.theme.icons import icon
from placet_gui.theme.style import Theme
from placet_gui.views.argument_text import ExactLabel
from placet_gui.views.chain_view import link_look
from placet_gui.views.record_view import Callout, RecordView


class LinkPane(QFrame):
    """Shows a link. Nothing in it sends an effect again: looking is read-only, and saying settles nothing (W3).

    Signals:
        closed: the owner goes back to the chain.
        task_asked(str), generation_asked(str): the owner wants to see this call, this generation.
        check_asked(OperationRow): the owner wants an effect looked up again.
        look_noted(OperationRow, bool, str): the owner says what he saw of an effect, and why.
    """

    closed = Signal()
    task_asked = Signal(str)
    generation_asked = Signal(str)
    check_asked = Signal(object)
    look_noted = Signal(object, bool, str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._link: Link | None = None
        self._looks_again = False
        self._back = QPushButton(self.tr("Whole chain"))
        self._title = ExactLabel(theme, sans(theme.tokens.size("text_px"), QFont.Weight.DemiBold))
        self._badge = Badge(theme, OPERATION_LOOKS["confirmed"], "link_state")
        self._open = QPushButton()
        self._check = QPushButton()
        self._doubt = _Doubt(theme)
        self._looked = QPushButton(self.tr("I looked again…"))
        self._facts = RecordView(Name.LINK_TEXT, self._doubt)
        self._trouble = Callout(theme, Name.LINK_TROUBLE)
        self._name_all()
        self._lay_out()
        self._connect()
        theme.changed.connect(self._tint)
        self._tint()

    def link(self) -> Link | None:
        """The link that is shown."""
        return self._link

    def show_link(self, link: Link) -> None:
        """Show this link as it stands now; what the owner began to write stays while it is the same one."""
        if self._link is None or (link.level, link.id) != (self._link.level, self._link.id):
            self._doubt.clear()
            self._trouble.show_text("")
            self._looks_again = False
        self._link = link
        self._title.setText(link.name)
        self._title.setAccessibleName(link.name)
        look = link_look(link)
        self._badge.setVisible(look is not None)
        if look is not None:
            self._badge.show_look(look)
        self._facts.show_facts(tuple(link_facts(link)))
        self._show_actions(link)

    def settled(self) -> None:
        """A look, or what the owner said, is on record."""
        self._looks_again = False
        self._set_busy(False)
        self._trouble.show_text("")
        self._doubt.clear()

    @Slot(object)
    def on_refused(self, error: PlacetError) -> None:
        """The engine said no: what was written stays."""
        self._set_busy(False)
        self._trouble.show_text(error_sentence(error.code, error.message))

    def _show_actions(self, link: Link) -> None:
        effect = link.row if link.level is Level.DO else None
        self._check.setVisible(effect is not None and effect.can_check)
        self._show_doubt(effect)
        self._open.setVisible(_task_of(link) is not None or link.level is Level.THINK)
        words = self.tr("Open generation") if link.level is Level.THINK else self.tr("Open its call")
        self._open.setText(words)
        name_widget(self._open, Name.LINK_OPEN, words)
        self._set_busy(False)

    def _show_doubt(self, effect: OperationRow | None) -> None:
        """Ask what the owner saw; once he said it, only when he wants to say more."""
        in_doubt = effect if effect is not None and is_in_doubt(effect) else None
        noted = in_doubt is not None and has_looked(in_doubt)
        self._doubt.setVisible(in_doubt is not None and (self._looks_again or not noted))
        self._looked.setVisible(noted and not self._looks_again)

    def _set_busy(self, busy: bool) -> None:
        self._check.setText(" " + (self.tr("Looking…") if busy else self.tr("Check again")))

    def _name_all(self) -> None:
        tip = self.tr("Looks the effect up where it would be. It only looks, and sends nothing.")
        name_widget(self._open, Name.LINK_OPEN, self.tr("Open its call"))
        name_widget(self._back, Name.LINK_BACK, self.tr("Back to the chain"))
        name_widget(self._check, Name.LINK_CHECK, self.tr("Check again"), tip)
        self._check.setToolTip(tip)
        name_widget(self._looked, Name.LINK_LOOKED, self.tr("I looked again"))

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self._back, self._check, self._open, self._looked):
            buttons.addWidget(button)
        buttons.addStretch(1)
        title = QHBoxLayout()
        title.setSpacing(8)
        title.addWidget(self._title, 1)
        title.addWidget(self._badge)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(8)
        column.addLayout(buttons)
        column.addLayout(title)
        column.addWidget(self._trouble)
        column.addWidget(self._facts, 1)
        self._trouble.hide()

    def _connect(self) -> None:
        self._back.clicked.connect(self.closed)
        self._open.clicked.connect(self._on_open_clicked)
        self._check.clicked.connect(self._on_check_clicked)
        self._doubt.look_noted.connect(self._on_doubt_look_noted)
        self._looked.clicked.connect(self._on_looked_clicked)

    @Slot()
    def _on_open_clicked(self) -> None:
        if self._link is None:
            return
        if self._link.level is Level.THINK:
            self.generation_asked.emit(self._link.id)
        elif (task_id := _task_of(self._link)) is not None:
            self.task_asked.emit(task_id)

    @Slot()
    def _on_check_clicked(self) -> None:
        if self._link is not None:
            self._set_busy(True)
            self.check_asked.emit(self._link.row)

    @Slot()
    def _on_looked_clicked(self) -> None:
        self._looks_again = True
        if self._link is not None:
            self._show_actions(self._link)
        self._doubt.begin()

    @Slot(bool, str)
    def _on_doubt_look_noted(self, happened: bool, reason: str) -> None:
        if self._link is not None:
            self.look_noted.emit(self._link.row, happened, reason)

    @Slot()
    def _tint(self) -> None:
        self._check.setIcon(icon("search", "text_muted", self._theme.tokens, 14))
        self._check.setIconSize(QSize(14, 14))


class _Doubt(QFrame):
    """Where the owner says what he saw of an effect that nothing proves.

    Signals:
        look_noted(bool, str): whether it happened, and how he knows.
    """

    look_noted = Signal(bool, str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("tone", "held")
        self._words = ExactLabel(theme, sans(theme.tokens.size("small_px")), "text")
        self._reason = QLineEdit()
        self._happened = QPushButton(self.tr("It happened"))
        self._did_not = QPushButton(self.tr("It did not"))
        self._fill()
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self._reason, 1)
        buttons.addWidget(self._happened)
        buttons.addWidget(self._did_not)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 12)
        column.setSpacing(8)
        column.addWidget(plain_label(self.tr("I looked"), "heading"))
        column.addWidget(self._words)
        column.addLayout(buttons)
        self._happened.clicked.connect(self._on_happened_clicked)
        self._did_not.clicked.connect(self._on_did_not_clicked)
        self._reason.textChanged.connect(self._refresh)
        self._refresh()

    def clear(self) -> None:
        """Forget what was written."""
        self._reason.clear()

    def begin(self) -> None:
        """Put the keyboard where the owner says what he saw."""
        self._reason.setFocus()

    def _fill(self) -> None:
        self._words.setText(
            self.tr(
                "What you saw yourself is kept and shown. It proves nothing, and lets nothing be sent again."
            )
        )
        self._words.setAccessibleName(self._words.text())
        self._reason.setPlaceholderText(self.tr("Where you looked, and what you saw"))
        name_widget(self._reason, Name.LINK_REASON, self.tr("Where you looked, and what you saw"))
        name_widget(self._happened, Name.LINK_HAPPENED, self.tr("I looked: it happened"))
        name_widget(self._did_not, Name.LINK_DID_NOT, self.tr("I looked: it did not happen"))

    @Slot()
    def _refresh(self) -> None:
        for button in (self._happened, self._did_not):
            button.setEnabled(bool(self._reason.text().strip()))

    @Slot()
    def _on_happened_clicked(self) -> None:
        self.look_noted.emit(True, self._reason.text().strip())

    @Slot()
    def _on_did_not_clicked(self) -> None:
        self.look_noted.emit(False, self._reason.text().strip())


def _task_of(link: Link) -> str | None:
    """The tool call behind a link."""
    if link.level is Level.ASK:
        return link.id
    operation: OperationRow | None = link.row if link.level is Level.DO else None
    return None if operation is None else operation.task_id
