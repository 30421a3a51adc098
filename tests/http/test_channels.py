"""Channels on the wire: secrets go in and never come out."""

from typing import Any

import pytest

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
