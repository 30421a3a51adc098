"""An owner's standing answers on the whole engine: what passes, what waits all the same, and who is told (case 68)."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from placet.api.commands import CreateToken
from placet.api.grants import (
    DraftGrant,
    GrantDraft,
    GrantPreview,
    GrantRow,
    GrantWords,
    ListGrants,
    MadeGrant,
    MakeGrant,
    PreviewGrant,
    RevokeGrant,
)
from placet.api.queries import ListTokens
from placet.rules.errors import BadInput, Forbidden, GrantRefused, Unauthenticated
from placet.rules.records import Scope
from tests.fakes.clock import HeldClock
from tests.flows.house import RESTRICTED_WRITE, House
from tests.flows.wire import Wire, wire
from tests.lmsp.client import until

NOTE = {"path": "notes/a.md", "content": "hello"}
WORDS = {"agent": "clerk", "tool": "fs_write", "match": {"path": "notes/*"}}


def make(house: House, *, settle_waiting: bool = False, **but: Any) -> MadeGrant:
    made: MadeGrant = house.submit(
        MakeGrant(words=GrantWords(**{**WORDS, **but}), settle_waiting=settle_waiting)
    )
    return made


def grants(house: House) -> tuple[GrantRow, ...]:
    rows: tuple[GrantRow, ...] = house.engine.query(ListGrants())
    return rows


@pytest.fixture
def clerk(house: House) -> House:
    house.declare(tools=[RESTRICTED_WRITE])
    return house


def test_a_call_that_a_grant_covers_runs_unasked_and_says_by_which(clerk: House) -> None:
    made = make(clerk)
    answer = clerk.end_of(clerk.call("fs_write", NOTE))
    assert (clerk.folder() / "notes/a.md").read_text() == "hello"
    assert answer.task is not None
    approval = clerk.task(answer.task.id).approval
    assert approval is not None
    assert (approval.state, approval.via, approval.decided_by) == ("approved", "rule", f"grant:{made.row.id}")
    assert clerk.events("hil.requested", "hil.resolved") == []
    assert grants(clerk)[0].hits == 1


def test_a_call_that_it_does_not_cover_waits(clerk: House) -> None:
    make(clerk)
    ticket = clerk.call("fs_write", {**NOTE, "path": "other.md"})
    assert ticket.status == "pending_approval"
    assert grants(clerk)[0].hits == 0


def test_the_last_use_passes_and_the_next_call_waits(clerk: House) -> None:
    make(clerk, uses=1)
    clerk.end_of(clerk.call("fs_write", NOTE))
    assert clerk.call("fs_write", NOTE).status == "pending_approval"
    row = grants(clerk)[0]
    assert (row.uses_left, row.hits, row.live) == (0, 1, False)


def test_what_was_taken_back_lets_nothing_pass(clerk: House) -> None:
    made = make(clerk)
    assert clerk.submit(RevokeGrant(grant_id=made.row.id)).live is False
    assert clerk.call("fs_write", NOTE).status == "pending_approval"


def test_a_grant_ends_at_its_hour(held_clock_house: tuple[House, HeldClock]) -> None:
    house, clock = held_clock_house
    make(house, expires_at=clock.now_ms() + 1000)
    house.end_of(house.call("fs_write", NOTE))
    clock.at_ms += 1000
    assert house.call("fs_write", NOTE).status == "pending_approval"


def test_what_ran_out_is_not_given_back_by_a_clock_that_is_set_back(
    held_clock_house: tuple[House, HeldClock],
) -> None:
    house, clock = held_clock_house
    ends = clock.now_ms() + 60_000
    row = make(house, expires_at=ends).row
    token = house.submit(CreateToken(scope=Scope.AGENT, agent="clerk", ttl_s=60, label="short"))
    clock.at_ms += 60_000
    make(house, match={"path": "other.md"})  # wakes whoever looks at the time
    until(lambda: ended_for_good(house, row.id, token.row.id))  # nobody is told
    clock.at_ms -= 3_600_000
    for _ in range(2):
        assert house.call("fs_write", NOTE).status == "pending_approval"
        (shown,) = (it for it in grants(house) if it.id == row.id)
        assert (shown.live, shown.revoked_at, shown.expires_at) == (False, None, ends), "nobody revoked it"
        with pytest.raises(Unauthenticated):
            house.engine.authenticate(token.secret)
        assert token.row.id in {it.id for it in house.engine.query(ListTokens())}
        house.restart()


def ended_for_good(house: House, *ids: str) -> bool:
    path = house.data / "ledger.sqlite"
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as book:
        marks = book.execute("SELECT id, revoked_at FROM grants UNION ALL SELECT id, revoked_at FROM tokens")
        return {key for key, at in marks if at is not None} == set(ids)


@pytest.fixture
def held_clock_house(tmp_path: Any) -> Iterator[tuple[House, HeldClock]]:
    clock = HeldClock()
    with House(tmp_path, clock=clock) as house:
        house.declare(tools=[RESTRICTED_WRITE])
        yield house, clock


def test_an_async_call_passes_too_and_survives_a_restart_of_the_engine(clerk: House) -> None:
    make(clerk)
    clerk.restart()
    ticket = clerk.call("fs_write", {**NOTE, "_async": True})
    assert ticket.status == "running"
    assert clerk.ended(ticket.task_id).status == "completed"


def test_requests_that_wait_pass_when_the_owner_says_so(clerk: House) -> None:
    (clerk.folder() / "notes").mkdir(parents=True, exist_ok=True)
    waiting = [clerk.call("fs_write", {**NOTE, "path": f"notes/{n}.md"}) for n in range(3)]
    other = clerk.call("fs_write", {**NOTE, "path": "other.md"})
    made = make(clerk, uses=2, settle_waiting=True)
    assert made.settled == 2
    assert [clerk.ended(one.task_id).status for one in waiting[:2]] == ["completed", "completed"]
    assert clerk.task(waiting[2].task_id).status == "pending_approval"
    assert clerk.task(other.task_id).status == "pending_approval"
    assert (made.row.uses_left, made.row.hits) == (0, 2)


def test_requests_that_wait_go_on_waiting_unless_he_says_so(clerk: House) -> None:
    ticket = clerk.call("fs_write", NOTE)
    assert make(clerk).settled == 0
    assert clerk.task(ticket.task_id).status == "pending_approval"


def test_the_preview_counts_what_would_have_passed_and_what_was_denied(clerk: House) -> None:
    denied = clerk.call("fs_write", NOTE)
    clerk.deny(denied.task_id)
    clerk.call("fs_write", NOTE)
    clerk.call("fs_write", {**NOTE, "path": "other.md"})
    preview: GrantPreview = clerk.engine.query(PreviewGrant(words=GrantWords(**WORDS)))
    assert (preview.looked_at, preview.matched, preview.denied, preview.waiting) == (3, 2, 1, 1)
    assert preview.examples[-1] == denied.task_id
    assert preview.sentence.startswith("clerk may call fs_write without asking when path is like “notes/*”")
    assert grants(clerk) == ()


def test_a_draft_describes_the_request_and_no_other(clerk: House) -> None:
    ticket = clerk.call("fs_write", {**NOTE, "content": "2 * 3"})
    draft: GrantDraft = clerk.engine.query(DraftGrant(task_id=str(ticket.task_id)))
    assert draft.words.match == {"path": "notes/a.md", "content": r"2 \* 3"}
    assert (draft.arguments, draft.why_not) == (("path", "content"), None)


@pytest.mark.spec("68")
def test_a_locked_tool_takes_no_grant_and_says_why(clerk: House) -> None:
    made = make(clerk)
    clerk.change(tools=[{**RESTRICTED_WRITE, "locked": True}])
    ticket = clerk.call("fs_write", NOTE)
    assert ticket.status == "pending_approval"
    draft: GrantDraft = clerk.engine.query(DraftGrant(task_id=str(ticket.task_id)))
    assert draft.why_not is not None
    with pytest.raises(GrantRefused):
        make(clerk)
    assert [row.id for row in grants(clerk)] == [made.row.id]


def test_a_request_with_hidden_text_is_asked_about_whatever_was_granted(clerk: House) -> None:
    make(clerk, match={})
    ticket = clerk.call("fs_write", {**NOTE, "content": "a\u202eb"})
    assert ticket.status == "pending_approval"
    draft: GrantDraft = clerk.engine.query(DraftGrant(task_id=str(ticket.task_id)))
    assert draft.why_not is not None


def test_an_outside_call_passes_by_a_grant_too(house: House) -> None:
    house.declare(tools=[{"name": "Bash", "restricted": True}])
    make(house, tool="Bash", match={"command": "make install"})
    ticket = house.call("Bash", {"command": "make install"}, decide_only=True)
    assert ticket.status == "running"
    assert house.call("Bash", {"command": "make clean"}, decide_only=True).status == "pending_approval"


def test_only_the_owner_makes_and_ends_grants(clerk: House) -> None:
    made = make(clerk)
    for command in (MakeGrant(words=GrantWords(**WORDS)), RevokeGrant(grant_id=made.row.id)):
        with pytest.raises(Forbidden):
            clerk.submit(command, clerk.voice())
    assert [row.live for row in grants(clerk)] == [True]


@pytest.mark.parametrize(
    ("but", "place"),
    [
        ({"tool": "shell"}, "/tool"),
        ({"match": {"paht": "a"}}, "/match/paht"),
        ({"uses": 0}, "/uses"),
        ({"expires_at": 1}, "/expires_at"),
    ],
)
def test_words_that_do_not_fit_make_nothing(clerk: House, but: dict[str, Any], place: str) -> None:
    with pytest.raises(BadInput) as refused:
        make(clerk, **but)
    assert refused.value.pointer == place
    assert grants(clerk) == ()


@pytest.fixture
def http(clerk: House) -> Iterator[Wire]:
    with wire(clerk) as it:
        yield it


def test_over_http_a_grant_is_tried_made_listed_and_taken_back(clerk: House, http: Wire) -> None:
    waiting = http.held("fs_write", NOTE)
    tried = http.owner.post("/grants?dry=1", json=WORDS)
    assert tried.status_code == 200
    assert tried.json()["backtest"] == {
        "looked_at": 1, "matched": 1, "denied": 0, "waiting": 1, "examples": [waiting],
    }  # fmt: skip
    made = http.owner.post("/grants", json={**WORDS, "uses": 5, "settle_waiting": True})
    assert (made.status_code, made.json()["settled"], made.json()["uses_left"]) == (201, 1, 4)
    (listed,) = http.owner.get("/grants?agent=clerk").json()["grants"]
    assert listed == {key: value for key, value in made.json().items() if key != "settled"}
    ended = http.owner.delete(f"/grants/{listed['id']}")
    assert (ended.status_code, ended.json()["live"]) == (200, False)
    assert http.owner.delete("/grants/grant_none").status_code == 404


def test_over_http_only_the_owner_reaches_grants_and_bad_words_have_their_place(http: Wire) -> None:
    for answer in (
        http.agent.get("/grants"),
        http.agent.post("/grants", json=WORDS),
        http.agent.delete("/grants/x"),
    ):
        assert answer.status_code == 403
    refused = http.owner.post("/grants", json={"agent": "clerk", "tool": "fs_write"})
    assert (refused.status_code, refused.json()["pointer"]) == (400, "/match")
    assert http.owner.post("/grants?dry=2", json=WORDS).status_code == 400
    assert http.owner.get("/grants").json() == {"grants": []}
