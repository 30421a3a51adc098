"""What a tool declares so that its effects can be told apart and looked up again (ADR 0038, DECISIONS W0).

A tool without a contract still runs below a workflow; what it did then stays unproven for good.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol, runtime_checkable

from placet.rules.basics import Instant
from placet.rules.ports import Place
from placet.rules.receipts import Receipt

NO_ACCOUNT: Final = "local"
"""What an operation has in the place of an account when its tool has none."""


@dataclass(frozen=True, kw_only=True)
class Grant:
    """With which authority a call would act. Made by trusted code of a tool, before anything is written down.

    `account` None: the tool has no accounts. `consent` is the digest of the leave that was given; it changes when that
    is given anew. `expires_at` is in ms since 1970 UTC; None: it doesn't run out.
    """

    account: str | None
    consent: str
    expires_at: Instant | None = None


NO_CONTRACT: Final = Grant(account=None, consent="none")
"""The authority of a tool that declares nothing."""
OUTSIDE: Final = Grant(account=None, consent="per-call")
"""That of a call which another program runs: it was allowed once, as it was asked."""


@dataclass(frozen=True, kw_only=True)
class Lookup:
    """What an effect is looked up by. `target` is what the call's preview had pinned when it was written down."""

    operation_id: str
    place: Place
    target: Mapping[str, Any] | None = None


@runtime_checkable
class Accountable(Protocol):
    """A tool that says who it acts for, what makes two calls one effect, and whether an effect is there."""

    async def scope(self, args: Mapping[str, Any], place: Place) -> Grant:
        """Say with which authority the call would act now. Asked before an approval and again after it.

        Raises:
            PlacetError: it can't be said; the call is refused.
        """
        ...

    def identity(self, args: Mapping[str, Any], place: Place) -> Any:
        """What the call means to bring about, JSON-able, out of its parsed arguments. Two calls that share it are one
        effect, whatever else they say (seed 003). Looks nothing up.
        """
        ...

    async def reconcile(self, args: Mapping[str, Any], lookup: Lookup) -> Receipt | None:
        """Look up, read-only, whether the effect is there. None: not proven, be it absent or unknown.

        Whatever it raises counts as None.
        """
        ...
