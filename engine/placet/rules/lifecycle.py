"""What a lifecycle is: statuses, edges, and who may walk each edge."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Cause(enum.StrEnum):
    """Why a status moves. An edge can be walked only for a cause that it names."""

    APPROVE = "approve"
    HOLD = "hold"
    DENY = "deny"
    CANCEL = "cancel"
    EXPIRE = "expire"
    FINISH = "finish"
    DECIDE = "decide"
    WITHDRAW = "withdraw"
    RESTART = "restart"
    START = "start"
    REQUEUE = "requeue"
    RETRY = "retry"
    RESUME = "resume"
    CONTINUE = "continue"
    SETTLE = "settle"
    RECONCILE = "reconcile"
    RESTORE = "restore"


class Phase(enum.StrEnum):
    """The one coarse view over all kinds, derived and never stored."""

    WAITING = "waiting"
    HELD = "held"
    ACTIVE = "active"
    STOPPING = "stopping"
    ENDED = "ended"


@dataclass(frozen=True, kw_only=True)
class Edge:
    """One declared step from a status to another, and the causes that may take it."""

    frm: str
    to: str
    by: frozenset[Cause]


def edge(frm: str, to: str, *by: Cause) -> Edge:
    """An edge in one line of a table."""
    return Edge(frm=frm, to=to, by=frozenset(by))


@dataclass(frozen=True, kw_only=True)
class Lifecycle:
    """One kind's table. `phases` names every status once; the rest is derived."""

    kind: str
    starts: frozenset[str]
    phases: dict[str, Phase]
    edges: tuple[Edge, ...]

    @property
    def statuses(self) -> frozenset[str]:
        """Every status of the kind."""
        return frozenset(self.phases)

    @property
    def ended(self) -> frozenset[str]:
        """The statuses that nothing is owed in any more. A person may take some of them up again: see `final`."""
        return frozenset(s for s, phase in self.phases.items() if phase is Phase.ENDED)

    @property
    def final(self) -> frozenset[str]:
        """The statuses that nothing leaves."""
        return self.statuses - {edge.frm for edge in self.edges}

    @property
    def open(self) -> frozenset[str]:
        """The statuses that something is still owed in."""
        return self.statuses - self.ended

    def pairs(self) -> frozenset[tuple[str, str]]:
        """All declared steps without their causes, for the database's own fence."""
        return frozenset((edge.frm, edge.to) for edge in self.edges)

    def check(self, frm: str, to: str, by: Cause) -> None:
        """Say nothing when the step is declared for this cause.

        Raises:
            RuntimeError: it isn't; whoever asked has a bug.
        """
        if not any(edge.frm == frm and edge.to == to and by in edge.by for edge in self.edges):
            raise RuntimeError(f"{self.kind} has no edge {frm} -> {to} by {by}")

    def check_start(self, status: str) -> None:
        """Say nothing when a row may be born in this status.

        Raises:
            RuntimeError: it may not; whoever asked has a bug.
        """
        if status not in self.starts:
            raise RuntimeError(f"{self.kind} can't start as {status}")
