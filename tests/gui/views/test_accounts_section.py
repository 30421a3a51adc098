"""Accounts in the window: declared with a password that is never shown again, tried, given leave anew, taken away."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QPushButton, QScrollArea, QWidget

from placet.api.accounts import ListAccounts, PutAccount
from placet_gui.actions import ActionId
from placet_gui.names import Name
from placet_gui.views.main_window import MainWindow
from placet_gui.views.record_view import Callout
from tests.fakes.clock import HeldClock
from tests.gui.conftest import House, opened, put_away
from tests.gui.gestures import window_of

PASSWORD = "s3cret"


@pytest.fixture
def window(theme: Any, house: House, qtbot: Any) -> Iterator[MainWindow]:
    with looked_at(house, qtbot) as made:
        yield made


@contextmanager
def looked_at(house: House, qtbot: Any) -> Iterator[MainWindow]:
    """The console's window with the accounts in front."""
    made = window_of(house.engine)
    made.show()
    made.show_page(ActionId.SHOW_ACCOUNTS)
    qtbot.waitUntil(lambda: says(made, "No accounts"))
    yield made
    put_away(made)


def says(window: QWidget, words: str) -> bool:
    return any(words in it.text() for it in window.findChildren(QLabel) if it.isVisible())


def press(window: QWidget, name: str) -> None:
    button = window.findChild(QPushButton, name)
    assert button.isVisible()
    button.click()


def fill(window: QWidget, **fields: str) -> None:
    for name, text in fields.items():
        editor = window.findChild(QLineEdit, f"account_{name}")
        assert editor.isVisible()
        editor.setText(text)


def choose(window: QWidget, name: str, value: str) -> None:
    combo = window.findChild(QComboBox, name)
    combo.setCurrentIndex(combo.findData(value))


def add_mail(window: QWidget) -> None:
    fill(window, name="mail", imap_host="127.0.0.1", imap_port="1", imap_user="ada", imap_password=PASSWORD)
    press(window, Name.ACCOUNT_ADD)


def test_a_mailbox_is_added_tried_and_removed_and_its_password_is_gone_from_the_window(
    window: MainWindow, house: House, qtbot: Any
) -> None:
    password = window.findChild(QLineEdit, "account_imap_password")
    assert password.echoMode() is QLineEdit.EchoMode.Password
    add_mail(window)
    qtbot.waitUntil(lambda: says(window, "Mail (IMAP)  ·  ada @ 127.0.0.1:1"))
    assert says(window, "May look and save, for good")
    qtbot.waitUntil(lambda: password.text() == "")
    press(window, "account_test_mail")
    qtbot.waitUntil(lambda: says(window, "The mail server can't be reached"))
    press(window, "account_remove_mail")
    qtbot.waitUntil(lambda: says(window, "No accounts"))
    assert house.engine.query(ListAccounts()) == ()


def test_why_it_was_refused_is_in_view_however_far_down_it_stands(window: MainWindow, qtbot: Any) -> None:
    window.resize(900, 480)
    area = window.findChild(QWidget, Name.ACCOUNTS_PAGE).findChild(QScrollArea)
    fill(window, name="Not A Name")
    area.verticalScrollBar().setValue(0)
    press(window, Name.ACCOUNT_ADD)
    qtbot.waitUntil(lambda: says(window, "An account's name is made of"))
    why = next(it for it in window.findChildren(QLabel) if "name is made of" in it.text())
    qtbot.waitUntil(lambda: why.visibleRegion().boundingRect().height() == why.height())


def test_a_calendar_may_be_given_for_looking_only_and_for_a_day(
    window: MainWindow, house: House, qtbot: Any
) -> None:
    choose(window, Name.ACCOUNT_KIND, "caldav")
    choose(window, "account_rights", "read")
    choose(window, "account_lives", "day")
    fill(window, name="work", caldav_url="http://127.0.0.1:1/", caldav_user="ada", caldav_password=PASSWORD)
    press(window, Name.ACCOUNT_ADD)
    qtbot.waitUntil(lambda: says(window, "Calendar (CalDAV)  ·  ada @ http://127.0.0.1:1/"))
    assert says(window, "May only look, until ")
    (row,) = house.engine.query(ListAccounts())
    assert (row.rights, row.expires_at is not None) == (("read",), True)


def test_leave_is_given_again_with_the_password_that_is_kept(
    window: MainWindow, house: House, qtbot: Any
) -> None:
    add_mail(window)
    qtbot.waitUntil(lambda: says(window, "May look and save, for good"))
    (before,) = house.engine.query(ListAccounts())
    assert not window.findChild(QPushButton, "account_give_mail").isVisible()
    press(window, "account_again_mail")
    choose(window, "account_lives_mail", "month")
    press(window, "account_give_mail")
    qtbot.waitUntil(lambda: says(window, "May look and save, until "))
    (after,) = house.engine.query(ListAccounts())
    assert (after.identity, after.consent != before.consent) == (before.identity, True)


