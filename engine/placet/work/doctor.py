"""Looks for what somebody has to see to, and says what to do about each: nothing here changes anything (Q25, W6).

A workflow without demands that ended `unverified` is as it should be and no finding; what may have happened and can't
be shown is one until somebody archives its workflow (spec/workflows 11).
"""

from __future__ import annotations

import asyncio
import stat
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from placet.ledger.ledger import Ledger
from placet.rules.errors import BackendFailed, BadSetting, CorruptRow, NotFound, PlacetError
from placet.rules.lifecycles import WORKFLOW, WorkflowStatus
from placet.rules.operations import Operation
from placet.rules.records import AgentState
from placet.rules.verification import Assessment, Verdict, assess
from placet.rules.workflows import Workflow
from placet.tools.quoting import quoted
from placet.work.links import Link, Links
from placet.work.models import Catalogue
from placet.work.roster import Roster

WhyNot = Callable[[], Awaitable[str | None]]
"""Why a tool can't run on this machine, in a sentence; None when it can."""
_LOOK_S: Final = 2.0
"""How long a model server may take to say that it is there."""
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
_ALL: Final = 1_000_000
_PUT_BACK: Final = "Stop Placet, put a copy aside, and put a copy back that is known to be good."
_LEFT_OUT: Final = "Nothing acts by it. A copy of the ledger that is known to be good has it still."
_TITLE_CHARS: Final = 120

