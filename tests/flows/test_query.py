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


def test_code_may_have_all_the_rows_and_a_model_may_not(house: House) -> None:
    house.declare(tools=[{"name": "db_query"}, {"name": "sys_code"}])
    many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900) SELECT i FROM n"
    asked = house.end_of(house.call("db_query", {"sql": many, "_full": True})).result
    assert (len(asked["rows"]), asked["truncated"]) == (500, True)
    code = (
        f"const a = await adf.db_query({{sql: {many!r}, _full: true}}); return [a.rows.length, a.truncated];"
    )
    assert house.end_of(house.call("sys_code", {"code": code})).result == [900, False]
