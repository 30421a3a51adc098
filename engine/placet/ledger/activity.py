"""What happened, newest first, and which link of the chain binds it. Nothing here can write."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import func, or_, select

from placet.ledger import rows, schema
from placet.ledger.chain_tables import links
from placet.ledger.statements import PREFIX, Prepared, given
from placet.rules.basics import TaskId
from placet.rules.errors import NotFound
from placet.rules.events import ASKER, TaskChanged
from placet.rules.records import Event

_events = schema.events
_TYPES: Final = select(func.json_each(given("types")).table_valued("value").c.value)
NEWEST: Final = Prepared(
    select(*rows.EVENT_COLUMNS)
    .where(
        _events.c.seq < given("before"),
        _events.c.type.in_(_TYPES),
        or_(
            given("q").is_(None),
            func.instr(func.lower(_events.c.payload), func.lower(given("q"))) > 0,
            func.instr(func.lower(_events.c.agent), func.lower(given("q"))) > 0,
            func.instr(_events.c.task_id, given("q")) > 0,
        ),
    )
    .order_by(_events.c.seq.desc())
    .limit(given("limit")),
    PREFIX,
)
ONE: Final = Prepared(select(*rows.EVENT_COLUMNS).where(_events.c.seq == given("seq")), PREFIX)
LINK_OF: Final = Prepared(
    select(links.c.number, links.c.head)
    .where(links.c.last_event >= given("seq"), links.c.first_event <= given("seq"))
    .order_by(links.c.number)
    .limit(1),
    PREFIX,
)
LAST_ASKER: Final = Prepared(
    select(func.json_extract(_events.c.payload, "$.process"))
    .where(
        _events.c.task_id == given("task_id"),
        _events.c.type == TaskChanged.type,
        func.json_extract(_events.c.payload, "$.what") == ASKER,
    )
    .order_by(_events.c.seq.desc())
    .limit(1),
    PREFIX,
)
TIP: Final = Prepared(select(links.c.number, links.c.head).order_by(links.c.number.desc()).limit(1))
FAR: Final = 2**62


@dataclass(frozen=True, kw_only=True)
class Link:
    """One link of the chain, by its number and its head."""

    number: int
    head: str


class ActivityReads:
    """The read-only queries about what happened. Any thread may ask; each answer is of its own moment."""

    def __init__(
        self,
        run: Callable[[Prepared, Mapping[str, Any]], list[Any]],
        readable: Callable[[Sequence[Any], Callable[[Any], Any]], list[Any]],
    ) -> None:
        self._run = run
        self._readable = readable

    def newest(self, types: Sequence[str], limit: int, q: str | None, before: int | None) -> list[Event]:
        """The newest facts of these types; `before` is the number of the last one shown.

        `q` is looked for in what a fact says, in its agent's name and in its task's id.
        """
        asked = {"types": json.dumps(list(types)), "limit": limit, "q": q, "before": before or FAR}
        return self._readable(self._run(NEWEST, asked), rows.event)

    def one(self, seq: int) -> Event:
        """One fact.

        Raises:
            NotFound: there is none of this number.
        """
        found = self._run(ONE, {"seq": seq})
        if not found:
            raise NotFound("There is no such fact.")
        event: Event = rows.event(found[0])
        return event

    def last_asker(self, task_id: TaskId) -> str | None:
        """The process that came back last to ask for a task; None: none did."""
        found = self._run(LAST_ASKER, {"task_id": task_id})
        return str(found[0][0]) if found else None

    def link_of(self, seq: int) -> Link:
        """The link that binds a fact.

        Raises:
            NotFound: none does.
        """
        found = self._run(LINK_OF, {"seq": seq})
        if not found:
            raise NotFound("No link of the chain binds it.")
        return Link(number=found[0][0], head=found[0][1])

    def tip(self) -> Link:
        """Where the chain ends."""
        [(number, head)] = self._run(TIP, {})
        return Link(number=number, head=head)
