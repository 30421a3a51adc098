"""What lies outside of the data folder and remembers how far its ledger had got (DECISIONS W6).

The problem: a ledger that was deleted, or an older copy that was put back, is whole in itself, and would let effects
happen again that it no longer knows of. What we do: beside the platform's other state, one small file says which ledger
the folder had, its last boot, its last event and the head of its chain; a ledger that is behind that, one that went on
from there another way, another one, or none, isn't opened. What it costs: the witness is written at each open, at each
close in order and with receipts, and not per commit, so what is rolled back by less than that isn't seen.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from placet.folder import write_whole
from placet.rules.errors import LedgerDamaged

_VERSION: Final = 1
_HEAD: Final = (
    "SELECT (SELECT id FROM boots ORDER BY seq LIMIT 1), (SELECT id FROM boots ORDER BY seq DESC LIMIT 1), "
    "(SELECT coalesce(max(seq), 0) FROM events)"
)
_TIP: Final = "SELECT number, head FROM chain ORDER BY number DESC LIMIT 1"
_LINK: Final = "SELECT head FROM chain WHERE number = ?"
WHAT_TO_DO: Final = (
    "Put back the newest whole copy. To begin anew on purpose, move the data folder away and run placet init."
)


@dataclass(frozen=True, kw_only=True)
class Head:
    """How far a ledger has got. Its first boot is drawn at random, so it tells ledgers apart.

    `link` and `chain` are its newest link and that one's head; 0 and nothing in a ledger that is older than chains.
    """

    ledger: str
    boot: str
    event_seq: int
    link: int = 0
    chain: str = ""


class Witness:
    """The witness of one data folder, in a folder of its own below `state`. Blocking; for one process at a time.

    `state` is the platform's place for a program's state. Which data folder it is about is said by the folder's path, so
    one that was moved has none.
    """

    def __init__(self, state: Path, data: Path) -> None:
        name = hashlib.sha256(str(data.resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:32]
        self._name = name
        self._path = state / name / "witness.json"

    @property
    def path(self) -> Path:
        """Where it lies."""
        return self._path

    def check(self, ledger: Path) -> None:
        """Look whether the ledger at this path is the one that was here, and as far as it had got. Changes nothing.

        Raises:
            LedgerDamaged: it is gone, another one, or behind.
        """
        known = self._read()
        if known is None:
            return
        if not ledger.exists():
            raise LedgerDamaged(f"The ledger {ledger} is gone. {WHAT_TO_DO}")
        compare(known, ledger)

    def name_of(self, found: Head) -> str:
        """Under which name a keyring remembers this ledger in this place: one that is begun anew has another."""
        return f"witness:{self._name}:{found.ledger}"

    def write(self, ledger: Path) -> None:
        """Remember how far the ledger has got, durably.

        Raises:
            OSError: it can't be written.
        """
        found = head(ledger)
        if found is None:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(self._path, text_of(found).encode())

    def forget(self) -> None:
        """The owner begins anew in this place."""
        self._path.unlink(missing_ok=True)

    def _read(self) -> Head | None:
        try:
            return head_of(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, ValueError):
            raise LedgerDamaged(
                f"What remembers the ledger, {self._path}, can't be understood. If the ledger is the right one, remove it."
            ) from None


def text_of(found: Head) -> str:
    """How far a ledger has got, as it is remembered."""
    return json.dumps({"version": _VERSION, **asdict(found)})


def head_of(text: str) -> Head:
    """The same, read again.

    Raises:
        ValueError: it can't be understood.
    """
    try:
        known = json.loads(text)
        chain = {"link": int(known["link"]), "chain": str(known["chain"])} if "link" in known else {}
        return Head(ledger=known["ledger"], boot=known["boot"], event_seq=int(known["event_seq"]), **chain)  # type: ignore[arg-type]
    except (KeyError, TypeError) as flaw:
        raise ValueError("no head of a ledger") from flaw


def compare(known: Head, ledger: Path) -> None:
    """Look whether a ledger is the one that is remembered, and went on from there.

    Raises:
        LedgerDamaged: it is another one, behind, or took another way.
    """
    found = head(ledger)
    if found is None:
        return  # it can't be read, which whoever opens it says better
    if found.ledger != known.ledger:
        raise LedgerDamaged(f"Another ledger lies in the place of {ledger}. {WHAT_TO_DO}")
    if found.event_seq < known.event_seq:
        lost = known.event_seq - found.event_seq
        raise LedgerDamaged(
            f"An older copy lies in the place of the ledger {ledger}: its last {lost} events are missing. {WHAT_TO_DO}"
        )
    if known.link and _link_of(ledger, known.link) != known.chain:
        raise LedgerDamaged(
            f"An older copy was put in the place of the ledger {ledger} and written on: its chain isn't the one that was "
            f"there. {WHAT_TO_DO}"
        )


def head(path: Path) -> Head | None:
    """How far a ledger has got; None where there is none that was ever started, or it can't be read."""
    try:
        with closing(_looking(path)) as connection:
            first, last, seq = connection.execute(_HEAD).fetchone()
            link, chain = _tip(connection)
    except sqlite3.Error:
        return None
    return None if first is None else Head(ledger=first, boot=last, event_seq=seq, link=link, chain=chain)


def _tip(connection: sqlite3.Connection) -> tuple[int, str]:
    try:
        number, found = connection.execute(_TIP).fetchone() or (0, "")
    except sqlite3.OperationalError:  # older than chains; it gets one when it is brought up to date
        return 0, ""
    return number, found


def _link_of(path: Path, number: int) -> str | None:
    try:
        with closing(_looking(path)) as connection:
            found = connection.execute(_LINK, (number,)).fetchone()
    except sqlite3.Error:
        return None
    return None if found is None else str(found[0])


def _looking(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
