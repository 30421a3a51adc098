"""The guided workflows: their steps, what they demand and what they may reach, as code of ours (DECISIONS W8, W8b).

A step names the one tool that may be called in it and the arguments that are fixed; a model fills in only the free
fields. Whatever a model says, it can neither add a step nor leave its scope.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from placet.rules import guided_mails as mails
from placet.rules.accounts import CALDAV, IMAP, READ, WRITE
from placet.rules.errors import BadInput
from placet.rules.scope import ToolScope
from placet.rules.verification import Expectation

REPORT_GUIDE: Final = "report"
ANSWER_MAIL: Final = "answer_mail"
TODAY: Final = "today"
_DEFAULT_PATH: Final = "report.md"
_DEFAULT_SUBJECT: Final = "yourself and what you can do"
_MOST_PATH_CHARS: Final = 1_000
_MOST_SUBJECT_CHARS: Final = 4_000
_MOST_QUERY_CHARS: Final = 1_000
_LOOKS: Final = 10
"""How often a workflow may look with one tool for one goal: each run looks anew."""
Found = Mapping[str, Any]
"""What earlier steps of this run found, by their tools; none of it is trusted."""


@dataclass(frozen=True, kw_only=True)
class Step:
    """One step: the only tool that is offered in it, the arguments that stand fast, and the fields left to the model.

    `derive` makes more of them of what earlier steps found; None from it: there is nothing that the step could be made
    about, and the run ends. `unless_empty`: the step falls away when that tool's looks were all proven empty.
    """

    tool: str
    free: tuple[str, ...]
    fixed: Mapping[str, Any] = field(default_factory=dict)
    derive: Callable[[Found], Mapping[str, Any] | None] | None = None
    unless_empty: str | None = None


@dataclass(frozen=True, kw_only=True)
class Field:
    """One thing that a guided workflow may be given; what is left out is as the workflow has it.

    It is a text of at most so many characters, or, with `account`, the name of an account of that kind, which must be
    granted these rights.
    """

    name: str
    most_chars: int = 0
    default: str | None = None
    account: str | None = None
    rights: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Guide:
    """What a guided workflow comes to, once it is known what it was started with."""

    title: str
    text: str
    steps: tuple[Step, ...]
    expectations: tuple[Expectation, ...]
    scope: ToolScope


def guide(name: str, given: Mapping[str, Any]) -> Guide:
    """The guided workflow of this name with what it is given; members of `given` that are None are absent.

    Raises:
        BadInput: there is no such one, or what it is given doesn't fit; the pointer says what.
    """
    make = _GUIDES.get(name)
    if make is None:
        raise BadInput(f"There is no such guided workflow; there is {', '.join(sorted(_GUIDES))}.")
    return make({key: value for key, value in given.items() if value is not None})


def _report(given: Mapping[str, Any]) -> Guide:
    """A report in one file (W8b)."""
    path = _text(given, "path", _DEFAULT_PATH, _MOST_PATH_CHARS)
    subject = _text(given, "text", _DEFAULT_SUBJECT, _MOST_SUBJECT_CHARS)
    _nothing_else(given, REPORT_GUIDE)
    return Guide(
        title=f"A report in {path}"[:120],
        text=f"Write a short report about {subject}.",
        steps=(Step(tool="fs_write", free=("content",), fixed={"path": path}),),
        expectations=(Expectation(tool="fs_write"),),
        scope=ToolScope(names=("fs_write",), limits={"fs_write": 1}),
    )


def _answer_mail(given: Mapping[str, Any]) -> Guide:
    """An answer to one mail, saved as a draft (W8b)."""
    query = _text(given, "message", "", _MOST_QUERY_CHARS) if "message" in given else ""
    account = given.get("account", "")
    _nothing_else(given, ANSWER_MAIL)
    tools = ("mail_search", "mail_read", "mail_draft")
    return Guide(
        title="An answer to a mail",
        text="Write an answer to the mail that you read. Say only what the mail lets you say.",
        steps=(
            Step(tool="mail_search", free=(), fixed={"account": account, "query": query}),
            Step(tool="mail_read", free=(), fixed={"account": account}, derive=mails.newest),
            Step(tool="mail_draft", free=("body",), fixed={"account": account}, derive=mails.answer),
        ),
        expectations=tuple(Expectation(tool=tool) for tool in tools),
        scope=ToolScope(
            names=tools,
            limits={"mail_search": _LOOKS, "mail_read": _LOOKS, "mail_draft": 1},
            accounts=dict.fromkeys(tools, _identity(given, account)),
        ),
    )


def _today(given: Mapping[str, Any]) -> Guide:
    """The day's mail and appointments in one file (W8b). Where no mail came, none is read."""
    day, account, calendar = str(given.get("day", "")), given.get("account", ""), given.get("calendar", "")
    path = _text(given, "path", f"today-{day}.md", _MOST_PATH_CHARS)
    _nothing_else(given, TODAY)
    mail, dates = _identity(given, account), _identity(given, calendar)
    return Guide(
        title=f"Today in {path}"[:120],
        text="Summarise today's mail and appointments in one short text.",
        steps=(
            Step(tool="mail_search", free=(), fixed={"account": account, "query": f"since:{day}"}),
            Step(
                tool="mail_read", free=(), fixed={"account": account},
                derive=mails.newest, unless_empty="mail_search",
            ),
            Step(tool="calendar_list", free=(), fixed={"account": calendar, "from": day, "to": day}),
            Step(tool="fs_write", free=("content",), fixed={"path": path}),
        ),
        expectations=(
            Expectation(tool="mail_search"),
            Expectation(tool="mail_read", unless_empty="mail_search"),
            Expectation(tool="calendar_list"),
            Expectation(tool="fs_write"),
        ),
        scope=ToolScope(
            names=("mail_search", "mail_read", "calendar_list", "fs_write"),
            limits={"mail_search": _LOOKS, "mail_read": _LOOKS, "calendar_list": _LOOKS, "fs_write": 1},
            accounts={"mail_search": mail, "mail_read": mail, "calendar_list": dates},
        ),
    )  # fmt: skip


