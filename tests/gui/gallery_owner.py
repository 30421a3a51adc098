"""The gallery's pictures of what the owner keeps: accounts, tokens, settings, channels, and the forms of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLineEdit, QListWidget, QPushButton, QScrollArea, QWidget

from placet_gui.names import Name
from placet_gui.views.main_window import MainWindow
from tests.gui.settling import settle

Take = Callable[[QWidget, str], None]


def walk_accounts(window: MainWindow, take: Take, tag: str) -> None:
    """Leave that is given again, the form of each kind, one that another is put in the place of, and a refusal."""
    page = _page(window, Name.ACCOUNTS_PAGE)
    _press(page, "account_again_home")
    take(window, f"accounts-leave-{tag}")
    _press(page, "account_again_home")
    kinds = _child(page, QComboBox, Name.ACCOUNT_KIND)
    for number in range(kinds.count()):
        kinds.setCurrentIndex(number)
        _to_the_end(page)
        take(window, f"accounts-form-{kinds.currentData()}-{tag}")
    _press(page, "account_switch_work")
    settle(150)
    take(window, f"accounts-switch-{tag}")
    _child(page, QLineEdit, Name.ACCOUNT_NAME).setText("Not A Name")
    _press(page, Name.ACCOUNT_ADD)
    settle(400)
    _to_the_end(page)
    take(window, f"accounts-refused-{tag}")


def walk_access(window: MainWindow, take: Take, tag: str) -> None:
    """A token that is just made, and the same page when its secret was put away."""
    page = _page(window, Name.ACCESS_PAGE)
    scope = _child(page, QComboBox, Name.ACCESS_SCOPE)
    for number in range(scope.count()):
        scope.setCurrentIndex(number)
        if number == 1:
            take(window, f"access-scope-{tag}")
    scope.setCurrentIndex(0)
    _press(page, Name.ACCESS_MAKE)
    settle(400)
    take(window, f"access-made-{tag}")
    _to_the_end(page)
    take(window, f"access-made-end-{tag}")
    _press(page, Name.ACCESS_DONE)


def walk_settings(window: MainWindow, take: Take, tag: str) -> None:
    """What a search finds and what it doesn't, values that are refused and changed, each section, and the channels."""
    page = _page(window, Name.SETTINGS_PAGE)
    search, found = (
        _child(page, QLineEdit, Name.SETTINGS_SEARCH),
        _child(page, QListWidget, Name.SETTINGS_FOUND),
    )
    for words, name in (("8765", "none"), ("token", "found")):
        search.setText(words)
        take(window, f"settings-{name}-{tag}")
    search.clear()
    _change(page)
    take(window, f"settings-refused-{tag}")
    for number in range(0, found.count(), 3):
        found.itemClicked.emit(found.item(number))
        settle(150)
        take(window, f"settings-{number:02}-{tag}")
    _channels(window, page, take, tag)


def _change(page: QWidget) -> None:
    """One value that is refused, and one that isn't Placet's own."""
    for key, value in (("http.port", "8766"), ("approvals.arming_ms", "99999999")):
        editor = _child(page, QLineEdit, f"setting_{key}")
        _child(page, QScrollArea).ensureWidgetVisible(editor, 0, 200)
        editor.setText(value)
        editor.editingFinished.emit()
        settle(300)


def _channels(window: MainWindow, page: QWidget, take: Take, tag: str) -> None:
    kinds = _child(page, QComboBox, Name.CHANNEL_KIND)
    for number in range(kinds.count()):
        kinds.setCurrentIndex(number)
        _to_the_channels(page)
        take(window, f"channels-form-{kinds.currentData()}-{tag}")
    kinds.setCurrentIndex(0)
    _press(page, Name.CHANNEL_ADD)
    settle(400)
    _to_the_channels(page)
    take(window, f"channels-refused-{tag}")


def _page(window: MainWindow, name: str) -> QWidget:
    return _child(window, QWidget, name)


def _child(parent: QWidget, kind: type[Any], name: str = "") -> Any:
    found = parent.findChild(kind, name) if name else parent.findChild(kind)
    assert found is not None, name
    return found


def _press(parent: QWidget, name: str) -> None:
    _child(parent, QPushButton, name).click()
    settle(80)


def _to_the_channels(page: QWidget) -> None:
    settle(120)
    found = _child(page, QListWidget, Name.SETTINGS_FOUND)
    items = (found.item(number) for number in range(found.count()))
    found.itemClicked.emit(
        next(it for it in items if it.data(Qt.ItemDataRole.UserRole) == "section:channels")
    )


def _to_the_end(page: QWidget) -> None:
    settle(120)
    bar = _child(page, QScrollArea).verticalScrollBar()
    bar.setValue(bar.maximum())
