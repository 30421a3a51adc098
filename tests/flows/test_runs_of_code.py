"""Runs of code: what the owner is shown before one, what is logged of it, and how it is ended."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import placet.app
from placet.api import BadInput, NotFound
from placet.api.commands import AuthorizeFile, StartAgent
from placet.api.queries import GetCard, ListRuns
from placet.api.views import Card
from placet.ledger.ledger import Ledger
from placet.work.executions import MOST_AT_ONCE
from tests.fakes.tools import HeldTool
from tests.flows.coding import (
    CODE_TOOLS,
    TRY,
    authorize,
    call_lambda,
    inline,
    place,
    put,
    run,
    runs,
    sha256_of,
)
from tests.flows.house import RESTRICTED_WRITE, House
from tests.flows.wire import wire

HELD = {"name": "held", "restricted": True}
FREE = {"name": "held", "restricted": False}
FOREVER = "await new Promise(() => setTimeout(() => {}, 3600000));"


@pytest.fixture
def coded(house: House) -> House:
    house.declare(tools=[*CODE_TOOLS, FREE, RESTRICTED_WRITE])
    return house


def card(house: House, task_id: str | None) -> Card:
    shown: Card = house.engine.query(GetCard(task_id=str(task_id)))
    return shown


def test_the_card_shows_the_source_that_would_run_with_its_digest(coded: House) -> None:
    sha256 = place(coded, "lib/a.ts", "// \u202eharmless\n return 1;", authorized=True)
    ticket = call_lambda(coded, "lib/a.ts:main", {"n": 1})
    place(coded, "lib/a.ts", "return 'something else by now';")
    shown = card(coded, ticket.task_id)
    assert shown.code is not None
    assert (shown.code.shown_path, shown.code.sha256, shown.code.authorized) == ("lib/a.ts", sha256, True)
    assert "harmless" in shown.code.shown_text
    assert "\u202e" not in shown.code.shown_text
    assert any("In the code of lib/a.ts" in it for it in shown.unusual)
    assert shown.step_up
    assert "authorized" in " ".join(shown.row.risk_reasons)


def test_the_card_of_any_held_run_shows_its_source_and_of_another_call_none(house: House) -> None:
    house.declare(tools=[{"name": "sys_lambda", "restricted": True}, RESTRICTED_WRITE])
    sha256 = place(house, "a.ts", "return 1;")
    shown = card(house, call_lambda(house, "a.ts").task_id).code
    assert shown is not None
    assert (shown.sha256, shown.authorized) == (sha256, False)
    assert card(house, house.call("fs_write", {"path": "b", "content": "x"}).task_id).code is None


def test_each_run_is_logged_with_its_bytes_its_authority_and_its_end(coded: House) -> None:
    good = place(coded, "good.ts", "console.log('counting', args); return args + 1;", authorized=True)
    bad = place(coded, "bad.ts", "console.log('about to'); throw new Error('no more');")
    assert run(coded, "good.ts", 1).result == 2
    assert run(coded, "bad.ts").error is not None
    assert run(coded, "bad.ts:nonesuch").error is not None
    inline(coded, "return 1;")
    first, second, third, fourth = runs(coded)
    assert (first.source, first.sha256, first.authorized, first.status) == (
        "good.ts:main",
        good,
        True,
        "done",
    )
    assert (first.agent, first.started_by, first.code, first.message) == ("clerk", "call", None, None)
    assert "counting 1" in str(first.console)
    assert (second.sha256, second.authorized, second.status, second.code) == (
        bad,
        False,
        "failed",
        "FN_ERROR",
    )
    assert "no more" in str(second.message)
    assert "about to" in str(second.console)
    assert (third.source, third.code) == ("bad.ts:nonesuch", "FN_NOT_FOUND")
    assert (fourth.source, fourth.authorized) == ("sys_code", False)
    assert all(it.ended_at is not None and it.duration_ms is not None for it in runs(coded))


def test_the_log_is_read_page_by_page_here_and_over_http(coded: House) -> None:
    for n in range(5):
        inline(coded, f"return {n};")
    ids = [it.id for it in runs(coded)][::-1]
    assert [it.id for it in coded.engine.query(ListRuns(agent="clerk", limit=2, before=ids[1]))] == ids[2:4]
    for wrong in (ListRuns(limit=0), ListRuns(limit=1001)):
        with pytest.raises(BadInput):
            coded.engine.query(wrong)
    for missing in (ListRuns(agent="nobody"), ListRuns(before="exec_none")):
        with pytest.raises(NotFound):
            coded.engine.query(missing)
    with wire(coded) as http:
        page = http.owner.get("/agents/clerk/runs", params={"limit": 2}).json()["runs"]
        assert [it["id"] for it in page] == ids[:2]
        assert (page[0]["source"], page[0]["status"], page[0]["authorized"]) == ("sys_code", "done", False)
        assert http.agent.get("/agents/clerk/runs").status_code == 403


def test_what_code_says_is_kept_within_bounds(coded: House) -> None:
    inline(coded, "console.log('x'.repeat(40000)); throw new Error('y'.repeat(40000));")
    (logged,) = runs(coded)
    assert len(str(logged.console)) < 17_000
    assert len(str(logged.message)) < 5_000


@pytest.mark.parametrize("limits", [{"execution_timeout_ms": 300}, {"output_bytes": 1024}])
def test_the_owner_s_limits_end_a_run(house: House, limits: dict[str, int]) -> None:
    house.declare(tools=[*CODE_TOOLS], limits=limits)
    body = FOREVER if "execution_timeout_ms" in limits else "return 'x'.repeat(2000);"
    answer = inline(house, body)
    assert answer.error is not None
    assert answer.error["code"] in {"time_limit", "output_limit", "BAD_RESULT"}
    assert runs(house)[0].status in {"stopped", "failed"}


def test_the_heap_of_a_run_is_the_owner_s_to_bound(house: House) -> None:
    house.declare(tools=[*CODE_TOOLS], limits={"heap_mb": 200})
    fill = "const kept = []; for (let n = 0; n < 100; n++) kept.push(new Array(131072).fill(n)); return kept.length;"
    assert inline(house, fill).result == 100
    house.change(limits={"heap_mb": 24})
    answer = inline(house, fill)
    assert answer.error is not None
    assert answer.error["code"] in {"memory_limit", "process_ended"}


def test_a_stopped_agent_s_code_ends(coded: House, held: HeldTool) -> None:
    place(coded, "a.ts", "await adf.held({});" + FOREVER)
    ticket = call_lambda(coded, "a.ts", _async=True)
    assert held.started.acquire(timeout=60)
    coded.stop()
    held.let_go()
    task = coded.ended(ticket.task_id)
    assert task.status in {"failed", "cancelled"}
    (logged,) = runs(coded)
    assert (logged.status, logged.code) == ("stopped", "stopped")
    coded.submit(StartAgent(agent="clerk"))
    assert inline(coded, "return 1;").result == 1


def test_a_cancelled_run_ends_as_cancelled(coded: House, held: HeldTool) -> None:
    place(coded, "a.ts", "await adf.held({});")
    ticket = call_lambda(coded, "a.ts", _async=True)
    assert held.started.acquire(timeout=60)
    coded.cancel(ticket.task_id)
    assert coded.ended(ticket.task_id).status == "cancelled"
    assert runs(coded)[0].status == "stopped"
    held.let_go()


def test_taking_the_authorization_back_ends_what_runs(coded: House, held: HeldTool) -> None:
    place(
        coded,
        "a.ts",
        "await adf.held({}); await adf.fs_write({ path: 'out', content: 'x' });",
        authorized=True,
    )
    ticket = call_lambda(coded, "a.ts", _async=True)
    coded.approve(ticket.task_id, wait_ms=0)
    assert held.started.acquire(timeout=60)
    coded.submit(AuthorizeFile(agent="clerk", path="a.ts", authorized=False))
    coded.wait_for_event("lambda.ended", status="stopped")
    held.let_go()
    assert coded.ended(ticket.task_id).status == "failed"
    assert not (coded.folder() / "out").exists()


def test_taking_the_authorization_back_ends_what_still_waits_for_a_process(
    coded: House, held: HeldTool
) -> None:
    for n in range(8):  # as many children as live at once
        coded.call("sys_code", {"code": f"await adf.held({{ n: {n} }});", "_async": True})
    assert all(held.started.acquire(timeout=60) for _ in range(8))
    place(coded, "a.ts", "await adf.fs_write({ path: 'out', content: 'x' });", authorized=True)
    ticket = call_lambda(coded, "a.ts", _async=True)
    coded.approve(ticket.task_id, wait_ms=0)
    coded.wait_for(lambda: [it for it in runs(coded) if it.source == "a.ts:main"])
    coded.submit(AuthorizeFile(agent="clerk", path="a.ts", authorized=False))
    task = coded.ended(ticket.task_id)
    assert (task.status, task.error) == ("failed", "The code was ended: its file has changed.")
    held.let_go()
    assert not (coded.folder() / "out").exists()


def test_a_run_that_the_process_died_in_is_interrupted_in_the_log(coded: House) -> None:
    """The row is written before the run: a process that dies leaves it `running`, which the next start ends."""
    place(coded, "a.ts", "return 1;")
    run(coded, "a.ts")
    (before,) = runs(coded)

    coded.engine.close()
    with Ledger.open(
        coded.data / "ledger.sqlite", clock=placet.app.SystemClock(), on_commit=lambda _: None
    ) as ledger:
        row = ledger.reads.run(before.id)
        left = {
            **row.__dict__,
            "id": "exec_left",
            "boot": "boot_before",
            "ended_at": None,
            "status": type(row.status)("running"),
        }
        ledger.commit_blocking(lambda tx: tx.start_run(type(row)(**left)))
    coded.open()
    logged = {it.id: it for it in runs(coded)}
    assert (logged["exec_left"].status, logged["exec_left"].code) == ("interrupted", "interrupted")
    assert logged[before.id].status == "done"


def test_one_agent_s_runs_at_a_time_are_bounded(coded: House, held: HeldTool) -> None:
    text = TRY + (
        "export async function main() {\n"
        "  const call = () => attempt(() => adf.sys_lambda({ source: 'a.ts:wait' }));\n"
        f"  const calls = Array.from({{ length: {MOST_AT_ONCE} }}, call);\n"
        "  const first = await Promise.race(calls);\n"
        "  await adf.fs_write({ path: 'x', content: 'x' }).catch(() => 0);\n"
        "  return first;\n}\n"
        "export async function wait() { await adf.held({}); }\n"
    )
    put(coded, "a.ts", text)
    ticket = call_lambda(coded, "a.ts", _async=True)
    assert held.started.acquire(timeout=60)
    held.let_go()
    code = json.loads(str(coded.ended(ticket.task_id).result_json))
    assert code[0] in {"too_many_runs", "no_free_process"}


@pytest.mark.spec("11.7-10")
def test_parallel_runs_in_one_child_keep_their_own_names(coded: House) -> None:
    put(
        coded,
        "a.ts",
        "".join(
            f"export async function f{n}() {{ return await adf.held({{ n: {n}, _async: true }}); }}\n"
            for n in range(8)
        )
        + "export async function main() { return await Promise.all(Array.from({ length: 8 }, (_, n) => "
        "adf.sys_lambda({ source: `a.ts:f${n}` }))); }\n",
    )
    made = run(coded, "a.ts").result
    for n, reference in enumerate(made):
        task = coded.task(reference["task_id"])
        assert (task.origin, task.args_json) == (f"lambda:a.ts:f{n}", f'{{"n":{n}}}')


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as house:
        yield house


@pytest.mark.parametrize(
    ("args", "pointer"),
    [
        ({"source": "a.py"}, "/source"),
        ({"source": "a.ts:1"}, "/source"),
        ({"source": ""}, "/source"),
        ({}, "/source"),
    ],
)
def test_a_source_that_names_no_code_is_400_and_makes_no_row(
    bare: House, args: dict[str, Any], pointer: str
) -> None:
    bare.declare(tools=[*CODE_TOOLS])
    with wire(bare) as http:
        answer = http.call("sys_lambda", args)
        assert (answer.status_code, answer.json()["pointer"]) == (400, "/args" + pointer)
    assert bare.tasks() == ()


def test_the_file_is_run_as_its_bytes_are_at_each_run(bare: House) -> None:
    bare.declare(tools=[*CODE_TOOLS])
    for n in range(3):
        sha256 = place(bare, "a.ts", f"return {n};")
        assert run(bare, "a.ts").result == n
        assert runs(bare)[-1].sha256 == sha256 == sha256_of((bare.folder() / "a.ts").read_text())
    authorize(bare, "a.ts")
    assert run(bare, "a.ts").result == 2
    assert runs(bare)[-1].authorized


def test_an_agent_that_keeps_every_child_busy_keeps_no_handler_from_its_work(
    house: House, held: HeldTool
) -> None:
    target = {"scope": "system", "lambda": "yes.ts", "filter": {"tools": ["fs_write"]}}
    triggers = {"on_task_create": {"enabled": True, "targets": [target]}}
    house.declare(tools=[*CODE_TOOLS, FREE, RESTRICTED_WRITE], triggers=triggers)
    put(
        house,
        "yes.ts",
        "export async function main(event) {\n"
        "  await adf.task_resolve({ task_id: event.data.task.id, action: 'approve' });\n}\n",
        authorized=True,
    )
    for n in range(8):  # as many children as live at once
        house.call("sys_code", {"code": f"await adf.held({{ n: {n} }});", "_async": True})
    assert all(held.started.acquire(timeout=60) for _ in range(8))
    ticket = house.call("fs_write", {"path": "out", "content": "x"})
    assert house.end_of(ticket).error is None
    assert (house.folder() / "out").read_text() == "x"
    held.let_go()
