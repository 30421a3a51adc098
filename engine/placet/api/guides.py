"""Which guided workflows there are, what each takes and proves, and whether an agent could begin it now (DECISIONS W8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from placet.api.queries import Query
from placet.rules.guided import FIELDS, Field, guide
from placet.work.guiding import Guiding
from placet.work.roster import Roster


@dataclass(frozen=True, kw_only=True)
class ListGuides(Query):
    """The guided workflows as this agent could begin them. Answer: a tuple of `GuideRow`; `NotFound`.

    Without an agent nothing is said of its tools.
    """

    agent: str | None = None


@dataclass(frozen=True, kw_only=True)
class AccountChoice:
    """An account that may be named. `may`: it is granted what this takes, and its leave hasn't run out."""

    name: str
    identity: str
    may: bool


@dataclass(frozen=True, kw_only=True)
class GuideField:
    """One thing that may be given: a text of at most `most_chars`, or one of `accounts` where it names an account.

    `account` is the kind of that account, None for a text. `default` stands in the place of nothing, if it is
    known before.
    """

    name: str
    most_chars: int
    default: str | None
    account: str | None
    accounts: tuple[AccountChoice, ...]


@dataclass(frozen=True, kw_only=True)
class Demand:
    """An effect of a tool that has to be proven; with `unless_empty` not where that tool's looks are proven empty."""

    tool: str
    unless_empty: str | None


@dataclass(frozen=True, kw_only=True)
class GuideRow:
    """One guided workflow. `limits`: how often each of its tools may be used for one goal; it has no other.

    `lacks_accounts`: the fields for which no account is there, or none that may be used. `lacks_tools`: those that aren't
    enabled for the agent. `can_start`: neither is so.
    """

    name: str
    fields: tuple[GuideField, ...]
    demands: tuple[Demand, ...]
    limits: Mapping[str, int]
    lacks_accounts: tuple[str, ...]
    lacks_tools: tuple[str, ...]
    can_start: bool


class GuideReadings:
    """Answers the query. From any thread."""

    def __init__(self, guiding: Guiding, roster: Roster) -> None:
        self._guiding = guiding
        self._roster = roster
        self.answers: dict[type[Query], Callable[[Any], Any]] = {ListGuides: self._list}

    def _list(self, query: ListGuides) -> tuple[GuideRow, ...]:
        enabled = None if query.agent is None else self._tools(query.agent)
        return tuple(self._row(name, enabled) for name in FIELDS)

    def _tools(self, agent: str) -> set[str]:
        declared = self._roster.declaration(self._roster.find(agent))
        return {tool.name for tool in declared.tools if tool.enabled}

    def _row(self, name: str, enabled: set[str] | None) -> GuideRow:
        contract = guide(name, {})
        fields = tuple(self._field(field) for field in FIELDS[name])
        lacks_accounts = tuple(
            it.name for it in fields if it.account is not None and not any(one.may for one in it.accounts)
        )
        lacks_tools = tuple(it for it in contract.scope.names if enabled is not None and it not in enabled)
        return GuideRow(
            name=name,
            fields=fields,
            demands=tuple(Demand(tool=it.tool, unless_empty=it.unless_empty) for it in contract.expectations),
            limits=contract.scope.limits,
            lacks_accounts=lacks_accounts,
            lacks_tools=lacks_tools,
            can_start=not lacks_accounts and not lacks_tools,
        )

    def _field(self, field: Field) -> GuideField:
        found = [] if field.account is None else self._guiding.candidates(field)
        return GuideField(
            name=field.name,
            most_chars=field.most_chars,
            default=field.default,
            account=field.account,
            accounts=tuple(AccountChoice(name=it.name, identity=it.identity, may=may) for it, may in found),
        )
