"""Triggers through a whole engine: what is due, who is told, when, and that nothing is lost (DECISIONS T5, T6)."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from placet.api.commands import StartAgent, TryTarget
from placet.api.queries import ListTriggers
from placet.rules.errors import NotFound
from placet.rules.triggers import MOST_HOPS
from tests.fakes.clock import HeldClock
from tests.flows.coding import put
from tests.flows.ears import Ear, trigger
from tests.flows.house import FREE_WRITE, RESTRICTED_WRITE, House

WRITE = {"path": "a.txt", "content": "x"}
ASYNC = {**WRITE, "_async": True}


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[Ear]:
    with closing(Ear(tmp_path / "ear")) as ear:
        yield ear


@pytest.fixture
def ears(tmp_path: Path) -> Iterator[list[Ear]]:
    with ExitStack() as stack:
        yield [stack.enter_context(closing(Ear(tmp_path / name))) for name in ("one", "two")]


def create(*targets: dict[str, Any], **more: Any) -> dict[str, Any]:
    return trigger(*targets, name="on_task_create", **more)


def fired(house: House, count: int = 1) -> None:
    house.wait_for(lambda: sum(it.payload["events"] for it in house.events("trigger.fired")) >= count)


@pytest.mark.spec("49", "50")
def test_a_program_is_given_a_held_call_on_its_standard_input_and_nowhere_else(
    house: House, ear: Ear
) -> None:
    house.declare(tools=[RESTRICTED_WRITE], triggers=create(ear.hearing(filter={"tools": ["fs_*"]})))
    ticket = house.call("fs_write", {**WRITE, "_reason": "It was asked for."})
    fired(house)
    (event,) = ear.events()
    assert (event["type"], event["source"]) == ("task_create", "agent:clerk")
    task = event["data"]["task"]
    assert json.loads(task["args"]) == {**WRITE, "_reason": "It was asked for."}
    assert (task["id"], task["status"]) == (ticket.task_id, "pending_approval")
    assert (task["requires_authorization"], task["executor_managed"]) == (True, True)
    assert task["approval_meta"] == {"reason": "restricted"}


@pytest.mark.spec("49")
def test_a_filter_leaves_other_tools_alone_and_no_filter_means_all(house: House, ears: list[Ear]) -> None:
    some, every = ears
    targets = (some.hearing(filter={"tools": ["fs_*"]}), every.hearing())
    house.declare(tools=[RESTRICTED_WRITE, {"name": "held", "restricted": True}], triggers=create(*targets))
    write, other = house.call("fs_write", ASYNC), house.call("held", {"n": 1, "_async": True})
    fired(house, 3)
    assert some.tasks() == [write.task_id]
    assert every.tasks() == sorted([str(write.task_id), str(other.task_id)])


def test_what_is_due_is_told_before_anybody_is_asked(house: House, ear: Ear) -> None:
    house.declare(tools=[RESTRICTED_WRITE], triggers=create(ear.hearing()))
    task_id = house.call("fs_write", ASYNC).task_id
    kinds = [it.type for it in house.events("task.created", "trigger.due", "hil.requested", task_id=task_id)]
    assert kinds == ["task.created", "trigger.due", "hil.requested"]


def test_an_undeclared_creation_trigger_is_off(house: House) -> None:
    house.declare(tools=[RESTRICTED_WRITE])
    house.call("fs_write", ASYNC)
    assert house.events("trigger.due") == []


@pytest.mark.spec("51")
def test_a_target_for_failures_hears_nothing_of_what_completed(house: House, ear: Ear) -> None:
    tools = [FREE_WRITE, {"name": "failing", "restricted": False}]
    house.declare(tools=tools, triggers=trigger(ear.hearing(filter={"status": "failed"})))
    done = house.call("fs_write", ASYNC)
    house.ended(done.task_id)
    failed = house.call("failing", {"_async": True})
    fired(house)
    assert ear.tasks() == [failed.task_id]
    assert ear.events()[0]["data"]["task"]["status"] == "failed"


@pytest.mark.spec("55")
@pytest.mark.parametrize(("approve", "expected"), [(True, ["completed"]), (False, [])])
def test_a_blocking_call_fires_when_it_ran_and_is_silent_when_denied(
    house: House, ear: Ear, approve: bool, expected: list[str]
) -> None:
    house.declare(tools=[RESTRICTED_WRITE], triggers=trigger(ear.hearing()))
    task_id = house.call("fs_write", WRITE).task_id
    (house.approve if approve else house.deny)(task_id)
    house.ended(task_id)
    house.call("fs_write", {**ASYNC, "path": "b.txt"})
    last = house.waiting()[0]
    house.deny(last.id)
    fired(house, len(expected) + 1)
    assert [it["data"]["task"]["status"] for it in ear.events()] == [*expected, "denied"]


def test_lambdas_that_keep_one_another_busy_are_told_no_more_and_that_is_told(house: House) -> None:
    """A lambda isn't told of its own tasks; here another file makes them for it, so only their chain tells."""
    target = {"scope": "system", "lambda": "a.ts:f", "filter": {"tools": ["fs_write"]}}
    house.declare(tools=[FREE_WRITE, {"name": "sys_lambda"}], triggers=create(target))
    write = "adf.fs_write({ path: 'note.txt', content: 'x', _async: true })"
    put(house, "b.ts", f"export const make = () => {write};")
    put(house, "a.ts", "export const f = () => adf.sys_lambda({ source: 'b.ts:make' });")
    house.call("fs_write", ASYNC)
    dropped = house.wait_for_event("trigger.dropped")
    assert dropped.payload["reason"] == "chain_limit"
    assert len(house.tasks()) == MOST_HOPS + 1
    last = house.task(dropped.task_id)
    assert (last.origin, last.parent_id is not None) == ("lambda:b.ts:make", True)
    house.call("fs_write", ASYNC)
    house.wait_for_event("trigger.dropped", 2)


