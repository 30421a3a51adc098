"""The head of the decision pane, and our own words: what it will do, why it is held, what is unusual, until when."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from placet.api.views import Card, ComparisonRow, TaskRow
from placet_gui.delegates.badges import AUTH_LOOK, AUTH_MEANING, RISK_LOOKS, Badge, status_look
from placet_gui.moments import clock_text, duration_text
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.said import said
from placet_gui.texts import reasons_text
from placet_gui.theme.fonts import mono, sans
from placet_gui.theme.icons import icon
from placet_gui.theme.style import Theme, restyle
from placet_gui.views.argument_text import ExactLabel
from placet_gui.views.flow import Flow
from placet_gui.views.page import IconLabel
from placet_gui.views.secret_note import SecretNote
from placet_gui.views.since_line import SinceLine
from placet_gui.words import noop, translate

_HEADLINE_PX: Final = 16
_GAP_PX: Final = 8
_WARNING_MS: Final = 2 * 60 * 1000
_HELD: Final = {
    "restricted": noop("Facts", "Held because you restricted this tool: each call of it asks you."),
    "repeat": noop("Facts", "Held because you denied the same call earlier in this turn."),
    "authorized_file": noop(
        "Facts", "Held because it runs code that you authorized: with your yes it may call restricted tools."
    ),
    "parked": noop("Facts", "Held because it was put aside for your decision."),
    "handed_off": noop(
        "Facts", "Held because it was prepared in a conversation and handed off: such a call always asks you."
    ),
    "unknown_host": noop("Facts", "Held because you named no such host for this agent."),
    "sends_something": noop(
        "Facts", "Held because it sends something; only reading from the hosts that you named is free."
    ),
    "unconfined": noop(
        "Facts", "Held because the command would run WITHOUT A JAIL, with all of your files and your network."
    ),
    "undeclared": noop("Facts", "Held because you have declared nothing about this tool."),
    "tools_changed": noop("Facts", "Held because the server's list of tools isn't the one that you pinned."),
    "namesake": noop(
        "Facts", "Held because only Placet's own tool of this name is free, and this is another program's."
    ),
}


class ApprovalHead(QFrame):
    """Which tool, whose, in which state, and which of how many.

    Signals:
        close_asked: the owner closes the pane, which decides nothing.
    """

    close_asked = Signal()

    def __init__(self, theme: Theme, card: Card) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("area", "header")
        row = card.row
        self._tool = ExactLabel(theme, mono(theme.tokens.size("title_px"), QFont.Weight.DemiBold))
        self._tool.setText(row.tool)
        self._tool.setAccessibleName(row.tool)
        self._place = plain_label("", "muted")
        name_widget(self._place, "approval_place", self.tr("Place in the queue"))
        self._close = QToolButton()
        name_widget(self._close, "approval_close", self.tr("Close"), self.tr("Closing decides nothing."))
        self._close.setToolTip(self.tr("Close; decides nothing (Escape)"))
        self._close.setProperty("role", "ghost")
        self._close.clicked.connect(self.close_asked)
        self._status = Badge(theme, status_look(row.status), "approval_status")
        self._about = ExactLabel(theme, sans(theme.tokens.size("text_px")), "text_muted")
        self._through = tuple(_through(card))
        self._badges = [
            self._status,
            Badge(theme, RISK_LOOKS[row.risk], "approval_risk", reasons_text(row.risk_reasons)),
        ]
        if row.requires_authorization:
            self._badges.append(Badge(theme, AUTH_LOOK, Name.AUTH_BADGE, translate("texts", AUTH_MEANING)))
        self._lay_out()
        theme.changed.connect(self._draw_icon)
        self._draw_icon()

    def show_row(self, row: TaskRow, now_ms: int) -> None:
        """Show how the task stands."""
        self._status.show_look(status_look(row.status))
        asked = self.tr("asked at {0}").format(clock_text(row.created_at, now_ms))
        way = self.tr("the agent goes on meanwhile") if row.is_async else self.tr("the agent waits for it")
        who = (row.agent, *self._through)
        self._about.setText("  ·  ".join((*who, asked, way) if row.can_decide else (*who, asked)))
        name_widget(self._about, Name.ASKER_LABEL, self._about.text())

    def show_place(self, number: int, count: int) -> None:
        """Show which of those that wait this one is."""
        waiting = self.tr("%Ln waiting", "", count) if count else ""
        self._place.setText(self.tr("{0} of {1}").format(number, count) if number else waiting)

    def _lay_out(self) -> None:
        title = QHBoxLayout()
        title.setSpacing(8)
        title.addWidget(self._tool, 1)
        title.addWidget(self._place)
        title.addWidget(self._close)
        badges = Flow(6)
        for badge in self._badges:
            badges.addWidget(badge)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 12, 16, 12)
        column.setSpacing(6)
        column.addLayout(title)
        column.addWidget(badges)
        column.addWidget(self._about)

    @Slot()
    def _draw_icon(self) -> None:
        self._close.setIcon(icon("x", "text_muted", self._theme.tokens))
        self._close.setIconSize(QSize(16, 16))


_ASKERS: Final = {
    "code": noop("Facts", "its code {0}"),
    "conversation": noop("Facts", "conversation “{0}”"),
    "workflow": noop("Facts", "workflow “{0}”"),
    "harness": noop("Facts", "through {0}"),
}
"""Through what an agent asks; a conversation that has no title is one all the same."""


def _through(card: Card) -> Iterator[str]:
    harness = tuple(pair for pair in card.shown_source if pair[0] == "harness")
    for kind, name in (*harness, *card.asker):
        words = _ASKERS[kind] if name else "in a conversation"
        yield translate("Facts", words).format(name)


class Facts(QWidget):
    """What Placet itself says about the request: what it will do, how risky that is, why it is held, what is unusual.

    `giving_way` can stand elsewhere, the first one rather than the next; what it will do and what is unusual can't.

    Signals:
        extend_asked: the owner gives it more time.
    """

    extend_asked = Signal()

    def __init__(self, theme: Theme, card: Card) -> None:
        super().__init__()
        self._theme = theme
        self._risk = _risk(theme, card)
        self.reasons = Reasons(theme, card)
        self.giving_way: tuple[QWidget, ...] = (self.reasons, self._risk)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(_GAP_PX)
        self._asked = said(card.row.sentence) or self.tr("Calls the tool with the arguments below.")
        self._tool = card.row.tool
        self._headline = ExactLabel(theme, sans(_HEADLINE_PX, QFont.Weight.DemiBold))
        name_widget(self._headline, "approval_headline", self.tr("What it will do"))
        self._headline.setText(self._asked)
        self._column.addWidget(self._headline)
        self.take_back()
        for sentence in (*card.unusual, *card.notes):
            self._column.addWidget(note(theme, "triangle-alert", "held", said(sentence)))
        if card.secrets:
            self._column.addWidget(SecretNote(theme, card.secrets))
        if card.uninspectable:
            words = self.tr(
                "Some bytes can't be shown here at all. Only their size and SHA-256 stand for them."
            )
            self._column.addWidget(note(theme, "triangle-alert", "danger", words))
        if card.row.repeat_of:
            words = self.tr("You denied the same call before. This is a repeat of {0}.").format(
                card.row.repeat_of
            )
            self._column.addWidget(note(theme, "rotate-ccw", "held", words))
        self._deadline = _Deadline(theme)
        self._deadline.extend_asked.connect(self.extend_asked)
        self._column.addWidget(self._deadline)

    def show_row(self, row: TaskRow, now_ms: int) -> None:
        """Show how long there is."""
        self._deadline.show_row(row, now_ms)

    def height_for(self, width_px: int) -> int:
        """How high all that stands here is at this width."""
        return self._column.totalHeightForWidth(width_px)

    def take_back(self) -> None:
        """Have what gives way in its place below the headline, wherever it was meanwhile."""
        for part in self.giving_way:
            self._column.insertWidget(1, part)
            part.show()  # now: a layout counts what moved into it from the event loop's next turn on only

    def set_edited(self, edited: bool) -> None:
        """Say of what a yes would be, while the owner's own version is in view: what was asked would not run then."""
        mine = self.tr("Runs {0} with your version below. What else stands here is about what was asked.")
        self._headline.setText(mine.format(self._tool) if edited else self._asked)


