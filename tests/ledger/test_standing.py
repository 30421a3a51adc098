"""What is kept of agents and tokens: never longer than it is true, and never without end."""

import sqlite3
from pathlib import Path

import pytest

from placet.ledger.ledger import Ledger
from placet.ledger.standing import Standing
from placet.ledger.tx import Tx
from placet.rules.records import AgentState
from tests.ledger.making import a_task, an_agent, held_task


class Shelf:
    """A thing to look up, which counts how often somebody does."""

    def __init__(self) -> None:
        self.value = "first"
        self.looks = 0

    def look(self) -> str:
        self.looks += 1
        return self.value


def test_an_answer_is_looked_up_once() -> None:
    standing, shelf = Standing(), Shelf()
    assert [standing.find("it", shelf.look) for _ in range(3)] == ["first"] * 3
    assert shelf.looks == 1


def test_an_answer_that_was_looked_up_before_it_was_forgotten_is_not_kept() -> None:
    standing, shelf = Standing(), Shelf()

    def while_it_changes() -> str:
        found = shelf.look()
        shelf.value = "second"
        standing.forget()
        return found

    assert standing.find("it", while_it_changes) == "first"
    assert standing.find("it", shelf.look) == "second"


def test_nothing_is_kept_for_longer_than_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    now_s = [100.0]
    monkeypatch.setattr("placet.ledger.standing.time.monotonic", lambda: now_s[0])
    standing, shelf = Standing(), Shelf()
    standing.find("it", shelf.look)
    shelf.value = "second"
    now_s[0] += 0.9
    assert standing.find("it", shelf.look) == "first"
    now_s[0] += 0.2
    assert standing.find("it", shelf.look) == "second"


def test_a_look_that_fails_is_made_again() -> None:
    standing, shelf = Standing(), Shelf()
    with pytest.raises(ZeroDivisionError):
        standing.find("it", lambda: 1 // 0)
    assert standing.find("it", shelf.look) == "first"


def test_names_that_anybody_asks_for_do_not_pile_up() -> None:
    standing, shelf = Standing(), Shelf()
    for number in range(5_000):
        standing.find(number, shelf.look)
    assert len(standing._found) <= 1024


def test_what_a_commit_changed_is_read_anew(ledger: Ledger) -> None:
    agent = an_agent()
    assert ledger.reads.agent(agent.id).state is AgentState.IDLE
    ledger.commit_blocking(lambda tx: tx.set_agent_state(agent.id, AgentState.STOPPED))
    named = ledger.reads.agent_by_name(agent.name)
    assert (ledger.reads.agent(agent.id).state, named and named.state) == (AgentState.STOPPED,) * 2


def test_a_commit_that_changes_no_agent_costs_nobody_a_look(ledger: Ledger) -> None:
    agent = an_agent()
    before = ledger.reads.agent(agent.id)
    ledger.commit_blocking(held_task)
    assert ledger.reads.agent(agent.id) is before


def test_what_another_program_changed_is_read_anew_after_the_next_commit(ledger: Ledger, path: Path) -> None:
    agent = an_agent()
    ledger.commit_blocking(lambda tx: tx.create_task(a_task("task_1")))
    assert ledger.reads.agent(agent.id).error is None
    with sqlite3.connect(path) as outside:
        outside.execute("UPDATE agents SET error = 'Edited by hand.'")
    outside.close()
    ledger.commit_blocking(lambda tx: tx.create_task(a_task("task_2")))
    assert ledger.reads.agent(agent.id).error == "Edited by hand."


def test_a_step_sees_the_state_that_an_earlier_step_of_its_batch_set(ledger: Ledger) -> None:
    agent = an_agent()

    def step(tx: Tx) -> list[AgentState]:
        before = tx.agent_state(agent.id)
        tx.set_agent_state(agent.id, AgentState.STOPPED)
        return [before, tx.agent_state(agent.id)]

    assert ledger.commit_blocking(step) == [AgentState.IDLE, AgentState.STOPPED]


def test_a_step_that_fails_leaves_no_state_behind(ledger: Ledger) -> None:
    agent = an_agent()

    def stops_and_fails(tx: Tx) -> None:
        tx.set_agent_state(agent.id, AgentState.STOPPED)
        assert (tx.agent_state(agent.id), tx.agent(agent.id).state) == (AgentState.STOPPED,) * 2
        raise ValueError("after all not")

    with pytest.raises(ValueError, match="after all not"):
        ledger.commit_blocking(stops_and_fails)
    seen = ledger.commit_blocking(lambda tx: (tx.agent_state(agent.id), tx.agent(agent.id).state))
    assert seen == (AgentState.IDLE,) * 2


def test_the_list_of_all_agents_is_kept_until_one_changes_and_is_its_askers_own(ledger: Ledger) -> None:
    agent = an_agent()
    kept = ledger.reads.agents()
    kept.clear()
    (before,) = ledger.reads.agents()
    assert ledger.reads.agents()[0] is before
    ledger.commit_blocking(lambda tx: tx.set_agent_state(agent.id, AgentState.STOPPED))
    assert [it.state for it in ledger.reads.agents()] == [AgentState.STOPPED]
