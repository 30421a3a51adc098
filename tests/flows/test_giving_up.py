"""A decision that nobody waits for any more: the window was closed, or the engine is, while it was on its way."""

import asyncio

from placet.api import Action
from placet.api.commands import CancelTask, Command, ResolveTask
from tests.fakes.tools import HeldTool
from tests.flows.house import WINDOW, House

HELD = {"name": "held", "restricted": True}


def approval(house: House, task_id: str | None) -> ResolveTask:
    return ResolveTask(
        task_id=str(task_id), action=Action.APPROVE, shown_digest=house.task(task_id).digest, wait_ms=0
    )


def send_and_give_up(house: House, command: Command) -> None:
    """Send a command and stop waiting for it once it is on its way, as a window does that is closed."""

    async def give_up() -> None:
        sent = asyncio.get_running_loop().create_task(house.engine.submit(command, WINDOW))
        await asyncio.sleep(0)
        assert sent.cancel()
        await asyncio.wait({sent})
        assert sent.cancelled()

    house.engine.run(give_up())


def test_an_approval_whose_window_closed_still_runs_the_tool(house: House, held: HeldTool) -> None:
    house.declare(tools=[HELD])
    ticket = house.call("held", {})
    held.let_go()
    send_and_give_up(house, approval(house, ticket.task_id))
    assert house.ended(ticket.task_id).status == "completed"
    assert len(held.runs) == 1
    assert house.end_of(ticket).result == {"ran": 1}


def test_a_denial_whose_window_closed_still_answers_the_agent(house: House) -> None:
    house.declare(tools=[HELD])
    ticket = house.call("held", {})
    send_and_give_up(house, ResolveTask(task_id=str(ticket.task_id), action=Action.DENY, reason="No."))
    answer = house.end_of(ticket)
    assert answer.error is not None
    assert answer.error["feedback"] == "No."


def test_a_cancel_whose_window_closed_still_stops_the_tool(house: House, held: HeldTool) -> None:
    house.declare(tools=[HELD])
    ticket = house.call("held", {})
    house.approve(ticket.task_id, wait_ms=0)
    assert held.started.acquire(timeout=60)
    send_and_give_up(house, CancelTask(task_id=str(ticket.task_id)))
    assert house.ended(ticket.task_id).status == "cancelled"


def test_an_orderly_stop_leaves_no_approval_half_done(house: House, held: HeldTool) -> None:
    house.declare(tools=[HELD])
    task_id = house.call("held", {}).task_id
    sent = asyncio.run_coroutine_threadsafe(
        house.engine.submit(approval(house, task_id), WINDOW), house.engine.loop
    )
    house.restart()
    assert sent.done()
    task = house.task(task_id)
    assert (task.status, task.error) == ("cancelled", "It stopped before anything changed.")
