"""What the makers of accounts and of channels share: a kind, a name, the fields of that kind, and a button."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from placet_gui.names import plain_label
from placet_gui.texts import word
from placet_gui.views.definition_form import DefinitionForm
from placet_gui.views.pointing import point_at


class KeptMaker(QFrame):
    """Asks for what a new one of one kind needs. What fits is the engine's to say; what comes of it makes the definition.

    Signals:
        kind_changed: it asks for one of another kind.
    """

    kind_changed = Signal()

    def __init__(
        self, heading: str, kinds: Iterable[str], words: Mapping[str, str], form: DefinitionForm
    ) -> None:
        super().__init__()
        self.setProperty("divided", True)
        self._heading, self._form = plain_label(heading, "heading"), form
        self._kind, self._name, self._add = QComboBox(), QLineEdit(), QPushButton()
        for kind in kinds:
            self._kind.addItem(word(words, kind), kind)
        self._kind.currentIndexChanged.connect(self._on_kind_changed)
        self._on_kind_changed()

    @property
    def kind(self) -> str:
        """The kind that is asked for."""
        return str(self._kind.currentData())

    def clear(self) -> None:
        """Empty every field: what was written is written, and secrets stay nowhere."""
        self._name.clear()
        self._form.clear()

    def point_at(self, field: str) -> None:
        """Mark the field that something was refused for, and put the keyboard there; another name: mark none."""
        point_at({"kind": self._kind, "name": self._name, **self._form.editors(self.kind)}, field)

    def lay_out(self, *more: QWidget) -> None:
        """Put it together, with what else is asked below the fields. To be called once."""
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._kind, 1)
        head.addWidget(self._name, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 12)
        column.setSpacing(8)
        column.addWidget(self._heading)
        column.addLayout(head)
        for part in (self._form, *more):
            column.addWidget(part)
        column.addWidget(self._add, 0, Qt.AlignmentFlag.AlignRight)

    @Slot()
    def _on_kind_changed(self) -> None:
        self._form.show_kind(self.kind)
        self.kind_changed.emit()
