"""The files in which MCP clients name their servers: putting the gateway in front of each server, and taking it away.

JSON files keep them under `mcpServers`, at the top or for one project each (Claude Code's `.mcp.json` and `~/.claude.json`,
and most others); Codex's `config.toml` under `mcp_servers`. Only the command and its arguments are written anew, so whatever
else the file holds, comments and blanks included, stays as it is, byte for byte. A server that is reached by an address has
no command to stand in front of: it is left alone, and told.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from placet.mcp.spans import members
from placet.rules import strict_json
from placet.rules.errors import BadArguments, SettingsRefused, TooLarge

MOST_BYTES: Final = 16 * 1024 * 1024
_VERB: Final = "mcp-gateway"
_END: Final = "--"
_NO_NAME: Final = re.compile(r"[^A-Za-z0-9_-]")
_MOST_NAME_CHARS: Final = 64


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One server of a file, as it stands there: `where` are the keys that lead to it, the last one being its name.

    `env` are the variables that the file gives it, or has the client hand on. `command` None: it has none. `remote`: the
    file gives an address, which a client may take instead of the command.
    """

    where: tuple[str, ...]
    command: str | None
    args: tuple[str, ...] = ()
    env: tuple[str, ...] = ()
    remote: bool = False

    @property
    def name(self) -> str:
        """What the file calls it."""
        return self.where[-1]

    @property
    def is_gated(self) -> bool:
        """Whether a gateway of Placet's stands in front of it."""
        return self._own_at is not None

    @property
    def own(self) -> tuple[str, tuple[str, ...]]:
        """The server's own command, behind a gateway or not."""
        if self._own_at is None:
            return self.command or "", self.args
        words = self.args[self._own_at :]
        return words[0], words[1:]

    @property
    def _own_at(self) -> int | None:
        """Where its own command begins behind a gateway of ours, told by all of its words: others may be called alike."""
        for at, word in enumerate(self.args):
            named, data = self.args[at + 1 : at + 2], self.args[at + 3 : at + 4]
            if word == _VERB and (*named, *data) == ("--name", "--data") and _END in self.args[at + 5 : -1]:
                return self.args.index(_END, at + 5) + 1
        return None


@dataclass(frozen=True, kw_only=True)
class Gateway:
    """How the gateway is started: `program` are its first words, `data` is the folder that says where the console is."""

    program: tuple[str, ...]
    data: str

    def words(self, entry: Entry) -> tuple[str, ...]:
        """The command line of the gateway in front of one server."""
        command, args = entry.own
        handed = [word for name in entry.env for word in ("--env", name)]
        named = ("--name", known_as(entry.name), "--data", self.data)
        return (*self.program, _VERB, *named, *handed, _END, command, *args)


def known_as(name: str) -> str:
    """What a server of this name is called on cards, in pins and in declarations."""
    known = _NO_NAME.sub("_", name)[:_MOST_NAME_CHARS] or "_"
    return f"_{known[1:]}" if known.startswith("-") else known


def is_toml(path: str) -> bool:
    """Whether a file of this name is one of Codex's."""
    return path.endswith(".toml")


def entries(text: str, *, toml: bool) -> tuple[Entry, ...]:
    """The servers that a file names.

    Raises:
        SettingsRefused: it isn't a file of this kind.
    """
    return tuple(_of_toml(text) if toml else _of_json(text))


def gated(text: str, gateway: Gateway, *, toml: bool) -> str:
    """The file's text with the gateway in front of each server that has a command. One that has it already stays.

    Raises:
        SettingsRefused: it isn't a file of this kind.
    """
    return _with(text, gateway.words, toml=toml)


def ungated(text: str, *, toml: bool) -> str:
    """The file's text with the servers' own commands again.

    Raises:
        SettingsRefused: it isn't a file of this kind.
    """
    return _with(text, _own_words, toml=toml, only_gated=True)


def _own_words(entry: Entry) -> tuple[str, ...]:
    command, args = entry.own
    return (command, *args)


def complaints(text: str | None, gateway: Gateway, *, toml: bool) -> tuple[str, ...]:
    """Why a call of one of these servers could run unasked; nothing when none could."""
    if text is None:
        return ("The file isn't there any more.",)
    try:
        found = entries(text, toml=toml)
    except SettingsRefused as refused:
        return (refused.message,)
    open_ = [it.name for it in found if it.command is not None and not _stands(it, gateway)]
    remote = [it.name for it in found if it.remote]
    said = []
    if open_:
        said.append(f"No gateway stands in front of {', '.join(map(_shown, open_))}.")
    if remote:
        said.append(f"{', '.join(map(_shown, remote))} is reached by an address, where no gateway can stand.")
    return tuple(said)


