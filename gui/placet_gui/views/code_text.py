"""A piece of an agent's code, whole and exact, under its name and the digest of its bytes."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout

from placet.api.views import CodeRow
from placet_gui.names import Name, name_widget
from placet_gui.theme.fonts import mono, sans
from placet_gui.theme.style import Theme
from placet_gui.views.argument_exact import ExactView
from placet_gui.views.argument_text import ExactLabel
from placet_gui.words import translate


class CodeText(QFrame):
    """The source that a call would run. Nothing of it is left out, coloured or interpreted.

    Signals:
        read_through: all of it has been in view.
    """

    def __init__(self, theme: Theme, code: CodeRow) -> None:
        super().__init__()
        self._text = ExactView(theme, Name.CODE_VIEW, self.tr("The code that would run"))
        self._text.show_text(code.shown_text)
        self.read_through = self._text.read_through
        path = ExactLabel(theme, mono(theme.tokens.size("text_px")))
        path.setText(code.shown_path)
        path.setAccessibleName(code.shown_path)
        authority = (
            self.tr("Authorized: these very bytes may call restricted tools and decide.")
            if code.authorized
            else self.tr("Not authorized: it is refused what needs authority.")
        )
        about = ExactLabel(theme, sans(theme.tokens.size("small_px")), "text_muted")
        about.setText(authority)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(path)
        column.addWidget(about)
        column.addWidget(file_digest(theme, code.sha256))
        column.addWidget(self._text, 1)


def file_digest(theme: Theme, sha256: str) -> ExactLabel:
    """The digest of a file's bytes, whole, in groups that eyes can compare."""
    label = ExactLabel(theme, mono(theme.tokens.size("small_px")), "text_muted")
    show_digest(label, sha256)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def show_digest(label: ExactLabel, sha256: str) -> None:
    """Show another digest in a label of `file_digest`."""
    words = translate("CodeText", "SHA-256 {0}").format(
        " ".join(sha256[at : at + 8] for at in range(0, len(sha256), 8))
    )
    label.setText(words)
    name_widget(label, Name.CODE_DIGEST, words)
