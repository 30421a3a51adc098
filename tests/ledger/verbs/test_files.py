"""The index of agents' files, and which of their bytes are authorized."""

import hashlib
from typing import Any

import pytest

from placet.ledger.ledger import Ledger
from placet.rules.authority import Authority, Principal, Via
from placet.rules.basics import Instant
from placet.rules.errors import NotFound
from placet.rules.ports import FileChange
from placet.rules.records import AgentFile
from tests.fakes.clock import HeldClock
from tests.ledger.making import AGENT, OTHER_AGENT, T0, an_agent

Row = tuple[str, str, int, str, int, int]


def put(ledger: Ledger, *changes: FileChange, agent_id: str = AGENT) -> None:
    ledger.commit_blocking(lambda tx: [tx.index_file(agent_id, it) for it in changes])  # type: ignore[arg-type]


def rows(ledger: Ledger) -> list[Row]:
    def look(tx: object) -> list[Row]:
        found: list[Row] = tx._cursor.execute(
            "SELECT agent_id, path, size, sha256, created_at, updated_at FROM files ORDER BY agent_id, path"
        ).fetchall()  # type: ignore[attr-defined]
        return found

    return ledger.commit_blocking(look)


def test_a_file_is_kept_as_its_last_write_left_it_and_remembers_its_first(
    ledger: Ledger, clock: HeldClock
) -> None:
    put(ledger, FileChange(path="a", size_bytes=1, sha256="one"))
    clock.at_ms = Instant(T0 + 5)
    put(
        ledger,
        FileChange(path="a", size_bytes=2, sha256="two"),
        FileChange(path="b", size_bytes=3, sha256="b"),
    )
    assert rows(ledger) == [
        (AGENT, "a", 2, "two", T0, T0 + 5),
        (AGENT, "b", 3, "b", T0 + 5, T0 + 5),
    ]


def test_a_clock_set_back_makes_no_file_older(ledger: Ledger, clock: HeldClock) -> None:
    put(ledger, FileChange(path="a", size_bytes=1, sha256="one"))
    clock.at_ms = Instant(T0 - 5)
    put(ledger, FileChange(path="a", size_bytes=2, sha256="two"))
    assert rows(ledger) == [(AGENT, "a", 2, "two", T0, T0)]


def test_a_deleted_file_is_forgotten_for_its_agent_alone(ledger: Ledger, clock: HeldClock) -> None:
    ledger.commit_blocking(lambda tx: tx.declare_agent(an_agent(id=OTHER_AGENT, name="Bob")))
    for agent_id in (AGENT, OTHER_AGENT):
        put(ledger, FileChange(path="a", size_bytes=1, sha256="one"), agent_id=agent_id)
    put(ledger, FileChange(path="a"), FileChange(path="never there"))
    assert [row[:2] for row in rows(ledger)] == [(OTHER_AGENT, "a")]
    clock.at_ms = Instant(T0 + 5)
    put(ledger, FileChange(path="a", size_bytes=1, sha256="new"))
    assert rows(ledger)[0] == (AGENT, "a", 1, "new", T0 + 5, T0 + 5)


OWNER = Authority(principal=Principal.OWNER, via=Via.WINDOW)
CODE = Authority(principal=Principal.AUTHORIZED_CODE, via=Via.CODE, code="lib/a.ts:main")


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def changed(text: str) -> FileChange:
    return FileChange(path="a.ts", size_bytes=len(text), sha256=sha(text))


def authorize(ledger: Ledger, text: str, by: Authority = OWNER) -> AgentFile:
    return ledger.commit_blocking(lambda tx: tx.authorize_file(AGENT, changed(text), text, by))


def told(ledger: Ledger) -> list[tuple[str, dict[str, Any]]]:
    return [(it.type, it.payload) for it in ledger.reads.events(0, 100) if it.type.startswith("file.")]


def test_authorized_are_exactly_these_bytes_and_they_are_kept_and_told_once(ledger: Ledger) -> None:
    file = authorize(ledger, "one")
    assert authorize(ledger, "one") == file == ledger.reads.file(AGENT, "a.ts")
    assert (file.authorized, file.sha256, file.last_authorized) == (True, sha("one"), sha("one"))
    assert ledger.reads.source(sha("one")) == "one"
    expected = {"path": "a.ts", "sha256": sha("one"), "by": "owner", "via": "window"}
    assert told(ledger) == [("file.authorized", expected)]


@pytest.mark.parametrize("text", ["two", "one"])
def test_a_write_of_any_bytes_takes_the_mark_away_and_tells(ledger: Ledger, text: str) -> None:
    authorize(ledger, "one", CODE)
    put(ledger, changed(text))
    (file,) = ledger.reads.files(AGENT)
    assert (file.authorized, file.sha256, file.last_authorized) == (False, sha(text), sha("one"))
    gone = {"path": "a.ts", "sha256": sha("one")}
    assert told(ledger) == [
        ("file.authorized", {**gone, "by": "lib/a.ts:main", "via": "code"}),
        ("file.deauthorized", gone),
    ]


def test_a_deleted_file_comes_back_without_its_mark(ledger: Ledger) -> None:
    authorize(ledger, "one")
    put(ledger, FileChange(path="a.ts"))
    assert [kind for kind, _ in told(ledger)] == ["file.authorized", "file.deauthorized"]
    put(ledger, changed("one"))
    file = ledger.reads.file(AGENT, "a.ts")
    assert file is not None
    assert not file.authorized


def test_other_bytes_can_be_authorized_in_the_place_of_the_first(ledger: Ledger) -> None:
    authorize(ledger, "one")
    file = authorize(ledger, "two")
    assert (file.authorized, file.last_authorized) == (True, sha("two"))
    assert [kind for kind, _ in told(ledger)] == ["file.authorized", "file.deauthorized", "file.authorized"]


def test_a_mark_is_taken_away_by_word_once(ledger: Ledger) -> None:
    authorize(ledger, "one")
    for _ in range(2):
        file = ledger.commit_blocking(lambda tx: tx.deauthorize_file(AGENT, "a.ts", OWNER))
        assert (file.authorized, file.last_authorized) == (False, sha("one"))
    assert [kind for kind, _ in told(ledger)] == ["file.authorized", "file.deauthorized"]
    with pytest.raises(NotFound):
        ledger.commit_blocking(lambda tx: tx.deauthorize_file(AGENT, "b.ts", OWNER))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE files SET sha256 = 'other'",
        "UPDATE files SET path = 'b.ts'",
        (
            "INSERT OR REPLACE INTO files (agent_id, path, size, sha256, created_at, updated_at, authorized) "
            "VALUES ('{agent}', 'b.ts', 1, 'never shown', 1, 1, 1)"
        ),
        "UPDATE sources SET text = 'other'",
        "DELETE FROM sources",
        "INSERT OR REPLACE INTO sources (sha256, text) SELECT sha256, 'other' FROM sources",
    ],
)
def test_the_file_itself_refuses_to_bend_a_mark(ledger: Ledger, statement: str) -> None:
    authorize(ledger, "one")

    def bend(tx: object) -> None:
        tx._cursor.execute(statement.format(agent=AGENT))  # type: ignore[attr-defined]

    with pytest.raises(RuntimeError, match="refused a step"):
        ledger.commit_blocking(bend)
    (file,) = ledger.reads.files(AGENT)
    assert (file.sha256, ledger.reads.source(file.sha256)) == (sha("one"), "one")
