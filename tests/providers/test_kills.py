"""SIGKILL at twelve points of a draft's and an entry's way, against the real servers: never two, and never a proof alone.

A real child dies at the point; what it left is opened here by the same engine, and a person has the workflow resumed.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

import placet.app
from placet.api.accounts import PutAccount
from tests.crash.child import Child
from tests.crash.provider_faults import BEFORE, DONE, LOST, TAKEN, Point
from tests.fakes.model_server import ModelServer, Reply, call
from tests.flows.goals import Goals
from tests.flows.house import House
from tests.flows.wire import wire
from tests.providers.dovecot import Mailbox
from tests.providers.radicale import UserCalendar

SAID = Reply("I did it.")
TOOLS = [
    {"name": "mail_search"},
    {"name": "mail_read"},
    {"name": "mail_draft", "restricted": False},
    {"name": "calendar_create", "restricted": False},
]
ENTRY = {"account": "it", "title": "Lunch", "start": "2026-12-01T12:00:00Z", "end": "2026-12-01T13:00:00Z"}


@dataclass
class Scene:
    """One data folder over the lives of its processes, the model that each of them asks, and what is at the provider."""

    base: Path
    model: ModelServer
    account: dict[str, Any]
    route: str
    body: dict[str, Any]
    asks: Reply
    there: Callable[[], int]
    guided: bool
    house: House = field(init=False)

    def __post_init__(self) -> None:
        self.house = House(self.base, model=self.model)
        self.secret = placet.app.init(self.house.data)
        with self.house:
            self.house.declare(tools=TOOLS)
            self.house.submit(PutAccount(name="it", definition=self.account))

    def live_until(self, point: Point) -> str:
        """One life of a process, which ends at the point; the answer is the workflow's id."""
        self.model.replies += [self.asks, SAID]
        with Child(self.house.data, fault=point, faults="provider_faults") as child:
            with child.client(self.secret) as owner, suppress(httpx.TransportError):
                made = owner.post(self.route, json={"agent": "clerk", **self.body})
                assert made.status_code == 201, made.text
            child.expect_death()
        self.model.replies.clear()
        ((workflow_id,),) = self.on_disk("SELECT id FROM workflows")
        return str(workflow_id)

    def on_disk(self, sql: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(self.house.data / "ledger.sqlite")) as file:
            return file.execute(sql).fetchall()

    @property
    def states(self) -> list[str]:
        """How the writes stand on the disk."""
        return [state for (state,) in self.on_disk("SELECT state FROM operations WHERE effect = 'write'")]

    @contextmanager
    def again(self) -> Iterator[Goals]:
        """The next start, over HTTP."""
        with self.house, wire_of(self.house) as goals:
            yield goals

    def resumed(self, goals: Goals, workflow_id: str, *replies: Reply) -> dict[str, Any]:
        """The workflow after a person had it resumed; nothing had started by itself."""
        assert goals.row(workflow_id)["status"] == "interrupted"
        goals.model.replies += replies
        assert goals.act(workflow_id, "resume").status_code in {200, 202}
        return goals.ended(workflow_id, attempt=2)

    def writes(self, goals: Goals, workflow_id: str) -> list[dict[str, Any]]:
        return [it for it in goals.operations(workflow_id) if it["effect"] == "write"]


@contextmanager
def wire_of(house: House) -> Iterator[Goals]:
    with wire(house) as over:
        assert house.model is not None
        yield Goals(house, over, house.model)


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with ModelServer() as model:
        yield model


@pytest.fixture
def mail(tmp_path: Path, model: ModelServer, mailbox: Mailbox) -> Scene:
    mailbox.deliver("Lunch?")
    return Scene(
        tmp_path, model, mailbox.account(), "/workflows/guided/answer_mail", {},
        Reply(calls=(call("mail_draft", {"body": "Tuesday is fine."}),)), lambda: len(mailbox.mails()), guided=True,
    )  # fmt: skip


@pytest.fixture
def dates(tmp_path: Path, model: ModelServer, calendar: UserCalendar) -> Scene:
    return Scene(
        tmp_path, model, calendar.account(), "/workflows", {"text": "Put the lunch into my calendar."},
        Reply(calls=(call("calendar_create", ENTRY),)), lambda: len(calendar.entries()), guided=False,
    )  # fmt: skip


def check(scene: Scene, point: Point) -> None:
    """Kill, start, resume: what has to hold by where it died."""
    workflow_id = scene.live_until(point)
    assert scene.on_disk("PRAGMA integrity_check") == [("ok",)]
    assert scene.states == ([] if point in BEFORE else ["confirmed"] if point in DONE else ["in_flight"])
    assert scene.there() == (1 if point in (*TAKEN, *DONE) else 0)
    with scene.again() as goals:
        for operation in scene.writes(goals, workflow_id):
            assert operation["state"] == ("confirmed" if point in DONE else "uncertain")
        # Where an effect may have happened, a guided step asks no model for it again.
        again = () if scene.guided and point not in BEFORE else (scene.asks,)
        row = scene.resumed(goals, workflow_id, *again, SAID, SAID)
        (operation,) = scene.writes(goals, workflow_id)
        told = str([it["messages"] for it in goals.model.requests])
    if point in LOST:
        assert (operation["state"], scene.there()) == ("uncertain", 0)
        assert row["status"] != "done"
        assert "effect-uncertain" in told
        return
    assert (operation["state"], scene.there()) == ("confirmed", 1)
    assert row["verification"] == ("verified" if scene.guided else "unverified")
    assert ("recovered" in told, "already-confirmed" in told) == (point in TAKEN, point in DONE)


LONG = [point for point in Point if point is not Point.SENT]


@pytest.mark.spec("w3", "w5")
def test_a_draft_that_the_server_took_before_the_kill_is_found_and_never_saved_twice(mail: Scene) -> None:
    check(mail, Point.SENT)
    assert mail.there() == 1


@pytest.mark.long
@pytest.mark.spec("w3", "w5")
def test_an_entry_that_the_server_took_before_the_kill_is_found_and_never_put_twice(dates: Scene) -> None:
    check(dates, Point.SENT)
    assert dates.there() == 1


@pytest.mark.long
@pytest.mark.spec("w1", "w2", "w3", "w5", "w6", "w7", "w11", "w12")
@pytest.mark.parametrize("point", LONG)
def test_wherever_it_is_killed_the_mailbox_holds_one_draft_at_most(mail: Scene, point: Point) -> None:
    check(mail, point)
    assert mail.there() <= 1


@pytest.mark.long
@pytest.mark.spec("w1", "w2", "w3", "w5", "w6", "w7", "w11", "w12")
@pytest.mark.parametrize("point", LONG)
def test_wherever_it_is_killed_the_calendar_holds_one_entry_at_most(dates: Scene, point: Point) -> None:
    check(dates, point)
    assert dates.there() <= 1


@pytest.mark.long
@pytest.mark.spec("w4", "w16")
def test_a_draft_that_is_gone_by_then_is_neither_proven_nor_saved_again(
    mail: Scene, mailbox: Mailbox
) -> None:
    workflow_id = mail.live_until(Point.RETURNED)
    mailbox.empty()
    with mail.again() as goals:
        for attempt in (2, 3):
            if attempt == 2:
                mail.resumed(goals, workflow_id, SAID)
            else:
                assert goals.act(workflow_id, "retry").status_code in {200, 202}
                goals.ended(workflow_id, attempt=3)
            assert [it["state"] for it in mail.writes(goals, workflow_id)] == ["uncertain"]
            assert goals.row(workflow_id)["status"] != "done"
    assert mail.there() == 0
