"""The fields of what is declared by its kind: a grid for each kind, of which the chosen one is in sight."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QFrame, QGridLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from placet_gui.names import name_widget, plain_label
from placet_gui.texts import word

NAMES_GAP_PX = 16
"""Between the names of the fields and the fields."""
_SECURITY = "security"


class DefinitionForm(QFrame):
    """Editors for the fields of each kind, which begin below each other, at `names_px` and a gap.

    What fits is the engine's to say.
    """

    def __init__(
        self,
        what: str,
        fields: Mapping[str, Sequence[str]],
        words: Mapping[str, str],
        *,
        secret: Collection[str],
        securities: Sequence[str],
    ) -> None:
        """`what` begins the editors' names, `words` say what each field is, and `secret` ones are hidden while typed."""
        super().__init__()
        self._what, self._fields, self._words = what, fields, words
        self._secret, self._securities = secret, securities
        self._editors: dict[tuple[str, str], QLineEdit | QComboBox] = {}
        self._labels: list[QLabel] = []
        self._grids = {kind: self._grid(kind) for kind in fields}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for grid in self._grids.values():
            column.addWidget(grid)
        self.names_px = max(it.sizeHint().width() for it in self._labels)
        for label in self._labels:
            label.setMinimumWidth(self.names_px)

    def show_kind(self, kind: str) -> None:
        """Bring the fields of this kind into sight, and no others."""
        for each, grid in self._grids.items():
            grid.setVisible(each == kind)

    def clear(self) -> None:
        """Empty every field that was typed into."""
        for editor in self._editors.values():
            if isinstance(editor, QLineEdit):
                editor.clear()

    def fill(self, kind: str, values: Mapping[str, Any]) -> None:
        """Put these into the fields of this kind; those that nothing is said of are emptied."""
        for field in self._fields[kind]:
            editor, value = self._editors[kind, field], str(values.get(field, ""))
            if isinstance(editor, QLineEdit):
                editor.setText(value)
            else:
                editor.setCurrentIndex(max(0, editor.findData(value)))

    def begin(self, kind: str) -> None:
        """Put the keyboard into the first field of this kind."""
        first = self._editors[kind, self._fields[kind][0]]
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def editors(self, kind: str) -> dict[str, QLineEdit | QComboBox]:
        """The editors of this kind's fields, by the fields' names."""
        return {field: self._editors[kind, field] for field in self._fields[kind]}

    def values(self, kind: str) -> dict[str, Any]:
        """What stands in the fields of this kind, without the empty ones.

        A port is a number; one that is none goes as it was typed, and comes back with the reason.
        """
        told: dict[str, Any] = {}
        for field in self._fields[kind]:
            editor = self._editors[kind, field]
            text = editor.text() if isinstance(editor, QLineEdit) else str(editor.currentData())
            if text:
                plain = field == "port" and text.isascii() and text.isdecimal()
                told[field] = int(text) if plain else text
        return told

    def _grid(self, kind: str) -> QWidget:
        frame = QFrame()
        grid = QGridLayout(frame)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(NAMES_GAP_PX)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        for row, field in enumerate(self._fields[kind]):
            says = word(self._words, field)
            editor = self._choice() if field == _SECURITY else self._line(field)
            name_widget(editor, f"{self._what}_{kind}_{field}", says)
            label = plain_label(says)
            label.ensurePolished()
            label.setBuddy(editor)
            self._labels.append(label)
            grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignLeft)
            grid.addWidget(editor, row, 1)
            self._editors[kind, field] = editor
        return frame

    def _line(self, field: str) -> QLineEdit:
        editor = QLineEdit()
        if field in self._secret:
            editor.setEchoMode(QLineEdit.EchoMode.Password)
        return editor

    def _choice(self) -> QComboBox:
        editor = QComboBox()
        for security in self._securities:
            editor.addItem(word(self._words, f"{_SECURITY}_{security or 'default'}"), security)
        return editor
