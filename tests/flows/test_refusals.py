"""What nobody but the owner may do is refused, and the attempt is written down, however often it comes."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from placet.api import Action, Forbidden
from placet.api.commands import ChangeAgent, DeclareAgent, ResolveTask
from placet.work.refusals import MINUTE_MS, MOST_A_MINUTE
from tests.fakes.clock import HeldClock
from tests.flows.coding import CODE_TOOLS, inline
from tests.flows.house import RESTRICTED_WRITE, House
from tests.flows.wire import wire


@dataclass
class Minutes(HeldClock):
    """A clock of which only the test moves the monotonic hand."""

    passed_ms: int = 0
    at_ms: int = 1_800_000_000_000

    def monotonic_ms(self) -> int:
        return self.passed_ms


def told(house: House) -> list[dict[str, object]]:
    return [dict(it.payload) for it in house.events("call.refused")]


def test_a_flood_of_refused_calls_of_code_is_one_line_a_minute_that_counts_the_rest(tmp_path: Path) -> None:
    clock = Minutes()
    with House(tmp_path, clock=clock) as house:
        house.declare(tools=[*CODE_TOOLS, RESTRICTED_WRITE])
        again = "for (let n = 0; n < 200; n += 1) { try { await adf.fs_write({ path: 'a', content: '' }); } catch {} }"
        assert inline(house, again).error is None
        first = {"what": "fs_write", "code": "REQUIRES_AUTHORIZED_CODE", "by": "lambda:sys_code"}
        assert told(house) == [first]
        clock.passed_ms += MINUTE_MS
        assert inline(house, again).error is None
        assert told(house) == [first, {**first, "more": 199}]


def test_no_more_than_so_many_are_written_in_a_minute_whatever_their_kind(tmp_path: Path) -> None:
    clock = Minutes()
    with House(tmp_path, clock=clock) as house:
        voices = []
        for number in range(MOST_A_MINUTE // 2 + 5):
            house.declare(f"a{number}", tools=[])
            voices.append(house.voice(f"a{number}"))

        def everybody_tries() -> None:
            for voice in voices:
                for command in (DeclareAgent(declaration={}), ChangeAgent(agent="a0", changes={})):
                    with pytest.raises(Forbidden):
                        house.submit(command, voice)

        everybody_tries()
        assert len(told(house)) == MOST_A_MINUTE
        clock.passed_ms += MINUTE_MS
        everybody_tries()
        later = told(house)[MOST_A_MINUTE:]
        assert len(later) == MOST_A_MINUTE
        assert [
            it for it in later if "more" in it
        ] == []  # each came once; the ten that went unwritten come after


def test_an_agents_token_that_decides_is_refused_and_the_route_is_written_down(house: House) -> None:
    house.declare(tools=[RESTRICTED_WRITE])
    with wire(house) as net:
        task_id = net.held("fs_write", {"path": "a", "content": "x"})
        for _ in range(3):
            answer = net.agent.post(f"/agents/clerk/tasks/{task_id}/resolve", json={"action": "approve"})
            assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
        assert net.agent.patch("/agents/clerk", json={"tools": []}).status_code == 403
        assert net.call("turn_end", {}).status_code == 403  # not enabled: a mistake, not an attempt
    assert told(house) == [
        {"what": "POST /agents/{agent}/tasks/{task_id}/resolve", "code": "forbidden", "by": "agent_loop"},
        {"what": "PATCH /agents/{agent}", "code": "forbidden", "by": "agent_loop"},
    ]
    assert {it.agent_id for it in house.events("call.refused")} == {house.agent().id}
    assert house.task(task_id).status == "pending_approval"


def test_a_decision_that_reaches_the_engine_in_an_agents_name_is_refused_and_told(house: House) -> None:
    house.declare(tools=[RESTRICTED_WRITE])
    ticket = house.call("fs_write", {"path": "a", "content": "x"})
    with pytest.raises(Forbidden):
        house.submit(ResolveTask(task_id=str(ticket.task_id), action=Action.APPROVE), house.voice())
    assert told(house) == [{"what": "ResolveTask", "code": "forbidden", "by": "agent_loop"}]
    assert house.task(ticket.task_id).status == "pending_approval"


def test_an_agent_reads_of_its_own_refusals_in_its_log(house: House) -> None:
    house.declare(tools=[*CODE_TOOLS, RESTRICTED_WRITE, {"name": "db_query"}])
    inline(house, "return await attempt(() => adf.fs_write({ path: 'a', content: '' }));")
    sql = "SELECT level, message ->> 'what' AS what FROM adf_logs WHERE event = 'call.refused'"
    assert house.end_of(house.call("db_query", {"sql": sql})).result["rows"] == [
        {"level": "warn", "what": "fs_write"}
    ]
