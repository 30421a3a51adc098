"""Accounts on the wire: passwords go in and never come out."""

from typing import Any

import pytest

from tests.flows.house import House
from tests.flows.wire import Wire

MAIL = {
    "kind": "imap",
    "host": "127.0.0.1",
    "port": 1143,
    "security": "none",
    "user": "ada",
    "password": "s3cret",
}
DATES = {"kind": "caldav", "url": "http://127.0.0.1:5232/", "user": "ada", "password": "s3cret"}


def test_an_account_is_declared_listed_and_removed_without_its_password(house: House, net: Wire) -> None:
    made = net.owner.put("/accounts/mail", json=MAIL)
    row = made.json()
    assert made.status_code == 200
    assert {key: row[key] for key in ("name", "kind", "identity", "expires_at", "rights", "expired")} == {
        "name": "mail",
        "kind": "imap",
        "identity": "imap:ada@127.0.0.1:1143",
        "expires_at": None,
        "rights": ["read", "write"],
        "expired": False,
    }
    assert {key: row[key] for key in ("host", "port", "security", "user")} == {
        key: MAIL[key] for key in ("host", "port", "security", "user")
    }
    listed = net.owner.get("/accounts")
    assert listed.json() == {"accounts": [row]}
    removed = net.owner.delete("/accounts/mail")
    assert removed.json() == row
    assert net.owner.get("/accounts").json() == {"accounts": []}
    assert net.owner.delete("/accounts/mail").status_code == 404
    told = made.text + listed.text + removed.text + str([it.payload for it in house.events()])
    assert "s3cret" not in told
    assert [it.payload.get("removed") for it in house.events("account.changed")] == [None, True]


def test_a_new_password_is_a_new_consent_and_another_user_another_account(net: Wire) -> None:
    first = net.owner.put("/accounts/mail", json=MAIL).json()
    second = net.owner.put("/accounts/mail", json={**MAIL, "password": "other"}).json()
    assert (second["identity"], second["consent"] != first["consent"]) == (first["identity"], True)
    third = net.owner.put("/accounts/mail", json={**MAIL, "user": "grace"}).json()
    assert third["identity"] == "imap:grace@127.0.0.1:1143"
    kept = {key: value for key, value in MAIL.items() if key != "password"} | {"user": "grace"}
    assert net.owner.put("/accounts/mail", json=kept).json()["consent"] == third["consent"]


def test_leave_is_given_anew_with_or_without_the_password(net: Wire) -> None:
    first = net.owner.put("/accounts/mail", json={**MAIL, "expires_at": 2**52}).json()
    again = net.owner.post("/accounts/mail/consent", json={}).json()
    assert (again["identity"], again["expires_at"]) == (first["identity"], None)
    assert again["consent"] != first["consent"]
    narrow = net.owner.post("/accounts/mail/consent", json={"password": "new", "rights": ["read"]}).json()
    assert narrow["rights"] == ["read"]
    kept = net.owner.post("/accounts/mail/consent", json={"expires_at": 2**51}).json()
    assert (kept["rights"], kept["expires_at"]) == (["read"], 2**51)
    odd = net.owner.post("/accounts/mail/consent", json={"host": "evil.example.org"})
    assert (odd.status_code, odd.json()["code"]) == (400, "bad_input")
    assert net.owner.post("/accounts/none/consent", json={}).status_code == 404


def test_an_account_that_nobody_answers_for_says_so_when_it_is_tried(house: House, net: Wire) -> None:
    for name, body in (("mail", {**MAIL, "port": 1}), ("work", {**DATES, "url": "http://127.0.0.1:1/"})):
        net.owner.put(f"/accounts/{name}", json=body)
        tried = net.owner.post(f"/accounts/{name}/test").json()
        assert (tried["ok"], tried["code"]) == (False, "account_unreachable")
    assert [it.payload["code"] for it in house.events("account.tested")] == ["account_unreachable"] * 2
    assert net.owner.post("/accounts/none/test").status_code == 404


@pytest.mark.parametrize(
    ("name", "body", "pointer"),
    [
        ("mail", {**MAIL, "kind": "pop3"}, "/kind"),
        ("mail", {**MAIL, "url": "https://example.org/"}, ""),
        ("mail", {**MAIL, "host": "mail.example.org"}, "/security"),
        ("mail", {key: value for key, value in MAIL.items() if key != "password"}, "/password"),
        ("mail", {**DATES, "url": "http://cal.example.org/"}, "/url"),
        ("A%20b", MAIL, "/name"),
    ],
)
def test_what_does_not_fit_is_400_with_its_place(still: Wire, name: str, body: Any, pointer: str) -> None:
    answer = still.owner.put(f"/accounts/{name}", json=body)
    assert (answer.status_code, answer.json()["code"], answer.json()["pointer"]) == (
        400,
        "bad_input",
        pointer,
    )
    assert "s3cret" not in answer.text
    assert still.owner.get("/accounts").json() == {"accounts": []}


def test_only_the_owner_reaches_accounts(still: Wire) -> None:
    answers = [
        still.agent.get("/accounts"),
        still.agent.put("/accounts/mail", json=MAIL),
        still.agent.delete("/accounts/mail"),
        still.agent.post("/accounts/mail/test"),
        still.agent.post("/accounts/mail/consent", json={}),
    ]
    assert [it.status_code for it in answers] == [403] * 5
    assert still.owner.get("/accounts").json() == {"accounts": []}