@pytest.mark.spec("58")
@pytest.mark.parametrize("command", [["/bin/sh", "-c", "echo no >&2; exit 3"], ["/nowhere/at/all"]])
def test_a_failing_handler_leaves_the_task_to_its_owner_and_its_failure_is_told(
    house: House, command: list[str]
) -> None:
    target = {"scope": "system", "command": command}
    house.declare(tools=[RESTRICTED_WRITE], triggers=create(target))
    ticket = house.call("fs_write", WRITE)
    failure = house.wait_for_event("trigger.failed")
    assert failure.task_id == ticket.task_id
    assert failure.payload["code"] in {"exit", "not_started"}
    house.approve(ticket.task_id)
    assert house.end_of(ticket).task.status == "completed"


@pytest.mark.spec("57")
def test_a_pattern_that_names_nothing_is_told_once_and_breaks_no_call(house: House, ear: Ear) -> None:
    globs = ["fs_(", "[a-z", "held"]
    house.declare(tools=[RESTRICTED_WRITE], triggers=create(ear.hearing(filter={"tools": globs})))
    for n in range(3):
        house.call("fs_write", {**ASYNC, "path": f"{n}.txt"})
    assert [it.payload["pattern"] for it in house.events("trigger.flawed")] == ["fs_(", "[a-z"]
    assert house.events("trigger.due") == []


@pytest.mark.spec("52")
def test_calls_within_a_quiet_time_are_all_told_together(tmp_path: Path, ear: Ear, clock: HeldClock) -> None:
    with House(tmp_path, clock=clock) as house:
        house.declare(tools=[RESTRICTED_WRITE], triggers=create(ear.hearing(debounce_ms=60_000)))
        asked = [house.call("fs_write", {**ASYNC, "path": f"{n}.txt"}).task_id for n in range(2)]
        clock.at_ms += 59_999
        asked.append(house.call("fs_write", {**ASYNC, "path": "2.txt"}).task_id)
        clock.at_ms += 59_999
        house.change(deadline_s=5)  # makes it look
        assert ear.events() == []
        clock.at_ms += 1
        house.change(deadline_s=6)
        fired(house, 3)
        assert ear.tasks() == sorted(map(str, asked))
        assert len(ear.events()) == 1


