"""The window's shell: navigation, pages, notices, the status bar and the switch that stops all agents."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAction, QCloseEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from placet_gui.actions import ACTIONS, ActionId, Actions
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.theme.icons import icon, pixmap
from placet_gui.theme.style import Theme, restyle
from placet_gui.views.link_state import LinkState
from placet_gui.views.nav_rail import NavRail
from placet_gui.views.page import EmptyWord
from placet_gui.views.palette import Palette

if TYPE_CHECKING:  # the window is painted before anything of the engine is imported
    from placet.api.links import LinkRow

PAGES = (
    ActionId.SHOW_INBOX,
    ActionId.SHOW_TASKS,
    ActionId.SHOW_AGENTS,
    ActionId.SHOW_GENERATIONS,
    ActionId.SHOW_WORKFLOWS,
    ActionId.SHOW_GRANTS,
    ActionId.SHOW_DOCTOR,
    ActionId.SHOW_ACTIVITY,
    ActionId.SHOW_STATISTICS,
    ActionId.SHOW_ACCOUNTS,
    ActionId.SHOW_ACCESS,
    ActionId.SHOW_SETTINGS,
    ActionId.SHOW_FIRST_STEPS,
)
UNLISTED = frozenset({ActionId.SHOW_FIRST_STEPS})
"""Pages without a place in the navigation: they are found among the commands."""
SEARCHED = frozenset(
    {
        ActionId.SHOW_TASKS,
        ActionId.SHOW_GENERATIONS,
        ActionId.SHOW_WORKFLOWS,
        ActionId.SHOW_GRANTS,
        ActionId.SHOW_ACTIVITY,
        ActionId.SHOW_SETTINGS,
    }
)
"""Pages with a search of their own: each begins it by the one action for that."""
DEFAULT_SIZE = QSize(1280, 800)
_BUTTON_PX = 32
SMALLEST_SIZE = QSize(720, 480)


class MainWindow(QMainWindow):
    """The console's one window. `app.build` fills it with pages; it knows no engine.

    Signals:
        stop_all_requested: the owner pressed the switch that stops every agent.
        closed: the window was closed.
        task_linked(str): a link to a task was opened, by whatever program.
    """

    task_linked = Signal(str)
    stop_all_requested = Signal()
    closed = Signal()

    def __init__(self, theme: Theme, opening: QWidget | None = None) -> None:
        """`opening` is what is shown until there are pages."""
        super().__init__()
        self.actions_by_id = Actions(self)
        self.assembly: object = None  # kept for its lifetime only, see `app.build`
        self._theme = theme
        self._makers: dict[ActionId, Callable[[], QWidget]] = {}
        self._pages: dict[ActionId, QWidget] = {}
        name_widget(self, Name.MAIN_WINDOW, self.tr("Placet"))
        self.setWindowTitle(self.tr("Placet"))
        self.resize(DEFAULT_SIZE)
        self.setMinimumSize(SMALLEST_SIZE)
        self._strips = QVBoxLayout()
        self._stack = QStackedWidget()
        self._opening = opening or EmptyWord(
            theme, "loader", self.tr("Opening…"), self.tr("The ledger is being checked.")
        )
        self._stack.addWidget(self._opening)
        self.actions_by_id[ActionId.STOP_ALL].setEnabled(False)  # until there are pages, there is no engine
        self._nav = NavRail(self)
        self._notice = _NoticeBar(theme, self)
        self._curtain = _Curtain(theme)
        self._views = QStackedWidget()
        self._status = _StatusBar(
            theme, self.actions_by_id[ActionId.STOP_ALL], self.actions_by_id[ActionId.HIDE_VALUES], self
        )
        self._lay_out()
        self._connect()
        self._status.tint()  # nothing else has an icon that is in sight before there are pages

    def open_with(self, widget: QWidget) -> None:
        """Show something else until there are pages, such as why there are none."""
        before, self._opening = self._opening, widget
        self._stack.addWidget(widget)
        self._stack.setCurrentWidget(widget)
        self._stack.removeWidget(before)
        before.deleteLater()
        self._nav.hide()  # there is no page that it could lead to
        widget.setFocus()

    def set_pages(self, makers: Mapping[ActionId, Callable[[], QWidget]]) -> None:
        """Put the pages in, once, in the order of `PAGES`, and bring the first to the front.

        The others are made when they are first asked for, or by `make_page`: nobody waits at the start for pages that
        nobody looks at yet.
        """
        self._nav.show()
        self._makers = {it: makers[it] for it in PAGES if it in makers}
        self.actions_by_id.tint(self._theme.tokens)
        for page in self._makers:
            self._nav.add_page(page, self.actions_by_id[page], listed=page not in UNLISTED)
        self._stack.removeWidget(self._opening)
        self._opening.deleteLater()
        self.actions_by_id[ActionId.STOP_ALL].setEnabled(True)
        self.show_page(next(iter(self._makers)))

    def show_page(self, page: ActionId) -> None:
        """Bring a page to the front and mark it in the navigation."""
        if page not in self._pages:
            self._make(page)
        self._stack.setCurrentWidget(self._pages[page])
        self._pages[page].setFocus()
        self.actions_by_id[page].setChecked(True)

    def make_page(self) -> bool:
        """Make one of the pages that aren't made yet; answers whether there was one."""
        left = next((it for it in self._makers if it not in self._pages), None)
        if left is not None:
            self._make(left)
        return left is not None

    def _make(self, page: ActionId) -> None:
        self._pages[page] = self._makers[page]()
        self._stack.addWidget(self._pages[page])

    def page(self) -> ActionId:
        """The page in front."""
        return next(it for it, widget in self._pages.items() if widget is self._stack.currentWidget())

    def add_strip(self, strip: QWidget) -> None:
        """Put something that asks for an answer above every page."""
        self._strips.addWidget(strip)

    def set_waiting(self, count: int) -> None:
        """Say how many tasks wait for the owner; the window's title says it too. Never raises the window."""
        self._nav.set_waiting(count)
        self.setWindowTitle(self.tr("Placet") if count == 0 else self.tr("({0}) Placet").format(count))

    def set_api(self, address: str | None) -> None:
        """Say where the HTTP interface listens; None: it is off."""
        self._status.set_api(address)

    def set_agents(self, count: int, working: int, models: tuple[str, ...]) -> None:
        """Say how many agents there are, how many of them are at work, and which models they use."""
        self._status.set_agents(count, working, models)

    @Slot(object)
    def set_links(self, links: tuple[LinkRow, ...]) -> None:
        """Say how the links to other programs stand, and when that was last proved."""
        self._status.links.show_links(links)

    @Slot()
    def come_forward(self) -> None:
        """Show the window before others: the owner started the program a second time."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    @Slot(str)
    def show_notice(self, sentence: str) -> None:
        """Show one sentence about what went wrong above the page, until the owner closes it."""
        self._notice.show_text(sentence, "danger", "triangle-alert")

    def show_word(self, sentence: str) -> None:
        """Show one sentence that is good to know in the same place."""
        self._notice.show_text(sentence, "accent", "info")

    @Slot(str)
    def announce(self, sentence: str) -> None:
        """Have a sentence read aloud by whoever reads the window aloud, when it has said what it is about to say."""
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, sentence))

    def _lay_out(self) -> None:
        behind = QWidget()
        right = QVBoxLayout(behind)
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(0)
        right.addLayout(self._strips)
        right.addWidget(self._notice)
        right.addWidget(self._stack, 1)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self._nav)
        self._views.addWidget(behind)
        self._views.addWidget(self._curtain)
        middle.addWidget(self._views, 1)
        centre = QWidget()
        whole = QVBoxLayout(centre)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(middle, 1)
        whole.addWidget(self._status)
        self.setCentralWidget(centre)

    def _connect(self) -> None:
        self._nav.page_chosen.connect(self.show_page)
        self.actions_by_id[ActionId.STOP_ALL].triggered.connect(self._on_stop_all_triggered)
        self.actions_by_id[ActionId.QUIT].triggered.connect(self.close)
        self.addAction(self.actions_by_id[ActionId.QUIT])
        self.addAction(self.actions_by_id[ActionId.SEARCH])  # the page in front says what it searches
        self.actions_by_id[ActionId.SEARCH].triggered.connect(self._on_search_triggered)
        for action_id in (ActionId.PALETTE, ActionId.SHOW_KEYS):
            self.addAction(self.actions_by_id[action_id])
            self.actions_by_id[action_id].triggered.connect(self._on_palette_asked)
        hide = self.actions_by_id[ActionId.HIDE_VALUES]
        hide.setCheckable(True)
        hide.toggled.connect(self._on_hide_toggled)
        self.addAction(hide)
        for action_id, spec in ACTIONS.items():
            if spec.presses:
                action = self.actions_by_id[action_id]
                action.setData(action_id)
                action.triggered.connect(self._on_press_triggered)
                self.addAction(action)
        self._theme.changed.connect(self._on_theme_changed)

    @Slot()
    def _on_search_triggered(self) -> None:
        """Nobody is to wonder whether the key was heard on a page without a search."""
        in_sight = bool(self._pages) and not self.actions_by_id[ActionId.HIDE_VALUES].isChecked()
        if in_sight and self.page() not in SEARCHED:
            self.show_word(
                self.tr(
                    "There is nothing to search on this page. Ctrl+2 shows the tasks: each is found by its words."
                )
            )

    @Slot()
    def _on_press_triggered(self) -> None:
        """Go to the page of an action and press its button there; behind the curtain nothing is pressed."""
        action = self.sender()
        assert isinstance(action, QAction)  # noqa: S101  # only actions of ours are connected
        spec = ACTIONS[ActionId(action.data())]
        if spec.page not in self._makers or self.actions_by_id[ActionId.HIDE_VALUES].isChecked():
            return
        self.show_page(spec.page)
        button = self._pages[spec.page].findChild(QPushButton, spec.presses)
        if button is not None and button.isVisible() and button.isEnabled():
            button.click()
        else:
            self.show_word(self.tr("“{0}” can't be done now.").format(action.text()))

    @Slot()
    def _on_palette_asked(self) -> None:
        palette = Palette(self.actions_by_id, self)
        palette.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        palette.open()

    @Slot()
    def _on_stop_all_triggered(self) -> None:
        self.stop_all_requested.emit()

    @Slot(bool)
    def _on_hide_toggled(self, hidden: bool) -> None:
        """Cover everything that an agent, a model or a token wrote; a request is looked at and armed anew afterwards."""
        self._views.setCurrentIndex(int(hidden))
        in_front = self._curtain if hidden else self._stack.currentWidget()
        if in_front is not None:
            in_front.setFocus()

    @Slot()
    def _on_theme_changed(self) -> None:
        self.actions_by_id.tint(self._theme.tokens)
        self._status.tint()
        self._notice.tint()

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closed.emit()


class _Curtain(EmptyWord):
    """Stands in front of every page while values are hidden (spec/prompt-rules 4.3, rule 16).

    No desktop tells programs whether it is captured, so the owner says it.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__(
            theme,
            "eye-off",
            self.tr("Values are hidden"),
            self.tr("Nothing can be decided here meanwhile. Requests wait. Ctrl+Shift+H shows them again."),
        )
        name_widget(self, Name.CURTAIN, self.tr("Values are hidden"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)


class _NoticeBar(QFrame):
    """One sentence above the pages: what went wrong last, or something good to know."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tone, self._icon = "danger", "triangle-alert"
        name_widget(self, Name.NOTICE_BAR, self.tr("Notice"))
        self._mark = plain_label()
        self._text = plain_label()
        self._text.setWordWrap(True)
        self._close = QToolButton()
        name_widget(self._close, Name.NOTICE_CLOSE, self.tr("Close this notice"))
        self._close.setFixedSize(
            _BUTTON_PX, _BUTTON_PX
        )  # as high as the words' buttons in the bars beside it
        self._close.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 8, 8)
        row.setSpacing(8)
        row.addWidget(self._mark)
        row.addWidget(self._text, 1)
        row.addWidget(self._close)
        self.hide()

    def show_text(self, sentence: str, tone: str, mark: str) -> None:
        """Show this sentence instead of the one before, in the colour of a token, behind an icon."""
        self._tone, self._icon = tone, mark
        self.setProperty("tone", tone)
        for part in (self, self._text, self._close):
            restyle(part)
        self.tint()
        self._text.setText(sentence)
        self.setAccessibleDescription(sentence)
        self.show()

    def tint(self) -> None:
        """Draw the icons in the colours of the look."""
        colour = self._theme.tokens.colour(self._tone)
        self._mark.setPixmap(pixmap(self._icon, colour, 16, self.devicePixelRatioF()))
        self._close.setIcon(icon("x", self._tone, self._theme.tokens))


class _StatusBar(QFrame):
    """What runs behind the window, and the switch that stops all agents."""

    def __init__(self, theme: Theme, stop_all: QAction, hide: QAction, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        name_widget(self, Name.STATUS_BAR, self.tr("Status"))
        self._on_air = False
        self._marks = {it: plain_label() for it in ("circle-dot", "bot", "cpu")}
        self.links = LinkState(theme, self)
        self._api = plain_label()
        self._agents = plain_label()
        self._models = plain_label()
        self._stop = QPushButton(f" {stop_all.text()}")
        self._stop.setProperty("role", "danger")
        self._stop.setToolTip(stop_all.toolTip())
        self._stop.setEnabled(stop_all.isEnabled())
        self._stop.clicked.connect(stop_all.trigger)
        stop_all.enabledChanged.connect(self._stop.setEnabled)
        name_widget(self._stop, Name.STOP_ALL_BUTTON, stop_all.text(), stop_all.toolTip())
        self._hide = QPushButton(f" {hide.text()}")
        self._hide.setProperty("role", "ghost")
        self._hide.setCheckable(True)
        self._hide.setToolTip(hide.toolTip())
        self._hide.clicked.connect(hide.trigger)
        hide.toggled.connect(self._on_hide_toggled)
        name_widget(self._hide, Name.HIDE_VALUES_BUTTON, hide.text(), hide.toolTip())
        self._lay_out()
        self.set_api(None)
        self.set_agents(0, 0, ())

    def set_api(self, address: str | None) -> None:
        """Say where HTTP listens, or that it is off."""
        self._on_air = address is not None
        self._api.setText(self.tr("API {0}").format(address) if address else self.tr("HTTP off"))
        self.tint()

    def set_agents(self, count: int, working: int, models: tuple[str, ...]) -> None:
        """Say what agents there are and what thinks for them."""
        agents = self.tr("%Ln agents", "", count) if count else self.tr("No agents")
        self._agents.setText(agents if not working else self.tr("{0}, {1} at work").format(agents, working))
        self._models.setText(", ".join(models) if models else self.tr("No model"))

    @Slot(bool)
    def _on_hide_toggled(self, hidden: bool) -> None:
        self._hide.setChecked(hidden)
        self._hide.setText(" " + self.tr("Show values") if hidden else " " + self.tr("Hide values"))
        self._hide.setIcon(icon("eye" if hidden else "eye-off", "text_muted", self._theme.tokens))

    def tint(self) -> None:
        """Draw the icons in the colours of this look."""
        tokens, ratio = self._theme.tokens, self.devicePixelRatioF()
        for name, mark in self._marks.items():
            token = "approve" if name == "circle-dot" and self._on_air else "text_muted"
            mark.setPixmap(pixmap(name, tokens.colour(token), 14, ratio))
        self.links.tint()
        self._stop.setIcon(icon("octagon-x", "danger", tokens))
        self._stop.setIconSize(QSize(14, 14))
        self._on_hide_toggled(self._hide.isChecked())
        self._hide.setIconSize(QSize(14, 14))

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 4, 8, 4)
        row.setSpacing(6)
        for mark, label in zip(self._marks.values(), (self._api, self._agents, self._models), strict=True):
            row.addWidget(mark)
            row.addWidget(label)
            row.addSpacing(18)
        row.addWidget(self.links)
        row.addStretch(1)
        row.addWidget(self._hide)
        row.addWidget(self._stop)
