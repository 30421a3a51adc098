"""How long a model server may take, and how much it may say."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Limits:
    """How long a model server may take and how much it may say (generations 3)."""

    connect_s: float = 5.0
    write_s: float = 30.0
    first_piece_s: float = 600.0
    """Until the first byte of the answer's body: a server may be loading its model."""
    between_pieces_s: float = 120.0
    reply_bytes: int = 8 * 1024 * 1024
