"""A workflow: a goal with revisions, and what its end may be called (ADR 0038, spec/workflows 1.1, 3.2, 6.2)."""

from __future__ import annotations

import enum
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from placet.rules.basics import AgentId, BootId, ConversationId, Instant, TaskId, TurnId
from placet.rules.digest import Purpose, digest
from placet.rules.errors import BadInput
from placet.rules.lifecycles import WorkflowStatus
from placet.rules.scope import ToolScope
from placet.rules.verification import Assessment, Expectation

MOST_TITLE_CHARS: Final = 120
MOST_TEXT_CHARS: Final = 20_000
MOST_SUMMARY_CHARS: Final = 5_000
"""How much of what a model says that it did is kept (W8b)."""
MOST_KEY_CHARS: Final = 200
OUR_KEYS: Final = ("draft:", "system:")
"""How request keys of ours start; no client may take one (W5)."""
_TITLE_OF_TEXT_CHARS: Final = 60


class Verification(enum.StrEnum):
    """Whether evidence shows the goal met: a fact of its own beside whether the model finished (seed 003)."""

    PENDING = "pending"
    VERIFIED = "verified"
    UNVERIFIED = "unverified"


@dataclass(frozen=True, kw_only=True)
class Workflow:
    """One workflow as the ledger keeps it.

    `expectations` and `scope` are the contract that a route of ours wrote; nothing later changes them. `guided` names
    the guided workflow that it is, `given` is the JSON text of what that was started with. `attempt` counts runs,
    `goal_revision` the owner's goals. `summary` is the model's own word and proves nothing.
    """

    id: TaskId
    seq: int
    agent_id: AgentId
    agent: str
    conversation_id: ConversationId
    title: str
    text: str
    status: WorkflowStatus
    created_at: Instant
    boot: BootId
    expectations: tuple[Expectation, ...] = ()
    scope: ToolScope | None = None
    guided: str | None = None
    given: str | None = None
    goal_revision: int = 0
    attempt: int = 1
    model_completed: bool = False
    verification: Verification = Verification.PENDING
    verdict: str | None = None
    summary: str | None = None
    error: str | None = None
    request_key: str | None = None
    body_digest: str = ""
    turn_id: TurnId | None = None
    started_at: Instant | None = None
    ended_at: Instant | None = None
    archived_at: Instant | None = None
    restored: bool = False


@dataclass(frozen=True, kw_only=True)
class Revision:
    """One goal of a workflow, and the key of the request that brought it, if it had one."""

    workflow_id: TaskId
    number: int
    text: str
    at_ms: Instant
    key: str | None = None


@dataclass(frozen=True, kw_only=True)
class Looked:
    """The owner's own word on an uncertain operation: shown and kept, never a receipt, never a leave to resend (W3)."""

    operation_id: str
    happened: bool
    reason: str
    at_ms: Instant


class TurnEnd(enum.StrEnum):
    """How the turn of a workflow's run ended."""

    SUCCESS = "success"
    STOPPED = "stopped"
    INTERRUPTED = "interrupted"
    ERROR = "error"


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What a finished run makes of its workflow."""

    status: WorkflowStatus
    verification: Verification
    model_completed: bool


def outcome(end: TurnEnd, assessment: Assessment) -> Outcome:
    """Say how a workflow stands after a run (spec/workflows 6.2). Only evidence makes it `done`."""
    if end is TurnEnd.SUCCESS:
        if assessment.is_verified:
            return Outcome(
                status=WorkflowStatus.DONE, verification=Verification.VERIFIED, model_completed=True
            )
        return Outcome(
            status=WorkflowStatus.UNVERIFIED, verification=Verification.UNVERIFIED, model_completed=True
        )
    if end is TurnEnd.STOPPED:
        return Outcome(
            status=WorkflowStatus.STOPPED, verification=Verification.UNVERIFIED, model_completed=False
        )
    status = WorkflowStatus.FAILED if end is TurnEnd.ERROR else WorkflowStatus.INTERRUPTED
    return Outcome(status=status, verification=Verification.PENDING, model_completed=False)


def title_of(title: str | None, text: str) -> str:
    """The title that was given, or the first line of the goal, cut short."""
    if title is not None:
        return title
    first = text.strip().splitlines()[0] if text.strip() else ""
    return first if len(first) <= _TITLE_OF_TEXT_CHARS else first[: _TITLE_OF_TEXT_CHARS - 1] + "…"


def check_text(text: str) -> str:
    """A goal, without blanks around.

    Raises:
        BadInput: it is empty, or too long to be handed to a model whole.
    """
    goal = text.strip()
    if not goal:
        raise BadInput("A goal says something.", "/text")
    if len(goal) > MOST_TEXT_CHARS:
        raise BadInput(f"A goal has at most {MOST_TEXT_CHARS:,} characters.", "/text")
    return goal


def check_title(title: str | None) -> str | None:
    """A title, if one is given.

    Raises:
        BadInput: it is too long.
    """
    if title is not None and len(title) > MOST_TITLE_CHARS:
        raise BadInput(f"A title has at most {MOST_TITLE_CHARS} characters.", "/title")
    return title


def check_client_key(key: str | None) -> str | None:
    """A client's request key, compared byte for byte (W8b), if one is given.

    Raises:
        BadInput: it is empty, too long, or starts like one of ours (W5).
    """
    if key is None:
        return None
    if not 1 <= len(key) <= MOST_KEY_CHARS:
        raise BadInput(f"A request key has 1 to {MOST_KEY_CHARS} characters.", "/request_key")
    if key.startswith(OUR_KEYS):
        raise BadInput(f"A request key may not start with {' or '.join(OUR_KEYS)}.", "/request_key")
    return key


def body_digest(body: Mapping[str, Any]) -> str:
    """What binds a request key to its request: the digest of everything else in it."""
    return digest(
        Purpose.REQUEST, "workflow", {key: value for key, value in body.items() if value is not None}
    )


def expectations_text(expectations: tuple[Expectation, ...]) -> str:
    """A contract's demands as the JSON text that a row keeps."""
    return json.dumps([asdict(one) for one in expectations])


def read_expectations(text: str) -> tuple[Expectation, ...]:
    """A contract's demands from the text of a row."""
    return tuple(Expectation(**one) for one in json.loads(text))


def scope_text(scope: ToolScope | None) -> str | None:
    """A contract's scope as the JSON text that a row keeps."""
    return None if scope is None else json.dumps(asdict(scope))


def read_scope(text: str | None) -> ToolScope | None:
    """A contract's scope from the text of a row. A text that says nothing is no scope but a mistake.

    Raises:
        ValueError, TypeError, KeyError: it isn't one; whoever asks must not take that for "no scope".
    """
    if text is None:
        return None
    kept = json.loads(text)
    return ToolScope(**{**kept, "names": tuple(kept["names"])})
