"""A tool call comes in: it runs, waits, or is refused. The one door for models, agents' tokens and code alike.

The order of its checks: the tool is enabled; the arguments can be bound exactly; they fit the schema and the owner's
narrowing; an earlier claim of the same request key; below a workflow, what that did before; what the call would do. Only
then is there a row.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules import arguments as argument_rules
from placet.rules import authority, handoff, outside, strict_json
from placet.rules import scope as scopes
from placet.rules.authority import Hold, Principal, Refuse
from placet.rules.basics import BootId, Clock, TaskId
from placet.rules.code import Frame
from placet.rules.declarations import Declaration, ToolDeclaration
from placet.rules.digest import args_digest
from placet.rules.errors import (
    AgentStopped,
    BadArguments,
    CodeRefused,
    NotEnabled,
    ToolFailed,
)
from placet.rules.events import RepeatRefused
from placet.rules.lifecycles import TOOL_CALL, TaskStatus
from placet.rules.operations import only_looks
from placet.rules.ports import Effect, Place, Preview, Tool, ToolRun
from placet.rules.records import AgentState, Task
from placet.rules.risk import Assessment, assess
from placet.rules.workflows import Workflow
from placet.tools.registry import Registry
from placet.work import handing, looking, opening, owing, passing
from placet.work.calls import (
    CallOutcome,
    CallRequest,
    Foreseen,
    OpenCalls,
    Ticket,
    allowed,
    finished,
    outcome_of,
    reference,
    refused,
    unlisted,
)
from placet.work.judging import Wanted
from placet.work.lookout import Lookout
from placet.work.refusals import Refusals
from placet.work.roster import Roster, place_of
from placet.work.runner import Runner
from placet.work.stop import StopFlag
from placet.work.whole import Whole

_log = logging.getLogger(__name__)
STOPPED: Final = "The owner stopped this agent; it may not call anything until it is started again."


@dataclass(frozen=True, kw_only=True)
class _Checked:
    """A request that passed every check that needs no row. `tool` None: an outside harness runs the call (T12).

    `guarded`: a model's call of this would be held, whoever asks now. `preview` None: it wasn't looked at yet.
    `foreseen` None: it isn't below a workflow. `asks`: no standing answer lets it pass.
    """

    request: CallRequest
    declaration: Declaration
    tool: Tool | None
    flags: argument_rules.Flags
    digest: str
    place: Place
    effect: Effect
    risk: Assessment
    hold: str | None
    guarded: bool = False
    preview: Preview | None = None
    foreseen: Foreseen | None = None
    asks: bool = False

    @property
    def only_looks(self) -> bool:
        """Whether it changes nothing, so that it needs no row to be told apart by."""
        return only_looks(self.effect)

    def wanted(self) -> Wanted:
        """What it would do, for the workflow that it is below."""
        return Wanted(
            tool=self.request.tool,
            by=self.tool,
            effect=outside.effect_of(self.request.tool) if self.tool is None else self.effect,
            args=self.flags.args,
            digest=self.digest,
            place=self.place,
            turn_id=self.request.turn_id,
        )


@dataclass(frozen=True, kw_only=True)
class GateLimits:
    """The owner's limits, as they are now: how long a held call waits (0: for ever), how long arguments may be."""

    default_deadline_s: Callable[[], int]
    most_arguments_bytes: Callable[[], int]


