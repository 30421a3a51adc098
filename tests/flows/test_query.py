"""SQL questions that take long: they hold nobody up, and stop when they are told to."""

from placet.tools.query import MOST_AT_ONCE
from tests.flows.house import RESTRICTED_WRITE, House

ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"


def test_endless_questions_hold_no_other_call_up_and_stop_when_told(house: House) -> None:
    house.declare(tools=[{"name": "db_query"}, RESTRICTED_WRITE])
    asked = [house.call("db_query", {"sql": ENDLESS, "_async": True}) for _ in range(MOST_AT_ONCE + 8)]
    held = house.call("fs_write", {"path": "a", "content": "x"})
    assert held.status == "pending_approval"
    assert {house.task(it.task_id).status for it in asked} == {"running"}
    for it in asked:
        house.cancel(it.task_id)
    assert {house.ended(it.task_id).status for it in asked} == {"cancelled"}
