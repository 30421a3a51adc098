"""Answers about one request for the decision screen: its card, its arguments, and how it differs from the last yes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from placet.api import cards, queries
from placet.api.code_readings import CodeReadings
from placet.api.doubles import doubles
from placet.api.reader import Reader
from placet.api.rows import line
from placet.api.views import BytesPage, Card, ComparisonRow
from placet.rules.authority import Principal
from placet.rules.basics import TaskId
from placet.rules.errors import NotFound
from placet.rules.handoff import is_fixed
from placet.rules.lookalikes import MOST_KNOWN
from placet.rules.records import Task
from placet.rules.triggers import made_by_code
from placet.tools.registry import Registry
from placet.work.roster import Roster

_CODE: Final = "lambda:"


class CardReadings:
    """One method for each query. From any thread; nothing here changes anything."""

    def __init__(self, *, reader: Reader, roster: Roster, tools: Registry, code: CodeReadings) -> None:
        self._reader = reader
        self._roster = roster
        self._tools = tools
        self._code = code
        self.answers: dict[type[queries.Query], Callable[[Any], Any]] = {
            queries.GetCard: self._card,
            queries.GetArgument: self._argument,
            queries.GetArgumentBytes: self._argument_bytes,
            queries.CompareWithLastYes: self._compare,
        }

    def _card(self, query: queries.GetCard) -> Card:
        task = self._reader.task(TaskId(query.task_id))
        tool = self._tools.get(task.tool)
        schema = cards.ANY_OBJECT if task.decision_only else None if tool is None else tool.schema
        schema = None if is_fixed(task) else schema
        code = None if task.decision_only else self._code.code_of(task)
        return cards.card(
            task, schema, code, asker=tuple(self._asker(task)), doubles=lambda args: self._doubles(task, args)
        )

    def _argument(self, query: queries.GetArgument) -> str:
        return cards.argument_text(self._reader.task(TaskId(query.task_id)), query.pointer)

    def _argument_bytes(self, query: queries.GetArgumentBytes) -> BytesPage:
        return cards.argument_bytes(self._reader.task(TaskId(query.task_id)), query.pointer, query.start)

    def _compare(self, query: queries.CompareWithLastYes) -> ComparisonRow | None:
        task = self._reader.task(TaskId(query.task_id))
        before = self._reader.last_approved(task.agent_id, task.tool, task.seq, Principal.OWNER.value)
        return None if before is None else cards.comparison(task, before)

    def _asker(self, task: Task) -> Iterator[tuple[str, str]]:
        """Through what the agent asks: words for the kind, each with a showable name."""
        if made_by_code(task.origin):
            yield "code", line(task.origin.removeprefix(_CODE))
        if task.conversation_id is not None:
            workflow = self._reader.workflows.of_conversation(task.conversation_id)
            if workflow is not None:
                yield "workflow", line(workflow.title)
            else:
                yield from self._conversation(task)

    def _conversation(self, task: Task) -> Iterator[tuple[str, str]]:
        if task.conversation_id is not None:
            try:
                yield "conversation", line(self._reader.conversation(task.conversation_id).title)
            except NotFound:
                return

    def _doubles(self, task: Task, args: Any) -> tuple[str, ...]:
        agent = self._roster.find(task.agent_id)
        return doubles(
            task.tool,
            args,
            tools=tuple(self._tools.names()),
            declared=self._roster.of(agent),
            files=lambda: self._reader.file_paths(agent.id, MOST_KNOWN),
        )
