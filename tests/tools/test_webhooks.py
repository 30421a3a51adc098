"""Sending to a webhook: once, over a real connection, and with an outcome that is never guessed."""

import asyncio
import threading
from typing import Any

import pytest

from placet.rules.channels import Webhook, declared
from placet.rules.errors import ToolFailed
from placet.tools import webhooks
from tests.fakes.webhook import Receiver, refusing_url

MESSAGE = {
    "agent": "clerk",
    "recipient": "webhook:alerts",
    "subject": None,
    "content": "Hallo \u2028 \U0001f600",
}


def channel(url: str, **headers: str) -> Webhook:
    made = declared("alerts", {"kind": "webhook", "url": url, "headers": headers}, "gen_1")
    assert isinstance(made, Webhook)
    return made


def send(webhook: Webhook, message: dict[str, Any] = MESSAGE, timeout_s: float = 10) -> int:
    return asyncio.run(webhooks.post(webhook, message, timeout_s))


def failure(webhook: Webhook, timeout_s: float = 10) -> ToolFailed:
    with pytest.raises(ToolFailed) as caught:
        send(webhook, timeout_s=timeout_s)
    assert webhook.url not in caught.value.message
    return caught.value


def test_a_message_arrives_once_as_json_with_the_owners_headers() -> None:
    with Receiver() as receiver:
        assert send(channel(receiver.url, Authorization="Bearer t0ken")) == 204
    assert receiver.taken == [MESSAGE]
    assert receiver.headers[0]["authorization"] == "Bearer t0ken"
    assert receiver.headers[0]["content-type"] == "application/json"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_an_error_and_not_followed(status: int) -> None:
    with Receiver(status=status) as receiver:
        error = failure(channel(receiver.url))
    assert (error.code, error.details["status"]) == ("webhook_refused", status)
    assert "redirect" in error.message
    assert len(receiver.taken) == 1


@pytest.mark.parametrize("status", [400, 401, 404, 429, 500, 503])
def test_an_error_of_the_webhooks_is_an_error_and_nothing_is_sent_again(status: int) -> None:
    with Receiver(status=status) as receiver:
        error = failure(channel(receiver.url))
    assert (error.code, error.details["status"]) == ("webhook_refused", status)
    assert len(receiver.taken) == 1


def test_a_connection_that_breaks_after_sending_leaves_the_outcome_unknown() -> None:
    with Receiver(break_off=True) as receiver:
        error = failure(channel(receiver.url))
    assert error.code == "outcome_unknown"
    assert "unknown" in error.message
    assert len(receiver.taken) == 1, "it arrived, and it must not be sent a second time"


def test_an_answer_that_comes_too_late_leaves_the_outcome_unknown() -> None:
    go = threading.Event()
    with Receiver(before=lambda: go.wait(10) and None) as receiver:
        error = failure(channel(receiver.url), timeout_s=0.2)
        go.set()
    assert error.code == "outcome_unknown"
    assert len(receiver.taken) == 1


def test_an_address_where_nothing_listens_means_that_nothing_was_sent() -> None:
    error = failure(channel(refusing_url()))
    assert error.code == "webhook_unreachable"
    assert "nothing was sent" in error.message


def test_a_certificate_that_nobody_vouches_for_means_that_nothing_was_sent() -> None:
    with Receiver() as receiver:
        error = failure(channel(receiver.url.replace("http:", "https:")))
    assert error.code == "webhook_unreachable"
    assert receiver.taken == []


def test_the_environments_proxy_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, refusing_url())
    with Receiver() as receiver:
        assert send(channel(receiver.url)) == 204
