"""One-colour line icons, tinted by token. Files are Lucide's (ISC), see `resources/icons/LICENSE`."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from placet_gui.theme.resources import read_text
from placet_gui.theme.tokens import Tokens


def screen_scales() -> tuple[float, ...]:
    """The scales of the screens that there are. Icons are drawn for these alone: for all that there could be takes as
    long as everything else in the window.
    """
    return tuple(sorted({screen.devicePixelRatio() for screen in QGuiApplication.screens()}))


def tinted_svg(name: str, colour: str) -> str:
    """The icon's file with its one colour put in.

    Raises:
        FileNotFoundError: there is no such icon.
    """
    return read_text("icons", f"{name}.svg").replace("currentColor", colour)


def fold_icon(direction: Qt.LayoutDirection, *, is_open: bool) -> str:
    """The icon of what folds: it points down when that is open, and else to where reading goes."""
    if is_open:
        return "chevron-down"
    return "chevron-left" if direction == Qt.LayoutDirection.RightToLeft else "chevron-right"


@lru_cache(maxsize=512)
def pixmap(name: str, colour: str, size_px: int, scale: float = 1.0) -> QPixmap:
    """One icon as a pixmap of `size_px` device-independent pixels, drawn for a screen of this scale.

    Raises:
        FileNotFoundError: there is no such icon.
    """
    svg = QSvgRenderer(QByteArray(tinted_svg(name, colour).encode()))
    side_px = round(size_px * scale)
    picture = QPixmap(side_px, side_px)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    svg.render(painter, QRectF(0, 0, side_px, side_px))
    painter.end()
    picture.setDevicePixelRatio(scale)
    return picture


def icon(name: str, token: str, tokens: Tokens, size_px: int = 16, chosen: str | None = None) -> QIcon:
    """An icon in the colour of `token`; of `chosen` while its button is checked, faded while disabled.

    It is drawn for the screens of now; `Theme.changed` comes when there are others.
    """
    made = QIcon()
    for scale in screen_scales():
        made.addPixmap(pixmap(name, tokens.colour(token), size_px, scale), QIcon.Mode.Normal, QIcon.State.Off)
        if chosen is not None:
            checked = pixmap(name, tokens.colour(chosen), size_px, scale)
            made.addPixmap(checked, QIcon.Mode.Normal, QIcon.State.On)
        made.addPixmap(pixmap(name, tokens.colour("disabled"), size_px, scale), QIcon.Mode.Disabled)
    return made
