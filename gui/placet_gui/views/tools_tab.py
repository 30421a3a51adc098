"""What an agent may call: each of its tools with the owner's words on it, changed here and saved all at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from placet.api.views import AgentRow, AgentToolRow, ToolRow
from placet_gui.moments import duration_text
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.said import said
from placet_gui.texts import EFFECTS, TOOL_FLAGS, TOOL_FLAGS_MEAN, word
from placet_gui.theme.style import Theme
from placet_gui.views.column_area import ColumnArea
from placet_gui.views.record_view import Callout

_FLAGS: Final = ("enabled", "visible", "restricted", "locked")
_SECOND_MS: Final = 1000


class ToolsTab(QWidget):
    """The table, and a bar at its foot while something is changed and not saved.

    Signals:
        change_asked(AgentRow, list[dict]): the owner wants these changes of the agent's tools.
    """

    change_asked = Signal(object, object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._row: AgentRow | None = None
        self._known: Mapping[str, ToolRow] = {}
        self._shown: tuple[AgentToolRow, ...] = ()
        self._changes: dict[str, dict[str, Any]] = {}
        self._area = ColumnArea()
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._table = QWidget()
        self._trouble = Callout(theme)
        self._trouble.hide()
        self._new, self._add = QComboBox(), QPushButton(self.tr("Add the tool"))
        self._bar, self._words = QFrame(), plain_label("")
        self._save, self._drop = QPushButton(self.tr("Save")), QPushButton(self.tr("Discard"))
        self._name_all()
        self._lay_out()
        self._add.clicked.connect(self._on_add_clicked)
        self._save.clicked.connect(self._on_save_clicked)
        self._drop.clicked.connect(self.forget)

    def know(self, tools: Sequence[ToolRow]) -> None:
        """Learn which tools there are."""
        self._known = {tool.name: tool for tool in tools}

    def show_agent(self, row: AgentRow) -> None:
        """Show this agent's tools as they are now. What was changed here and not saved stays, for the same agent."""
        other = self._row is None or self._row.id != row.id
        self._row = row
        if other:
            self._changes = {}
            self._trouble.show_text("")
        if other or row.tools != self._shown:
            self._rebuild()

    @Slot()
    def forget(self) -> None:
        """Drop what was changed and not saved."""
        self._changes = {}
        self._trouble.show_text("")
        self._rebuild()

    def refuse(self, why: str) -> None:
        """Say why the changes weren't saved; they stay."""
        self._save.setEnabled(True)
        self._trouble.show_text(why)

    def _name_all(self) -> None:
        name_widget(self, Name.TOOLS_TAB, self.tr("Tools"))
        name_widget(self._new, Name.TOOLS_NEW, self.tr("Which tool to add"))
        name_widget(self._add, Name.TOOLS_ADD, self._add.text())
        name_widget(self._save, Name.TOOLS_SAVE, self.tr("Save the changes of the tools"))
        name_widget(self._drop, Name.TOOLS_DROP, self.tr("Discard the changes of the tools"))
        self._save.setProperty("role", "primary")
        self._words.setWordWrap(True)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._area, 1)
        column.addWidget(self._laid_out_bar())
        inside = QWidget()
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(24, 16, 24, 16)
        self._column.setSpacing(12)
        adding = QHBoxLayout()
        adding.setSpacing(8)
        adding.addWidget(self._new)
        adding.addWidget(self._add)
        adding.addStretch(1)
        self._column.addWidget(self._trouble)
        self._column.addWidget(self._table)
        self._column.addLayout(adding)
        self._column.addStretch(1)
        self._area.hold(inside, self._column)

    def _laid_out_bar(self) -> QFrame:
        self._bar.setProperty("area", "foot")
        row = QHBoxLayout(self._bar)
        row.setContentsMargins(24, 12, 24, 12)
        row.setSpacing(8)
        row.addWidget(self._words, 1)
        row.addWidget(self._drop)
        row.addWidget(self._save)
        self._bar.hide()
        return self._bar

    def _rebuild(self) -> None:
        """Put the rows up anew."""
        self._shown = () if self._row is None else self._row.tools
        before, self._table = self._table, QWidget()
        self._table.setLayout(self._grid())
        self._column.replaceWidget(before, self._table)
        before.hide()
        before.deleteLater()
        self._table.show()
        self._offer()
        self._say_changes()

    def _grid(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(6)
        for column, title in enumerate((self.tr("Tool"), *(word(TOOL_FLAGS, it) for it in _FLAGS))):
            head = plain_label(title, "caption")
            head.setToolTip("" if column == 0 else word(TOOL_FLAGS_MEAN, _FLAGS[column - 1]))
            grid.addWidget(head, 0, column)
        grid.addWidget(plain_label(self.tr("What it does"), "caption"), 0, len(_FLAGS) + 1)
        grid.setColumnStretch(len(_FLAGS) + 1, 1)
        rows = [*self._shown, *self._added()]
        for number, tool in enumerate(rows, start=1):
            self._put_row(grid, number, tool)
        if not rows:
            grid.addWidget(plain_label(self.tr("No tools: this agent can only talk."), "muted"), 1, 0, 1, -1)
        return grid

    def _added(self) -> list[AgentToolRow]:
        there = {tool.name for tool in self._shown}
        return [
            AgentToolRow(
                name=name,
                enabled=True,
                visible=True,
                restricted=bool(change["restricted"]),
                locked=False,
                deadline_s=None,
                only=None,
            )
            for name, change in self._changes.items()
            if name not in there
        ]

    def _put_row(self, grid: QGridLayout, number: int, tool: AgentToolRow) -> None:
        name = plain_label(tool.name, "mono")
        name.setToolTip(self._summary(tool.name))
        grid.addWidget(name, number, 0)
        for column, flag in enumerate(_FLAGS, start=1):
            box = _Flag(tool.name, flag, bool(self._value(tool, flag)))
            box.switched.connect(self._on_flag_switched)
            grid.addWidget(box, number, column)
        about = plain_label(self._about(tool), "small")
        about.setWordWrap(True)
        grid.addWidget(about, number, len(_FLAGS) + 1)

    def _value(self, tool: AgentToolRow, flag: str) -> Any:
        return self._changes.get(tool.name, {}).get(flag, getattr(tool, flag))

    def _summary(self, name: str) -> str:
        return said(self._known[name].summary) if name in self._known else ""

    def _about(self, tool: AgentToolRow) -> str:
        known = self._known.get(tool.name)
        parts = [self.tr("of an MCP server") if known is None else word(EFFECTS, known.effect)]
        if tool.deadline_s is not None:
            parts.append(self.tr("waits at most {0}").format(duration_text(tool.deadline_s * _SECOND_MS)))
        if tool.only:
            parts.append(self.tr("only certain {0}").format(", ".join(tool.only)))
        return "  ·  ".join(parts)

    def _offer(self) -> None:
        """Offer the tools that the agent doesn't have."""
        there = {tool.name for tool in self._shown} | set(self._changes)
        self._new.clear()
        self._new.addItems(sorted(set(self._known) - there))
        self._add.setEnabled(self._new.count() > 0)

    def _say_changes(self) -> None:
        self._bar.setVisible(bool(self._changes))
        self._save.setEnabled(True)
        count = len(self._changes)
        words = [self.tr("%Ln tools are changed.", "", count)]
        free = sorted(name for name in self._changes if self._is_freed(name))
        if free:
            words.append(self.tr("Without asking you from now on: {0}.").format(", ".join(free)))
        self._words.setText(" ".join(words))

    def _is_freed(self, name: str) -> bool:
        """Whether a tool that asked before would ask no more."""
        before = next((tool for tool in self._shown if tool.name == name), None)
        return self._changes[name].get("restricted") is False and (before is None or before.restricted)

    @Slot(str, str, bool)
    def _on_flag_switched(self, name: str, flag: str, value: bool) -> None:
        change = self._changes.setdefault(name, {})
        change[flag] = value
        before = next((tool for tool in self._shown if tool.name == name), None)
        if before is not None:
            self._changes[name] = {it: new for it, new in change.items() if getattr(before, it) != new}
            if not self._changes[name]:
                del self._changes[name]
        self._say_changes()

    @Slot()
    def _on_add_clicked(self) -> None:
        name = self._new.currentText()
        self._changes[name] = {"enabled": True, "restricted": self._known[name].restricted}
        self._rebuild()

    @Slot()
    def _on_save_clicked(self) -> None:
        self._save.setEnabled(False)
        self._trouble.show_text("")
        self.change_asked.emit(self._row, [{"name": name, **it} for name, it in self._changes.items()])


class _Flag(QCheckBox):
    """One word of the owner's on one tool.

    Signals:
        switched(str, str, bool): tool, flag, and what it is from now on.
    """

    switched = Signal(str, str, bool)

    def __init__(self, tool: str, flag: str, value: bool) -> None:
        super().__init__()
        self._tool, self._flag = tool, flag
        self.setChecked(value)
        name_widget(
            self, f"tool_{flag}_of_{tool}", f"{tool}: {word(TOOL_FLAGS, flag)}", word(TOOL_FLAGS_MEAN, flag)
        )
        self.setToolTip(word(TOOL_FLAGS_MEAN, flag))
        self.toggled.connect(self._on_toggled)

    @Slot(bool)
    def _on_toggled(self, value: bool) -> None:
        self.switched.emit(self._tool, self._flag, value)
