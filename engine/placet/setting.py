"""What a setting is: its key, its type and what it may be. All of them are rows of `setting_table`."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["Setting", "SettingsError", "Value"]

Value = bool | int | str


class SettingsError(Exception):
    """A key isn't known or a value doesn't fit; nothing was changed. `key` is what it is about."""

    code = "bad_setting"

    def __init__(self, message: str, key: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.key = key


@dataclass(frozen=True, kw_only=True)
class Setting:
    """One row of the table. The default's type is the setting's type."""

    key: str
    default: Value
    unit: str
    sentence: str
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()

    @property
    def type_name(self) -> str:
        """The type in a word for people: `true or false`, `a whole number` or `a text`."""
        return {bool: "true or false", int: "a whole number", str: "a text"}[type(self.default)]

    def check(self, value: object) -> Value:
        """Hand the value back when it fits.

        Raises:
            SettingsError: wrong type, out of range or not among the choices.
        """
        # bool is a subclass of int: `true` is no number of milliseconds, so the types must be the same.
        if not isinstance(value, bool | int | str) or type(value) is not type(self.default):
            raise SettingsError(f"{self.key} takes {self.type_name}.", self.key)
        if isinstance(value, int) and not isinstance(value, bool):
            self._check_range(value)
        if self.choices and value not in self.choices:
            raise SettingsError(f"{self.key} is one of {', '.join(self.choices)}.", self.key)
        return value

    def _check_range(self, value: int) -> None:
        if self.minimum is not None and value < self.minimum:
            raise SettingsError(f"{self.key} is at least {self.minimum:,}.", self.key)
        if self.maximum is not None and value > self.maximum:
            raise SettingsError(f"{self.key} is at most {self.maximum:,}.", self.key)

    def read(self, text: str) -> Value:
        """Understand a value that was typed on a command line, then check it.

        Raises:
            SettingsError: it can't be read as this type, or doesn't fit.
        """
        if isinstance(self.default, bool):
            return self.check({"true": True, "false": False}.get(text, text))
        if isinstance(self.default, int):
            return self.check(int(text) if re.fullmatch(r"-?[0-9]{1,18}", text) else text)
        return self.check(text)
