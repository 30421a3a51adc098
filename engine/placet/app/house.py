"""The one place that knows every room of an engine: makes them, and hands each to those that need it.

Start: lock the folder, settings, open the ledger (damage stops here), new boot, sweep, rooms, deadlines, listen.
Stop: refuse new commands, stop HTTP, end the agents' turns, drain running tools, close backends, mark the boot clean,
close the ledger, free the folder.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import functools
import logging
import secrets
import threading
from collections.abc import Callable

from placet.agents.agents import Agents
from placet.agents.caller import Caller
from placet.agents.notices import Notices
from placet.agents.post import Post
from placet.agents.replies import Replies
from placet.agents.turns import TurnLoop
from placet.api import Engine
from placet.api.accounts import AccountRoom
from placet.api.generation_rooms import GenerationReadings
from placet.api.grants import GrantRoom
from placet.api.handlers import Handlers
from placet.api.mcp import McpRoom
from placet.api.readings import Answering, Readings
from placet.api.trigger_rows import TriggerReadings
from placet.api.workflow_chain import ChainReadings
from placet.app.accounts import account_limits, open_accounts
from placet.app.goals import goal_rooms, parts_of
from placet.app.identity import keyring_of, new_id
from placet.app.links import link_room
from placet.app.receipts import activity_readings, look_over, receipt_commands
from placet.app.rooms import Stoppable, Work, command_rooms
from placet.app.witnessing import keep_witness, mark_clean, remember
from placet.backends.catalogue import Backends
from placet.folder import DataFolder, state_folder
from placet.ledger.database import FolderLock
from placet.ledger.ledger import Ledger
from placet.ledger.query_room import QueryRoom
from placet.ledger.witness import Witness
from placet.rules.basics import (
    ULID_BYTES,
    AgentId,
    BootId,
    Clock,
    TaskId,
    ulid,
)
from placet.rules.events import BootStarted
from placet.rules.ports import Tool
from placet.sandbox.children import Sandbox
from placet.sandbox.program import find_deno
from placet.settings import Settings
from placet.tools.fetch.own_ports import OwnPorts
from placet.tools.outbox import Outbox, send_limits
from placet.tools.registry import Around, Registry, builtin
from placet.tools.shell.jail import Jail
from placet.work.bus import Bus, Texts
from placet.work.calls import OpenCalls
from placet.work.channels import Channels
from placet.work.checking import Checks
from placet.work.code_deciding import CodeDeciding
from placet.work.config import Config
from placet.work.conversations import Conversations
from placet.work.deadlines import Deadlines
from placet.work.decisions import Decisions
from placet.work.dispatcher import Dispatcher
from placet.work.effects import Effects
from placet.work.executions import Executions
from placet.work.files import Files
from placet.work.gate import Gate, GateLimits
from placet.work.generation_restarts import sweep as sweep_generations
from placet.work.generations import EVENTS_KEPT_S, MAX_ATTEMPTS, Generations
from placet.work.grants import Grants
from placet.work.guiding import Guiding
from placet.work.handing import Handoffs
from placet.work.jobs import Jobs
from placet.work.mcp_pins import Pins
from placet.work.mcp_servers import McpServers
from placet.work.outcomes import Outcomes
from placet.work.policy import Policy
from placet.work.refusals import Refusals
from placet.work.restarts import sweep
from placet.work.roster import Roster
from placet.work.run_log import RunLog
from placet.work.runner import Runner
from placet.work.sessions import Sessions
from placet.work.strongbox import Strongbox
from placet.work.tokens import Tokens
from placet.work.trigger_room import trigger_room
from placet.work.triggers import Triggers
from placet.work.turns import Turns
from placet.work.workflow_restarts import sweep as sweep_workflows
from placet.work.workflows import Workflows

_log = logging.getLogger(__name__)

STOP_GRACE_S = 1.0
"""How long a tool at work may take to end after its turn was stopped, before its outcome is told as unknown."""


class House:
    """The engine's thread and everything in it."""

    def __init__(
        self, folder: DataFolder, tools: tuple[Tool, ...] | None, more_tools: tuple[Tool, ...], clock: Clock
    ) -> None:
        self._folder = folder
        self._given_tools = tools
        self._more_tools = more_tools
        self._witness = Witness(state_folder(), folder.root)
        self._own_ports = OwnPorts()
        self._jail = Jail(folder.root)
        self._probes = Jobs()
        self._mcp_servers = McpServers()
        self._clock = clock
        self._boot = BootId(new_id("boot_"))
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._live, name="placet-engine", daemon=True)
        self._exit = contextlib.ExitStack()
        self._closing = threading.Lock()
        self._closed = False

    def start(self) -> Engine:
        """Open what can refuse, start the thread, make the rooms. Returns when recovery is done."""
        with contextlib.ExitStack() as exit_on_error:
            exit_on_error.callback(self._loop.close)
            ledger, settings, bus = self._open(exit_on_error)
            self._exit = exit_on_error.pop_all()
        self._thread.start()
        made: concurrent.futures.Future[Engine] = asyncio.run_coroutine_threadsafe(
            self._assemble(ledger, settings, bus), self._loop
        )
        try:
            return made.result()
        except BaseException:
            self._stop_thread()
            raise

    def _open(self, exits: contextlib.ExitStack) -> tuple[Ledger, Settings, Bus]:
        """Everything that can refuse, before there is a thread to wind down."""
        self._folder.prepare()
        exits.enter_context(FolderLock(self._folder.root))
        settings = Settings.load(self._folder.settings)
        self._witness.check(self._folder.ledger)
        bus = Bus(self._loop)
        ledger = exits.enter_context(
            Ledger.open(self._folder.ledger, clock=self._clock, on_commit=bus.publish)
        )
        clean = ledger.commit_blocking(lambda tx: tx.start_boot(self._boot))
        sweep(ledger, self._boot)
        sweep_workflows(ledger)
        sweep_generations(ledger, self._boot, max_attempts=settings.integer(MAX_ATTEMPTS))
        ledger.commit_blocking(lambda tx: tx.record(BootStarted(boot=self._boot, clean_before=clean)))
        remember(self._witness, self._folder)
        return ledger, settings, bus

    def _live(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()

    async def _assemble(self, ledger: Ledger, settings: Settings, bus: Bus) -> Engine:
        texts = Texts()
        keyring = functools.partial(keyring_of, settings)
        backends = Backends(settings.backends, models_folder=self._folder.models, keyring=keyring)
        if backends.wants_keyring():
            # Beside the start, which may not wait for somebody to unlock a keyring.
            self._probes.start(asyncio.to_thread(backends.fetch_keys), "keys of backends")
        self._claim_ports(settings, backends)
        await self._prove_jail(settings)
        generations = self._generations(ledger, settings, backends)
        outbox = Outbox(functools.partial(send_limits, settings))
        box = Strongbox(self._folder.secrets, keyring)
        channels = Channels(box=box, ledger=ledger, new_id=new_id, outbox=outbox)
        self._accounts = open_accounts(settings, ledger, self._clock, box)
        self._receipts = receipt_commands(ledger, self._clock, box)
        self._config = Config(ledger)
        self._executions = self._code(ledger)
        self._tools = self._registry(settings, channels, outbox)
        work = self._work_rooms(ledger, settings, channels)
        self._open_code(ledger, work)
        bus.subscribe(self._executions.hear)
        bus.subscribe(work.pins.hear)
        await work.pins.catch_up()
        self._mcp_servers.open(work.roster, work.pins)
        agents = self._agents(work, backends, bus, Replies(generations.generator, texts.tell))
        self._post.open(agents, work.roster)
        self._config.open(work.roster)
        triggers = self._triggers(ledger, settings, work, agents)
        bus.subscribe(triggers.hear)  # before whoever tells a person: an approver hears of a task later (T6)
        watchers = self._watchers(ledger, work.calls, bus)
        watchers.start(triggers.run(), "triggers")
        parts = parts_of(settings, self._jail, self._sandbox)
        goals = goal_rooms(ledger, settings, work, agents, backends, self._folder, bus, watchers, parts)
        keep_witness(self._witness, self._folder, keyring, ledger, bus, watchers)
        watchers.start(look_over(ledger), "chain")
        generations.start(bus)
        readings = self._readings(ledger, settings, work, backends.ids, goals.readings)
        stoppable = Stoppable(
            agents=agents,
            triggers=triggers,
            decisions=work.decisions,
            executions=self._executions,
            jobs=work.jobs,
            watchers=watchers,
            backends=backends,
            generations=generations,
            probes=self._probes,
            mcp_servers=self._mcp_servers,
        )
        return Engine(
            loop=self._loop,
            handlers=Handlers(
                command_rooms(work, agents, self._executions, generations, triggers, goals, settings),
                readings,
            ),
            readings=readings,
            bus=bus,
            texts=texts,
            tokens=work.tokens,
            settings=settings,
            own_ports=self._own_ports,
            wakes=generations.wakes,
            close=lambda engine: self._close(engine, stoppable, ledger),
        )

    def _readings(
        self,
        ledger: Ledger,
        settings: Settings,
        work: Work,
        backend_ids: Callable[[], list[str]],
        of_goals: Answering,
    ) -> Readings:
        triggers = TriggerReadings(deliveries=ledger.reads.deliveries, roster=work.roster, clock=self._clock)
        return Readings(
            reader=ledger.reads,
            roster=work.roster,
            tools=self._tools,
            settings=settings,
            backend_ids=backend_ids,
            channels=work.channels.all,
            files=work.files,
            parts=(
                work.grants,
                work.accounts,
                work.links,
                triggers,
                self._generation_readings(ledger, settings, work.roster),
                of_goals,
                activity_readings(ledger),
                ChainReadings(ledger.reads.workflows, ledger.reads.workflow_calls),
            ),
        )

    def _generation_readings(self, ledger: Ledger, settings: Settings, roster: Roster) -> GenerationReadings:
        return GenerationReadings(
            reader=ledger.reads.generations,
            clock=self._clock,
            events_kept_s=functools.partial(settings.integer, EVENTS_KEPT_S),
            agent_id=lambda agent: None if agent is None else roster.find(agent).id,
        )

    def _generations(self, ledger: Ledger, settings: Settings, backends: Backends) -> Generations:
        return Generations(
            ledger=ledger,
            catalogue=backends,
            clock=self._clock,
            boot=self._boot,
            new_id=self._new_ulid,
            limit=settings.integer,
        )

    def _new_ulid(self, prefix: str) -> str:
        return ulid(prefix, self._clock.now_ms(), secrets.token_bytes(ULID_BYTES))

    async def _prove_jail(self, settings: Settings) -> None:
        """Try the jail at the start, off the loop since it starts a process (DECISIONS T24).

        It is waited for only where it decides what the owner is told: whether commands would run without one.
        """
        proving = self._probes.start(asyncio.to_thread(self._jail.why_not), "jail probe")
        if settings.boolean("shell.unconfined"):
            await asyncio.wait([proving])

    def _claim_ports(self, settings: Settings, backends: Backends) -> None:
        """No tool reaches a model on this machine, the one in a child of ours included (DECISIONS T25)."""
        self._own_ports.watch(backends.ports)
        for row in settings.backends:
            self._own_ports.add(row.base_url)

    def _registry(self, settings: Settings, channels: Channels, outbox: Outbox) -> Registry:
        self._post = Post(chain_limit=functools.partial(settings.integer, "messages.agent_chain"))
        around = Around(
            settings=settings,
            jail=self._jail,
            own_ports=self._own_ports,
            room=QueryRoom(self._folder.ledger),
            post=self._post,
            book=channels,
            outbox=outbox,
            desk=self._config,
            code=self._executions,
            accounts=self._accounts,
            account_limits=account_limits(settings),
        )
        tools = builtin(around).tools() if self._given_tools is None else self._given_tools
        return Registry([*tools, *self._more_tools], self._mcp_servers)

    def _code(self, ledger: Ledger) -> Executions:
        log = RunLog(ledger=ledger, clock=self._clock, boot=self._boot)
        self._sandbox = Sandbox(find_deno())
        return Executions(ledger=ledger, sandbox=self._sandbox, log=log, jobs=self._probes)

    def _open_code(self, ledger: Ledger, work: Work) -> None:
        """Let code run: it asks through the gate, and decides, like everybody else."""
        deciding = CodeDeciding(
            ledger=ledger,
            decisions=work.decisions,
            calls=work.calls,
            paused=self._executions.paused,
        )
        dispatcher = Dispatcher(
            gate=work.gate,
            roster=work.roster,
            deciding=deciding,
            files=work.files,
            refusals=work.refusals,
        )
        self._executions.open(work.roster, dispatcher.answer)

    def _work_rooms(self, ledger: Ledger, settings: Settings, channels: Channels) -> Work:
        """The rooms that hold, decide and run, each with the collaborators that it names."""
        calls, jobs, clock = OpenCalls(), Jobs(), self._clock
        refusals = Refusals(ledger=ledger, clock=clock)
        roster = Roster(
            ledger=ledger,
            tools=self._tools,
            clock=clock,
            data_folder=self._folder.root,
            new_agent_id=lambda: AgentId(new_id("agent_")),
        )
        workflows = Workflows(
            ledger=ledger, roster=roster, clock=clock, boot=self._boot, new_id=self._new_ulid
        )
        effects = Effects(ledger=ledger, clock=clock, handoffs=Handoffs(ledger=ledger, workflows=workflows))
        runner = Runner(
            ledger=ledger, tools=self._tools, roster=roster, calls=calls, jobs=jobs, effects=effects
        )
        default_deadline_s = functools.partial(settings.integer, "approvals.deadline_s")
        gate = Gate(
            ledger=ledger,
            tools=self._tools,
            roster=roster,
            runner=runner,
            calls=calls,
            clock=clock,
            boot=self._boot,
            new_task_id=lambda: TaskId(new_id("task_")),
            limits=GateLimits(
                default_deadline_s=default_deadline_s,
                most_arguments_bytes=functools.partial(settings.integer, "limits.arguments_bytes"),
            ),
            refusals=refusals,
        )
        decisions = Decisions(
            ledger=ledger,
            tools=self._tools,
            roster=roster,
            runner=runner,
            calls=calls,
            boot=self._boot,
            default_deadline_s=default_deadline_s,
        )
        outcomes = Outcomes(ledger=ledger)
        pins = Pins(
            ledger=ledger,
            decisions=decisions,
            outcomes=outcomes,
            jobs=jobs,
            boot=self._boot,
            new_task_id=lambda: TaskId(new_id("task_")),
        )
        tokens = Tokens(ledger=ledger, clock=clock, new_id=new_id)
        return Work(
            gate=gate,
            decisions=decisions,
            roster=roster,
            conversations=Conversations(ledger=ledger, clock=clock, new_id=new_id),
            turns=Turns(ledger=ledger, decisions=decisions, clock=clock, boot=self._boot, new_id=new_id),
            tokens=tokens,
            policy=Policy(ledger=ledger, clock=clock),
            refusals=refusals,
            channels=channels,
            accounts=AccountRoom(self._accounts),
            guiding=Guiding(self._accounts, clock),
            outcomes=outcomes,
            sessions=Sessions(ledger=ledger, decisions=decisions),
            files=Files(ledger=ledger, roster=roster),
            workflows=workflows,
            checks=Checks(ledger=ledger, tools=self._tools, roster=roster, effects=effects),
            receipts=self._receipts,
            links=link_room(self._folder, ledger, roster, tokens, clock),
            grants=self._grants(ledger, roster, decisions),
            pins=pins,
            mcp=McpRoom(pins, self._mcp_servers, roster, self._tools),
            calls=calls,
            jobs=jobs,
        )

    def _grants(self, ledger: Ledger, roster: Roster, decisions: Decisions) -> GrantRoom:
        grants = Grants(
            ledger=ledger,
            tools=self._tools,
            roster=roster,
            decisions=decisions,
            clock=self._clock,
            new_id=new_id,
        )
        return GrantRoom(grants=grants, roster=roster, reader=ledger.reads, clock=self._clock)

    def _agents(self, work: Work, backends: Backends, bus: Bus, replies: Replies) -> Agents:
        loop = TurnLoop(
            caller=Caller(gate=work.gate, turns=work.turns, bus=bus, stop_grace_s=STOP_GRACE_S),
            conversations=work.conversations,
            turns=work.turns,
            roster=work.roster,
            tools=self._tools,
            backend=backends.get,
            replies=replies,
            integrations=self._mcp_servers.ready,
        )
        return Agents(
            loop=loop,
            conversations=work.conversations,
            turns=work.turns,
            roster=work.roster,
            jobs=Jobs(),
        )

    def _triggers(self, ledger: Ledger, settings: Settings, work: Work, agents: Agents) -> Triggers:
        chain_limit = functools.partial(settings.integer, "triggers.agent_chain")
        return trigger_room(
            ledger=ledger,
            roster=work.roster,
            starter=self._executions,
            teller=Notices(agents=agents, chain_limit=chain_limit),
            clock=self._clock,
            boot=self._boot,
        )

    def _watchers(self, ledger: Ledger, calls: OpenCalls, bus: Bus) -> Jobs:
        watchers = Jobs()
        deadlines = Deadlines(ledger=ledger, calls=calls, clock=self._clock)
        bus.subscribe(deadlines.hear)
        watchers.start(deadlines.run(), "deadlines")
        return watchers

    def _close(self, engine: Engine, rooms: Stoppable, ledger: Ledger) -> None:
        with self._closing:
            if self._closed:
                return
            self._closed = True
        try:
            engine.run(self._wind_down(engine, rooms))
            mark_clean(ledger, self._boot, self._witness, self._folder)
        finally:
            self._stop_thread()

    @staticmethod
    async def _wind_down(engine: Engine, rooms: Stoppable) -> None:
        drain_s = engine.settings.integer("stop.drain_s")
        await engine.stop_taking()
        await rooms.triggers.close(drain_s)
        await rooms.agents.close(drain_s)
        await rooms.decisions.withdraw_blocking()  # an orderly stop withdraws; only a crash orphans
        await rooms.jobs.drain(drain_s)
        await rooms.executions.close()
        await rooms.watchers.cancel()
        await rooms.probes.cancel()
        await rooms.generations.close()
        await rooms.backends.close()
        await rooms.mcp_servers.close()

    def _stop_thread(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        with contextlib.suppress(Exception):
            self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._exit.close()
