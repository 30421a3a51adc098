"""Calendar tools on a real calendar: what is listed, and an entry that is put once."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.model_server import Reply, call
from tests.flows.goals import Goals, goals
from tests.providers.radicale import UserCalendar

TOOLS = ({"name": "calendar_list"}, {"name": "calendar_create", "restricted": False})
ENTRY = {
    "account": "work",
    "title": "Lunch with Bob",
    "start": "2026-12-01T12:00:00+01:00",
    "end": "2026-12-01T13:00:00+01:00",
}


def creates(**changes: Any) -> Reply:
    return Reply(calls=(call("calendar_create", {**ENTRY, **changes}),))


@pytest.fixture
def diary(tmp_path: Path, calendar: UserCalendar) -> Iterator[Goals]:
    with goals(tmp_path, declared=TOOLS) as it:
        answer = it.wire.owner.put("/accounts/work", json=calendar.account())
        assert answer.status_code == 200, answer.text
        yield it


def test_an_entry_is_put_once_and_proven_by_what_the_calendar_holds(
    diary: Goals, calendar: UserCalendar
) -> None:
    row = diary.run(creates(), Reply("Done."))
    (entry,) = calendar.entries()
    assert str(entry["SUMMARY"]) == "Lunch with Bob"
    assert entry["DTSTART"].dt.isoformat() == "2026-12-01T11:00:00+00:00"
    (operation,) = diary.operations(row["id"])
    assert (operation["state"], operation["account"]) == ("confirmed", calendar.identity)
    assert operation["receipt"]["id"] == str(entry["UID"])
