"""Code of agents in tests: put it there, authorize it, run it, each in one line."""

import hashlib
from collections.abc import Mapping
from typing import Any

from placet.api.commands import AuthorizeFile
from placet.api.handlers import Ticket
from placet.api.queries import ListRuns
from placet.api.views import CallAnswer, RunRow
from tests.flows.house import House

CODE_TOOLS: tuple[Mapping[str, Any], ...] = ({"name": "sys_lambda"}, {"name": "sys_code"})
TRY = "async function attempt(call) { try { return await call(); } catch (error) { return [error.code, error.message]; } }\n"
"""A function of the code's own that turns what is thrown into `[code, message]`."""


def sha256_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def place(house: House, path: str, body: str, *, authorized: bool = False, agent: str = "clerk") -> str:
    """Put a file there whose `main(args)` has this body, as an editor would; its digest."""
    text = f"{TRY}export async function main(args) {{ {body} }}\n"
    return put(house, path, text, authorized=authorized, agent=agent)


def put(house: House, path: str, text: str, *, authorized: bool = False, agent: str = "clerk") -> str:
    """Put a file there as an editor would; its digest."""
    target = house.folder(agent) / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text)
    if authorized:
        authorize(house, path, agent)
    return sha256_of(text)


def authorize(house: House, path: str, agent: str = "clerk", *, authorized: bool = True) -> None:
    text = (house.folder(agent) / path).read_text()
    house.submit(AuthorizeFile(agent=agent, path=path, authorized=authorized, sha256=sha256_of(text)))


def call_lambda(house: House, source: str, args: Any = None, **more: Any) -> Ticket:
    """The agent's own call of `sys_lambda`."""
    return house.call("sys_lambda", {"source": source, "args": args, **more})


def run(house: House, source: str, args: Any = None) -> CallAnswer:
    """Run a file's code for the agent; where that is held, the owner says yes. Its end."""
    ticket = call_lambda(house, source, args)
    if ticket.status == "pending_approval":
        house.approve(ticket.task_id)
    return house.end_of(ticket)


def inline(house: House, code: str) -> CallAnswer:
    """Run inline code for the agent; its end."""
    return house.end_of(house.call("sys_code", {"code": TRY + code}))


def runs(house: House, **filters: Any) -> tuple[RunRow, ...]:
    """The log of runs, oldest first."""
    found: tuple[RunRow, ...] = house.engine.query(ListRuns(**filters))
    return tuple(reversed(found))
