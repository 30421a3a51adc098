"""The window's shell: pages by key and click, a count that never intrudes, notices, the switch that stops all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QLabel, QPushButton, QToolButton, QWidget

from placet.api.commands import StartAgent
from placet.api.queries import GetAgent, GetSettings
from placet_gui.actions import ACTIONS, ActionId
from placet_gui.app import build
from placet_gui.names import Name
from placet_gui.views.main_window import SMALLEST_SIZE, MainWindow
from tests.gui.conftest import House, put_away
from tests.gui.gestures import window_of

ICON_ONLY = Qt.ToolButtonStyle.ToolButtonIconOnly
TEXT_BELOW = Qt.ToolButtonStyle.ToolButtonTextUnderIcon
PAGES = {
    ActionId.SHOW_INBOX: Name.INBOX_PAGE,
    ActionId.SHOW_TASKS: Name.TASKS_PAGE,
    ActionId.SHOW_AGENTS: Name.AGENTS_PAGE,
    ActionId.SHOW_GENERATIONS: Name.GENERATIONS_PAGE,
    ActionId.SHOW_WORKFLOWS: Name.WORKFLOWS_PAGE,
    ActionId.SHOW_GRANTS: Name.GRANTS_PAGE,
    ActionId.SHOW_DOCTOR: Name.DOCTOR_PAGE,
    ActionId.SHOW_ACTIVITY: Name.ACTIVITY_PAGE,
    ActionId.SHOW_STATISTICS: Name.STATISTICS_PAGE,
    ActionId.SHOW_ACCOUNTS: Name.ACCOUNTS_PAGE,
    ActionId.SHOW_ACCESS: Name.ACCESS_PAGE,
    ActionId.SHOW_SETTINGS: Name.SETTINGS_PAGE,
}


@pytest.fixture
def window(theme, house: House, qtbot) -> Iterator[MainWindow]:
    made = window_of(house.engine)
    made.show()
    qtbot.waitExposed(made)
    yield made
    put_away(made)


@pytest.fixture
def whole(theme, house: House, qtbot) -> Iterator[MainWindow]:
    """A window with all of its pages."""
    made = build(house.engine)
    made.show()
    qtbot.waitExposed(made)
    yield made
    put_away(made)


def child(window: MainWindow, name: str, kind: type = QWidget) -> QWidget:
    found = window.findChild(kind, name)
    assert found is not None, name
    return found


def test_every_page_is_there_under_its_name(whole: MainWindow) -> None:
    assert whole.objectName() == "main_window"
    for name in (Name.NAV, *PAGES.values()):
        assert child(whole, name)


def test_a_page_is_made_once_when_it_is_asked_for_or_the_others_are(theme, qtbot) -> None:
    made: list[ActionId] = []

    def maker(page: ActionId) -> Callable[[], QWidget]:
        return lambda: made.append(page) or QWidget()

    window = MainWindow(theme)
    qtbot.addWidget(window)
    window.set_pages({page: maker(page) for page in PAGES})
    assert made == [ActionId.SHOW_INBOX]
    window.show_page(ActionId.SHOW_AGENTS)
    window.show_page(ActionId.SHOW_AGENTS)
    assert made == [ActionId.SHOW_INBOX, ActionId.SHOW_AGENTS]
    while window.make_page():
        pass
    assert sorted(made) == sorted(PAGES)
    assert window.page() is ActionId.SHOW_AGENTS


def in_front(window: MainWindow) -> list[Name]:
    return [page for page in PAGES.values() if child(window, page).isVisible()]


def test_each_page_comes_to_the_front_by_its_button(whole: MainWindow, qtbot) -> None:
    for action, page in reversed(PAGES.items()):  # the inbox, which is in front at first, comes last
        button = child(whole, f"nav_{action.value.removeprefix('show_')}", QToolButton)
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert in_front(whole) == [page]
        assert button.isChecked()


def test_each_page_comes_to_the_front_by_its_key(whole: MainWindow) -> None:
    for action, page in reversed(PAGES.items()):
        assert ACTIONS[action].shortcut
        whole.actions_by_id[action].trigger()
        assert in_front(whole) == [page]


def test_no_two_actions_share_a_key() -> None:
    keys = [spec.shortcut for spec in ACTIONS.values() if spec.shortcut]
    assert len(set(keys)) == len(keys)
    assert set(ACTIONS) == set(ActionId)


def test_what_waits_is_counted_without_changing_the_page(window: MainWindow, house: House, qtbot) -> None:
    badge = child(window, Name.WAITING_BADGE, QLabel)
    assert not badge.isVisible()
    window.show_page(ActionId.SHOW_SETTINGS)
    house.declare()
    house.write("a.txt")
    house.write("b.txt")
    qtbot.waitUntil(lambda: badge.isVisible() and badge.text() == "2")
    assert window.page() is ActionId.SHOW_SETTINGS
    assert window.windowTitle() == "(2) Placet"


def test_the_status_bar_says_what_runs(window: MainWindow, house: House, qtbot) -> None:
    bar = child(window, Name.STATUS_BAR)

    def said() -> str:
        return "|".join(label.text() for label in bar.findChildren(QLabel))

    assert "HTTP off" in said()
    window.set_api("127.0.0.1:8765")
    assert "API 127.0.0.1:8765" in said()
    house.declare(model={"backend": "embedded"})
    qtbot.waitUntil(lambda: "1 agent" in said() and "embedded" in said())


def test_the_switch_stops_every_agent(window: MainWindow, house: House, qtbot) -> None:
    house.declare("clerk")
    house.declare("scribe")
    held = house.write()
    button = child(window, Name.STOP_ALL_BUTTON, QPushButton)
    assert button.isVisible()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    for name in ("clerk", "scribe"):
        qtbot.waitUntil(lambda name=name: house.engine.query(GetAgent(agent=name)).state == "stopped")
    assert house.task(held.id).status == "pending_approval"  # an async request stays open (T7)
    house.submit(StartAgent(agent="clerk"))
    assert house.engine.query(GetAgent(agent="clerk")).state == "idle"


def test_no_key_stops_all_agents() -> None:
    assert ACTIONS[ActionId.STOP_ALL].shortcut == ""


def test_a_notice_stays_until_it_is_closed_and_is_plain_text(window: MainWindow, qtbot) -> None:
    bar = child(window, Name.NOTICE_BAR)
    assert not bar.isVisible()
    window.show_notice("<b>bold</b>")
    assert bar.isVisible()
    assert any(label.text() == "<b>bold</b>" for label in bar.findChildren(QLabel))
    qtbot.mouseClick(child(window, Name.NOTICE_CLOSE, QToolButton), Qt.MouseButton.LeftButton)
    assert not bar.isVisible()


@pytest.mark.parametrize("size", [(1280, 800), (900, 600), (720, 480)])
def test_every_page_fits_into_the_window(
    window: MainWindow, house: House, size: tuple[int, int], qtbot
) -> None:
    house.declare()
    house.write()
    window.resize(*size)
    qtbot.waitUntil(lambda: (window.width(), window.height()) == size)
    for page in PAGES:
        window.show_page(page)
        qtbot.waitUntil(lambda page=page: outside(window, page) == [])


def outside(window: MainWindow, page: ActionId) -> list[tuple[ActionId, str]]:
    """The buttons that end outside of the window though nothing scrolls them into view."""
    shown = [button for button in window.findChildren(QAbstractButton) if button.isVisible()]
    assert shown
    return [
        (page, button.objectName())
        for button in shown
        if not any(parent.inherits("QScrollArea") for parent in parents(button))
        and not window.rect().contains(button.mapTo(window, button.rect().bottomRight()))
    ]


def parents(widget: QWidget) -> Iterator[QWidget]:
    while (widget := widget.parentWidget()) is not None:
        yield widget


def test_the_look_follows_the_setting(whole: MainWindow, house: House, theme, qtbot) -> None:
    from placet.api.commands import ChangeSettings
    from placet_gui.theme.tokens import Scheme

    assert house.engine.query(GetSettings())
    qtbot.wait(1)
    for choice, scheme in (("dark", Scheme.DARK), ("light", Scheme.LIGHT)):
        house.submit(ChangeSettings(values={"appearance.theme": choice}))
        qtbot.waitUntil(lambda scheme=scheme: theme.tokens.scheme is scheme)


def test_a_second_window_of_one_engine_shows_the_same(window: MainWindow, house: House, qtbot) -> None:
    second = build(house.engine)
    second.show()
    house.declare()
    house.write()
    for each in (window, second):
        qtbot.waitUntil(lambda each=each: child(each, Name.WAITING_BADGE, QLabel).text() == "1")
    second.close()
    house.write("b.txt")
    qtbot.waitUntil(lambda: child(window, Name.WAITING_BADGE, QLabel).text() == "2")
    put_away(second)


def test_a_closed_window_leaves_the_engine_running(window: MainWindow, house: House) -> None:
    window.close()
    house.declare()
    assert house.write().status == "pending_approval"


def test_in_a_low_window_the_pages_stand_by_their_icons_and_all_can_be_reached(
    window: MainWindow, qtbot
) -> None:
    rail = child(window, Name.NAV)
    buttons = rail.findChildren(QToolButton)
    window.resize(1280, 900)
    qtbot.waitUntil(lambda: all(it.toolButtonStyle() is TEXT_BELOW for it in buttons))
    window.resize(SMALLEST_SIZE)
    qtbot.waitUntil(lambda: all(it.toolButtonStyle() is ICON_ONLY for it in buttons))

    def apart() -> bool:
        boxes = sorted((it.geometry() for it in buttons), key=lambda it: it.y())
        inside = all(rail.rect().contains(it) for it in boxes)
        return inside and all(upper.bottom() < lower.top() for upper, lower in pairwise(boxes))

    qtbot.waitUntil(apart)
    assert all(it.accessibleName() and it.toolTip() for it in buttons)
