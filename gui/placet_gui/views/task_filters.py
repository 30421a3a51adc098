"""The head of the tasks page: filters that all combine, the views that were saved of them, and the export."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLineEdit, QMenu, QPushButton, QVBoxLayout

from placet.api import Narrowing
from placet_gui.delegates.badges import STATUS_LOOKS
from placet_gui.models.saved_views import BETWEEN, NAME_CHARS, SPANS_MS, SavedView, Wish
from placet_gui.models.task_window import TaskFilter
from placet_gui.moments import day_of, day_start_ms
from placet_gui.names import Name, name_widget, plain_label, status_filter_name
from placet_gui.texts import KINDS, RISKS, SPANS, status_word, word
from placet_gui.theme.fonts import still
from placet_gui.theme.icons import icon
from placet_gui.theme.style import Theme
from placet_gui.views.day_range import DayRange
from placet_gui.views.flow import Flow
from placet_gui.words import number_text

_TYPING_MS = 200  # the search waits until the typing rests
_FIRST_DAYS = 7  # so many days are looked at before the owner says which
_FORGET = "\0forget"  # the entry of the saved views that forgets the chosen one; no name is spelt so


class TaskFilters(QFrame):
    """Says which tasks to look at. What the filters are set to is a `Wish`, which can be saved under a name.

    Signals:
        filter_changed(TaskFilter): the owner wants to see other tasks.
        views_changed(tuple[SavedView, ...]): the owner saved or forgot a view.
        export_asked(bool): write tasks into a file: only those that are selected, or all that fit.
        stop_asked: end the export that runs.
        copy_asked: copy the selected tasks.
        list_wanted: the keyboard is to go on into the list.
        newest_asked: the owner wants to see the tasks that came in above what is in sight.
    """

    filter_changed = Signal(object)
    views_changed = Signal(object)
    export_asked = Signal(bool)
    stop_asked = Signal()
    copy_asked = Signal()
    list_wanted = Signal()
    newest_asked = Signal()

    def __init__(
        self, theme: Theme, wall_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000
    ) -> None:
        super().__init__()
        self._theme, self._wall_ms = theme, wall_ms
        self._saved: tuple[SavedView, ...] = ()
        self._chosen: str | None = None  # the saved view that was chosen last
        self._filling = False
        self.setProperty("area", "header")
        self._total, self._said = plain_label("", "muted"), plain_label("", "muted")
        self._kind, self._agent, self._tool = QComboBox(), QComboBox(), QComboBox()
        self._risk, self._span, self._views = QComboBox(), QComboBox(), QComboBox()
        self._days = DayRange()
        self._search, self._view_name = QLineEdit(), QLineEdit()
        self._export, self._stop, self._new = QPushButton(), QPushButton(), QPushButton()
        self._narrowing = Flow(8), Flow(8)
        self._chips = {status: self._chip(status) for status in STATUS_LOOKS}
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._menu = QMenu(self)
        self._fill()
        self._name()
        self._lay_out()
        self._connect()
        self.set_exporting(False)
        self.show_new(0)
        self._show_days()
        self._tint()

    def search(self) -> None:
        """Put the keyboard into the search box."""
        self._search.setFocus()
        self._search.selectAll()

    def say(self, sentence: str) -> None:
        """Say what became of a copy or an export."""
        self._said.setText(sentence)
        self._said.setAccessibleName(sentence)

    @Slot(object)
    def show_counts(self, counts: Mapping[str, int]) -> None:
        """Say how many tasks each filter would show."""
        for status, chip in self._chips.items():
            count, word = counts.get(status, 0), status_word(status)
            said = self.tr("{0}, {1}").format(word, self._counted(count))
            if said != chip.accessibleName():
                chip.setAccessibleName(said)
                chip.setText(f" {word}  {number_text(count)}" if count else f" {word}")
        total = sum(counts.values())
        self._total.setText(self._counted(total))

    @Slot(int)
    def show_new(self, count: int) -> None:
        """Say how many tasks came in above what is in sight, and lead there; nothing where none did."""
        self._new.setVisible(count > 0)
        words = self.tr("%Ln new", "", count)
        self._new.setText(f" {words}")
        self._new.setAccessibleName(words)

    def _counted(self, count: int) -> str:
        return self.tr("%Ln tasks", "", count)

    def fold(self, folded: bool) -> None:
        """Leave out what narrows the list, or show it again."""
        for row in self._narrowing:
            row.setHidden(folded)

    @Slot(object)
    def show_agents(self, names: tuple[str, ...]) -> None:
        """Offer these agents; the choice stays while its agent is there."""
        self._offer(self._agent, self.tr("All agents"), [(name, name) for name in names])

    @Slot(object)
    def show_tools(self, names: tuple[str, ...]) -> None:
        """Offer these tools; the choice stays while its tool is there."""
        self._offer(self._tool, self.tr("All tools"), [(name, name) for name in names])

    @Slot(object)
    def show_views(self, views: tuple[SavedView, ...]) -> None:
        """Offer these saved views."""
        self._saved = views
        if self._chosen not in {view.name for view in views}:
            self._chosen = None
        rows = [(view.name, view.name) for view in views]
        if self._chosen is not None:
            rows.append((self.tr("Forget this view"), _FORGET))
        self._offer(self._views, self.tr("Saved views"), rows)
        self._views.setCurrentIndex(max(0, self._views.findData(self._chosen)))

    @Slot(bool)
    def set_exporting(self, running: bool) -> None:
        """An export runs, which can be stopped, or none does."""
        self._export.setVisible(not running)
        self._stop.setVisible(running)

    def wish(self) -> Wish:
        """What the filters are set to."""
        span = self._span.currentData()
        first, last = self._days.days() if span == BETWEEN else (None, None)
        return Wish(
            agent=self._agent.currentData(),
            kind=self._kind.currentData(),
            tool=self._tool.currentData(),
            risk=self._risk.currentData(),
            span=span,
            first=first,
            last=last,
            statuses=tuple(status for status, chip in self._chips.items() if chip.isChecked()),
            q=self._search.text().strip(),
        )

    def set_wish(self, wish: Wish) -> None:
        """Set all filters at once. An agent or a tool that isn't offered is offered from now on."""
        self._filling = True
        for box, value in (
            (self._agent, wish.agent),
            (self._kind, wish.kind),
            (self._tool, wish.tool),
            (self._risk, wish.risk),
            (self._span, wish.span),
        ):
            if value is not None and box.findData(value) < 0:
                box.addItem(value, value)
            box.setCurrentIndex(max(0, box.findData(value)))
        if wish.first is not None and wish.last is not None:
            self._days.show_days(wish.first, wish.last)
        self._show_days()
        for status, chip in self._chips.items():
            chip.setChecked(status in wish.statuses)
        self._search.setText(wish.q)
        self._typing.stop()
        self._filling = False
        self._tell()

    def _filter(self) -> TaskFilter:
        wish = self.wish()
        since, until = self._bounds(wish)
        more = Narrowing(
            tools=() if wish.tool is None else (wish.tool,),
            risks=() if wish.risk is None else (wish.risk,),
            since=since,
            until=until,
        )
        return TaskFilter(
            agent=wish.agent, kind=wish.kind, statuses=wish.statuses, q=wish.q or None, more=more
        )

    def _bounds(self, wish: Wish) -> tuple[int | None, int | None]:
        """From when on, and before when."""
        if wish.first is not None and wish.last is not None:
            behind = date.fromisoformat(wish.last) + timedelta(days=1)
            return day_start_ms(date.fromisoformat(wish.first)), day_start_ms(behind)
        return None if wish.span is None else self._wall_ms() - SPANS_MS[wish.span], None

    @staticmethod
    def _offer(box: QComboBox, everything: str, rows: Sequence[tuple[str, str]]) -> None:
        chosen = box.currentData()
        box.blockSignals(True)
        box.clear()
        box.addItem(everything, None)
        for text, value in rows:
            box.addItem(text, value)
        box.setCurrentIndex(max(0, box.findData(chosen)))
        box.blockSignals(False)

    def _fill(self) -> None:
        self._offer(self._kind, self.tr("All kinds"), [(word(KINDS, it), it) for it in KINDS])
        self._offer(self._risk, self.tr("Any risk"), [(word(RISKS, it), it) for it in RISKS])
        self._offer(self._span, self.tr("Any time"), [(word(SPANS, it), it) for it in SPANS])
        self.show_agents(())
        self.show_tools(())
        self._offer(self._views, self.tr("Saved views"), [])
        self._search.setPlaceholderText(self.tr("Search tasks"))
        self._search.setClearButtonEnabled(True)
        self._search.setMinimumWidth(160)
        self._search.setMaximumWidth(320)
        self._view_name.setPlaceholderText(self.tr("Save as…"))
        self._view_name.setToolTip(
            self.tr("Type a name and press Enter: these filters are then a saved view")
        )
        self._view_name.setMaxLength(NAME_CHARS)
        self._view_name.setFixedWidth(108)
        self._export.setText(self.tr("Export"))
        self._export.setShortcut(QKeySequence("Ctrl+E"))
        self._export.setMenu(self._menu)
        self._export.setProperty("menu", True)
        self._stop.setText(self.tr("Stop export"))
        self._new.setProperty("role", "link")
        self._new.setToolTip(self.tr("Show the tasks that came in above these"))
        today = day_of(self._wall_ms())
        self._days.show_days((today - timedelta(days=_FIRST_DAYS - 1)).isoformat(), today.isoformat())
        self._menu.addAction(self.tr("Copy the selected tasks as JSON")).triggered.connect(self.copy_asked)
        self._menu.addAction(self.tr("The selected tasks…")).triggered.connect(self._on_export_selected)
        self._menu.addAction(self.tr("All tasks that fit…")).triggered.connect(self._on_export_all)

    def _name(self) -> None:
        words = self.tr("Words in tools, arguments, results")
        name_widget(self._kind, Name.KIND_FILTER, self.tr("Kind of task"))
        name_widget(self._agent, Name.AGENT_FILTER, self.tr("Agent"))
        name_widget(self._tool, Name.TOOL_FILTER, self.tr("Tool"))
        name_widget(self._risk, Name.RISK_FILTER, self.tr("Risk"))
        name_widget(self._span, Name.TIME_FILTER, self.tr("When it was asked"))
        name_widget(self._views, Name.TASKS_VIEWS, self.tr("Saved views"))
        name_widget(self._search, Name.SEARCH_BOX, self.tr("Search tasks"), words)
        name_widget(
            self._view_name,
            Name.TASKS_VIEW_NAME,
            self.tr("Name to save these filters under"),
            self._view_name.toolTip(),
        )
        tip = self.tr("Write tasks into a file; Ctrl+C copies the selected ones as JSON")
        self._export.setToolTip(tip)
        name_widget(self._export, Name.TASKS_EXPORT, self.tr("Export"), tip)
        name_widget(self._stop, Name.TASKS_EXPORT_STOP, self._stop.text())
        name_widget(self._said, Name.TASKS_SAID, "")
        name_widget(self._new, Name.TASKS_NEW, "", self._new.toolTip())

    def _chip(self, status: str) -> QPushButton:
        chip = QPushButton(f" {status_word(status)}")
        chip.setCheckable(True)
        chip.setProperty("role", "chip")
        chip.setFont(still(chip.font()))
        name_widget(
            chip, status_filter_name(status), status_word(status), self.tr("Show tasks in this state")
        )
        return chip

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(8)
        first.addWidget(plain_label(self.tr("Tasks"), "title"))
        first.addSpacing(4)
        first.addWidget(self._total)
        first.addWidget(self._new)
        first.addSpacing(8)
        first.addWidget(self._said, 1)
        first.addWidget(self._search, 1)
        first.addWidget(self._export)
        first.addWidget(self._stop)
        boxes, chips = self._narrowing
        for box in (self._agent, self._kind, self._tool, self._risk, self._span, self._days, self._views):
            boxes.addWidget(box)
        boxes.addWidget(self._view_name)
        for chip in self._chips.values():
            chips.addWidget(chip)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 12)
        column.setSpacing(12)
        column.addLayout(first)
        column.addWidget(boxes)
        column.addWidget(chips)

    def _connect(self) -> None:
        for chip in self._chips.values():
            chip.toggled.connect(self._tell)
        for box in (self._kind, self._agent, self._tool, self._risk, self._span):
            box.currentIndexChanged.connect(self._tell)
        self._span.currentIndexChanged.connect(self._show_days)
        self._days.changed.connect(self._tell)
        self._new.clicked.connect(self.newest_asked)
        self._typing.timeout.connect(self._tell)
        self._search.textChanged.connect(self._typing.start)
        self._search.returnPressed.connect(self._on_search_return_pressed)
        self._views.activated.connect(self._on_views_activated)
        self._view_name.returnPressed.connect(self._on_view_name_return_pressed)
        self._stop.clicked.connect(self.stop_asked)
        self._theme.changed.connect(self._tint)

    @Slot()
    def _show_days(self) -> None:
        """Two days are asked for where the owner looks between them."""
        self._days.setVisible(self._span.currentData() == BETWEEN)

    @Slot()
    def _tell(self) -> None:
        if not self._filling:
            self.filter_changed.emit(self._filter())

    @Slot()
    def _on_search_return_pressed(self) -> None:
        if self._typing.isActive():
            self._typing.stop()
            self._tell()
        self.list_wanted.emit()

    @Slot()
    def _on_views_activated(self) -> None:
        if self._views.currentData() == _FORGET:
            self._keep([view for view in self._saved if view.name != self._chosen], None)
            return
        self._chosen = self._views.currentData()
        self.show_views(self._saved)
        self.set_wish(next((view.wish for view in self._saved if view.name == self._chosen), Wish()))

    @Slot()
    def _on_view_name_return_pressed(self) -> None:
        name = self._view_name.text().strip()
        if name:
            self._view_name.clear()
            others = [view for view in self._saved if view.name != name]
            self._keep([*others, SavedView(name=name, wish=self.wish())], name)

    def _keep(self, views: Sequence[SavedView], chosen: str | None) -> None:
        self._chosen = chosen
        self.show_views(tuple(views))
        self.views_changed.emit(self._saved)

    @Slot()
    def _on_export_selected(self) -> None:
        self.export_asked.emit(True)

    @Slot()
    def _on_export_all(self) -> None:
        self.export_asked.emit(False)

    @Slot()
    def _tint(self) -> None:
        self._new.setIcon(icon("chevron-up", "accent", self._theme.tokens, 14))
        for status, chip in self._chips.items():
            look = STATUS_LOOKS[status]
            chip.setIcon(icon(look.icon, look.tone, self._theme.tokens, 14))
