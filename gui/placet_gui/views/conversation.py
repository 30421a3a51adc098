"""A conversation with an agent: messages as plain text, the draft being written, a place to talk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent, QTextOption, QWheelEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from placet.api import Role
from placet.api.views import MessageRow, SecretRow
from placet_gui.moments import exact_text
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.texts import AUTHORS, ROLES, word
from placet_gui.theme.fonts import mono, sans
from placet_gui.theme.style import Theme
from placet_gui.views.column_area import ColumnArea
from placet_gui.views.page import IconLabel
from placet_gui.views.secret_note import SecretNote
from placet_gui.words import number_text

SHOWN_MESSAGES: Final = 200
_LONGEST_TOOL_TEXT: Final = 1_200
_WIDEST_PX = 720
_NEAR_END_PX = 48
_INSET_PX = 12
_NARROWEST_PX = 160
_WITH_SECRETS_PX = 480
_MEASURED_LINES = 100
_MEASURED_CHARS = 200
_AFTER_MESSAGES = 3  # the word for no messages, the draft, and the stretch stand below the messages


class ConversationView(ColumnArea):
    """The messages, oldest first. It follows the newest unless the owner scrolled away from the end.

    Signals:
        task_asked(str): the owner wants to see the task of a tool's message.
    """

    task_asked = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        name_widget(self, Name.CONVERSATION_VIEW, self.tr("Conversation"))
        self._rows: list[MessageRow] = []
        self._first = 0  # the first message that is shown
        self._at_end = True
        self._is_read = False
        inside = QWidget()
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(24, 16, 24, 16)
        self._column.setSpacing(12)
        self._earlier = QPushButton(self.tr("Show earlier messages"))
        self._earlier.setProperty("role", "ghost")
        name_widget(self._earlier, Name.EARLIER_MESSAGES, self._earlier.text())
        self._earlier.clicked.connect(self._on_earlier_clicked)
        self._column.addWidget(self._earlier, 0, Qt.AlignmentFlag.AlignHCenter)
        self._draft = _Bubble(theme, "assistant", "", "")
        self._nothing = plain_label(self.tr("Nothing has been said yet."), "muted")
        self._nothing.setContentsMargins(0, 96, 0, 0)
        self._column.addWidget(self._nothing, 0, Qt.AlignmentFlag.AlignHCenter)
        self._column.addWidget(self._draft)
        self._column.addStretch(1)
        self.hold(inside, self._column)
        self.clear()
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._on_bar_value_changed)
        bar.rangeChanged.connect(self._on_bar_range_changed)

    def clear(self) -> None:
        """Show nothing, not even that there is nothing: what is in it isn't read yet."""
        self._rows = []
        self._is_read = False
        self._first = 0
        self._at_end = True
        for number in reversed(range(1, self._column.count() - _AFTER_MESSAGES)):
            self._drop(number)
        self._earlier.hide()
        self._draft.hide()
        self._nothing.hide()

    def add(self, rows: Sequence[MessageRow]) -> None:
        """Add messages at the end; none at all says that there are none."""
        self._is_read = True
        rows = [row for row in rows if row.shown_text]  # a turn that only called a tool says nothing itself
        if not self._rows and len(rows) > SHOWN_MESSAGES:
            self._first = len(rows) - SHOWN_MESSAGES
        start = len(self._rows)
        self._rows.extend(rows)
        for row in self._rows[max(start, self._first) :]:
            self._column.insertWidget(self._column.count() - _AFTER_MESSAGES, self._bubble(row))
        self._nothing.setVisible(not self._rows and self._draft.isHidden())
        self._earlier.setVisible(self._first > 0)

    @Slot(str)
    def show_draft(self, text: str) -> None:
        """Show what the model has written so far; nothing when it is empty."""
        self._draft.set_text(text)
        self._draft.setVisible(bool(text))
        self._nothing.setVisible(self._is_read and not self._rows and not text)

    def _bubble(self, row: MessageRow) -> QWidget:
        text = row.shown_text
        if row.role == Role.TOOL and len(text) > _LONGEST_TOOL_TEXT:
            left_out = len(text) - _LONGEST_TOOL_TEXT
            text = self.tr("{0}\n… {1} more characters, in the task").format(
                text[:_LONGEST_TOOL_TEXT], number_text(left_out)
            )
        bubble = _Bubble(self._theme, row.author or row.role, text, exact_text(row.at_ms), row.task_id)
        bubble.tell_masked(row.secrets)
        bubble.task_asked.connect(self.task_asked)
        bubble.limit(self.viewport().width())
        return bubble

    def _drop(self, number: int) -> None:
        item = self._column.takeAt(number)
        if item is not None and (widget := item.widget()) is not None:
            widget.hide()  # at once: what is deleted later would still be seen until then
            widget.deleteLater()

    @Slot()
    def _on_earlier_clicked(self) -> None:
        bar = self.verticalScrollBar()
        from_end = bar.maximum() - bar.value()
        self._at_end = False
        before, self._first = self._first, max(0, self._first - SHOWN_MESSAGES)
        for offset, row in enumerate(self._rows[self._first : before]):
            self._column.insertWidget(1 + offset, self._bubble(row))
        self._earlier.setVisible(self._first > 0)
        QTimer.singleShot(0, self, lambda: bar.setValue(bar.maximum() - from_end))

    @Slot(int)
    def _on_bar_value_changed(self, value: int) -> None:
        self._at_end = value >= self.verticalScrollBar().maximum() - _NEAR_END_PX

    @Slot()
    def _on_bar_range_changed(self) -> None:
        if self._at_end:
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for number in range(1, self._column.count() - 1):
            item = self._column.itemAt(number)
            widget = item.widget() if item is not None else None
            if isinstance(widget, _Bubble):
                widget.limit(self.viewport().width())