@pytest.mark.spec("53")
def test_a_batch_is_an_array_and_one_alone_is_plain(tmp_path: Path, ear: Ear, clock: HeldClock) -> None:
    with House(tmp_path, clock=clock) as house:
        target = ear.hearing(batch_ms=1000, batch_count=2)
        house.declare(tools=[RESTRICTED_WRITE], triggers=create(target))
        house.call("fs_write", ASYNC)
        house.call("fs_write", ASYNC)
        fired(house, 2)
        (together,) = ear.events()
        assert [set(it) for it in together["data"]] == [{"task"}, {"task"}]
        assert together["id"].endswith(":batch")
        house.call("fs_write", ASYNC)
        clock.at_ms += 1000
        house.change(deadline_s=6)
        fired(house, 3)
        (alone,) = [it for it in ear.events() if it["id"] != together["id"]]
        assert set(alone["data"]) == {"task"}


def test_an_interval_tells_the_first_at_once_and_the_others_when_it_ends(
    tmp_path: Path, ear: Ear, clock: HeldClock
) -> None:
    with House(tmp_path, clock=clock) as house:
        house.declare(tools=[RESTRICTED_WRITE], triggers=create(ear.hearing(interval_ms=1000)))
        first = house.call("fs_write", ASYNC).task_id
        fired(house)
        assert ear.tasks() == [first]
        clock.at_ms += 10
        for _ in range(2):
            house.call("fs_write", ASYNC)
        clock.at_ms += 990
        house.change(deadline_s=6)
        fired(house, 3)
        assert [isinstance(it["data"], list) for it in ear.events()] == [False, True]


def test_no_more_than_four_handlers_of_one_lane_run_and_the_rest_waits_in_the_ledger(
    house: House, ear: Ear
) -> None:
    house.declare(tools=[RESTRICTED_WRITE], triggers=create(ear.waiting()))
    asked = [str(house.call("fs_write", ASYNC).task_id) for _ in range(6)]
    standing = ear.arrived(4)
    row = house.engine.query(ListTriggers(agent="clerk"))[0]
    assert (row.running, row.waiting) == (4, 2)
    ear.let_go(standing.pop())
    standing += ear.arrived(1)
    row = house.engine.query(ListTriggers(agent="clerk"))[0]
    assert (row.running, row.waiting) == (4, 1)
    ear.let_go(standing.pop())
    for name in [*standing, *ear.arrived(1)]:
        ear.let_go(name)
    fired(house, 6)
    assert ear.tasks() == sorted(asked)


