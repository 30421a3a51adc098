"""Servers as an owner names them. What channels and accounts make of them is tested with those."""

from __future__ import annotations

from typing import Any

import pytest

from placet.rules.errors import BadInput
from placet.rules.servers import (
    MAX_LOGIN_CHARS,
    check_login_text,
    is_here,
    read_address,
    read_host_name,
    read_port,
    read_security,
)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.5.6.7", "::1", "[::1]"])
def test_this_machine_is_told_by_its_spelling(host: str) -> None:
    assert is_here(host)


@pytest.mark.parametrize("host", ["localhost.example.org", "127.0.0.1.example.org", "10.0.0.1", ""])
def test_everything_else_is_elsewhere(host: str) -> None:
    assert not is_here(host)


@pytest.mark.parametrize("host", [None, 7, "", "mail.example.org:993", "a@b", "0x7f.1"])
def test_a_host_stands_by_itself(host: Any) -> None:
    with pytest.raises(BadInput) as refused:
        read_host_name(host)
    assert refused.value.pointer == "/host"
    assert read_host_name("Mail.Example.org") == "mail.example.org"


@pytest.mark.parametrize("port", [None, True, 0, 65_536, "993", 9.0])
def test_a_port_is_a_whole_number_in_its_range(port: Any) -> None:
    with pytest.raises(BadInput) as refused:
        read_port(port)
    assert refused.value.pointer == "/port"
    assert read_port(993) == 993


@pytest.mark.parametrize("url", [None, 7, "ftp://example.org/", "https://user:pw@example.org/"])
def test_an_address_is_a_plain_one(url: Any) -> None:
    with pytest.raises(BadInput) as refused:
        read_address("url", url)
    assert refused.value.pointer == "/url"
    assert "pw" not in str(refused.value)
    assert read_address("url", "https://example.org/a").url == "https://example.org/a"


@pytest.mark.parametrize("value", ["", "x" * (MAX_LOGIN_CHARS + 1), 7, "two\nlines", "tab\t"])
def test_a_login_is_one_line_of_text(value: Any) -> None:
    with pytest.raises(BadInput):
        check_login_text("password", value)
    check_login_text("password", "pässword with blanks")


@pytest.mark.parametrize(
    ("host", "port", "meant"),
    [
        ("mail.example.org", 993, "tls"),
        ("mail.example.org", 143, "starttls"),
        ("127.0.0.1", 1143, "none"),
        ("127.0.0.1", 993, "tls"),
    ],
)
def test_unsaid_security_follows_the_port_and_the_host(host: str, port: int, meant: str) -> None:
    assert read_security(None, host, port, with_password=True, tls_ports={993}) == meant


@pytest.mark.parametrize("given", ["ssl", 7, "none"])
def test_no_password_goes_elsewhere_in_the_clear(given: Any) -> None:
    with pytest.raises(BadInput) as refused:
        read_security(given, "mail.example.org", 143, with_password=True, tls_ports={993})
    assert refused.value.pointer == "/security"


def test_without_a_password_and_on_this_machine_the_line_may_be_open() -> None:
    assert read_security("none", "mail.example.org", 25, with_password=False, tls_ports=()) == "none"
    assert read_security("none", "localhost", 143, with_password=True, tls_ports=()) == "none"
    assert read_security("tls", "mail.example.org", 143, with_password=True, tls_ports=()) == "tls"
