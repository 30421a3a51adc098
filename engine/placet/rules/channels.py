"""Channels that messages leave through, as the owner declares them (interfaces 2): webhooks, Telegram bots, mail servers.

What a definition says falls into two: what may be told (a kind, a server, a sender) and what may not (`secrets`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from placet.rules.errors import BadInput
from placet.rules.servers import (
    check_login_text,
    is_here,
    read_address,
    read_host_name,
    read_port,
    read_security,
)

WEBHOOK: Final = "webhook"
TELEGRAM: Final = "telegram"
EMAIL: Final = "email"
TELEGRAM_API: Final = "https://api.telegram.org"
MAX_HEADERS: Final = 20
MAX_VALUE_CHARS: Final = 4_096
_TLS_PORTS: Final = frozenset({465})  # RFC 8314

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}")
_VALUE = re.compile(r"[!-~](?:[ -~\t]*[!-~])?")
_RESERVED_NAME: Final = "agent"  # the prefix of messages that stay inside
_OURS: Final = frozenset(
    {
        *("connection", "content-encoding", "content-length", "content-type", "expect", "host", "keep-alive"),
        *("te", "trailer", "transfer-encoding", "upgrade"),
    }
)
"""Headers that say how the request is built, which is ours to say."""

_BOT_TOKEN = re.compile(r"[0-9]{1,20}:[A-Za-z0-9_-]{1,128}")
_CHAT = re.compile(r"-?[0-9]{1,20}|@[A-Za-z][A-Za-z0-9_]{3,63}")
_MAIL = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?"
)
_MAX_MAIL_CHARS: Final = 254


@dataclass(frozen=True, kw_only=True)
class Webhook:
    """Where a message is sent by an HTTP POST. Address and headers are secrets: they are written and never shown.

    `generation` is another one each time that the owner declares the channel, so that an approval can name what it
    was given about without telling the address.
    """

    kind: ClassVar[str] = WEBHOOK
    name: str
    url: str
    headers: tuple[tuple[str, str], ...]
    generation: str

    def told(self) -> dict[str, Any]:
        """What is no secret of it."""
        return {}

    def secrets(self) -> dict[str, Any]:
        """What is written and never shown."""
        return {"url": self.url, "headers": dict(self.headers)}


@dataclass(frozen=True, kw_only=True)
class Telegram:
    """A bot of Telegram's, by its Bot API. The token is its secret; `base_url` is where the API is."""

    kind: ClassVar[str] = TELEGRAM
    name: str
    token: str
    base_url: str
    generation: str

    def told(self) -> dict[str, Any]:
        """What is no secret of it."""
        return {"base_url": self.base_url}

    def secrets(self) -> dict[str, Any]:
        """What is written and never shown."""
        return {"token": self.token}


@dataclass(frozen=True, kw_only=True)
class Email:
    """A mail server that takes messages in, by SMTP. `security` as in `servers.SECURITIES`; the password is its secret."""

    kind: ClassVar[str] = EMAIL
    name: str
    host: str
    port: int
    sender: str
    security: str
    user: str | None
    password: str | None
    generation: str

    def told(self) -> dict[str, Any]:
        """What is no secret of it."""
        told = {"host": self.host, "port": self.port, "from": self.sender, "security": self.security}
        return told if self.user is None else {**told, "user": self.user}

    def secrets(self) -> dict[str, Any]:
        """What is written and never shown."""
        return {} if self.password is None else {"password": self.password}


Channel = Webhook | Telegram | Email


@dataclass(frozen=True, kw_only=True)
class Listed:
    """A channel without its secrets, and where those lie: in the system's keyring, or in our own file."""

    name: str
    kind: str
    generation: str
    in_keyring: bool
    told: Mapping[str, Any]


def declared(name: str, definition: Mapping[str, Any], generation: str) -> Channel:
    """Check what an owner declares.

    Raises:
        BadInput: it doesn't fit; `pointer` says where. Nothing of a secret is repeated.
    """
    if not _NAME.fullmatch(name) or name == _RESERVED_NAME:
        text = f"A channel's name is made of a-z, 0-9, _ and -, at most 64 long, and isn't {_RESERVED_NAME}."
        raise BadInput(text, pointer="/name")
    kind = definition.get("kind")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise BadInput(f"The kind of a channel is one of {', '.join(_KINDS)}.", pointer="/kind")
    keys, make = _KINDS[kind]
    if any(key not in keys for key in definition if key != "kind"):
        raise BadInput(f"A channel of this kind has {', '.join(keys)}, and nothing else.", pointer="")
    return make(name, definition, generation)


