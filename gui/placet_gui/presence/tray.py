"""The icon in the desktop's tray, with the count of what waits, and the notification that comes from it.

Neither decides anything: the menu opens the console, keeps it quiet or ends it, and a click on a notification opens it
(spec/prompt-rules 4.3, rule 1). A notification holds words of ours alone.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QAction, QColor, QFont, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from placet_gui.presence.mark import SIDES_PX, drawn
from placet_gui.theme.tokens import Tokens
from placet_gui.words import Context, translate

tray = Context("tray")

__all__ = ["Tray", "waiting_words"]

_MOST: Final = 99
_LONG_MS: Final = 10_000
_WITHOUT_TRAYS: Final = ("offscreen", "minimal")
"""Platforms without a screen, on which Qt complains of an icon."""


class Tray(QObject):
    """A desktop without a tray shows nothing, and no notification either. Made and used on the GUI thread.

    Signals:
        opened: the owner clicked on the icon, its first entry or a notification.
        quiet_chosen(bool): the owner turned "do not disturb" on or off.
        quit_chosen: the owner ends the console.
    """

    opened = Signal()
    quiet_chosen = Signal(bool)
    quit_chosen = Signal()

    def __init__(self, tokens: Tokens, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tokens = tokens
        self._waiting = -1
        self._menu = QMenu()
        self._open = QAction(self.tr("Open Placet"), self)
        self._quiet = QAction(self.tr("Do not disturb"), self, checkable=True)
        self._quit = QAction(self.tr("Quit"), self)
        self._menu.addActions([self._open, self._quiet])
        self._menu.addSeparator()
        self._menu.addAction(self._quit)
        self._icon = QSystemTrayIcon(self)
        self._icon.setContextMenu(self._menu)
        self._icon.activated.connect(self._on_icon_activated)
        self._icon.messageClicked.connect(self.opened)
        self._open.triggered.connect(self._on_open_triggered)
        self._quiet.triggered.connect(self.quiet_chosen)
        self._quit.triggered.connect(self._on_quit_triggered)
        self.set_waiting(0)

    @property
    def is_shown(self) -> bool:
        """Whether there is a tray and the icon is in it."""
        return self._icon.isVisible() and QSystemTrayIcon.isSystemTrayAvailable()

    def tip(self) -> str:
        """What the icon says when the pointer rests on it."""
        return self._icon.toolTip()

    def entries(self) -> list[str]:
        """The words of its menu."""
        return [it.text() for it in self._menu.actions() if not it.isSeparator()]

    def show(self, wanted: bool) -> None:
        """Put the icon into the tray, or take it out. Where a tray comes up later, the icon comes with it."""
        self._icon.setVisible(wanted and QGuiApplication.platformName() not in _WITHOUT_TRAYS)

    def set_waiting(self, count: int) -> None:
        """Say how many requests wait."""
        if count == self._waiting:
            return
        self._waiting = count
        self._icon.setIcon(_counted(min(count, _MOST + 1), self._tokens))
        self._icon.setToolTip(waiting_words(count))

    def set_quiet(self, quiet: bool) -> None:
        """Show whether "do not disturb" is on."""
        self._quiet.setChecked(quiet)

    def notify(self, text: str) -> None:
        """Show one sentence of ours beside the tray, where there is one."""
        if self.is_shown:
            self._icon.showMessage(self.tr("Placet"), text, self._icon.icon(), _LONG_MS)

    @Slot(QSystemTrayIcon.ActivationReason)
    def _on_icon_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason is not QSystemTrayIcon.ActivationReason.Context:
            self.opened.emit()

    @Slot()
    def _on_open_triggered(self) -> None:
        self.opened.emit()

    @Slot()
    def _on_quit_triggered(self) -> None:
        self.quit_chosen.emit()


def waiting_words(count: int) -> str:
    """How much waits, as a sentence."""
    if count == 0:
        return translate("tray", "Nothing waits for you")
    return tray.tr("%Ln requests wait for you", "", count)


def _counted(count: int, tokens: Tokens) -> QIcon:
    made = QIcon()
    for side_px in SIDES_PX:
        picture = drawn(side_px)
        if count:
            _draw_count(picture, str(count) if count <= _MOST else f"{_MOST}+", tokens)
        made.addPixmap(picture)
    return made


def _draw_count(picture: QPixmap, words: str, tokens: Tokens) -> None:
    """A disc in the corner, with the number in it where there is room to read one."""
    side = picture.width()
    radius = side * 0.62
    disc = QRectF(side - radius, side - radius, radius, radius)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(tokens.colour("held_fill")))
    painter.drawEllipse(disc)
    font = QFont("Inter")
    font.setWeight(QFont.Weight.Bold)
    font.setPixelSize(
        max(6, round(radius * (0.75 if len(words) == 1 else 0.55 if len(words) == 2 else 0.38)))
    )
    painter.setFont(font)
    painter.setPen(QColor(tokens.colour("on_held")))
    painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, words)
    painter.end()
