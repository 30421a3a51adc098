"""Whether a workflow's goal is met, by evidence alone: the one assessment that everybody asks (ADR 0038).

The finaliser, Doctor, the console and HTTP all call `assess`. It reads receipts and never text: neither a model's words
nor its `report_result` are known here. Sources: seed 003, DECISIONS W1, W8b, spec/workflows 6 with amendment A1.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from placet.rules.lifecycles import OperationState
from placet.rules.operations import Operation


@dataclass(frozen=True, kw_only=True)
class Expectation:
    """A demand on the evidence: so many distinct effects of a tool. Set by routes of ours, by no model (seed 003).

    `unless_empty` names a reading tool: when everything that it looked for was proven empty, the demand falls away.
    """

    tool: str
    minimum: int = 1
    unless_empty: str | None = None
    input_digest: str | None = None


class Verdict(enum.StrEnum):
    """What the evidence shows."""

    VERIFIED = "verified"
    UNCERTAIN = "uncertain"  # something may have happened that nobody can show
    INCOMPLETE = "incomplete"  # a demanded receipt is missing
    UNSUPPORTED = "unsupported"  # a tool whose effects can't be checked ran
    UNCHECKED = "unchecked"  # nothing was demanded, so nothing was checked


class Reason(enum.StrEnum):
    """Why the verdict isn't `verified`."""

    EFFECT_UNCERTAIN = "effect-uncertain"
    REQUIRED_EVIDENCE_MISSING = "required-evidence-missing"
    RECEIPT_UNAVAILABLE = "receipt-unavailable"
    NO_CRITERIA = "no-criteria"


@dataclass(frozen=True, kw_only=True)
class Assessment:
    """The verdict and what it rests on. `missing`: demands without their evidence; `unsure`: ids of operations."""

    verdict: Verdict
    reasons: tuple[Reason, ...] = ()
    missing: tuple[Expectation, ...] = ()
    unsure: tuple[str, ...] = ()

    @property
    def is_verified(self) -> bool:
        """Whether the goal is met and nothing is unresolved."""
        return self.verdict is Verdict.VERIFIED


@dataclass
class _Looks:
    """What one tool showed in one revision: per distinct effect the newest record, and which of them are proven."""

    newest: dict[str, Operation] = field(default_factory=dict)  # by key; the later ordinal wins
    proven: dict[str, str] = field(default_factory=dict)  # key to input digest
    digests: Counter[str] = field(default_factory=Counter)  # how many proven effects have it
    found_something: bool = False

    def add(self, operation: Operation) -> None:
        known = self.newest.get(operation.key)
        if known is not None and known.ordinal > operation.ordinal:
            return
        self.newest[operation.key] = operation
        # A later failure takes the proof back, so what was known of the key goes first.
        self._forget(operation.key)
        if operation.state is OperationState.CONFIRMED:
            self.proven[operation.key] = operation.input_digest
            self.digests[operation.input_digest] += 1

    def _forget(self, key: str) -> None:
        earlier = self.proven.pop(key, None)
        if earlier is not None:
            self.digests[earlier] -= 1


class Evidence:
    """All operations of one workflow, folded one by one, so that assessing costs the demands and not the history.

    Add an operation again whenever it moved: what was known of it is replaced. Not for sharing between threads.
    """

    def __init__(self, operations: Iterable[Operation] = ()) -> None:
        self._looks: dict[tuple[str, int], _Looks] = {}
        self._unsure: dict[str, None] = {}
        self._opaque: dict[str, None] = {}
        for operation in operations:
            self.add(operation)

    def add(self, operation: Operation) -> None:
        """Take in an operation, new or moved."""
        place = (operation.tool, operation.goal_revision)
        looks = self._looks.get(place)
        if looks is None:
            looks = self._looks[place] = _Looks()
        looks.add(operation)
        if operation.state is OperationState.CONFIRMED and not _is_empty(operation):
            # Remembered for good: one later empty look can't undo it (seed 003).
            looks.found_something = True
        _note(self._unsure, operation.id, operation.is_unsure)
        _note(self._opaque, operation.id, _is_opaque(operation))

    @property
    def unsure(self) -> tuple[str, ...]:
        """The ids of operations that may have changed something that nobody can show, of any revision."""
        return tuple(self._unsure)

    @property
    def opaque(self) -> tuple[str, ...]:
        """The ids of operations that came back and can't be checked by anybody."""
        return tuple(self._opaque)

    def proven(self, tool: str, goal_revision: int, input_digest: str | None = None) -> int:
        """How many distinct effects of a tool are proven in a revision; with a digest, only those with it."""
        looks = self._looks.get((tool, goal_revision))
        if looks is None:
            return 0
        return len(looks.proven) if input_digest is None else looks.digests[input_digest]

    def all_empty(self, tool: str, goal_revision: int) -> bool:
        """Whether a tool looked, every look is proven, and none of them ever found anything."""
        looks = self._looks.get((tool, goal_revision))
        if looks is None or looks.found_something:
            return False
        return len(looks.proven) == len(looks.newest)


_NOTHING_DEMANDED: Final = Assessment(verdict=Verdict.UNCHECKED, reasons=(Reason.NO_CRITERIA,))


def assess(expectations: Iterable[Expectation], goal_revision: int, evidence: Evidence) -> Assessment:
    """Weigh a workflow's evidence for the current revision of its goal (spec/workflows 6.3; the order is its).

    An uncertain effect of any revision outweighs everything; evidence of an older revision proves nothing.
    """
    demands = tuple(expectations)
    if evidence.unsure:
        reasons = (Reason.EFFECT_UNCERTAIN,)
        return Assessment(verdict=Verdict.UNCERTAIN, reasons=reasons, unsure=evidence.unsure)
    missing = tuple(demand for demand in demands if not _is_met(demand, goal_revision, evidence))
    if missing:
        reasons = (Reason.REQUIRED_EVIDENCE_MISSING,)
        return Assessment(verdict=Verdict.INCOMPLETE, reasons=reasons, missing=missing)
    if evidence.opaque:
        reasons = (Reason.RECEIPT_UNAVAILABLE,)
        return Assessment(verdict=Verdict.UNSUPPORTED, reasons=reasons, unsure=evidence.opaque)
    return Assessment(verdict=Verdict.VERIFIED) if demands else _NOTHING_DEMANDED


def _is_met(demand: Expectation, goal_revision: int, evidence: Evidence) -> bool:
    if demand.unless_empty is not None and evidence.all_empty(demand.unless_empty, goal_revision):
        return True
    return evidence.proven(demand.tool, goal_revision, demand.input_digest) >= demand.minimum


def _is_empty(operation: Operation) -> bool:
    return operation.is_read and operation.receipt is not None and operation.receipt.empty


def _is_opaque(operation: Operation) -> bool:
    return not operation.is_read and not operation.is_settled and not operation.is_unsure


def _note(noted: dict[str, None], operation_id: str, holds: bool) -> None:
    if holds:
        noted[operation_id] = None
    else:
        noted.pop(operation_id, None)
