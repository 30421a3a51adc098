"""What a model is told about an effect that isn't had, or isn't had again: fixed sentences of ours (spec/workflows 4.3).

No provider's text and no argument is in them, so they can be stored with an operation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from placet.rules.operations import Operation, Refusal

ALREADY_CONFIRMED: Final = "already-confirmed"
RECOVERED: Final = "recovered"

REFUSED: Final[Mapping[Refusal, str]] = {
    Refusal.EFFECT_UNCERTAIN: "Not done: an earlier effect of this workflow may have happened and nothing proves it. "
    "Don't repeat it and don't try it another way; say what is uncertain, so that the owner can look.",
    Refusal.CONTENTS_CHANGED: "Not done: this workflow did this already, or may have, with other contents, "
    "and that can't be undone by doing it again.",
    Refusal.LIMIT_REACHED: "Not done: this workflow has used this tool as often as it may.",
    Refusal.ACCOUNT_CHANGED: "Not done: this is another account than the one that this workflow works with.",
    Refusal.GRANT_EXPIRED: "Not done: the leave to use this account has run out; the owner can give it anew.",
    Refusal.HISTORICAL_BACKUP: "Not done: this workflow came out of a backup, which can't tell what happened since, "
    "so it may not change anything new.",
    Refusal.FIXED_PAYLOAD: "Not done: this workflow may run this tool with exactly the contents that were handed to it.",
    Refusal.STOPPED: "Not done: this workflow's run was stopped or is over.",
    Refusal.OUT_OF_SCOPE: "Not done: this tool is outside of what this workflow may use.",
}
CONSENT_CHANGED: Final = "consent-changed"
CHANGED_MEANWHILE: Final = (
    "Not done: the leave to act changed while the request waited for its answer. It can be asked for again."
)

NOBODY_KNOWS: Final = "Placet ended while this was under way, so nobody can say whether it happened."
UNPROVEN: Final = "It may have happened, and nothing proves it."
UNVERIFIABLE: Final = "Its tool came back, and has no way to look again."
FAILED_UNPROVEN: Final = "Its tool failed, and nothing proves whether it happened."
NOT_ATTEMPTED: Final = "Nothing was attempted."
STOPPED_BEFORE: Final = "The stop came before it was attempted."


def evidence(operation: Operation, code: str) -> dict[str, Any]:
    """What a model gets in the place of an effect that is there: the proof, and that it isn't to be repeated."""
    how = "was done before" if code == ALREADY_CONFIRMED else "was found to have happened"
    label = operation.receipt.label if operation.receipt else operation.tool
    return {
        "code": code,
        "operation": operation.id,
        "label": label,
        "message": f"This {how} and is proven. Nothing was done now; don't repeat it.",
    }
