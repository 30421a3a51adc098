"""The gallery's pictures of what stands around the pages: dialogs, notices, the commands, the curtain, the tray."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QSystemTrayIcon,
    QTabWidget,
    QToolButton,
    QWidget,
)

from placet.api import Scope
from placet.api.views import TokenRow
from placet_gui.actions import ActionId
from placet_gui.names import Name
from placet_gui.presence.tray import Tray
from placet_gui.said import said
from placet_gui.theme.style import Theme
from placet_gui.views.link_notice import LinkNotice
from placet_gui.views.main_window import MainWindow
from placet_gui.views.token_notice import TokenNotice
from placet_gui.words import translate
from tests.gui.settling import settle

Take = Callable[[QWidget, str], None]
_OFFLINE: Final = TokenRow(
    id="tok_1",
    scope=Scope.OWNER,
    agent=None,
    label="placet init",
    created_at=1_790_000_000_000,
    expires_at=None,
    last_used_at=None,
    unconfirmed=True,
    expired=False,
)
_ICON_PX: Final = 44
_COUNTS: Final = (0, 1, 7, 12, 99, 400)


def walk_shell(window: MainWindow, take: Take, tag: str) -> None:
    """All of it, over pages that it may stand on."""
    window.show_page(ActionId.SHOW_AGENTS)
    window.activateWindow()
    settle(300)
    _notices(window, take, tag)
    _curtain(window, take, tag)
    _commands(window, take, tag)
    _declare(window, take, tag)
    _tray(window, take, tag)


def _notices(window: MainWindow, take: Take, tag: str) -> None:
    link, token = window.findChild(LinkNotice), window.findChild(TokenNotice)
    link.tell("task_8b2f0c1d9e3a")
    token.show_tokens((_OFFLINE, _OFFLINE))
    why = said("127.0.0.1 port 8765 can't be listened on: Address already in use.")
    window.show_notice(translate("app", "HTTP is off: {0}").format(why))
    take(window, f"notices-{tag}")
    told = translate("app", "This demo keeps its data in {0} and its agent's files in {1}.")
    window.show_word(told.format("/tmp/demo/data", "/tmp/demo/files"))
    take(window, f"notice-word-{tag}")
    link.hide()
    token.show_tokens(())
    window.findChild(QToolButton, Name.NOTICE_CLOSE).click()


def _curtain(window: MainWindow, take: Take, tag: str) -> None:
    hide = window.actions_by_id[ActionId.HIDE_VALUES]
    hide.trigger()
    settle(100)
    take(window, f"curtain-{tag}")
    hide.trigger()


def _commands(window: MainWindow, take: Take, tag: str) -> None:
    window.actions_by_id[ActionId.PALETTE].trigger()
    settle(300)
    palette = window.findChild(QDialog, Name.PALETTE)
    take(palette, f"palette-{tag}")
    search = palette.findChild(QLineEdit, Name.PALETTE_SEARCH)
    for words, name in (("age", "found"), ("unicorn", "none")):
        search.setText(words)
        take(palette, f"palette-{name}-{tag}")
    palette.reject()
    settle(100)


def _declare(window: MainWindow, take: Take, tag: str) -> None:
    window.findChild(QPushButton, Name.AGENT_DECLARE).click()
    settle(300)
    dialog = window.findChild(QDialog, Name.DECLARE_DIALOG)
    take(dialog, f"declare-{tag}")
    dialog.findChild(QLineEdit, Name.DECLARE_NAME).setText("Not A Name")
    dialog.findChild(QPushButton, Name.DECLARE_OK).click()
    settle(400)
    take(dialog, f"declare-refused-{tag}")
    dialog.findChild(QTabWidget, Name.DECLARE_TABS).setCurrentIndex(1)
    take(dialog, f"declare-toml-{tag}")
    dialog.findChild(QPlainTextEdit, Name.DECLARE_TOML).setPlainText('name = "clerk\n')
    dialog.findChild(QPushButton, Name.DECLARE_OK).click()
    take(dialog, f"declare-no-toml-{tag}")
    dialog.reject()
    settle(100)


def _tray(window: MainWindow, take: Take, tag: str) -> None:
    """The menu as it hangs from the icon, and the icon with each count."""
    theme = QApplication.instance().findChild(Theme)
    before = set(QApplication.topLevelWidgets())
    tray = Tray(theme.tokens, window)
    menu = next(it for it in QApplication.topLevelWidgets() if isinstance(it, QMenu) and it not in before)
    menu.popup(window.mapToGlobal(window.rect().center()))
    take(menu, f"tray-menu-{tag}")
    menu.close()
    ratio, side = window.devicePixelRatioF(), _ICON_PX + 8
    sheet = QPixmap(QSize(len(_COUNTS) * side, side) * ratio)
    sheet.setDevicePixelRatio(ratio)
    sheet.fill(Qt.GlobalColor.gray)
    painter = QPainter(sheet)
    for number, count in enumerate(_COUNTS):
        tray.set_waiting(count)
        icon = tray.findChild(QSystemTrayIcon).icon()
        painter.drawPixmap(number * side + 4, 4, icon.pixmap(QSize(_ICON_PX, _ICON_PX), ratio))
    painter.end()
    shown = QLabel()
    shown.setPixmap(sheet)
    shown.adjustSize()
    take(shown, f"tray-icons-{tag}")
    tray.deleteLater()
