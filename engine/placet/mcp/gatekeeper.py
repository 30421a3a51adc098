"""Stands between a client and its servers: offers their tools, asks the console about each call, and runs what may run.

The order, for each call: the tool is one that the owner's pin describes; the console says yes; what is sent has exactly the
digest that the yes is about; only then does the server hear of it. Every way out but that one runs nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from placet.hook.asking import Call, No, Yes
from placet.hook.door import Gone, Trouble
from placet.mcp import catalogue, eras, wire
from placet.mcp.catalogue import CHANGED, PINNED, Offered
from placet.mcp.console import Console
from placet.mcp.eras import Era
from placet.mcp.front import PASSED_ON, Asked, Greeting, Peer
from placet.mcp.holds import Hold, Stage, failed_text, with_edit
from placet.mcp.passing import CLOSED, Passing
from placet.mcp.server import Server, ServerGone
from placet.mcp.wire import WireError
from placet.rules import strict_json
from placet.rules.arguments import explain_edit
from placet.rules.digest import args_digest

_MOST_KEPT: Final = 1_000
"""How many calls that have ended are remembered, for a client that asks late."""
_FAREWELL_S: Final = 3.0
_LULL_S: Final = 0.005
_MOST_LULLS: Final = 40
"""How long, and how often, the record of a call waits for a moment in which no other is asked for."""
_MOST_TELLING: Final = 4
"""So many records are written down at once: more of them would be in the way of the next call."""
_UNKNOWN: Final = "whether it did anything is unknown"

TellClient = Callable[[str, Mapping[str, Any]], Awaitable[None]]


@dataclass(kw_only=True)
class _Held:
    """A call with what drives it: `stop` ends its wait, `job` is what forwards it."""

    hold: Hold
    asked: Asked
    offered: Offered
    known: asyncio.Event
    stop: threading.Event
    job: asyncio.Task[None] | None = None
    digest: str | None = None


class Gatekeeper:
    """The part behind the front (`front.Behind`). Lives on one loop.

    `ask_client` and `tell_client` reach the client for what servers ask of it and tell it.
    """

    def __init__(
        self,
        servers: Sequence[Server],
        console: Console,
        *,
        tell_client: TellClient,
    ) -> None:
        self._servers = tuple(servers)
        self._console = console
        self._tell_client = tell_client
        self._session = secrets.token_hex(8)
        self._count = 0
        self._starting = asyncio.Lock()
        self._started = False
        self._offered: dict[str, Offered] = {}
        self._held: dict[str, _Held] = {}
        self._jobs: set[asyncio.Task[Any]] = set()
        self._carrying: set[asyncio.Task[Any]] = set()
        self._passed: set[asyncio.Task[Any]] = set()
        self._closing = asyncio.Event()
        self._passing = Passing(console, self._session)
        self._lulling: asyncio.Task[None] | None = None
        self._telling = asyncio.Semaphore(_MOST_TELLING)

    async def greet(self, peer: Peer) -> Greeting:
        """Start the servers, once, and say what the client is told."""
        async with self._starting:
            if not self._started:
                await self._start(peer)
        alone = self._servers[0] if len(self._servers) == 1 else None
        told: dict[str, Any] = {"tools": {"listChanged": True}}
        if alone is not None:
            passed = ("prompts", "resources", "completions", "logging")
            told |= {name: alone.capabilities[name] for name in passed if name in alone.capabilities}
        info = {**eras.PLACET, "title": "Placet, in front of " + ", ".join(it.name for it in self._servers)}
        return Greeting(info=info, capabilities=told, instructions=alone.instructions if alone else None)

    async def _start(self, peer: Peer) -> None:
        said = catalogue.capabilities_for_servers(peer.capabilities)
        starts = [server.start(said, first=peer.era) for server in self._servers]
        answers = await asyncio.gather(*starts, return_exceptions=True)
        problems = [it for it in answers if isinstance(it, BaseException)]
        for problem in problems:
            if not isinstance(problem, ServerGone):
                raise problem
        if len(problems) == len(self._servers):
            raise WireError(wire.INTERNAL_ERROR, " ".join(str(it) for it in problems))
        self._started = True
        await self._look()

    async def _look(self) -> None:
        """Ask the servers what they offer, and the console what of it is pinned."""
        found: dict[str, Offered] = {}
        for server in self._servers:
            try:
                listed = await server.tools() if server.why_gone is None else []
            except (WireError, ServerGone):
                continue  # what can't be listed isn't offered
            for offered in catalogue.offered(server, listed, alone=len(self._servers) == 1):
                found.setdefault(offered.name, offered)
        self._offered = found
        await self._pin(*self._servers)

    async def _pin(self, *servers: Server) -> None:
        """Hold whole lists against the pins: a part of one would be another question."""
        for server in servers:
            mine = [it for it in self._offered.values() if it.server is server]
            told = [{"name": it.known_as, "definition": dict(it.definition)} for it in mine]
            try:
                states = await self._console.see_tools(server.name, server.command, told) if told else {}
            except Trouble as trouble:
                for it in mine:
                    it.state, it.why = "", trouble.message
                continue
            for it in mine:
                it.state = states.get(it.known_as, CHANGED)
                it.why = catalogue.WHY_CHANGED

    async def tools(self) -> list[dict[str, Any]]:
        """The tools under the names that calls use; one that isn't pinned without a word of its server's."""
        await self._pin(*{it.server for it in self._offered.values() if it.state != PINNED})
        return [it.shown() for it in self._offered.values()]

    async def call(self, asked: Asked) -> Hold:
        """Ask about a call. Comes back once the console knows of it, or has answered."""
        offered = self._offered.get(asked.tool)
        if offered is None:
            raise WireError(wire.INVALID_PARAMS, "There is no such tool here.")
        if offered.state != PINNED:
            await self._pin(offered.server)
        hold = Hold(id="", tool=asked.tool, done=asyncio.get_running_loop().create_future())
        if offered.state != PINNED:
            hold.finish(failed_text(f"{offered.why} Nothing was run."))
            return hold
        held = _Held(hold=hold, asked=asked, offered=offered, known=asyncio.Event(), stop=threading.Event())
        held.job = self._do(self._carry(held), f"call of {asked.tool}")
        self._carrying.add(held.job)
        held.job.add_done_callback(self._carrying.discard)
        await held.known.wait()
        return hold

    async def _carry(self, held: _Held) -> None:
        """Ask, and run what may run. Whatever happens, the hold gets an end."""
        try:
            verdict = await self._ask(held)
            if held.stop.is_set():
                return  # a yes that was on its way when the call was taken back: by now it says that nothing was run
            if isinstance(verdict, No):
                held.hold.cancelled = verdict.code in {"cancelled", "deadline"}
                held.hold.finish(failed_text(catalogue.no_words(verdict)))
            elif self._closing.is_set():
                await self._end(
                    held, failed_text(CLOSED), run=False
                )  # nobody is left to whom it would matter
            else:
                await self._run(held, verdict)
        except (Gone, asyncio.CancelledError):
            held.hold.cancelled = True
            held.hold.finish(failed_text("The call was taken back."))
        except Exception as broke:  # a mistake of ours: nobody may wait for ever, and nothing more is run
            held.hold.fail(WireError(wire.INTERNAL_ERROR, f"The gateway broke ({type(broke).__name__})."))
            raise
        finally:
            held.known.set()

    async def _ask(self, held: _Held) -> Yes | No:
        loop = asyncio.get_running_loop()
        answers: list[Mapping[str, Any]] = []

        def heard(answer: Mapping[str, Any]) -> None:
            answers.append(answer)
            if (
                "task" not in answer
            ):  # it waits; the last answer comes with the verdict, and needs no wake-up of its own
                loop.call_soon_threadsafe(self._learn, held, answer)

        self._count += 1
        call = Call(
            held.offered.known_as,
            catalogue.bound(held.asked),
            key=f"mcp:{self._session}:{self._count}",
            source=catalogue.source(held.offered, self._session),
        )
        try:
            return await self._console.ask(call, heard, held.stop)
        finally:
            for answer in answers[-1:]:
                self._learn(held, answer)

    def _learn(self, held: _Held, answer: Mapping[str, Any]) -> None:
        task = answer.get("task")
        row = task if isinstance(task, Mapping) else {}
        task_id = row.get("id", answer.get("task_id"))
        if not isinstance(task_id, str):
            return
        if row:
            held.digest = row.get("approved_digest") or row.get("digest")
        if not held.hold.id:
            held.hold.id = task_id
            self._keep(held)
        held.known.set()

    def _keep(self, held: _Held) -> None:
        self._held[held.hold.id] = held
        if len(self._held) <= _MOST_KEPT:
            return
        ended = [task_id for task_id, it in self._held.items() if it.hold.done.done()]
        for task_id in ended[: max(0, len(self._held) - _MOST_KEPT)]:
            del self._held[task_id]

    async def _run(self, held: _Held, yes: Yes) -> None:
        asked, server = held.asked, held.offered.server
        bound = catalogue.bound(asked) if yes.edited is None else yes.edited
        sent = _sent(asked, yes)
        if sent is None or args_digest(held.offered.known_as, bound) != held.digest:
            await self._end(
                held, failed_text("What was allowed isn't what was asked for. Nothing was run."), run=False
            )
            return
        if not self._is_as_it_was(held):
            said = "Its server has changed this tool since the owner was asked. Nothing was run; ask again."
            await self._end(held, failed_text(said), run=False)
            return
        held.hold.enter(Stage.RUNNING)
        try:
            result = await server.call(held.offered.own_name, sent, catalogue.more(asked))
        except WireError as refused:
            await self._failed(held, refused)
        except ServerGone as gone:
            run = f"{gone.message} " + (
                f"The call was sent; {_UNKNOWN}." if gone.sent else "Nothing was run."
            )
            await self._end(held, failed_text(run), run=gone.sent)
        except asyncio.CancelledError:
            held.hold.cancelled = True
            await asyncio.shield(
                self._end(held, failed_text(f"Taken back while it ran; {_UNKNOWN}."), run=True)
            )
            raise
        else:
            await self._end(held, _told_edit(result, asked.arguments, yes.edited), run=True)

    def _is_as_it_was(self, held: _Held) -> bool:
        """Whether the tool is the one that the owner was asked about: a call may wait for hours, and lists change."""
        now, then = self._offered.get(held.asked.tool), held.offered
        return now is not None and now.server is then.server and now.definition == then.definition

    async def _failed(self, held: _Held, refused: WireError) -> None:
        held.hold.fail(refused)
        await self._report(held, {"ok": False, "error": f"The server refused: {refused.message[:2000]}"})

    async def _end(self, held: _Held, result: Mapping[str, Any], *, run: bool) -> None:
        """Answer first, then write down: the client doesn't wait for the record, and the record can't undo the run."""
        held.hold.finish(result)
        body: dict[str, Any] = {"ok": result.get("isError") is not True}
        if not body["ok"]:
            body["error"] = _first_text(result) or "The server says that it failed."
        if run:
            body["result"] = catalogue.kept(result)
        await self._report(held, body)

    async def _report(self, held: _Held, body: Mapping[str, Any]) -> None:
        await self._lull()
        # Where it can't, the row stays `running`, and the end of the session says that nobody told.
        async with self._telling:
            with contextlib.suppress(Trouble):
                await self._console.report(held.hold.id, body)

    async def _lull(self) -> None:
        """Let a client that calls again at once be served first: what is written down keeps nobody waiting.

        All that is to be written down waits for the same moment: a wait for each would take more time than the calls.
        """
        if self._lulling is None or self._lulling.done():
            self._lulling = self._do(self._lulled(), "waits for a lull")
        await asyncio.shield(self._lulling)

    async def _lulled(self) -> None:
        for _ in range(_MOST_LULLS):
            before = self._count
            await asyncio.sleep(_LULL_S)
            if self._closing.is_set() or before == self._count:
                return

    async def find(self, task_id: str) -> Hold | None:
        """A call of this client's; one that an earlier gateway took in is looked up in the ledger."""
        held = self._held.get(task_id)
        if held is not None:
            return held.hold
        try:
            row = await self._console.task(task_id)
        except Trouble:
            return None
        return catalogue.hold_of(row)

    async def cancel(self, hold: Hold) -> None:
        """Take a call back: a waiting one for good, a running one as far as the server lets itself be stopped."""
        held = self._held.get(hold.id)
        if held is None or hold.done.done():
            return
        if hold.stage is Stage.WAITING:
            held.stop.set()
            hold.cancelled = True
            hold.finish(failed_text("The call was taken back."))
            self._do(self._console.give_up(hold.id), "takes a call back")
        elif held.job is not None:
            held.job.cancel()

    def listed(self) -> list[Hold]:
        """The calls of this client's, oldest first."""
        return [held.hold for held in self._held.values()]

    async def pass_on(self, method: str, params: Mapping[str, Any]) -> Mapping[str, Any]:
        """Ask the one server behind what isn't a call."""
        if len(self._servers) != 1 or not method.startswith(PASSED_ON):
            raise WireError(wire.METHOD_NOT_FOUND, "Method not found", data=method)
        job = asyncio.current_task()
        if job is None:
            raise RuntimeError("a request is passed on by a task")
        self._passed.add(job)
        try:
            return await self._passing.pass_on(self._servers[0], method, params)
        finally:
            self._passed.discard(job)

    async def hear(self, method: str, params: Mapping[str, Any]) -> None:
        """Hand on what a client tells of its folders; the rest is between it and us."""
        if method == "notifications/roots/list_changed":
            for server in self._servers:
                await server.notify(method, params)

    def heard(self, method: str, params: Mapping[str, Any]) -> None:
        """Take in what a server tells."""
        if method == "notifications/tools/list_changed":
            self._do(self._look_again(), "looks at tools")
        elif method not in {"notifications/cancelled", "notifications/elicitation/complete"}:
            self._do(self._tell_client(method, params), "hands a word on")

    async def _look_again(self) -> None:
        await self._look()
        await self._tell_client("notifications/tools/list_changed", {})

    def _do(self, job: Any, name: str) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(job, name=name)
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)
        return task

    async def close(self) -> None:
        """Take back what waits, end what runs, write down what has ended, and end the servers."""
        self._closing.set()
        running = [
            it.job for it in self._held.values() if it.job is not None and it.hold.stage is Stage.RUNNING
        ]
        for job in (*running, *self._passed):
            job.cancel()
        # Each says of its call that nobody knows how it ended; those that have ended, how they did.
        # What waits is taken back, and a yes that comes now is told as not run: for that the console is needed still.
        self._console.stop_waiting()
        if left := self._carrying | self._passed:
            await asyncio.wait(left, timeout=_FAREWELL_S)
        await self._console.close()
        await asyncio.gather(*(server.close() for server in self._servers))
        for job in tuple(self._jobs):
            job.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)


def _sent(asked: Asked, yes: Yes) -> str | None:
    """The text of the arguments that goes to the server: as it came, or as the owner wrote it."""
    if yes.edited is None:
        return asked.raw
    edited = catalogue.unbound(asked, yes.edited)
    return None if edited is None else strict_json.dump(edited)


def _told_edit(result: Mapping[str, Any], before: Any, after: Any) -> Mapping[str, Any]:
    return with_edit(result, None if after is None else explain_edit(before, after))


def _first_text(result: Mapping[str, Any]) -> str | None:
    content = result.get("content")
    for block in content if isinstance(content, list) else []:
        if isinstance(block, Mapping) and isinstance(block.get("text"), str) and block["text"]:
            return str(block["text"])[:2000]
    return None


__all__ = ["Era", "Gatekeeper"]