def _identity(given: Mapping[str, Any], name: str) -> str:
    """Whose account a name meant when the workflow was made; whoever fills `given` looked (`work.guiding`)."""
    return str(given.get("identities", {}).get(name, ""))


def _text(given: Mapping[str, Any], key: str, default: str, most: int) -> str:
    value = given.get(key, default)
    if not isinstance(value, str) or not len(value.strip()) >= 1 or len(value) > most:
        raise BadInput(f"{key} is a text of 1 to {most} characters.", f"/{key}")
    return value.strip()


def _nothing_else(given: Mapping[str, Any], name: str) -> None:
    known = {field.name for field in FIELDS[name]} | (_FILLED if accounts_of(name) else set())
    for key in given:
        if key not in known:
            raise BadInput(f"{key} is of no use to this workflow.", f"/{key}")


def accounts_of(name: str) -> dict[str, str]:
    """The accounts that a guided workflow works with: the field that names each, and its kind."""
    return {field.name: field.account for field in FIELDS.get(name, ()) if field.account is not None}


FIELDS: Final[Mapping[str, tuple[Field, ...]]] = {
    REPORT_GUIDE: (
        Field(name="path", most_chars=_MOST_PATH_CHARS, default=_DEFAULT_PATH),
        Field(name="text", most_chars=_MOST_SUBJECT_CHARS),
    ),
    ANSWER_MAIL: (
        Field(name="account", account=IMAP, rights=(READ, WRITE)),
        Field(name="message", most_chars=_MOST_QUERY_CHARS),
    ),
    TODAY: (
        Field(name="account", account=IMAP, rights=(READ,)),
        Field(name="calendar", account=CALDAV, rights=(READ,)),
        Field(name="path", most_chars=_MOST_PATH_CHARS),
    ),
}
"""What each guided workflow may be given, in the order in which people are asked."""
_FILLED: Final = frozenset({"day", "identities"})
"""Members that no client gives: what a name meant, and which day it was, when the workflow was made."""
_GUIDES: Final[Mapping[str, Callable[[Mapping[str, Any]], Guide]]] = {
    REPORT_GUIDE: _report,
    ANSWER_MAIL: _answer_mail,
    TODAY: _today,
}
GUIDES: Final = frozenset(_GUIDES)
"""The names of the guided workflows that there are."""
