"""The two faces that come with the console, and the fonts made of them.

Both were stripped of ligatures: `->` and `!=` are shown as the characters that they are, since what the owner
reads is what runs.
"""

from __future__ import annotations

from functools import cache

from PySide6.QtGui import QFont, QFontDatabase

from placet_gui.theme.resources import resources_folder

SANS = ("Inter", "JetBrains Mono")
MONO = ("JetBrains Mono", "Inter")  # Inter has the few symbols that the other lacks


@cache
def load_fonts() -> None:
    """Hand the faces to Qt, once in a process. Needs a `QApplication`.

    Raises:
        RuntimeError: a file isn't a font, so the program isn't whole.
    """
    for path in sorted(resources_folder().joinpath("fonts").glob("*.ttf")):
        if QFontDatabase.addApplicationFont(str(path)) < 0:
            raise RuntimeError(f"the font {path.name} can't be read; install Placet again")


def sans(size_px: int, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """The face of the window's own words."""
    return QFont(_font(SANS, size_px, weight))


def mono(size_px: int, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """The face of everything exact: tool names, arguments, digests."""
    font = QFont(_font(MONO, size_px, weight))
    font.setStyleHint(QFont.StyleHint.Monospace)
    return font


def still(font: QFont) -> QFont:
    """The same with figures of one width, so that what stands beside a number that counts doesn't move."""
    made = QFont(font)
    made.setFeature(QFont.Tag("tnum"), 1)
    return made


@cache
def _font(families: tuple[str, ...], size_px: int, weight: QFont.Weight) -> QFont:
    font = QFont(list(families))
    font.setPixelSize(size_px)
    font.setWeight(weight)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font