def check_address(kind: str, address: str) -> str | None:
    """Why nobody can be reached through a channel of this kind at this address; None when it may be one."""
    if kind == TELEGRAM and not _CHAT.fullmatch(address):
        return "A chat of Telegram's is named by its number, or by @ and its public name."
    if kind == EMAIL and not is_mail_address(address):
        return "A message goes to one plain mail address, such as ada@example.org."
    return None


def is_mail_address(text: str) -> bool:
    """Whether this is one mail address and nothing but it: no name, no list, nothing that could be a header.

    No `=?` either: what mail programs take for an encoded word (RFC 2047) reads as another address.
    """
    if len(text) > _MAX_MAIL_CHARS or any(mark in text for mark in ("..", "=?")):
        return False
    return _MAIL.fullmatch(text) is not None


def _webhook(name: str, definition: Mapping[str, Any], generation: str) -> Webhook:
    return Webhook(
        name=name,
        url=read_address("url", definition.get("url")).url,
        headers=_headers(definition.get("headers")),
        generation=generation,
    )


def _telegram(name: str, definition: Mapping[str, Any], generation: str) -> Telegram:
    token = definition.get("token")
    if not isinstance(token, str) or not _BOT_TOKEN.fullmatch(token):
        raise BadInput("A bot's token is a number, a colon, and letters and digits.", pointer="/token")
    base_url = definition.get("base_url")
    base = read_address("base_url", TELEGRAM_API if base_url is None else base_url)
    if base.scheme != "https" and not is_here(base.host):
        text = "The token would be sent in the clear: base_url is https, or http on this very machine."
        raise BadInput(text, pointer="/base_url")
    return Telegram(name=name, token=token, base_url=base.url.rstrip("/"), generation=generation)


def _email(name: str, definition: Mapping[str, Any], generation: str) -> Email:
    host, port = read_host_name(definition.get("host")), read_port(definition.get("port"))
    sender, user, password = definition.get("from"), definition.get("user"), definition.get("password")
    if not isinstance(sender, str) or not is_mail_address(sender):
        raise BadInput("“from” is one plain mail address.", pointer="/from")
    _check_login(user, password)
    return Email(
        name=name,
        host=host,
        port=port,
        sender=sender,
        security=read_security(
            definition.get("security"), host, port, with_password=password is not None, tls_ports=_TLS_PORTS
        ),
        user=user,
        password=password,
        generation=generation,
    )


def _check_login(user: Any, password: Any) -> None:
    for key, value in (("user", user), ("password", password)):
        if value is not None:
            check_login_text(key, value)
    if (user is None) != (password is None):
        raise BadInput("A user and a password go together.", pointer="/user" if user is None else "/password")


def _headers(headers: Any) -> tuple[tuple[str, str], ...]:
    if headers is None:
        return ()
    if not isinstance(headers, Mapping) or len(headers) > MAX_HEADERS:
        raise BadInput(f"headers are an object of at most {MAX_HEADERS} texts.", pointer="/headers")
    for name, value in headers.items():
        if not _TOKEN.fullmatch(name) or name.lower() in _OURS:
            raise BadInput("This header can't be set.", pointer="/headers")
        if not isinstance(value, str) or len(value) > MAX_VALUE_CHARS or not _VALUE.fullmatch(value):
            raise BadInput("A header's value is a plain text on one line.", pointer="/headers")
    if len({name.lower() for name in headers}) < len(headers):
        raise BadInput("A header is given twice.", pointer="/headers")
    return tuple(headers.items())


_Make = Callable[[str, Mapping[str, Any], str], Channel]
_KINDS: Final[Mapping[str, tuple[tuple[str, ...], _Make]]] = {
    WEBHOOK: (("url", "headers"), _webhook),
    TELEGRAM: (("token", "base_url"), _telegram),
    EMAIL: (("host", "port", "from", "user", "password", "security"), _email),
}
KINDS: Final = tuple(_KINDS)
"""The kinds of channels, by the words of the interface."""