class _Bubble(QWidget):
    """One message. Whatever it says stays plain text.

    Signals:
        task_asked(str): the owner wants to see the task that the message is about.
    """

    task_asked = Signal(str)

    def __init__(self, theme: Theme, role: str, text: str, at: str, task_id: str | None = None) -> None:
        super().__init__()
        self._mine = role == Role.OWNER
        self._frame = QFrame()
        self._frame.setProperty("area" if role == Role.ASSISTANT else "tone", _AREAS.get(role, "neutral"))
        self._theme = theme
        self._inside = QVBoxLayout(self._frame)
        self._limit_px, self._least_px = _WIDEST_PX, _NARROWEST_PX
        self._task_id = task_id
        self._who = word(AUTHORS if role in AUTHORS else ROLES, role)
        self._text = MessageText(theme, exact=role == Role.TOOL)
        self._lay_out(theme, role, at)
        self.set_text(text)

    def set_text(self, text: str) -> None:
        """Say something else."""
        self._text.show_text(text, f"{self._who}: {text}")
        self.setAccessibleName(f"{self._who}: {text}")
        self._fit()

    def tell_masked(self, found: tuple[SecretRow, ...]) -> None:
        """Say which tokens are masked in it, and offer to see them for as long as a button is held (rule 9)."""
        if found:
            self._least_px = _WITH_SECRETS_PX
            self._inside.insertWidget(1, SecretNote(self._theme, found))
            self._fit()

    def limit(self, width_px: int) -> None:
        """Stay narrow enough to be read, in a view of this width."""
        self._limit_px = min(_WIDEST_PX, max(240, width_px - 112))
        self._fit()

    def _fit(self) -> None:
        wish_px = self._text.natural_width_px() + 2 * _INSET_PX
        self._frame.setFixedWidth(min(self._limit_px, max(self._least_px, wish_px)))

    def _lay_out(self, theme: Theme, role: str, at: str) -> None:
        head = QHBoxLayout()
        head.setSpacing(6)
        head.addWidget(IconLabel(theme, _ICONS.get(role, "message-square"), "text_muted", 14))
        who = plain_label(self._who, "caption")
        who.setToolTip(at)
        head.addWidget(who)
        head.addStretch(1)
        if self._task_id is not None:
            head.addWidget(self._link(self._task_id))
        inside = self._inside
        inside.setContentsMargins(_INSET_PX, 8, _INSET_PX, 8)
        inside.setSpacing(4)
        inside.addLayout(head)
        inside.addWidget(self._text)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        if self._mine:
            row.addStretch(1)
        row.addWidget(self._frame)
        if not self._mine:
            row.addStretch(1)

    def _link(self, task_id: str) -> QWidget:
        link = QPushButton(self.tr("Open task"))
        link.setProperty("role", "link")
        name_widget(link, f"message_task_{task_id}", self.tr("Open the task of this message"))
        link.clicked.connect(self._on_link_clicked)
        return link

    @Slot()
    def _on_link_clicked(self) -> None:
        self.task_asked.emit(self._task_id)


class MessageText(QPlainTextEdit):
    """A message's text, plain, as high as it is long. It breaks anywhere, so nothing is cut off at the side."""

    def __init__(self, theme: Theme, *, exact: bool) -> None:
        super().__init__()
        self.setProperty("role", "message")
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFont((mono if exact else sans)(theme.tokens.size("text_px")))
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.document().setDocumentMargin(0)

    def show_text(self, text: str, spoken: str) -> None:
        """Show this text; `spoken` is what assistive tools say."""
        name_widget(self, Name.MESSAGE_TEXT, spoken)
        self.setPlainText(text)
        self._stand_up()

    def natural_width_px(self) -> int:
        """How wide the longest line would be if nothing broke it; no wider than it can get anyway."""
        lines = self.toPlainText().split("\n")[:_MEASURED_LINES]
        return max(self.fontMetrics().horizontalAdvance(line[:_MEASURED_CHARS]) for line in lines) + 8

    def _stand_up(self) -> None:
        """Be as high as the text is at this width."""
        height, block = 0.0, self.document().firstBlock()
        while block.isValid():
            height += self.blockBoundingRect(block).height()
            block = block.next()
        self.setFixedHeight(ceil(height) + 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._stand_up()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the conversation scrolls, not the message


_AREAS: Final[Mapping[str, str]] = {Role.OWNER: "accent", Role.ASSISTANT: "card", Role.TOOL: "neutral"}
_ICONS: Final[Mapping[str, str]] = {Role.OWNER: "user", Role.ASSISTANT: "bot", Role.TOOL: "wrench"}


class MessageInput(QPlainTextEdit):
    """Where the owner talks. Enter sends, Shift+Enter begins a new line.

    Signals:
        send_asked: the owner wants this sent.
    """

    send_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        name_widget(
            self,
            Name.MESSAGE_INPUT,
            self.tr("Message"),
            self.tr("Enter sends, Shift+Enter begins a new line"),
        )
        self.setTabChangesFocus(True)
        self.setFixedHeight(64)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = not event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and plain:
            self.send_asked.emit()
        else:
            super().keyPressEvent(event)
