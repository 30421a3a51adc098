"""Looks an uncertain effect up again when the owner asks: read-only, and never a way to have it again (W3)."""

from __future__ import annotations

from placet.ledger.ledger import Ledger
from placet.rules import scope as scopes
from placet.rules import strict_json
from placet.rules.declarations import Declaration
from placet.rules.digest import args_digest
from placet.rules.errors import Conflict
from placet.rules.lifecycles import OperationState
from placet.rules.operations import Operation
from placet.rules.records import Task
from placet.tools.registry import Registry
from placet.work.effects import Effects
from placet.work.judging import Wanted, account_of, grant_of
from placet.work.roster import Roster, place_of


class Checks:
    """Checks again. Lives on the engine's loop; only an owner's command reaches it."""

    def __init__(self, *, ledger: Ledger, tools: Registry, roster: Roster, effects: Effects) -> None:
        self._ledger = ledger
        self._tools = tools
        self._roster = roster
        self._effects = effects

    async def check(self, operation_id: str) -> None:
        """Look one effect up, and write it down when it is there. What isn't found stays as uncertain as it was.

        Raises:
            NotFound: there is no such operation. Conflict: there is no way to look, or not with this account.
        """
        found = self._ledger.reads.workflows.operation(operation_id)
        async with self._effects.lanes.within(found.workflow_id):
            operation = self._ledger.reads.workflows.operation(operation_id)
            if operation.state is not OperationState.UNCERTAIN:
                return
            wanted = self._wanted(operation)
            await self._check_account(operation, wanted)
            await self._effects.reconcile(operation, wanted)

    def _wanted(self, operation: Operation) -> Wanted:
        """The call that had the effect, exactly as it ran: its arguments are in its own row alone."""
        tool = self._tools.get(operation.tool)
        task = None if operation.task_id is None else self._ledger.reads.task(operation.task_id)
        if tool is None or task is None or not operation.expects_receipt:
            raise Conflict("There is no way to look this effect up; look at the place itself.")
        args = strict_json.load(task.bound_args)
        if args_digest(task.tool, args) != operation.input_digest:
            raise Conflict("The call's stored arguments aren't those that ran, so it can't be looked up.")
        return Wanted(
            tool=operation.tool,
            by=tool,
            effect=operation.effect,
            args=args,
            digest=operation.input_digest,
            place=place_of(self._declaration(task), task.agent, task.tool),
            turn_id=task.turn_id,
        )

    def _declaration(self, task: Task) -> Declaration:
        return self._roster.declaration(self._ledger.reads.agent(task.agent_id))

    async def _check_account(self, operation: Operation, wanted: Wanted) -> None:
        # Not even reading is done with another account than the one that had the effect (spec/workflows 5).
        grant = await grant_of(wanted)
        scope = self._ledger.reads.workflows.one(operation.workflow_id).scope
        other = account_of(grant) != operation.account
        if other or scopes.why_not(scope, operation.tool, grant.account) is not None:
            raise Conflict("This effect belongs to another account than the one that is there now.")
