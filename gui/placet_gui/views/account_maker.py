"""What a new account is declared with: its name, its kind, the fields of that kind, and what may be done with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout

from placet.api.accounts import AccountRow
from placet_gui.kept_texts import ACCOUNT_FIELDS, ACCOUNT_KINDS, ACCOUNT_RIGHTS, LEAVES
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.texts import word
from placet_gui.views.definition_form import NAMES_GAP_PX, DefinitionForm
from placet_gui.views.kept_maker import KeptMaker
from placet_gui.words import translate

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


class AccountMaker(KeptMaker):
    """Asks for what an account of one kind needs.

    Signals:
        asked(str, object, object): declare an account of this name with this definition, for so many seconds or None.
    """

    asked = Signal(str, object, object)

    def __init__(self) -> None:
        form = DefinitionForm("account", FIELDS, ACCOUNT_FIELDS, secret=_SECRET, securities=SECURITIES)
        super().__init__(translate("AccountMaker", "Another account"), FIELDS, ACCOUNT_KINDS, form)
        self._name.setPlaceholderText(self.tr("Name, such as mail"))
        self._instead_of = ""  # the account that another one is to be put in the place of
        self._add.setText(self.tr("Add the account"))
        name_widget(self._kind, Name.ACCOUNT_KIND, self.tr("What kind of account"))
        name_widget(self._name, Name.ACCOUNT_NAME, self.tr("The account's name, by which agents call it"))
        name_widget(self._add, Name.ACCOUNT_ADD, self.tr("Add the account"))
        self._rights, self._lives = _choices(ACCOUNT_RIGHTS), lives("account_lives")
        name_widget(self._rights, "account_rights", self.tr("What agents may do with it"))
        self.lay_out(self._leave())
        self._name.textChanged.connect(self._on_name_changed)
        self._add.clicked.connect(self._on_add_clicked)

    @Slot(object)
    def fill_for(self, account: AccountRow) -> None:
        """Ask for what is to stand in the place of this account: its name stays, its password is asked anew."""
        self._instead_of = account.name
        self._kind.setCurrentIndex(self._kind.findData(account.kind))
        self._name.setText(account.name)
        self._on_name_changed()
        self._form.fill(account.kind, account.place)
        self._rights.setCurrentIndex(self._rights.findData("+".join(account.rights)))
        self._form.begin(account.kind)

    def clear(self) -> None:
        """Empty every field, and ask for another one."""
        self._instead_of = ""
        super().clear()
        self._on_name_changed()

    @Slot()
    def _on_name_changed(self) -> None:
        replaces = bool(self._instead_of) and self._name.text() == self._instead_of
        place = self.tr("In the place of {0}").format(self._instead_of)
        self._heading.setText(place if replaces else self.tr("Another account"))
        words = self.tr("Replace the account") if replaces else self.tr("Add the account")
        self._add.setText(words)
        self._add.setAccessibleName(words)

    def _leave(self) -> QFrame:
        """What may be done with it, and how long."""
        named = plain_label(self.tr("Leave"))
        named.setMinimumWidth(self._form.names_px)
        named.setBuddy(self._rights)
        row = QFrame()
        leave = QHBoxLayout(row)
        leave.setContentsMargins(0, 0, 0, 0)
        leave.setSpacing(8)
        leave.addWidget(named)
        leave.addSpacing(NAMES_GAP_PX - leave.spacing())
        leave.addWidget(self._rights, 1)
        leave.addWidget(self._lives, 1)
        return row

    @Slot()
    def _on_add_clicked(self) -> None:
        rights = str(self._rights.currentData()).split("+")
        definition = {"kind": self.kind, "rights": rights, **self._form.values(self.kind)}
        self.asked.emit(self._name.text(), definition, LIVES_S[self._lives.currentData()])


def lives(name: str) -> QComboBox:
    """A choice of how long leave that is given now lasts, by the words of `LIVES_S`."""
    editor = _choices(LEAVES)
    name_widget(editor, name, translate("AccountMaker", "How long it may be used"))
    return editor


def _choices(words: Mapping[str, str]) -> QComboBox:
    editor = QComboBox()
    for key in words:
        editor.addItem(word(words, key), key)
    return editor
