"""The rail of pages at the window's left."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QActionGroup, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from placet_gui.actions import ACTIONS, NAV_ICON_PX, ActionId
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.theme.fonts import sans
from placet_gui.theme.style import restyle
from placet_gui.words import translate

_BUTTON_PX = 54
_ENDS_PX = 24
_AROUND_PX = 20
_WORDS_PX = 11
_RAIL_PX = 83
_TIGHT_PX = 76
"""How wide the rail is while its icons stand alone."""
_WORDLESS = {ActionId.SHOW_FIRST_STEPS, ActionId.SHOW_EXACT, ActionId.SHOW_KEYS}


class NavRail(QFrame):
    """The rail of pages at the left, with the count of what waits on the first of them.

    Signals:
        page_chosen(ActionId): a page's button or key was pressed.
    """

    page_chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        name_widget(self, Name.NAV, self.tr("Pages"))
        self._wordy_px = max(_RAIL_PX, _widest_px())
        self.setFixedWidth(self._wordy_px)
        self._group = QActionGroup(self)
        self._first: QToolButton | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(8, 12, 7, 12)
        self._column.setSpacing(4)
        self._badge = plain_label("", parent=self)
        name_widget(self._badge, Name.WAITING_BADGE, "")
        self._badge.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._badge.hide()
        self._tight = False
        self._waiting = 0

    def add_page(self, page: ActionId, action: QAction, *, listed: bool = True) -> None:
        """Put a page's button below the others; the settings go to the foot. A page that isn't listed has none."""
        action.setCheckable(True)
        action.setData(page)
        self._group.addAction(action)
        action.triggered.connect(self._on_action_triggered)
        if not listed:
            return
        button = self._button(page, action)
        if page is ActionId.SHOW_SETTINGS:
            self._column.addStretch(1)
        self._column.addWidget(button)
        if self._first is None:
            self._first = button
            button.installEventFilter(self)
        self._tighten()

    def set_waiting(self, count: int) -> None:
        """Show the count on the inbox button; nothing at zero."""
        if count == self._waiting:
            return
        self._waiting = count
        self._badge.setText(str(count) if count < 100 else "99+")
        self._badge.setAccessibleName(self.tr("%Ln waiting", "", count))
        self._badge.setVisible(count > 0)
        if self._first is not None:
            self._first.setAccessibleDescription(self.tr("%Ln waiting for your decision", "", count))
        self._place_badge()

    def _button(self, page: ActionId, action: QAction) -> QToolButton:
        button = QToolButton(self)
        button.setDefaultAction(action)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        button.setIconSize(QSize(NAV_ICON_PX, NAV_ICON_PX))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        name_widget(button, f"nav_{page.value.removeprefix('show_')}", action.text(), action.toolTip())
        return button

    def _tighten(self) -> None:
        """Let the icons stand alone where there isn't room for their words."""
        buttons = self.findChildren(QToolButton)
        tight = self.height() < len(buttons) * _BUTTON_PX + _ENDS_PX
        if tight == self._tight:
            return
        self._tight = tight
        self._column.setSpacing(2 if tight else 4)
        self.setFixedWidth(_TIGHT_PX if tight else self._wordy_px)
        style = Qt.ToolButtonStyle.ToolButtonIconOnly if tight else Qt.ToolButtonStyle.ToolButtonTextUnderIcon
        for button in buttons:
            button.setProperty("tight", tight)
            button.setToolButtonStyle(style)
            restyle(button)

    def _place_badge(self) -> None:
        if self._first is None:
            return
        self._badge.adjustSize()
        corner = self._first.geometry().topRight()
        self._badge.move(corner.x() - self._badge.width() + 3, corner.y() - 3)
        self._badge.raise_()

    @Slot()
    def _on_action_triggered(self) -> None:
        action = self.sender()
        assert isinstance(action, QAction)  # noqa: S101  # only actions of ours are connected
        self.page_chosen.emit(action.data())

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._tighten()
        super().resizeEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.Move, QEvent.Type.Resize}:
            self._place_badge()
        return super().eventFilter(watched, event)


def _widest_px() -> int:
    """What the words below the icons need, known before there are buttons, so that nothing moves aside when they come."""
    letters = QFontMetrics(sans(_WORDS_PX))
    pages = [it for it in ActionId if it.startswith("show_") and it not in _WORDLESS]
    words = (translate("actions", ACTIONS[it].text) for it in pages)
    return max(map(letters.horizontalAdvance, words)) + _AROUND_PX
