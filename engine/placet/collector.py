"""How Python's collector is set for a program that runs for long: it leaves what start-up made alone, and comes less often.

While it works nothing else of Python's does, on whichever thread it came: under load the stock numbers have it come every
few requests, and look through all that is alive often enough to be what the slowest request, and the window, waited for.
"""

from __future__ import annotations

import gc
from typing import Final

__all__ = ["settle"]

_COLLECT_AFTER: Final = (5_000, 20, 20)
"""So many new objects, and rounds over the young ones, before it comes."""


def settle() -> None:
    """Start-up is over: what there is lives until the end. Turns the collector on, if it was off."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_COLLECT_AFTER)
    gc.enable()