def _stands(entry: Entry, gateway: Gateway) -> bool:
    return (entry.command, *entry.args) == gateway.words(entry)


def _shown(name: str) -> str:
    return json.dumps(name[:64])


def _with(text: str, words: Callable[[Entry], Sequence[str]], *, toml: bool, only_gated: bool = False) -> str:
    wanted = {
        it.where: tuple(words(it))
        for it in entries(text, toml=toml)
        if it.command is not None and (it.is_gated or not only_gated)
    }
    return _put_toml(text, wanted) if toml else _put_json(text, wanted)


def _of_json(text: str) -> Iterator[Entry]:
    told = _read_json(text)
    yield from _servers(told.get("mcpServers"), ("mcpServers",))
    projects = told.get("projects")
    for folder, project in projects.items() if isinstance(projects, dict) else ():
        if isinstance(project, dict):
            yield from _servers(project.get("mcpServers"), ("projects", folder, "mcpServers"))


def _read_json(text: str) -> dict[str, Any]:
    try:
        told = strict_json.parse(text, max_bytes=MOST_BYTES)
    except (BadArguments, TooLarge) as error:
        raise SettingsRefused(f"The file doesn't parse, so it was left alone: {error.message}") from None
    if not isinstance(told, dict):
        raise SettingsRefused("The file holds no JSON object, so it was left alone.")
    return told


def _of_toml(text: str) -> Iterator[Entry]:
    import tomllib  # noqa: PLC0415 - only Codex's file needs it

    try:
        told = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:  # the latter: nested without an end
        raise SettingsRefused(f"The file doesn't parse, so it was left alone: {error}.") from None
    yield from _servers(told.get("mcp_servers"), ("mcp_servers",))


def _servers(told: Any, where: tuple[str, ...]) -> Iterator[Entry]:
    if told is not None and not isinstance(told, dict):
        raise SettingsRefused("The servers in the file aren't what they should be, so it was left alone.")
    for name, server in (told or {}).items():
        yield _entry((*where, name), server)


def _entry(where: tuple[str, ...], server: Any) -> Entry:
    told = server if isinstance(server, Mapping) else {}
    command, args, remote = told.get("command"), told.get("args", []), isinstance(told.get("url"), str)
    if command is None and remote:
        return Entry(where=where, command=None, remote=True)
    if not isinstance(command, str) or not _are_texts(args):
        said = f"The server {_shown(where[-1])} is no command with args, so the file was left alone."
        raise SettingsRefused(said)
    env, handed = told.get("env", {}), told.get("env_vars", [])
    given = [*(env if isinstance(env, Mapping) else ()), *(handed if _are_texts(handed) else ())]
    names = tuple(name for name in given if name.isidentifier() and not name.upper().startswith("PLACET_"))
    return Entry(where=where, command=command, args=tuple(args), env=names, remote=remote)


def _are_texts(words: Any) -> bool:
    return isinstance(words, list) and all(isinstance(word, str) for word in words)


def _put_json(text: str, wanted: Mapping[tuple[str, ...], Sequence[str]]) -> str:
    """The text with other values in the places of the old ones; from its end on, so that the places before stay right."""
    changes = [change for where, words in wanted.items() for change in _changes(text, where, words)]
    for first, last, written in sorted(changes, reverse=True):
        text = text[:first] + written + text[last:]
    return text


def _changes(text: str, where: Sequence[str], words: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    start = 0
    for key in where:
        start = members(text, start)[key][0]
    server = members(text, start)
    first, last = server["command"]
    command, args = json.dumps(words[0]), json.dumps(list(words[1:]))
    if "args" not in server:
        yield first, last, f'{command}, "args": {args}'
        return
    if json.loads(text[first:last]) != words[0]:
        yield first, last, command
    first, last = server["args"]
    if json.loads(text[first:last]) != list(words[1:]):
        yield first, last, args


def _put_toml(text: str, wanted: Mapping[tuple[str, ...], Sequence[str]]) -> str:
    import tomlkit  # noqa: PLC0415 - as above

    try:
        document = tomlkit.parse(text)
    except tomlkit.exceptions.ParseError as error:  # it takes less than what reads the file above
        raise SettingsRefused(f"The file doesn't parse, so it was left alone: {error}.") from None
    for (table, name), words in wanted.items():
        server: Any = document[table][name]
        if server["command"] != words[0]:
            server["command"] = words[0]
        if list(server.get("args", ())) != list(words[1:]):
            server["args"] = list(words[1:])
    return tomlkit.dumps(document)
