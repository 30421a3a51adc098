"""The calendar's tools on a real calendar: what they list and put, what proves it, and what keeps them from it."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from placet.rules.errors import ToolStopped
from placet.tools.accounts.limits import Limits
from placet.tools.calendar import calendar_create
from placet.tools.calendar.events import uid_of
from tests.providers.bench import OPERATION, PLACE, Bench
from tests.providers.radicale import Radicale, UserCalendar

ENTRY = {
    "account": "work",
    "title": "Lunch with Bob",
    "start": "2026-12-01T12:00:00+01:00",
    "end": "2026-12-01T13:00:00+01:00",
}
DAY = {"account": "work", "from": "2026-12-01", "to": "2026-12-01"}


@pytest.fixture
def bench(calendar: UserCalendar) -> Bench:
    bench = Bench()
    bench.put("work", calendar.account())
    return bench


def test_an_entry_has_the_uid_of_its_operation_and_is_proven_by_its_place(
    bench: Bench, calendar: UserCalendar
) -> None:
    result = bench.run("calendar_create", {**ENTRY, "description": "At the harbour;\nbring €20, please"})
    (entry,) = calendar.entries()
    assert str(entry["UID"]) == uid_of(OPERATION)
    assert result.value == {"saved": True, "uid": uid_of(OPERATION)}
    assert result.receipt is not None
    assert (result.receipt.provider, result.receipt.label, result.receipt.url) == ("caldav", "entry", None)
    assert "Lunch" not in repr(result.receipt)


def test_the_same_operation_never_puts_a_second_entry_nor_over_the_first(
    bench: Bench, calendar: UserCalendar
) -> None:
    first = bench.run("calendar_create", ENTRY)
    assert bench.run("calendar_create", ENTRY).receipt == first.receipt
    other = bench.run("calendar_create", {**ENTRY, "title": "Dinner"})
    assert (other.value["saved"], other.receipt) == (False, None)
    (entry,) = calendar.entries()
    assert str(entry["SUMMARY"]) == "Lunch with Bob"


def test_nothing_proves_an_entry_that_is_gone_or_other_than_this(
    bench: Bench, calendar: UserCalendar
) -> None:
    assert bench.reconcile("calendar_create", ENTRY) is None
    bench.run("calendar_create", ENTRY)
    assert bench.reconcile("calendar_create", ENTRY) is not None
    same = {"start": "2026-12-01T11:00:00Z", "end": "2026-12-01T12:00:00Z"}
    assert bench.reconcile("calendar_create", {**ENTRY, **same}) is not None
    for change in ({"title": "Dinner"}, {"end": "2026-12-01T14:00:00+01:00"}, {"description": "x"}):
        assert bench.reconcile("calendar_create", {**ENTRY, **change}) is None
    calendar.remove(uid_of(OPERATION))
    assert bench.reconcile("calendar_create", ENTRY) is None


@pytest.mark.long
def test_whole_days_end_with_the_day_that_is_named_last(bench: Bench, calendar: UserCalendar) -> None:
    bench.run("calendar_create", {**ENTRY, "start": "2026-12-01", "end": "2026-12-02"})
    (entry,) = calendar.entries()
    assert [entry[name].dt.isoformat() for name in ("DTSTART", "DTEND")] == ["2026-12-01", "2026-12-03"]
    (told,) = bench.run("calendar_list", {**DAY, "from": "2026-12-02", "to": "2026-12-02"}).value["events"]
    assert (told["all_day"], told["start"]) == (True, "2026-12-01")


@pytest.mark.parametrize(
    "change",
    [
        {"start": "tomorrow-noon"},
        {"end": "2026-12-01T11:00:00+01:00"},
        {"end": "2026-12-02"},
        {"end": "2028-12-02T00:00:00Z"},
        {"start": "0001-01-01T00:00:00Z"},
        {"start": "1200-01-01", "end": "1200-01-02"},
    ],
)
def test_times_that_make_no_entry_are_refused(bench: Bench, calendar: UserCalendar, change: Any) -> None:
    failure = bench.failure("calendar_create", {**ENTRY, **change})
    assert (failure.code, failure.not_executed) == ("bad_time", True)
    assert calendar.entries() == []


def test_a_day_is_listed_by_its_hours_with_every_repetition(bench: Bench, calendar: UserCalendar) -> None:
    calendar.put("late", "SUMMARY:Dinner", "DTSTART:20261201T180000Z", "DTEND:20261201T190000Z")
    calendar.put(
        "daily", "SUMMARY:Stand-up", "DTSTART:20261130T080000Z", "DTEND:20261130T081500Z", "RRULE:FREQ=DAILY"
    )
    calendar.put("other", "SUMMARY:Next week", "DTSTART:20261208T080000Z", "DTEND:20261208T090000Z")
    value = bench.run("calendar_list", {**DAY, "to": "2026-12-02"}).value
    assert [(it["title"], it["start"]) for it in value["events"]] == [
        ("Stand-up", "2026-12-01T08:00:00+00:00"),
        ("Dinner", "2026-12-01T18:00:00+00:00"),
        ("Stand-up", "2026-12-02T08:00:00+00:00"),
    ]
    bench.limits = Limits(results=1)
    value = bench.run("calendar_list", {**DAY, "to": "2026-12-02"}).value
    assert (value["found"], len(value["events"])) == (3, 1)


def test_only_a_calendar_that_has_nothing_is_proven_empty(bench: Bench, calendar: UserCalendar) -> None:
    nothing = bench.run("calendar_list", DAY)
    assert nothing.value == {"found": 0, "events": []}
    assert nothing.receipt is not None
    assert nothing.receipt.empty is True
    calendar.put("one", "SUMMARY:Lunch", "DTSTART:20261201T110000Z", "DTEND:20261201T120000Z")
    something = bench.run("calendar_list", DAY)
    assert something.receipt is not None
    assert something.receipt.empty is False


@pytest.mark.long
@pytest.mark.parametrize("place", ["/", "/{user}/"])
def test_the_users_calendar_is_found_from_where_it_is_kept(
    bench: Bench, calendar: UserCalendar, place: str
) -> None:
    url = calendar.server.url + place.format(user=calendar.user)
    bench.put("work", calendar.account(url=url))
    assert bench.run("calendar_create", ENTRY).receipt is not None
    assert len(calendar.entries()) == 1


def test_an_account_without_a_calendar_says_so(bench: Bench, radicale: Radicale) -> None:
    bare = radicale.calendar(made=False)
    bench.put("work", bare.account(url=f"{radicale.url}/"))
    assert bench.failure("calendar_list", DAY).code == "calendar_missing"


@pytest.mark.parametrize(
    ("account", "code"),
    [
        ({"password": "wrong"}, "login_refused"),
        ({"url": "http://127.0.0.1:1/"}, "account_unreachable"),
        ({"rights": ["read"]}, "right_not_granted"),
        ({"expires_at": 2_000}, "grant-expired"),
    ],
)
def test_what_keeps_it_from_trying_says_that_nothing_was_tried(
    bench: Bench, calendar: UserCalendar, account: dict[str, Any], code: str
) -> None:
    bench.put("work", calendar.account(**account))
    bench.now = 2_000
    failure = bench.failure("calendar_create", ENTRY)
    assert (failure.code, failure.not_executed) == (code, True)
    assert "battery" not in failure.message
    assert calendar.entries() == []


def test_other_leave_than_was_shown_is_refused(bench: Bench, calendar: UserCalendar) -> None:
    shown = bench.tool("calendar_create").preview(ENTRY, PLACE)
    assert shown.sentence.startswith('Puts "Lunch with Bob" into the calendar of "work"')
    bench.put("work", calendar.account())
    assert bench.failure("calendar_create", ENTRY, target=shown.target).code == "consent-changed"
    assert calendar.entries() == []


@pytest.mark.long
def test_a_stop_that_comes_before_puts_nothing(bench: Bench, calendar: UserCalendar) -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(ToolStopped):
        bench.run("calendar_create", ENTRY, stop=stop)
    assert calendar.entries() == []


@pytest.mark.long
def test_a_title_is_one_line(bench: Bench, calendar: UserCalendar) -> None:
    for title in ("a\nb", "   "):
        assert bench.failure("calendar_create", {**ENTRY, "title": title}).code == "bad_entry"
    assert calendar.entries() == []


def test_a_line_that_breaks_after_it_was_put_leaves_the_outcome_unknown(
    bench: Bench, calendar: UserCalendar, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def breaks(server: Any, *_: Any) -> None:
        raise TimeoutError

    monkeypatch.setattr(calendar_create, "_proof", breaks)
    failure = bench.failure("calendar_create", ENTRY)
    assert (failure.code, failure.not_executed) == ("outcome_unknown", False)
    monkeypatch.undo()
    assert bench.reconcile("calendar_create", ENTRY) is not None
    assert len(calendar.entries()) == 1


@contextmanager
def lying(
    status: int, body: str, location: str | None = None, put: int | None = None
) -> Iterator[tuple[str, list[str]]]:
    """A server that answers everything so, but for a PUT, and keeps what it was asked."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            self.rfile.read(int(self.headers.get("content-length", 0)))
            asked.append(self.path)
            self.send_response(put if put and self.command == "PUT" else status)
            if location is not None:
                self.send_header("location", location)
            content = body.encode()
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_PROPFIND = do_REPORT = do_GET = do_PUT = _answer  # noqa: N815 - the library's names

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def found(href: str, more: str = "<resourcetype><c:calendar/></resourcetype>") -> str:
    return (
        '<multistatus xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><response>'
        f"<href>{href}</href><propstat><prop>{more}</prop><status>HTTP/1.1 200 OK</status></propstat>"
        "</response></multistatus>"
    )


