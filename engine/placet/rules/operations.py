"""An effect of a workflow: what it is, how it is told from others, and whether it may run (ADR 0038).

`replay` is the whole table of the spec (workflows 4) as one function. It never looks at a clock, a file or a row:
what it needs to know is handed in. Sources: seed 003, DECISIONS W0 to W3, W7, spec/workflows 2 to 4 with the repairs
of its section 13.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from placet.rules.basics import Instant, TaskId
from placet.rules.digest import Purpose, digest
from placet.rules.lifecycles import OperationState
from placet.rules.ports import Effect
from placet.rules.receipts import Receipt

ID_HEX: Final = 40
"""How many characters of a digest an operation's id carries: it is planted at providers, so it must stay short."""


def only_looks(effect: Effect) -> bool:
    """Whether a tool of this effect changes nothing outside, so that a repeat of it does no harm."""
    return effect is Effect.READ or effect is Effect.NONE  # asked a hundred thousand times: no hashing


@dataclass(frozen=True, kw_only=True)
class Operation:
    """One effect as the ledger keeps it: by digest, never by its arguments (seed 003).

    `ordinal` is its place among the workflow's operations; later is higher. `returned`: the tool came back without an
    error, whatever that proves; None while nobody knows. `expects_receipt`: its tool can look the effect up again.
    `refused`: Placet or the owner said no before anything was attempted.
    """

    id: str
    workflow_id: TaskId
    ordinal: int
    key: str
    tool: str
    effect: Effect
    input_digest: str
    account: str
    consent: str
    goal_revision: int
    attempt: int
    state: OperationState
    started_at: Instant
    expects_receipt: bool
    returned: bool | None = None
    refused: bool = False
    restored: bool = False
    settled_at: Instant | None = None
    receipt: Receipt | None = None
    error: str | None = None
    task_id: TaskId | None = None  # the tool call that had the effect, or was about to

    @property
    def is_read(self) -> bool:
        """Whether it only looked."""
        return only_looks(self.effect)

    @property
    def is_settled(self) -> bool:
        """Whether it is known what happened: it is proven, or was never attempted."""
        return self.state is OperationState.CONFIRMED or self.state is OperationState.NOT_RUN

    @property
    def is_unsure(self) -> bool:
        """Whether it may have changed something that nobody can show.

        A tool without a way to look again that came back is executed and unverifiable, which is another thing: it
        lets distinct work go on, and only its own repetition stays forbidden (W1, amendment A1).
        """
        if self.is_read or self.is_settled:
            return False
        return self.returned is not True or self.expects_receipt


class Refusal(enum.StrEnum):
    """Why an effect may not run, as the model, the record and the wire call it (spec/workflows 4.3)."""

    EFFECT_UNCERTAIN = "effect-uncertain"
    CONTENTS_CHANGED = "contents-changed"
    LIMIT_REACHED = "limit-reached"
    ACCOUNT_CHANGED = "account-changed"
    GRANT_EXPIRED = "grant-expired"
    HISTORICAL_BACKUP = "historical-backup"
    FIXED_PAYLOAD = "fixed-payload"
    STOPPED = "stopped"
    OUT_OF_SCOPE = "out-of-scope"


@dataclass(frozen=True, kw_only=True)
class Run:
    """Write it down and do it. `again` is the record of the same effect that was never attempted; its id stays."""

    again: Operation | None = None


@dataclass(frozen=True, kw_only=True)
class ReturnEvidence:
    """It happened and is proven: hand back the evidence, touch nothing."""

    operation: Operation


@dataclass(frozen=True, kw_only=True)
class Reconcile:
    """Look it up by its id, read-only. Found: evidence. Anything else: `Refusal.EFFECT_UNCERTAIN`, never a resend."""

    operation: Operation


@dataclass(frozen=True, kw_only=True)
class Refuse:
    """It may not run. No record is made."""

    why: Refusal


Replay = Run | ReturnEvidence | Reconcile | Refuse


@dataclass(frozen=True, kw_only=True)
class Intent:
    """An effect that a workflow is about to have. `expired`: its grant ran out, by whoever reads the clock.

    `outside`: a harness runs it and Placet only allows or forbids it (W0).
    """

    tool: str
    effect: Effect
    key: str
    input_digest: str
    account: str
    consent: str
    goal_revision: int
    expired: bool = False
    outside: bool = False

    @property
    def is_read(self) -> bool:
        """Whether it only looks."""
        return only_looks(self.effect)


@dataclass(frozen=True, kw_only=True)
class Bounds:
    """What the workflow's contract says of this tool. `limit` None: no limit; 0: never.

    `over_workflow`: the limit counts all revisions, as it does for a handed-off draft (W2). `fixed_digest`: the one
    argument digest that may run. `restored`: the workflow came out of a backup (W7). `stopped`: a stop was asked for.
    """

    limit: int | None = None
    over_workflow: bool = False
    fixed_digest: str | None = None
    restored: bool = False
    stopped: bool = False


