"""The settings page is built from the table of settings and says no where the engine does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QWidget,
)

from placet.api.commands import ChangeSettings
from placet.api.queries import GetSettings
from placet.settings import TABLE
from placet_gui.actions import ActionId
from placet_gui.names import Name
from placet_gui.views.column_page import Column
from placet_gui.views.main_window import MainWindow
from tests.gui.conftest import House, put_away
from tests.gui.gestures import window_of


@pytest.fixture
def window(theme, house: House, qtbot) -> Iterator[MainWindow]:
    made = window_of(house.engine)
    made.show()
    made.show_page(ActionId.SHOW_SETTINGS)
    qtbot.waitUntil(lambda: made.findChild(QWidget, "setting_approvals.arming_ms") is not None)
    yield made
    put_away(made)


def editor(window: MainWindow, key: str, kind: type) -> QWidget:
    return window.findChild(kind, f"setting_{key}")


def value(house: House, key: str) -> object:
    return next(row.value for row in house.engine.query(GetSettings()) if row.key == key)


def test_every_setting_has_an_editor_that_shows_its_value(window: MainWindow) -> None:
    for setting in TABLE:
        kind = QLineEdit
        if setting.choices:
            kind = QComboBox
        elif isinstance(setting.default, bool):
            kind = QCheckBox
        found = editor(window, setting.key, kind)
        assert found is not None, setting.key
        assert found.accessibleName() == setting.sentence
    assert editor(window, "approvals.arming_ms", QLineEdit).text() == "700"


def test_a_number_is_set_when_its_editing_is_finished(window: MainWindow, house: House, qtbot) -> None:
    field = editor(window, "approvals.quiet_ms", QLineEdit)
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "250")
    assert value(house, "approvals.quiet_ms") == 500
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: value(house, "approvals.quiet_ms") == 250)


def test_letters_do_not_get_into_a_number(window: MainWindow, qtbot) -> None:
    field = editor(window, "approvals.quiet_ms", QLineEdit)
    field.clear()
    qtbot.keyClicks(field, "1x2")
    assert field.text() == "12"


def test_a_switch_is_set_at_once(window: MainWindow, house: House, qtbot) -> None:
    box = editor(window, "http_decisions", QCheckBox)
    assert box.isChecked()
    box.click()
    qtbot.waitUntil(lambda: value(house, "http_decisions") is False)


def test_a_value_that_does_not_fit_is_refused_at_its_row_and_the_old_one_comes_back(
    window: MainWindow, house: House, qtbot
) -> None:
    field = editor(window, "approvals.hold_ms", QLineEdit)
    field.setText("1")
    qtbot.keyClick(field, Qt.Key.Key_Return)

    def complaints() -> list[str]:
        return [
            it.text() for it in window.findChildren(QLabel) if it.property("role") == "error" and it.text()
        ]

    qtbot.waitUntil(lambda: "1 ms was not taken. approvals.hold_ms is at least 300." in complaints())
    qtbot.waitUntil(lambda: field.text() == "1,200")
    assert value(house, "approvals.hold_ms") == 1200


def test_a_number_that_is_left_without_one_shows_the_one_that_holds(
    window: MainWindow, house: House, qtbot
) -> None:
    field, other = (editor(window, f"approvals.{it}_ms", QLineEdit) for it in ("hold", "quiet"))
    field.setFocus()
    field.clear()
    other.setFocus()
    assert field.text() == "1,200"
    assert value(house, "approvals.hold_ms") == 1200


def test_a_number_has_its_thousands_apart_until_it_is_changed(
    window: MainWindow, house: House, qtbot
) -> None:
    field, other = (editor(window, f"approvals.{it}_ms", QLineEdit) for it in ("hold", "quiet"))
    assert field.text() == "1,200"
    field.setFocus()
    qtbot.waitUntil(lambda: field.text() == "1200")
    other.setFocus()
    assert field.text() == "1,200"
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "2500")
    other.setFocus()
    qtbot.waitUntil(lambda: value(house, "approvals.hold_ms") == 2500)
    qtbot.waitUntil(lambda: field.text() == "2,500")
    back = window.findChild(QPushButton, "default_approvals.hold_ms")
    assert back.text() == "Back to 1,200 ms"


def test_a_number_that_measures_nothing_stays_as_it_is(window: MainWindow, house: House, qtbot) -> None:
    house.submit(ChangeSettings(values={"http.port": 8766}))
    qtbot.waitUntil(lambda: editor(window, "http.port", QLineEdit).text() == "8766")


def _key(item: QListWidgetItem) -> str:
    return str(item.data(Qt.ItemDataRole.UserRole)).removeprefix("section:")


def test_the_section_that_is_read_is_marked_in_the_list(window: MainWindow, qtbot) -> None:
    found = window.findChild(QListWidget, Name.SETTINGS_FOUND)
    bar = window.findChild(Column).verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0 and found.currentRow() == 0)
    marked = []
    for place in range(0, bar.maximum() + 1, 40):
        bar.setValue(place)
        marked.append(found.currentRow())
    assert marked == sorted(marked)
    assert marked[-1] > 3
    column, page = window.findChild(Column), window.findChild(QWidget, Name.SETTINGS_PAGE)
    for number in range(1, found.count(), 3):
        window.resize(1280, 800)
        found.itemClicked.emit(found.item(number))
        window.show_page(ActionId.SHOW_INBOX)
        window.resize(900, 600)  # sentences break then, and another section stands at the head
        window.show_page(ActionId.SHOW_SETTINGS)
        qtbot.waitUntil(
            lambda: page._sections[_key(found.currentItem())] is column.looked_at(page._sections.values())
        )
    last = found.item(found.count() - 1)
    found.itemClicked.emit(last)
    assert found.currentItem() is last


def test_a_change_made_elsewhere_is_shown(window: MainWindow, house: House, qtbot) -> None:
    house.submit(ChangeSettings(values={"approvals.arming_ms": 900}))
    qtbot.waitUntil(lambda: editor(window, "approvals.arming_ms", QLineEdit).text() == "900")


def typed(window: MainWindow, words: str, qtbot) -> QListWidget:
    window.actions_by_id[ActionId.SEARCH].trigger()
    search = window.findChild(QLineEdit, Name.SETTINGS_SEARCH)
    qtbot.waitUntil(search.hasFocus)
    qtbot.keyClicks(search, words)
    return window.findChild(QListWidget, Name.SETTINGS_FOUND)


def lines(found: QListWidget) -> list[str]:
    return [found.item(number).text() for number in range(found.count())]


@pytest.mark.parametrize(
    ("words", "key"),
    [("arming", "approvals.arming_ms"), ("keyboard STILL", "approvals.quiet_ms"), ("loopback", "http.host")],
)
def test_a_setting_is_found_by_its_name_and_its_words_and_enter_goes_there(
    window: MainWindow, qtbot, words: str, key: str
) -> None:
    window.resize(900, 600)
    found = typed(window, words, qtbot)
    assert [it for it in lines(found) if it.endswith(f"\n{key}")] == [lines(found)[0]]
    qtbot.keyClick(window.findChild(QLineEdit, Name.SETTINGS_SEARCH), Qt.Key.Key_Return)
    there = window.findChild(QWidget, f"setting_{key}")
    qtbot.waitUntil(there.hasFocus)
    assert not there.visibleRegion().isEmpty()


def test_the_arrows_choose_among_what_was_found_and_the_heading_counts_as_a_word(
    window: MainWindow, qtbot
) -> None:
    found = typed(window, "presence", qtbot)
    assert {it.split("\n")[1].partition(".")[0] for it in lines(found)} == {"presence"}
    search = window.findChild(QLineEdit, Name.SETTINGS_SEARCH)
    qtbot.keyClick(search, Qt.Key.Key_Down)
    qtbot.keyClick(search, Qt.Key.Key_Return)
    second = lines(found)[1].split("\n")[1]
    qtbot.waitUntil(window.findChild(QWidget, f"setting_{second}").hasFocus)


def test_words_that_no_setting_has_are_said_to_be_nowhere(window: MainWindow, qtbot) -> None:
    found = typed(window, "zebra", qtbot)
    assert lines(found) == []
    assert any(
        it.text() == "No setting has these words." for it in window.findChildren(QLabel) if it.isVisible()
    )


def test_a_section_is_brought_to_the_head_of_the_page(window: MainWindow, qtbot) -> None:
    found = window.findChild(QListWidget, Name.SETTINGS_FOUND)
    (item,) = found.findItems("Presence", Qt.MatchFlag.MatchExactly)
    found.itemClicked.emit(item)
    assert not window.findChild(QWidget, "setting_presence.tray").visibleRegion().isEmpty()


def test_what_is_not_as_placet_comes_is_marked_and_one_click_brings_it_back(
    window: MainWindow, house: House, qtbot
) -> None:
    mark = window.findChild(QLabel, "changed_approvals.arming_ms")
    back = window.findChild(QPushButton, "default_approvals.arming_ms")
    assert mark.isHidden()
    house.submit(ChangeSettings(values={"approvals.arming_ms": 900}))
    qtbot.waitUntil(lambda: not mark.isHidden())
    assert back.text() == "Back to 700 ms"
    back.click()
    qtbot.waitUntil(lambda: value(house, "approvals.arming_ms") == 700)
    qtbot.waitUntil(mark.isHidden)
    assert back.isHidden()
