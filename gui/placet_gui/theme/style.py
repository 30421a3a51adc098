"""Makes palettes and the style sheet from tokens, and switches the look of the running program.

Qt's own `setColorScheme` does nothing on several platforms, so the palettes are ours; it is still called,
for the title bars of platforms that listen.
"""

from __future__ import annotations

import enum
import re
import weakref
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTemporaryDir, Signal, Slot
from PySide6.QtGui import QColor, QPalette, QScreen
from PySide6.QtWidgets import QApplication, QWidget

from placet_gui.theme import motion, portal
from placet_gui.theme.fonts import load_fonts, sans
from placet_gui.theme.icons import screen_scales, tinted_svg
from placet_gui.theme.motion import Motion
from placet_gui.theme.portal import Wishes
from placet_gui.theme.resources import read_text
from placet_gui.theme.tokens import Scheme, Tokens, load_tokens

TEMPLATES = ("00_base.qss", "10_controls.qss", "20_ours.qss")
_PLACE = re.compile(r"\{\{\s*(?:icon ([a-z-]+) )?([a-z_]+)\s*\}\}")


class Choice(enum.StrEnum):
    """What the owner may choose; `system` follows the desktop where it says what it prefers."""

    LIGHT = "light"
    DARK = "dark"
    CONTRAST_LIGHT = "contrast_light"
    CONTRAST_DARK = "contrast_dark"
    SYSTEM = "system"


_ROLES: Mapping[QPalette.ColorRole, str] = {
    QPalette.ColorRole.Window: "surface",
    QPalette.ColorRole.WindowText: "text",
    QPalette.ColorRole.Base: "sunken",
    QPalette.ColorRole.AlternateBase: "raised",
    QPalette.ColorRole.Text: "text",
    QPalette.ColorRole.PlaceholderText: "text_muted",
    QPalette.ColorRole.Button: "raised",
    QPalette.ColorRole.ButtonText: "text",
    QPalette.ColorRole.BrightText: "danger",
    QPalette.ColorRole.Highlight: "accent_fill",
    QPalette.ColorRole.HighlightedText: "on_accent",
    QPalette.ColorRole.Accent: "accent_fill",
    QPalette.ColorRole.ToolTipBase: "raised",
    QPalette.ColorRole.ToolTipText: "text",
    QPalette.ColorRole.Link: "accent",
    QPalette.ColorRole.LinkVisited: "accent",
    QPalette.ColorRole.Light: "raised_hover",
    QPalette.ColorRole.Midlight: "raised",
    QPalette.ColorRole.Mid: "line",
    QPalette.ColorRole.Dark: "line",
    QPalette.ColorRole.Shadow: "line",
}


def palette(tokens: Tokens) -> QPalette:
    """The palette of a scheme, for Fusion and for everything that the style sheet leaves alone."""
    made = QPalette()
    for role, token in _ROLES.items():
        made.setColor(role, QColor(tokens.colour(token)))
    faded = QColor(tokens.colour("disabled"))
    for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, role, faded)
    return made


def render(template: str, tokens: Tokens, icons: TintedFiles) -> str:
    """Put the tokens into a style template: `{{ token }}`, or `{{ icon name token }}` for a file's address.

    Raises:
        KeyError: it names a token that isn't there.
        FileNotFoundError: it names an icon that isn't there.
    """

    def filled(place: re.Match[str]) -> str:
        name, token = place.groups()
        return tokens.value(token) if name is None else icons.address(name, tokens.colour(token))

    return _PLACE.sub(filled, template)


def style_sheet(tokens: Tokens, icons: TintedFiles) -> str:
    """The whole style sheet of a scheme, from the numbered templates in their order."""
    return "\n".join(render(read_text("qss", name), tokens, icons) for name in TEMPLATES)


