"""One agent that asks too much is answered in one go, and only ever with a no (prompt-rules 13)."""

from pathlib import Path

import pytest

from placet.api import Action, Authority, Forbidden, Principal, Via, commands
from placet.api.commands import Command, DenyAll
from tests.flows.house import OVER_HTTP, RESTRICTED_WRITE, WINDOW, House

WHY = "You asked for the same thing forty times."


def flooded(house: House, count: int = 5, agent: str = "clerk") -> list[str]:
    house.declare(agent, tools=[RESTRICTED_WRITE])
    return [
        str(house.call("fs_write", {"path": f"{n}.txt", "content": "x", "_async": n % 2 == 0}, agent).task_id)
        for n in range(count)
    ]


def test_one_word_denies_all_that_an_agent_waits_for_each_in_its_own_right(tmp_path: Path) -> None:
    """Rule 13."""
    with House(tmp_path) as house:
        asked = flooded(house)
        assert house.submit(DenyAll(agent="clerk", reason=WHY)) == tuple(asked)
        for task_id in asked:
            row = house.task(task_id)
            assert (row.status, row.error) == ("denied", WHY)
            assert row.approval is not None
            decided = row.approval
            assert (decided.state, decided.decided_by, decided.via) == ("denied", "owner", "window")
            assert decided.reason == WHY
            (fact,) = house.events("hil.resolved", task_id=task_id)
            assert fact.payload["approved"] is False
            assert not (house.folder() / f"{asked.index(task_id)}.txt").exists()


def test_the_requests_of_other_agents_and_those_that_were_decided_stay_as_they_are(tmp_path: Path) -> None:
    """Rule 13."""
    with House(tmp_path) as house:
        asked = flooded(house)
        (other,) = flooded(house, 1, "scribe")
        house.approve(asked[0])
        house.deny(asked[1], "Not this one.")
        assert house.submit(DenyAll(agent="clerk")) == tuple(asked[2:])
        assert house.task(other).can_decide
        assert house.task(asked[0]).approval.state == "approved"  # type: ignore[union-attr]
        assert house.task(asked[1]).error == "Not this one."
        assert house.task(asked[2]).error == "Rejected by the owner."


def test_whoever_waits_is_told_of_the_no_and_its_reason(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        house.declare(tools=[RESTRICTED_WRITE])
        ticket = house.call("fs_write", {"path": "a.txt", "content": "x"})
        house.waiting()
        house.submit(DenyAll(agent="clerk", reason=WHY))
        error = house.end_of(ticket).error
        assert error is not None
        assert (error["code"], error["feedback"]) == ("denied", WHY)


@pytest.mark.parametrize(
    "principal",
    [Principal.AGENT_LOOP, Principal.AUTHORIZED_CODE, Principal.UNAUTHORIZED_CODE, Principal.CLIENT],
)
def test_nobody_but_the_owner_denies_in_one_go(tmp_path: Path, principal: Principal) -> None:
    """Rule 13."""
    with House(tmp_path) as house:
        (task_id,) = flooded(house, 1)
        by = Authority(principal=principal, via=Via.HTTP, agent_id=house.agent().id)  # type: ignore[arg-type]
        with pytest.raises(Forbidden):
            house.submit(DenyAll(agent="clerk"), by)
        assert house.task(task_id).can_decide


def test_over_http_it_counts_only_where_decisions_over_http_do(tmp_path: Path) -> None:
    with House(tmp_path, settings="http_decisions = false\n") as house:
        (task_id,) = flooded(house, 1)
        with pytest.raises(Forbidden):
            house.submit(DenyAll(agent="clerk"), OVER_HTTP)
        assert house.submit(DenyAll(agent="clerk"), WINDOW) == (task_id,)


def test_no_command_says_yes_to_more_than_one_task() -> None:
    """Rule 13: no bulk approve. What can carry an action names one task."""
    deciding = [
        it
        for it in vars(commands).values()
        if isinstance(it, type) and issubclass(it, Command) and "action" in it.__annotations__
    ]
    assert deciding == [commands.ResolveTask]
    assert commands.ResolveTask.__annotations__["task_id"] == "str"
    with pytest.raises(TypeError):
        DenyAll(agent="clerk", action=Action.APPROVE)  # type: ignore[call-arg]