class Gate:
    """Decides what becomes of a call. Lives on the engine's loop."""

    def __init__(
        self,
        *,
        ledger: Ledger,
        tools: Registry,
        roster: Roster,
        runner: Runner,
        calls: OpenCalls,
        clock: Clock,
        boot: BootId,
        new_task_id: Callable[[], TaskId],
        limits: GateLimits,
        refusals: Refusals,
    ) -> None:
        self._ledger = ledger
        self._tools = tools
        self._roster = roster
        self._runner = runner
        self._calls = calls
        self._clock = clock
        self._boot = boot
        self._new_task_id = new_task_id
        self._limits = limits
        self._refusals = refusals
        self._effects = runner.effects
        self._letting_in = Whole("a call")
        self._lookout = Lookout()

    async def request(self, request: CallRequest) -> Ticket:
        """Take a call in. A tool that sees at once that it can't do this answers with an outcome `refused`.

        Neither that, nor what is raised, leaves a row.

        Raises:
            NotEnabled, ArgumentsNotAllowed, BadInput: what is wrong with the call (`calls.REFUSALS`).
            CodeRefused: code may not make it.
            RequestKeyReused: the key came before with another body. AgentStopped: the owner stopped the agent meanwhile.
        """
        try:
            return await self._take(request)
        except ToolFailed as cannot:
            await self._tell_refused(request, cannot.code)
            return finished(request.tool, refused(cannot))

    async def _tell_refused(self, request: CallRequest, code: str | None) -> None:
        # What code is refused is told where it is thrown into the code.
        if code is not None and request.caller is None:
            await self._refusals.tell(request.agent.id, request.tool, code, request.principal)

    async def _take(self, request: CallRequest) -> Ticket:
        workflow = self._effects.workflow_of(request)
        barred = self._effects.out_of_scope(workflow, request.tool) if workflow else None
        if barred is not None:
            return await self._barred(request, barred)
        if request.only_listed and self._roster.declaration(request.agent).tool(request.tool) is None:
            return unlisted(request.tool)
        return await self._take_in(request, workflow)

    async def _take_in(self, request: CallRequest, workflow: Workflow | None) -> Ticket:
        checked = await self._check(request)
        if checked.tool is None and workflow is None and not self._is_handed_off(checked):
            # The commit that writes it down finds an earlier one of its key as well: no need to look first.
            return await self._create_outside(checked)
        earlier = await self._earlier(request)
        if earlier is not None:
            return self._rejoin(earlier)
        if workflow is not None:
            foreseen = await self._effects.foresee(workflow, checked.wanted())
            if isinstance(foreseen, CallOutcome):
                return await self._barred(request, foreseen)
            checked = _below(checked, workflow, foreseen)
        elif self._is_handed_off(checked):
            return finished(request.tool, await self._effects.handoffs.take(request, checked.wanted()))
        return await self._go_on(checked)

    async def _go_on(self, checked: _Checked) -> Ticket:
        """Let a call in that wasn't made before, and that nothing bars."""
        if checked.tool is None:
            return await self._create_outside(checked)
        if checked.hold is None and not self._needs_row(checked):
            return await self._run_free(checked, checked.tool)
        preview = checked.preview
        if preview is None:
            preview = await self._lookout.ask(checked.tool.preview, checked.flags.args, checked.place)
        return await self._create(checked, preview)

    async def _create_outside(self, checked: _Checked) -> Ticket:
        return await self._create(checked, Preview(sentence=outside.sentence(checked.request.tool)))

    def _is_handed_off(self, checked: _Checked) -> bool:
        declared = checked.declaration.tool(checked.request.tool)
        return declared is not None and declared.handoff and handing.concerns(checked.request)

    async def _barred(self, request: CallRequest, answer: CallOutcome) -> Ticket:
        """The ticket of a call below a workflow that isn't let in: refused, or answered by evidence."""
        await self._tell_refused(request, answer.error_code)
        return finished(request.tool, answer)

    async def _check(self, request: CallRequest) -> _Checked:
        declaration = self._roster.declaration(request.agent)
        policy = declaration.tool(request.tool)
        if request.decide_only:
            return self._check_outside(request, declaration, policy)
        tool = self._tools.get(request.tool)
        answer = authority.gate(request.principal, _policy(policy) if tool else None)
        if isinstance(answer, Refuse) or policy is None or tool is None:
            raise _refusal(request, answer, exists=tool is not None, declared=policy is not None)
        flags = argument_rules.take_flags(_parse(request.arguments, self._limits.most_arguments_bytes()))
        self._tools.schema_of(tool.name).check(flags.args)
        argument_rules.check_narrowing(policy.only, flags.args)
        place = place_of(declaration, request.agent.name, tool.name)
        looked = await looking.look(tool, flags.args, place)
        manner = looked.manner
        answer = authority.gate(request.principal, _policy(policy), manner.hold)
        if isinstance(answer, Refuse):
            raise _refusal(request, answer, exists=True, declared=True)
        return _Checked(
            request=request,
            declaration=declaration,
            tool=tool,
            flags=flags,
            digest=args_digest(tool.name, flags.args),
            place=place,
            effect=manner.effect,
            risk=assess(manner.row, manner.effect, flags.args),
            hold=answer.reason if isinstance(answer, Hold) else None,
            guarded=policy.restricted or manner.hold is not None,
            preview=looked.preview,
        )

    def _check_outside(
        self, request: CallRequest, declaration: Declaration, policy: ToolDeclaration | None
    ) -> _Checked:
        """The checks of a call that Placet won't run: no schema is known, so only the owner's word counts (T12)."""
        outside.check_tool(request.tool)
        own_name = self._tools.get(request.tool) is not None
        answer = authority.gate_outside(_policy(policy), own_name=own_name)
        if isinstance(answer, Refuse):
            raise NotEnabled(f"The tool {json.dumps(request.tool)} is not enabled for this agent.")
        args = _parse(request.arguments, self._limits.most_arguments_bytes())
        if policy is not None:
            argument_rules.check_narrowing(policy.only, args)
        return _Checked(
            request=request,
            declaration=declaration,
            tool=None,
            flags=outside.flags(args),
            digest=args_digest(request.tool, args),
            place=place_of(declaration, request.agent.name, request.tool),
            effect=Effect.UNKNOWN,
            risk=outside.weigh(args),
            hold=answer.reason if isinstance(answer, Hold) else None,
        )

    def _needs_row(self, checked: _Checked) -> bool:
        # A keyed call is remembered even when it is free, or its key could not be kept (interfaces 2).
        # So is a change below a workflow: its row holds what it was about, to be looked up by later.
        changes = checked.foreseen is not None and not checked.only_looks
        keyed = checked.request.request_key is not None
        return checked.flags.is_async or self._deferred(checked) or keyed or changes

    @staticmethod
    def _deferred(checked: _Checked) -> bool:
        return checked.request.deferred or checked.flags.deferred

    async def _run_free(self, checked: _Checked, tool: Tool) -> Ticket:
        caller = checked.request.caller
        full = checked.flags.full and caller is not None  # a model's `_full` means nothing
        if checked.foreseen is not None:
            run = ToolRun(place=checked.place, task_id=None, stop=StopFlag())
            outcome = await self._runner.look_below(checked.foreseen, checked.wanted(), run)
            await self._tell_refused(checked.request, outcome.error_code)
            return finished(tool.name, outcome)
        outcome = await self._runner.run_free(tool, checked.flags.args, checked.place, caller, full=full)
        await self._tell_refused(checked.request, outcome.error_code)
        return finished(tool.name, outcome)

    async def _earlier(self, request: CallRequest) -> Task | None:
        key, digest = request.request_key, request.body_digest
        if key is None or digest is None:
            return None

        def look(tx: Tx) -> Task | None:
            task_id = tx.claimed_request_key(request.agent.id, key, digest)
            return tx.task(TaskId(task_id)) if task_id else None

        return await self._ledger.commit(look)

    def _rejoin(self, task: Task) -> Ticket:
        """The ticket of a call that was made before, ended or not."""
        done = self._calls.find(task.id)
        if task.status in TOOL_CALL.ended:
            return finished(task.tool, outcome_of(task))
        if task.decision_only:
            return replace(self._tell_decision(task), found=True)
        if done is None or task.is_async or not task.executor_managed:
            return finished(task.tool, reference(task), status=task.status.value)
        return Ticket(tool=task.tool, status=task.status.value, done=done, task_id=task.id)

    async def _create(self, checked: _Checked, preview: Preview) -> Ticket:
        """Write the call down and let it in, to the end also when whoever asked waits no longer: a stopped turn, say.

        Its row can't be called back once it is on its way to the disk. Dropped half way, a free call would be
        `running` and never start; a held one would wait for an answer that nobody hears of.
        """
        return await self._letting_in.do(self._let_in(checked, preview))

    async def _let_in(self, checked: _Checked, preview: Preview) -> Ticket:
        draft = self._draft(checked, preview)
        # Registered before the row can be seen, so that an answer given at once finds its waiter.
        done = self._calls.open(draft.id, waited=draft.executor_managed, foreseen=checked.foreseen)
        try:
            written = await self._ledger.commit(lambda tx: self._write(tx, checked, draft, preview))
        except BaseException:
            self._calls.forget(draft.id)
            raise
        if isinstance(written, CallOutcome):
            self._calls.forget(draft.id)
            return finished(draft.tool, written)
        if written.id != draft.id:  # the same request key was claimed by a twin in the meantime
            self._calls.forget(draft.id)
            return self._rejoin(written)
        return self._admit(written, done, checked.request.caller)

    def _tell_decision(self, task: Task) -> Ticket:
        """The ticket of a harness that waits for leave to run its call; also of one that asks again after a restart."""
        done = self._calls.open(task.id, waited=False)
        if task.status is TaskStatus.RUNNING:
            self._calls.finish(task.id, allowed(task))
        return Ticket(tool=task.tool, status=task.status.value, done=done, task_id=task.id)

    def _admit(self, task: Task, done: asyncio.Future[CallOutcome], caller: Frame | None) -> Ticket:
        if task.decision_only:
            return self._tell_decision(task)
        if task.status is TaskStatus.RUNNING:
            self._runner.start(task, caller)
        if task.is_async or task.status is TaskStatus.PENDING:
            return finished(task.tool, reference(task), status=task.status.value)
        return Ticket(tool=task.tool, status=task.status.value, done=done, task_id=task.id)

    def _draft(self, checked: _Checked, preview: Preview) -> Task:
        request, flags, below = checked.request, checked.flags, checked.foreseen
        deferred = self._deferred(checked)
        held = checked.hold is not None and not deferred
        blocking = not flags.is_async and not deferred and not request.decide_only
        return Task(
            id=self._new_task_id(),
            seq=0,
            agent_id=request.agent.id,
            agent=request.agent.name,
            tool=request.tool,
            args=strict_json.dump(flags.args),
            digest=checked.digest,
            status=_first_status(held=held, deferred=deferred),
            created_at=self._clock.now_ms(),
            origin=_origin(request, held=held),
            requires_authorization=checked.hold is not None or (deferred and checked.guarded),
            executor_managed=blocking,
            is_async=flags.is_async,
            effect=checked.effect.value,
            risk=checked.risk.level.value,
            risk_reasons=checked.risk.reasons,
            sentence=preview.sentence,
            boot=self._boot,
            claim=flags.claim,
            target=None if preview.target is None else strict_json.dump(preview.target),
            diff=preview.diff if held or deferred else None,
            # A call through a token counts to the run that it is below, so that it ends with that run (W9).
            turn_id=request.turn_id or (below.turn_id if below else None),
            conversation_id=request.conversation_id or (below.conversation_id if below else None),
            call_id=request.call_id,
            source=None if request.source is None else strict_json.dump(dict(request.source)),
            decision_only=request.decide_only,
            parent_id=request.caller.cause if request.caller else request.parent_id,
        )

    def _write(self, tx: Tx, checked: _Checked, draft: Task, preview: Preview) -> Task | CallOutcome:
        request = checked.request
        if request.turn_id is None and tx.agent_state(request.agent.id) is AgentState.STOPPED:
            # Asked before the stop and written after it: nobody would withdraw it, and a free one would run.
            raise AgentStopped(STOPPED)
        if request.request_key is not None and request.body_digest is not None:
            earlier = tx.claim_request_key(
                request.agent.id, request.request_key, request.body_digest, draft.id
            )
            if earlier is not None:
                return tx.task(TaskId(earlier))
        twin = tx.denied_twin(request.turn_id, draft.tool, draft.digest) if request.turn_id else None
        if twin is not None and checked.declaration.policy.repeat_denied == "refuse":
            return self._refuse_repeat(tx, draft, twin)
        if checked.foreseen is not None:
            barred = self._effects.enter(tx, checked.foreseen, checked.wanted(), draft.id)
            if barred is not None:
                return barred
        task = tx.create_task(_with_repeat(draft, twin))
        owing.created(tx, task)  # first: whoever is asked about it is told later (T6)
        opening.keep_source(tx, task, preview.source)
        if task.status is TaskStatus.PENDING_APPROVAL and not self._passes(tx, checked, task):
            held = opening.held_because(task, checked.hold or opening.RESTRICTED)
            opening.open_asked(tx, task, held, self._deadline_s(checked), checked.flags.args)
        return tx.task(task.id)

    @staticmethod
    def _passes(tx: Tx, checked: _Checked, task: Task) -> bool:
        declared = checked.declaration.tool(task.tool)
        locked = declared is not None and declared.locked
        return not checked.asks and passing.let_pass(tx, task, locked=locked)

    @staticmethod
    def _refuse_repeat(tx: Tx, draft: Task, twin: Task) -> CallOutcome:
        tx.record(
            RepeatRefused(agent_id=draft.agent_id, tool=draft.tool, digest=draft.digest, earlier=twin.id)
        )
        return CallOutcome(
            status="refused",
            error_code="repeat_denied",
            error="The owner denied exactly this call earlier in this turn.",
            feedback=twin.approval.reason if twin.approval else None,
        )

    def _deadline_s(self, checked: _Checked) -> int:
        """The first deadline that anybody set: request, tool, agent, settings (T8); 0 is none."""
        return (
            checked.request.deadline_s
            or checked.declaration.deadline_for(checked.request.tool)
            or self._limits.default_deadline_s()
        )


