"""One connection to a calendar server: who is logged in, which calendar it is, and the few requests that are made.

What the server says is untrusted: its XML is read without entities and bombs, its addresses count only on its own
origin, since the password goes along, and how long it takes and how much it says are limited. Lives on the engine's loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import unquote, urljoin
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from placet.late import httpx
from placet.rules.accounts import Account
from placet.rules.errors import ToolFailed
from placet.rules.web import BadAddress, read_url
from placet.tools.accounts.leave import unattempted
from placet.tools.accounts.limits import Limits

_log = logging.getLogger(__name__)
UNREACHABLE: Final = "account_unreachable"
LOGIN_REFUSED: Final = "login_refused"
REFUSED: Final = "calendar_refused"
MISSING: Final = "calendar_missing"

_MULTI_STATUS: Final = 207
_PLAINLY_NOT: Final = frozenset({*range(400, 408), *range(409, 500), 507, 301, 302, 307, 308})
"""Answers to a PUT that say that it had no effect (RFC 9110 15.4, 15.5; RFC 4918 11.5); 408 says that something was late."""
_MOST_HOPS: Final = 3
_D: Final = "{DAV:}"
_C: Final = "{urn:ietf:params:xml:ns:caldav}"
_XML: Final = {"Content-Type": "application/xml; charset=utf-8"}
_WHO: Final = (
    '<propfind xmlns="DAV:"><prop><resourcetype/><current-user-principal/><displayname/></prop></propfind>'
)
_HOME: Final = (
    '<propfind xmlns="DAV:"><prop>'
    '<c:calendar-home-set xmlns:c="urn:ietf:params:xml:ns:caldav"/></prop></propfind>'
)
_KINDS: Final = (
    '<propfind xmlns="DAV:"><prop><resourcetype/><displayname/>'
    '<c:supported-calendar-component-set xmlns:c="urn:ietf:params:xml:ns:caldav"/></prop></propfind>'
)
_BETWEEN: Final = """<c:calendar-query xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">
<prop><c:calendar-data><c:expand start="{start}" end="{end}"/></c:calendar-data></prop>
<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">
<c:time-range start="{start}" end="{end}"/></c:comp-filter></c:comp-filter></c:filter></c:calendar-query>"""


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What came back: the status, the body, and where it was found in the end."""

    status: int
    body: bytes
    url: str


class Dav:
    """The requests of one call. `committed` is set by whoever is about to change something."""

    def __init__(self, account: Account, client: httpx.AsyncClient, limits: Limits) -> None:
        self.account = account
        self.limits = limits
        self.committed = False
        self._client = client
        self._origin = read_url(str(account.place["url"])).origin

    async def calendar(self) -> str:
        """The address of the account's calendar: the one that was declared, or the user's first one.

        Raises:
            ToolFailed: `login_refused`, `calendar_missing`, or what went wrong.
        """
        declared = str(self.account.place["url"])
        found = await self._properties(declared, _WHO, depth="0")
        for url, answer in found:
            if answer.find(f"{_D}resourcetype/{_C}calendar") is not None:
                return url
        principal = self._href(found, f"{_D}current-user-principal/{_D}href")
        home = None if principal is None else await self._home(principal)
        calendars = [] if home is None else await self._calendars(home)
        if not calendars:
            raise unattempted("This account has no calendar at that address.", MISSING)
        return calendars[0]

    async def _home(self, principal: str) -> str | None:
        found = await self._properties(principal, _HOME, depth="0")
        return self._href(found, f"{_C}calendar-home-set/{_D}href")

    async def _calendars(self, home: str) -> list[str]:
        found = await self._properties(home, _KINDS, depth="1")
        return sorted(url for url, answer in found if _holds_events(answer))

    async def between(self, calendar: str, start: str, end: str) -> list[bytes]:
        """The calendar objects with anything between two moments in iCalendar's own form, repetitions unfolded."""
        body = _BETWEEN.format(start=start, end=end)
        answer = await self._ask("REPORT", calendar, body, depth="1")
        found = [answer.findtext(f"{_C}calendar-data") for _, answer in _answers(answer)]
        return [text.encode() for text in found if text]

    async def get(self, url: str) -> bytes | None:
        """One calendar object; None: there is none."""
        answer = await self.send("GET", url, {})
        if answer.status in {404, 410}:
            return None
        return _ok(answer, self.committed).body

    async def put_new(self, url: str, body: bytes) -> bool:
        """Put a calendar object where there is none; False: there is one.

        Raises:
            ToolFailed: as `send` says; what the server plainly refused wasn't attempted.
        """
        headers = {"Content-Type": "text/calendar; charset=utf-8", "If-None-Match": "*"}
        self.committed = True
        answer = await self.send("PUT", url, headers, body)
        if answer.status == httpx.codes.PRECONDITION_FAILED:
            return False
        if answer.status in _PLAINLY_NOT:
            full = answer.status == httpx.codes.INSUFFICIENT_STORAGE
            why = "The calendar is full" if full else f"The calendar server refused it ({answer.status})"
            raise unattempted(f"{why}. Nothing was saved.", REFUSED)
        _ok(answer, self.committed)
        return True

    async def _properties(self, url: str, asked: str, *, depth: str) -> list[tuple[str, Element]]:
        answer = await self._ask("PROPFIND", url, asked, depth=depth)
        return [(self.own(answer.url, href), found) for href, found in _answers(answer)]

    def _href(self, found: list[tuple[str, Element]], path: str) -> str | None:
        for url, answer in found:
            href = answer.findtext(path)
            if href:
                return self.own(url, href)
        return None

    async def _ask(self, method: str, url: str, body: str, *, depth: str) -> Answer:
        for _ in range(_MOST_HOPS):
            answer = await self.send(method, url, {**_XML, "Depth": depth}, body.encode())
            if answer.status not in {301, 302, 307, 308}:
                return _ok(answer, self.committed, _MULTI_STATUS)
            url = answer.url
        raise self.failed("The calendar server sends from one address to the next.", REFUSED)

    def own(self, base: str, href: str) -> str:
        """An address that the server named, on its own origin: the password goes nowhere else.

        Raises:
            ToolFailed: it is on another.
        """
        try:
            address = read_url(urljoin(base, href.strip()))
        except (BadAddress, ValueError):
            raise self.failed("The calendar server named an address that can't be read.", REFUSED) from None
        if address.origin != self._origin:
            raise self.failed("The calendar server named an address of another server.", REFUSED)
        return address.url

    async def send(self, method: str, url: str, headers: dict[str, str], body: bytes = b"") -> Answer:
        """One request; an answer of any status but 401. A redirect's `url` is where it leads.

        Raises:
            ToolFailed: `login_refused`, `account_unreachable`; after `committed`, `outcome_unknown`.
        """
        async with self._client.stream(method, url, headers=headers, content=body) as response:
            if response.status_code == httpx.codes.UNAUTHORIZED:
                text = "The calendar server takes neither this user nor this password."
                if method == "PUT":  # it is this very request that was refused, whatever else is under way
                    raise unattempted(f"{text} Nothing was saved.", LOGIN_REFUSED)
                raise self.failed(text, LOGIN_REFUSED)
            content = b"".join([piece async for piece in self._limited(response)])
            leads_to = response.headers.get("location") if response.is_redirect else None
            return Answer(
                status=response.status_code,
                body=content,
                url=url if leads_to is None else self.own(url, leads_to),
            )

    async def _limited(self, response: httpx.Response) -> AsyncIterator[bytes]:
        left = self.limits.mail_bytes
        async for piece in response.aiter_bytes():
            left -= len(piece)
            if left < 0:
                raise self.failed("The calendar server says more than it may.", REFUSED)
            yield piece

    def failed(self, text: str, code: str) -> ToolFailed:
        """A failure, by whether anything may have been changed."""
        if self.committed:
            return ToolFailed(f"{text} Whether it was saved is unknown.", code="outcome_unknown")
        return unattempted(f"{text} Nothing was changed.", code)


