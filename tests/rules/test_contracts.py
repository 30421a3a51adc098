"""A tool has a contract when it says all of it."""

from collections.abc import Mapping
from typing import Any

from placet.rules.contracts import NO_CONTRACT, OUTSIDE, Accountable, Grant, Lookup
from placet.rules.ports import Place
from placet.rules.receipts import Receipt


class Whole:
    async def scope(self, args: Mapping[str, Any], place: Place) -> Grant:
        return NO_CONTRACT

    def identity(self, args: Mapping[str, Any], place: Place) -> Any:
        return args

    async def reconcile(self, args: Mapping[str, Any], lookup: Lookup) -> Receipt | None:
        return None


class Half:
    def identity(self, args: Mapping[str, Any], place: Place) -> Any:
        return args


def test_half_a_contract_is_none() -> None:
    assert isinstance(Whole(), Accountable)
    assert not isinstance(Half(), Accountable)


def test_a_tool_without_a_contract_and_another_programs_call_act_with_different_authority() -> None:
    assert NO_CONTRACT.account is None
    assert NO_CONTRACT.consent != OUTSIDE.consent
