"""The first steps in the window: no way to begin is a dead end, whatever is there and whatever isn't."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from placet.api.first_steps import PORTS, FoundServer, LinkOffer, Started
from placet.api.links import LinkRow
from placet_gui import language
from placet_gui.actions import ActionId
from placet_gui.app import begin_first_steps
from placet_gui.names import Name
from placet_gui.presenters.first_steps import SERVERS, FirstStepsPresenter
from placet_gui.said import said
from placet_gui.theme.style import Theme
from placet_gui.views.main_window import MainWindow
from tests.gui.conftest import House, put_away
from tests.gui.gestures import window_of
from tests.gui.views.test_access import nameless

OLLAMA = FoundServer(kind="ollama", base_url="http://127.0.0.1:11434/v1", models=("a:1b", "<b>b</b>"))
EMPTY = FoundServer(kind="vllm", base_url="http://127.0.0.1:8000/v1", models=())
LINK = LinkRow(
    name="claude-code",
    agent="claude-code",
    settings="/home/ada/.claude/settings.json",
    installed_at=1,
    tested_at=1,
    last_call_at=None,
    gated=False,
    words="The hook isn't there any more.",
    skipped=False,
)


@pytest.fixture
def window(theme: Theme, house: House, qtbot: QtBot) -> Iterator[MainWindow]:
    made = window_of(house.engine)
    made.show()
    begin_first_steps(made)
    qtbot.waitUntil(lambda: made.page() is ActionId.SHOW_FIRST_STEPS)
    qtbot.waitUntil(lambda: made.findChild(QPushButton, "first_link_mcp") is not None)
    yield made
    put_away(made)


def presenter(window: MainWindow) -> FirstStepsPresenter:
    return window.findChild(FirstStepsPresenter)


def says(window: QWidget, words: str) -> bool:
    return any(words in it.text() for it in window.findChildren(QLabel) if it.isVisible())


def button(window: QWidget, name: str) -> QPushButton:
    found = window.findChild(QPushButton, name)
    assert found is not None, name
    return found


def test_where_an_agent_is_the_inbox_stays(theme: Theme, house: House, qtbot: QtBot) -> None:
    house.declare()
    made = window_of(house.engine)
    made.show()
    begin_first_steps(made)
    with qtbot.waitSignal(presenter(made).looked):
        presenter(made).refresh()  # behind the question whether anybody was here
    assert made.page() is ActionId.SHOW_INBOX
    put_away(made)


def test_whoever_went_elsewhere_meanwhile_is_left_there(theme: Theme, house: House, qtbot: QtBot) -> None:
    made = window_of(house.engine)
    made.show()
    made.show_page(ActionId.SHOW_TASKS)
    with qtbot.waitSignal(presenter(made).empty_found):
        begin_first_steps(made)
    assert made.page() is ActionId.SHOW_TASKS
    put_away(made)


def test_without_the_model_inside_it_says_why_and_what_to_do_instead(window: MainWindow) -> None:
    presenter(window).looked.emit(Started(agents=0, why_no_model="It isn't installed.", links=()), ())
    assert not button(window, Name.FIRST_DEMO).isEnabled()
    assert says(window, "It isn't installed. Until then, begin with one of the others.")


def test_why_the_model_inside_cannot_be_used_is_said_in_the_language_of_the_window(
    window: MainWindow, qapp: QApplication
) -> None:
    why = "The embedded model isn't installed; “placet model install” fetches it."
    language.speak(qapp, "de")
    try:
        presenter(window).looked.emit(Started(agents=0, why_no_model=why, links=()), ())
        assert not says(window, why)
        assert says(window, said(why))
    finally:
        language.speak(qapp, "en")


def test_where_no_server_answers_it_says_where_it_looked_and_how_to_name_one(window: MainWindow) -> None:
    presenter(window).servers_found.emit(())
    assert says(window, f"None answered at the ports {', '.join(map(str, PORTS))}.")
    assert says(window, "[[backends]]")
    assert button(window, Name.FIRST_LOOK).isEnabled()


def test_what_answers_is_shown_with_its_models_as_plain_text_and_one_without_says_so(
    window: MainWindow, qtbot: QtBot
) -> None:
    presenter(window).servers_found.emit((OLLAMA, EMPTY))
    assert says(window, "2 servers answered.")
    qtbot.waitUntil(lambda: says(window, "Ollama  ·  http://127.0.0.1:11434"))
    models = window.findChild(QComboBox, "first_model_0")
    assert [models.itemText(it) for it in range(models.count())] == ["a:1b", "<b>b</b>"]
    assert says(window, "It has no model yet")
    assert not button(window, "first_use_1").isVisible()
    assert nameless(window.findChild(QWidget, Name.FIRST_PAGE)) == []


@pytest.mark.parametrize("found", [(OLLAMA, EMPTY), ()])
def test_in_a_low_window_the_answer_is_scrolled_to(
    window: MainWindow, qtbot: QtBot, found: tuple[FoundServer, ...]
) -> None:
    window.resize(900, 600)
    look = button(window, Name.FIRST_LOOK)
    presenter(window).servers_found.emit(found)
    page = window.findChild(QWidget, Name.FIRST_PAGE)
    view, card = page.findChild(QScrollArea).viewport(), look.parentWidget()
    qtbot.waitUntil(lambda: card.mapTo(view, card.rect().bottomLeft()).y() < view.height())
    assert look.mapTo(view, look.rect().topLeft()).y() > 0, "what was pressed is still there"


def test_a_refusal_is_said_in_its_card_and_it_can_be_tried_again(window: MainWindow) -> None:
    presenter(window).servers_found.emit((OLLAMA,))
    button(window, "first_use_0").setEnabled(False)
    presenter(window).refused.emit(SERVERS, "The settings couldn't be written: Disk full.")
    assert says(window, "The settings couldn't be written")
    assert button(window, Name.FIRST_LOOK).isEnabled()


def test_a_link_that_broke_is_told_of_and_can_be_made_again(window: MainWindow) -> None:
    offer = LinkOffer(name=LINK.name, settings=LINK.settings, command="placet link claude-code install")
    presenter(window).looked.emit(Started(agents=1, why_no_model=None, links=(offer,)), (LINK,))
    assert says(window, "The hook isn't there any more.")
    assert button(window, "first_link_claude-code").isEnabled()


def test_leaving_shows_the_inbox(window: MainWindow) -> None:
    button(window, Name.FIRST_LATER).click()
    assert window.page() is ActionId.SHOW_INBOX
