"""The strip that tells of a link to a task: the owner goes there when it suits, and nothing moves by itself."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton

from placet_gui.names import Name, name_widget, plain_label
from placet_gui.theme.style import Theme
from placet_gui.views.page import IconLabel


class LinkNotice(QFrame):
    """Another program opened a link: it may have done so on its own, so what is in front stays in front.

    Signals:
        show_asked(str): the owner wants to see this task.
    """

    show_asked = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._task_id = ""
        name_widget(self, Name.LINK_NOTICE, self.tr("A link was opened"))
        self._text = plain_label()
        self._text.setWordWrap(True)
        show, close = QPushButton(self.tr("Show it")), QPushButton(self.tr("Not now"))
        name_widget(show, Name.LINK_SHOW, self.tr("Show the task that the link points to"))
        name_widget(close, Name.LINK_CLOSE, self.tr("Leave the link alone"))
        show.clicked.connect(self._on_show_clicked)
        close.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 16, 8)
        row.setSpacing(8)
        row.addWidget(IconLabel(theme, "link", "accent"))
        row.addWidget(self._text, 1)
        row.addWidget(show)
        row.addWidget(close)
        self.hide()

    @Slot(str)
    def tell(self, task_id: str) -> None:
        """Say that a link points to this task. A later one takes its place."""
        self._task_id = task_id
        said = self.tr("A link points to the task {0}.").format(task_id)
        self._text.setText(said)
        self.setAccessibleDescription(said)
        self.show()

    @Slot()
    def _on_show_clicked(self) -> None:
        self.hide()
        self.show_asked.emit(self._task_id)
