"""Tokens of the HTTP interface: one scope each, hashes at rest, shown once (DECISIONS A2)."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from placet.ledger.ledger import Ledger
from placet.rules.authority import Authority, Principal, Via
from placet.rules.basics import AgentId, Clock, Instant
from placet.rules.errors import BadInput, NotFound, Unauthenticated
from placet.rules.records import Scope, Token
from placet.work.token_uses import TokenUses

OFFLINE_LABEL: Final = "made offline"
"""The label of a token that was made behind the console's back; `placet token list` shows it."""
_KEPT_LABEL: Final = "made offline, kept"
_PREFIX = "placet_"
_SECRET_BYTES = 32
_PRINCIPALS = {
    Scope.OWNER: Principal.OWNER,
    Scope.AGENT: Principal.AGENT_LOOP,
    Scope.CLIENT: Principal.CLIENT,
}


@dataclass(frozen=True, kw_only=True)
class Caller:
    """Who a token speaks for."""

    scope: Scope
    authority: Authority
    agent_id: AgentId | None


def hash_of(secret: str) -> str:
    """What is kept of a secret. The secret is 256 random bits, so a plain hash can't be searched."""
    return hashlib.sha256(secret.encode()).hexdigest()


def is_unconfirmed(token: Token) -> bool:
    """Whether the owner must still be told of a token: an owner's, made while no engine ran (interfaces 1)."""
    return token.scope is Scope.OWNER and token.label == OFFLINE_LABEL and token.revoked_at is None


def issue(
    scope: Scope, agent_id: AgentId | None, *, now: Instant, ttl_s: int | None, label: str, token_id: str
) -> tuple[Token, str]:
    """Make a token and its secret; nothing is written yet.

    Raises:
        BadInput: the scope needs an agent and has none, or the other way round.
    """
    if (scope is Scope.AGENT) != (agent_id is not None):
        raise BadInput("An agent's token names its agent; no other token names one.", pointer="/agent")
    if ttl_s is not None and ttl_s < 1:
        raise BadInput("A token must live for at least one second.", pointer="/ttl_s")
    token = Token(
        id=token_id,
        scope=scope,
        created_at=now,
        agent_id=agent_id,
        expires_at=None if ttl_s is None else Instant(now + ttl_s * 1000),
        label=label,
    )
    return token, _PREFIX + secrets.token_urlsafe(_SECRET_BYTES)


class Tokens:
    """Makes, checks and revokes tokens. Checking is a read and may happen on any thread."""

    def __init__(self, *, ledger: Ledger, clock: Clock, new_id: Callable[[str], str]) -> None:
        self._ledger = ledger
        self._clock = clock
        self._new_id = new_id
        self.uses = TokenUses(ledger, clock)

    async def create(
        self, scope: Scope, agent_id: AgentId | None, *, ttl_s: int | None = None, label: str = ""
    ) -> tuple[Token, str]:
        """Make a token; the answer holds the secret, which is kept nowhere."""
        token, secret = issue(
            scope,
            agent_id,
            now=self._clock.now_ms(),
            ttl_s=ttl_s,
            label=label,
            token_id=self._new_id("token_"),
        )
        await self._ledger.commit(lambda tx: tx.create_token(token, hash_of(secret)))
        return token, secret

    async def revoke(self, token_id: str) -> Token:
        """Take a token back; it is refused from the next request on.

        Raises:
            NotFound: there is no such token, or it was revoked before.
        """
        for token in self._ledger.reads.tokens():
            if token.id == token_id and token.revoked_at is None:
                await self._ledger.commit(lambda tx: tx.revoke_token(token_id))
                return token
        raise NotFound("There is no such token.")

    async def keep(self, token_id: str) -> Token:
        """Note that the owner knows of a token that was made offline; it is announced no more.

        Raises:
            NotFound: there is no such token that waits for this.
        """
        for token in self._ledger.reads.tokens():
            if token.id == token_id and is_unconfirmed(token):
                await self._ledger.commit(lambda tx: tx.keep_token(token_id, _KEPT_LABEL))
                return replace(token, label=_KEPT_LABEL)
        raise NotFound("There is no such token that was made offline and isn't kept yet.")

    def authenticate(self, secret: str) -> Caller:
        """Say for whom a secret speaks.

        Raises:
            Unauthenticated: unknown, expired or revoked; the message doesn't say which.
        """
        token = self._ledger.reads.token_by_hash(hash_of(secret))
        if token is None or token.revoked_at is not None or token.has_expired(self._clock.now_ms()):
            raise Unauthenticated("This token is not valid.")
        self.uses.note(token)
        authority = Authority(
            principal=_PRINCIPALS[token.scope], via=Via.HTTP, agent_id=token.agent_id, token_id=token.id
        )
        return Caller(scope=token.scope, authority=authority, agent_id=token.agent_id)
