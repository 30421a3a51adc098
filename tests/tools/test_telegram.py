"""Sending by a bot of Telegram's: once, over a real connection, and with an outcome that is never guessed."""

import asyncio
import json
import threading
from typing import Any

import pytest

from placet.rules.channels import Telegram, declared
from placet.rules.errors import ToolFailed
from placet.tools import telegram
from placet.tools.letters import Outgoing
from tests.fakes.bot_api import TOKEN, BotApi, refusal
from tests.fakes.webhook import refusing_url


def bot(base_url: str, token: str = TOKEN) -> Telegram:
    made = declared("telegram", {"kind": "telegram", "token": token, "base_url": base_url}, "gen_1")
    assert isinstance(made, Telegram)
    return made


def message(address: str = "123456789", **more: Any) -> Outgoing:
    given = {"subject": None, "content": "Approval <b>needed</b> \u202e \U0001f600", **more}
    return Outgoing(agent="clerk", recipient=f"telegram:{address}", address=address, **given)


def send(base_url: str, token: str = TOKEN, timeout_s: float = 10, **more: Any) -> dict[str, Any]:
    return asyncio.run(telegram.send(bot(base_url, token), message(**more), timeout_s))


def failure(base_url: str, token: str = TOKEN, timeout_s: float = 10) -> ToolFailed:
    with pytest.raises(ToolFailed) as caught:
        send(base_url, token, timeout_s)
    assert token not in caught.value.message
    assert base_url not in caught.value.message
    return caught.value


def test_a_message_arrives_once_as_plain_text_with_its_subject_in_front() -> None:
    with BotApi() as api:
        assert send(api.base_url, subject="task:task_1") == {"message_id": 1}
    assert api.sent == [
        {
            "chat_id": 123456789,
            "text": "task:task_1\n\nApproval <b>needed</b> \u202e \U0001f600",
            "link_preview_options": {"is_disabled": True},
        }
    ]


def test_a_public_chat_is_named_and_a_group_has_a_negative_number() -> None:
    with BotApi() as api:
        send(api.base_url, address="@announcements")
        send(api.base_url, address="-1001234567890")
    assert [it["chat_id"] for it in api.sent] == ["@announcements", -1001234567890]


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (refusal(400, "Bad Request: chat not found"), "Telegram did not send the message"),
        (refusal(403, "Forbidden: bot was blocked by the user"), "may not write to this chat"),
        (refusal(429, "Too Many Requests: retry after 3"), "takes no more messages"),
        ((404, b"no json"), "answered with 404"),
        ((302, b""), "answered with 302"),
    ],
)
def test_a_no_of_telegrams_is_told_in_a_sentence_and_nothing_is_sent_again(
    answer: tuple[int, bytes], sentence: str
) -> None:
    with BotApi(answer=answer) as api:
        error = failure(api.base_url)
    assert (error.code, error.details["status"]) == ("telegram_refused", answer[0])
    assert sentence in error.message
    assert "nothing was sent" in error.message or "did not send" in error.message
    assert len(api.sent) == 1


def test_a_token_that_telegram_does_not_know_is_said_to_be_unknown_and_not_repeated() -> None:
    with BotApi() as api:
        error = failure(api.base_url, token="1:wrong")
    assert error.code == "telegram_refused"
    assert error.message.startswith("Telegram doesn't know this bot's token, so nothing was sent")
    assert api.sent == []


def test_a_server_that_repeats_the_token_is_told_without_it() -> None:
    with BotApi(answer=refusal(404, f"no POST /bot{TOKEN}/sendMessage, {TOKEN[10:]}")) as api:
        error = failure(api.base_url)
    assert '"no POST /bot…/sendMessage, …"' in error.message


def test_what_telegram_says_is_bounded_and_shown_plainly() -> None:
    with BotApi(answer=refusal(400, "\u202eno " + "x" * 5_000)) as api:
        error = failure(api.base_url)
    assert len(error.message) < 400
    assert "\\u202eno" in error.message


@pytest.mark.parametrize(
    "answer",
    [
        (200, b"not json"),
        (200, b"[]"),
        (200, b'{"ok": 1}'),
        (200, b"x" * 1_000_000),
        (502, b"<html>Bad Gateway"),
        refusal(500, "Internal Server Error"),
    ],
)
def test_an_answer_that_tells_nothing_leaves_the_outcome_unknown(answer: tuple[int, bytes]) -> None:
    with BotApi(answer=answer) as api:
        error = failure(api.base_url)
    assert error.code == "outcome_unknown"
    assert "is unknown; it is not sent again" in error.message
    assert len(api.sent) == 1


def test_an_answer_without_a_number_is_still_a_yes() -> None:
    with BotApi(answer=(200, json.dumps({"ok": True, "result": True}).encode())) as api:
        assert send(api.base_url) == {"message_id": None}


def test_a_connection_that_breaks_after_sending_leaves_the_outcome_unknown() -> None:
    with BotApi(break_off=True) as api:
        assert failure(api.base_url).code == "outcome_unknown"
    assert len(api.sent) == 1, "it arrived, and it must not be sent a second time"


def test_an_answer_that_comes_too_late_leaves_the_outcome_unknown() -> None:
    go = threading.Event()
    with BotApi(before=lambda: go.wait(10) and None) as api:
        error = failure(api.base_url, timeout_s=0.2)
        go.set()
    assert error.code == "outcome_unknown"
    assert len(api.sent) == 1


def test_an_address_where_nothing_listens_means_that_nothing_was_sent() -> None:
    error = failure(refusing_url())
    assert (error.code, "nothing was sent" in error.message) == ("telegram_unreachable", True)


def test_a_certificate_that_nobody_vouches_for_means_that_nothing_was_sent() -> None:
    with BotApi() as api:
        error = failure(api.base_url.replace("http:", "https:"))
    assert error.code == "telegram_unreachable"
    assert api.sent == []


def test_the_environments_proxy_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, refusing_url())
    with BotApi() as api:
        assert send(api.base_url) == {"message_id": 1}
