"""A child that lies, floods, hangs or dies harms nobody: what it says counts for its own executions only."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from placet.sandbox.child import Child
from placet.sandbox.process import Allowance
from placet.sandbox.program import find_deno
from placet.sandbox.runs import Console, Ended, Invocation, Killed, MethodCall, Returned, Threw, Why
from tests.sandbox import liar
from tests.sandbox.running import js, thrown, value, why

pytestmark = pytest.mark.anyio

UP = ("ready", "hear load", "say loaded $id 0", "hear run")


class Calls:
    """Notes the calls of a child and answers each with its arguments."""

    def __init__(self) -> None:
        self.made: list[MethodCall] = []

    async def __call__(self, call: MethodCall) -> Any:
        self.made.append(call)
        return call.args


@asynccontextmanager
async def a_child(deno: Path) -> AsyncIterator[Child]:
    child = Child(
        js("export const main = () => 1;"), deno, Allowance(heap_mb=64, data_mb=600), lambda _: None
    )
    try:
        async with asyncio.timeout(30):
            yield child
    finally:
        child.kill(Why.STOPPED)
        await child.gone()


async def outcome_of(folder: Path, *plan: str, calls: Calls | None = None, **limits: Any) -> Ended:
    """How one execution ends in a child with this plan."""
    async with a_child(liar.program(folder, *plan)) as child:
        return await child.run(Invocation(**limits), calls or Calls())


async def test_a_child_that_keeps_to_the_protocol_is_believed(tmp_path: Path) -> None:
    calls = Calls()
    plan = [
        *UP,
        'say call $id 1 "x"\n{"a":1}',
        "hear answer",
        "say print $id 0 hello",
        "say end $id 0 [1]",
        "wait",
    ]
    ended = await outcome_of(tmp_path, *plan, calls=calls)
    assert ended == Ended(outcome=Returned(value=[1]), console=Console(text="hello\n"))
    assert [(call.method, call.args) for call in calls.made] == [("x", {"a": 1})]


LIES = {
    "no word of ours": [*UP, "raw hello\n"],
    "without the key": [*UP, "raw end $id 0 1\n1"],
    "with another key": [*UP, "raw 00000000000000000000000000000000 end $id 0 1\n1"],
    "a word too many": [*UP, "raw $key end $id 0 1 1\n1"],
    "a negative length": [*UP, "raw $key end $id 0 -1\n"],
    "a length that is none": [*UP, "raw $key end $id 0 1e3\n"],
    "a line without an end": [*UP, "raw " + "x" * 600_000],
    "half a frame": [*UP, "raw $key end $id 0 100\n1", "exit 0"],
    "half a line": [*UP, "raw $key end", "exit 0"],
    "a word that we don't know": [*UP, "say grant $id 0 1"],
    "ready twice": [*UP, "say ready - 0"],
    "loaded twice": [*UP, "say loaded $id 0"],
    "an end before it was asked": ["ready", "hear load", "say end $id 0 1"],
    "an execution that nobody started": [*UP, 'say call exec_00000000000000000000000000000000 1 "x"\nnull'],
    "an end of an execution that nobody started": [*UP, "say end exec_00000000000000000000000000000000 0 1"],
    "an error that can't be read": [*UP, "say threw $id 0 [1]"],
    "an error of other types": [*UP, 'say threw $id 0 {"code":1,"message":"","stack":""}'],
    "an error nested without measure": [*UP, "say threw $id 0 " + "[" * 20_000],
    "modules that nobody asked for": [*UP, "say modules - 0 nonsense"],
    "the guest's own failure": [*UP, "say broke - 0 it failed"],
    "too many open calls": [*UP, *(f'say call $id {n} "wait"\nnull' for n in range(65))],
}


@pytest.mark.parametrize("plan", LIES.values(), ids=LIES)
async def test_a_lie_ends_the_child_that_tells_it(tmp_path: Path, plan: list[str]) -> None:
    class Never(Calls):
        async def __call__(self, call: MethodCall) -> Any:
            await super().__call__(call)
            await asyncio.Event().wait()

    calls = Never()
    ended = await outcome_of(tmp_path, *plan, "wait", calls=calls)
    assert why(ended) is Why.LIED
    assert "never says by itself" in ended.outcome.message
    assert len(calls.made) <= 64


@pytest.mark.parametrize(
    "plan",
    [
        [*UP, "raw $key end $id 0 99999999999\n"],
        [*UP, "flood $key print $id 0 1000\n" + "x" * 1000],
        [*UP, "say print $id 0 " + "x" * 500_000],
    ],
    ids=["a frame without measure", "printing without an end", "one line that is too long"],
)
async def test_a_flood_ends_the_child_that_makes_it(tmp_path: Path, plan: list[str]) -> None:
    assert why(await outcome_of(tmp_path, *plan, "wait")) is Why.OUTPUT


async def test_calls_that_can_not_be_understood_are_refused_and_reach_nobody(tmp_path: Path) -> None:
    calls = Calls()
    bad = ['"x"', '"x"\n', '"x"\n{"a":1,"a":2}', "x\n1", '["x"]\n1', '""\n1', '"x"\nNaN', f'"{"x" * 129}"\n1']
    steps = [
        step for n, payload in enumerate(bad, 1) for step in (f"say call $id {n} {payload}", "hear refuse")
    ]
    plan = [*UP, *steps]
    ended = await outcome_of(tmp_path, *plan, "say end $id 0 true", "wait", calls=calls)
    assert (value(ended), calls.made) == (True, [])


@pytest.mark.parametrize(
    "payload", ["", "nonsense", "NaN", "1 2", '"\\ud800"', "\ufeff1", '{"a":1,"a":2}', "[" * 99]
)
async def test_a_result_that_is_no_strict_json_is_the_codes_error(tmp_path: Path, payload: str) -> None:
    assert thrown(await outcome_of(tmp_path, *UP, f"say end $id 0 {payload}", "wait")).code == "BAD_RESULT"


async def test_a_result_over_its_limit_is_the_codes_error(tmp_path: Path) -> None:
    ended = await outcome_of(tmp_path, *UP, f'say end $id 0 "{"x" * 1000}"', "wait", output_bytes=1000)
    assert thrown(ended).code == "BAD_RESULT"


async def test_an_error_with_halves_of_characters_and_colours_becomes_plain_text(tmp_path: Path) -> None:
    said = r'{"code":"a b","message":"\ud800\u001b[31mred\u001b[0m","stack":"x\n    at f (ext:a.js:1:1)"}'
    ended = await outcome_of(tmp_path, *UP, f"say threw $id 0 {said}", "wait")
    assert ended.outcome == Threw(code="FN_ERROR", message="?red", stack="x")


@pytest.mark.parametrize("plan", [("exit 0",), ("ready", "hear load", "exit 3"), (*UP, "exit 0")])
async def test_a_child_that_ends_by_itself_is_told_as_such(tmp_path: Path, plan: tuple[str, ...]) -> None:
    assert why(await outcome_of(tmp_path, *plan)) is Why.DIED


@pytest.mark.parametrize(
    "plan", [("wait",), ("ready", "wait"), ("ready", "hear load", "wait"), (*UP, "wait")]
)
async def test_a_child_that_falls_silent_is_ended_with_the_time(
    tmp_path: Path, plan: tuple[str, ...]
) -> None:
    assert why(await outcome_of(tmp_path, *plan, time_limit_ms=300)) is Why.TIME


async def test_a_child_may_not_speak_for_the_execution_of_another_one(tmp_path: Path) -> None:
    theirs = Invocation()
    calls = Calls()
    plan = [*UP, f'say call {theirs.execution_id} 1 "steal"\nnull', "wait"]
    async with a_child(find_deno() or tmp_path) as honest:
        entered = asyncio.Event()
        leave = asyncio.Event()

        async def wait(call: MethodCall) -> Any:
            calls.made.append(call)
            entered.set()
            await leave.wait()
            return "theirs"

        running = asyncio.create_task(honest.run(theirs, wait))
        assert why(await outcome_of(tmp_path, *plan, calls=calls)) is Why.LIED
        leave.set()
        assert value(await running) == 1
    assert calls.made == []


async def test_an_id_runs_only_once_at_a_time(tmp_path: Path) -> None:
    call = Invocation()
    async with a_child(liar.program(tmp_path, *UP, "wait")) as child:
        first = asyncio.create_task(child.run(call, Calls()))
        await asyncio.sleep(0)
        with pytest.raises(RuntimeError, match="is running already"):
            await child.run(call, Calls())
        child.kill(Why.STOPPED)
        assert (await first).outcome == Killed(why=Why.STOPPED, message="The code was stopped.")


async def test_late_words_for_an_ended_execution_of_a_retired_child_change_nothing(tmp_path: Path) -> None:
    calls = Calls()
    plan = [*UP, "hear stop", 'say call $id 1 "late"\nnull', "say end $id 0 1", "hear refuse", "exit 0"]
    async with a_child(liar.program(tmp_path, *plan)) as child:
        other = asyncio.create_task(child.run(Invocation(time_limit_ms=30_000), calls))
        late = await child.run(Invocation(time_limit_ms=2_000), calls)
        assert why(late) is Why.TIME
        assert why(await other) is Why.DIED  # the plan's own end: the late words were refused, not fatal
    assert calls.made == []


async def test_whoever_hands_out_children_hears_once_that_one_is_gone(tmp_path: Path) -> None:
    gone: list[Child] = []
    report: Callable[[Child], None] = gone.append
    child = Child(js(""), tmp_path / "nothing", Allowance(heap_mb=64, data_mb=600), report)
    await child.gone()
    child.kill(Why.STOPPED)
    assert gone == [child]
    assert why(await child.run(Invocation(), Calls())) is Why.DIED
