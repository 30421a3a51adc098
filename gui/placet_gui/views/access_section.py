"""Who may come in over HTTP: the tokens in force, a way to make one, and a way to take each back."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from placet.api import Scope, showable
from placet.api.views import NewToken, TokenRow
from placet_gui.moments import exact_text
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters.tokens import TokensPresenter
from placet_gui.texts import SCOPES, SCOPES_MEAN, word
from placet_gui.theme.fonts import mono
from placet_gui.theme.style import Theme
from placet_gui.views.emptying import empty
from placet_gui.views.record_view import Callout

_TO_THE_MINUTE: Final = 16
_DAY_S: Final = 86_400
_LIVES_S: Final = (None, _DAY_S, 30 * _DAY_S, 365 * _DAY_S)


class AccessSection(QWidget):
    """A heading and a card, like each group of the settings. A secret is shown once, when it is made.

    Signals:
        answered(QWidget): what came of something is shown now, and should be in view.
    """

    answered = Signal(object)

    def __init__(self, presenter: TokensPresenter, theme: Theme) -> None:
        super().__init__()
        self._presenter = presenter
        self._tokens = QVBoxLayout()
        self._tokens.setSpacing(0)
        self._maker = _Maker()
        self._secret = _Secret(theme)
        self._error = Callout(theme)
        self._error.hide()
        self._lay_out()
        self._maker.asked.connect(self._on_maker_asked)
        presenter.tokens_read.connect(self._on_tokens_read)
        presenter.made.connect(self._on_made)
        presenter.refused.connect(self._on_refused)

    def _lay_out(self) -> None:
        name_widget(self, Name.ACCESS_SECTION, self.tr("Access"))
        card = QFrame()
        card.setProperty("area", "card")
        inside = QVBoxLayout(card)
        inside.setContentsMargins(16, 4, 16, 12)
        inside.setSpacing(0)
        inside.addLayout(self._tokens)
        inside.addWidget(self._maker)
        inside.addWidget(self._error)
        inside.addWidget(self._secret)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(plain_label(self.tr("Access over HTTP"), "heading"))
        column.addWidget(card)

    @Slot(object, object)
    def _on_tokens_read(self, tokens: tuple[TokenRow, ...], agents: tuple[str, ...]) -> None:
        empty(self._tokens)
        for number, token in enumerate(tokens):
            line = _TokenLine(token)
            line.setProperty("divided", number > 0)
            line.revoke_asked.connect(self._presenter.revoke)
            self._tokens.addWidget(line)
        if not tokens:
            self._tokens.addWidget(_none_yet(self.tr("No tokens: nothing but this window can reach Placet.")))
        self._maker.set_agents(agents)

    @Slot(str, object, object)
    def _on_maker_asked(self, scope: str, agent: str | None, ttl_s: int | None) -> None:
        self._error.hide()
        self._presenter.create(scope, agent, ttl_s)

    @Slot(object)
    def _on_made(self, token: NewToken) -> None:
        self._secret.show_secret(token.secret)
        self.answered.emit(self._secret)

    @Slot(str)
    def _on_refused(self, why: str) -> None:
        self._error.show_text(why)
        self.answered.emit(self._error)


def _none_yet(sentence: str) -> QWidget:
    label = plain_label(sentence, "muted")
    label.setContentsMargins(0, 12, 0, 12)
    return label


class _TokenLine(QFrame):
    """One token: for whom it speaks, when it was made, until when it lives.

    Signals:
        revoke_asked(str): the owner takes the token with this id back.
    """

    revoke_asked = Signal(str)

    def __init__(self, token: TokenRow) -> None:
        super().__init__()
        self._id = token.id
        who = word(SCOPES, token.scope)
        if token.agent is not None:
            who = self.tr("{0} {1}").format(who, token.agent)
        life = plain_label(self._life(token), "error" if token.expired else "small")
        means = plain_label(word(SCOPES_MEAN, token.scope), "small")
        revoke = QPushButton(self.tr("Revoke"))
        name_widget(revoke, f"revoke_{token.id}", self.tr("Revoke the token: {0}").format(who))
        revoke.clicked.connect(self._on_revoke_clicked)
        words = QVBoxLayout()
        words.setSpacing(2)
        for line in (plain_label(who), means, life):
            line.setWordWrap(True)
            words.addWidget(line)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 12, 0, 12)
        row.setSpacing(8)
        row.addLayout(words, 1)
        row.addWidget(revoke)

    def _life(self, token: TokenRow) -> str:
        """What it is called, since when and until when it is good, and when it was used last."""
        label = showable(token.label, limit=80, single_line=True).text
        made = self.tr("made {0}").format(_day(token.created_at))
        if token.expires_at is None:
            until = self.tr("never expires")
        else:
            words = self.tr("expired {0}") if token.expired else self.tr("expires {0}")
            until = words.format(_day(token.expires_at))
        last = token.last_used_at
        used = self.tr("never used") if last is None else self.tr("last used {0}").format(_day(last))
        return "  ·  ".join(it for it in (label, made, until, used) if it)

    @Slot()
    def _on_revoke_clicked(self) -> None:
        self.revoke_asked.emit(self._id)


def _day(at_ms: int) -> str:
    return exact_text(at_ms)[:_TO_THE_MINUTE]


class _Maker(QFrame):
    """What kind of token to make.

    Signals:
        asked(str, str | None, int | None): make one of this scope, for this agent, that lives so many seconds.
    """

    asked = Signal(str, object, object)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("divided", True)
        self._scope, self._agent, self._life = QComboBox(), QComboBox(), QComboBox()
        for scope in (Scope.AGENT, Scope.CLIENT, Scope.OWNER):
            self._scope.addItem(word(SCOPES, scope), scope.value)
        for life_s in _LIVES_S:
            self._life.addItem(self._life_words(life_s), life_s)
        self._make = QPushButton(self.tr("Make a token"))
        name_widget(self._scope, Name.ACCESS_SCOPE, self.tr("For whom the token speaks"))
        name_widget(self._agent, Name.ACCESS_AGENT, self.tr("Which agent's token"))
        name_widget(self._life, Name.ACCESS_LIFE, self.tr("How long the token lives"))
        name_widget(self._make, Name.ACCESS_MAKE, self.tr("Make a token"))
        self._means = plain_label("", "small")
        self._means.setWordWrap(True)
        row = QHBoxLayout()
        row.setSpacing(8)
        for choice in (self._scope, self._agent, self._life):
            row.addWidget(choice, 1)
        row.addWidget(self._make)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 8)
        column.setSpacing(8)
        column.addLayout(row)
        column.addWidget(self._means)
        self._scope.currentIndexChanged.connect(self._on_scope_changed)
        self._make.clicked.connect(self._on_make_clicked)
        self._on_scope_changed()

    def set_agents(self, names: tuple[str, ...]) -> None:
        """Offer these agents; the chosen one stays chosen."""
        chosen = self._agent.currentText()
        self._agent.clear()
        self._agent.addItems(names)
        self._agent.setCurrentIndex(max(0, self._agent.findText(chosen)))
        self._on_scope_changed()

    def _life_words(self, life_s: int | None) -> str:
        if life_s is None:
            return self.tr("Never expires")
        days = life_s // _DAY_S
        return self.tr("Lives %Ln days", "", days)

    @Slot()
    def _on_scope_changed(self) -> None:
        scope = Scope(self._scope.currentData())
        can_be_made = scope is not Scope.AGENT or self._agent.count() > 0
        self._agent.setVisible(scope is Scope.AGENT and can_be_made)
        self._make.setEnabled(can_be_made)
        none = self.tr("There is no agent yet that a token could speak for.")
        self._means.setText(word(SCOPES_MEAN, scope) if can_be_made else none)

    @Slot()
    def _on_make_clicked(self) -> None:
        scope = self._scope.currentData()
        agent = self._agent.currentText() if scope == Scope.AGENT.value else None
        self.asked.emit(scope, agent, self._life.currentData())


class _Secret(QFrame):
    """The secret of the token that was made just now, to be copied before it is gone."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("tone", "held")
        self._text = QLineEdit()
        self._text.setReadOnly(True)
        self._text.setFont(mono(theme.tokens.size("text_px")))
        self._copy, self._done = QPushButton(self.tr("Copy")), QPushButton(self.tr("Done"))
        name_widget(self._text, Name.ACCESS_SHOWN, self.tr("The new token, shown this once"))
        name_widget(self._copy, Name.ACCESS_COPY, self.tr("Copy the new token"))
        name_widget(self._done, Name.ACCESS_DONE, self.tr("Hide the new token"))
        self._copy.clicked.connect(self._on_copy_clicked)
        self._done.clicked.connect(self._on_done_clicked)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._text, 1)
        row.addWidget(self._copy)
        row.addWidget(self._done)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 12)
        column.setSpacing(8)
        column.addWidget(plain_label(self.tr("Copy it now: it is shown this once and kept nowhere.")))
        column.addLayout(row)
        self.hide()

    def show_secret(self, secret: str) -> None:
        """Show this secret until the owner is done with it."""
        self._text.setText(secret)
        self._text.setCursorPosition(0)
        self.show()

    @Slot()
    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self._text.text())

    @Slot()
    def _on_done_clicked(self) -> None:
        self._text.clear()
        self.hide()