def test_leave_that_is_refused_marks_no_field_of_the_form_for_another_account(
    window: MainWindow, qtbot: Any
) -> None:
    add_mail(window)
    qtbot.waitUntil(lambda: says(window, "May look and save, for good"))
    press(window, "account_again_mail")
    window.findChild(QLineEdit, "account_password_mail").setText("x" * 5_000)
    press(window, "account_give_mail")
    errors = window.findChild(QWidget, Name.ACCOUNTS_SECTION).findChildren(Callout)
    qtbot.waitUntil(lambda: any("password" in it.accessibleName() for it in errors))
    assert (window.findChild(QLineEdit, "account_imap_password").property("role") or "") == ""


def test_another_account_takes_the_place_of_one_and_its_password_is_asked_anew(
    window: MainWindow, house: House, qtbot: Any
) -> None:
    add_mail(window)
    qtbot.waitUntil(lambda: says(window, "imap:ada@127.0.0.1:1"))
    password = window.findChild(QLineEdit, "account_imap_password")
    qtbot.waitUntil(lambda: password.text() == "")
    window.resize(900, 600)
    press(window, "account_switch_mail")
    qtbot.waitUntil(lambda: not window.findChild(QLineEdit, "account_imap_host").visibleRegion().isEmpty())
    name = window.findChild(QLineEdit, Name.ACCOUNT_NAME)
    assert name.text() == "mail"
    assert password.text() == ""
    button = window.findChild(QPushButton, Name.ACCOUNT_ADD)
    assert (button.text(), button.accessibleName()) == ("Replace the account", "Replace the account")
    name.setText("post")
    assert button.text() == "Add the account"
    name.setText("mail")
    fill(window, imap_user="bob")
    press(window, Name.ACCOUNT_ADD)
    qtbot.waitUntil(lambda: says(window, "“password” is missing"))
    choose(window, Name.ACCOUNT_KIND, "caldav")
    assert not says(window, "“password” is missing")
    choose(window, Name.ACCOUNT_KIND, "imap")
    fill(window, imap_password=PASSWORD)
    press(window, Name.ACCOUNT_ADD)
    qtbot.waitUntil(lambda: says(window, "imap:bob@127.0.0.1:1"))
    assert not says(window, "“password” is missing")
    (row,) = house.engine.query(ListAccounts())
    assert (row.name, row.identity) == ("mail", "imap:bob@127.0.0.1:1")
    qtbot.waitUntil(lambda: button.text() == "Add the account")


def test_the_line_says_what_an_account_was_used_for_last_and_leads_there(
    window: MainWindow, house: House, qtbot: Any
) -> None:
    add_mail(window)
    qtbot.waitUntil(lambda: says(window, "No agent used it yet."))
    house.declare(tools=[{"name": "mail_search", "restricted": False}])
    house.call("mail_search", account="mail")
    qtbot.waitUntil(lambda: says(window, "by clerk: mail_search, failed."))
    press(window, "account_call_mail")
    qtbot.waitUntil(window.findChild(QWidget, Name.TASK_DETAIL).isVisible)


@pytest.mark.long
def test_leave_that_ran_out_is_said_to_have(tmp_path: Path, theme: Any, qtbot: Any) -> None:
    clock = HeldClock()
    place = {"kind": "imap", "host": "127.0.0.1", "port": 1, "user": "ada", "password": PASSWORD}
    with opened(tmp_path, clock) as house, looked_at(house, qtbot) as window:
        house.submit(PutAccount(name="mail", definition={**place, "expires_at": clock.at_ms + 60_000}))
        clock.at_ms += 60_000
        house.submit(PutAccount(name="other", definition=place))
        qtbot.waitUntil(lambda: says(window, "agents can't use it until you give it again."))


@pytest.mark.long
def test_what_does_not_fit_is_said_and_nothing_is_kept(window: MainWindow, house: House, qtbot: Any) -> None:
    fill(window, name="mail", imap_host="mail.example.org", imap_port="many", imap_user="ada")
    press(window, Name.ACCOUNT_ADD)
    qtbot.waitUntil(lambda: says(window, "A port is a whole number from 1 to 65535."))
    assert house.engine.query(ListAccounts()) == ()
    port, name = (window.findChild(QLineEdit, it) for it in ("account_imap_port", Name.ACCOUNT_NAME))
    assert (port.property("role"), name.property("role") or "") == ("invalid", "")
    qtbot.waitUntil(port.hasFocus)
    fill(window, imap_port="993", name="Not A Name")
    press(window, Name.ACCOUNT_ADD)
    qtbot.waitUntil(name.hasFocus)
    assert (port.property("role"), name.property("role")) == ("", "invalid")
