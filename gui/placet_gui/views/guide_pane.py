"""One guided workflow before it is begun: what it may be given, what has to be proven, what it may do, what it lacks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QComboBox, QFormLayout, QFrame, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from placet.api import showable
from placet.api.guides import GuideField, GuideRow
from placet_gui.names import name_widget, plain_label
from placet_gui.theme.style import Theme
from placet_gui.views.record_view import Callout
from placet_gui.words import noop, translate

FIELDS: Final[Mapping[str, str]] = {
    "path": noop("guides", "File"),
    "text": noop("guides", "About"),
    "account": noop("guides", "Mail account"),
    "calendar": noop("guides", "Calendar"),
    "message": noop("guides", "Which mail"),
}
HINTS: Final[Mapping[str, str]] = {
    "report.path": noop("guides", "A path in the agent's folder"),
    "report.text": noop("guides", "What the report is about; may stay empty"),
    "answer_mail.message": noop("guides", "Its words or Message-ID; empty: the newest"),
    "today.path": noop("guides", "Empty: named after the day"),
}
DEMANDS: Final[Mapping[str, str]] = {
    "mail_search": noop("guides", "The inbox was searched."),
    "mail_read": noop("guides", "A mail was read."),
    "mail_draft": noop("guides", "One draft lies in the mailbox, with these recipients and this text."),
    "calendar_list": noop("guides", "The calendar was looked at."),
    "fs_write": noop("guides", "The file is on the disk, with these bytes."),
}
UNLESS_EMPTY: Final = noop("guides", "A mail was read, unless the inbox shows that none came.")
LIMITS: Final[Mapping[str, str]] = {
    "mail_search": noop("guides", "searches of the inbox: {0}"),
    "mail_read": noop("guides", "mails read: {0}"),
    "mail_draft": noop("guides", "drafts saved: {0}"),
    "calendar_list": noop("guides", "looks at the calendar: {0}"),
    "fs_write": noop("guides", "files written: {0}"),
}
NO_ACCOUNT: Final[Mapping[str, str]] = {
    "imap": noop("guides", "There is no mail account yet. Add one under Accounts."),
    "caldav": noop("guides", "There is no calendar account yet. Add one under Accounts."),
}
_LABEL_PX: Final = 104
_LINE_LABEL_PX: Final = 32
_TEXT_LABEL_PX: Final = 40
"""How high labels are, so that their words stand on one line with those in the field."""
_LONG_CHARS: Final = 2_000
"""A field for more than this has several lines."""


class GuidePane(QFrame):
    """The fields of one guided workflow, and what is to be known of it. What may be begun is the engine's to say."""

    def __init__(self, theme: Theme, row: GuideRow, agent: str) -> None:
        super().__init__()
        self._row = row
        self._editors: dict[str, QLineEdit | QPlainTextEdit | QComboBox] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        why = list(_lacks(row, agent))
        if why:
            lacks = Callout(theme, f"workflow_{row.name}_lacks", icon="triangle-alert", tone="held")
            column.addWidget(lacks)
            lacks.show_text("\n".join(why))
        column.addLayout(self._form())
        self._explain(
            column, translate("guides", "What has to be proven"), "\n".join(_demands(row)), "demands"
        )
        self._explain(
            column, translate("guides", "What it may do for one goal, at most"), _limits(row), "limits"
        )

    @property
    def name(self) -> str:
        """Which workflow it is."""
        return self._row.name

    @property
    def can_start(self) -> bool:
        """Whether the engine would begin it."""
        return self._row.can_start

    def values(self) -> dict[str, str | None]:
        """What stands in the fields; None for what is left to the workflow."""
        return {name: _value(editor) or None for name, editor in self._editors.items()}

    def take_over(self, before: GuidePane) -> None:
        """Have in the fields what was written or chosen in them before."""
        for name, value in before.values().items():
            editor = self._editors.get(name)
            if isinstance(editor, QComboBox):
                at = editor.findData(value)
                if at >= 0 and self._may_name(name, value):
                    editor.setCurrentIndex(at)
            elif isinstance(editor, QPlainTextEdit):
                editor.setPlainText(value or "")
            elif editor is not None:
                editor.setText(value or "")

    def _may_name(self, field_name: str, account: str | None) -> bool:
        field = next(it for it in self._row.fields if it.name == field_name)
        return any(it.may and it.name == account for it in field.accounts)

    def _form(self) -> QFormLayout:
        form = form_layout()
        for field in self._row.fields:
            editor = _choice(field) if field.account else _text(field, self._hint(field))
            words = translate("guides", FIELDS[field.name])
            name_widget(editor, f"workflow_{self._row.name}_{field.name}", words)
            editor.setEnabled(self._row.can_start)
            add_row(form, words, editor)
            self._editors[field.name] = editor
        return form

    def _hint(self, field: GuideField) -> str:
        key = f"{self._row.name}.{field.name}"
        return translate("guides", HINTS[key]) if key in HINTS else ""

    def _explain(self, column: QVBoxLayout, heading: str, text: str, what: str) -> None:
        inside = QVBoxLayout()
        inside.setSpacing(4)
        self._add(inside, heading, "caption")
        self._add(inside, text, "small", f"workflow_{self._row.name}_{what}")
        column.addLayout(inside)

    @staticmethod
    def _add(column: QVBoxLayout, text: str, role: str, name: str = "") -> None:
        label = plain_label(text, role)
        label.setWordWrap(True)
        if name:
            name_widget(label, name, text)
        column.addWidget(label)


