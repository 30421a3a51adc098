"""Tool calls and tasks over HTTP: ask, list, resolve, cancel (guide, interfaces 2, tool-tasks 2.5)."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from placet.api.commands import (
    CancelTask,
    EndSession,
    ExtendDeadline,
    ReportOutcome,
    RequestToolCall,
    ResolveTask,
    TakeYes,
)
from placet.api.engine import Engine
from placet.api.generations import ListGenerations
from placet.api.handlers import Ticket
from placet.api.queries import GetCode, GetTask, ListTasks
from placet.api.views import CodeRow, TaskRow
from placet.api.workflows import ListWorkflows
from placet.http import generation_tasks, rows, workflows
from placet.http.access import agent_of, agent_or_owner, as_the_agent, check_still, owner
from placet.http.bodies import Fields, check_parameters, read_fields, whole_parameter
from placet.http.pointers import about_arguments, pointing_into
from placet.http.problems import json_answer
from placet.http.waiting import Waits
from placet.rules.authority import Action
from placet.rules.digest import Purpose, digest
from placet.rules.errors import BadInput, NotFound
from placet.rules.lifecycle import Phase
from placet.rules.lifecycles import GENERATION, TOOL_CALL, WORKFLOW
from placet.rules.outside import PROCESS, UNLISTED
from placet.settings import Settings

__all__ = ["TaskRoutes"]

_SHORT_CHARS: Final = 2_000
"""Arguments up to this length are shown in less time than it takes to wake a thread for them."""
_LIST_LIMIT: Final = 200
_LONGEST_LIST: Final = 1000
_LONGEST_WAIT_MS: Final = 24 * 3600 * 1000
_LONGEST_DEADLINE_S: Final = 31 * 24 * 3600
_LONGEST_TOOL_CHARS: Final = 128
_LONGEST_KEY_CHARS: Final = 200
_LONGEST_ASKER_CHARS: Final = 64
_OWN_KEYS: Final = ("draft:", "system:")
"""How keys begin that only Placet itself makes (DECISIONS W5)."""
_LONGEST_SEARCH_CHARS: Final = 1_000
_LAST_INSTANT: Final = 2**53
_KINDS: Final = frozenset({TOOL_CALL.kind, GENERATION.kind, WORKFLOW.kind})


class TaskRoutes:
    """The routes of tasks. Lives on the engine's loop."""

    def __init__(self, engine: Engine, settings: Settings, waits: Waits) -> None:
        self._engine = engine
        self._settings = settings
        self._waits = waits

    def routes(self) -> list[Route]:
        """Each address with what answers it."""
        of_agent = "/agents/{agent}/tasks"
        return [
            Route("/agents/{agent}/tool-calls", self.call, methods=["POST"]),
            Route(of_agent, self.list_of_agent, methods=["GET"]),
            Route(of_agent + "/{task_id}", self.show_of_agent, methods=["GET"]),
            Route(of_agent + "/{task_id}/resolve", self.resolve, methods=["POST"]),
            Route(of_agent + "/{task_id}/cancel", self.cancel, methods=["POST"]),
            Route(of_agent + "/{task_id}/outcome", self.outcome, methods=["POST"]),
            Route("/agents/{agent}/sessions/end", self.end_session, methods=["POST"]),
            Route("/tasks", self.list_all, methods=["GET"]),
            Route("/tasks/{task_id}", self.show, methods=["GET"]),
            Route("/tasks/{task_id}/deadline", self.extend, methods=["POST"]),
        ]

    async def call(self, request: Request) -> Response:
        """Ask for a tool call. The engine is the waiter: a client that leaves changes nothing."""
        check_parameters(request)
        agent, authority = agent_or_owner(request, self._engine)
        fields = await self._fields(request)
        command, wait_ms = self._read_call(fields, agent.id)
        by = as_the_agent(authority, agent)
        with pointing_into("args"):
            ticket = await self._engine.submit(command, by)
        if not ticket.done.done() and wait_ms != 0:
            await self._waits.until(ticket.done, wait_ms, request)
            check_still(request, self._engine)
        if command.asker is not None and not ticket.given and _is_allowed(ticket):
            take = TakeYes(task_id=ticket.task_id, asker=command.asker, agent=agent.id)
            await self._engine.submit(take, by)
        return self._answer_call(ticket, waited=wait_ms != 0)

    def _read_call(self, fields: Fields, agent_id: str) -> tuple[RequestToolCall, int | None]:
        args = fields.arguments("args", self._settings.integer("limits.arguments_bytes"))
        wait_ms = fields.whole("wait_ms", 0, _LONGEST_WAIT_MS)
        key = _request_key(fields)
        command = RequestToolCall(
            agent=agent_id,
            tool=_tool_name(fields),
            args=args or {},
            request_key=key,
            body_digest=None if key is None else _body_digest(agent_id, fields.values),
            deferred=fields.flag("defer"),
            decide_only=fields.flag("decide_only"),
            only_listed=fields.flag("only_listed"),
            deadline_s=fields.whole("deadline_s", 1, _LONGEST_DEADLINE_S),
            source=fields.mapping("source"),
            asker=_asker(fields),
        )
        fields.done()
        if command.decide_only and command.deferred:
            raise BadInput("A call can be decide_only or defer, not both.", "/defer")
        if command.only_listed and not command.decide_only:
            raise BadInput("Only a call that is decide_only can be only_listed.", "/only_listed")
        return command, wait_ms

    def _answer_call(self, ticket: Ticket, *, waited: bool) -> Response:
        if ticket.status == UNLISTED:
            return json_answer({"task": None, "result": None, "error": None, "listed": False})
        answer = ticket.done.result() if ticket.done.done() else None
        if answer is not None and _is_answered(answer.task):
            row = None if answer.task is None else rows.task(answer.task)
            return json_answer({"task": row, "result": answer.result, "error": answer.error})
        status = ticket.status
        if ticket.task_id is not None and waited:
            # Somebody may have decided while we waited, so the word comes from the row.
            status = self._engine.query(GetTask(task_id=ticket.task_id)).status
        return json_answer({"task_id": ticket.task_id, "status": status, "tool": ticket.tool}, 202)

    async def list_of_agent(self, request: Request) -> Response:
        """An agent's tasks, newest first."""
        agent, _ = agent_or_owner(request, self._engine)
        check_parameters(request, "limit", "before", repeated=("status",))
        found = await self._list(request, ListTasks(agent=agent.id))
        return json_answer({"agentId": agent.id, "tasks": found})

    async def list_all(self, request: Request) -> Response:
        """Tasks of all agents, newest first, under the filters."""
        owner(request)
        check_parameters(request, "kind", "agent", "q", "limit", "before", repeated=("status", "phase"))
        asked = request.query_params
        kind = _known(asked.get("kind"), _KINDS, "kind")
        if kind == GENERATION.kind:
            return await self._list_generations(request)
        if kind == WORKFLOW.kind:
            return await self._list_workflows(request)
        query = ListTasks(
            agent=asked.get("agent"),
            kind=kind,
            phases=_all_known(asked.getlist("phase"), frozenset(Phase), "phase"),
            q=_searched(asked.get("q")),
        )
        return json_answer({"tasks": await self._list(request, query)})

    async def _list_generations(self, request: Request) -> Response:
        query = ListGenerations(**_filters(request, GENERATION.statuses))
        return json_answer({"tasks": await asyncio.to_thread(generation_tasks.listed, self._engine, query)})

    async def _list_workflows(self, request: Request) -> Response:
        query = ListWorkflows(**_filters(request, WORKFLOW.statuses))
        return json_answer({"tasks": await asyncio.to_thread(workflows.listed, self._engine, query)})

    async def _list(self, request: Request, query: ListTasks) -> list[dict[str, Any]]:
        limited = replace(
            query,
            statuses=_all_known(request.query_params.getlist("status"), TOOL_CALL.statuses, "status"),
            limit=whole_parameter(request, "limit", _LIST_LIMIT, 1, _LONGEST_LIST),
            before=request.query_params.get("before"),
        )
        # A search may read many rows, and a list may hold megabytes: neither may stall the engine's loop.
        return await asyncio.to_thread(self._read_list, limited)

    def _read_list(self, query: ListTasks) -> list[dict[str, Any]]:
        return [rows.task(row) for row in self._engine.query(query)]

    async def show_of_agent(self, request: Request) -> Response:
        """One task of an agent."""
        check_parameters(request)
        agent, _ = agent_or_owner(request, self._engine)
        row = self._engine.query(GetTask(task_id=request.path_params["task_id"], agent=agent.id))
        return json_answer({"agentId": agent.id, "task": await self._with_code(row)})

    async def show(self, request: Request) -> Response:
        """One task of any kind and agent."""
        check_parameters(request)
        owner(request)
        task_id = request.path_params["task_id"]
        try:
            row = self._engine.query(GetTask(task_id=task_id))
        except NotFound as missing:
            return json_answer({"task": await self._of_other_kind(task_id, missing)})
        return json_answer({"task": await self._with_code(row)})

    async def _of_other_kind(self, task_id: str, missing: NotFound) -> dict[str, Any]:
        """What is no tool call may be a generation or a workflow; else it is missed in the words for any kind."""
        for one in (generation_tasks.one, workflows.one):
            try:
                return await asyncio.to_thread(one, self._engine, task_id)
            except NotFound:
                continue
        raise missing from None

    async def _with_code(self, row: TaskRow) -> dict[str, Any]:
        """One task; where it runs a file's code, with that code as a decider has to see it."""
        code: CodeRow | None = self._engine.query(GetCode(task_id=row.id))
        whole = await _whole(row)
        return whole if code is None else {**whole, "code": rows.code(code)}

    async def resolve(self, request: Request) -> Response:
        """Approve, deny or park a task. Who comes too late gets 409 and the task as it is now."""
        check_parameters(request)
        authority = owner(request)
        fields = await self._fields(request)
        # What is wrong with the body is said before whether the task exists (tool-tasks 2.5).
        command = self._read_resolve(fields, request.path_params["task_id"])
        agent = agent_of(request, self._engine)
        command = replace(command, agent=agent.id)
        member = "modifiedArgs" if "modifiedArgs" in fields.values else "modified_args"
        with pointing_into(member):
            made = await self._engine.submit(command, authority)
        return json_answer(
            {
                "agentId": agent.id,
                "taskId": command.task_id,
                "resolution": made.resolution,
                "task": await _whole(made.task),
            }
        )

    def _read_resolve(self, fields: Fields, task_id: str) -> ResolveTask:
        action = fields.take("action")
        if not isinstance(action, str) or action not in frozenset(Action):
            raise BadInput(f"action must be one of {', '.join(Action)}.", "/action")
        limit_bytes = self._settings.integer("limits.arguments_bytes")
        # Both spellings are the guide's; the camel one wins when both are there (tool-tasks 2.5).
        snake = fields.arguments("modified_args", limit_bytes)
        camel = fields.arguments("modifiedArgs", limit_bytes)
        command = ResolveTask(
            task_id=task_id,
            action=Action(action),
            reason=fields.optional_text("reason"),
            modified_args=snake if camel is None else camel,
            shown_digest=fields.optional_text("shown_digest"),
            wait_ms=fields.whole("wait_ms", 0, _LONGEST_WAIT_MS),
        )
        fields.done()
        return command

    async def cancel(self, request: Request) -> Response:
        """Take a task back: the owner any, an agent its own."""
        check_parameters(request)
        agent, authority = agent_or_owner(request, self._engine)
        (await self._fields(request)).done()
        command = CancelTask(task_id=request.path_params["task_id"], agent=agent.id)
        row = await self._engine.submit(command, authority)
        return json_answer({"agentId": agent.id, "task": await _whole(row)})

    async def outcome(self, request: Request) -> Response:
        """Take the outcome of a call that its asker was allowed to run itself, once (DECISIONS T12)."""
        check_parameters(request)
        agent, authority = agent_or_owner(request, self._engine)
        command = self._read_outcome(await self._fields(request), request.path_params["task_id"], agent.id)
        row = await self._engine.submit(command, as_the_agent(authority, agent))
        return json_answer({"agentId": agent.id, "task": await _whole(row)})

    @staticmethod
    def _read_outcome(fields: Fields, task_id: str, agent_id: str) -> ReportOutcome:
        ok = fields.take("ok")
        if not isinstance(ok, bool):
            raise BadInput("ok must be true or false.", "/ok")
        error = fields.optional_text("error")
        if ok and error is not None:
            raise BadInput("A call that went well has no error.", "/error")
        command = ReportOutcome(
            task_id=task_id, agent=agent_id, ok=ok, result=fields.take("result"), error=error
        )
        fields.done()
        return command

    async def end_session(self, request: Request) -> Response:
        """End a session of an outside harness (DECISIONS T12)."""
        check_parameters(request)
        agent, authority = agent_or_owner(request, self._engine)
        fields = await self._fields(request)
        command = EndSession(agent=agent.id, session_id=fields.text("session_id"))
        fields.done()
        ended = await self._engine.submit(command, as_the_agent(authority, agent))
        return json_answer({"agentId": agent.id, "ended": list(ended)})

    async def extend(self, request: Request) -> Response:
        """Give an open request more time."""
        check_parameters(request)
        authority = owner(request)
        fields = await self._fields(request)
        expires_at = fields.whole("expires_at", 0, _LAST_INSTANT)
        fields.done()
        if expires_at is None:
            raise BadInput("expires_at must be given, in ms since 1970 UTC.", "/expires_at")
        command = ExtendDeadline(task_id=request.path_params["task_id"], expires_at=expires_at)
        row = await self._engine.submit(command, authority)
        return json_answer({"task": await _whole(row)})

    async def _fields(self, request: Request) -> Fields:
        try:
            return await read_fields(request, self._settings)
        except BadInput as error:
            raise about_arguments(error) from None


