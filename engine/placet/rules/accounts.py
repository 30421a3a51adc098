"""Accounts of the owner's that tools work with, as the owner declares them (interfaces 2, DECISIONS W4).

What a definition says falls into two: what may be told (`place`) and the password, which is written and never shown.
Leave to use an account is a digest of two things, which credentials it has and what was granted: a new password, or
another grant, is leave given anew. Another user, or another server, is another account.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from placet.rules.basics import Instant
from placet.rules.contracts import Grant
from placet.rules.digest import Purpose, digest
from placet.rules.errors import BadInput
from placet.rules.servers import (
    check_login_text,
    is_here,
    read_address,
    read_host_name,
    read_port,
    read_security,
)
from placet.rules.web import Host, WebAddress

IMAP: Final = "imap"
CALDAV: Final = "caldav"
KINDS: Final = (IMAP, CALDAV)
"""The kinds of accounts, by the words of the interface."""
READ: Final = "read"
WRITE: Final = "write"
RIGHTS: Final = (READ, WRITE)
"""What may be granted: looking; and saving drafts, or events. Nothing is ever sent or deleted."""
MOST_FOLDER_CHARS: Final = 200

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_TLS_PORTS: Final = frozenset({993})  # RFC 8314
_USUAL_PORTS: Final = frozenset({143, 993})
_DAV_PORTS: Final = frozenset({80, 443})
_COMMON_KEYS: Final = frozenset({"kind", "user", "password", "rights", "expires_at"})
_KEYS: Final = {IMAP: {"host", "port", "security", "drafts"}, CALDAV: {"url"}}


@dataclass(frozen=True, kw_only=True)
class Account:
    """An account without its password. `place` is what may be told of where it is, by the words of the interface.

    `identity` names the account itself, whatever it is called here. `generation` is another one whenever its password
    was given; `expires_at` in ms since 1970 UTC, None: the leave doesn't run out. `ran_out_at`: when it was seen to have.
    """

    name: str
    kind: str
    identity: str
    place: Mapping[str, Any]
    rights: tuple[str, ...]
    generation: str
    changed_at: Instant
    expires_at: Instant | None = None
    ran_out_at: Instant | None = None

    def has_run_out(self, now: Instant) -> bool:
        """Whether its leave is over: by this clock, or by an earlier look at a clock that was set back since."""
        return self.ran_out_at is not None or (self.expires_at is not None and self.expires_at <= now)

    @property
    def consent(self) -> str:
        """The digest of the leave that was given: of which credentials, and to do what."""
        granted = {"credentials": self.generation, "rights": sorted(self.rights), "kind": self.kind}
        return digest(Purpose.CONSENT, self.identity.casefold(), granted)

    @property
    def grant(self) -> Grant:
        """With which authority a call with this account acts. Leave that was seen to have run out has, by any clock."""
        expires_at = self.expires_at if self.ran_out_at is None else Instant(0)
        return Grant(account=self.identity, consent=self.consent, expires_at=expires_at)

    @property
    def user(self) -> str:
        """Who logs in."""
        return str(self.place["user"])


@dataclass(frozen=True, kw_only=True)
class Declared:
    """What an owner declared. `password` None: the one that is kept stays."""

    account: Account
    password: str | None = field(repr=False)


def declared(
    name: str, definition: Mapping[str, Any], *, generation: str, now: Instant, before: Account | None
) -> Declared:
    """Check what an owner declares. `before` is the account of this name so far, which the password may be kept of.

    Raises:
        BadInput: it doesn't fit; `pointer` says where. Nothing of a secret is repeated.
    """
    if not _NAME.fullmatch(name):
        text = "An account's name is made of a-z, 0-9, _ and -, and is at most 64 long."
        raise BadInput(text, pointer="/name")
    kind = definition.get("kind")
    if kind not in KINDS:
        raise BadInput(f"The kind of an account is one of {', '.join(KINDS)}.", pointer="/kind")
    known = _COMMON_KEYS | _KEYS[kind]
    if not known.issuperset(definition):
        raise BadInput(
            f"An account of this kind has {', '.join(sorted(known))}, and nothing else.", pointer=""
        )
    place, identity = (_mailbox if kind == IMAP else _calendar)(definition)
    password = definition.get("password")
    if password is not None:
        check_login_text("password", password)
    elif before is None or before.kind != kind or before.place != place:
        raise BadInput("“password” is missing; it is asked anew for another place.", pointer="/password")
    account = Account(
        name=name,
        kind=kind,
        identity=identity,
        place=place,
        rights=_rights(definition.get("rights")),
        generation=generation if password is not None or before is None else before.generation,
        changed_at=now,
        expires_at=check_expiry(definition.get("expires_at"), now),
    )
    return Declared(account=account, password=password)


def check_expiry(given: Any, now: Instant) -> Instant | None:
    """When leave runs out, in ms since 1970 UTC; None: it doesn't.

    Raises:
        BadInput: it is no time, or a past one.
    """
    if given is None:
        return None
    if isinstance(given, bool) or not isinstance(given, int) or not now < given < 2**53:
        raise BadInput("“expires_at” is a time to come, in ms since 1970 UTC.", pointer="/expires_at")
    return Instant(given)


def _mailbox(definition: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    host, port, user = (
        read_host_name(definition.get("host")),
        read_port(definition.get("port")),
        _user(definition),
    )
    security = read_security(definition.get("security"), host, port, with_password=True, tls_ports=_TLS_PORTS)
    place: dict[str, Any] = {"host": host, "port": port, "security": security, "user": user}
    drafts = definition.get("drafts")
    if drafts is not None:
        place["drafts"] = _folder(drafts)
    # The two usual doors lead to the same mailbox, so changing from one to the other makes no other account.
    shown = Host(name=host, port=None if port in _USUAL_PORTS else port).text
    return place, f"{IMAP}:{user}@{shown}"


def _calendar(definition: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    address, user = read_address("url", definition.get("url")), _user(definition)
    if address.scheme != "https" and not is_here(address.host):
        text = "The password would be sent in the clear: url is https, or http on this very machine."
        raise BadInput(text, pointer="/url")
    if "?" in address.target:
        raise BadInput("A calendar's address has no part behind a question mark.", pointer="/url")
    return {"url": address.url, "user": user}, f"{CALDAV}:{user}@{_shown(address)}"


def _shown(address: WebAddress) -> str:
    return Host(name=address.host, port=None if address.port in _DAV_PORTS else address.port).text


def _user(definition: Mapping[str, Any]) -> str:
    user = definition.get("user")
    check_login_text("user", user)
    return str(user)


def _folder(name: Any) -> str:
    if not isinstance(name, str) or not 1 <= len(name) <= MOST_FOLDER_CHARS or not name.isprintable():
        raise BadInput(
            f"“drafts” is a folder's name of at most {MOST_FOLDER_CHARS} characters.", pointer="/drafts"
        )
    return name


def _rights(given: Any) -> tuple[str, ...]:
    if given is None:
        return RIGHTS
    fits = isinstance(given, Sequence) and not isinstance(given, str) and given
    if not fits or not all(right in RIGHTS for right in given):
        raise BadInput(
            f"“rights” is a list of {' and '.join(RIGHTS)}, at least one of them.", pointer="/rights"
        )
    return tuple(right for right in RIGHTS if right in given)
