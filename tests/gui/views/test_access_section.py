"""Tokens in the window: listed, made with a secret that is shown once, taken back, and told of when made offline."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QPushButton, QWidget

from placet import app as engine_app
from placet.api import Caller, Engine, Scope
from placet.api.commands import CreateToken
from placet.api.queries import ListTokens
from placet_gui.actions import ActionId
from placet_gui.names import Name
from placet_gui.views.main_window import MainWindow
from tests.fakes.clock import HeldClock
from tests.gui.conftest import House, opened, put_away
from tests.gui.gestures import window_of


@pytest.fixture
def window(theme: Any, house: House, qtbot: Any) -> Iterator[MainWindow]:
    house.declare("clerk")
    with looked_at(house.engine) as made:
        qtbot.waitUntil(
            lambda: (it := made.findChild(QComboBox, Name.ACCESS_AGENT)) is not None and it.count() == 1
        )
        yield made


@contextlib.contextmanager
def looked_at(engine: Engine) -> Iterator[MainWindow]:
    """The console's window with the tokens in front."""
    window = window_of(engine)
    window.show()
    window.show_page(ActionId.SHOW_ACCESS)
    yield window
    put_away(window)


def press(window: QWidget, name: str) -> None:
    button = window.findChild(QPushButton, name)
    assert button.isVisible()
    button.click()


def tokens(house: House) -> list[Any]:
    return list(house.engine.query(ListTokens()))


def says(window: QWidget, words: str) -> bool:
    return any(words in it.text() for it in window.findChildren(QLabel) if it.isVisible())


def test_a_token_made_in_the_window_is_shown_once_and_lets_its_agent_in(
    window: MainWindow, house: House, qtbot: Any
) -> None:
    assert says(window, "No tokens")
    press(window, Name.ACCESS_MAKE)
    secret = window.findChild(QLineEdit, Name.ACCESS_SHOWN)
    qtbot.waitUntil(secret.isVisible)
    who: Caller = house.engine.authenticate(secret.text())
    assert (who.scope, who.agent_id) == (Scope.AGENT, house.agents["clerk"].id)
    qtbot.waitUntil(lambda: says(window, "The agent clerk"))
    press(window, Name.ACCESS_DONE)
    assert not secret.isVisible()
    assert secret.text() == ""


def test_a_tokens_line_says_when_it_was_used_last(window: MainWindow, house: House, qtbot: Any) -> None:
    made = house.submit(CreateToken(scope=Scope.CLIENT, ttl_s=86_400))
    qtbot.waitUntil(lambda: says(window, "never used"))
    house.engine.authenticate(made.secret)
    qtbot.waitUntil(lambda: tokens(house)[0].last_used_at is not None)
    window.show_page(ActionId.SHOW_INBOX)
    window.show_page(ActionId.SHOW_ACCESS)
    qtbot.waitUntil(lambda: says(window, "last used 2"))


def test_a_token_that_expired_is_said_to_have_and_its_scope_is_put_into_words(
    tmp_path: Path, theme: Any, qtbot: Any
) -> None:
    clock = HeldClock()
    with opened(tmp_path, clock) as house, looked_at(house.engine) as window:
        house.submit(CreateToken(scope=Scope.CLIENT, ttl_s=60))
        qtbot.waitUntil(lambda: says(window, "expires 2"))
        assert says(window, "Its program may have models write")
        clock.at_ms += 60_000
        window.show_page(ActionId.SHOW_INBOX)
        window.show_page(ActionId.SHOW_ACCESS)
        qtbot.waitUntil(lambda: says(window, "expired 2"))


def test_a_token_is_revoked_from_its_line(window: MainWindow, house: House, qtbot: Any) -> None:
    made = house.submit(CreateToken(scope=Scope.CLIENT, label="<b>ci</b> \u202e"))
    qtbot.waitUntil(lambda: says(window, "<b>ci</b> ⟨U+202E⟩"))
    press(window, f"revoke_{made.row.id}")
    qtbot.waitUntil(lambda: tokens(house) == [])
    qtbot.waitUntil(lambda: says(window, "No tokens"))


@contextlib.contextmanager
def started(data: Path) -> Iterator[MainWindow]:
    """The console on this folder, with the tokens in front."""
    engine = engine_app.open(data)
    with looked_at(engine) as window:
        yield window
    engine.close()


@pytest.mark.parametrize(
    ("answer", "left"), [(Name.ACCESS_KEEP, "made offline, kept"), (Name.ACCESS_REVOKE, "No tokens")]
)
def test_an_owner_token_made_offline_is_told_of_at_each_start_until_the_owner_answers(
    theme: Any, tmp_path: Path, qtbot: Any, answer: str, left: str
) -> None:
    data = tmp_path / "data"
    engine_app.open(data).close()
    engine_app.create_token_offline(data, Scope.OWNER, None, None)
    with started(data) as window:
        qtbot.waitUntil(window.findChild(QWidget, Name.ACCESS_NOTICE).isVisible)
    with started(data) as window:
        notice = window.findChild(QWidget, Name.ACCESS_NOTICE)
        qtbot.waitUntil(notice.isVisible)
        press(window, answer)
        qtbot.waitUntil(lambda: not notice.isVisible())
    with started(data) as window:
        qtbot.waitUntil(lambda: says(window, left))
        assert not window.findChild(QWidget, Name.ACCESS_NOTICE).isVisible()
