"""What goes wrong around code: refusals that the code itself sees, and a sandbox that isn't there."""

from __future__ import annotations

from typing import Final

from placet.rules.errors import PlacetError

FN_ERROR: Final = "FN_ERROR"
"""The code threw something; the message and the stack are its own words."""

FN_NOT_FOUND: Final = "FN_NOT_FOUND"
"""The file exports no function of that name."""

LOAD_ERROR: Final = "LOAD_ERROR"
"""The source isn't a program, imports what it may not, or threw while it was loaded."""

BAD_RESULT: Final = "BAD_RESULT"
"""The code returned something that is no JSON, or more of it than fits."""


class CodeError(PlacetError):
    """Raised by whoever answers a call of code: thrown there as an Error with this `.code` and `.message`.

    One text alone is the message, as for every error of the house; the code is then `FN_ERROR`.
    """

    def __init__(self, code: str, message: str | None = None) -> None:
        super().__init__(code if message is None else message)
        self.code = FN_ERROR if message is None else code


class SandboxUnavailable(PlacetError):
    """Code can't be run here; the message says why, in a sentence for owners."""

    code = "sandbox_unavailable"