class TintedFiles:
    """Icons as tinted files in a folder of their own, since a style sheet can only name files.

    The folder goes when this object goes, or else with the program: what lives until then Python may never take down.
    """

    def __init__(self) -> None:
        self._folder = QTemporaryDir()
        weakref.finalize(self, self._folder.remove)

    def address(self, name: str, colour: str) -> str:
        """Where the icon lies in this colour; written at the first question.

        Raises:
            FileNotFoundError: there is no such icon.
        """
        path = Path(self._folder.filePath(f"{name}-{colour.lstrip('#')}.svg"))
        if not path.exists():
            path.write_text(tinted_svg(name, colour), encoding="utf-8")
        return path.as_posix()


class Theme(QObject):
    """The look of the running program. Made once by `app.py`; lives on the GUI thread.

    Signals:
        changed: the look is another one now, or must be drawn for other screens; whoever paints by itself paints again.
    """

    changed = Signal()

    def __init__(self, app: QApplication, choice: Choice = Choice.SYSTEM) -> None:
        super().__init__(app)
        self._app = app
        self._choice = choice
        self._wishes: Wishes | None = None
        self._tokens = load_tokens(self._scheme(choice))
        self._still = False
        self._icons = TintedFiles()
        load_fonts()
        app.setStyle("Fusion")
        app.setFont(sans(self._tokens.size("text_px")))
        self._put_on()
        self._scales = screen_scales()
        for screen in app.screens():
            self._on_screen_added(screen)
        app.screenAdded.connect(self._on_screen_added)

    @property
    def tokens(self) -> Tokens:
        """The tokens of the look that is on."""
        return self._tokens

    @property
    def choice(self) -> Choice:
        """What the owner chose."""
        return self._choice

    def apply(self, choice: Choice) -> None:
        """Switch to this look at once."""
        self._choice = choice
        tokens = load_tokens(self._scheme(choice))
        if tokens is not self._tokens:
            self._tokens = tokens
            self._put_on()
            self.changed.emit()

    @property
    def still(self) -> bool:
        """Whether nothing should move that needn't."""
        return self._still

    def apply_motion(self, choice: Motion) -> None:
        """Let things move, or not, from now on."""
        if choice is Motion.SYSTEM:
            self._wishes = self._wishes or portal.wishes()
            self._still = self._wishes.still
        else:
            self._still = choice is Motion.REDUCED
        motion.put_on(self._app, still=self._still)

    def _scheme(self, choice: Choice) -> Scheme:
        if choice is not Choice.SYSTEM:
            return Scheme(choice.value)
        self._wishes = portal.wishes()
        plain = self._wishes.scheme or _hinted_scheme()
        # Qt's own hint of contrast isn't asked: PySide 6.11 hands it to Python, which then deletes what is Qt's.
        return plain.in_contrast if self._wishes.contrast else plain

    @Slot(QScreen)
    def _on_screen_added(self, screen: QScreen) -> None:
        screen.logicalDotsPerInchChanged.connect(self._on_scales_changed)
        self._on_scales_changed()

    @Slot()
    def _on_scales_changed(self) -> None:
        scales = screen_scales()
        if scales != self._scales:
            self._scales = scales
            self.changed.emit()

    def _put_on(self) -> None:
        dark = self._tokens.scheme.is_dark
        self._app.styleHints().setColorScheme(Qt.ColorScheme.Dark if dark else Qt.ColorScheme.Light)
        # Changing from sheet to sheet, Qt works out each widget's style for both: that took three to six times as long.
        self._app.setStyleSheet("")
        self._app.setPalette(palette(self._tokens))
        self._app.setStyleSheet(style_sheet(self._tokens, self._icons))


def _hinted_scheme() -> Scheme:
    hinted = QApplication.styleHints().colorScheme()
    return Scheme.DARK if hinted is Qt.ColorScheme.Dark else Scheme.LIGHT


def restyle(widget: QWidget) -> None:
    """Make a widget look again at its dynamic properties, after one of them changed."""
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    widget.update()