@contextlib.asynccontextmanager
async def connected(account: Account, password: str, limits: Limits) -> AsyncIterator[Dav]:
    """A connection for one call; the sum of its waits is limited.

    Raises:
        ToolFailed: as `Dav.send` says.
    """
    auth = httpx.BasicAuth(account.user.encode(), password.encode())
    async with httpx.AsyncClient(
        auth=auth, timeout=limits.time_s, follow_redirects=False, trust_env=False,
        headers={"Accept-Encoding": "identity", "User-Agent": "Placet"},
    ) as client:  # fmt: skip
        dav = Dav(account, client, limits)
        try:
            async with asyncio.timeout(limits.time_s):
                yield dav
        except (TimeoutError, httpx.TimeoutException):
            text = f"The calendar server did not answer within {limits.time_s:g} s."
            raise dav.failed(text, UNREACHABLE) from None
        except httpx.HTTPError as error:
            _log.info("a calendar server could not be talked to: %s", type(error).__name__)
            raise dav.failed("The calendar server can't be reached, or broke off.", UNREACHABLE) from None


def _ok(answer: Answer, committed: bool, wanted: int | None = None) -> Answer:
    if answer.status == wanted or (wanted is None and 200 <= answer.status < 300):
        return answer
    text = f"The calendar server answered {answer.status}."
    if committed:
        raise ToolFailed(f"{text} Whether it was saved is unknown.", code="outcome_unknown")
    code = MISSING if answer.status == httpx.codes.NOT_FOUND else REFUSED
    raise unattempted(f"{text} Nothing was changed.", code)


def _answers(answer: Answer) -> Iterator[tuple[str, Element]]:
    """Each resource of a multi-status answer with the properties that it has."""
    try:
        root = fromstring(answer.body, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, LookupError):
        raise unattempted("The calendar server's answer can't be read.", REFUSED) from None
    for response in root.findall(f"{_D}response"):
        href = response.findtext(f"{_D}href")
        for found in response.findall(f"{_D}propstat"):
            prop = found.find(f"{_D}prop")
            if href and prop is not None and " 200 " in f"{found.findtext(f'{_D}status')} ":
                yield href, prop


def _holds_events(answer: Element) -> bool:
    if answer.find(f"{_D}resourcetype/{_C}calendar") is None:
        return False
    kinds: list[Any] = answer.findall(f"{_C}supported-calendar-component-set/{_C}comp")
    return not kinds or any(kind.get("name") == "VEVENT" for kind in kinds)


def name_of(url: str) -> str:
    """The last step of an address, as a reader would name it."""
    return unquote(url.rstrip("/").rpartition("/")[2])
