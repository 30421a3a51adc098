"""Grants as rows: their statements, and how a row becomes a record (`rules.grants`)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import func, or_, select, update

from placet.ledger import schema
from placet.ledger.statements import Prepared, given, insert_into
from placet.rules.errors import CorruptRow, NotFound
from placet.rules.grants import Grant

_grants, _agents = schema.grants, schema.agents
_NAMES: Final = (
    "id", "agent_id", "tool", "match", "created_at", "folder", "host", "uses_left", "expires_at", "revoked_at", "hits",
)  # fmt: skip


_WHOLE: Final = select(*(_grants.c[name] for name in _NAMES), _agents.c.name).select_from(
    _grants.join(_agents, _agents.c.id == _grants.c.agent_id)
)
_LIVE: Final = (
    _grants.c.revoked_at.is_(None),
    or_(_grants.c.uses_left.is_(None), _grants.c.uses_left > 0),
)

INSERT: Final = insert_into(_grants)
ALL: Final = Prepared(_WHOLE.order_by(_grants.c.created_at.desc(), _grants.c.id))
ONE: Final = Prepared(_WHOLE.where(_grants.c.id == given("id")))
LIVE: Final = Prepared(
    _WHOLE.where(_grants.c.agent_id == given("agent_id"), _grants.c.tool == given("tool"), *_LIVE).order_by(
        _grants.c.created_at, _grants.c.id
    )
)
"""Those of an agent and a tool that still stand, but for their hour: that is the asker's to look at."""
USE: Final = Prepared(
    update(_grants)
    .where(_grants.c.id == given("id"), *_LIVE)
    .values(uses_left=_grants.c.uses_left - 1, hits=_grants.c.hits + 1)
)
REVOKE: Final = Prepared(
    update(_grants)
    .where(_grants.c.id == given("id"), _grants.c.revoked_at.is_(None))
    .values(revoked_at=func.max(given("now"), _grants.c.created_at))
)
RUN_OUT: Final = Prepared(
    update(_grants)
    .where(_grants.c.id == given("id"), _grants.c.revoked_at.is_(None), _grants.c.expires_at <= given("now"))
    .values(revoked_at=_grants.c.expires_at)
)
"""Its end by the clock, written down: from then on no clock takes it back."""


def values(grant: Grant) -> dict[str, Any]:
    """A grant as the columns of its row."""
    row = {name: getattr(grant, name) for name in _NAMES}
    return {**row, "match": json.dumps(grant.match)}


def read(row: Sequence[Any]) -> Grant:
    """A grant from a row of `ALL`, `ONE` or `LIVE`.

    Raises:
        CorruptRow: the row can't be understood, so nothing passes by it.
    """
    found = dict(zip((*_NAMES, "agent"), row, strict=True))
    try:
        match = json.loads(found["match"])
        if not isinstance(match, Mapping):
            raise TypeError("its match is no object")
        return Grant(**{**found, "match": match})
    except (ValueError, TypeError) as flaw:
        raise CorruptRow(
            f"A row of grants can't be read: {flaw}", table="grants", row=str(found["id"])
        ) from flaw


class GrantReads:
    """The read-only queries about grants. Any thread may ask; each answer is of its own moment."""

    def __init__(
        self,
        run: Callable[[Prepared, Mapping[str, Any]], list[Any]],
        readable: Callable[[Sequence[Any], Callable[[Any], Any]], list[Any]],
    ) -> None:
        self._run = run
        self._readable = readable

    def all(self) -> list[Grant]:
        """All grants, newest first, those that ended too."""
        return self._readable(self._run(ALL, {}), read)

    def one(self, grant_id: str) -> Grant:
        """One grant.

        Raises:
            NotFound: there is none.
        """
        found = self._run(ONE, {"p_id": grant_id})
        if not found:
            raise NotFound(f"There is no grant {grant_id}.")
        return read(found[0])
