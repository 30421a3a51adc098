"""Channels as the owner declares them: what fits, and that a refusal repeats no secret."""

from typing import Any

import pytest

from placet.rules.channels import (
    KINDS,
    MAX_HEADERS,
    MAX_VALUE_CHARS,
    Email,
    Telegram,
    Webhook,
    check_address,
    declared,
)
from placet.rules.errors import BadInput

URL = "https://hooks.example.org/s3cret?key=k3y"


def webhook(**changes: Any) -> dict[str, Any]:
    given = {"kind": "webhook", "url": URL, **changes}
    return {name: value for name, value in given.items() if value is not ...}


def test_a_webhook_is_kept_as_it_was_declared_and_read_again() -> None:
    channel = declared("alerts", webhook(headers={"X-Key": "k3y", "Authorization": "Bearer t0ken"}), "gen_1")
    assert channel.told() == {}
    assert channel.secrets() == {"url": URL, "headers": {"X-Key": "k3y", "Authorization": "Bearer t0ken"}}
    assert declared("alerts", {"kind": channel.kind, **channel.secrets()}, channel.generation) == channel


def test_headers_may_be_left_out() -> None:
    for definition in (webhook(), webhook(headers=None)):
        made = declared("a", definition, "g")
        assert isinstance(made, Webhook)
        assert made.headers == ()


@pytest.mark.parametrize("name", ["agent", "", "A", "-a", "a b", "a:b", "a/b", "\u0430", "a\n", "x" * 65])
def test_a_name_that_does_not_fit_is_refused(name: str) -> None:
    with pytest.raises(BadInput) as caught:
        declared(name, webhook(), "g")
    assert caught.value.pointer == "/name"


@pytest.mark.parametrize(
    ("definition", "pointer"),
    [
        (webhook(kind="telegram"), ""),
        (webhook(kind="pigeon"), "/kind"),
        (webhook(kind=["webhook"]), "/kind"),
        (webhook(kind=...), "/kind"),
        (webhook(token="t0ken"), ""),
        (webhook(url=...), "/url"),
        (webhook(url=7), "/url"),
        (webhook(url="ftp://hooks.example.org/s3cret"), "/url"),
        (webhook(url="https://me:s3cret@hooks.example.org/"), "/url"),
        (webhook(url="http://2130706433/s3cret"), "/url"),
        (webhook(headers=["X-Key"]), "/headers"),
        (webhook(headers={f"x-{n}": "1" for n in range(MAX_HEADERS + 1)}), "/headers"),
        (webhook(headers={"Host": "elsewhere"}), "/headers"),
        (webhook(headers={"Content-Length": "1"}), "/headers"),
        (webhook(headers={"x y": "1"}), "/headers"),
        (webhook(headers={"": "1"}), "/headers"),
        (webhook(headers={"x": 1}), "/headers"),
        (webhook(headers={"x": "s3cret\r\nHost: elsewhere"}), "/headers"),
        (webhook(headers={"x": ""}), "/headers"),
        (webhook(headers={"x": "s" * (MAX_VALUE_CHARS + 1)}), "/headers"),
        (webhook(headers={"x": "\u00fc"}), "/headers"),
        (webhook(headers={"X": "1", "x": "2"}), "/headers"),
    ],
)
def test_what_does_not_fit_is_refused_at_its_place_and_no_secret_is_repeated(
    definition: dict[str, Any], pointer: str
) -> None:
    with pytest.raises(BadInput) as caught:
        declared("alerts", definition, "g")
    assert caught.value.pointer == pointer
    assert "s3cret" not in caught.value.message
    assert "t0ken" not in caught.value.message


def bot(**changes: Any) -> dict[str, Any]:
    given = {"kind": "telegram", "token": "110201543:AAs3cret-_t0ken", **changes}
    return {name: value for name, value in given.items() if value is not ...}


def mail(**changes: Any) -> dict[str, Any]:
    given = {
        "kind": "email",
        "host": "mail.example.org",
        "port": 587,
        "from": "placet@example.org",
        **changes,
    }
    return {name: value for name, value in given.items() if value is not ...}


LOGIN = {"user": "placet", "password": "pa\u00df s3cret"}


@pytest.mark.parametrize(
    "definition",
    [bot(), bot(base_url="http://127.0.0.1:8081"), mail(), mail(**LOGIN), mail(host="localhost", port=25)],
)
def test_what_is_told_and_what_is_secret_make_the_whole_channel_again(definition: dict[str, Any]) -> None:
    channel = declared("out", definition, "gen_1")
    again = {"kind": channel.kind, **channel.told(), **channel.secrets()}
    assert declared("out", again, "gen_1") == channel
    assert "s3cret" not in str(channel.told())


