"""The access page: the tokens that programs come in with over HTTP."""

from __future__ import annotations

from PySide6.QtGui import QShowEvent

from placet_gui.names import Name
from placet_gui.presenters.tokens import TokensPresenter
from placet_gui.theme.style import Theme
from placet_gui.views.access_section import AccessSection
from placet_gui.views.column_page import ColumnPage


class AccessPage(ColumnPage):
    """One section."""

    def __init__(self, presenter: TokensPresenter, theme: Theme) -> None:
        super().__init__()
        self.furnish(Name.ACCESS_PAGE, self.tr("Access"))
        self._presenter = presenter
        section = AccessSection(presenter, theme)
        section.answered.connect(self.column.reveal)
        self.column.put(section)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._presenter.refresh()  # tokens expire, and are used, without a fact that says so
