"""Generations at the front door: the commands, the questions, and the rows that answer them (LMSP 7).

Whoever reads a response as it grows clears a watch (`Engine.watch_generation`), asks for the events after the last one
that it has, and waits for the watch when there are none: nothing is lost, and nothing is kept for a slow reader.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from placet.api.commands import Command
from placet.api.queries import Query
from placet.api.views import ArgumentNode, SecretRow
from placet.rules.authority import Authority, Principal

KIND = "generation"


def principal_of(by: Authority) -> str:
    """Whose things somebody makes: each token is a principal of its own (interfaces 7)."""
    return by.token_id or by.name


def sees_of(by: Authority) -> str | None:
    """Whose generations somebody may see, as the `principal` of a query: None for the owner, who sees all."""
    return None if by.principal is Principal.OWNER else principal_of(by)


@dataclass(frozen=True, kw_only=True)
class CreateGeneration(Command):
    """Ask for one long response. By: the owner or a client. Answer: `CreatedGeneration`, once it is on the disk.

    `request` is a response request (LMSP 6), parsed strictly; what is wrong with it is refused with a pointer into it.
    `idempotency_key` counts within the asker and `route`, and stands for one `fingerprint`, the digest of the body.
    """

    request: Mapping[str, Any]
    on_restart: str = "fail"
    route: str = ""
    idempotency_key: str | None = None
    fingerprint: str | None = None


@dataclass(frozen=True, kw_only=True)
class CancelGeneration(Command):
    """Take a generation back; a repeat changes nothing. By: the owner, or who made it. Answer: `GenerationRow`."""

    task_id: str


@dataclass(frozen=True, kw_only=True)
class LookUpModels(Command):
    """Ask all backends what they offer now. Changes nothing, but takes as long as they do, up to two seconds.

    By: the owner or a client. Answer: a tuple of `ModelRow`.
    """


@dataclass(frozen=True, kw_only=True)
class GetGeneration(Query):
    """One generation by its own id or its response's. Answer: `GenerationRow`; `TaskNotFound`, `ResponseNotFound`.

    `principal` (`sees_of`): only what this one made.
    """

    task_id: str | None = None
    response_id: str | None = None
    principal: str | None = None


@dataclass(frozen=True, kw_only=True)
class ListGenerations(Query):
    """Generations, newest first. Filters combine. Answer: a tuple of `GenerationLine`.

    `before` is the id of the last row shown; `limit` is 1 to 1000.
    """

    statuses: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    agent: str | None = None
    parent_id: str | None = None
    q: str | None = None
    principal: str | None = None
    limit: int = 200
    before: str | None = None


@dataclass(frozen=True, kw_only=True)
class CountGenerations(Query):
    """How many generations there are in each status. Answer: a mapping, total over the statuses."""

    agent: str | None = None
    principal: str | None = None


@dataclass(frozen=True, kw_only=True)
class ListGenerationEvents(Query):
    """The events of a response after a number, in order; from the first with -1. Answer: `GenerationEvents`."""

    task_id: str
    after: int = -1
    limit: int = 500
    principal: str | None = None


@dataclass(frozen=True, kw_only=True)
class GetGenerationRequest(Query):
    """A generation's request as it was sent, for eyes. Answer: `GenerationRequest`; `TaskNotFound`."""

    task_id: str


@dataclass(frozen=True, kw_only=True)
class GetGenerationArgument(Query):
    """The whole shown text of one value of the request (a JSON pointer into its tree). Answer: `str`."""

    task_id: str
    pointer: str


@dataclass(frozen=True, kw_only=True)
class GenerationRow:
    """One generation. Moments in ms. `request_json` and `response_json` are exact, and for the wire only.

    `response_json` is the response object as it stands, in any status. `error` has `code`, `message` and `status`, what
    a synchronous call would have answered. `last_seq` is the number of the newest event.
    """

    id: str
    seq: int
    response_id: str
    status: str
    phase: str
    model: str
    backend: str
    backend_model: str
    on_restart: str
    attempt: int
    principal: str
    agent: str | None
    agent_id: str | None
    parent_id: str | None
    turn_id: str | None
    created_at: int
    updated_at: int
    started_at: int | None
    finished_at: int | None
    request_json: str
    response_json: str
    error: dict[str, Any] | None
    shown_error: str
    preview: str
    last_seq: int
    input_tokens: int | None
    output_tokens: int | None
    can_cancel: bool
    kind: str = KIND


@dataclass(frozen=True, kw_only=True)
class GenerationLine:
    """One generation as a line of a listing. `preview`: its request's text from the last question on, where there is one."""

    id: str
    seq: int
    status: str
    phase: str
    model: str
    principal: str
    agent: str | None
    attempt: int
    preview: str
    created_at: int
    duration_ms: int | None
    output_tokens: int | None


@dataclass(frozen=True, kw_only=True)
class GenerationRequest:
    """A request as a tree of values and as indented JSON text, both showable and both complete but for what they count.

    `secrets` are masked in both (prompt rule 9).
    """

    arguments: ArgumentNode
    shown_raw: str
    secrets: tuple[SecretRow, ...] = ()


@dataclass(frozen=True, kw_only=True)
class GenerationEventRow:
    """One event. `data` is the JSON text of its whole payload, in ASCII, to be sent as it is."""

    seq: int
    type: str
    data: str


@dataclass(frozen=True, kw_only=True)
class GenerationEvents:
    """A page of events. `ended`: the response is over, so that nothing comes after `last_seq`.

    `expired`: the first event that was asked for was there, and is gone (LMSP 7.4); `oldest_seq` is the first that is
    kept, or None.
    """

    events: tuple[GenerationEventRow, ...]
    last_seq: int
    oldest_seq: int | None
    ended: bool
    expired: bool


@dataclass(frozen=True, kw_only=True)
class CreatedGeneration:
    """The generation that a request made. `replayed`: an earlier request did; then `row` is as it was born."""

    row: GenerationRow
    replayed: bool


@dataclass(frozen=True, kw_only=True)
class ModelRow:
    """A model that a request may name by `id`. `state` is `loaded`, `loading`, `unloaded` or `unknown`."""

    id: str
    backend: str
    model: str
    state: str
    context_length: int | None
    tools: bool
    snapshots: bool
