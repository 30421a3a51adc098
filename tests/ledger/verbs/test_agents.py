"""The verbs on agents, conversations and turns: what they write, and what they tell."""

import pytest

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules.basics import AgentId, Instant, TaskId
from placet.rules.errors import LostRace, NameInUse, NotFound
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import TurnStatus
from placet.rules.records import AgentState, Role
from tests.fakes.clock import HeldClock
from tests.ledger.making import (
    AGENT,
    OTHER_AGENT,
    T0,
    TALK,
    TURN,
    Listener,
    a_conversation,
    a_message,
    a_turn,
    an_agent,
)

TASK = TaskId("task_1")


def test_a_name_belongs_to_one_agent(ledger: Ledger) -> None:
    with pytest.raises(NameInUse):
        ledger.commit_blocking(lambda tx: tx.declare_agent(an_agent(id=OTHER_AGENT)))
    ledger.commit_blocking(lambda tx: tx.declare_agent(an_agent(id=OTHER_AGENT, name="Bob")))
    assert [agent.name for agent in ledger.reads.agents()] == ["Ada", "Bob"]


def test_an_agent_is_declared_changed_and_told(ledger: Ledger, told: Listener, clock: HeldClock) -> None:
    ledger.commit_blocking(lambda tx: tx.declare_agent(an_agent(id=OTHER_AGENT, name="Bob")))
    clock.at_ms = Instant(T0 + 7)
    changed = ledger.commit_blocking(lambda tx: tx.change_agent(OTHER_AGENT, '{"a":1}'))
    assert (changed.declaration, changed.created_at, changed.updated_at) == ('{"a":1}', T0, T0 + 7)
    assert changed == ledger.reads.agent(OTHER_AGENT)
    assert ledger.commit_blocking(lambda tx: tx.agent(OTHER_AGENT)) == changed
    assert told.facts == [
        ("agent.declared", {"name": "Bob", "changed": False}),
        ("agent.declared", {"name": "Bob", "changed": True}),
    ]


def test_an_agents_state_is_told_only_when_it_is_another(ledger: Ledger, told: Listener) -> None:
    for state, error in [
        (AgentState.IDLE, None),
        (AgentState.THINKING, None),
        (AgentState.THINKING, None),
        (AgentState.ERROR, "No model."),
        (AgentState.ERROR, "No model."),
        (AgentState.ERROR, "No network."),
        (AgentState.IDLE, None),
    ]:
        ledger.commit_blocking(lambda tx, it=(state, error): tx.set_agent_state(AGENT, *it))
    assert [payload for _, payload in told.facts] == [
        {"state": "thinking"},
        {"state": "error", "error": "No model."},
        {"state": "error", "error": "No network."},
        {"state": "idle"},
    ]
    assert ledger.reads.agent(AGENT).error is None


def test_a_step_sees_an_agents_state_as_it_stands(ledger: Ledger) -> None:
    assert ledger.commit_blocking(lambda tx: tx.agent_state(AGENT)) is AgentState.IDLE
    ledger.commit_blocking(lambda tx: tx.set_agent_state(AGENT, AgentState.STOPPED))
    assert ledger.commit_blocking(lambda tx: tx.agent_state(AGENT)) is AgentState.STOPPED
    with pytest.raises(NotFound):
        ledger.commit_blocking(lambda tx: tx.agent_state(AgentId("agent_nobody")))


def test_a_step_sees_an_agents_declaration_as_it_stands_also_after_one_that_was_undone(
    ledger: Ledger,
) -> None:
    def change(tx: Tx) -> str:
        before = tx.declaration(AGENT)
        tx.change_agent(AGENT, '{"n":1}')
        return before + tx.declaration(AGENT)

    def change_and_break(tx: Tx) -> None:
        tx.change_agent(AGENT, '{"n":2}')
        assert tx.declaration(AGENT) == '{"n":2}'
        raise ValueError("no")

    assert ledger.commit_blocking(change) == '{}{"n":1}'
    with pytest.raises(ValueError, match="no"):
        ledger.commit_blocking(change_and_break)
    assert ledger.commit_blocking(lambda tx: tx.declaration(AGENT)) == '{"n":1}'
    with pytest.raises(NotFound):
        ledger.commit_blocking(lambda tx: tx.declaration(AgentId("agent_nobody")))


def test_messages_are_numbered_in_order_and_told(ledger: Ledger, told: Listener) -> None:
    ledger.commit_blocking(lambda tx: tx.open_conversation(a_conversation()))
    first = ledger.commit_blocking(lambda tx: tx.append_message(a_message("msg_1")))
    second = ledger.commit_blocking(
        lambda tx: tx.append_message(
            a_message("msg_2", role=Role.TOOL, task_id=TASK, payload='{"content":"x"}')
        )
    )
    assert ledger.reads.messages(TALK) == [first, second]
    assert ledger.reads.messages(TALK, after=first.seq) == [second]
    assert [(event.type, event.agent_id, event.task_id) for event in told.events] == [
        ("conversation.opened", AGENT, None),
        ("message.appended", AGENT, None),
        ("message.appended", AGENT, TASK),
    ]
    assert told.events[1].payload == {
        "conversation_id": TALK,
        "message_id": "msg_1",
        "role": "owner",
    }


def test_a_turn_starts_and_ends_once(ledger: Ledger, told: Listener) -> None:
    ledger.commit_blocking(lambda tx: tx.open_conversation(a_conversation()))
    ledger.commit_blocking(lambda tx: tx.start_turn(a_turn()))
    assert ledger.commit_blocking(lambda tx: tx.running_turns()) == ledger.reads.running_turns() == [a_turn()]
    told.commits.clear()
    ended = ledger.commit_blocking(
        lambda tx: tx.end_turn(TURN, TurnStatus.DONE, Cause.FINISH, answer="Done.")
    )
    assert (ended.status, ended.answer, ended.ended_at) == (TurnStatus.DONE, "Done.", T0)
    assert ledger.reads.turn(TURN) == ended
    assert ledger.reads.running_turns() == []
    with pytest.raises(LostRace) as lost:
        ledger.commit_blocking(lambda tx: tx.end_turn(TURN, TurnStatus.STOPPED, Cause.CANCEL))
    assert lost.value.details["status"] == "done"
    assert told.facts == [
        ("turn.ended", {"turn_id": TURN, "conversation_id": TALK, "status": "done"}),
    ]
    with pytest.raises(RuntimeError, match="no edge"):
        ledger.commit_blocking(lambda tx: tx.end_turn(TURN, TurnStatus.DONE, Cause.CANCEL))
