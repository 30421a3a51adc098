"""The settings in force: the owner's file `settings.toml`, checked against the table of settings (`setting_table`).

A key that isn't in the table is an error that names the nearest one (interfaces 7). The file is written back with the
owner's comments kept.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from placet.folder import write_whole
from placet.setting_table import BY_KEY, TABLE, Setting, SettingsError, Value, setting_of, unknown

if TYPE_CHECKING:
    import tomlkit

__all__ = [
    "BACKEND_KINDS",
    "TABLE",
    "BackendSetting",
    "Setting",
    "Settings",
    "SettingsError",
    "dotted",
    "setting_of",
]

BACKEND_KINDS: Final = ("openai", "ollama", "llamacpp", "lmstudio", "vllm")
"""The kinds of model server that a row may name. All are spoken to alike, by chat completions."""

_EMBEDDED = "embedded"  # needs no row, and none may take its name
_BACKEND_KEYS = ("id", "kind", "base_url", "api_key_ref", "models")


@dataclass(frozen=True, kw_only=True)
class BackendSetting:
    """One row of `[[backends]]`: a model server. `api_key_ref` says where its key lies, never the key."""

    id: str
    base_url: str
    kind: str = "openai"
    api_key_ref: str | None = None
    models: tuple[str, ...] = field(default=())


class Settings:
    """The settings in force. Read them from any thread; `set` changes all that it is given, or nothing."""

    def __init__(self, path: Path, document: tomlkit.TOMLDocument) -> None:
        """Use `Settings.load`."""
        self._path = path
        self._guard = threading.Lock()
        self._document = document
        self._values, self._backends = _check_document(document)

    @classmethod
    def load(cls, path: Path) -> Settings:
        """Read the owner's file; a missing one means every default.

        Raises:
            SettingsError: the file isn't TOML, has an unknown key, or a value that doesn't fit.
        """
        try:
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            text = ""
        except (OSError, UnicodeDecodeError):
            raise SettingsError(f"{path.name} can't be read.") from None
        return cls(path, _parse(text, path.name))

    @property
    def backends(self) -> tuple[BackendSetting, ...]:
        """The declared model servers, without the embedded one."""
        return self._backends

    def get(self, key: str) -> Value:
        """The value in force.

        Raises:
            SettingsError: no such key.
        """
        setting = setting_of(key)
        return self._values.get(key, setting.default)

    def integer(self, key: str) -> int:
        """A whole number's value, in the unit that the table says."""
        return int(self.get(key))

    def boolean(self, key: str) -> bool:
        """A switch's value."""
        return self.get(key) is True

    def text(self, key: str) -> str:
        """A text's value."""
        return str(self.get(key))

    def items(self) -> Iterator[tuple[Setting, Value]]:
        """Each row of the table with the value in force."""
        for setting in TABLE:
            yield setting, self.get(setting.key)

    def set(self, values: Mapping[str, object]) -> None:
        """Change some settings: all of them, or none when one doesn't fit. Returns when they are on the disk.

        Raises:
            SettingsError: an unknown key, or a value that doesn't fit.
            OSError: the file couldn't be written; the values in force are the old ones.
        """
        checked = {key: setting_of(key).check(value) for key, value in values.items()}

        def put(document: tomlkit.TOMLDocument) -> None:
            for key, value in checked.items():
                _put(document, key, value)

        self._rewrite(put)

    def add_backend(self, row: BackendSetting) -> None:
        """Declare one more model server. Returns when it is on the disk.

        Raises:
            SettingsError: it doesn't fit, or its id is taken. OSError: the file couldn't be written.
        """

        def put(document: tomlkit.TOMLDocument) -> None:
            import tomlkit  # noqa: PLC0415 - as below

            if "backends" not in document:
                document["backends"] = tomlkit.aot()
            rows: Any = document["backends"]
            rows.append(_backend_table(row))

        self._rewrite(put)

    def _rewrite(self, change: Callable[[tomlkit.TOMLDocument], None]) -> None:
        """Change a copy of the document, check it, write it, and only then go by it."""
        import tomlkit  # noqa: PLC0415 - as below

        with self._guard:
            document = _parse(tomlkit.dumps(self._document), self._path.name)
            change(document)
            found = _check_document(document)
            write_whole(self._path, tomlkit.dumps(document).encode())
            self._document = document
            self._values, self._backends = found


