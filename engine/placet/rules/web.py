r"""Web addresses, read strictly: the scheme, host and port that a text names, where every reader must agree.

The problem: browsers, libraries and people read odd addresses in different ways (`http://2130706433/`,
`http://a@b/`, `http://a\@b/`), and the odd ones are how a call gets past a rule. What we do: take the plain
spellings only and refuse the rest. What it costs: addresses with other letters than ASCII must be written in
their encoded form (`xn--…`, `%C3%A9`). Source: RFC 3986, DECISIONS T25.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from placet.rules.errors import ToolFailed

MAX_URL_CHARS: Final = 8192
MAX_HOST_CHARS: Final = 253
DEFAULT_PORTS: Final = {"http": 80, "https": 443}

_URL = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?")
_ALLOWED = re.compile(r"(?:[A-Za-z0-9._~!$&'()*+,;=:@/?#\[\]-]|%[0-9A-Fa-f]{2})*")
_AUTHORITY = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?")
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_DOTS = frozenset({".", ".."})


class BadAddress(ToolFailed):
    """A text is no web address, or one that could be read in more than one way."""

    code = "bad_address"


@dataclass(frozen=True, kw_only=True)
class Host:
    """A host by name or number, lower case, IPv6 without brackets; `port` is None where the text named none."""

    name: str
    port: int | None = None

    @property
    def text(self) -> str:
        """The one spelling: `api.example.org`, `127.0.0.1:8080`, `[::1]:80`."""
        name = f"[{self.name}]" if ":" in self.name else self.name
        return name if self.port is None else f"{name}:{self.port}"


@dataclass(frozen=True, kw_only=True)
class WebAddress:
    """An http(s) address. `target` is the path with the query, as it goes over the wire."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def origin(self) -> str:
        """Scheme, host and port: what has to stay the same for secrets to go along."""
        return f"{self.scheme}://{Host(name=self.host, port=self.port).text}"

    @property
    def url(self) -> str:
        """The whole address in its one spelling, without a fragment."""
        port = None if self.port == DEFAULT_PORTS[self.scheme] else self.port
        return f"{self.scheme}://{Host(name=self.host, port=port).text}{self.target}"

    def is_among(self, hosts: Collection[str]) -> bool:
        """Whether one of these `Host.text`s means this address: without a port, the scheme's own is meant."""
        with_port = Host(name=self.host, port=self.port).text
        bare = Host(name=self.host).text if self.port == DEFAULT_PORTS[self.scheme] else with_port
        return with_port in hosts or bare in hosts

    def is_excepted(self, private_hosts: Collection[str]) -> bool:
        """Whether an owner's exception names exactly this host and this port (DECISIONS T25)."""
        return Host(name=self.host, port=self.port).text in private_hosts


def read_url(text: str) -> WebAddress:
    """Read an address.

    Raises:
        BadAddress: it isn't plain; the sentence says why and repeats nothing of it.
    """
    if len(text) > MAX_URL_CHARS:
        raise BadAddress(f"An address has at most {MAX_URL_CHARS:,} characters.")
    if not _ALLOWED.fullmatch(text):
        raise BadAddress("The address holds a character that has to be percent-encoded, or that hides.")
    match = _URL.fullmatch(text)
    if match is None:
        raise BadAddress("An address starts with http:// or https://.")
    scheme, authority, path, query = match[1].lower(), match[2], match[3], match[4] or ""
    if scheme not in DEFAULT_PORTS:
        raise BadAddress("Only http and https are fetched.")
    if "@" in authority:
        raise BadAddress("An address may not carry a user name or a password.")
    if not _DOTS.isdisjoint(path.split("/")):
        raise BadAddress("A path may not hold the steps . or .. ; write where it leads.")
    host = read_host(authority)
    return WebAddress(
        scheme=scheme, host=host.name, port=host.port or DEFAULT_PORTS[scheme], target=(path or "/") + query
    )


def read_host(text: str) -> Host:
    """Read `host` or `host:port`.

    Raises:
        BadAddress: it is neither, or a number in any other spelling than the plain one.
    """
    match = _AUTHORITY.fullmatch(text)
    if match is None:
        raise BadAddress("This names no host that can be read in only one way.")
    port = None if match[2] is None else int(match[2])
    if port is not None and (not 1 <= port <= 65535 or match[2].startswith("0")):
        raise BadAddress("A port is a number from 1 to 65535.")
    return Host(name=_host_name(match[1].lower()), port=port)


def _host_name(text: str) -> str:
    try:
        if text.startswith("["):
            return ipaddress.IPv6Address(text[1:-1]).compressed
        if _NUMBER.fullmatch(text.rpartition(".")[2]):
            return str(ipaddress.IPv4Address(text))
    except ValueError:
        raise BadAddress("A host's number is written plainly, such as 192.0.2.1 or [2001:db8::1].") from None
    if len(text) > MAX_HOST_CHARS or not all(map(_LABEL.fullmatch, text.split("."))):
        raise BadAddress("This is no host's name.")
    return text
