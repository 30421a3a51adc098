"""Channels on the wire: secrets go in and never come out."""

import json
from typing import Any

import pytest

from tests.fakes.bot_api import BotApi
from tests.fakes.webhook import Receiver
from tests.flows.house import House
from tests.flows.wire import Wire

URL = "https://hooks.example.org/s3cret?key=k3y"
WEBHOOK = {"kind": "webhook", "url": URL, "headers": {"Authorization": "Bearer t0ken"}}
SECRETS = ("s3cret", "k3y", "t0ken", "hooks.example.org")


def test_a_channel_is_declared_listed_and_removed_without_its_secrets(house: House, net: Wire) -> None:
    made = net.owner.put("/channels/alerts", json=WEBHOOK)
    row = {"name": "alerts", "kind": "webhook", "kept": "file"}
    assert (made.status_code, made.json()) == (200, row)
    listed = net.owner.get("/channels")
    assert listed.json() == {"channels": [row]}
    told = made.text + listed.text + str([it.payload for it in house.events()])
    assert [secret for secret in SECRETS if secret in told] == []
    assert net.owner.delete("/channels/alerts").json() == row
    assert net.owner.get("/channels").json() == {"channels": []}
    assert net.owner.delete("/channels/alerts").status_code == 404


@pytest.mark.parametrize(
    ("name", "body", "pointer"),
    [
        ("alerts", {**WEBHOOK, "kind": "pigeon"}, "/kind"),
        ("alerts", {**WEBHOOK, "kind": "telegram"}, ""),
        ("alerts", {**WEBHOOK, "url": "file:///s3cret"}, "/url"),
        ("alerts", {**WEBHOOK, "token": "t0ken"}, ""),
        ("alerts", {}, "/kind"),
        ("agent", WEBHOOK, "/name"),
        ("A%20b", WEBHOOK, "/name"),
    ],
)
def test_what_does_not_fit_is_400_with_its_place(still: Wire, name: str, body: Any, pointer: str) -> None:
    answer = still.owner.put(f"/channels/{name}", json=body)
    assert (answer.status_code, answer.json()["code"], answer.json()["pointer"]) == (
        400,
        "bad_input",
        pointer,
    )
    assert [secret for secret in SECRETS if secret in answer.text] == []
    assert still.owner.get("/channels").json() == {"channels": []}


def test_only_the_owner_reaches_channels(still: Wire) -> None:
    answers = [
        still.agent.get("/channels"),
        still.agent.put("/channels/alerts", json=WEBHOOK),
        still.agent.delete("/channels/alerts"),
    ]
    assert [it.status_code for it in answers] == [403] * 3
    assert still.owner.get("/channels").json() == {"channels": []}


@pytest.mark.parametrize(
    "content", [b"no json", b"[]", b'{"channels": []}', b'{"channels": {"a": {"kind": "webhook"}}}', b"\xff"]
)
def test_a_secrets_file_that_is_not_ours_is_said_to_be_and_left_alone(
    house: House, net: Wire, content: bytes
) -> None:
    file = house.data / "secrets"
    file.write_bytes(content)
    answers = [net.owner.get("/channels"), net.owner.delete("/channels/a")]
    assert {(it.status_code, it.json()["code"]) for it in answers} == {(409, "secrets_unreadable")}
    assert file.read_bytes() == content


def test_a_secrets_file_that_is_no_json_is_not_written_over(house: House, net: Wire) -> None:
    (house.data / "secrets").write_bytes(b"no json")
    answer = net.owner.put("/channels/alerts", json=WEBHOOK)
    assert (answer.status_code, answer.json()["code"]) == (409, "secrets_unreadable")
    assert (house.data / "secrets").read_bytes() == b"no json"


BOT = {"kind": "telegram", "token": "110201543:AAs3cret-t0ken"}
MAIL = {
    "kind": "email",
    "host": "mail.example.org",
    "port": 587,
    "from": "placet@example.org",
    "user": "placet",
    "password": "s3cret t0ken",
}


def test_what_is_no_secret_of_a_channel_is_told_and_what_is_one_never(house: House, net: Wire) -> None:
    bot = net.owner.put("/channels/telegram", json=BOT)
    mail = net.owner.put("/channels/email", json=MAIL)
    told = [
        {
            "name": "email",
            "kind": "email",
            "host": "mail.example.org",
            "port": 587,
            "from": "placet@example.org",
            "security": "starttls",
            "user": "placet",
            "kept": "file",
        },
        {"name": "telegram", "kind": "telegram", "base_url": "https://api.telegram.org", "kept": "file"},
    ]
    listed = net.owner.get("/channels")
    assert (mail.json(), bot.json(), listed.json()) == (told[0], told[1], {"channels": told})
    said = bot.text + mail.text + listed.text + str([it.payload for it in house.events()])
    assert [secret for secret in SECRETS if secret in said] == []


def test_a_test_message_answers_how_it_went(net: Wire) -> None:
    with BotApi() as api:
        net.owner.put("/channels/telegram", json=api.definition)
        well = net.owner.post("/channels/telegram/test", json={"address": "42"})
    badly = net.owner.post("/channels/telegram/test", json={"address": "42"})
    assert (well.status_code, well.json()["ok"], well.json()["message_id"]) == (200, True, 1)
    assert (badly.status_code, badly.json()["ok"], badly.json()["code"]) == (
        200,
        False,
        "telegram_unreachable",
    )
    for body, status in (({}, 400), ({"address": "everybody"}, 400), ({"address": "42", "x": 1}, 400)):
        assert net.owner.post("/channels/telegram/test", json=body).status_code == status
    assert net.owner.post("/channels/nowhere/test", json={"address": "42"}).status_code == 404
    assert net.agent.post("/channels/telegram/test", json={"address": "42"}).status_code == 403


def test_a_channel_that_an_earlier_version_wrote_still_works_and_tells_nothing(
    house: House, net: Wire
) -> None:
    with Receiver() as receiver:
        kept = {"kind": "webhook", "url": receiver.url, "headers": {"X": "t0ken"}, "generation": "gen_1"}
        (house.data / "secrets").write_text(json.dumps({"channels": {"alerts": kept}}))
        listed = net.owner.get("/channels")
        assert listed.json() == {"channels": [{"name": "alerts", "kind": "webhook", "kept": "file"}]}
        assert net.owner.post("/channels/alerts/test", json={"address": "x"}).json()["ok"] is True
        assert receiver.headers[0]["x"] == "t0ken"
    assert [secret for secret in SECRETS if secret in listed.text] == []