class Reasons(QWidget):
    """Why the request is held, who asks, and what changed since the last yes.

    Signals:
        since_asked: the owner wants to see what changed since the last yes.
    """

    since_asked = Signal()

    def __init__(self, theme: Theme, card: Card) -> None:
        super().__init__()
        self._theme = theme
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(_GAP_PX)
        self._say_why(card)
        if card.shown_source:
            self._column.addLayout(_line(theme, "link", "text_muted", self._asker(card), "text_muted"))
        self._since = SinceLine(theme)
        self._since.more_asked.connect(self.since_asked)
        self._column.addWidget(self._since)
        if not card.row.can_decide:  # never shown before it has its place: it would be a window of its own
            self._since.hide()

    def show_since(self, row: ComparisonRow | None, now_ms: int) -> None:
        """Say how it differs from what was approved last."""
        self._since.show_row(row, now_ms)

    def _asker(self, card: Card) -> str:
        told = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in card.shown_source)
        return translate("Facts", "The program that asks says of itself: {0}").format(told)

    def _say_why(self, card: Card) -> None:
        approval = card.row.approval
        held = (
            ""
            if approval is None
            else _HELD.get(approval.hold_reason, approval.hold_reason.replace("_", " "))
        )
        if held:
            self._column.addLayout(_line(self._theme, "lock", "text_muted", translate("Facts", held)))


def _risk(theme: Theme, card: Card) -> QWidget:
    """How risky it is, and what makes it so."""
    look = RISK_LOOKS[card.row.risk]
    reasons = [said(it) for it in card.row.risk_reasons if it not in card.unusual]
    if len(reasons) < len(card.row.risk_reasons):  # those have notes of their own
        reasons.insert(0, translate("Facts", "What is unusual about it stands in a box of its own."))
    words = translate("Facts", "{0}. {1}").format(look.word, " ".join(reasons)) if reasons else look.word
    made = QWidget()
    line = _line(theme, look.icon, look.tone, words)
    line.setContentsMargins(0, 0, 0, 0)
    made.setLayout(line)
    return made


