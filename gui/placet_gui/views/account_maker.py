"""What a new account is declared with: its name, its kind, the fields of that kind, and what may be done with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout

from placet_gui.names import Name, name_widget
from placet_gui.texts import ACCOUNT_FIELDS, ACCOUNT_KINDS, ACCOUNT_RIGHTS, LEAVES, word
from placet_gui.views.definition_form import DefinitionForm

_SECRET: Final = frozenset({"password"})
FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "imap": ("host", "port", "security", "user", "password", "drafts"),
    "caldav": ("url", "user", "password"),
}
SECURITIES: Final = ("", "tls", "starttls", "none")
_DAY_S: Final = 86_400
LIVES_S: Final[Mapping[str, int | None]] = {
    "good": None,
    "day": _DAY_S,
    "month": 30 * _DAY_S,
    "year": 365 * _DAY_S,
}
"""How long a leave that is given now lasts, by the words for it; None: for good."""


class AccountMaker(QFrame):
    """Asks for what an account of one kind needs. What fits is the engine's to say.

    Signals:
        asked(str, object, object): declare an account of this name with this definition, for so many seconds or None.
    """

    asked = Signal(str, object, object)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("divided", True)
        self._kind, self._name = QComboBox(), QLineEdit()
        for kind in FIELDS:
            self._kind.addItem(word(ACCOUNT_KINDS, kind), kind)
        self._name.setPlaceholderText(self.tr("name, such as mail"))
        self._add = QPushButton(self.tr("Add the account"))
        name_widget(self._kind, Name.ACCOUNT_KIND, self.tr("What kind of account"))
        name_widget(self._name, Name.ACCOUNT_NAME, self.tr("The account's name, by which agents call it"))
        name_widget(self._add, Name.ACCOUNT_ADD, self.tr("Add the account"))
        self._rights, self._lives = _choices(ACCOUNT_RIGHTS), lives("account_lives")
        name_widget(self._rights, "account_rights", self.tr("What agents may do with it"))
        self._form = DefinitionForm("account", FIELDS, ACCOUNT_FIELDS, secret=_SECRET, securities=SECURITIES)
        self._lay_out()
        self._kind.currentIndexChanged.connect(self._on_kind_changed)
        self._add.clicked.connect(self._on_add_clicked)
        self._on_kind_changed()

    def clear(self) -> None:
        """Empty every field: what was written is written, and passwords stay nowhere."""
        self._name.clear()
        self._form.clear()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._kind, 1)
        head.addWidget(self._name, 1)
        head.addWidget(self._add)
        leave = QHBoxLayout()
        leave.setSpacing(8)
        leave.addWidget(self._rights, 1)
        leave.addWidget(self._lives, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 12)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self._form)
        column.addLayout(leave)

    @Slot()
    def _on_kind_changed(self) -> None:
        self._form.show_kind(self._kind.currentData())

    @Slot()
    def _on_add_clicked(self) -> None:
        kind, rights = self._kind.currentData(), str(self._rights.currentData()).split("+")
        definition = {"kind": kind, "rights": rights, **self._form.values(kind)}
        self.asked.emit(self._name.text(), definition, LIVES_S[self._lives.currentData()])


def lives(name: str) -> QComboBox:
    """A choice of how long leave that is given now lasts, by the words of `LIVES_S`."""
    editor = _choices(LEAVES)
    name_widget(editor, name, editor.tr("How long it may be used"))
    return editor


def _choices(words: Mapping[str, str]) -> QComboBox:
    editor = QComboBox()
    for key in words:
        editor.addItem(word(words, key), key)
    return editor
