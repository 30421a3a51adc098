"""The verbs on tokens, request keys and boots."""

from __future__ import annotations

from placet.ledger import writes
from placet.ledger.verbs.base import VerbBase
from placet.rules import errors
from placet.rules.basics import AgentId, BootId, Instant, TaskId
from placet.rules.events import TokenCreated, TokenKept, TokenRevoked
from placet.rules.records import Token


class AccessVerbs(VerbBase):
    """Who may come in over HTTP, which requests came before, and which lifetimes the engine had."""

    def create_token(self, token: Token, secret_hash: str) -> None:
        """Write a token by the hash of its secret, and tell of it."""
        self._run(
            writes.INSERT_TOKEN, {**token.__dict__, "scope": token.scope.value, "secret_hash": secret_hash}
        )
        self.record(TokenCreated(agent_id=token.agent_id, token_id=token.id, scope=token.scope.value))

    def revoke_token(self, token_id: str) -> None:
        """Take a token back and tell of it; a repeat changes nothing.

        Raises:
            NotFound: there is no such token.
        """
        if self._run(writes.REVOKE_TOKEN, {"p_id": token_id, "p_now": self.now}).rowcount:
            self.record(TokenRevoked(token_id=token_id))
        elif self._one(writes.SELECT_TOKEN_ID, p_id=token_id) is None:
            raise errors.NotFound(f"There is no token {token_id}.")

    def note_run_out_token(self, token_id: str) -> None:
        """Write down that a token has run out by now. Nobody is told: the clock had ended it already."""
        self._run(writes.RUN_OUT_TOKEN, {"p_id": token_id, "p_now": self.now})

    def keep_token(self, token_id: str, label: str) -> None:
        """Write that the owner knows of a token by another label, and tell of it; a repeat changes nothing.

        Raises:
            NotFound: there is no such token.
        """
        if self._run(writes.LABEL_TOKEN, {"p_id": token_id, "p_label": label}).rowcount:
            self.record(TokenKept(token_id=token_id))
        elif self._one(writes.SELECT_TOKEN_ID, p_id=token_id) is None:
            raise errors.NotFound(f"There is no token {token_id}.")

    def use_token(self, token_id: str, at: Instant) -> None:
        """Write when a token was used last. Nobody is told: it is no change of what anybody may do."""
        self._run(writes.USE_TOKEN, {"p_id": token_id, "p_at": at})

    def claim_request_key(
        self, agent_id: AgentId, key: str, body_digest: str, task_id: TaskId
    ) -> TaskId | None:
        """Bind a request key to a body. None: it is yours now. Else: the task that the same request made
        before.

        Raises:
            RequestKeyReused: the key was claimed with another body.
        """
        earlier = self.claimed_request_key(agent_id, key, body_digest)
        if earlier is None:
            claim = {"agent_id": agent_id, "key": key, "body_digest": body_digest, "task_id": task_id}
            self._run(writes.INSERT_KEY, {**claim, "created_at": self.now})
        return earlier

    def claimed_request_key(self, agent_id: AgentId, key: str, body_digest: str) -> TaskId | None:
        """The task that the same request made before, or None when the key is free.

        Raises:
            RequestKeyReused: the key was claimed with another body.
        """
        row = self._one(writes.SELECT_KEY, p_agent_id=agent_id, p_key=key)
        if row is not None and row[0] != body_digest:
            raise errors.RequestKeyReused("This request key came with another body before.", task_id=row[1])
        return TaskId(row[1]) if row else None

    def start_boot(self, boot_id: BootId) -> bool:
        """Write that the engine came up; returns whether the boot before ended cleanly (True for the very
        first).
        """
        before = self._one(writes.SELECT_LAST_BOOT)
        self._run(writes.INSERT_BOOT, {"seq": None, "id": boot_id, "started_at": self.now, "clean_at": None})
        return before is None or before[0] is not None

    def mark_clean(self, boot_id: BootId) -> None:
        """Write that this boot is ending in order.

        Raises:
            NotFound: there is no such boot.
        """
        if not self._run(writes.MARK_CLEAN, {"p_id": boot_id, "p_now": self.now}).rowcount:
            raise errors.NotFound(f"There is no boot {boot_id}.")
