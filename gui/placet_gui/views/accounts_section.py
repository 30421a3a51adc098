"""What agents may log in to: the accounts, a way to add one, to try it, to give leave anew, and to take it away."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from placet.api import showable
from placet.api.accounts import AccountRow
from placet_gui.moments import exact_text
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters.accounts import AccountsPresenter
from placet_gui.texts import ACCOUNT_KINDS, ACCOUNT_RIGHTS, word
from placet_gui.views.account_maker import LIVES_S, AccountMaker, lives

_TO_THE_MINUTE = 16


class AccountsSection(QWidget):
    """A heading and a card, like each group of the settings. Passwords are typed here and never shown again."""

    def __init__(self, presenter: AccountsPresenter) -> None:
        super().__init__()
        self._presenter = presenter
        self._accounts = QVBoxLayout()
        self._accounts.setSpacing(0)
        self._lines: dict[str, _AccountLine] = {}
        self._maker = AccountMaker()
        self._error = plain_label("", "error")
        self._error.setWordWrap(True)
        self._error.hide()
        self._lay_out()
        self._maker.asked.connect(self._on_maker_asked)
        presenter.accounts_read.connect(self._on_accounts_read)
        presenter.declared.connect(self._on_declared)
        presenter.refused.connect(self._on_refused)
        presenter.tried.connect(self._on_tried)
        presenter.refresh()

    def _lay_out(self) -> None:
        name_widget(self, Name.ACCOUNTS_SECTION, self.tr("Accounts"))
        card = QFrame()
        card.setProperty("area", "card")
        inside = QVBoxLayout(card)
        inside.setContentsMargins(16, 4, 16, 8)
        inside.setSpacing(0)
        inside.addLayout(self._accounts)
        inside.addWidget(self._maker)
        inside.addWidget(self._error)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(plain_label(self.tr("Accounts of mail and calendars"), "heading"))
        column.addWidget(card)

    @Slot(object)
    def _on_accounts_read(self, accounts: tuple[AccountRow, ...]) -> None:
        while (item := self._accounts.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self._lines = {account.name: _AccountLine(account) for account in accounts}
        for number, line in enumerate(self._lines.values()):
            line.setProperty("divided", number > 0)
            line.remove_asked.connect(self._presenter.remove)
            line.test_asked.connect(self._presenter.test)
            line.leave_given.connect(self._on_leave_given)
            self._accounts.addWidget(line)
        if not accounts:
            none = plain_label(self.tr("No accounts: agents reach no mail and no calendar."), "muted")
            none.setContentsMargins(0, 12, 0, 12)
            self._accounts.addWidget(none)

    @Slot(str, object, object)
    def _on_maker_asked(self, name: str, definition: object, lives_s: int | None) -> None:
        self._error.hide()
        self._presenter.put(name, definition, lives_s)  # type: ignore[arg-type]

    @Slot(str, str, object)
    def _on_leave_given(self, name: str, password: str, lives_s: int | None) -> None:
        self._error.hide()
        self._presenter.consent(name, password, lives_s)

    @Slot(str)
    def _on_declared(self, _name: str) -> None:
        self._maker.clear()

    @Slot(str)
    def _on_refused(self, why: str) -> None:
        self._error.setText(why)
        self._error.show()

    @Slot(str, bool, str)
    def _on_tried(self, name: str, went_well: bool, why: str) -> None:
        line = self._lines.get(name)
        if line is not None:
            line.tell(went_well, why)


class _AccountLine(QFrame):
    """One account: whose it is, what may be done with it and until when, and what the owner may do with that.

    Signals:
        remove_asked(str): the owner takes the account of this name away.
        test_asked(str): log in to this account and look.
        leave_given(str, str, object): leave for this account anew, with this password ("": the one that is kept), for
            so many seconds or None.
    """

    remove_asked = Signal(str)
    test_asked = Signal(str)
    leave_given = Signal(str, str, object)

    def __init__(self, account: AccountRow) -> None:
        super().__init__()
        self._name = account.name
        self._test, self._again, self._remove = QPushButton(), QPushButton(), QPushButton()
        self._answer = plain_label("", "small")
        self._answer.setWordWrap(True)
        self._answer.hide()
        self._leave = _Leave(account.name)
        self._leave.hide()
        self._name_buttons()
        self._lay_out(account)
        self._test.clicked.connect(self._on_test_clicked)
        self._again.clicked.connect(self._on_again_clicked)
        self._remove.clicked.connect(self._on_remove_clicked)
        self._leave.given.connect(self._on_leave_given)

    def tell(self, went_well: bool, why: str) -> None:
        """Say how trying it went."""
        self._test.setEnabled(True)
        self._answer.setText(self.tr("It can be used.") if went_well else why)
        self._answer.setProperty("role", "small" if went_well else "error")
        self._answer.style().polish(self._answer)
        self._answer.show()

    def _name_buttons(self) -> None:
        for button, what, text, says in (
            (self._test, "test", self.tr("Test"), self.tr("Log in to the account {0} and look")),
            (
                self._again,
                "again",
                self.tr("Give leave again…"),
                self.tr("Give leave for the account {0} anew"),
            ),
            (self._remove, "remove", self.tr("Remove"), self.tr("Remove the account {0}")),
        ):
            button.setText(text)
            name_widget(button, f"account_{what}_{self._name}", says.format(self._name))

    def _lay_out(self, account: AccountRow) -> None:
        about, state = plain_label(_about(account), "small"), plain_label(self._state(account), "small")
        state.setProperty("role", "error" if account.expired else "small")
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(plain_label(account.name))
        for label in (about, state, self._answer):
            label.setWordWrap(True)
            words.addWidget(label)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addLayout(words, 1)
        for button in (self._test, self._again, self._remove):
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 12)
        column.setSpacing(8)
        column.addLayout(row)
        column.addWidget(self._leave)

    def _state(self, account: AccountRow) -> str:
        """Whether it may be used, and for what, in words."""
        rights = word(ACCOUNT_RIGHTS, "+".join(account.rights))
        if account.expires_at is None:
            return self.tr("{0}, for good since {1}.").format(rights, _day(account.changed_at))
        if account.expired:
            ended = self.tr("Leave ran out {0}: agents can't use it until you give it again.")
            return ended.format(_day(account.expires_at))
        return self.tr("{0}, until {1}.").format(rights, _day(account.expires_at))

    @Slot()
    def _on_test_clicked(self) -> None:
        self._test.setEnabled(False)
        self._answer.hide()
        self.test_asked.emit(self._name)

    @Slot()
    def _on_again_clicked(self) -> None:
        self._leave.setVisible(not self._leave.isVisible())

    @Slot()
    def _on_remove_clicked(self) -> None:
        self.remove_asked.emit(self._name)

    @Slot(str, object)
    def _on_leave_given(self, password: str, lives_s: int | None) -> None:
        self.leave_given.emit(self._name, password, lives_s)


class _Leave(QFrame):
    """Asks how leave is given anew.

    Signals:
        given(str, object): with this password ("": the one that is kept), for so many seconds or None.
    """

    given = Signal(str, object)

    def __init__(self, name: str) -> None:
        super().__init__()
        self._password = QLineEdit()
        self._password.setEchoMode(QLineEdit.EchoMode.Password)
        self._password.setPlaceholderText(self.tr("new password; empty: the one that is kept"))
        self._lives: QComboBox = lives(f"account_lives_{name}")
        give = QPushButton(self.tr("Give leave"))
        name_widget(
            self._password, f"account_password_{name}", self.tr("A new password for {0}").format(name)
        )
        name_widget(give, f"account_give_{name}", self.tr("Give leave for {0}").format(name))
        give.clicked.connect(self._on_give_clicked)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._password, 1)
        row.addWidget(self._lives)
        row.addWidget(give)

    @Slot()
    def _on_give_clicked(self) -> None:
        password = self._password.text()
        self._password.clear()
        self.given.emit(password, LIVES_S[self._lives.currentData()])


def _about(account: AccountRow) -> str:
    """Whose it is, in one line."""
    where = str(account.place.get("url") or f"{account.place['host']}:{account.place['port']}")
    user = showable(str(account.place["user"]), limit=80, single_line=True).text
    return f"{word(ACCOUNT_KINDS, account.kind)}  ·  {user} @ {where}"


def _day(at_ms: int) -> str:
    return exact_text(at_ms)[:_TO_THE_MINUTE]