PRINCIPAL = "<current-user-principal><href>http://[</href></current-user-principal>"
BOMB = '<!DOCTYPE a [<!ENTITY b "bbbb">]><a>&b;</a>'


@pytest.mark.parametrize(
    ("status", "body", "location", "code"),
    [
        (207, "no xml", None, "calendar_refused"),
        (207, BOMB, None, "calendar_refused"),
        (207, found("http://elsewhere.example.org/"), None, "calendar_refused"),
        (207, found("http://127.0.0.1:1/"), None, "calendar_refused"),
        (207, found("/a", PRINCIPAL), None, "calendar_refused"),
        (207, "<multistatus xmlns='DAV:'/>", None, "calendar_missing"),
        (302, "", "http://elsewhere.example.org/", "calendar_refused"),
        (302, "", "/again", "calendar_refused"),
        (500, "", None, "calendar_refused"),
        (404, "", None, "calendar_missing"),
        (207, found("/a") + " " * 20_000, None, "calendar_refused"),
    ],
)  # fmt: skip
def test_a_server_that_lies_gets_no_entry_and_leads_nowhere_else(
    bench: Bench, calendar: UserCalendar, status: int, body: str, location: str | None, code: str
) -> None:
    bench.limits = Limits(mail_bytes=10_000)
    with lying(status, body, location) as (url, asked):
        bench.put("work", calendar.account(url=url))
        failure = bench.failure("calendar_create", ENTRY)
    assert (failure.code, failure.not_executed) == (code, True)
    assert len(asked) <= 3


