"""Channels in the window: declared with secrets that are never shown again, tried, and taken away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QPushButton, QWidget

from placet.api.commands import PutChannel
from placet.api.queries import ListChannels
from placet_gui.actions import ActionId
from placet_gui.names import Name
from placet_gui.views.main_window import MainWindow
from tests.fakes.bot_api import TOKEN, BotApi
from tests.fakes.webhook import Receiver
from tests.gui.conftest import House, put_away
from tests.gui.gestures import window_of


@pytest.fixture
def window(theme: Any, house: House, qtbot: Any) -> Iterator[MainWindow]:
    made = window_of(house.engine)
    made.show()
    made.show_page(ActionId.SHOW_SETTINGS)
    qtbot.waitUntil(lambda: says(made, "No channels"))
    yield made
    put_away(made)


def says(window: QWidget, words: str) -> bool:
    return any(words in it.text() for it in window.findChildren(QLabel) if it.isVisible())


def is_shown(window: QWidget, name: str) -> bool:
    button = window.findChild(QPushButton, name)
    return button is not None and button.isVisible()


def press(window: QWidget, name: str) -> None:
    button = window.findChild(QPushButton, name)
    assert button.isVisible()
    button.click()


def fill(window: QWidget, **fields: str) -> None:
    for name, text in fields.items():
        editor = window.findChild(QLineEdit, f"channel_{name}")
        assert editor.isVisible()
        editor.setText(text)


def choose(window: QWidget, kind: str) -> None:
    combo = window.findChild(QComboBox, Name.CHANNEL_KIND)
    combo.setCurrentIndex(combo.findData(kind))


def everything_typed(window: QWidget) -> str:
    return "\n".join(it.text() for it in window.findChildren(QLineEdit))


def test_a_bot_is_added_tried_and_removed_and_its_token_is_gone_from_the_window(
    window: MainWindow, house: House, qtbot: Any
) -> None:
    with BotApi() as api:
        fill(window, name="telegram", telegram_token=TOKEN, telegram_base_url=api.base_url)
        token = window.findChild(QLineEdit, "channel_telegram_token")
        assert token.echoMode() is QLineEdit.EchoMode.Password
        press(window, Name.CHANNEL_ADD)
        qtbot.waitUntil(
            lambda: says(window, f"A Telegram bot  ·  {api.base_url}  ·  secrets in a file of yours")
        )
        qtbot.waitUntil(lambda: TOKEN not in everything_typed(window))
        window.findChild(QLineEdit, "channel_address_telegram").setText("42")
        press(window, "channel_test_telegram")
        qtbot.waitUntil(lambda: says(window, "The test message was taken."))
        assert [it["chat_id"] for it in api.sent] == [42]
        window.findChild(QLineEdit, "channel_address_telegram").setText("everybody")
        press(window, "channel_test_telegram")
        qtbot.waitUntil(lambda: says(window, "A chat of Telegram's is named by its number"))
    press(window, "channel_remove_telegram")
    qtbot.waitUntil(lambda: says(window, "No channels"))
    assert house.engine.query(ListChannels()) == ()


def test_a_mail_server_is_asked_for_by_its_own_fields_and_a_flaw_is_said(
    window: MainWindow, house: House, qtbot: Any
) -> None:
    choose(window, "email")
    assert not window.findChild(QLineEdit, "channel_telegram_token").isVisible()
    fill(window, name="email", email_host="mail.example.org", email_port="x", email_from="a@example.org")
    press(window, Name.CHANNEL_ADD)
    qtbot.waitUntil(lambda: says(window, "A port is a whole number"))
    fill(window, email_port="587", email_user="me", email_password="s3cret")
    press(window, Name.CHANNEL_ADD)
    qtbot.waitUntil(lambda: says(window, "mail.example.org:587  ·  STARTTLS  ·  a@example.org"))
    assert not says(window, "A port is a whole number")
    assert not says(window, "s3cret")


def test_a_webhook_with_a_header_is_tried_and_a_failure_is_told(
    window: MainWindow, house: House, qtbot: Any
) -> None:
    choose(window, "webhook")
    with Receiver() as receiver:
        fill(window, name="alerts", webhook_url=receiver.url, webhook_header="X-Key: h3ader")
        press(window, Name.CHANNEL_ADD)
        qtbot.waitUntil(lambda: says(window, "A webhook  ·  secrets in a file of yours"))
        window.findChild(QLineEdit, "channel_address_alerts").setText("x")
        press(window, "channel_test_alerts")
        qtbot.waitUntil(lambda: says(window, "The test message was taken."))
        assert receiver.headers[0]["x-key"] == "h3ader"
    press(window, "channel_test_alerts")
    qtbot.waitUntil(lambda: says(window, "can't be reached, so nothing was sent"))
    assert not says(window, receiver.url)


def test_a_channel_declared_elsewhere_appears_and_a_file_that_is_not_ours_is_said_to_be(
    window: MainWindow, house: House, qtbot: Any
) -> None:
    house.submit(PutChannel(name="a", definition={"kind": "webhook", "url": "https://example.org/"}))
    qtbot.waitUntil(lambda: is_shown(window, "channel_remove_a"))
    (house.folder / "data" / "secrets").write_bytes(b"no json")
    press(window, "channel_remove_a")
    qtbot.waitUntil(lambda: says(window, "is not as Placet wrote it"))
