"""Everything that can be used has a name for tools and a name for people, and no label interprets its text."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from placet.api import Action
from placet_gui.actions import ActionId
from placet_gui.app import build
from placet_gui.names import Name
from placet_gui.theme.style import Theme
from placet_gui.views.main_window import PAGES, MainWindow
from tests.gui.conftest import House, opened, put_away
from tests.patient_bot import PatientBot

USABLE = (QAbstractButton, QComboBox, QLineEdit, QPlainTextEdit, QAbstractItemView)


@pytest.fixture(scope="module")
def window(
    theme: Theme, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[MainWindow]:
    """A window in which every page has something to show, with the details and a card open; one for all who look at it."""
    hands = PatientBot(request)
    with opened(tmp_path_factory.mktemp("access")) as house:
        house.declare(model={"backend": "embedded"})
        house.write("a.txt", _reason="<img src=x>")
        house.decide(house.write("b.txt"), Action.DENY, "<b>no</b>")
        made = build(house.engine)
        made.show()
        made.show_page(ActionId.SHOW_TASKS)
        table = made.findChild(QWidget, Name.TASKS_TABLE)
        hands.waitUntil(lambda: table.model().rowCount() == 2)
        table.row_toggled.emit(table.model().index(0, 0))
        hands.waitUntil(made.findChild(QWidget, Name.TASK_DETAIL).isVisible)
        yield made
        put_away(made)


def ours(window: QWidget) -> Iterator[QWidget]:
    """What can be used, without the parts that Qt puts into its own widgets."""
    for widget in window.findChildren(QWidget):
        inner = widget.objectName().startswith("qt_") or isinstance(
            widget.parentWidget(), QComboBox | QLineEdit
        )
        inside_popup = any(it.inherits("QComboBoxPrivateContainer") for it in lineage(widget))
        if (
            isinstance(widget, USABLE)
            and not inner
            and not inside_popup
            and not widget.inherits("QHeaderView")
        ):
            yield widget


def lineage(widget: QWidget | None) -> Iterator[QWidget]:
    while widget is not None:
        yield widget
        widget = widget.parentWidget()


def is_part_of_qt(widget: QWidget) -> bool:
    return any(it.inherits("QTabBar") or it.inherits("QTableCornerButton") for it in lineage(widget))


def nameless(window: QWidget) -> list[str]:
    return [
        f"{type(widget).__name__} {widget.objectName()!r} in {widget.parentWidget().objectName()!r}"
        for widget in ours(window)
        if not is_part_of_qt(widget)
        and not (widget.objectName() and widget.accessibleName() and widget.accessibleIdentifier())
    ]


def test_everything_usable_has_an_object_name_and_an_accessible_name(window: MainWindow) -> None:
    assert len(list(ours(window))) > 30
    assert nameless(window) == []


def test_the_object_name_is_the_accessible_identifier(window: MainWindow) -> None:
    for widget in ours(window):
        if widget.accessibleIdentifier():
            assert widget.accessibleIdentifier() == widget.objectName()


def test_the_dialog_for_declaring_is_named_as_well(window: MainWindow, qtbot) -> None:
    window.show_page(ActionId.SHOW_AGENTS)
    window.findChild(QPushButton, Name.AGENT_DECLARE).click()
    dialog = window.findChild(QDialog, Name.DECLARE_DIALOG)
    qtbot.waitUntil(dialog.isVisible)
    assert nameless(dialog) == []
    dialog.reject()


def test_no_label_interprets_its_text(window: MainWindow) -> None:
    labels = [it for it in window.findChildren(QLabel) if not it.pixmap() or it.text()]
    assert len(labels) > 30
    assert [it.text() for it in labels if it.textFormat() is not Qt.TextFormat.PlainText] == []


def test_what_an_agent_or_the_owner_wrote_is_shown_letter_by_letter(window: MainWindow) -> None:
    said = "\n".join(label.text() for label in window.findChildren(QLabel))
    assert "<b>no</b>" in said


def test_every_page_can_be_walked_with_the_tab_key(window: MainWindow, qtbot) -> None:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    for page in PAGES:
        window.show_page(page)
        seen = set()
        for _ in range(80):
            qtbot.keyClick(window.focusWidget() or window, Qt.Key.Key_Tab)
            seen.add((window.focusWidget() or window).objectName())
        assert Name.STOP_ALL_BUTTON in seen, page
        assert len(seen) > 5, page


@pytest.mark.parametrize("filled", [False, True])
def test_the_tab_key_is_held_up_nowhere(theme, house: House, qtbot, filled: bool) -> None:
    """Round and round on every page, also where its list is empty and what would come first can't be used."""
    if filled:
        house.declare()
        house.write()
    made = build(house.engine)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    for page in PAGES:
        made.show_page(page)
        qtbot.waitUntil(lambda: made.focusWidget() is not None)
        held = {name for _ in range(100) if (name := held_up(made, qtbot)) is not None}
        assert held == set(), page
    put_away(made)


def held_up(window: MainWindow, qtbot) -> str | None:
    """Press Tab; the name of what has the keyboard if it has it still."""
    before = window.focusWidget()
    qtbot.keyClick(before, Qt.Key.Key_Tab)
    return before.objectName() if window.focusWidget() is before else None
