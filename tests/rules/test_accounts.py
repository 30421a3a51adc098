"""Accounts as an owner declares them: whose they are, and what counts as leave given anew."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from placet.rules.accounts import CALDAV, IMAP, RIGHTS, Account, check_expiry, declared
from placet.rules.basics import Instant
from placet.rules.contracts import Grant
from placet.rules.errors import BadInput

NOW = Instant(1_000)
MAIL = {
    "kind": "imap",
    "host": "Mail.example.org",
    "port": 993,
    "user": "ada@example.org",
    "password": "s3cret",
}
DATES = {"kind": "caldav", "url": "https://cal.example.org/ada/", "user": "ada", "password": "s3cret"}


def made(definition: dict[str, Any], before: Account | None = None, generation: str = "gen_1") -> Account:
    return declared("work", definition, generation=generation, now=NOW, before=before).account


def test_a_mailbox_is_its_user_on_its_server() -> None:
    account = made(MAIL)
    assert account == Account(
        name="work",
        kind=IMAP,
        identity="imap:ada@example.org@mail.example.org",
        place={"host": "mail.example.org", "port": 993, "security": "tls", "user": "ada@example.org"},
        rights=RIGHTS,
        generation="gen_1",
        changed_at=NOW,
    )
    assert account.user == "ada@example.org"
    assert account.grant == Grant(account=account.identity, consent=account.consent)


def test_a_calendar_is_its_user_on_its_server() -> None:
    account = made(DATES)
    assert (account.kind, account.identity) == (CALDAV, "caldav:ada@cal.example.org")
    assert account.place == {"url": "https://cal.example.org/ada/", "user": "ada"}
    odd = made({**DATES, "url": "http://127.0.0.1:5232/"})
    assert odd.identity == "caldav:ada@127.0.0.1:5232"


def test_the_password_is_told_beside_the_account_and_not_shown() -> None:
    whole = declared("work", MAIL, generation="gen_1", now=NOW, before=None)
    assert whole.password == "s3cret"
    assert "s3cret" not in repr(whole)


def test_the_usual_doors_of_a_server_lead_to_one_mailbox_and_others_to_another() -> None:
    usual = {made({**MAIL, "port": port}).identity for port in (143, 993)}
    assert len(usual) == 1
    assert made({**MAIL, "port": 1143}).identity == "imap:ada@example.org@mail.example.org:1143"
    assert made({**MAIL, "user": "grace"}).identity not in usual


def test_a_new_password_is_leave_given_anew_and_no_other_account() -> None:
    first = made(MAIL)
    second = made({**MAIL, "password": "other"}, before=first, generation="gen_2")
    assert second.identity == first.identity
    assert second.consent != first.consent


def test_without_a_password_what_is_kept_stays_with_its_leave() -> None:
    first = made(MAIL)
    later = declared(
        "work",
        {key: value for key, value in MAIL.items() if key != "password"} | {"expires_at": 5_000},
        generation="gen_2",
        now=NOW,
        before=first,
    )
    assert (later.password, later.account) == (None, replace(first, expires_at=Instant(5_000)))
    assert later.account.consent == first.consent
    assert later.account.grant.expires_at == 5_000


@pytest.mark.parametrize(
    "change", [{"host": "evil.example.org"}, {"port": 143}, {"user": "grace"}, {"drafts": "Elsewhere"}]
)
def test_the_password_that_is_kept_goes_to_no_other_place(change: dict[str, Any]) -> None:
    elsewhere = {**MAIL, **change}
    del elsewhere["password"]
    with pytest.raises(BadInput) as refused:
        made(elsewhere, before=made(MAIL))
    assert refused.value.pointer == "/password"


def test_the_first_declaration_needs_a_password_and_so_does_another_kind() -> None:
    without = {key: value for key, value in DATES.items() if key != "password"}
    for before in (None, made(MAIL)):
        with pytest.raises(BadInput):
            made(without, before=before)


def test_other_rights_are_other_leave() -> None:
    reading = made({**MAIL, "rights": ["read"]})
    assert reading.rights == ("read",)
    assert reading.consent != made(MAIL).consent
    assert made({**MAIL, "rights": ["write", "read"]}).consent == made(MAIL).consent


def test_a_folder_for_drafts_may_be_named() -> None:
    assert made({**MAIL, "drafts": "Entwürfe"}).place["drafts"] == "Entwürfe"


def test_leave_that_was_seen_to_have_run_out_has_by_any_clock() -> None:
    account = replace(made(MAIL), expires_at=Instant(NOW + 1))
    assert [account.has_run_out(Instant(it)) for it in (NOW, NOW + 1)] == [False, True]
    seen = replace(account, ran_out_at=Instant(NOW + 1))
    assert (seen.has_run_out(NOW), seen.grant.expires_at, seen.consent) == (True, 0, account.consent)
    assert not made(MAIL).has_run_out(Instant(2**53))


def test_leave_runs_out_when_the_owner_says() -> None:
    assert check_expiry(None, NOW) is None
    assert check_expiry(1_001, NOW) == 1_001


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"kind": "pop3"}, "/kind"),
        ({"kind": None}, "/kind"),
        ({"url": "https://example.org/"}, ""),
        ({"host": "a b"}, "/host"),
        ({"port": 0}, "/port"),
        ({"security": "ssl"}, "/security"),
        ({"security": "none"}, "/security"),
        ({"user": ""}, "/user"),
        ({"user": None}, "/user"),
        ({"password": "two\nlines"}, "/password"),
        ({"drafts": ""}, "/drafts"),
        ({"drafts": 7}, "/drafts"),
        ({"drafts": "a\r\nb"}, "/drafts"),
        ({"rights": []}, "/rights"),
        ({"rights": "read"}, "/rights"),
        ({"rights": ["delete"]}, "/rights"),
        ({"rights": 7}, "/rights"),
        ({"expires_at": 1_000}, "/expires_at"),
        ({"expires_at": True}, "/expires_at"),
        ({"expires_at": "soon"}, "/expires_at"),
        ({"expires_at": 2**53}, "/expires_at"),
    ],
)
def test_what_does_not_fit_a_mailbox_is_refused_with_its_place(change: dict[str, Any], pointer: str) -> None:
    with pytest.raises(BadInput) as refused:
        made({**MAIL, **change})
    assert refused.value.pointer == pointer
    assert "s3cret" not in str(refused.value)


@pytest.mark.parametrize("url", ["http://cal.example.org/", "https://a.example/?x=1", "nowhere", None])
def test_what_does_not_fit_a_calendar_is_refused(url: Any) -> None:
    with pytest.raises(BadInput) as refused:
        made({**DATES, "url": url})
    assert refused.value.pointer == "/url"


@pytest.mark.parametrize("name", ["", "Work", "a b", "-a", "x" * 65])
def test_a_name_is_plain(name: str) -> None:
    with pytest.raises(BadInput) as refused:
        declared(name, MAIL, generation="gen_1", now=NOW, before=None)
    assert refused.value.pointer == "/name"
