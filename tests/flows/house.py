"""A whole engine on a real data folder, and short ways to ask it things."""

import asyncio
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import placet.app
from placet.api import Action, Authority, Engine, Event, Principal, Via
from placet.api.commands import (
    CancelTask,
    ChangeAgent,
    Command,
    DeclareAgent,
    RequestToolCall,
    ResolveTask,
    SendMessage,
    StopAgent,
)
from placet.api.handlers import Ticket
from placet.api.queries import GetAgent, GetTask, ListEvents, ListTasks
from placet.api.views import AgentRow, CallAnswer, Resolution, TaskRow
from tests.fakes.model_server import MODEL, ModelServer

WINDOW = placet.app.owner_authority(Via.WINDOW)
OVER_HTTP = Authority(principal=Principal.OWNER, via=Via.HTTP)
PATIENCE_S = 60.0
"""How long a test waits for something that must happen; a limit against hanging, never a measurement."""


@dataclass
class House:
    """One engine and its folders. `restart` is an orderly stop and a new start on the same data."""

    base: Path
    tools: tuple[Any, ...] = ()
    clock: Any = None
    model: ModelServer | None = None
    settings: str = ""
    builtins: bool = True
    engine: Engine = field(init=False)
    _facts: list[Event] = field(default_factory=list)
    _heard: threading.Condition = field(default_factory=threading.Condition)

    def __enter__(self) -> "House":
        self.data.mkdir(parents=True, exist_ok=True)
        self.data.chmod(0o700)
        backend = (
            f'[[backends]]\nid = "here"\nbase_url = "{self.model.base_url}"\nmodels = ["{MODEL}"]\n'
            if self.model
            else ""
        )
        # No test may write into the keyring of whoever runs it.
        mine = "" if "secrets.keyring" in self.settings else "secrets.keyring = false\n"
        (self.data / "settings.toml").write_text(mine + self.settings + backend)
        self.open()
        return self

    def __exit__(self, *_: object) -> None:
        self.engine.close()

    @property
    def data(self) -> Path:
        return self.base / "data"

    def folder(self, agent: str = "clerk") -> Path:
        return self.base / "agents" / agent

    def open(self) -> None:
        given = None if self.builtins else ()
        self.engine = placet.app.open(self.data, tools=given, more_tools=self.tools, clock=self.clock)
        self._facts = list(self.engine.query(ListEvents(after=0, limit=100_000)))
        self.engine.subscribe(self._hear)

    def restart(self) -> None:
        self.engine.close()
        self.open()

    def _hear(self, events: tuple[Event, ...]) -> None:
        with self._heard:
            known = {it.seq for it in self._facts[-1000:]}
            self._facts += [it for it in events if it.seq not in known]
            self._heard.notify_all()

    def events(self, *types: str, task_id: str | None = None) -> list[Event]:
        found = self.engine.query(ListEvents(after=0, limit=100_000, types=types))
        return [it for it in found if task_id in {None, it.task_id}]

    def wait_for(self, what: Callable[[], Any]) -> Any:
        """Wait until something holds, asking again after each commit; the answer is what it said."""
        with self._heard:
            done = self._heard.wait_for(what, PATIENCE_S)
        assert done, "it never came to be"
        return done

    def wait_for_event(self, kind: str, count: int = 1, **payload: Any) -> Event:
        def matching() -> list[Event]:
            found = [it for it in self.events(kind) if payload.items() <= it.payload.items()]
            return found if len(found) >= count else []

        found: list[Event] = self.wait_for(matching)
        return found[count - 1]

    def submit(self, command: Command, by: Authority = WINDOW) -> Any:
        return self.engine.run(self.engine.submit(command, by))

    def declare(self, name: str = "clerk", tools: Iterable[Mapping[str, Any]] = (), **more: Any) -> AgentRow:
        declared = {"name": name, "folder": str(self.folder(name)), "tools": list(tools), **more}
        if self.model is not None:
            declared.setdefault("model", {"backend": "here", "name": MODEL})
        row: AgentRow = self.submit(DeclareAgent(declaration=declared))
        return row

    def change(self, agent: str = "clerk", **changes: Any) -> AgentRow:
        row: AgentRow = self.submit(ChangeAgent(agent=agent, changes=changes))
        return row

    def agent(self, name: str = "clerk") -> AgentRow:
        row: AgentRow = self.engine.query(GetAgent(agent=name))
        return row

    def voice(self, agent: str = "clerk") -> Authority:
        """The agent's own authority, as its token has it."""
        row = self.agent(agent)
        return Authority(principal=Principal.AGENT_LOOP, via=Via.HTTP, agent_id=row.id)  # type: ignore[arg-type]

    def call(self, tool: str, args: Mapping[str, Any], agent: str = "clerk", **more: Any) -> Ticket:
        ticket: Ticket = self.submit(
            RequestToolCall(agent=agent, tool=tool, args=args, **more), self.voice(agent)
        )
        return ticket

    def end_of(self, ticket: Ticket) -> CallAnswer:
        async def wait() -> CallAnswer:
            async with asyncio.timeout(PATIENCE_S):
                return await asyncio.shield(ticket.done)

        return self.engine.run(wait())

    def say(self, text: str = "Do it.", agent: str = "clerk") -> Any:
        return self.submit(SendMessage(agent=agent, text=text))

    def stop(self, agent: str = "clerk") -> AgentRow:
        row: AgentRow = self.submit(StopAgent(agent=agent))
        return row

    def task(self, task_id: str | None) -> TaskRow:
        assert task_id is not None
        row: TaskRow = self.engine.query(GetTask(task_id=task_id))
        return row

    def tasks(self, **filters: Any) -> tuple[TaskRow, ...]:
        rows: tuple[TaskRow, ...] = self.engine.query(ListTasks(**filters))
        return rows

    def waiting(self, count: int = 1) -> tuple[TaskRow, ...]:
        """The held tasks, once there are this many; oldest first."""
        found = self.wait_for(
            lambda: held if len(held := self.tasks(statuses=("pending_approval",))) >= count else None
        )
        return tuple(reversed(found))

    def resolve(self, task_id: str | None, action: Action, by: Authority = WINDOW, **more: Any) -> Resolution:
        if by.via is Via.WINDOW and action is Action.APPROVE:
            more.setdefault("shown_digest", self.task(task_id).digest)
        answer: Resolution = self.submit(ResolveTask(task_id=str(task_id), action=action, **more), by)
        return answer

    def approve(self, task_id: str | None, by: Authority = WINDOW, **more: Any) -> Resolution:
        return self.resolve(task_id, Action.APPROVE, by, **more)

    def deny(
        self, task_id: str | None, reason: str | None = None, by: Authority = WINDOW, **more: Any
    ) -> Resolution:
        return self.resolve(task_id, Action.DENY, by, reason=reason, **more)

    def cancel(self, task_id: str | None, by: Authority = WINDOW) -> TaskRow:
        row: TaskRow = self.submit(CancelTask(task_id=str(task_id)), by)
        return row

    def ended(self, task_id: str | None) -> TaskRow:
        """The task, once it has ended."""
        row: TaskRow = self.wait_for(lambda: row if (row := self.task(task_id)).phase == "ended" else None)
        return row


def quietly_close(house: House) -> None:
    with suppress(Exception):
        house.engine.close()


RESTRICTED_WRITE = {"name": "fs_write", "restricted": True}
FREE_WRITE = {"name": "fs_write", "restricted": False}