class _Deadline(QWidget):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._mark = IconLabel(theme, "timer", "text_muted")
        self._text = plain_label("", "muted")
        self._text.setWordWrap(True)
        name_widget(self._text, "deadline_label", self.tr("Deadline"))
        self._extend = QPushButton(self.tr("15 min more"))
        self._extend.setToolTip(self.tr("Give it 15 more minutes; decides nothing"))
        name_widget(
            self._extend, "extend_button", self.tr("Give it 15 more minutes"), self.tr("Decides nothing.")
        )
        self.extend_asked = self._extend.clicked
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._mark)
        row.addWidget(self._text, 1)
        row.addWidget(self._extend)

    def show_row(self, row: TaskRow, now_ms: int) -> None:
        """Say when the request ends unanswered; nothing when it never does."""
        until = _end_of(row)
        self.setVisible(until is not None)
        if until is None:
            return
        left_ms = max(0, until - now_ms)
        at = clock_text(until, now_ms)
        at = at[:5] if at[2] == ":" else at  # to the minute
        self._text.setText(self.tr("Ends unanswered at {0}; {1}").format(at, _left(left_ms)))
        self._mark.show_icon("timer", "held" if left_ms < _WARNING_MS else "text_muted")
        role = "warning" if left_ms < _WARNING_MS else "muted"
        if self._text.property("role") != role:
            self._text.setProperty("role", role)
            restyle(self._text)


def ends_by_itself(row: TaskRow) -> bool:
    """Whether the request waits, and ends unanswered at a moment that comes nearer."""
    return _end_of(row) is not None


def _end_of(row: TaskRow) -> int | None:
    return row.approval.expires_at if row.approval is not None and row.can_decide else None


def _left(left_ms: int) -> str:
    if left_ms >= 60_000:
        return translate("Facts", "{0} min left").format(left_ms // 60_000)
    return translate("Facts", "{0} left").format(duration_text(left_ms // 1000 * 1000))


class Claim(QFrame):
    """What the agent says about its own request: after the facts, plain, and marked as nobody's word but its own."""

    def __init__(self, theme: Theme, claims: tuple[tuple[str, str], ...]) -> None:
        super().__init__()
        self.setProperty("area", "card")
        name_widget(self, "claim_box", self.tr("The agent says (unverified)"))
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(4)
        column.addWidget(plain_label(self.tr("The agent says (unverified)"), "caption"))
        for _, claim in claims:
            text = ExactLabel(theme, sans(theme.tokens.size("text_px")), "text_muted")
            text.setText(claim)
            text.setAccessibleName(text.text())
            column.addWidget(text)


class DigestLine(QWidget):
    """The digest that a yes binds: its first and last group, the whole on demand."""

    def __init__(self, theme: Theme, card: Card) -> None:
        super().__init__()
        self._card = card
        self._label = ExactLabel(theme, mono(theme.tokens.size("text_px")))
        self._label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._more = QPushButton()
        self._copy = QPushButton(self.tr("Copy"))
        for button, name in ((self._more, "digest_more"), (self._copy, "digest_copy")):
            button.setObjectName(name)
        self._more.setCheckable(True)
        self._more.toggled.connect(self._on_more_toggled)
        self._copy.clicked.connect(self._on_copy_clicked)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(plain_label(self.tr("Digest"), "caption"))
        row.addWidget(self._label, 1)
        row.addWidget(self._more)
        row.addWidget(self._copy)
        name_widget(self._copy, "digest_copy", self.tr("Copy the digest"))
        self._on_more_toggled(False)

    @Slot(bool)
    def _on_more_toggled(self, whole: bool) -> None:
        groups = self._card.digest_groups
        text = " ".join(groups) if whole else f"{groups[0]} … {groups[-1]}"
        self._label.setText(text)
        name_widget(self._label, Name.DIGEST_LABEL, text, self.tr("Digest of what a yes binds"))
        self._more.setText(self.tr("Less") if whole else self.tr("Whole"))
        name_widget(self._more, "digest_more", self.tr("Show the whole digest"))
        self._label.updateGeometry()

    @Slot()
    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self._card.digest)


def note(theme: Theme, mark: str, tone: str, sentence: str) -> QFrame:
    """A box for one thing that the owner should know first: icon, words, colour."""
    box = QFrame()
    box.setProperty("tone", tone)
    box.setAccessibleName(sentence)
    row = QHBoxLayout(box)
    row.setContentsMargins(12, 8, 12, 8)
    row.addLayout(_line(theme, mark, tone, sentence, "text"))
    return box


def _line(theme: Theme, mark: str, tone: str, sentence: str, ink: str = "text") -> QHBoxLayout:
    text = ExactLabel(theme, sans(theme.tokens.size("text_px")), ink)
    text.setText(sentence)
    row = QHBoxLayout()
    row.setSpacing(8)
    row.addWidget(IconLabel(theme, mark, tone), 0, Qt.AlignmentFlag.AlignTop)
    row.addWidget(text, 1)
    return row
