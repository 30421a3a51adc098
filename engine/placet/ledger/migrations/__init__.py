"""Bringing an older ledger up to date, one numbered step after the other.

Step n turns schema n - 1 into schema n and never changes once it is released: it spells out its columns
itself and imports nothing of `schema`, which moves on. Fences and views hold no data and are put up anew
after the last step. This package is imported only for a file that needs it, since Alembic takes its time to
load.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Connection

from placet.ledger.migrations import (
    step_0001,
    step_0002,
    step_0003,
    step_0004,
    step_0005,
    step_0006,
    step_0007,
    step_0008,
    step_0009,
    step_0010,
    step_0011,
    step_0012,
    step_0013,
    step_0014,
    step_0015,
    step_0016,
    step_0017,
)

STEPS: Final[tuple[Callable[[Operations], None], ...]] = (
    step_0001.upgrade,
    step_0002.upgrade,
    step_0003.upgrade,
    step_0004.upgrade,
    step_0005.upgrade,
    step_0006.upgrade,
    step_0007.upgrade,
    step_0008.upgrade,
    step_0009.upgrade,
    step_0010.upgrade,
    step_0011.upgrade,
    step_0012.upgrade,
    step_0013.upgrade,
    step_0014.upgrade,
    step_0015.upgrade,
    step_0016.upgrade,
    step_0017.upgrade,
)
"""All steps in order; the first one makes schema 1."""


def upgrade(connection: Connection, version: int) -> None:
    """Take the steps after `version`, inside the caller's transaction. Stamping the new version is the
    caller's.
    """
    operations = Operations(MigrationContext.configure(connection))
    for step in STEPS[version:]:
        step(operations)
