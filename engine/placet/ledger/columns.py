"""What the tables of the ledger are made of."""

from __future__ import annotations

from typing import Any

from sqlalchemy import CheckConstraint, Column, Integer, MetaData, Text

metadata = MetaData()
"""All tables, in whichever file they are drawn."""


def text_column(name: str, *extra: Any, optional: bool = False) -> Column[str]:
    """A text that is always there, unless it is optional."""
    return Column(name, Text, *extra, nullable=optional)


def number_column(name: str, *extra: Any, optional: bool = False) -> Column[int]:
    """A whole number that is always there, unless it is optional."""
    return Column(name, Integer, *extra, nullable=optional)


def flag_column(name: str) -> Column[int]:
    """0 or 1."""
    return Column(name, Integer, CheckConstraint(f"{name} IN (0, 1)"), nullable=False)
