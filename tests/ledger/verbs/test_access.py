"""The verbs on tokens, request keys and boots."""

import pytest

from placet.ledger.ledger import Ledger
from placet.rules.basics import AgentId, BootId, Instant, TaskId
from placet.rules.errors import NotFound, RequestKeyReused
from tests.fakes.clock import HeldClock
from tests.ledger.making import AGENT, OTHER_AGENT, T0, Listener, a_token, an_agent


def test_a_token_is_found_by_its_hash_and_revoked_once(
    ledger: Ledger, told: Listener, clock: HeldClock
) -> None:
    ledger.commit_blocking(lambda tx: tx.create_token(a_token(), "hash_1"))
    assert ledger.reads.token_by_hash("hash_1") == a_token()
    assert ledger.reads.token_by_hash("hash_2") is None
    clock.at_ms = Instant(T0 + 9)
    ledger.commit_blocking(lambda tx: tx.revoke_token("tok_1"))
    clock.at_ms = Instant(T0 + 99)
    ledger.commit_blocking(lambda tx: tx.revoke_token("tok_1"))
    assert ledger.reads.tokens() == [a_token(revoked_at=Instant(T0 + 9))]
    assert told.facts == [
        ("token.created", {"token_id": "tok_1", "scope": "agent"}),
        ("token.revoked", {"token_id": "tok_1"}),
    ]


def test_a_token_that_has_run_out_is_noted_once_and_nobody_is_told(
    ledger: Ledger, told: Listener, clock: HeldClock
) -> None:
    ledger.commit_blocking(lambda tx: tx.create_token(a_token(expires_at=Instant(T0 + 9)), "hash_1"))
    for at_ms, ended in ((T0 + 8, None), (T0 + 10, T0 + 9), (T0, T0 + 9)):
        clock.at_ms = Instant(at_ms)
        ledger.commit_blocking(lambda tx: tx.note_run_out_token("tok_1"))
        assert [it.revoked_at for it in ledger.reads.tokens()] == [ended]
    assert [kind for kind, _ in told.facts] == ["token.created"]


def test_a_request_key_belongs_to_one_body_of_one_agent(ledger: Ledger) -> None:
    ledger.commit_blocking(lambda tx: tx.declare_agent(an_agent(id=OTHER_AGENT, name="Bob")))

    def claim(agent_id: AgentId, body: str, task_id: str) -> str | None:
        return ledger.commit_blocking(lambda tx: tx.claim_request_key(agent_id, "key", body, TaskId(task_id)))

    assert ledger.commit_blocking(lambda tx: tx.claimed_request_key(AGENT, "key", "body_1")) is None
    assert claim(AGENT, "body_1", "task_1") is None
    assert claim(AGENT, "body_1", "task_2") == "task_1"
    assert ledger.commit_blocking(lambda tx: tx.claimed_request_key(AGENT, "key", "body_1")) == "task_1"
    with pytest.raises(RequestKeyReused):
        claim(AGENT, "body_2", "task_3")
    assert claim(OTHER_AGENT, "body_2", "task_4") is None


def test_a_boot_says_whether_the_one_before_ended_in_order(ledger: Ledger) -> None:
    first, second, third = (BootId(f"boot_{number}") for number in (1, 2, 3))
    assert ledger.commit_blocking(lambda tx: tx.start_boot(first)) is True
    assert ledger.commit_blocking(lambda tx: tx.start_boot(second)) is False
    ledger.commit_blocking(lambda tx: tx.mark_clean(second))
    assert ledger.commit_blocking(lambda tx: tx.start_boot(third)) is True


def test_a_token_that_the_owner_keeps_gets_its_new_label_once(ledger: Ledger, told: Listener) -> None:
    ledger.commit_blocking(lambda tx: tx.create_token(a_token(), "hash_1"))
    for _ in range(2):
        ledger.commit_blocking(lambda tx: tx.keep_token("tok_1", "kept"))
    assert ledger.reads.tokens() == [a_token(label="kept")]
    assert told.facts[1:] == [("token.kept", {"token_id": "tok_1"})]


def test_only_a_token_that_there_is_can_be_kept(ledger: Ledger) -> None:
    with pytest.raises(NotFound):
        ledger.commit_blocking(lambda tx: tx.keep_token("tok_1", "kept"))
