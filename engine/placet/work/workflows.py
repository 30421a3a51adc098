"""Workflows: made, begun, ended, continued, retried, stopped and archived (ADR 0038).

Each step is one commit that looks at the row as it stands, so of two that come at once one wins and the other is told.
The run itself is a turn in the workflow's own conversation (`placet.agents.workflow_runs`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules import handoff
from placet.rules import workflows as rules
from placet.rules.basics import BootId, Clock, ConversationId, TaskId, TurnId
from placet.rules.errors import BadInput, Conflict, NotFound, RequestKeyReused
from placet.rules.guided import Guide, guide
from placet.rules.handoff import Handoff
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import WORKFLOW, WorkflowStatus
from placet.rules.records import Agent, Conversation
from placet.rules.verification import assess
from placet.rules.workflows import Looked, TurnEnd, Verification, Workflow
from placet.work.roster import Roster

KEPT_WITHOUT_EVIDENCE: Final = 100
"""How many ended workflows that prove nothing stay on the list (spec/workflows 1.6)."""
MOST_REASON_CHARS: Final = 1_000
MOST_ERROR_CHARS: Final = 1_000
NOT_SHOWN: Final = "The model finished, but the evidence doesn't show that the goal is met."
STOPPED: Final = "The owner stopped it. What was done by then stays done."
INTERRUPTED: Final = "The engine ended during the run; a person may resume it."

WHEN_ENDED: Final = "Once that has ended, what you write here is its next goal, as with continue."

_SENTENCES: Final = {
    WorkflowStatus.UNVERIFIED: NOT_SHOWN,
    WorkflowStatus.STOPPED: STOPPED,
    WorkflowStatus.INTERRUPTED: INTERRUPTED,
}
_FINISHES: Final = {
    WorkflowStatus.STOPPED: Cause.CANCEL,
    WorkflowStatus.INTERRUPTED: Cause.RESTART,
}
_RETRIED: Final = frozenset({edge.frm for edge in WORKFLOW.edges if Cause.RETRY in edge.by})
_CONTINUED: Final = frozenset({edge.frm for edge in WORKFLOW.edges if Cause.CONTINUE in edge.by})


@dataclass(frozen=True, kw_only=True)
class NewWorkflow:
    """A goal for an agent. `guided` names a guided workflow and `given` what it starts with; then `text` is its own.
    `filled` is what is kept of that, with what was left open (`guiding`); a request key is bound to `given` alone.

    `key` was checked by whoever let the request in: clients may not take one of ours (W5). `contract`: of a workflow that
    no client can ask for by name.
    """

    agent: Agent
    text: str = ""
    title: str | None = None
    key: str | None = None
    guided: str | None = None
    given: Mapping[str, Any] | None = None
    filled: Mapping[str, Any] | None = None
    contract: Guide | None = None


@dataclass(frozen=True, kw_only=True)
class Made:
    """The workflow of a request. `replayed`: an earlier one had the same key and body; it wasn't started again."""

    workflow: Workflow
    replayed: bool


