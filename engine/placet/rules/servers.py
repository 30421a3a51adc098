"""A server as an owner names it: its host and port, how the line to it is kept private, and who logs in there."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any, Final

from placet.rules.errors import BadInput
from placet.rules.web import BadAddress, WebAddress, read_host, read_url

SECURITIES: Final = ("none", "starttls", "tls")
"""How the line is kept private: not at all, from the first word that matters on, from the first byte on."""
MAX_LOGIN_CHARS: Final = 4_096

_HERE = re.compile(r"127(?:\.[0-9]{1,3}){3}")


def read_host_name(host: Any) -> str:
    """A host by name or number.

    Raises:
        BadInput: it is none, or has a port with it.
    """
    try:
        read = read_host(host if isinstance(host, str) else "")
    except BadAddress as error:
        raise BadInput(error.message, pointer="/host") from None
    if read.port is not None:
        raise BadInput("A host is named without its port, which stands by itself.", pointer="/host")
    return read.name


def read_port(port: Any) -> int:
    """A port.

    Raises:
        BadInput: it is none.
    """
    if isinstance(port, bool) or not isinstance(port, int) or not 1 <= port <= 65535:
        raise BadInput("A port is a whole number from 1 to 65535.", pointer="/port")
    return port


def read_address(key: str, url: Any) -> WebAddress:
    """A web address that an owner wrote under `key`.

    Raises:
        BadInput: it is none; nothing of it is repeated.
    """
    if not isinstance(url, str):
        raise BadInput(f"“{key}” is an address.", pointer=f"/{key}")
    try:
        return read_url(url)
    except BadAddress as error:
        raise BadInput(error.message, pointer=f"/{key}") from None


def check_login_text(key: str, value: Any) -> None:
    """Look that a user's name or a password is one line of text.

    Raises:
        BadInput: it isn't; nothing of it is repeated.
    """
    if not (isinstance(value, str) and 0 < len(value) <= MAX_LOGIN_CHARS):
        raise BadInput(f"“{key}” is a text.", pointer=f"/{key}")
    if not value.isprintable():
        raise BadInput(f"“{key}” is one line of text.", pointer=f"/{key}")


def read_security(
    given: Any, host: str, port: int, *, with_password: bool, tls_ports: Collection[int]
) -> str:
    """How the connection is kept private. Unsaid: by the port and the host, and never in the clear to elsewhere.

    Raises:
        BadInput: there is no such way, or the password would go over the network in the clear.
    """
    if given is None:
        return "tls" if port in tls_ports else ("none" if is_here(host) else "starttls")
    if given not in SECURITIES:
        raise BadInput(f"“security” is one of {', '.join(SECURITIES)}.", pointer="/security")
    if given == "none" and with_password and not is_here(host):
        raise BadInput("The password would be sent in the clear.", pointer="/security")
    return str(given)


def is_here(host: str) -> bool:
    """Whether a host is this machine by its very spelling; no name is looked up."""
    return host in {"localhost", "::1", "[::1]"} or _HERE.fullmatch(host) is not None