def test_a_program_gets_the_allowed_environment_and_the_folder_of_all_files(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLACET_TOKEN", "secret")
    monkeypatch.setenv("SOMETHING_ELSE", "secret")
    out = tmp_path / "out.txt"
    script = 'cat > "$0.event"; { env; pwd; } > "$0.part"; mv "$0.part" "$0"'
    target = {"scope": "system", "command": ["/bin/sh", "-c", script, str(out)]}
    house.declare(tools=[RESTRICTED_WRITE], triggers=create(target))
    house.call("fs_write", {**ASYNC, "content": "very secret"})
    fired(house)
    said = out.read_text()
    assert "secret" not in said
    assert "PATH=" in said
    assert said.splitlines()[-1] == "/"


@pytest.mark.parametrize(
    "word",
    [
        "{folder}/run.sh",
        "--config={folder}/x",
        "--set=file={folder}/x",
        "{relative}/run.sh",
        "--config=.{folder}/x",
        "-I{folder}",
        "file://{folder}/x",
        ". {folder}/x; true",
        "{link}",
        "{folder}/loop",
    ],
)
def test_no_word_of_a_program_may_lead_into_an_agents_folder(house: House, tmp_path: Path, word: str) -> None:
    house.declare("other")
    link = tmp_path / "link"
    link.symlink_to(house.folder("other") / "run.sh")
    folder = house.folder("other")
    (folder / "loop").symlink_to(folder / "loop")
    words = ["/bin/sh", word.format(folder=folder, relative=str(folder)[1:], link=link)]
    house.declare(tools=[RESTRICTED_WRITE], triggers=create({"scope": "system", "command": words}))
    house.call("fs_write", ASYNC)
    failure = house.wait_for_event("trigger.failed").payload
    assert (failure["code"], words[1] in failure["error"]) == ("agent_can_write", True)


def test_a_program_that_lasts_too_long_is_ended_with_all_that_it_started(house: House, ear: Ear) -> None:
    house.declare(
        tools=[RESTRICTED_WRITE],
        triggers=create(ear.waiting()),
        limits={"execution_timeout_ms": 1000},
    )
    house.call("fs_write", ASYNC)
    failure = house.wait_for_event("trigger.failed").payload
    assert (failure["code"], failure["error"]) == ("timeout", "It was ended after 1 s.")


def test_what_a_failing_program_says_is_kept_cut_and_shown(house: House) -> None:
    script = "head -c 3000 /dev/zero | tr '\\0' x >&2; echo end >&2; exit 9"
    target = {"scope": "system", "command": ["/bin/sh", "-c", script]}
    house.declare(tools=[RESTRICTED_WRITE], triggers=create(target))
    house.call("fs_write", ASYNC)
    house.wait_for_event("trigger.failed")
    last = house.engine.query(ListTriggers(agent="clerk"))[0].last
    assert (last.status, last.code, last.error[:18]) == ("failed", "exit", "It ended with 9: x")
    assert last.error.endswith("end")
    assert len(last.error) < 600


def test_a_handler_at_work_when_the_engine_closes_has_failed_and_is_not_started_again(
    house: House, ear: Ear
) -> None:
    house.declare(tools=[RESTRICTED_WRITE], triggers=create(ear.waiting()))
    house.call("fs_write", ASYNC)
    ear.arrived(1)
    house.restart()
    assert house.wait_for_event("trigger.failed").payload["code"] == "stopped"
    assert house.engine.query(ListTriggers(agent="clerk"))[0].running == 0
    assert len(ear.events()) == 1


def test_what_is_owed_when_the_engine_closes_is_delivered_after_the_next_start(
    tmp_path: Path, ear: Ear, clock: HeldClock
) -> None:
    with House(tmp_path, clock=clock) as house:
        house.declare(tools=[RESTRICTED_WRITE], triggers=create(ear.hearing(batch_ms=60_000)))
        task_id = house.call("fs_write", ASYNC).task_id
        clock.at_ms += 60_000
        house.engine.close()
        assert ear.events() == []
        house.open()
        fired(house)
        assert ear.tasks() == [task_id]


def test_a_stopped_agents_handlers_are_kept_until_it_is_started_again(house: House, ear: Ear) -> None:
    house.declare(tools=[RESTRICTED_WRITE], triggers=trigger(ear.hearing()))
    task_id = house.call("fs_write", ASYNC).task_id
    house.stop()
    house.deny(task_id)
    house.wait_for_event("trigger.due")
    assert house.engine.query(ListTriggers(agent="clerk"))[0].waiting == 1
    house.submit(StartAgent(agent="clerk"))
    fired(house)
    assert ear.tasks() == [task_id]


def test_one_event_goes_to_each_target_under_one_id(house: House, ears: list[Ear]) -> None:
    house.declare(tools=[RESTRICTED_WRITE], triggers=create(*(it.hearing() for it in ears)))
    house.call("fs_write", ASYNC)
    fired(house, 2)
    (first,), (second,) = (it.events() for it in ears)
    assert first == second


def test_a_test_is_told_at_once_although_the_trigger_is_off_and_puts_events_off(
    house: House, ear: Ear
) -> None:
    house.declare(triggers=create(ear.hearing(batch_ms=60_000), enabled=False))
    (row,) = house.engine.query(ListTriggers(agent="clerk"))
    assert (row.trigger, row.enabled, row.kind, row.timing) == ("on_task_create", False, "program", "batch")
    house.submit(TryTarget(agent="clerk", trigger=row.trigger, target=row.target))
    fired(house)
    (event,) = ear.events()
    assert (event["test"], event["data"]["task"]["id"]) == (True, "task_test")
    (row,) = house.engine.query(ListTriggers(agent="clerk"))
    assert (row.last.status, row.last.test) == ("delivered", True)


def test_what_is_not_declared_cannot_be_tried(house: House) -> None:
    house.declare()
    for trigger_name in ("on_task_create", "on_timer", "on_nothing"):
        with pytest.raises(NotFound):
            house.submit(TryTarget(agent="clerk", trigger=trigger_name, target='["timer","x"]'))
