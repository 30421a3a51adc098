"""Channels that messages leave through, as the owner declares them. Only webhooks so far (interfaces 2)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from placet.rules.errors import BadInput
from placet.rules.web import BadAddress, read_url

WEBHOOK: Final = "webhook"
MAX_HEADERS: Final = 20
MAX_VALUE_CHARS: Final = 4_096

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


@dataclass(frozen=True, kw_only=True)
class Webhook:
    """Where a message is sent by an HTTP POST. Address and headers are secrets: they are written and never shown.

    `generation` is another one each time that the owner declares the channel, so that an approval can name what it
    was given about without telling the address.
    """

    name: str
    url: str
    headers: tuple[tuple[str, str], ...]
    generation: str

    def as_json(self) -> dict[str, Any]:
        """What is kept of it beside its name."""
        kept = {"kind": WEBHOOK, "url": self.url, "headers": dict(self.headers)}
        return {**kept, "generation": self.generation}


def declared(name: str, definition: Mapping[str, Any], generation: str) -> Webhook:
    """Check what an owner declares.

    Raises:
        BadInput: it doesn't fit; `pointer` says where. Nothing of the address or the headers' values is repeated.
    """
    if not _NAME.fullmatch(name) or name == _RESERVED_NAME:
        text = f"A channel's name is made of a-z, 0-9, _ and -, at most 64 long, and isn't {_RESERVED_NAME}."
        raise BadInput(text, pointer="/name")
    for key in definition:
        if key not in {"kind", "url", "headers"}:
            raise BadInput("A webhook has a kind, a url and headers, and nothing else.", pointer="")
    if definition.get("kind") != WEBHOOK:
        raise BadInput(f"The kind of a channel is {WEBHOOK}.", pointer="/kind")
    return Webhook(
        name=name,
        url=_url(definition.get("url")),
        headers=_headers(definition.get("headers")),
        generation=generation,
    )


def _url(url: Any) -> str:
    if not isinstance(url, str):
        raise BadInput("A webhook needs a url.", pointer="/url")
    try:
        return read_url(url).url
    except BadAddress as error:
        raise BadInput(error.message, pointer="/url") from None


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
