"""What agents may log in to: the accounts, a way to add one, to try it, to give leave anew, to switch and to remove it."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout

from placet.api import showable
from placet.api.accounts import AccountRow, AccountUse
from placet_gui.kept_texts import ACCOUNT_KINDS, ACCOUNT_RIGHTS
from placet_gui.moments import exact_text
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters.accounts import AccountsPresenter
from placet_gui.texts import OPERATIONS, status_word, word
from placet_gui.theme.style import Theme
from placet_gui.views.account_maker import LIVES_S, AccountMaker, lives
from placet_gui.views.flow import Flow
from placet_gui.views.kept_section import KeptLine, KeptSection
from placet_gui.views.record_view import facts_form

_TO_THE_MINUTE = 16
_DIGEST_CHARS = 12


class AccountsSection(KeptSection):
    """All accounts, each with whose it is, the leave to use it, and what it was used for last.

    Signals:
        task_asked(str): the owner wants to see this call.
        operation_asked(str, str): the owner wants to see this operation of this workflow.
        form_wanted(QWidget): the form asks for another account in the place of one, and should be in view.
    """

    task_asked = Signal(str)
    operation_asked = Signal(str, str)
    form_wanted = Signal(object)

    def __init__(self, presenter: AccountsPresenter, theme: Theme) -> None:
        super().__init__(presenter, theme)
        self._accounts = presenter
        self._uses: dict[str, AccountUse] = {}
        name_widget(self, Name.ACCOUNTS_SECTION, self.tr("Accounts"))
        self._form = AccountMaker()
        self._form.asked.connect(self._on_maker_asked)
        self._form.kind_changed.connect(self.forget_error)
        presenter.uses_read.connect(self._on_uses_read)
        none = self.tr("No accounts: agents reach no mail and no calendar.")
        self.furnish(self.tr("Accounts of mail and calendars"), none, self._form, self._form)

    def line_of(self, row: AccountRow) -> KeptLine:
        line = AccountLine(row)
        line.test_asked.connect(self._accounts.test)
        line.leave_given.connect(self._on_leave_given)
        line.switch_asked.connect(self._on_switch_asked)
        line.task_asked.connect(self.task_asked)
        line.operation_asked.connect(self.operation_asked)
        line.show_use(self._uses.get(row.name))
        return line

    @Slot(object)
    def _on_switch_asked(self, account: AccountRow) -> None:
        self.forget_error()
        self._form.fill_for(account)
        self.form_wanted.emit(self._form)

    @Slot(object)
    def _on_uses_read(self, uses: tuple[AccountUse, ...]) -> None:
        self._uses = {use.name: use for use in uses}
        for name, line in self.lines.items():
            if isinstance(line, AccountLine):
                line.show_use(self._uses.get(name))

    @Slot(str, object, object)
    def _on_maker_asked(self, name: str, definition: object, lives_s: int | None) -> None:
        self.forget_error()
        self._accounts.put(name, definition, lives_s)  # type: ignore[arg-type]

    @Slot(str, str, object)
    def _on_leave_given(self, name: str, password: str, lives_s: int | None) -> None:
        self.forget_error()
        self._accounts.consent(name, password, lives_s)


class AccountLine(KeptLine):
    """One account: whose it is, what may be done with it and until when, what it was used for, and what the owner may do.

    Signals:
        test_asked(str): log in to this account and look.
        leave_given(str, str, object): leave for this account anew, with this password ("": the one that is kept), for
            so many seconds or None.
        switch_asked(AccountRow): the owner wants another account under this name.
        task_asked(str), operation_asked(str, str): the owner wants to see what it was used for.
    """

    test_asked = Signal(str)
    leave_given = Signal(str, str, object)
    switch_asked = Signal(object)
    task_asked = Signal(str)
    operation_asked = Signal(str, str)

    def __init__(self, account: AccountRow) -> None:
        super().__init__(account.name)
        self._account = account
        self._use: AccountUse | None = None
        self._again, self._switch = QPushButton(), QPushButton()
        self._call, self._proof = QPushButton(), QPushButton()
        self._used = plain_label("", "small")
        self._leave = _Leave(account.name)
        self._leave.hide()
        self._name_buttons()
        self._lay_out()
        self._test.clicked.connect(self._on_test_clicked)
        self._again.clicked.connect(self._on_again_clicked)
        self._switch.clicked.connect(self._on_switch_clicked)
        self._call.clicked.connect(self._on_call_clicked)
        self._proof.clicked.connect(self._on_proof_clicked)
        self._leave.given.connect(self._on_leave_given)
        self.show_use(None)

    def show_use(self, use: AccountUse | None) -> None:
        """Say what it was used for last."""
        self._use = use
        self._used.setText(self._use_words(use))
        self._call.setVisible(use is not None and use.task_id is not None)
        self._proof.setVisible(use is not None and use.operation_id is not None)

    def _works_words(self) -> str:
        return self.tr("It can be used.")

    def _name_buttons(self) -> None:
        for button, what, text, says in (
            (self._test, "test", self.tr("Test"), self.tr("Log in to the account {0} and look")),
            (
                self._again,
                "again",
                self.tr("Give leave again…"),
                self.tr("Give leave for the account {0} anew"),
            ),
            (
                self._switch,
                "switch",
                self.tr("Switch…"),
                self.tr("Put another account in the place of {0}"),
            ),
            (self._remove, "remove", self.tr("Remove"), self.tr("Remove the account {0}")),
            (
                self._call,
                "call",
                self.tr("Show the call"),
                self.tr("Show the last call with the account {0}"),
            ),
            (
                self._proof,
                "proof",
                self.tr("Show the evidence"),
                self.tr("Show what proves the last effect with the account {0}"),
            ),
        ):
            button.setText(text)
            name_widget(button, f"account_{what}_{self.name}", says.format(self.name))
        for button in (self._call, self._proof):
            button.setProperty("role", "link")

    def _lay_out(self) -> None:
        account = self._account
        buttons = Flow(8)
        for button in (self._test, self._again, self._switch, self._remove):
            buttons.addWidget(button)
        state = plain_label(self._state(account), "error" if account.expired else "")
        for label in (state, self._answer, self._used):
            label.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 12)
        column.setSpacing(6)
        column.addWidget(plain_label(account.name, "heading"))
        column.addWidget(state)
        column.addWidget(facts_form(self._facts(account), "small"))
        column.addLayout(self._use_row())
        column.addWidget(self._answer)
        column.addWidget(buttons)
        column.addWidget(self._leave)

    def _use_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._used, 1)
        row.addWidget(self._call)
        row.addWidget(self._proof)
        return row

    def _facts(self, account: AccountRow) -> tuple[tuple[str, str], ...]:
        given = self.tr("{0}, given {1}").format(account.consent[:_DIGEST_CHARS], _day(account.changed_at))
        return (
            (self.tr("Account"), f"{word(ACCOUNT_KINDS, account.kind)}  ·  {_whose(account)}"),
            (self.tr("Identity"), showable(account.identity, limit=200, single_line=True).text),
            (self.tr("Leave"), given),
        )

    def _state(self, account: AccountRow) -> str:
        """Whether it may be used, and for what, in words."""
        rights = word(ACCOUNT_RIGHTS, "+".join(account.rights))
        if account.expires_at is None:
            return self.tr("{0}, for good since {1}.").format(rights, _day(account.changed_at))
        if account.expired:
            ended = self.tr("Leave ran out {0}: agents can't use it until you give it again.")
            return ended.format(_day(account.expires_at))
        return self.tr("{0}, until {1}.").format(rights, _day(account.expires_at))

    def _use_words(self, use: AccountUse | None) -> str:
        if use is None or use.at is None:
            return self.tr("No agent used it yet.")
        last = self.tr("Last used {0} by {1}: {2}, {3}.").format(
            _day(use.at), use.agent, use.tool, status_word(use.status).lower()
        )
        if use.operation_state is None:
            return last
        effect = self.tr("Its last effect, {0}: {1}.").format(
            use.operation_tool, word(OPERATIONS, use.operation_state).lower()
        )
        return f"{last} {effect}"

    @Slot()
    def _on_test_clicked(self) -> None:
        self._begin_test()
        self.test_asked.emit(self.name)

    @Slot()
    def _on_again_clicked(self) -> None:
        self._leave.setVisible(not self._leave.isVisible())

    @Slot()
    def _on_switch_clicked(self) -> None:
        self.switch_asked.emit(self._account)

    @Slot()
    def _on_call_clicked(self) -> None:
        if self._use is not None and self._use.task_id is not None:
            self.task_asked.emit(self._use.task_id)

    @Slot()
    def _on_proof_clicked(self) -> None:
        use = self._use
        if use is not None and use.workflow_id is not None and use.operation_id is not None:
            self.operation_asked.emit(use.workflow_id, use.operation_id)

    @Slot(str, object)
    def _on_leave_given(self, password: str, lives_s: int | None) -> None:
        self.leave_given.emit(self.name, password, lives_s)


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
        self._password.setPlaceholderText(self.tr("New password; empty: the one that is kept"))
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


def _whose(account: AccountRow) -> str:
    """Who logs in where, in one line."""
    where = str(account.place.get("url") or f"{account.place['host']}:{account.place['port']}")
    user = showable(str(account.place["user"]), limit=80, single_line=True).text
    return f"{user} @ {where}"


def _day(at_ms: int) -> str:
    return exact_text(at_ms)[:_TO_THE_MINUTE]
