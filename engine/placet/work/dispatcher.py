"""Answers `adf.METHOD(args)` of running code: one way in for all of it, in the name that its frame has.

Methods that are no tools: `task_resolve` and `authorize_file`. Every other name is a tool's, and goes through the gate.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from placet.rules.authority import Authority, Principal, Via
from placet.rules.code import Frame, may_enter, read_source
from placet.rules.code_settings import CodeExecution
from placet.rules.errors import BadInput, CodeRefused, NotFound, NotResolvable, PlacetError
from placet.rules.lifecycles import TaskStatus
from placet.rules.records import Agent
from placet.sandbox.errors import CodeError
from placet.sandbox.runs import MethodCall
from placet.tools.quoting import quoted
from placet.work.calls import CallOutcome, CallRequest
from placet.work.code_deciding import CodeDeciding
from placet.work.files import Files
from placet.work.gate import Gate
from placet.work.refusals import Refusals
from placet.work.roster import Roster

RESOLVE: Final = "task_resolve"
AUTHORIZE: Final = "authorize_file"
LAMBDA: Final = "sys_lambda"

_CODES: Final = ((BadInput, "INVALID_INPUT"), (NotFound, "NOT_FOUND"), (NotResolvable, "INVALID_STATE"))
"""How the errors of the house are called in code (spec/tool-tasks 4.9); every other one keeps its own code."""
_FAILED: Final = {"tool_error": "TOOL_ERROR"}


class Dispatcher:
    """Lives on the engine's loop."""

    def __init__(
        self, *, gate: Gate, roster: Roster, deciding: CodeDeciding, files: Files, refusals: Refusals
    ) -> None:
        self._gate = gate
        self._roster = roster
        self._deciding = deciding
        self._files = files
        self._refusals = refusals

    async def answer(self, agent: Agent, frame: Frame, call: MethodCall) -> Any:
        """Answer one call with JSON.

        Raises:
            CodeError: thrown in the code, with a `.code` and a `.message`.
        """
        try:
            return await self._answer(agent, frame, call)
        except CodeError as error:
            await self._refusals.tell(agent.id, call.method, error.code, frame.origin)
            raise
        except PlacetError as error:
            await self._refusals.tell(agent.id, call.method, error.code, frame.origin)
            raise CodeError(_code_of(error), error.message) from error

    async def _answer(self, agent: Agent, frame: Frame, call: MethodCall) -> Any:
        _check_method(self._roster.declaration(agent).code_execution, frame, call.method)
        fields = _fields(call)
        if call.method == RESOLVE:
            return await self._deciding.resolve(agent, frame, fields)
        if call.method == AUTHORIZE:
            return await self._authorize(agent, frame, fields)
        return await self._tool(agent, frame, call.method, fields)

    async def _tool(self, agent: Agent, frame: Frame, tool: str, args: Mapping[str, Any]) -> Any:
        if tool == LAMBDA and isinstance(args.get("source"), str):
            # Asked again where it would run; here so that a call with `_async` leaves no row.
            refused = may_enter(frame.stack, read_source(args["source"]).label)
            if refused is not None:
                raise CodeError(refused.code, refused.message)
        request = CallRequest(agent=agent, principal=frame.principal, tool=tool, arguments=args, caller=frame)
        ticket = await self._gate.request(request)
        return _value(await ticket.done, tool)

    async def _authorize(self, agent: Agent, frame: Frame, fields: Mapping[str, Any]) -> dict[str, Any]:
        if frame.principal is not Principal.AUTHORIZED_CODE:
            raise CodeRefused("Only authorized code may authorize a file.", "REQUIRES_AUTHORIZED_CODE")
        path, authorized, sha256 = fields.get("path"), fields.get("authorized", True), fields.get("sha256")
        if not isinstance(path, str) or not isinstance(authorized, bool):
            raise BadInput("authorize_file takes a path, and authorized as true or false.")
        if not isinstance(sha256, str | None):
            raise BadInput("sha256 is the digest of the bytes that were read.", pointer="/sha256")
        by = Authority(principal=frame.principal, via=Via.CODE, agent_id=agent.id, code=frame.label)
        file = await self._files.authorize(agent, path, authorized=authorized, sha256=sha256, by=by)
        return {"path": file.path, "sha256": file.sha256, "authorized": file.authorized}


def _check_method(settings: CodeExecution, frame: Frame, method: str) -> None:
    if method in settings.restricted_methods and frame.principal is not Principal.AUTHORIZED_CODE:
        raise CodeRefused(f"Only authorized code may call {quoted(method, 64)}.", "REQUIRES_AUTHORIZED_CODE")
    if method == RESOLVE and not settings.task_resolve:
        raise CodeRefused("The owner switched task_resolve off for this agent.", "DISABLED")


def _fields(call: MethodCall) -> Mapping[str, Any]:
    if call.args is None:
        return {}
    if not isinstance(call.args, Mapping):
        raise BadInput(f"{quoted(call.method, 64)} takes one object.", pointer="")
    return call.args


def _value(outcome: CallOutcome, tool: str) -> Any:
    if outcome.error_code is None and outcome.status in {TaskStatus.COMPLETED, "reference"}:
        return outcome.value
    code = outcome.error_code or outcome.status
    raise CodeError(_FAILED.get(code, code), outcome.error or f"{quoted(tool, 64)} failed.")


def _code_of(error: PlacetError) -> str:
    return next((code for kind, code in _CODES if isinstance(error, kind)), error.code)
