"""The doctor at the front door: one command that changes nothing, and the rows that answer it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from placet.api.commands import Command
from placet.rules.authority import Authority
from placet.rules.errors import LedgerDamaged
from placet.work.doctor import CHECKS, Doctor, Finding

WHEN_DAMAGED: Final = (
    "Nothing was changed and nothing is dropped. Keep a copy of the folder as it is, then put back a copy that is known "
    "to be good."
)


@dataclass(frozen=True, kw_only=True)
class Examine(Command):
    """Look at the whole house. Changes nothing, but takes as long as model servers do, up to two seconds.

    By: the owner. Answer: `Examination`.
    """


@dataclass(frozen=True, kw_only=True)
class FindingRow:
    """One thing to see to. `what` and `advice` are sentences of ours in plain text."""

    code: str
    serious: bool
    what: str
    advice: str
    workflow_id: str | None = None
    operation_id: str | None = None


@dataclass(frozen=True, kw_only=True)
class Examination:
    """What was looked at, and what was found; serious things first."""

    checked: tuple[str, ...]
    findings: tuple[FindingRow, ...]

    @property
    def healthy(self) -> bool:
        """Whether there is nothing to see to."""
        return not self.findings


class DoctorCommands:
    """Carries the command out. Lives on the engine's loop."""

    def __init__(self, doctor: Doctor) -> None:
        self._doctor = doctor
        self.owners: dict[type[Command], Callable[[Any, Authority], Awaitable[Any]]] = {
            Examine: self._examine
        }

    async def _examine(self, _: Examine, __: Authority) -> Examination:
        return examination(await self._doctor.look())


def damaged(what: str) -> Examination:
    """A ledger that isn't opened is the one finding: nothing else can be looked at (DECISIONS W6)."""
    row = FindingRow(code=LedgerDamaged.code, serious=True, what=what, advice=WHEN_DAMAGED)
    return Examination(checked=("ledger",), findings=(row,))


def examination(found: Sequence[Finding]) -> Examination:
    """What was found, as rows."""
    rows = tuple(
        FindingRow(
            code=it.code,
            serious=it.serious,
            what=it.what,
            advice=it.advice,
            workflow_id=it.workflow_id,
            operation_id=it.operation_id,
        )
        for it in found
    )
    return Examination(checked=CHECKS, findings=rows)
