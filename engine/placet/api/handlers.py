"""Carries commands out: who may, which room does it, and how the answer looks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from placet.agents.agents import Agents
from placet.api import agent_rows, commands, queries
from placet.api.accounts import AccountRoom
from placet.api.code_readings import indexed_row
from placet.api.doctor import DoctorCommands
from placet.api.first_steps import FirstStepsRoom
from placet.api.generation_rooms import GenerationCommands
from placet.api.generations import CancelGeneration, CreateGeneration, LookUpModels
from placet.api.grants import GrantRoom, MakeGrant, RevokeGrant
from placet.api.links import LinkRoom
from placet.api.mcp import McpRoom
from placet.api.readings import Readings
from placet.api.receipts import ReceiptCommands
from placet.api.rows import task_row
from placet.api.target_changes import TargetRoom
from placet.api.views import (
    AgentRow,
    CallAnswer,
    ChannelRow,
    ConversationRow,
    FileRow,
    NewToken,
    Resolution,
    Sent,
    TaskRow,
    TokenRow,
)
from placet.api.workflow_rooms import WorkflowCommands
from placet.rules.authority import Action, Authority, Principal, Via, may_cancel
from placet.rules.basics import Instant, TaskId
from placet.rules.errors import (
    AgentStopped,
    BadSetting,
    Conflict,
    Forbidden,
    NotResolvable,
    SettingsNotWritten,
)
from placet.rules.lifecycles import TaskStatus
from placet.rules.records import AgentState, Task
from placet.settings import Settings, SettingsError
from placet.work.calls import CallOutcome, CallRequest, OpenCalls
from placet.work.calls import Ticket as WorkTicket
from placet.work.channels import Channels
from placet.work.conversations import Conversations
from placet.work.decisions import Decision, Decisions
from placet.work.executions import Executions
from placet.work.files import Files
from placet.work.gate import STOPPED, Gate
from placet.work.outcomes import Outcomes, Report
from placet.work.policy import Policy
from placet.work.refusals import Refusals
from placet.work.resolutions import resolution
from placet.work.roster import Roster
from placet.work.sessions import Sessions
from placet.work.tokens import Tokens
from placet.work.triggers import Triggers
from placet.work.whole import Whole

_log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Ticket:
    """A call that was taken in. `done` tells how it ended, as a `CallAnswer`. `given`: its asker has the yes already."""

    task_id: TaskId | None
    status: str
    tool: str
    done: asyncio.Future[CallAnswer]
    given: bool


@dataclass(frozen=True, kw_only=True)
class Rooms:
    """The rooms that commands are carried out in."""

    gate: Gate
    decisions: Decisions
    roster: Roster
    conversations: Conversations
    tokens: Tokens
    policy: Policy
    refusals: Refusals
    channels: Channels
    accounts: AccountRoom
    agents: Agents
    calls: OpenCalls
    receipts: ReceiptCommands
    links: LinkRoom
    outcomes: Outcomes
    sessions: Sessions
    triggers: Triggers
    files: Files
    executions: Executions
    generations: GenerationCommands
    grants: GrantRoom
    mcp: McpRoom
    workflows: WorkflowCommands
    doctor: DoctorCommands
    first_steps: FirstStepsRoom
    targets: TargetRoom
    settings: Settings


Handler = Callable[[Any, Authority], Awaitable[Any]]


class Handlers:
    """One method for each command. Lives on the engine's loop."""

    def __init__(self, rooms: Rooms, readings: Readings) -> None:
        self._rooms = rooms
        self._readings = readings
        self._deciding = Whole("a decision")
        self._owners: dict[type[commands.Command], Handler] = {
            commands.ResolveTask: self._resolve,
            commands.DenyAll: self._deny_all,
            commands.ExtendDeadline: self._extend_deadline,
            commands.DeclareAgent: self._declare_agent,
            commands.ChangeAgent: self._change_agent,
            commands.StartAgent: self._start_agent,
            commands.StopAgent: self._stop_agent,
            commands.TryTarget: self._try_target,
            commands.OpenConversation: self._open_conversation,
            commands.SendMessage: self._send_message,
            commands.CreateToken: self._create_token,
            commands.RevokeToken: self._revoke_token,
            commands.KeepToken: self._keep_token,
            commands.PutChannel: self._put_channel,
            commands.RemoveChannel: self._remove_channel,
            commands.TryChannel: self._test_channel,
            commands.AuthorizeFile: self._authorize_file,
            commands.ChangeSettings: self._change_settings,
            MakeGrant: rooms.grants.make,
            RevokeGrant: rooms.grants.revoke,
            **rooms.accounts.owners,
            **rooms.workflows.owners,
            **rooms.doctor.owners,
            **rooms.receipts.owners,
            **rooms.links.owners,
            **rooms.first_steps.owners,
            **rooms.targets.owners,
            **rooms.mcp.owners,
        }
        self._others: dict[type[commands.Command], Handler] = {
            commands.RequestToolCall: self._request,
            commands.CancelTask: self._cancel,
            commands.TakeYes: self._take_yes,
            commands.ReportOutcome: self._report,
            commands.EndSession: self._end_session,
            commands.TellRefused: self._tell_refused,
            CreateGeneration: rooms.generations.create,
            CancelGeneration: rooms.generations.cancel,
            LookUpModels: rooms.generations.look_up_models,
            **rooms.mcp.others,
        }

    async def handle(self, command: commands.Command, by: Authority) -> Any:
        """Carry a command out, when this authority may.

        Raises:
            Forbidden: it may not. PlacetError: as the command's room says.
        """
        owners = self._owners.get(type(command))
        if owners is not None and by.principal is not Principal.OWNER:
            await self._tell_refused(commands.TellRefused(what=type(command).__name__), by)
            raise Forbidden("Only the owner may do this.")
        return await (owners or self._others[type(command)])(command, by)

    async def _tell_refused(self, command: commands.TellRefused, by: Authority) -> None:
        await self._rooms.refusals.tell(by.agent_id, command.what, Forbidden.code, by.principal)

    async def settle(self) -> None:
        """Wait for the decisions that are under way. Part of an orderly stop, which leaves none half done."""
        await self._deciding.settle()

    async def _request(self, command: commands.RequestToolCall, by: Authority) -> Ticket:
        agent = self._rooms.roster.find(command.agent)
        if by.principal is not Principal.AGENT_LOOP or by.agent_id != agent.id:
            raise Forbidden("Only the agent itself calls its tools.")
        if agent.state is AgentState.STOPPED:
            raise AgentStopped(STOPPED)
        asked = await self._rooms.gate.request(
            CallRequest(
                agent=agent,
                principal=by.principal,
                tool=command.tool,
                arguments=command.args,
                request_key=command.request_key,
                body_digest=command.body_digest,
                deferred=command.deferred,
                decide_only=command.decide_only,
                only_listed=command.only_listed,
                deadline_s=command.deadline_s,
                source=command.source,
            )
        )
        if command.decide_only and asked.task_id is not None:
            await self._rooms.sessions.asked(asked.task_id, command.source, found=asked.found)
        return self._ticket(asked, given=self._give_at_once(asked, command.asker))

    def _give_at_once(self, ticket: WorkTicket, asker: str | None) -> bool:
        """Give a yes that is there already to the one who asks, by the row that was just written."""
        row = ticket.done.result().row if ticket.done.done() else None
        if asker is None or row is None or not row.decision_only or row.status is not TaskStatus.RUNNING:
            return False
        self._rooms.sessions.give(row, asker)
        return True

    def _ticket(self, ticket: WorkTicket, *, given: bool) -> Ticket:
        done: asyncio.Future[CallAnswer] = asyncio.get_running_loop().create_future()

        def hand_on(inner: asyncio.Future[CallOutcome]) -> None:
            if done.done():
                return
            try:
                done.set_result(self._answer(inner.result()))
            except Exception as error:  # whoever waits is told; else it waits for ever
                _log.exception("the answer for %s could not be made", ticket.task_id)
                done.set_exception(error)
                done.exception()  # it may be that nobody waits; the log has it

        if ticket.done.done():
            hand_on(ticket.done)
        else:
            ticket.done.add_done_callback(hand_on)
        return Ticket(task_id=ticket.task_id, status=ticket.status, tool=ticket.tool, done=done, given=given)

    def _answer(self, outcome: CallOutcome) -> CallAnswer:
        task = None if outcome.row is None else task_row(outcome.row)
        if task is None and outcome.task_id is not None:
            task = self._row(outcome.task_id)
        error = None
        if outcome.error is not None or outcome.error_code is not None:
            error = {
                "code": outcome.error_code or "tool_error",
                "error": outcome.error or "",
                **outcome.details,
            }
            if outcome.feedback is not None:
                error["feedback"] = outcome.feedback
        return CallAnswer(task=task, result=outcome.value, error=error)

    def _row(self, task_id: TaskId) -> TaskRow:
        return task_row(self._readings.task_of(task_id, None))

    @contextmanager
    def _telling(self, task_id: TaskId) -> Iterator[None]:
        """Let a refusal carry the task as it is now, so that a loser learns who, what and when."""
        try:
            yield
        except Conflict as error:
            error.details = {"task": self._row(task_id)}  # which says all that the details did
            raise

    async def _resolve(self, command: commands.ResolveTask, by: Authority) -> Resolution:
        self._check_way(by)
        before = self._readings.task_of(command.task_id, command.agent)
        decision = Decision(
            task_id=before.id,
            action=command.action,
            reason=command.reason,
            modified_args=command.modified_args,
            shown_digest=command.shown_digest,
            # Of what a client over HTTP showed nobody here can know.
            shown=None if by.via is Via.HTTP else command.shown,
        )
        with self._telling(before.id):
            resolved = await self._deciding.do(self._rooms.decisions.resolve(decision, by))
        await self._wait_for_end(resolved, command)
        task = self._readings.task_of(before.id, None)
        return Resolution(resolution=resolution(command.action, resolved, task), task=task_row(task))

    async def _deny_all(self, command: commands.DenyAll, by: Authority) -> tuple[TaskId, ...]:
        self._check_way(by)
        agent = self._rooms.roster.find(command.agent)
        denied = []
        for task_id in self._readings.waiting_of(agent.id):
            decision = Decision(task_id=task_id, action=Action.DENY, reason=command.reason)
            try:
                denied.append((await self._deciding.do(self._rooms.decisions.resolve(decision, by))).id)
            except NotResolvable:
                continue  # somebody was faster with this one
        return tuple(denied)

    def _check_way(self, by: Authority) -> None:
        if by.via is Via.HTTP and not self._rooms.settings.boolean("http_decisions"):
            raise Forbidden("Decisions over HTTP are switched off (http_decisions).")

    async def _wait_for_end(self, task: Task, command: commands.ResolveTask) -> None:
        """A deferred task's answer waits for its end, a managed one's doesn't; `wait_ms` overrides both."""
        done = self._rooms.calls.find(task.id)
        if done is None or task.status is not TaskStatus.RUNNING:
            return
        if command.wait_ms is None and task.executor_managed:
            return
        timeout = None if command.wait_ms is None else command.wait_ms / 1000
        await asyncio.wait([done], timeout=timeout)

    async def _cancel(self, command: commands.CancelTask, by: Authority) -> TaskRow:
        task = self._readings.task_of(command.task_id, command.agent)
        if not may_cancel(by.principal, own_task=by.agent_id == task.agent_id):
            raise Forbidden("Only the owner, or the agent that asked, may take a task back.")
        with self._telling(task.id):
            return task_row(await self._deciding.do(self._rooms.decisions.cancel(task)))

    async def _report(self, command: commands.ReportOutcome, by: Authority) -> TaskRow:
        task = self._readings.task_of(command.task_id, command.agent)
        if by.principal is not Principal.AGENT_LOOP or by.agent_id != task.agent_id:
            raise Forbidden("Only the agent that ran the call reports its outcome.")
        report = Report(task_id=task.id, ok=command.ok, result=command.result, error=command.error)
        with self._telling(task.id):
            return task_row(await self._rooms.outcomes.report(report))

    async def _take_yes(self, command: commands.TakeYes, by: Authority) -> None:
        task = self._readings.task_of(command.task_id, command.agent)
        if by.principal is not Principal.AGENT_LOOP or by.agent_id != task.agent_id:
            raise Forbidden("Only the agent that asked takes the answer.")
        self._rooms.sessions.give(task, command.asker)

    async def _end_session(self, command: commands.EndSession, by: Authority) -> tuple[TaskId, ...]:
        agent = self._rooms.roster.find(command.agent)
        if by.principal is not Principal.AGENT_LOOP or by.agent_id != agent.id:
            raise Forbidden("Only the agent itself ends a session of its harness.")
        return tuple(await self._rooms.sessions.end(agent.id, command.session_id))

    async def _extend_deadline(self, command: commands.ExtendDeadline, _: Authority) -> TaskRow:
        task = self._readings.task_of(command.task_id, None)
        with self._telling(task.id):
            await self._rooms.policy.extend_deadline(task.id, Instant(command.expires_at))
        return self._row(task.id)

    async def _declare_agent(self, command: commands.DeclareAgent, _: Authority) -> AgentRow:
        return self._readings.agent_row(await self._rooms.roster.declare(command.declaration))

    async def _change_agent(self, command: commands.ChangeAgent, _: Authority) -> AgentRow:
        agent = self._rooms.roster.find(command.agent)
        return self._readings.agent_row(await self._rooms.roster.change(agent, command.changes))

    async def _start_agent(self, command: commands.StartAgent, _: Authority) -> AgentRow:
        agent = self._rooms.roster.find(command.agent)
        await self._rooms.agents.start(agent)
        return self._readings.agent_row(self._rooms.roster.find(agent.id))

    async def _stop_agent(self, command: commands.StopAgent, _: Authority) -> AgentRow:
        agent = self._rooms.roster.find(command.agent)
        await self._rooms.agents.stop(agent)
        await self._rooms.decisions.withdraw_blocking(
            agent.id
        )  # also what it asked over HTTP, outside of a turn
        await self._rooms.executions.stop(agent)
        await self._rooms.mcp.stop(agent)
        return self._readings.agent_row(self._rooms.roster.find(agent.id))

    async def _try_target(self, command: commands.TryTarget, _: Authority) -> int:
        agent = self._rooms.roster.find(command.agent)
        return await self._rooms.triggers.test(agent, command.trigger, command.target)

    async def _open_conversation(self, command: commands.OpenConversation, _: Authority) -> ConversationRow:
        agent = self._rooms.roster.find(command.agent)
        conversation = await self._rooms.conversations.open(agent.id, command.title)
        return agent_rows.conversation_row(conversation, agent)

    async def _send_message(self, command: commands.SendMessage, _: Authority) -> Sent:
        agent = self._rooms.roster.find(command.agent)
        if command.conversation_id is not None:
            conversation = self._rooms.conversations.find(agent.id, command.conversation_id)
            workflow_id = await self._rooms.workflows.take_message(conversation.id, command.text)
            if workflow_id is not None:
                return Sent(
                    conversation_id=conversation.id, message_id=None, turn_id=None, workflow_id=workflow_id
                )
        sent = await self._rooms.agents.send(agent, command.text, command.conversation_id)
        return Sent(conversation_id=sent.conversation_id, message_id=sent.message_id, turn_id=sent.turn_id)

    async def _create_token(self, command: commands.CreateToken, _: Authority) -> NewToken:
        agent = None if command.agent is None else self._rooms.roster.find(command.agent)
        token, secret = await self._rooms.tokens.create(
            command.scope, agent.id if agent else None, ttl_s=command.ttl_s, label=command.label
        )
        return NewToken(row=self._readings.token_row(token), secret=secret)

    async def _revoke_token(self, command: commands.RevokeToken, _: Authority) -> TokenRow:
        return self._readings.token_row(await self._rooms.tokens.revoke(command.token_id))

    async def _keep_token(self, command: commands.KeepToken, _: Authority) -> TokenRow:
        return self._readings.token_row(await self._rooms.tokens.keep(command.token_id))

    async def _put_channel(self, command: commands.PutChannel, _: Authority) -> ChannelRow:
        return agent_rows.channel_row(await self._rooms.channels.put(command.name, command.definition))

    async def _remove_channel(self, command: commands.RemoveChannel, _: Authority) -> ChannelRow:
        return agent_rows.channel_row(await self._rooms.channels.remove(command.name))

    async def _test_channel(self, command: commands.TryChannel, _: Authority) -> dict[str, Any]:
        return await self._rooms.channels.test(command.name, command.address)

    async def _authorize_file(self, command: commands.AuthorizeFile, by: Authority) -> FileRow:
        agent = self._rooms.roster.find(command.agent)
        file = await self._rooms.files.authorize(
            agent, command.path, authorized=command.authorized, sha256=command.sha256, by=by
        )
        return indexed_row(file)

    async def _change_settings(self, command: commands.ChangeSettings, _: Authority) -> dict[str, Any]:
        try:
            await asyncio.to_thread(self._rooms.settings.set, command.values)
        except SettingsError as error:
            raise BadSetting(error.message, pointer=None if error.key is None else f"/{error.key}") from None
        except OSError as problem:
            why = problem.strerror or type(problem).__name__
            raise SettingsNotWritten(
                f"The settings couldn't be written: {why}. Nothing was changed."
            ) from None
        await self._rooms.policy.tell_settings(tuple(command.values))
        return {row.key: row.value for row in self._readings.answer(queries.GetSettings())}
