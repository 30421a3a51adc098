"""The settings page is built from the table of settings and says no where the engine does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QWidget

from placet.api.commands import ChangeSettings
from placet.api.queries import GetSettings
from placet.settings import TABLE
from placet_gui.actions import ActionId
from placet_gui.app import build
from placet_gui.views.main_window import MainWindow
from tests.gui.conftest import House, put_away


@pytest.fixture
def window(theme, house: House, qtbot) -> Iterator[MainWindow]:
    made = build(house.engine)
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

    qtbot.waitUntil(lambda: any("at least 300" in text for text in complaints()))
    qtbot.waitUntil(lambda: field.text() == "1200")
    assert value(house, "approvals.hold_ms") == 1200


def test_a_change_made_elsewhere_is_shown(window: MainWindow, house: House, qtbot) -> None:
    house.submit(ChangeSettings(values={"approvals.arming_ms": 900}))
    qtbot.waitUntil(lambda: editor(window, "approvals.arming_ms", QLineEdit).text() == "900")
