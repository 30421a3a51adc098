"""The one place that knows every room of an engine: makes them, and hands each to those that need it.

A room is made when the first that needs it names it; `open` then joins them, in the one order that matters.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from placet.agents.agents import Agents
from placet.agents.caller import Caller
from placet.agents.notices import Notices
from placet.agents.post import Post
from placet.agents.replies import Replies
from placet.agents.turns import TurnLoop
from placet.api import Engine
from placet.api.generation_rooms import GenerationReadings
from placet.api.guides import GuideReadings
from placet.api.handlers import Handlers
from placet.api.readings import Readings
from placet.api.trigger_rows import TriggerReadings
from placet.api.workflow_chain import ChainReadings
from placet.app.accounts import account_limits, open_accounts
from placet.app.first_steps import first_steps_room
from placet.app.goals import GoalRooms, goal_rooms, parts_of
from placet.app.identity import keyring_of, new_id
from placet.app.receipts import activity_readings, look_over, receipt_commands, statistics_readings
from placet.app.rooms import command_rooms
from placet.app.witnessing import keep_witness
from placet.app.work import Ground, Work
from placet.backends.catalogue import Backends
from placet.ledger.query_room import QueryRoom
from placet.ledger.witness import Witness
from placet.rules.ports import Tool
from placet.sandbox.children import Sandbox
from placet.sandbox.program import find_deno
from placet.tools.fetch.own_ports import OwnPorts
from placet.tools.outbox import Outbox, send_limits
from placet.tools.registry import Around, Registry, builtin
from placet.tools.shell.jail import Jail
from placet.work.accounts import Accounts
from placet.work.bus import Bus, Texts
from placet.work.channels import Channels
from placet.work.code_deciding import CodeDeciding
from placet.work.config import Config
from placet.work.deadlines import Deadlines
from placet.work.decisions import Decisions
from placet.work.dispatcher import Dispatcher
from placet.work.ends import Ends
from placet.work.executions import Executions
from placet.work.generations import EVENTS_KEPT_S, Generations
from placet.work.jobs import Jobs
from placet.work.leaves import Leaves
from placet.work.mcp_servers import McpServers
from placet.work.presences import Presences
from placet.work.run_log import RunLog
from placet.work.strongbox import Strongbox
from placet.work.trigger_room import trigger_room
from placet.work.triggers import Triggers

STOP_GRACE_S = 1.0
"""How long a tool at work may take to end after its turn was stopped, before its outcome is told as unknown."""


@dataclass(frozen=True, kw_only=True)
class Stoppable:
    """What is stopped again, in its order."""

    agents: Agents
    triggers: Triggers
    decisions: Decisions
    executions: Executions
    jobs: Jobs
    watchers: Jobs
    probes: Jobs
    backends: Backends
    generations: Generations
    mcp_servers: McpServers

    async def wind_down(self, engine: Engine) -> None:
        """Take no more, let what runs come to an end for a while, and close the rest."""
        drain_s = engine.settings.integer("stop.drain_s")
        await engine.stop_taking()
        await self.triggers.close(drain_s)
        await self.agents.close(drain_s)
        await self.decisions.withdraw_blocking()  # an orderly stop withdraws; only a crash orphans
        await self.jobs.drain(drain_s)
        await self.executions.close()
        await self.watchers.cancel()
        await self.probes.cancel()
        await self.generations.close()
        await self.backends.close()
        await self.mcp_servers.close()


class Assembly:
    """All rooms of one engine. Used on the engine's loop only."""

    def __init__(
        self,
        ground: Ground,
        bus: Bus,
        witness: Witness,
        given_tools: tuple[Tool, ...] | None,
        more_tools: tuple[Tool, ...],
    ) -> None:
        self._ground = ground
        self._bus = bus
        self._witness = witness
        self._given_tools = given_tools
        self._more_tools = more_tools
        self._texts = Texts()
        self._jail = Jail(ground.folder.root)
        self._mcp_servers = McpServers()
        self._probes = Jobs()
        self._watchers = Jobs()
        self._config = Config(ground.ledger)
        self._keyring = functools.partial(keyring_of, ground.settings)

    async def open(self) -> None:
        """Join the rooms and have them work from now on."""
        if self._backends.wants_keyring():
            # Beside the start, which may not wait for somebody to unlock a keyring.
            self._probes.start(asyncio.to_thread(self._backends.fetch_keys), "keys of backends")
        await self._prove_jail()
        self._open_code()
        self._bus.subscribe(self._executions.hear)
        await self._open_servers()
        self._post.open(self._agents, self._work.roster)
        self._config.open(self._work.roster)
        self._watch()
        self._generations.start(self._bus)

    def engine(self, loop: asyncio.AbstractEventLoop, close: Callable[[Engine], None]) -> Engine:
        """The front door to all of it."""
        return Engine(
            loop=loop,
            handlers=self._handlers,
            readings=self._readings,
            bus=self._bus,
            texts=self._texts,
            tokens=self._work.tokens,
            settings=self._ground.settings,
            own_ports=self._own_ports,
            wakes=self._generations.wakes,
            close=close,
        )

    def stoppable(self) -> Stoppable:
        """What has to be stopped, once all of it works."""
        return Stoppable(
            agents=self._agents,
            triggers=self._triggers,
            decisions=self._work.decisions,
            executions=self._executions,
            jobs=self._work.jobs,
            watchers=self._watchers,
            backends=self._backends,
            generations=self._generations,
            probes=self._probes,
            mcp_servers=self._mcp_servers,
        )

    async def _prove_jail(self) -> None:
        """Try the jail at the start, off the loop since it starts a process (DECISIONS T24).

        It is waited for only where it decides what the owner is told: whether commands would run without one.
        """
        proving = self._probes.start(asyncio.to_thread(self._jail.why_not), "jail probe")
        if self._ground.settings.boolean("shell.unconfined"):
            await asyncio.wait([proving])

    def _open_code(self) -> None:
        """Let code run: it asks through the gate, and decides, like everybody else."""
        work = self._work
        deciding = CodeDeciding(
            ledger=self._ground.ledger,
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

    async def _open_servers(self) -> None:
        pins = self._work.pins
        self._bus.subscribe(pins.hear)
        await pins.catch_up()
        self._mcp_servers.open(self._work.roster, pins)

    def _watch(self) -> None:
        """Start what looks on by itself: triggers, deadlines, leave, workflows, the witness, the chain."""
        ledger, bus, watchers = self._ground.ledger, self._bus, self._watchers
        bus.subscribe(
            self._triggers.hear
        )  # before whoever tells a person: an approver hears of a task later (T6)
        deadlines = Deadlines(ledger=ledger, calls=self._work.calls, clock=self._ground.clock)
        bus.subscribe(deadlines.hear)
        watchers.start(deadlines.run(), "deadlines")
        leaves = Leaves(ledger=ledger, clock=self._ground.clock)
        bus.subscribe(leaves.hear)
        watchers.start(leaves.run(), "leaves")
        ends = Ends(ledger=ledger, clock=self._ground.clock)
        bus.subscribe(ends.hear)
        watchers.start(ends.run(), "ends of grants and tokens")
        watchers.start(self._triggers.run(), "triggers")
        watchers.start(self._work.tokens.uses.run(), "uses of tokens")
        self._goals.start(bus, watchers)
        keep_witness(self._witness, self._ground.folder, self._keyring, ledger, bus, watchers)
        watchers.start(look_over(ledger), "chain")
        watchers.start(Presences(ledger=ledger, sessions=self._work.sessions).run(), "presences")

    @cached_property
    def _backends(self) -> Backends:
        ground = self._ground
        return Backends(ground.settings.backends, models_folder=ground.folder.models, keyring=self._keyring)

    @cached_property
    def _own_ports(self) -> OwnPorts:
        """No tool reaches a model on this machine, the one in a child of ours included (DECISIONS T25)."""
        ports = OwnPorts()
        ports.watch(self._backends.ports)
        ports.watch_addresses(self._backends.addresses)
        return ports

    @cached_property
    def _generations(self) -> Generations:
        ground = self._ground
        return Generations(
            ledger=ground.ledger,
            catalogue=self._backends,
            clock=ground.clock,
            boot=ground.boot,
            new_id=ground.new_ulid,
            limit=ground.settings.integer,
        )

    @cached_property
    def _outbox(self) -> Outbox:
        return Outbox(functools.partial(send_limits, self._ground.settings))

    @cached_property
    def _box(self) -> Strongbox:
        return Strongbox(self._ground.folder.secrets, self._keyring)

    @cached_property
    def _channels(self) -> Channels:
        return Channels(box=self._box, ledger=self._ground.ledger, new_id=new_id, outbox=self._outbox)

    @cached_property
    def _accounts(self) -> Accounts:
        ground = self._ground
        return open_accounts(ground.settings, ground.ledger, ground.clock, self._box)

    @cached_property
    def _sandbox(self) -> Sandbox:
        return Sandbox(find_deno())

    @cached_property
    def _executions(self) -> Executions:
        ground = self._ground
        log = RunLog(ledger=ground.ledger, clock=ground.clock, boot=ground.boot)
        return Executions(ledger=ground.ledger, sandbox=self._sandbox, log=log, jobs=self._probes)

    @cached_property
    def _post(self) -> Post:
        return Post(chain_limit=functools.partial(self._ground.settings.integer, "messages.agent_chain"))

    @cached_property
    def _tools(self) -> Registry:
        tools = builtin(self._around).tools() if self._given_tools is None else self._given_tools
        registry = Registry([*tools, *self._more_tools], self._mcp_servers)
        for tool in (*(self._given_tools or ()), *self._more_tools):
            registry.schema_of(tool.name)  # a stranger's schema is refused now, not at the first call
        return registry

    @property
    def _around(self) -> Around:
        settings = self._ground.settings
        return Around(
            settings=settings,
            jail=self._jail,
            own_ports=self._own_ports,
            room=QueryRoom(self._ground.folder.ledger),
            post=self._post,
            book=self._channels,
            outbox=self._outbox,
            desk=self._config,
            code=self._executions,
            accounts=self._accounts,
            account_limits=account_limits(settings),
        )

    @cached_property
    def _work(self) -> Work:
        return Work(self._ground, self._tools, self._accounts, self._mcp_servers)

    @cached_property
    def _agents(self) -> Agents:
        work = self._work
        return Agents(
            loop=self._turn_loop,
            conversations=work.conversations,
            turns=work.turns,
            roster=work.roster,
            jobs=Jobs(),
        )

    @property
    def _turn_loop(self) -> TurnLoop:
        work = self._work
        return TurnLoop(
            caller=Caller(gate=work.gate, turns=work.turns, bus=self._bus, stop_grace_s=STOP_GRACE_S),
            conversations=work.conversations,
            turns=work.turns,
            roster=work.roster,
            tools=self._tools,
            backend=self._backends.get,
            replies=Replies(self._generations.generator, self._texts.tell),
            integrations=self._mcp_servers.ready,
        )

    @cached_property
    def _triggers(self) -> Triggers:
        ground = self._ground
        chain_limit = functools.partial(ground.settings.integer, "triggers.agent_chain")
        return trigger_room(
            ledger=ground.ledger,
            roster=self._work.roster,
            starter=self._executions,
            teller=Notices(agents=self._agents, chain_limit=chain_limit),
            clock=ground.clock,
            boot=ground.boot,
        )

    @cached_property
    def _goals(self) -> GoalRooms:
        parts = parts_of(self._ground.settings, self._jail, self._sandbox)
        return goal_rooms(self._ground, self._work, self._agents, self._backends, parts)

    @cached_property
    def _handlers(self) -> Handlers:
        ground = self._ground
        rooms = command_rooms(
            self._work,
            agents=self._agents,
            channels=self._channels,
            executions=self._executions,
            first_steps=first_steps_room(ground, self._work, self._backends),
            generations=self._generations,
            goals=self._goals,
            receipts=receipt_commands(ground.ledger, ground.clock, self._box),
            settings=ground.settings,
            triggers=self._triggers,
        )
        return Handlers(rooms, self._readings)

    @cached_property
    def _readings(self) -> Readings:
        work, reads = self._work, self._ground.ledger.reads
        return Readings(
            reader=reads,
            roster=work.roster,
            tools=self._tools,
            settings=self._ground.settings,
            backend_ids=self._backends.ids,
            channels=self._channels.all,
            files=work.files,
            clock=self._ground.clock,
            parts=(
                work.grants,
                work.accounts,
                work.links,
                work.mcp,
                TriggerReadings(deliveries=reads.deliveries, roster=work.roster, clock=self._ground.clock),
                self._generation_readings,
                self._goals.readings,
                activity_readings(self._ground.ledger),
                statistics_readings(self._ground.ledger, self._ground.clock, self._ground.folder),
                ChainReadings(reads.workflows, reads.workflow_calls),
                GuideReadings(work.guiding, work.roster),
            ),
        )

    @property
    def _generation_readings(self) -> GenerationReadings:
        find = self._work.roster.find
        return GenerationReadings(
            reader=self._ground.ledger.reads.generations,
            clock=self._ground.clock,
            events_kept_s=functools.partial(self._ground.settings.integer, EVENTS_KEPT_S),
            agent_id=lambda agent: None if agent is None else find(agent).id,
        )