CHECK_AGAIN: Final = (
    "Check it again, which only looks. If that proves nothing, look at the place itself and note what you saw; "
    "a new workflow may then do what is missing. Nothing sends it again here."
)
LOOKED: Final = "You looked, and what you saw is noted. Check it again any time, or archive the workflow when it is seen to."
_WHY: Final = {
    Verdict.INCOMPLETE: "a result that it demands is proven by nothing",
    Verdict.UNSUPPORTED: "a tool ran whose effects nobody can check",
    Verdict.UNCERTAIN: "something may have happened that nobody can show",
}


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One thing to see to. `code` is stable; `what` and `advice` are sentences of ours, in which titles are quoted.

    `serious`: Placet can't keep its word while it stands.
    """

    code: str
    what: str
    advice: str
    serious: bool = False
    workflow_id: str | None = None
    operation_id: str | None = None


CHECKS: Final = ("ledger", "permissions", "workflows", "tools", "backends", "links")
"""What is looked at, in this order."""


class Doctor:
    """Looks at the whole house. Lives on the engine's loop.

    `private` are the paths that nobody but the owner may reach; those that aren't there are passed over. `backends`
    says which model servers the owner declared. `parts` says of tools that this machine may not be able to run why it
    can't, or None. `at_rest`: no engine runs on the ledger, so what is told as running was
    cut off, and the next start will interrupt it.
    """

    def __init__(
        self,
        *,
        ledger: Ledger,
        roster: Roster,
        catalogue: Catalogue,
        private: Sequence[Path],
        backends: Callable[[], Sequence[str]],
        parts: Mapping[str, WhyNot],
        links: Links,
        at_rest: bool = False,
    ) -> None:
        self._ledger = ledger
        self._roster = roster
        self._catalogue = catalogue
        self._private = private
        self._backends = backends
        self._parts = parts
        self._links = links
        self._at_rest = at_rest

    async def look(self) -> list[Finding]:
        """Everything that somebody has to see to, the serious things first."""
        found = await asyncio.to_thread(lambda: list(self._on_disk()))
        found += [finding async for finding in self._disabled_tools()]
        asked = await asyncio.gather(*(self._ask(backend) for backend in self._used_backends()))
        found += [finding for finding in asked if finding is not None]
        if not self._at_rest:  # a call sent through one has to find an engine
            found += [_ungated(link) for link in await self._links.broken()]
        found += await asyncio.to_thread(lambda: list(self._skipped()))
        return sorted(found, key=lambda finding: not finding.serious)

    def _skipped(self) -> Iterator[Finding]:
        for link in self._links.all():
            why = None if self._links.complaints(link) else self._links.why_skipped(link)
            if why is not None:
                yield _unheard(link, why)
            elif (unasked := self._links.unasked(link)) is not None:
                yield _unasked(link, unasked)

    def _on_disk(self) -> Iterator[Finding]:
        yield from self._ledger_findings()
        for path in self._private:
            yield from _reachable(path)
        if self._at_rest:
            for link in self._links.all():
                yield from (_ungated(replace(link, words=words)) for words in self._links.complaints(link))
        for workflow in self._ledger.reads.workflows.listed(_ALL):
            if workflow.status is WorkflowStatus.QUEUED and (why := self._why_waiting(workflow)) is not None:
                yield _waiting(workflow, why)
            yield from self._of_workflow(workflow)

    def _of_workflow(self, workflow: Workflow) -> Iterator[Finding]:
        is_open = workflow.status not in WORKFLOW.ended
        if is_open and not self._at_rest:
            return  # what is at work has its doubts still before it
        reads = self._ledger.reads.workflows
        found = assess(workflow.expectations, workflow.goal_revision, reads.evidence(workflow))
        if is_open or workflow.status is WorkflowStatus.INTERRUPTED:
            yield _interrupted(workflow)
        elif found.verdict in _WHY and workflow.status is not WorkflowStatus.DONE:
            yield _unverified(workflow, found)
        if found.verdict is Verdict.UNCERTAIN:
            looked = {it.operation_id for it in reads.looks(found.unsure)}
            yield from (_uncertain(workflow, reads.operation(it), it in looked) for it in found.unsure)

    async def _disabled_tools(self) -> AsyncIterator[Finding]:
        declared = [self._roster.of(agent) for agent in self._ledger.reads.agents()]
        for tool, why_not in self._parts.items():
            having = [it.name for it in declared if (own := it.tool(tool)) is not None and own.enabled]
            if having and (reason := await why_not()) is not None:
                yield _disabled(tool, having, reason)

    def _why_waiting(self, workflow: Workflow) -> str | None:
        agent = self._ledger.reads.agent(workflow.agent_id)
        if agent.state is AgentState.STOPPED:
            return "is stopped"
        return "has no model" if self._roster.of(agent).model is None else None

    def _ledger_findings(self) -> Iterator[Finding]:
        for flaw in self._ledger.flaws():
            yield Finding(
                code="ledger_damaged",
                what=f"The ledger isn't whole: {flaw}.",
                advice=_PUT_BACK,
                serious=True,
            )
        broken = self._ledger.chain_flaw()
        if broken is not None:
            yield Finding(
                code="ledger_damaged",
                what=f"The chain of the ledger is broken: {broken}. Nothing more is written.",
                advice=_PUT_BACK,
                serious=True,
            )

        yield from map(_unreadable, self._ledger.reads.corrupt())

    def _used_backends(self) -> list[str]:
        used = {
            choice.backend
            for agent in self._ledger.reads.agents()
            if (choice := self._roster.of(agent).model) is not None
        }
        return sorted(used | set(self._backends()))

    async def _ask(self, backend: str) -> Finding | None:
        try:
            async with asyncio.timeout(_LOOK_S):
                await self._catalogue.get(backend).look()
        except (BackendFailed, BadSetting, NotFound) as error:
            return _unreachable(backend, error)
        except TimeoutError:
            return _unreachable(backend, None)
        return None


def _unreadable(row: CorruptRow) -> Finding:
    where = quoted(f"{row.details['table']} {row.details['row']}", _TITLE_CHARS)
    return Finding(
        code="corrupt_row",
        what=f"A row of the ledger can't be read, so every list leaves it out: {where}.",
        advice=_LEFT_OUT,
    )


def _ungated(link: Link) -> Finding:
    return Finding(
        code="link_broken",
        what=f"A call of {link.name} that must be blocked isn't: {link.words}",
        advice=f"placet link {link.name} install puts it right, placet link {link.name} remove ends the link.",
        serious=True,
    )


def _unheard(link: Link, why: str) -> Finding:
    return Finding(
        code="link_skipped",
        what=f"{link.name} runs none of Placet's hooks, so it asks nobody: {why}",
        advice=f"Say /hooks in it and trust the hooks of Placet, or end the link with placet link {link.name} remove.",
        serious=True,
    )


def _unasked(link: Link, what: str) -> Finding:
    return Finding(
        code="link_unasked",
        what=what,
        advice=f"Until then a yes of yours to a program that {link.name} starts is one to all that it is told later.",
    )


def _unreachable(backend: str, error: PlacetError | None) -> Finding:
    why = f"it doesn't answer within {_LOOK_S:.0f} s." if error is None else error.message
    return Finding(
        code="backend_unreachable",
        what=f"The model backend {backend} can't be used: {why}",
        advice="Start it, or correct its entry in the settings; agents that use it end their turns with an error.",
    )


def _disabled(tool: str, having: Sequence[str], reason: str) -> Finding:
    return Finding(
        code="tool_disabled_here",
        what=f"The tool {tool}, which {', '.join(having)} may call, can't run on this machine: {reason}",
        advice="Every call of it is refused with this reason. Mend what it says, or take the tool away from the agent.",
    )


def _reachable(path: Path) -> Iterator[Finding]:
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return
    if mode & _OTHERS:
        yield Finding(
            code="open_to_others",
            what=f"Other users of this machine can reach {path.name} (mode {stat.S_IMODE(mode):04o}).",
            advice=f"Take their rights away: chmod go= {path}",
            serious=True,
        )


def _waiting(workflow: Workflow, why: str) -> Finding:
    return Finding(
        code="workflow_waits",
        what=f"The workflow {_named(workflow)} waits, since its agent {workflow.agent} {why}.",
        advice="Start the agent, or give it a model again; or stop the workflow.",
        workflow_id=workflow.id,
    )


def _interrupted(workflow: Workflow) -> Finding:
    return Finding(
        code="workflow_interrupted",
        what=f"The workflow {_named(workflow)} was interrupted when the engine ended.",
        advice="Resume it, or stop it. What it did is not done again; what is uncertain is looked up.",
        workflow_id=workflow.id,
    )


def _unverified(workflow: Workflow, found: Assessment) -> Finding:
    return Finding(
        code="workflow_unverified",
        what=f"The workflow {_named(workflow)} ended {workflow.status.value}: {_WHY[found.verdict]}.",
        advice="Look at its operations, then retry it, continue it, or archive it.",
        workflow_id=workflow.id,
    )


def _uncertain(workflow: Workflow, operation: Operation, looked: bool) -> Finding:
    return Finding(
        code="operation_uncertain",
        what=f"An effect of {operation.tool} in the workflow {_named(workflow)} may have happened, and nothing proves it.",
        advice=LOOKED if looked else CHECK_AGAIN,
        workflow_id=workflow.id,
        operation_id=operation.id,
    )


def _named(workflow: Workflow) -> str:
    return f"{quoted(workflow.title, _TITLE_CHARS)} ({workflow.id})"
