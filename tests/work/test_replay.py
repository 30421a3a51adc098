"""What becomes of the same effect once more: cases 13 to 39 of the specification of workflows."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from placet.rules.effect_answers import NOBODY_KNOWS
from placet.rules.errors import ToolFailed
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import OperationState, WorkflowStatus
from placet.rules.scope import ToolScope
from placet.rules.verification import Evidence, Expectation, Verdict, assess
from placet.work.effects import Effects
from tests.work.effecting import FILES, LETTER, Run, running

pytestmark = pytest.mark.anyio

HELD = {"name": "post", "restricted": True}
OTHER = {"to": "Cid", "body": "Come at ten."}
REWRITTEN = {**LETTER, "body": "Come at noon."}


def fails() -> None:
    raise OSError("the line broke")


def verdict(run: Run, *demands: Expectation) -> Verdict:
    return assess(demands, run.workflow.goal_revision, Evidence(run.operations)).verdict


@pytest.mark.spec("w13")
async def test_three_equal_calls_at_once_have_one_effect_and_three_answers(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        ended = await asyncio.gather(*(run.call("post", LETTER) for _ in range(3)))
        assert run.post.calls == 1
        assert [it.status for it in ended] == ["completed"] * 3
        assert [it.value["code"] for it in ended if "code" in it.value] == ["already-confirmed"] * 2


@pytest.mark.spec("w13")
async def test_three_equal_calls_that_are_all_approved_have_one_effect(tmp_path: Path) -> None:
    async with running(tmp_path, HELD) as run:
        tickets = [await run.ask("post", LETTER) for _ in range(3)]
        for task in await run.waiting(3):
            await run.rooms.approve(task)
        ended = [await run.end_of(it) for it in tickets]
        assert (run.post.calls, [it.status for it in ended]) == (1, ["completed"] * 3)
        assert run.states == ["confirmed"]


@pytest.mark.spec("w14")
async def test_retried_twice_after_the_proof_nothing_is_done_again(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        first = await run.call("post", LETTER)
        assert first.value == {"posted": 1}
        for _ in range(2):
            await run.retried()
            again = await run.call("post", LETTER)
            assert (again.status, again.value["code"]) == ("completed", "already-confirmed")
            assert again.value["operation"] == run.operations[0].id
        assert (run.post.calls, run.post.lookups, run.states) == (1, 0, ["confirmed"])


@pytest.mark.spec("w16")
async def test_that_a_search_finds_nothing_authorizes_no_second_try(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        run.post.findable = run.post.confirms = False
        await run.call("post", LETTER)
        assert run.states == ["uncertain"]
        for _ in range(2):
            again = await run.call("post", LETTER)
            assert (again.status, again.error_code, again.task_id) == ("refused", "effect-uncertain", None)
        assert run.post.calls == 1


@pytest.mark.spec("w17")
async def test_a_look_that_breaks_proves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with running(tmp_path) as run:
        run.post.findable = run.post.confirms = False
        await run.call("post", LETTER)

        async def broken(*_: object) -> None:
            raise OSError("the search is down")

        monkeypatch.setattr(type(run.post), "reconcile", broken)
        assert (await run.call("post", LETTER)).error_code == "effect-uncertain"
        assert (run.post.calls, run.states) == (1, ["uncertain"])


@pytest.mark.spec("w18")
async def test_a_receipt_of_the_wrong_shape_confirms_nothing(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        run.post.receipt_url = "javascript:alert(1)"
        await run.call("post", LETTER)
        assert (run.states, run.operations[0].receipt) == (["uncertain"], None)
        assert (await run.call("post", LETTER)).error_code == "effect-uncertain"
        assert run.post.calls == 1


@pytest.mark.spec("w19")
async def test_a_tool_that_fails_after_its_effect_gives_an_error_and_leaves_the_proof(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        run.post.after = fails
        assert (await run.call("post", LETTER)).status == "failed"
        assert run.states == ["confirmed"]
        again = await run.call("post", LETTER)
        assert (again.value["code"], run.post.calls) == ("already-confirmed", 1)


@pytest.mark.spec("w20")
async def test_a_tool_that_fails_and_leaves_no_trace_leaves_doubt(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        run.post.before = fails
        assert (await run.call("post", LETTER)).status == "failed"
        assert (run.states, run.operations[0].returned, run.post.lookups) == (["uncertain"], False, 1)


@pytest.mark.spec("w21")
async def test_the_order_of_keys_makes_no_other_effect(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        await run.call("post", LETTER)
        turned = dict(reversed(LETTER.items()))
        assert (await run.call("post", turned)).value["code"] == "already-confirmed"
        assert run.post.calls == 1


@pytest.mark.spec("w22")
async def test_other_contents_for_a_proven_effect_are_refused(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        await run.call("post", LETTER)
        again = await run.call("post", REWRITTEN)
        assert (again.error_code, run.post.calls, run.states) == ("contents-changed", 1, ["confirmed"])


@pytest.mark.spec("w23")
async def test_other_contents_for_an_uncertain_effect_are_refused(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        run.post.findable = run.post.confirms = False
        await run.call("post", LETTER)
        again = await run.call("post", REWRITTEN)
        assert (again.error_code, run.post.calls, run.states) == ("contents-changed", 1, ["uncertain"])


@pytest.mark.spec("w24")
async def test_while_one_effect_is_uncertain_no_other_is_had(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        run.post.findable = run.post.confirms = False
        await run.call("post", LETTER)
        again = await run.call("post", OTHER)
        assert (again.error_code, again.task_id, run.post.calls) == ("effect-uncertain", None, 1)


@pytest.mark.spec("w25")
async def test_after_a_proven_effect_the_next_one_is_had(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        await run.call("post", LETTER)
        assert (await run.call("post", OTHER)).value == {"posted": 2}
        assert run.states == ["confirmed"] * 2


@pytest.mark.spec("w26")
async def test_a_second_look_tells_what_is_there_now(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        run.shelf.contents = ["one"]
        assert (await run.call("shelf", {"query": "a"})).value == ["one"]
        run.shelf.contents = ["one", "two"]
        assert (await run.call("shelf", {"query": "a"})).value == ["one", "two"]
        first, second = run.operations
        assert (run.states, first.key == second.key, first.id != second.id) == (["confirmed"] * 2, True, True)
        assert first.receipt is not None
        assert second.receipt is not None
        assert (first.receipt.provider, first.receipt.id != second.receipt.id) == ("host", True)


@pytest.mark.spec("w27")
async def test_a_look_that_fails_keeps_nobody_from_writing(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        run.shelf.fails = True
        assert (await run.call("shelf", {})).error_code == "out_of_reach"
        assert (await run.call("post", LETTER)).status == "completed"
        assert run.states == ["not_run", "confirmed"]
        assert verdict(run, Expectation(tool="post")) is Verdict.VERIFIED


@pytest.mark.spec("w28")
async def test_an_unknown_tool_is_on_record_unproven_and_never_repeats_itself(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        assert (await run.call("machine", {"lever": 1})).value == "done"
        record = run.operations[0]
        assert (record.state, record.returned, record.receipt) == (OperationState.UNCERTAIN, True, None)
        assert (await run.call("machine", {"lever": 1})).error_code == "effect-uncertain"
        assert run.machine.runs == 1
        assert verdict(run, Expectation(tool="machine")) is Verdict.INCOMPLETE


@pytest.mark.spec("w29")
async def test_an_unknown_tool_that_came_back_lets_distinct_work_go_on(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        await run.call("machine", {"lever": 1})
        assert (await run.call("machine", {"lever": 2})).value == "done"
        assert (await run.call("post", LETTER)).value == {"posted": 1}
        assert verdict(run, Expectation(tool="post")) is Verdict.UNSUPPORTED


async def test_an_unknown_tool_that_failed_stops_distinct_work(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        run.machine.fails = True
        await run.call("machine", {"lever": 1})
        assert (await run.call("post", LETTER)).error_code == "effect-uncertain"
        assert run.post.calls == 0


@pytest.mark.spec("w30")
async def test_another_programs_command_is_let_through_once_over_restarts_and_goals(tmp_path: Path) -> None:
    async with running(tmp_path, {"name": "Bash", "restricted": False}) as run:
        command = {"command": "make"}
        first = await run.end_of(await run.outside("Bash", command))
        assert first.status == "running"
        assert (await run.end_of(await run.outside("Bash", command))).error_code == "effect-uncertain"
        await run.dies()
        await run.again()
        assert (await run.end_of(await run.outside("Bash", command))).error_code == "effect-uncertain"
        await run.end()
        await run.again(goal="Make it once more.")
        assert (await run.end_of(await run.outside("Bash", command))).error_code == "effect-uncertain"
        assert (len(run.operations), run.states) == (1, ["uncertain"])


@pytest.mark.spec("w31")
async def test_another_programs_known_looks_may_be_repeated_and_prove_nothing(tmp_path: Path) -> None:
    async with running(tmp_path, {"name": "Read", "restricted": False}) as run:
        for _ in range(2):
            assert (await run.end_of(await run.outside("Read", {"file": "a"}))).status == "running"
        assert [it.receipt for it in run.operations] == [None, None]
        assert (await run.call("post", LETTER)).status == "completed"


@pytest.mark.spec("w32")
async def test_the_two_questions_of_one_call_have_one_answer_and_a_third_is_refused(tmp_path: Path) -> None:
    async with running(tmp_path, {"name": "Bash", "restricted": False}) as run:
        guard = await run.outside("Bash", {"command": "make"}, key="call-1")
        permission = await run.outside("Bash", {"command": "make"}, key="call-1")
        assert (guard.task_id, (await run.end_of(permission)).status) == (permission.task_id, "running")
        third = await run.end_of(await run.outside("Bash", {"command": "make"}, key="call-2"))
        assert (third.status, third.error_code) == ("refused", "effect-uncertain")


@pytest.mark.spec("w33")
async def test_without_the_calls_name_a_second_question_is_another_call(tmp_path: Path) -> None:
    async with running(tmp_path, {"name": "Bash", "restricted": False}) as run:
        await run.outside("Bash", {"command": "make"})
        second = await run.end_of(await run.outside("Bash", {"command": "make"}))
        assert second.error_code == "effect-uncertain"


async def test_another_programs_call_that_the_owner_denies_was_not_attempted(tmp_path: Path) -> None:
    async with running(tmp_path, {"name": "Bash", "restricted": True}) as run:
        ticket = await run.outside("Bash", {"command": "make"})
        (held,) = await run.waiting()
        await run.rooms.deny(held)
        assert (await run.end_of(ticket)).status == "denied"
        assert (run.states, run.operations[0].refused) == (["not_run"], True)
        # It may be asked for anew, and its record is taken up under its old name.
        again = await run.outside("Bash", {"command": "make"})
        await run.rooms.approve((await run.waiting())[0])
        assert ((await run.end_of(again)).status, run.states) == ("running", ["in_flight"])


@pytest.mark.spec("w34")
async def test_a_denied_effect_is_asked_for_anew_and_had_once(tmp_path: Path) -> None:
    async with running(tmp_path, HELD) as run:
        first = await run.ask("post", LETTER)
        await run.rooms.deny((await run.waiting())[0])
        assert (await run.end_of(first)).status == "denied"
        assert (run.post.calls, run.operations) == (0, [])
        await run.retried()
        second = await run.ask("post", LETTER)
        await run.rooms.approve((await run.waiting())[0])
        assert (await run.end_of(second)).value == {"posted": 1}
        assert run.states == ["confirmed"]


@pytest.mark.spec("w34")
async def test_what_trusted_code_says_was_not_attempted_may_be_tried_again_under_its_old_name(
    tmp_path: Path,
) -> None:
    async with running(tmp_path) as run:

        def declined() -> None:
            refusal = ToolFailed("The provider asked somebody, who said no.")
            refusal.not_executed = True
            raise refusal

        run.post.before = declined
        assert (await run.call("post", LETTER)).status == "failed"
        (record,) = run.operations
        assert (record.state, run.post.lookups) == (OperationState.NOT_RUN, 0)
        run.post.before = None
        await run.retried()
        assert (await run.call("post", LETTER)).value == {"posted": 1}
        (again,) = run.operations
        assert (again.id, again.state, again.attempt) == (record.id, OperationState.CONFIRMED, 2)


@pytest.mark.spec("w35")
async def test_neither_a_models_words_nor_a_broken_line_say_that_nothing_was_attempted(
    tmp_path: Path,
) -> None:
    async with running(tmp_path) as run:
        run.machine.answer = {"effect": "not-executed", "not_executed": True}
        await run.call("machine", {"lever": 1})
        assert run.states == ["uncertain"]
        run.post.before, run.post.findable = fails, False
        await run.call("post", LETTER)
        assert run.states == ["uncertain", "uncertain"]


@pytest.mark.spec("w36", "w70")
async def test_what_was_not_attempted_may_be_asked_for_with_other_contents(tmp_path: Path) -> None:
    async with running(tmp_path, HELD) as run:
        ticket = await run.ask("post", LETTER)
        (held,) = await run.waiting()
        run.rooms.calls.stop_flag(held.id).set()
        await run.rooms.approve(held)
        assert (await run.end_of(ticket)).status == "cancelled"
        assert (run.post.calls, run.states) == (0, ["not_run"])
        before = run.operations[0]
        again = await run.ask("post", REWRITTEN)
        await run.rooms.approve((await run.waiting())[0])
        assert (await run.end_of(again)).value == {"posted": 1}
        (record,) = run.operations
        assert (record.id, record.input_digest != before.input_digest) == (before.id, True)


@pytest.mark.spec("w37")
async def test_of_two_letters_at_once_below_a_limit_of_one_only_one_is_posted(tmp_path: Path) -> None:
    async with running(tmp_path, scope=ToolScope(names=("post",), limits={"post": 1})) as run:
        ended = await asyncio.gather(run.call("post", LETTER), run.call("post", OTHER))
        assert run.post.calls == 1
        assert [it.error_code for it in ended] == [None, "limit-reached"]
        assert (await run.call("post", LETTER)).value["code"] == "already-confirmed"


@pytest.mark.spec("w38")
async def test_a_limit_of_none_leaves_not_even_a_record(tmp_path: Path) -> None:
    async with running(tmp_path, scope=ToolScope(names=("post",), limits={"post": 0})) as run:
        assert (await run.call("post", LETTER)).error_code == "limit-reached"
        assert (run.operations, run.post.tries) == ([], 0)


async def test_a_new_goal_authorizes_the_same_effect_once_more(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        await run.call("post", LETTER)
        await run.end(WorkflowStatus.DONE, Cause.FINISH)
        await run.again(goal="Post it once more.")
        assert (await run.call("post", LETTER)).value == {"posted": 2}
        assert [it.goal_revision for it in run.operations] == [0, 1]


async def test_doubt_outlives_the_goal_that_it_came_from(tmp_path: Path) -> None:
    async with running(tmp_path) as run:
        run.post.findable = run.post.confirms = False
        await run.call("post", LETTER)
        await run.end()
        await run.again(goal="Post another one.")
        assert (await run.call("post", OTHER)).error_code == "effect-uncertain"
        assert run.post.calls == 1


async def test_a_file_is_written_once_and_a_later_edit_of_the_owners_is_left_alone(tmp_path: Path) -> None:
    async with running(tmp_path, *FILES) as run:
        write = {"path": "report.md", "content": "All is well."}
        assert (await run.call("fs_write", write)).value["created"] is True
        file = tmp_path / "clerk" / "report.md"
        file.write_text("All is well. (Seen by Ada.)")
        again = await run.call("fs_write", write)
        assert (again.value["code"], file.read_text()) == ("already-confirmed", "All is well. (Seen by Ada.)")


@pytest.mark.parametrize(
    ("tool", "args", "there"),
    [
        ("fs_write", {"path": "a.txt", "content": "Two."}, "Two."),
        ("fs_edit", {"path": "a.txt", "old_text": "One", "new_text": "Two"}, "Two."),
        ("fs_delete", {"path": "a.txt"}, None),
    ],
)
async def test_a_change_of_a_file_whose_proof_was_lost_is_found_and_not_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tool: str, args: dict[str, str], there: str | None
) -> None:
    async with running(tmp_path, *FILES) as run:
        file = tmp_path / "clerk" / "a.txt"
        file.write_text("One.")
        arrived, real = asyncio.Event(), Effects._settled

        async def never(*_: object) -> None:
            arrived.set()
            await asyncio.Event().wait()

        monkeypatch.setattr(Effects, "_settled", never)
        await run.ask(tool, args)
        await arrived.wait()
        await run.dies()
        monkeypatch.setattr(Effects, "_settled", real)
        assert (run.states, run.operations[0].error) == (["uncertain"], NOBODY_KNOWS)
        stamp = file.stat().st_mtime_ns if there else None
        await run.again()
        assert (await run.call(tool, args)).value["code"] == "recovered"
        assert run.states == ["confirmed"]
        assert (file.read_text() if file.exists() else None) == there
        assert (file.stat().st_mtime_ns if there else None) == stamp