def _below(checked: _Checked, workflow: Workflow, foreseen: Foreseen) -> _Checked:
    """The call as it is below a workflow: one that always asks holds it, whatever lets it pass elsewhere (Q35)."""
    asks = scopes.always_asks(workflow.scope) and not checked.only_looks
    return replace(checked, foreseen=foreseen, hold=handoff.HELD if asks else checked.hold, asks=asks)


def _parse(arguments: str | Mapping[str, Any], most_bytes: int) -> dict[str, Any]:
    if isinstance(arguments, str):
        value = strict_json.parse(arguments, max_bytes=most_bytes)
    else:
        # Read from a text already, by a door that held that text to the same limit.
        value = strict_json.check(dict(arguments))
    if not isinstance(value, dict):
        raise BadArguments("The arguments are not a JSON object.", pointer="")
    return value


def _refusal(
    request: CallRequest, answer: authority.GateAnswer, *, exists: bool, declared: bool
) -> NotEnabled | CodeRefused:
    """What is raised for a call that may not be made: code is told which of its rights it lacks (spec/tool-tasks 4.9)."""
    if request.principal not in _CODE or not isinstance(answer, Refuse):
        return NotEnabled(f"The tool {json.dumps(request.tool)} is not enabled for this agent.")
    if not exists:
        return CodeRefused(f"There is no tool {json.dumps(request.tool)}.", "NOT_FOUND")
    return CodeRefused(answer.message, answer.code if declared else "DISABLED")


_CODE: Final = frozenset({Principal.AUTHORIZED_CODE, Principal.UNAUTHORIZED_CODE})


def _policy(declared: ToolDeclaration | None) -> authority.ToolPolicy | None:
    return None if declared is None else declared.gate_policy


def _first_status(*, held: bool, deferred: bool) -> TaskStatus:
    if deferred:
        return TaskStatus.PENDING
    return TaskStatus.PENDING_APPROVAL if held else TaskStatus.RUNNING


def _origin(request: CallRequest, *, held: bool) -> str:
    """Where the call came from, as the guide spells it (DECISIONS T2)."""
    if request.caller is not None:
        return request.caller.origin
    return f"{'hil' if held else 'agent'}:{request.agent.name}:{request.agent.id}"


def _with_repeat(draft: Task, twin: Task | None) -> Task:
    return draft if twin is None else replace(draft, repeat_of=twin.id)
