"""Which host and port a web address names, and which spellings are refused (DECISIONS T25)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from placet.rules.web import MAX_URL_CHARS, BadAddress, Host, WebAddress, read_host, read_url
from tests.architecture.tree import ROOT


@pytest.mark.parametrize(
    ("text", "scheme", "host", "port", "target"),
    [
        ("http://example.org", "http", "example.org", 80, "/"),
        ("HTTPS://API.Example.ORG/a/b?c=d#e", "https", "api.example.org", 443, "/a/b?c=d"),
        ("https://example.org:8443?q", "https", "example.org", 8443, "/?q"),
        ("http://192.0.2.1:80/", "http", "192.0.2.1", 80, "/"),
        ("http://[2001:DB8:0:0::1]:81/x", "http", "2001:db8::1", 81, "/x"),
        ("http://xn--bcher-kva.example/%C3%A9..", "http", "xn--bcher-kva.example", 80, "/%C3%A9.."),
        ("http://a_b.example/@here", "http", "a_b.example", 80, "/@here"),
    ],
)
def test_a_plain_address_is_read(text: str, scheme: str, host: str, port: int, target: str) -> None:
    assert read_url(text) == WebAddress(scheme=scheme, host=host, port=port, target=target)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "starts with"),
        ("example.org", "starts with"),
        ("//example.org/", "starts with"),
        ("ftp://example.org/", "http and https"),
        ("file:///etc/hosts", "http and https"),
        ("javascript:alert(1)", "starts with"),
        ("http:///path", "no host"),
        ("http://a@example.org/", "user name"),
        ("http://good.example:80@127.0.0.1/", "user name"),
        ("http://exa mple.org/", "percent-encoded"),
        ("http://example.org/\r\nHost: evil", "percent-encoded"),
        ("http://example.org\\@evil.example/", "percent-encoded"),
        ("http://ex\u00e4mple.org/", "percent-encoded"),
        ("http://example.org/%zz", "percent-encoded"),
        ("http://example%2eorg/", "no host"),
        ("http://example.org:0/", "port"),
        ("http://example.org:080/", "port"),
        ("http://example.org:65536/", "port"),
        ("http://example.org:/", "no host"),
        ("http://example.org:8x/", "no host"),
        ("http://example.org./", "host's name"),
        ("http://.example.org/", "host's name"),
        ("http://-example.org/", "host's name"),
        ("http://" + "a" * 64 + ".org/", "host's name"),
        ("http://" + "a." * 130 + "org/", "host's name"),
        ("http://example.org/a/../b", "steps"),
        ("http://example.org/./b", "steps"),
        ("http://2130706433/", "plainly"),
        ("http://0x7f000001/", "plainly"),
        ("http://0x7f.0.0.1/", "plainly"),
        ("http://127.0.0.0x1/", "plainly"),
        ("http://0177.0.0.1/", "plainly"),
        ("http://127.1/", "plainly"),
        ("http://127.0.0.1./", "host's name"),
        ("http://256.0.0.1/", "plainly"),
        ("http://[::1/", "no host"),
        ("http://[::g]/", "no host"),
        ("http://[1:2]/", "plainly"),
        ("http://[fe80::1%25eth0]/", "no host"),
        ("http://example.org/" + "a" * MAX_URL_CHARS, "at most"),
    ],
)
def test_an_odd_spelling_is_refused_without_being_repeated(text: str, why: str) -> None:
    with pytest.raises(BadAddress) as caught:
        read_url(text)
    assert why in caught.value.message
    assert caught.value.code == "bad_address"
    assert "evil" not in caught.value.message


def test_the_corpus_of_url_tricks_names_no_host_but_the_one_that_is_connected_to() -> None:
    urls = json.loads((ROOT / "tests/cases/arguments/f02_url_tricks.json").read_text(encoding="utf-8"))
    hosts = {key: host_of(url) for key, url in urls.items()}
    assert hosts == {
        "u1": None,
        "u2": "good.example.evil.example",
        "u3": None,
        "u4": None,
        "u5": None,
        "u6": "localhost.evil.example",
    }


def host_of(url: str) -> str | None:
    try:
        return read_url(url).host
    except BadAddress:
        return None


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("API.example.org", Host(name="api.example.org")),
        ("127.0.0.1:8080", Host(name="127.0.0.1", port=8080)),
        ("[::0:1]:80", Host(name="::1", port=80)),
    ],
)
def test_a_host_has_one_spelling(text: str, host: Host) -> None:
    assert read_host(text) == host
    assert read_host(host.text) == host


@pytest.mark.parametrize(
    ("url", "hosts", "among"),
    [
        ("https://example.org/", ["example.org"], True),
        ("http://example.org/", ["example.org"], True),
        ("https://example.org:443/", ["example.org:443"], True),
        ("https://example.org:8443/", ["example.org"], False),
        ("https://example.org:8443/", ["example.org:8443"], True),
        ("https://sub.example.org/", ["example.org"], False),
        ("http://[::1]/", ["[::1]"], True),
        ("https://example.org/", [], False),
    ],
)
def test_a_named_host_means_itself_on_the_schemes_port(url: str, hosts: list[str], among: bool) -> None:
    assert read_url(url).is_among(hosts) is among


def test_an_exception_is_for_a_host_and_a_port() -> None:
    excepted = ["127.0.0.1:8080", "[::1]:80"]
    urls = ["http://127.0.0.1:8080/x", "http://127.0.0.1/", "http://127.0.0.1:8081/", "http://[::1]/"]
    assert [read_url(url).is_excepted(excepted) for url in urls] == [True, False, False, True]


def test_an_address_is_told_in_one_spelling() -> None:
    address = read_url("HTTP://[::0:1]:80/a?b#c")
    assert (address.url, address.origin) == ("http://[::1]/a?b", "http://[::1]:80")
    assert read_url("https://example.org:80/").url == "https://example.org:80/"


@given(st.text(max_size=30), st.sampled_from(["http://", "https://h", "http://127.0.0.1:", "http://["]))
def test_whatever_is_read_is_read_the_same_from_its_one_spelling(text: str, before: str) -> None:
    try:
        address = read_url(before + text)
    except BadAddress:
        return
    assert read_url(address.url) == address
    assert "@" not in address.host
