"""Answers for generations: commands into the room that carries them out, records into rows."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

from placet.api import cards
from placet.api import generations as api
from placet.api.queries import Query
from placet.api.rows import ERROR_CHARS, line, masked_block
from placet.rules import strict_json
from placet.rules.authority import Authority, Principal
from placet.rules.basics import AgentId, Clock, TaskId, duration_ms
from placet.rules.errors import BadInput, Forbidden, ResponseNotFound, TaskNotFound
from placet.rules.generations import Generation, GenerationEvent, GenerationGist, GenerationHead
from placet.rules.lifecycle import Phase
from placet.rules.lifecycles import GENERATION, GenerationStatus
from placet.rules.masking import begun, hidden
from placet.work.generator import Asked, Generator
from placet.work.models import Models, Offer

_MAX_LIMIT: Final = 1000
_PREVIEW_CHARS: Final = 160
_CANCELABLE: Final = frozenset({GenerationStatus.QUEUED, GenerationStatus.LOADING, GenerationStatus.RUNNING})


class GenerationReader(Protocol):
    """What is asked of the ledger's reader. Each is one statement on a read-only connection."""

    def one(self, task_id: str) -> Generation:
        """One by its own id; raises TaskNotFound."""
        ...

    def by_response(self, response_id: str) -> Generation:
        """One by its response's id; raises ResponseNotFound."""
        ...

    def gists(
        self,
        *,
        statuses: Sequence[str] = (),
        agent_id: AgentId | None = None,
        principal: str | None = None,
        parent_id: str | None = None,
        q: str | None = None,
        limit: int,
        before: str | None = None,
    ) -> list[GenerationGist]:
        """Newest first."""
        ...

    def counts(self, agent_id: AgentId | None = None, principal: str | None = None) -> dict[str, int]:
        """How many stand in each status."""
        ...

    def head(self, task_id: str) -> GenerationHead:
        """What a reader of events needs of one; raises TaskNotFound."""
        ...

    def events(self, seq: int, after: int = -1, limit: int = 0) -> list[GenerationEvent]:
        """Those after a number, in order."""
        ...


class GenerationCommands:
    """Carries out the commands. Lives on the engine's loop."""

    def __init__(self, generator: Generator, models: Models) -> None:
        self._generator = generator
        self._models = models

    async def create(self, command: api.CreateGeneration, by: Authority) -> api.CreatedGeneration:
        """Take a request in."""
        _check_may(by)
        made = await self._generator.create(
            Asked(
                request=command.request,
                principal=api.principal_of(by),
                on_restart=command.on_restart,
                route=command.route,
                key=command.idempotency_key,
                fingerprint=command.fingerprint,
            )
        )
        return api.CreatedGeneration(row=generation_row(made.row), replayed=made.replayed)

    async def cancel(self, command: api.CancelGeneration, by: Authority) -> api.GenerationRow:
        """Take one back."""
        _check_may(by)
        return generation_row(await self._generator.cancel(TaskId(command.task_id), api.sees_of(by)))

    async def look_up_models(self, _: api.LookUpModels, by: Authority) -> tuple[api.ModelRow, ...]:
        """Ask all backends."""
        _check_may(by)
        return tuple(_model_row(offer) for offer in await self._models.offers())