def test_a_bot_speaks_to_telegram_unless_the_owner_names_another_place() -> None:
    made = declared("telegram", bot(base_url=None), "g")
    assert isinstance(made, Telegram)
    assert made.base_url == "https://api.telegram.org"


@pytest.mark.parametrize(
    ("definition", "security"),
    [
        (mail(), "starttls"),
        (mail(port=465), "tls"),
        (mail(host="127.0.0.1", port=1025), "none"),
        (mail(host="[::1]", port=25, **LOGIN), "none"),
        (mail(host="127.0.0.1", port=465), "tls"),
        (mail(host="127.0.0.2", port=25, security="starttls"), "starttls"),
        (mail(port=25, security="none"), "none"),
    ],
)
def test_a_mail_goes_in_the_clear_only_to_this_machine_unless_the_owner_says_so(
    definition: dict[str, Any], security: str
) -> None:
    made = declared("email", definition, "g")
    assert isinstance(made, Email)
    assert made.security == security


@pytest.mark.parametrize(
    ("definition", "pointer"),
    [
        (bot(token=...), "/token"),
        (bot(token="s3cret"), "/token"),
        (bot(token="1:s3cret/../t0ken"), "/token"),
        (bot(token="1:s3cret\n"), "/token"),
        (bot(base_url="http://bots.example.org"), "/base_url"),
        (bot(base_url="http://127.0.0.1.example.org"), "/base_url"),
        (bot(base_url="s3cret"), "/base_url"),
        (bot(base_url=""), "/base_url"),
        (bot(base_url=7), "/base_url"),
        (bot(url="https://x.example"), ""),
        (mail(host=...), "/host"),
        (mail(host="mail.example.org:25"), "/host"),
        (mail(host="a b"), "/host"),
        (mail(port=...), "/port"),
        (mail(port=0), "/port"),
        (mail(port=65536), "/port"),
        (mail(port=True), "/port"),
        (mail(port="25"), "/port"),
        (mail(**{"from": ...}), "/from"),
        (mail(**{"from": "A <a@example.org>"}), "/from"),
        (mail(user="placet"), "/password"),
        (mail(password="s3cret"), "/user"),
        (mail(user=1, password="s3cret"), "/user"),
        (mail(user="placet", password=""), "/password"),
        (mail(user="placet", password="s3cret\r\nRCPT TO:<x@y>"), "/password"),
        (mail(user="placet", password="s" * (MAX_VALUE_CHARS + 1)), "/password"),
        (mail(security="ssl"), "/security"),
        (mail(security="none", **LOGIN), "/security"),
    ],
)
def test_a_bot_or_a_mail_server_that_does_not_fit_is_refused_at_its_place(
    definition: dict[str, Any], pointer: str
) -> None:
    with pytest.raises(BadInput) as caught:
        declared("out", definition, "g")
    assert caught.value.pointer == pointer
    assert "s3cret" not in caught.value.message


@pytest.mark.parametrize(
    ("kind", "address"),
    [
        *(("telegram", it) for it in ("123456789", "-1001234567890", "@announcements")),
        *(("email", it) for it in ("ada@example.org", "a.b+c@x-y.example", "o'neil@example.org")),
        *(("webhook", it) for it in ("room-7", "a b", "\n")),
    ],
)
def test_an_address_of_the_channels_own_kind_is_taken(kind: str, address: str) -> None:
    assert kind in KINDS
    assert check_address(kind, address) is None


@pytest.mark.parametrize(
    ("kind", "address"),
    [
        *(("telegram", it) for it in ("", "ada", "1 2", "12\n", "@a", "1" * 21, "\u0661", "123?x=1")),
        *(
            ("email", it)
            for it in (
                "",
                "ada",
                "@example.org",
                "ada@",
                "a@b,c@d",
                "A <a@b>",
                "a@b\n",
                "a\r\nBcc: x@y@z",
                "a@b..c",
                "=?utf-8?q?x=0ABcc=3A_e?=@example.org",
            )
        ),
        ("email", "a@" + "x" * 300),
        ("email", "\u0430da@example.org"),
    ],
)
def test_an_address_that_could_be_another_or_many_is_refused_in_a_sentence(kind: str, address: str) -> None:
    sentence = check_address(kind, address)
    assert sentence is not None
    assert sentence.endswith(".")
