"""What a measurement is told as: a row with its floor, ours, their ratio, and the budget that it is held to."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

__all__ = [
    "Budget",
    "Measured",
    "at_least",
    "at_most",
    "from_json",
    "left_out",
    "median",
    "percentile",
    "took_ms",
]


@dataclass(frozen=True, kw_only=True)
class Budget:
    """What a figure must reach (PERFORMANCE 6). `of` says which figure: `ratio`, or `ours` itself."""

    text: str
    of: str
    least: float | None = None
    most: float | None = None

    @classmethod
    def from_text(cls, text: str, of: str) -> Self:
        """The budget that a row told of; one in words has no limit that a figure could be held to."""
        sign, _, limit = text.partition(" ")
        try:
            figure = float(limit)
        except ValueError:
            return cls(text=text, of=of)
        return cls(
            text=text, of=of, least=figure if sign == ">=" else None, most=figure if sign == "<=" else None
        )

    def is_met(self, figure: float) -> bool:
        """Whether this figure keeps the budget. One that isn't a number doesn't."""
        if math.isnan(figure):
            return False
        return (self.least is None or figure >= self.least) and (self.most is None or figure <= self.most)


def at_least(limit: float, of: str = "ratio") -> Budget:
    """A budget of this much or more."""
    return Budget(text=f">= {limit:g}", of=of, least=limit)


def at_most(limit: float, of: str = "ours") -> Budget:
    """A budget of this much or less."""
    return Budget(text=f"<= {limit:g}", of=of, most=limit)


@dataclass(frozen=True, kw_only=True)
class Measured:
    """One row. `floor` is what the machine allows for the same work without us, measured in the same run; `ours` has
    the same `unit`. Without a budget it is there for comparison; without a figure it wasn't measured, and `note` says
    why.
    """

    name: str
    unit: str = ""
    floor: float | None = None
    ours: float | None = None
    budget: Budget | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """Ours to the floor, when there are both."""
        if self.ours is None or not self.floor:
            return None
        return self.ours / self.floor

    @property
    def met(self) -> bool | None:
        """Whether the budget is met; None when there is none, or no figure."""
        if self.budget is None:
            return None
        figure = self.ratio if self.budget.of == "ratio" else self.ours
        return None if figure is None else self.budget.is_met(figure)

    def as_json(self) -> dict[str, Any]:
        """The row as one JSON object, all keys always there."""
        return {
            "name": self.name,
            "unit": self.unit,
            "floor": self.floor,
            "ours": self.ours,
            "ratio": self.ratio,
            "budget": self.budget.text if self.budget else None,
            "budget_of": self.budget.of if self.budget else None,
            "met": self.met,
            "note": self.note,
        }


def from_json(found: Mapping[str, Any]) -> Measured:
    """The row that `as_json` told of.

    Raises:
        KeyError: a key is missing.
    """
    budget = None if found["budget"] is None else Budget.from_text(found["budget"], found["budget_of"])
    plain = {key: found[key] for key in ("name", "unit", "floor", "ours", "note")}
    return Measured(**plain, budget=budget)


def left_out(name: str, budget: str, why: str) -> Measured:
    """A row of the budget that this run can't measure, so that nobody takes silence for a yes."""
    return Measured(name=name, budget=Budget(text=budget, of="ours"), note=f"not measured here: {why}")


def median(values: Iterable[float]) -> float:
    """The middle value."""
    return statistics.median(values)


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share (0 to 1) of all values doesn't exceed; the largest when there are too few."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, math.ceil(share * len(ranked)) - 1)]


def took_ms(work: Callable[[], object]) -> float:
    """How long a piece of work takes by the wall clock, in ms."""
    started = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - started)
