"""Messages from one agent to another: who sent them stays visible, and two agents can't keep each other busy for ever.

A message of an agent's is written down as what the recipient has to answer, like the owner's. Its first line, ours,
names the sender and says that it isn't the owner; each line of what the sender wrote is marked, so that none of it can
be taken for a line of ours or of the owner's.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from placet.agents.agents import Agents
from placet.rules.errors import NotFound, ToolFailed
from placet.tools.messages import Letter
from placet.tools.quoting import quoted
from placet.work.roster import Roster

# Everything that some reader takes for the end of a line, the model's included.
_LINE_END: Final = re.compile("(\r\n|[\n\v\f\r\x1c-\x1e\x85\u2028\u2029])")


class Post:
    """Delivers messages between agents. Lives on the engine's loop.

    `chain_limit` is how many messages of agents a conversation takes in a row before the owner says something in it.
    Agents run tools and tools reach agents, so one of the two is made first: this is, and `open` tells it of the rest.
    """

    def __init__(self, *, chain_limit: Callable[[], int]) -> None:
        self._chain_limit = chain_limit
        self._rooms: tuple[Agents, Roster] | None = None

    def open(self, agents: Agents, roster: Roster) -> None:
        """Begin to deliver: called once, before any agent runs."""
        self._rooms = agents, roster

    def address(self, sender: str, recipient: str) -> str:
        """The id of the agent that a message would go to. From any thread; blocking.

        Raises:
            ToolFailed: `bad_recipient`, there is no such agent, or it is the sender.
        """
        if sender == recipient:
            raise ToolFailed("An agent doesn't write to itself.", code="bad_recipient")
        try:
            agent = self._roster.find(recipient)
        except NotFound:
            agent = None
        if agent is None or agent.name != recipient:
            raise ToolFailed(f"There is no agent called {quoted(recipient, 200)}.", code="bad_recipient")
        return agent.id

    async def deliver(self, letter: Letter) -> dict[str, Any]:
        """Write the message down and have it answered, now or by the next turn.

        Raises:
            Conflict: the recipient is stopped, or has no model. ToolFailed: `chain_limit`, too many in a row.
        """
        recipient = self._roster.find(letter.recipient)
        taken = await self._agents.deliver(recipient, text_of(letter), letter.sender, self._chain_limit())
        return {"recipient": f"agent:{letter.recipient}", "message_id": taken.message_id}

    @property
    def _agents(self) -> Agents:
        return self._opened()[0]

    @property
    def _roster(self) -> Roster:
        return self._opened()[1]

    def _opened(self) -> tuple[Agents, Roster]:
        if self._rooms is None:
            raise RuntimeError("the post isn't open yet")
        return self._rooms


def text_of(letter: Letter) -> str:
    """The message as its recipient reads it."""
    head = f"A message from the agent {quoted(letter.sender)}, not from the owner:"
    subject = [] if letter.subject is None else [marked(f"Subject: {letter.subject}"), ">"]
    return "\n".join([head, *subject, marked(letter.content)])


def marked(text: str) -> str:
    """Somebody else's words, each line marked, so that none is taken for a line of ours or of the owner's."""
    return "> " + _LINE_END.sub(r"\1> ", text)