@pytest.mark.parametrize(
    ("put", "code", "plainly_not"),
    [(507, "calendar_refused", True), (403, "calendar_refused", True), (401, "login_refused", True),
     (301, "calendar_refused", True), (408, "outcome_unknown", False), (500, "outcome_unknown", False)],
)  # fmt: skip
def test_what_a_server_plainly_refuses_is_no_doubt_and_everything_else_is(
    bench: Bench, calendar: UserCalendar, put: int, code: str, plainly_not: bool
) -> None:
    with lying(207, found("/"), put=put) as (url, _):
        bench.put("work", calendar.account(url=url))
        failure = bench.failure("calendar_create", ENTRY)
    assert (failure.code, failure.not_executed) == (code, plainly_not)


def test_entries_that_cannot_be_read_are_left_out_and_prove_no_emptiness(
    bench: Bench, calendar: UserCalendar
) -> None:
    data = "<resourcetype><c:calendar/></resourcetype><c:calendar-data>BEGIN:NONSENSE</c:calendar-data>"
    with lying(207, found("/", data)) as (url, _):
        bench.put("work", calendar.account(url=url))
        result = bench.run("calendar_list", DAY)
    assert result.value["events"] == []
    assert result.receipt is not None
    assert result.receipt.empty is False
    assert json.dumps(result.value)
