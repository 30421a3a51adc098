"""Writes placet.1 from the parser of the command line, so that the manual cannot say anything else.

packaging/man_page.py prints it on the standard output.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from datetime import UTC, datetime

from placet import __version__
from placet.cli.parser import build
from placet_gui.__main__ import parser as console

ENVIRONMENT = {
    "PLACET_DATA": "the data folder, in place of the usual one of this user",
    "PLACET_URL": "where the running engine listens",
    "PLACET_TOKEN": "the token that says for whom a command speaks",
    "PLACET_LOG": "how much is logged: debug, info, warning or error",
}
FILES = {
    "~/.local/share/placet": "the usual data folder: the ledger, the settings, and what the console remembers",
    "~/.local/share/placet/settings.toml": "the settings, which placet settings reads and changes",
    "~/.local/state/placet": "what is remembered of each ledger outside of its data folder",
}
EXITS = {
    "0": "done",
    "1": "it ended in a no, or something was found",
    "2": "wrong use",
    "3": "the data folder is in use",
    "4": "undecided: nobody was there to ask",
}


def page() -> Iterator[str]:
    """The lines of the manual page."""
    epoch_s = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    day = datetime.fromtimestamp(epoch_s, UTC).strftime("%Y-%m-%d")
    yield f'.TH PLACET 1 "{day}" "placet {__version__}" "User Commands"'
    yield from (".SH NAME", r"placet, placet\-hook \- decide what AI agents may do", ".SH SYNOPSIS")
    yield from (".B placet", "[OPTION]...", ".br", ".B placet", "COMMAND [ARGUMENT]...", ".SH DESCRIPTION")
    yield "Without a command the console opens: the window in which agents' restricted calls wait for their owner."
    yield "With one, that command is carried out; most of them speak to the engine that runs on this machine."
    yield ".SH OPTIONS"
    yield from (line for it in _options(console()) for line in it)
    yield ".SH COMMANDS"
    for name, parser in _commands(build()):
        yield from _command(name, parser)
    yield from _table("ENVIRONMENT", ENVIRONMENT)
    yield from _table("FILES", FILES)
    yield from _table("EXIT STATUS", EXITS)


def _commands(
    parser: argparse.ArgumentParser, above: str = ""
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Every command with its full name; those that only hold others are left out."""
    inner = [it.choices for it in _actions(parser) if isinstance(it.choices, dict)]
    if not inner and above:
        yield above, parser
    for name, below in (pair for it in inner for pair in it.items()):
        yield from _commands(below, f"{above} {name}".strip())


def _command(name: str, parser: argparse.ArgumentParser) -> Iterator[str]:
    usage = " ".join(parser.format_usage().split()).removeprefix("usage: placet ")
    yield from (".TP", f".B placet {_plain(usage)}", _plain(parser.description or name))
    yield from (line for it in _options(parser) for line in (".RS", *it, ".RE"))


def _options(parser: argparse.ArgumentParser) -> Iterator[tuple[str, ...]]:
    for action in _actions(parser):
        if action.dest != "help" and action.help not in (None, argparse.SUPPRESS):
            words = ", ".join(action.option_strings) or str(action.metavar or action.dest)
            value = (
                f" {action.metavar or action.dest.upper()}"
                if action.option_strings and action.nargs != 0
                else ""
            )
            yield ".TP", f".I {_plain(words + value)}", _plain(str(action.help) % vars(action))


def _actions(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    return parser._actions  # noqa: SLF001 - it has no public name


def _table(title: str, rows: dict[str, str]) -> Iterator[str]:
    yield f".SH {title}"
    for name, meaning in rows.items():
        yield from (".TP", f".B {name}", _plain(meaning))


def _plain(text: str) -> str:
    """Text that the formatter takes as it is."""
    kept = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{kept}" if kept.startswith((".", "'")) else kept


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in page())