def effect_key(tool: str, meaning: Any, goal_revision: int | None) -> str:
    """What makes two calls one effect: the tool, what it means to do, and the revision of the goal.

    `meaning` is the tool's own identity of the call, or its arguments. A revision of None is for a harness's tools:
    of what those did nothing is known, so no new goal frees their repetition (spec/workflows 2.2).
    """
    return digest(Purpose.KEY, tool, {"means": meaning, "revision": goal_revision})


def operation_id(
    workflow_id: TaskId, key: str, account: str, consent: str, *, observation: int | None = None
) -> str:
    """The stable id that is planted at the provider; bound to task, tool, account and consent generation (seed 003).

    `observation` counts the looks of a read, of which each has a record of its own.
    """
    parts: Mapping[str, Any] = {
        "key": key,
        "account": account,
        "consent": consent,
        "observation": observation,
    }
    return "op_" + digest(Purpose.OP, workflow_id, parts)[:ID_HEX]


def replay(intent: Intent, earlier: Iterable[Operation], bounds: Bounds) -> Replay:
    """Say what becomes of an effect, given everything that the workflow did before (spec/workflows 4.1, 4.2)."""
    history = list(earlier)
    barred = _barred(intent, history, bounds)
    if barred is not None:
        return Refuse(why=barred)
    if intent.is_read:
        return _replay_read(intent, history, bounds)
    same = [done for done in history if done.key == intent.key and not done.is_read]
    if not same:
        return _refuse_new(intent, history, bounds) or Run()
    last = same[-1]
    if last.state is OperationState.NOT_RUN and not (bounds.restored or last.restored):
        # Nothing was written, so even other contents may be asked for anew (W2), like any new effect.
        return _refuse_new(intent, history, bounds) or Run(again=last)
    return _replay_known(intent, last, bounds)


def _barred(intent: Intent, history: list[Operation], bounds: Bounds) -> Refusal | None:
    """What forbids the call whatever it did before."""
    if bounds.stopped:
        return Refusal.STOPPED
    if intent.expired:
        return Refusal.GRANT_EXPIRED
    if bounds.fixed_digest not in {None, intent.input_digest}:
        return Refusal.FIXED_PAYLOAD
    if any(done.tool == intent.tool and done.account != intent.account for done in history):
        return Refusal.ACCOUNT_CHANGED
    return None


def _replay_read(intent: Intent, history: list[Operation], bounds: Bounds) -> Replay:
    # A look changes nothing, so it may be had again; each one counts against the tool's limit as itself.
    return _limited(intent, history, bounds) or Run()


def _refuse_new(intent: Intent, history: list[Operation], bounds: Bounds) -> Refuse | None:
    if bounds.restored:
        return Refuse(why=Refusal.HISTORICAL_BACKUP)
    if any(done.is_unsure for done in history):
        return Refuse(why=Refusal.EFFECT_UNCERTAIN)
    return _limited(intent, history, bounds)


def _limited(intent: Intent, history: list[Operation], bounds: Bounds) -> Refuse | None:
    if bounds.limit is None:
        return None
    counted = sum(
        1
        for done in history
        if done.tool == intent.tool
        and done.state is not OperationState.NOT_RUN
        and (bounds.over_workflow or done.goal_revision == intent.goal_revision)
    )
    return Refuse(why=Refusal.LIMIT_REACHED) if counted >= bounds.limit else None


def _replay_known(intent: Intent, same: Operation, bounds: Bounds) -> Replay:
    """The effect was attempted, or may have been: the last record under its key decides."""
    if same.input_digest != intent.input_digest:
        return Refuse(why=Refusal.CONTENTS_CHANGED)
    proven = same.state is OperationState.CONFIRMED
    if proven and same.consent == intent.consent and not (bounds.restored or same.restored):
        return ReturnEvidence(operation=same)
    if not same.expects_receipt:
        return Refuse(why=Refusal.EFFECT_UNCERTAIN)  # nobody can look it up: unknown stays unknown
    return Reconcile(operation=same)


@dataclass(frozen=True, kw_only=True)
class Settled:
    """How an operation that was in flight ended."""

    state: OperationState
    returned: bool
    receipt: Receipt | None = None


def settle(
    effect: Effect, *, returned: bool, not_executed: bool, receipt: Receipt | None, stopped: bool = False
) -> Settled:
    """Say what a call's end proves.

    `not_executed` is trusted code's word that nothing was attempted; it comes from no model and from no network error.
    A result that comes after a stop settles nothing (spec/workflows 12, case 72) unless it brings a receipt, which is
    kept as evidence of what can't be undone (seed 003, Q26).
    """
    if receipt is not None:
        return Settled(state=OperationState.CONFIRMED, returned=returned, receipt=receipt)
    if not_executed or (only_looks(effect) and not returned):
        return Settled(state=OperationState.NOT_RUN, returned=False)
    return Settled(state=OperationState.UNCERTAIN, returned=returned and not stopped)