def _backend_table(row: BackendSetting) -> Any:
    import tomlkit  # noqa: PLC0415 - as above

    told = {"id": row.id, "kind": row.kind, "base_url": row.base_url, "api_key_ref": row.api_key_ref}
    table = tomlkit.table()
    for key, value in told.items():
        if value is not None:
            table[key] = value
    if row.models:
        table["models"] = list(row.models)
    return table


def _parse(text: str, name: str) -> tomlkit.TOMLDocument:
    import tomlkit  # noqa: PLC0415 - many need the table and its errors alone, and a window waits for them
    import tomlkit.exceptions  # noqa: PLC0415

    try:
        return tomlkit.parse(text)
    except tomlkit.exceptions.TOMLKitError as problem:
        raise SettingsError(f"{name} isn't TOML: {problem}.") from None


def _put(document: tomlkit.TOMLDocument, key: str, value: Value) -> None:
    import tomlkit  # noqa: PLC0415 - as above

    table: Any = document
    *parents, last = key.split(".")
    for parent in parents:
        if parent not in table:
            table[parent] = tomlkit.table()
        table = table[parent]
    table[last] = value


def _check_document(document: tomlkit.TOMLDocument) -> tuple[dict[str, Value], tuple[BackendSetting, ...]]:
    found = document.unwrap()
    rows = found.pop("backends", [])
    values = {key: setting_of(key).check(value) for key, value in dotted(found)}
    return values, _check_backends(rows)


def dotted(table: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Tables inside each other, as in the file, by the dotted keys of `TABLE`. Whether there are such is not said."""
    for name, value in table.items():
        key = f"{before}{name}"
        if isinstance(value, dict) and key not in BY_KEY:
            yield from dotted(value, f"{key}.")
        else:
            yield key, value


def _check_backends(rows: object) -> tuple[BackendSetting, ...]:
    if not isinstance(rows, list):
        raise SettingsError("backends is a list of tables, each written [[backends]].", "backends")
    checked = tuple(_check_backend(row) for row in rows)
    ids = [row.id for row in checked]
    for taken in (*ids, _EMBEDDED):
        if (*ids, _EMBEDDED).count(taken) > 1:
            raise SettingsError(f"The backend id {taken} is taken twice.", "backends.id")
    return checked


def _check_backend(row: object) -> BackendSetting:
    if not isinstance(row, dict):
        raise SettingsError("A backend is a table, written [[backends]].", "backends")
    for key in row:
        if key not in _BACKEND_KEYS:
            full = tuple(f"backends.{known}" for known in _BACKEND_KEYS)
            raise SettingsError(unknown(f"backends.{key}", full), f"backends.{key}")
    kind = row.get("kind", "openai")
    if kind not in BACKEND_KINDS:
        raise SettingsError(f"backends.kind is one of {', '.join(BACKEND_KINDS)}.", "backends.kind")
    return BackendSetting(
        id=_matching(row.get("id"), r"[a-z0-9_-]{1,64}", "backends.id", "a-z, 0-9, - and _"),
        kind=kind,
        base_url=_matching(row.get("base_url"), r"https?://\S+", "backends.base_url", "an http(s) address"),
        api_key_ref=_key_ref(row.get("api_key_ref")),
        models=_models(row.get("models", [])),
    )


def _matching(value: object, pattern: str, key: str, what: str) -> str:
    if not isinstance(value, str) or not re.fullmatch(pattern, value):
        raise SettingsError(f"{key} must be given: {what}.", key)
    return value


def _key_ref(value: object) -> str | None:
    if value is None:
        return None
    what = "file:/absolute/path of the key's file, or keyring:NAME; never the key"
    return _matching(value, r"file:/.+|keyring:[A-Za-z0-9._-]{1,64}", "backends.api_key_ref", what)


def _models(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(name, str) and name for name in value):
        raise SettingsError("backends.models is a list of model names.", "backends.models")
    return tuple(value)
