"""What the next start makes of workflows whose process was killed: nothing of them starts by itself."""

import threading
from pathlib import Path

import pytest

import placet.app
from placet.rules.restart import WITHDRAWN
from placet.work.workflows import INTERRUPTED
from tests.crash.child import Child
from tests.fakes.model_server import ModelServer, Reply
from tests.flows.goals import Goals, writes
from tests.flows.house import RESTRICTED_WRITE, House
from tests.flows.wire import wire


def prepared(base: Path, model: ModelServer) -> tuple[House, str]:
    """A data folder with an agent that must ask before it writes, and the owner's token."""
    house = House(base, model=model)
    secret = placet.app.init(house.data)
    with house:
        house.declare(tools=[RESTRICTED_WRITE])
    return house, secret


@pytest.mark.spec("w12", "w84")
def test_what_ran_and_what_waited_is_interrupted_and_no_model_is_asked(tmp_path: Path) -> None:
    at_work, go = threading.Event(), threading.Event()

    def hold() -> None:
        at_work.set()
        go.wait(20)

    with ModelServer([Reply("Late.", before=hold)]) as model:
        house, secret = prepared(tmp_path, model)
        with Child(house.data) as child, child.client(secret) as owner:
            for text in ("First.", "Second."):
                assert owner.post("/workflows", json={"agent": "clerk", "text": text}).status_code == 201
            assert at_work.wait(20)
            child.kill()
        go.set()
        asked = len(model.requests)
        with house, wire(house) as over:
            rows = over.owner.get("/workflows").json()["workflows"]
            assert [(it["text"], it["status"], it["error"]) for it in rows] == [
                ("Second.", "interrupted", INTERRUPTED),
                ("First.", "interrupted", INTERRUPTED),
            ]
            for row in rows:
                talk = f"/agents/clerk/conversations/{row['conversation_id']}/messages"
                assert over.owner.get(talk).status_code == 200
            found = over.owner.get("/doctor").json()["findings"]
            assert [it["code"] for it in found] == ["workflow_interrupted"] * 2
            g = Goals(house, over, model)
            assert g.act(rows[0]["id"], "stop").json()["status"] == "stopped"
            model.replies.append(Reply("Done."))
            assert g.act(rows[1]["id"], "resume").json()["status"] == "queued"
            assert g.ended(rows[1]["id"], attempt=2)["status"] == "unverified"
        assert len(model.requests) == asked + 1


@pytest.mark.spec("w85")
def test_resumed_it_asks_anew_and_the_old_question_answers_to_nobody(tmp_path: Path) -> None:
    with ModelServer([writes()]) as model:
        house, secret = prepared(tmp_path, model)
        with Child(house.data) as child, child.client(secret) as owner:
            made = owner.post("/workflows/guided/report", json={"agent": "clerk"}).json()["id"]
            while not (waiting := owner.get("/tasks", params={"status": "pending_approval"}).json()["tasks"]):
                owner.get("/health")
            (old,) = waiting
            child.kill()
        model.replies += [writes(content="Anew."), Reply("Written.")]
        with house, wire(house) as over:
            task = over.task(old["id"])
            assert (task["status"], task["error"], task["approval"]["state"]) == (
                "cancelled",
                WITHDRAWN,
                "withdrawn",
            )
            g = Goals(house, over, model)
            g.act(made, "resume")
            (new,) = house.waiting()
            late = over.owner.post(f"/agents/clerk/tasks/{old['id']}/resolve", json={"action": "approve"})
            assert (late.status_code, new.id != old["id"]) == (409, True)
            assert not (house.folder() / "report.md").exists()
            house.approve(new.id)
            assert g.ended(made, attempt=2)["status"] == "done"
            assert (house.folder() / "report.md").read_text() == "Anew."
