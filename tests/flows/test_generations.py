"""Generations through the engine's front door, with a model server on the wire."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from placet.api import Authority, BadInput, Engine, Forbidden, Principal, Via
from placet.api.generations import (
    CancelGeneration,
    CountGenerations,
    CreatedGeneration,
    CreateGeneration,
    GenerationRow,
    GetGeneration,
    GetGenerationArgument,
    GetGenerationRequest,
    ListGenerationEvents,
    ListGenerations,
    LookUpModels,
    principal_of,
    sees_of,
)
from placet.rules.errors import ResponseNotFound, TaskNotFound
from tests.fakes.clock import HeldClock
from tests.fakes.gated_model import MODEL, REST, WORDS, GatedModel
from tests.fakes.model_server import ModelServer, Reply, call
from tests.flows.house import PATIENCE_S, WINDOW, House

A = Authority(principal=Principal.CLIENT, via=Via.HTTP, token_id="token_a")
B = Authority(principal=Principal.CLIENT, via=Via.HTTP, token_id="token_b")


class Scene:
    """An engine with a gated model server, and short ways to ask for generations."""

    def __init__(self, house: House, model: GatedModel) -> None:
        self.house, self.model = house, model

    @property
    def engine(self) -> Engine:
        return self.house.engine

    def create(self, by: Authority = A, **more: Any) -> CreatedGeneration:
        command = CreateGeneration(request={"model": MODEL, "input": "Go on."}, **more)
        made: CreatedGeneration = self.house.submit(command, by)
        return made

    def row(self, task_id: str) -> GenerationRow:
        row: GenerationRow = self.engine.query(GetGeneration(task_id=task_id))
        return row

    def comes_to(self, task_id: str, *statuses: str) -> GenerationRow:
        self.house.wait_for(lambda: self.row(task_id).status in statuses)
        return self.row(task_id)

    def read(self, task_id: str, until: str) -> list[dict[str, Any]]:
        """Read its events as they come, by the watch, until one of this type."""

        async def reading() -> list[dict[str, Any]]:
            events: list[dict[str, Any]] = []
            with self.engine.watch_generation(task_id) as watch:
                while not any(event["type"] == until for event in events):
                    watch.clear()
                    page = self.engine.query(
                        ListGenerationEvents(task_id=task_id, after=len(events) - 1, limit=2)
                    )
                    events += [json.loads(event.data) for event in page.events]
                    if not page.events:
                        await asyncio.wait_for(watch.wait(), PATIENCE_S)
            return events

        return self.engine.run(reading())


@pytest.fixture
def scene(tmp_path: Path, clock: HeldClock) -> Iterator[Scene]:
    with GatedModel() as model, House(tmp_path, settings=model.settings, clock=clock) as house:
        yield Scene(house, model)


def test_a_reader_follows_a_response_from_its_first_event_to_its_last(scene: Scene) -> None:
    made = scene.create().row
    assert (made.status, made.phase, made.can_cancel) == ("queued", "waiting", True)
    scene.read(made.id, "response.output_text.delta")
    scene.model.go.set()
    events = scene.read(made.id, "response.completed")
    assert "".join(event.get("delta", "") for event in events) == "".join(WORDS) + REST
    row = scene.comes_to(made.id, "succeeded")
    response = json.loads(row.response_json)
    assert response == events[-1]["response"]
    assert (row.phase, row.can_cancel, row.error, row.backend) == ("ended", False, None, "gated")
    page = scene.engine.query(ListGenerationEvents(task_id=made.id, after=row.last_seq))
    assert (page.events, page.ended, page.expired, page.last_seq) == ((), True, False, row.last_seq)


def test_each_token_sees_its_own_and_the_owner_all(scene: Scene) -> None:
    mine, other = scene.create(A).row, scene.create(B).row
    assert (principal_of(A), sees_of(A), sees_of(WINDOW)) == ("token_a", "token_a", None)
    ask = scene.engine.query
    assert [line.id for line in ask(ListGenerations(principal=sees_of(A)))] == [mine.id]
    assert [line.id for line in ask(ListGenerations())] == [other.id, mine.id]
    assert ask(GetGeneration(response_id=mine.response_id, principal="token_a")).id == mine.id
    for query, error in (
        (GetGeneration(task_id=other.id, principal="token_a"), TaskNotFound),
        (GetGeneration(response_id=other.response_id, principal="token_a"), ResponseNotFound),
        (GetGeneration(response_id="resp_no"), ResponseNotFound),
        (ListGenerationEvents(task_id=other.id, principal="token_a"), TaskNotFound),
    ):
        with pytest.raises(error):
            ask(query)
    with pytest.raises(TaskNotFound):
        scene.house.submit(CancelGeneration(task_id=other.id), A)
    assert scene.house.submit(CancelGeneration(task_id=other.id), WINDOW).status == "cancelled"


def test_an_agents_own_token_makes_no_generations(scene: Scene) -> None:
    scene.house.declare()
    for command in (
        CreateGeneration(request={"model": MODEL, "input": "x"}),
        CancelGeneration(task_id="task_x"),
        LookUpModels(),
    ):
        with pytest.raises(Forbidden):
            scene.house.submit(command, scene.house.voice())


def test_a_listing_narrows_by_status_and_phase_and_refuses_what_is_none(scene: Scene) -> None:
    first, second = scene.create().row, scene.create().row
    scene.comes_to(first.id, "running")
    ask = scene.engine.query
    assert [line.id for line in ask(ListGenerations(phases=("waiting",)))] == [second.id]
    assert [line.id for line in ask(ListGenerations(statuses=("running",), phases=("active",)))] == [first.id]
    assert ask(ListGenerations(statuses=("queued",), phases=("active",))) == ()
    assert ask(ListGenerations(q="Go on"))[0].preview.startswith('{"model"')
    assert [line.id for line in ask(ListGenerations(before=second.id))] == [first.id]
    assert ask(CountGenerations(principal="token_a"))["queued"] == 1
    for wrong in (
        ListGenerations(limit=0),
        ListGenerations(statuses=("odd",)),
        ListGenerations(phases=("odd",)),
    ):
        with pytest.raises(BadInput):
            ask(wrong)


def test_a_request_is_shown_as_it_was_sent_and_its_long_values_whole(scene: Scene) -> None:
    text = "Go\u202e on. " * 200
    made = scene.house.submit(
        CreateGeneration(request={"model": MODEL, "input": text, "temperature": 1.0}), A
    )
    shown = scene.engine.query(GetGenerationRequest(task_id=made.row.id))
    assert [(it.key, it.type) for it in shown.arguments.children] == [
        ("model", "string"), ("input", "string"), ("temperature", "number"),
    ]  # fmt: skip
    assert shown.arguments.children[1].elided > 0
    assert "⟨U+202E⟩" in shown.shown_raw
    whole = scene.engine.query(GetGenerationArgument(task_id=made.row.id, pointer="/input"))
    assert whole.count("⟨U+202E⟩") == 200
    [line] = scene.engine.query(ListGenerations())
    assert (line.principal, line.agent) == ("token_a", None)


def test_events_that_are_old_are_said_to_be_gone_before_anybody_took_them_away(
    scene: Scene, clock: HeldClock
) -> None:
    scene.model.go.set()
    made = scene.create().row
    end = scene.comes_to(made.id, "succeeded").finished_at or 0
    ask = scene.engine.query
    clock.at_ms = end + 86_400_000 - 1
    assert not ask(ListGenerationEvents(task_id=made.id)).expired
    clock.at_ms = end + 86_400_000
    page = ask(ListGenerationEvents(task_id=made.id))
    assert (page.expired, page.events, page.oldest_seq, page.ended) == (True, (), None, True)
    assert ask(ListGenerationEvents(task_id=made.id, after=page.last_seq)).expired is False


def test_models_are_named_and_told_with_what_is_known_of_them(scene: Scene) -> None:
    rows = {row.id: row for row in scene.house.submit(LookUpModels(), A)}
    assert (rows[MODEL].backend, rows[MODEL].state) == ("gated", "unknown")
    assert rows["smollm2-135m-instruct"].context_length == 4096


def test_an_orderly_stop_is_like_a_crash_to_a_generation(scene: Scene) -> None:
    failing = scene.create().row
    retried = scene.create(on_restart="retry", idempotency_key="k", fingerprint="f").row
    scene.read(failing.id, "response.output_text.delta")
    scene.house.restart()
    assert scene.row(failing.id).error is not None
    assert scene.row(failing.id).error == {
        "code": "server_restarted", "message": "The engine restarted before this response was over.",
        "status": 503,
    }  # fmt: skip
    scene.model.go.set()
    assert scene.comes_to(retried.id, "succeeded").attempt == 1
    again = scene.create(on_restart="retry", idempotency_key="k", fingerprint="f")
    assert (again.replayed, again.row.id, again.row.status) == (True, retried.id, "queued")


def test_a_turns_replies_are_generations_and_its_calls_belong_to_them(
    talking: House, model: ModelServer
) -> None:
    model.replies = [
        Reply(calls=(call("fs_write", {"path": "a.txt", "content": "Hi."}),)),
        Reply(text="It is written."),
    ]
    agent = talking.declare(tools=[{"name": "fs_write", "restricted": True}])
    sent = talking.say("Write it.")
    [held] = talking.waiting()
    [first] = talking.engine.query(ListGenerations(parent_id=sent.turn_id))
    assert held.parent_id == first.id
    talking.approve(held.id)
    talking.wait_for_event("turn.ended")
    lines = talking.engine.query(ListGenerations(agent="clerk"))
    rows = [talking.engine.query(GetGeneration(task_id=line.id)) for line in lines]
    assert [row.status for row in rows] == ["succeeded", "succeeded"]
    assert {row.agent_id for row in rows} == {agent.id}
    assert {row.parent_id for row in rows} == {sent.turn_id}
    [said] = json.loads(rows[0].response_json)["output"]
    assert said["content"][0]["text"] == "It is written."
    request = json.loads(rows[0].request_json)
    assert [item["type"] for item in request["input"]] == [
        "message", "message", "function_call", "function_call_output",
    ]  # fmt: skip


def test_stopping_an_agent_cancels_the_reply_that_it_waits_for(tmp_path: Path) -> None:
    with GatedModel() as model, House(tmp_path, settings=model.settings) as house:
        house.declare(model={"backend": "gated", "name": MODEL})
        sent = house.say("Tell me.")
        model.wait_until_asked()
        lines = house.wait_for(lambda: house.engine.query(ListGenerations(statuses=("running",))))
        house.stop()
        row = house.wait_for(
            lambda: (
                it
                if (it := house.engine.query(GetGeneration(task_id=lines[0].id))).phase == "ended"
                else None
            )
        )
        assert (row.status, row.parent_id) == ("cancelled", sent.turn_id)


def test_a_reply_that_the_owner_cancels_fails_the_turn_with_a_sentence(tmp_path: Path) -> None:
    with GatedModel() as model, House(tmp_path, settings=model.settings) as house:
        house.declare(model={"backend": "gated", "name": MODEL})
        house.say("Tell me.")
        lines = house.wait_for(lambda: house.engine.query(ListGenerations(statuses=("running",))))
        house.submit(CancelGeneration(task_id=lines[0].id))
        ended = house.wait_for_event("turn.ended")
        assert ended.payload["error"] == "The owner cancelled the model's response."


def test_the_identifiers_are_those_of_the_protocol(scene: Scene) -> None:
    row = scene.create().row
    letters = set("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    for name, prefix in ((row.id, "task_"), (row.response_id, "resp_")):
        assert name.startswith(prefix)
        assert len(name) == len(prefix) + 26
        assert set(name.removeprefix(prefix)) <= letters
