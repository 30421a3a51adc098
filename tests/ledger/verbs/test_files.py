"""The index of agents' files."""

from placet.ledger.ledger import Ledger
from placet.rules.basics import Instant
from placet.rules.ports import FileChange
from tests.ledger.making import AGENT, OTHER_AGENT, T0, HeldClock, an_agent

Row = tuple[str, str, int, str, int, int]


def put(ledger: Ledger, *changes: FileChange, agent_id: str = AGENT) -> None:
    ledger.commit_blocking(lambda tx: [tx.index_file(agent_id, it) for it in changes])  # type: ignore[arg-type]


def rows(ledger: Ledger) -> list[Row]:
    def look(tx: object) -> list[Row]:
        found: list[Row] = tx._cursor.execute("SELECT * FROM files ORDER BY agent_id, path").fetchall()  # type: ignore[attr-defined]
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