async def _whole(row: TaskRow) -> dict[str, Any]:
    """One task, made off the loop where arguments are long: there the digest for other programs takes its time."""
    if len(row.args_json) <= _SHORT_CHARS:
        return rows.whole_task(row)
    return await asyncio.to_thread(rows.whole_task, row)


def _is_answered(task: TaskRow | None) -> bool:
    """Whether a call has its answer: it ended, it made no row, or its asker was allowed to run it."""
    return task is None or task.phase == Phase.ENDED or task.decision_only


def _is_allowed(ticket: Ticket) -> bool:
    """Whether its asker is about to be told that it may run the call itself."""
    task = ticket.done.result().task if ticket.done.done() else None
    return task is not None and task.decision_only and task.phase != Phase.ENDED


def _asker(fields: Fields) -> str | None:
    """Who asks, where a question may be found again by its key: a yes is given to one of them."""
    asker = fields.optional_text("asker")
    if asker is not None and len(asker) > _LONGEST_ASKER_CHARS:
        raise BadInput(f"An asker's name has at most {_LONGEST_ASKER_CHARS} characters.", "/asker")
    return asker


def _body_digest(agent_id: str, body: Mapping[str, Any]) -> str:
    # How long a client waits is no part of what it asks for: a retry may wait longer. Nor is which of them asks.
    asked = {key: value for key, value in body.items() if key not in {"wait_ms", "asker"}}
    if isinstance(source := asked.get("source"), Mapping):
        # Nor is which process asks: a harness that comes back asks as another one.
        asked["source"] = {key: value for key, value in source.items() if key != PROCESS}
    return digest(Purpose.REQUEST, agent_id, asked)