class GenerationReadings:
    """Answers the queries. From any thread. `agent_id` finds an agent by its id or name."""

    def __init__(
        self,
        *,
        reader: GenerationReader,
        clock: Clock,
        events_kept_s: Callable[[], int],
        agent_id: Callable[[str | None], AgentId | None],
    ) -> None:
        self._reader = reader
        self._clock = clock
        self._events_kept_s = events_kept_s
        self._agent_id = agent_id
        self.answers: dict[type[Query], Callable[[Any], Any]] = {
            api.GetGeneration: self.get,
            api.GetGenerationRequest: self.request,
            api.GetGenerationArgument: self.argument,
            api.ListGenerations: self.listed,
            api.CountGenerations: self.counted,
            api.ListGenerationEvents: self.events,
        }

    def get(self, query: api.GetGeneration) -> api.GenerationRow:
        """One generation."""
        return generation_row(self._one(query.task_id, query.response_id, query.principal))

    def _one(self, task_id: str | None, response_id: str | None, principal: str | None) -> Generation:
        by_response = task_id is None and response_id is not None
        row = self._reader.by_response(response_id or "") if by_response else self._reader.one(task_id or "")
        if principal is not None and row.principal != principal:
            if by_response:
                raise ResponseNotFound("There is no such response.")
            raise TaskNotFound("There is no such task.")
        return row

    def request(self, query: api.GetGenerationRequest) -> api.GenerationRequest:
        """What was asked, for eyes."""
        request = strict_json.load(self._reader.one(query.task_id).request)
        arguments, raw = cards.exact(request)
        return api.GenerationRequest(
            arguments=arguments, shown_raw=raw, secrets=tuple(cards.secrets_in(request))
        )

    def argument(self, query: api.GetGenerationArgument) -> str:
        """One value of what was asked."""
        return cards.value_text(strict_json.load(self._reader.one(query.task_id).request), query.pointer)

    def listed(self, query: api.ListGenerations) -> tuple[api.GenerationLine, ...]:
        """A page of generations."""
        if not 1 <= query.limit <= _MAX_LIMIT:
            raise BadInput(f"limit is 1 to {_MAX_LIMIT}.", pointer="/limit")
        statuses = _statuses(query.statuses, query.phases)
        if query.phases and not statuses:
            return ()
        found = self._reader.gists(
            statuses=statuses,
            agent_id=self._agent_id(query.agent),
            principal=query.principal,
            parent_id=query.parent_id,
            q=query.q,
            limit=query.limit,
            before=query.before,
        )
        return tuple(_line(gist) for gist in found)

    def counted(self, query: api.CountGenerations) -> dict[str, int]:
        """How many in each status."""
        return self._reader.counts(self._agent_id(query.agent), query.principal)

    def events(self, query: api.ListGenerationEvents) -> api.GenerationEvents:
        """A page of events, or the word that they are gone."""
        head = self._reader.head(query.task_id)
        if query.principal is not None and head.principal != query.principal:
            raise TaskNotFound("There is no such task.")
        oldest = None if self._are_old(head) else head.oldest_seq
        expired = query.after < head.last_seq and (oldest is None or query.after + 1 < oldest)
        found = [] if expired else self._reader.events(head.seq, query.after, query.limit)
        return api.GenerationEvents(
            events=tuple(api.GenerationEventRow(seq=it.seq, type=it.type, data=it.data) for it in found),
            # An event that was committed between the two looks is in the page, and counts.
            last_seq=max(head.last_seq, found[-1].seq) if found else head.last_seq,
            oldest_seq=oldest,
            ended=head.status in GENERATION.ended,
            expired=expired,
        )

    def _are_old(self, head: GenerationHead) -> bool:
        if head.finished_at is None:
            return False
        return head.finished_at + self._events_kept_s() * 1000 <= self._clock.now_ms()


def generation_row(row: Generation) -> api.GenerationRow:
    """One generation, with what may be done to it."""
    error = None if row.error is None else json.loads(row.error)
    return api.GenerationRow(
        id=row.id,
        seq=row.seq,
        response_id=row.response_id,
        status=row.status.value,
        phase=GENERATION.phases[row.status].value,
        model=row.model,
        backend=row.backend,
        backend_model=row.backend_model,
        on_restart=row.on_restart.value,
        attempt=row.attempt,
        principal=row.principal,
        agent=row.agent,
        agent_id=row.agent_id,
        parent_id=row.parent_id,
        turn_id=row.turn_id,
        created_at=row.created_at,
        updated_at=row.updated_at,
        started_at=row.started_at,
        finished_at=row.finished_at,
        request_json=row.request,
        response_json=row.response,
        error=error,
        shown_error="" if error is None else masked_block(error["message"], ERROR_CHARS),
        preview=_preview(row.request[:_PREVIEW_CHARS]),
        last_seq=row.last_seq,
        input_tokens=row.input_tokens,
        output_tokens=row.output_tokens,
        can_cancel=row.status in _CANCELABLE,
    )


def _preview(head: str) -> str:
    """How a request begins; a token that the cut may have halved is left out."""
    return hidden(line(head[: begun(head)]))


def _line(gist: GenerationGist) -> api.GenerationLine:
    return api.GenerationLine(
        id=gist.id,
        seq=gist.seq,
        status=gist.status.value,
        phase=GENERATION.phases[gist.status].value,
        model=line(gist.model),
        principal=gist.principal,
        agent=gist.agent,
        attempt=gist.attempt,
        preview=_preview(gist.request_head),
        created_at=gist.created_at,
        duration_ms=duration_ms(gist.created_at, gist.finished_at),
        output_tokens=gist.output_tokens,
    )


def _model_row(offer: Offer) -> api.ModelRow:
    return api.ModelRow(
        id=offer.id,
        backend=offer.backend,
        model=offer.info.name,
        state=offer.info.state.value,
        context_length=offer.info.context_tokens,
        tools=offer.info.tools,
        snapshots=offer.info.snapshots,
    )


def _check_may(by: Authority) -> None:
    if by.principal not in {Principal.OWNER, Principal.CLIENT}:
        raise Forbidden("Only the owner and clients make generations.")


def _statuses(statuses: Sequence[str], phases: Sequence[str]) -> tuple[str, ...]:
    for word in statuses:
        if word not in GENERATION.statuses:
            raise BadInput("There is no such status.", pointer="/status")
    known = {phase.value for phase in Phase}
    if not known.issuperset(phases):
        raise BadInput("There is no such phase.", pointer="/phase")
    if not phases:
        return tuple(statuses)
    fitting = (status for status, phase in GENERATION.phases.items() if phase.value in phases)
    return tuple(str(status) for status in fitting if not statuses or status in statuses)
