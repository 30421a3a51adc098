"""The head of a page with a list: its title, how many there are, a search, a button for a new one, a chip a status."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QSize, QTimer, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout

from placet_gui.delegates.badges import Look
from placet_gui.names import name_widget, plain_label
from placet_gui.theme.fonts import still
from placet_gui.theme.icons import icon
from placet_gui.theme.style import Theme
from placet_gui.views.flow import Flow
from placet_gui.words import number_text

_TYPING_MS: Final = 200


@dataclass(frozen=True, kw_only=True)
class HeadWords:
    """What a head says and what its parts are called; `count` says how many there are.

    `chip` is what the names of the chips begin with; `chip_count` reads one aloud: its word and how many there are.
    `newest_tip` says where the link to rows that came in unseen leads.
    """

    title: str
    search: str
    search_name: str
    search_id: str
    new: str
    new_id: str
    chip: str
    chip_tip: str
    chip_count: str
    count: Callable[[int], str]
    newest_id: str
    newest_tip: str
    new_icon: str = "plus"


class ChipsHead(QFrame):
    """Says which rows are wished for.

    Signals:
        wish_changed(tuple[str, ...], object): the statuses of the chips that are on, and the words to search for or None.
        new_asked: the owner wants to make one.
        newest_asked: the owner wants to see the rows that came in above what is in sight.
    """

    wish_changed = Signal(object, object)
    new_asked = Signal()
    newest_asked = Signal()

    def __init__(self, theme: Theme, words: HeadWords, looks: Mapping[str, Look]) -> None:
        super().__init__()
        self._theme = theme
        self._words = words
        self._looks = looks
        self.setProperty("area", "header")
        self._total = plain_label("", "muted")
        self._search = QLineEdit()
        self._new = QPushButton(f" {words.new}")
        self._newest = QPushButton()
        self._chips_row = Flow(8)
        self._chips = {status: self._chip(status) for status in looks}
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._fill()
        self._lay_out()
        self._typing.timeout.connect(self._tell)
        self._search.textChanged.connect(self._typing.start)
        self._new.clicked.connect(self.new_asked)
        self._newest.clicked.connect(self.newest_asked)
        self.show_new(0)
        theme.changed.connect(self._tint)
        self._tint()

    def search(self) -> None:
        """Put the keyboard into the search box."""
        self._search.setFocus()
        self._search.selectAll()

    def fold(self, folded: bool) -> None:
        """Leave out what narrows the list, or show it again."""
        self._chips_row.setHidden(folded)

    @Slot(object)
    def show_counts(self, counts: Mapping[str, int]) -> None:
        """Say how many there are in each status."""
        for status, chip in self._chips.items():
            count, word = counts.get(status, 0), self._looks[status].word
            chip.setText(f" {word}  {number_text(count)}" if count else f" {word}")
            chip.setAccessibleName(self._words.chip_count.format(word, self._words.count(count)))
        total = sum(counts.values())
        self._total.setText(self._words.count(total))

    @Slot(int)
    def show_new(self, count: int) -> None:
        """Say how many rows came in above what is in sight, and lead there; nothing where none did."""
        self._newest.setVisible(count > 0)
        words = self.tr("%Ln new", "", count)
        self._newest.setText(f" {words}")
        self._newest.setAccessibleName(words)

    def _fill(self) -> None:
        self._search.setPlaceholderText(self._words.search)
        self._search.setClearButtonEnabled(True)
        self._search.setMinimumWidth(160)
        self._search.setMaximumWidth(320)
        name_widget(self._search, self._words.search_id, self._words.search_name)
        name_widget(self._new, self._words.new_id, self._words.new)
        name_widget(self._newest, self._words.newest_id, "", self._words.newest_tip)
        self._newest.setToolTip(self._words.newest_tip)
        self._newest.setProperty("role", "link")

    def _chip(self, status: str) -> QPushButton:
        word = self._looks[status].word
        chip = QPushButton(f" {word}")
        chip.setCheckable(True)
        chip.setProperty("role", "chip")
        chip.setFont(still(chip.font()))
        name_widget(chip, f"{self._words.chip}_{status}", word, self._words.chip_tip)
        chip.toggled.connect(self._tell)
        return chip

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(8)
        first.addWidget(plain_label(self._words.title, "title"))
        first.addSpacing(4)
        first.addWidget(self._total)
        first.addWidget(self._newest)
        first.addStretch(1)
        first.addWidget(self._search, 1)
        first.addWidget(self._new)
        for chip in self._chips.values():
            self._chips_row.addWidget(chip)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 12)
        column.setSpacing(12)
        column.addLayout(first)
        column.addWidget(self._chips_row)

    @Slot()
    def _tell(self) -> None:
        statuses = tuple(status for status, chip in self._chips.items() if chip.isChecked())
        self.wish_changed.emit(statuses, self._search.text().strip() or None)

    @Slot()
    def _tint(self) -> None:
        for status, chip in self._chips.items():
            look = self._looks[status]
            chip.setIcon(icon(look.icon, look.tone, self._theme.tokens, 14))
        self._new.setIcon(icon(self._words.new_icon, "text_muted", self._theme.tokens, 14))
        self._new.setIconSize(QSize(14, 14))
        self._newest.setIcon(icon("chevron-up", "accent", self._theme.tokens, 14))
        self._newest.setIconSize(QSize(14, 14))