class Workflows:
    """Writes workflows. Lives on the engine's loop; only an owner's command, and the runs, reach it."""

    def __init__(
        self, *, ledger: Ledger, roster: Roster, clock: Clock, boot: BootId, new_id: Callable[[str], str]
    ) -> None:
        self._ledger = ledger
        self._roster = roster
        self._clock = clock
        self._boot = boot
        self._new_id = new_id

    def find(self, workflow_id: str) -> Workflow:
        """One workflow, archived or not.

        Raises:
            NotFound: there is none.
        """
        return self._ledger.reads.workflows.one(workflow_id)

    def queued(self) -> list[Workflow]:
        """Those that wait for their run, oldest first."""
        return self._ledger.reads.workflows.queued()

    def arguments_again(self, workflow: Workflow, tool: str) -> str | None:
        """The exact arguments of the newest call of a tool in this revision whose effect may have happened, if any.

        They are read from that call's own row, since an operation keeps only their digest (seed 003).
        """
        operation = self._ledger.reads.workflows.newest_had(workflow, tool)
        if operation is None or operation.task_id is None:
            return None
        task = self._ledger.reads.task(operation.task_id)
        return task.bound_args if task.bound_digest == operation.input_digest else None

    def found_nothing(self, workflow: Workflow, tool: str) -> bool:
        """Whether a tool looked for the current goal, and every look of it is proven empty (Q32)."""
        evidence = self._ledger.reads.workflows.evidence(workflow)
        return evidence.all_empty(tool, workflow.goal_revision)

    async def create(self, asked: NewWorkflow) -> Made:
        """Write a workflow down with its own conversation, to be run when its place comes.

        Raises:
            BadInput: the goal, the title or what a guided workflow is given doesn't fit.
            RequestKeyReused: the key came before with another body. Conflict: the agent can't run it.
        """
        contract = asked.contract
        if contract is None and asked.guided is not None:
            contract = guide(asked.guided, asked.filled or asked.given or {})
        draft = self._draft(asked, contract)
        if asked.key is None or self._ledger.reads.workflows.by_key(asked.key) is None:
            self._check_can_run(asked.agent, contract)

        def step(tx: Tx) -> Made:
            earlier = None if asked.key is None else tx.workflow_by_key(asked.key)
            if earlier is not None:
                return Made(workflow=_same_body(earlier, draft), replayed=True)
            tx.open_conversation(self._conversation(draft))
            return Made(workflow=tx.create_workflow(draft), replayed=False)

        return await self._ledger.commit(step)

    async def create_handoff(self, agent: Agent, handed: Handoff) -> Made:
        """Write the workflow of a prepared call down; the same call again finds it, whatever came of it.

        Raises:
            BadArguments: the payload is too long. Conflict: the agent can't run it.
        """
        contract = handoff.contract(handed.given)
        return await self.create(
            NewWorkflow(
                agent=agent, key=handed.key, guided=handoff.HANDOFF, given=handed.given, contract=contract
            )
        )

    def _draft(self, asked: NewWorkflow, contract: Guide | None) -> Workflow:
        text = rules.check_text(asked.text if contract is None else contract.text)
        body = {
            "agent": asked.agent.id, "text": text, "title": asked.title, "guided": asked.guided, "given": asked.given,
        }  # fmt: skip
        title = rules.check_title(asked.title)
        return Workflow(
            id=TaskId(self._new_id("task_")),
            seq=0,
            agent_id=asked.agent.id,
            agent=asked.agent.name,
            conversation_id=ConversationId(self._new_id("conv_")),
            title=rules.title_of(title if contract is None else title or contract.title, text),
            text=text,
            status=WorkflowStatus.QUEUED,
            created_at=self._clock.now_ms(),
            boot=self._boot,
            expectations=() if contract is None else contract.expectations,
            scope=None if contract is None else contract.scope,
            guided=asked.guided,
            given=None if asked.given is None else json.dumps(dict(asked.filled or asked.given)),
            request_key=asked.key,
            body_digest=rules.body_digest(body),
        )

    @staticmethod
    def _conversation(draft: Workflow) -> Conversation:
        return Conversation(
            id=draft.conversation_id,
            agent_id=draft.agent_id,
            title=draft.title[:80],
            created_at=draft.created_at,
        )

    def _check_can_run(self, agent: Agent, contract: Guide | None) -> None:
        declaration = self._roster.declaration(agent)
        if declaration.model is None:
            raise Conflict("This agent has no model, so it can't work on a goal.")
        for step in () if contract is None else contract.steps:
            declared = declaration.tool(step.tool)
            if declared is None or not declared.enabled:
                raise Conflict(
                    f"This workflow needs the tool {step.tool}, which isn't enabled for the agent."
                )

    async def continue_(self, workflow_id: str, text: str, key: str | None) -> Workflow:
        """Give an ended workflow its next goal under the same scope and demands (seed 003).

        The same key with the same text changes nothing, also while it runs; that is looked at first.

        Raises:
            BadInput: there is no text. RequestKeyReused: the key came with another. Conflict: it runs or waits.
            NotFound: there is none.
        """
        goal = rules.check_text(text)

        def step(tx: Tx) -> Workflow:
            workflow = tx.workflow(TaskId(workflow_id))
            earlier = None if key is None else tx.revision_by_key(workflow.id, key)
            if earlier is not None:
                if earlier.text != goal:
                    raise RequestKeyReused("This key came before with another text.")
                return workflow
            if workflow.status not in _CONTINUED:
                raise _busy(workflow)
            return tx.continue_workflow(workflow.id, workflow.status, goal, key, **self._anew(workflow))

        return await self._ledger.commit(step)

    async def say(self, conversation_id: ConversationId, text: str) -> Workflow | None:
        """Take what the owner wrote into a conversation as the next goal of its workflow; None: it is no workflow's.

        As a plain message it would run outside of that one's scope (W8).

        Raises:
            BadInput: there is no text, or too much. Conflict: the workflow waits or runs.
        """
        workflow = self._ledger.reads.workflows.of_conversation(conversation_id)
        if workflow is None:
            return None
        try:
            return await self.continue_(workflow.id, text, None)
        except Conflict as busy:
            whose = f"This conversation is the workflow {workflow.id}'s."
            raise Conflict(f"{whose} {busy.message} {WHEN_ENDED}") from busy

    async def retry(self, workflow_id: str, *, resume: bool = False) -> Workflow:
        """Queue a workflow again with the same goal, in the same conversation. Of two that ask at once one wins.

        `resume` asks it of an interrupted one alone; for such a one both mean the same (W8b).

        Raises:
            Conflict: it runs, waits or is done, or is archived. NotFound: there is none.
        """

        def step(tx: Tx) -> Workflow:
            workflow = tx.workflow(TaskId(workflow_id))
            if resume and workflow.status is not WorkflowStatus.INTERRUPTED:
                raise Conflict(
                    f"The workflow is {workflow.status.value}; only an interrupted one is resumed."
                )
            if workflow.status not in _RETRIED:
                raise _busy(workflow)
            if workflow.archived_at is not None:
                raise Conflict("The workflow is archived; only a new goal takes it up again.")
            by = Cause.RESUME if workflow.status is WorkflowStatus.INTERRUPTED else Cause.RETRY
            anew = self._anew(workflow)
            return tx.move_workflow(workflow.id, workflow.status, WorkflowStatus.QUEUED, by, **anew)

        return await self._ledger.commit(step)

    def _anew(self, workflow: Workflow) -> dict[str, Any]:
        """What every further run begins with: nothing that an earlier one came to counts for it."""
        return {
            "attempt": workflow.attempt + 1, "boot": self._boot, "verification": Verification.PENDING,
            "model_completed": False, "verdict": None, "error": None,
        }  # fmt: skip

    async def stop_waiting(self, workflow_id: str) -> Workflow:
        """Stop a workflow that no turn works on; an ended one is handed back as it is, and a running one too.

        Raises:
            NotFound: there is none.
        """

        def step(tx: Tx) -> Workflow:
            workflow = tx.workflow(TaskId(workflow_id))
            if workflow.status not in {WorkflowStatus.QUEUED, WorkflowStatus.INTERRUPTED}:
                return workflow
            return tx.move_workflow(
                workflow.id, workflow.status, WorkflowStatus.STOPPED, Cause.CANCEL,
                verification=Verification.UNVERIFIED, error=STOPPED,
            )  # fmt: skip

        return await self._ledger.commit(step)

    async def archive(self, workflow_id: str) -> bool:
        """Take an ended workflow off the list; True: its row stays, since it proves something (seed 003).

        Raises:
            Conflict: it runs or waits. NotFound: there is none.
        """

        def step(tx: Tx) -> bool:
            workflow = tx.workflow(TaskId(workflow_id))
            if workflow.status not in WORKFLOW.ended:
                raise _busy(workflow)
            return tx.archive_workflow(workflow.id)

        return await self._ledger.commit(step)

    async def note_look(self, workflow_id: str, operation_id: str, *, happened: bool, reason: str) -> None:
        """Write what the owner saw of an effect that nobody can prove. It settles nothing and frees nothing (W3).

        Raises:
            BadInput: no reason, or a long one. NotFound: this workflow has no such operation.
        """
        if not len(reason.strip()) >= 1 or len(reason) > MOST_REASON_CHARS:
            raise BadInput(f"reason is a text of 1 to {MOST_REASON_CHARS} characters.", "/reason")
        self.check_has(workflow_id, operation_id)
        look = Looked(
            operation_id=operation_id, happened=happened, reason=reason.strip(), at_ms=self._clock.now_ms()
        )
        await self._ledger.commit(lambda tx: tx.note_look(look))

    def check_has(self, workflow_id: str, operation_id: str) -> None:
        """Look that an operation is this workflow's.

        Raises:
            NotFound: it isn't, or there is no such workflow.
        """
        self.find(workflow_id)
        if self._ledger.reads.workflows.operation(operation_id).workflow_id != workflow_id:
            raise NotFound("This workflow has no such operation.")

    def begin(self, tx: Tx, workflow_id: TaskId, turn_id: TurnId) -> Workflow:
        """Claim a queued workflow for a turn, in the commit that begins it.

        Raises:
            LostRace: it isn't queued any more; the turn must not be.
        """
        now = self._clock.now_ms()
        started = tx.workflow(workflow_id).started_at or now  # the first start stays, over all attempts
        return tx.move_workflow(
            workflow_id, WorkflowStatus.QUEUED, WorkflowStatus.RUNNING, Cause.START,
            turn_id=turn_id, started_at=started, boot=self._boot,
        )  # fmt: skip

    @staticmethod
    def finish(
        tx: Tx, workflow_id: TaskId, end: TurnEnd, *, summary: str | None, error: str | None
    ) -> Workflow:
        """Say how a run came out, in the commit that ends its turn. Only evidence makes it `done`."""
        workflow = tx.workflow(workflow_id)
        if workflow.status is not WorkflowStatus.RUNNING:
            return workflow
        found = assess(workflow.expectations, workflow.goal_revision, tx.evidence(workflow))
        made = rules.outcome(end, found)
        told = _SENTENCES.get(made.status) if end is not TurnEnd.ERROR else error
        columns: dict[str, Any] = {
            "verification": made.verification, "model_completed": made.model_completed, "verdict": found.verdict.value,
            "error": None if told is None else told[:MOST_ERROR_CHARS],
        }  # fmt: skip
        if summary:
            columns["summary"] = summary[: rules.MOST_SUMMARY_CHARS]
        by = _FINISHES.get(made.status, Cause.FINISH)
        moved = tx.move_workflow(workflow_id, WorkflowStatus.RUNNING, made.status, by, **columns)
        tx.prune_workflows(KEPT_WITHOUT_EVIDENCE)
        return moved


def _same_body(earlier: Workflow, draft: Workflow) -> Workflow:
    if earlier.body_digest != draft.body_digest:
        raise RequestKeyReused("This key came before with another request.")
    return earlier


def _busy(workflow: Workflow) -> Conflict:
    return Conflict(f"The workflow is {workflow.status.value}, which doesn't allow this.")
