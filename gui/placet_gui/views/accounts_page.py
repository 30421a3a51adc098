"""The accounts page: what agents may log in to, with whose leave and until when."""

from __future__ import annotations

from PySide6.QtGui import QHideEvent, QShowEvent

from placet_gui.names import Name
from placet_gui.presenters.accounts import AccountsPresenter
from placet_gui.theme.style import Theme
from placet_gui.views.accounts_section import AccountsSection
from placet_gui.views.column_page import ColumnPage


class AccountsPage(ColumnPage):
    """One section. It reads while somebody looks at it."""

    def __init__(self, presenter: AccountsPresenter, theme: Theme) -> None:
        super().__init__()
        self.furnish(Name.ACCOUNTS_PAGE, self.tr("Accounts"))
        self._presenter = presenter
        self.section = AccountsSection(presenter, theme)
        self.column.put(self.section)
        self.section.form_wanted.connect(self.column.ensureWidgetVisible)
        self.section.answered.connect(self.column.reveal)
        self.setFocusProxy(self.section)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._presenter.set_shown(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._presenter.set_shown(False)
