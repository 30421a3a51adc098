"""The key that receipts are signed with: Ed25519, in the system's keyring, or in the file of secrets (DECISIONS A4).

It is drawn when the first receipts are exported. Whoever has it can sign what they like, as can every program of the same
user where there is no keyring; a key that others compare is what tells the owner's receipts from another's.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from placet.ledger.receipt_export import Signer
from placet.rules.errors import SecretsUnreadable
from placet.work.strongbox import GENERATION, Strongbox, unreadable

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

_SECTION: Final = "signing"
_NAME: Final = "receipts"
_SEED: Final = "seed"


def signer(box: Strongbox, new_id: Callable[[str], str]) -> Signer:
    """The owner's signer; its key is drawn now if there is none yet. Blocking, as the strongbox says.

    Raises:
        SecretsUnreadable: there is a key, and it can't be read: another one would look like another Placet.
    """
    # Imported here: loading it takes longer than most commands.
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415

    private = Ed25519PrivateKey.from_private_bytes(_seed(box, new_id))
    return Signer(key=_public(private), sign=private.sign)


def _seed(box: Strongbox, new_id: Callable[[str], str]) -> bytes:
    entry = box.entries(_SECTION).get(_NAME)
    if entry is None:
        return _drawn(box, new_id)
    try:
        return bytes.fromhex(str(box.secret_of(entry)[_SEED]))
    except (KeyError, ValueError):
        raise unreadable() from None


def _drawn(box: Strongbox, new_id: Callable[[str], str]) -> bytes:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415

    seed = secrets.token_bytes(32)
    entry = {GENERATION: new_id("gen_"), "public": _public(Ed25519PrivateKey.from_private_bytes(seed))}
    box.keep(_SECTION, _NAME, entry, {_SEED: seed.hex()})
    return seed


def _public(private: Ed25519PrivateKey) -> str:
    return private.public_key().public_bytes_raw().hex()


__all__ = ["SecretsUnreadable", "signer"]