def _filters(request: Request, statuses: frozenset[str]) -> dict[str, Any]:
    """What the parameters of a list of generations or workflows ask for, by the names of their queries."""
    asked = request.query_params
    return {
        "agent": asked.get("agent"),
        "statuses": _all_known(asked.getlist("status"), statuses, "status"),
        "phases": _all_known(asked.getlist("phase"), frozenset(Phase), "phase"),
        "q": _searched(asked.get("q")),
        "limit": whole_parameter(request, "limit", _LIST_LIMIT, 1, _LONGEST_LIST),
        "before": asked.get("before"),
    }


def _searched(words: str | None) -> str | None:
    """What `q` looks for. SQLite takes no longer pattern, and cuts one at a NUL, which would then fit every task."""
    if words is not None and (len(words) > _LONGEST_SEARCH_CHARS or "\0" in words):
        raise BadInput(f"q must be a text of at most {_LONGEST_SEARCH_CHARS} characters, without a NUL.")
    return words


def _known(word: str | None, words: frozenset[str], name: str) -> str | None:
    if word is not None and word not in words:
        raise BadInput(f"{name} must be one of {', '.join(sorted(words))}.")
    return word


def _all_known(asked: list[str], words: frozenset[str], name: str) -> tuple[str, ...]:
    for word in asked:
        _known(word, words, name)
    return tuple(dict.fromkeys(asked))


def _tool_name(fields: Fields) -> str:
    name = fields.text("tool")
    if len(name) > _LONGEST_TOOL_CHARS:  # an answer would repeat it whole
        raise BadInput(f"A tool's name has at most {_LONGEST_TOOL_CHARS} characters.", "/tool")
    return name


def _request_key(fields: Fields) -> str | None:
    key = fields.optional_text("request_key")
    if key is None:
        return None
    if len(key) > _LONGEST_KEY_CHARS:
        raise BadInput(f"A request key has at most {_LONGEST_KEY_CHARS} characters.", "/request_key")
    if key.startswith(_OWN_KEYS):
        raise BadInput(
            "A request key doesn't begin with draft: or system:; those are Placet's.", "/request_key"
        )
    return key
