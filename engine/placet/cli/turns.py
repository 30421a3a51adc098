"""Following one turn of an agent to its end, on a running engine or on one of the command's own."""

from __future__ import annotations

import queue
from contextlib import closing
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from placet.api.commands import SendMessage
from placet.api.engine import Engine
from placet.api.queries import GetTurn
from placet.api.views import Sent, TurnRow
from placet.cli import terminal
from placet.cli.asking import decide
from placet.cli.client import Client
from placet.cli.failures import Failure
from placet.cli.house import submit
from placet.cli.showing import line
from placet.rules.events import ApprovalRequested, TurnEnded
from placet.rules.lifecycles import TurnStatus
from placet.rules.records import Event

__all__ = ["Ended", "Watch", "over_http", "run"]


@dataclass(frozen=True, kw_only=True)
class Ended:
    """How a turn ended."""

    turn_id: str
    conversation_id: str
    status: str
    answer: str | None
    error: str | None

    def answer_or_fail(self) -> str:
        """The answer.

        Raises:
            Failure: the turn didn't end well; the sentence says how.
        """
        if self.status != TurnStatus.DONE:
            why = line(self.error, 500) if self.error else "no reason was given"
            raise Failure(f"The turn ended as {self.status}: {why}.", "turn_failed")
        return self.answer or ""


class Watch:
    """What happens in an engine of this process, for its main thread. Make it before the turn starts."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._facts: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._stop = engine.subscribe(self._on_facts)

    def close(self) -> None:
        """Stop listening."""
        self._stop()

    def follow(self, sent: Sent) -> Ended:
        """Wait for the turn's end; a call that is held meanwhile is asked about in the terminal.

        Raises:
            Failure: a call is held and there is no terminal to ask in; undecided.
        """
        while True:
            fact = self._facts.get()
            if fact.type == ApprovalRequested.type and fact.task_id is not None:
                decide(self._engine, fact.task_id)
            elif fact.type == TurnEnded.type and fact.payload["turn_id"] == sent.turn_id:
                return _ended(self._engine.query(GetTurn(turn_id=fact.payload["turn_id"])))

    def _on_facts(self, facts: tuple[Event, ...]) -> None:
        for fact in facts:
            self._facts.put(fact)


def _ended(turn: TurnRow) -> Ended:
    return Ended(
        turn_id=turn.id,
        conversation_id=turn.conversation_id,
        status=turn.status,
        answer=turn.answer,
        error=turn.error,
    )


def run(engine: Engine, agent: str, goal: str) -> Ended:
    """Start a turn in an engine of this process and follow it."""
    with closing(Watch(engine)) as watch:
        return watch.follow(submit(engine, SendMessage(agent=agent, text=goal)))


def over_http(client: Client, agent: str, goal: str) -> Ended:
    """Start a turn on a running engine and follow it; held calls wait for whoever decides there.

    Raises:
        Failure: refused, or the engine went away. The turn goes on without us.
    """
    path = f"/agents/{quote(agent, safe='')}"
    with client.events() as facts:
        sent = client.send("POST", f"{path}/messages", {"text": goal})
        for fact in facts:
            if fact["type"] == ApprovalRequested.type and fact["agent"] == agent:
                terminal.tell(
                    f"Task {fact['task_id']} waits for the owner: decide in the console, or placet approve."
                )
            if fact["type"] == TurnEnded.type and fact["payload"]["turn_id"] == sent["turn_id"]:
                return _ended_over_http(client, path, fact["payload"])
    raise Failure("The engine went away before the turn ended.", "unreachable")


def _ended_over_http(client: Client, path: str, ended: dict[str, Any]) -> Ended:
    conversation = quote(ended["conversation_id"], safe="")
    messages = client.get(f"{path}/conversations/{conversation}/messages")["messages"]
    answers = [
        it["text"] for it in messages if it["role"] == "assistant" and it["turn_id"] == ended["turn_id"]
    ]
    return Ended(
        turn_id=ended["turn_id"],
        conversation_id=ended["conversation_id"],
        status=ended["status"],
        answer=answers[-1] if answers else None,
        error=ended.get("error"),
    )
