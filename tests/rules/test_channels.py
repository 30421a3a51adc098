"""Channels as the owner declares them: what fits, and that a refusal repeats no secret."""

from typing import Any

import pytest

from placet.rules.channels import MAX_HEADERS, MAX_VALUE_CHARS, declared
from placet.rules.errors import BadInput

URL = "https://hooks.example.org/s3cret?key=k3y"


def webhook(**changes: Any) -> dict[str, Any]:
    given = {"kind": "webhook", "url": URL, **changes}
    return {name: value for name, value in given.items() if value is not ...}


def test_a_webhook_is_kept_as_it_was_declared_and_read_again() -> None:
    channel = declared("alerts", webhook(headers={"X-Key": "k3y", "Authorization": "Bearer t0ken"}), "gen_1")
    kept = channel.as_json()
    assert kept == {
        **webhook(headers={"X-Key": "k3y", "Authorization": "Bearer t0ken"}),
        "generation": "gen_1",
    }
    assert declared("alerts", kept, kept.pop("generation")) == channel


def test_headers_may_be_left_out() -> None:
    assert declared("a", webhook(), "g").headers == ()
    assert declared("a", webhook(headers=None), "g").headers == ()


@pytest.mark.parametrize("name", ["agent", "", "A", "-a", "a b", "a:b", "a/b", "\u0430", "a\n", "x" * 65])
def test_a_name_that_does_not_fit_is_refused(name: str) -> None:
    with pytest.raises(BadInput) as caught:
        declared(name, webhook(), "g")
    assert caught.value.pointer == "/name"


@pytest.mark.parametrize(
    ("definition", "pointer"),
    [
        (webhook(kind="telegram"), "/kind"),
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
