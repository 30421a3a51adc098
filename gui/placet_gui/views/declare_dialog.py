"""Declaring an agent: a form for the usual, or the declaration's TOML text for everything."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from placet.api import PlacetError
from placet.api.views import AgentRow, ToolRow
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.said import said
from placet_gui.said.refusals import field_of
from placet_gui.said.toml_text import why_no_toml
from placet_gui.texts import EFFECTS, word
from placet_gui.theme.style import Theme
from placet_gui.views.form_dialog import FormDialog
from placet_gui.views.pointing import point_at
from placet_gui.views.record_view import Callout

_TOML = """\
name = "clerk"
folder = "~/clerk"
model = { backend = "embedded" }

[[tools]]
name = "fs_write"
enabled = true
restricted = true
"""


class DeclareDialog(FormDialog):
    """Collects a declaration. Closing it declares nothing; the engine checks what it says.

    Signals:
        declaration_made(dict): the owner wants this declared; answered by `on_declared` or `on_refused`.
        declared(AgentRow): it was declared.
    """

    declaration_made = Signal(object)
    declared = Signal(object)

    def __init__(
        self, tools: Sequence[ToolRow], backends: Sequence[str], theme: Theme, parent: QWidget
    ) -> None:
        super().__init__(parent)
        name_widget(self, Name.DECLARE_DIALOG, self.tr("Declare an agent"))
        self.setWindowTitle(self.tr("Declare an agent"))
        self.resize(640, 560)
        self._form = _Form(tools, backends)
        self._toml = QPlainTextEdit(_TOML)
        self._toml.setProperty("role", "mono")
        self._toml.setTabChangesFocus(True)
        name_widget(self._toml, Name.DECLARE_TOML, self.tr("Declaration as TOML"))
        self._error = Callout(theme)
        self._error.hide()
        self._ok = QPushButton(self.tr("Declare"))
        self._ok.setProperty("role", "primary")
        self._cancel = QPushButton(self.tr("Cancel"))
        name_widget(self._ok, Name.DECLARE_OK, self.tr("Declare the agent"))
        name_widget(self._cancel, Name.DECLARE_CANCEL, self._cancel.text())
        self._ok.clicked.connect(self._on_ok_clicked)
        self._cancel.clicked.connect(self.reject)
        self._lay_out()
        self._form.setFocus()

    def on_declared(self, row: AgentRow) -> None:
        """The engine took the declaration."""
        self.declared.emit(row)
        self.accept()

    def on_refused(self, error: PlacetError) -> None:
        """The engine refused it; the dialog stays open and says why and where."""
        words, pointer = said(error.message), getattr(error, "pointer", None) or ""
        is_told = any(f"{before}{field_of(error)}{after}" in words for before, after in ("“”", "„“"))
        self._complain(f"{words} ({pointer})" if pointer and not is_told else words)
        if self._tabs.currentIndex() == 0:
            self._form.point_at(pointer)

    def _lay_out(self) -> None:
        self._tabs = QTabWidget()
        self._tabs.setDocumentMode(True)
        name_widget(self._tabs, Name.DECLARE_TABS, self.tr("Ways to declare"))
        text = QWidget()
        inside = QVBoxLayout(text)
        inside.setContentsMargins(0, 16, 0, 0)
        inside.addWidget(self._toml)
        self._tabs.addTab(self._form, self.tr("Form"))
        self._tabs.addTab(text, self.tr("TOML text"))
        self._tabs.currentChanged.connect(self._error.hide)  # it was about the other way
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        buttons.addWidget(self._cancel)
        buttons.addWidget(self._ok)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(12)
        column.addWidget(self._tabs, 1)
        column.addWidget(self._error)
        column.addLayout(buttons)

    def _complain(self, sentence: str) -> None:
        self._ok.setEnabled(True)
        self._error.show_text(sentence)

    @Slot()
    def _on_ok_clicked(self) -> None:
        self._error.hide()
        self._form.point_at("")
        if self._tabs.currentIndex() == 0:
            declaration = self._form.declaration()
        else:
            try:
                declaration = tomllib.loads(self._toml.toPlainText())
            except tomllib.TOMLDecodeError as error:
                self._complain(self.tr("That isn't TOML: {0}.").format(why_no_toml(error)))
                return
        self._ok.setEnabled(False)
        self.declaration_made.emit(declaration)


class _Form(QWidget):
    """The usual questions."""

    def __init__(self, tools: Sequence[ToolRow], backends: Sequence[str]) -> None:
        super().__init__()
        self._name = QLineEdit()
        self._name.setPlaceholderText(self.tr("Small letters, figures, - and _"))
        self._folder = QLineEdit()
        self._folder.setPlaceholderText(self.tr("The folder that holds its files"))
        self._browse = QPushButton(self.tr("Choose…"))
        self._backend = QComboBox()
        self._backend.addItem(self.tr("No model: it only calls over HTTP"), None)
        for backend in backends:
            self._backend.addItem(backend, backend)
        self._model = QLineEdit()
        self._model.setPlaceholderText(self.tr("The backend's first"))
        self._tool_first = QCheckBox(self.tr("Must use a tool before it answers (for small models)"))
        self._tools = [_ToolLine(tool) for tool in tools]
        self._name_all()
        self._lay_out()

    def declaration(self) -> dict[str, Any]:
        """What the form says, in the shape of a declaration."""
        made: dict[str, Any] = {
            "name": self._name.text().strip(),
            "folder": self._folder.text().strip(),
            "tools": [line.entry() for line in self._tools if line.is_on()],
        }
        if self._backend.currentData() is not None:
            made["model"] = {"backend": self._backend.currentData()}
            if self._model.text().strip():
                made["model"]["name"] = self._model.text().strip()
            if self._tool_first.isChecked():
                made["policy"] = {"required_tool_first": True}
        return made

    def point_at(self, pointer: str) -> None:
        """Mark the field that something was refused for, and put the keyboard there; another place: mark none."""
        point_at(
            {
                "/name": self._name,
                "/folder": self._folder,
                "/model/backend": self._backend,
                "/model/name": self._model,
            },
            pointer,
        )

    def _name_all(self) -> None:
        name_widget(self._name, Name.DECLARE_NAME, self.tr("Name"))
        name_widget(self._folder, Name.DECLARE_FOLDER, self.tr("Folder"))
        name_widget(self._browse, Name.DECLARE_BROWSE, self.tr("Choose a folder"))
        name_widget(self._backend, Name.DECLARE_BACKEND, self.tr("Model backend"))
        name_widget(self._model, Name.DECLARE_MODEL, self.tr("Model"))
        name_widget(self._tool_first, Name.DECLARE_TOOL_FIRST, self._tool_first.text())
        self._browse.clicked.connect(self._on_browse_clicked)

    def _lay_out(self) -> None:
        folder = QHBoxLayout()
        folder.setSpacing(8)
        folder.addWidget(self._folder, 1)
        folder.addWidget(self._browse)
        form = QFormLayout(self)
        form.setContentsMargins(0, 16, 0, 0)
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(12)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.addRow(_named(self.tr("Name"), self._name), self._name)
        form.addRow(_named(self.tr("Folder"), self._folder), folder)
        form.addRow(_named(self.tr("Backend"), self._backend), self._backend)
        form.addRow(_named(self.tr("Model"), self._model), self._model)
        form.addRow(plain_label(""), self._tool_first)
        form.addRow(plain_label(self.tr("Tools")), self._tool_lines())
        self.setFocusProxy(self._name)

    def _tool_lines(self) -> QWidget:
        lines = QWidget()
        grid = QGridLayout(lines)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(2, 1)
        for number, line in enumerate(self._tools):
            grid.addWidget(line.enabled, number, 0)
            grid.addWidget(line.restricted, number, 1)
            grid.addWidget(line.about, number, 2)
        grid.setRowStretch(len(self._tools), 1)
        area = QScrollArea()
        area.setAccessibleName(self.tr("Tools"))
        area.setWidgetResizable(True)
        area.setWidget(lines)
        area.setAlignment(Qt.AlignmentFlag.AlignTop)
        return area

    @Slot()
    def _on_browse_clicked(self) -> None:
        chooser = QFileDialog(self, self.tr("The agent's folder"))
        chooser.setFileMode(QFileDialog.FileMode.Directory)
        chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chooser.fileSelected.connect(self._folder.setText)
        chooser.open()


def _named(words: str, editor: QWidget) -> QLabel:
    """A field's name, as high as the field: only so the form sets both on one line."""
    label = plain_label(words)
    label.setMinimumHeight(editor.sizeHint().height())
    label.setBuddy(editor)
    return label


class _ToolLine(QWidget):
    """One tool: whether the agent may use it, and whether each use needs a yes."""

    def __init__(self, tool: ToolRow) -> None:
        super().__init__()
        self._tool = tool
        self.enabled = QCheckBox(tool.name)
        self.restricted = QCheckBox(self.tr("needs my yes"))
        self.about = plain_label(word(EFFECTS, tool.effect), "muted")
        self.about.setToolTip(tool.summary)
        self.restricted.setChecked(tool.restricted)
        self.restricted.setEnabled(False)
        self.enabled.toggled.connect(self.restricted.setEnabled)
        name_widget(self.enabled, f"tool_enabled_{tool.name}", self.tr("May use {0}").format(tool.name))
        name_widget(
            self.restricted, f"tool_restricted_{tool.name}", self.tr("{0} needs my yes").format(tool.name)
        )

    def is_on(self) -> bool:
        """Whether the agent may use it."""
        return self.enabled.isChecked()

    def entry(self) -> dict[str, Any]:
        """The tool's entry of the declaration."""
        return {"name": self._tool.name, "enabled": True, "restricted": self.restricted.isChecked()}