def form_layout() -> QFormLayout:
    """A form as those of workflows are laid out."""
    form = QFormLayout()
    form.setHorizontalSpacing(16)
    form.setVerticalSpacing(12)
    form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
    return form


def add_row(form: QFormLayout, words: str, editor: QWidget) -> None:
    """Add an editor with its label. Labels are as wide in each of these forms, which stand one below the other."""
    label = plain_label(words)
    label.setBuddy(editor)
    label.setMinimumWidth(_LABEL_PX)
    label.setFixedHeight(_TEXT_LABEL_PX if isinstance(editor, QPlainTextEdit) else _LINE_LABEL_PX)
    if isinstance(editor, QComboBox):  # what a long name is cut to is told whole once it is chosen
        editor.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        editor.setMinimumContentsLength(20)
    form.addRow(label, editor)


def _text(field: GuideField, hint: str) -> QLineEdit | QPlainTextEdit:
    editor: QLineEdit | QPlainTextEdit
    if field.most_chars > _LONG_CHARS:
        editor = QPlainTextEdit()
        editor.setTabChangesFocus(True)
        editor.setFixedHeight(84)
    else:
        editor = QLineEdit(field.default or "")
        editor.setMaxLength(field.most_chars)
    editor.setPlaceholderText(hint)
    return editor


def _choice(field: GuideField) -> QComboBox:
    editor, items = QComboBox(), QStandardItemModel()
    for account in field.accounts:
        said = showable(f"{account.name}  ·  {account.identity}", single_line=True).text
        item = QStandardItem(
            said if account.may else translate("guides", "{0} (no leave for this)").format(said)
        )
        item.setData(account.name, Qt.ItemDataRole.UserRole)
        item.setEnabled(account.may)
        items.appendRow(item)
    items.setParent(editor)
    editor.setModel(items)
    editor.setPlaceholderText(translate("guides", "None"))
    editor.setCurrentIndex(next((at for at, it in enumerate(field.accounts) if it.may), -1))
    return editor


def _value(editor: QWidget) -> str:
    if isinstance(editor, QComboBox):
        return str(editor.currentData() or "")
    if isinstance(editor, QPlainTextEdit):
        return editor.toPlainText().strip()
    return editor.text().strip() if isinstance(editor, QLineEdit) else ""


def _lacks(row: GuideRow, agent: str) -> Iterable[str]:
    for field in row.fields:
        if field.name in row.lacks_accounts and field.account is not None:
            none = translate("guides", NO_ACCOUNT[field.account])
            yield none if not field.accounts else _no_leave(field, lambda it: translate("guides", it))
    if row.lacks_tools:
        text = translate("guides", "The agent {0} may not use {1}. Change that on the Agents page.")
        yield text.format(agent, ", ".join(row.lacks_tools))


def _no_leave(field: GuideField, tr: Callable[[str], str]) -> str:
    words = tr(noop("guides", "{0}: no account has leave for this, or its leave has run out."))
    return words.format(tr(FIELDS[field.name]))


def _demands(row: GuideRow) -> Iterable[str]:
    for demand in row.demands:
        yield translate("guides", UNLESS_EMPTY if demand.unless_empty else DEMANDS[demand.tool])


def _limits(row: GuideRow) -> str:
    said = "; ".join(translate("guides", LIMITS[tool]).format(most) for tool, most in row.limits.items())
    reaches = translate("guides", "It sends nothing, and reaches nothing else.")
    return f"{said[:1].upper()}{said[1:]}. {reaches}"
