"""`placet`: opens the console, or hands a command on before Qt is imported."""

from __future__ import annotations

import argparse
import gc
import importlib
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import NoReturn

from placet.__main__ import leaving_at_once
from placet.__main__ import main as carry_out
from placet.cli.failures import Exit, Failure, sentence
from placet.cli.parser import build as command_parser
from placet.cli.parser import port
from placet.folder import DataFolder, default_folder
from placet_gui import display
from placet_gui.presence.links import SCHEME, task_of

_NO_DISPLAY = (
    "There is no screen to open the console on; placet serve runs the engine without a window, placet demo "
    "asks in the terminal."
)
_NO_LIBRARY = "The console can't be opened without the system's library {}; placet serve runs the engine without a window."


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out the command line and answer its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    on_screen = arguments == ["demo"] and display.is_there(os.environ)
    if _is_command(arguments) and not on_screen:
        return carry_out(arguments)
    try:
        with leaving_at_once():
            return _open_demo() if on_screen else _open(parser().parse_args(arguments))
    except Failure as failure:
        sys.stderr.write(f"{sentence(failure)}\n")
        return failure.exit_code


def _is_command(arguments: Sequence[str]) -> bool:
    first = next(iter(arguments), "-")
    return first == "--version" or not first.startswith(("-", SCHEME))


def _open(arguments: argparse.Namespace) -> int:
    if not display.is_there(os.environ):
        raise Failure(_NO_DISPLAY, "no_display", Exit.UNDECIDED)
    start = _load_start()
    opening = start.Opening(
        folder=DataFolder(root=arguments.data or default_folder(os.environ)),
        http=not arguments.no_http,
        port=arguments.port,
        minimized=arguments.minimized,
        task_id=arguments.link,
    )
    code: int = start.main(opening)
    return code


def _open_demo() -> int:
    code: int = _load_start().main_demo()
    return code


def _load_start() -> ModuleType:
    gc.disable()  # all that is made from here on stays; `life` has it left alone and collects again from there
    # Late on purpose: a command, --help and a machine without a screen must work without Qt.
    try:
        return importlib.import_module("placet_gui.start")
    except ImportError as error:
        library = re.match(r"(lib\S+): cannot open shared object file", str(error))
        if library is None:
            raise  # a mistake of ours
        raise Failure(_NO_LIBRARY.format(library[1]), "no_display", Exit.UNDECIDED) from error


class _Parser(argparse.ArgumentParser):
    """Wrong use is one sentence with a code, as for every command."""

    def error(self, message: str) -> NoReturn:
        raise Failure(f"{message.rstrip('.')}; see {self.prog} --help.", "wrong_use", Exit.WRONG_USE)

    def format_help(self) -> str:
        commands = command_parser().format_help().partition("\n\n")[2]
        return f"{super().format_help()}\nOr one of the commands.\n\n{commands}"


def parser() -> argparse.ArgumentParser:
    """The parser of what may be typed without a command."""
    made = _Parser(prog="placet", description="Open the console.", allow_abbrev=False)
    made.add_argument(
        "--data", type=Path, metavar="DIR", help="the data folder (else PLACET_DATA, else the usual place)"
    )
    made.add_argument("--no-http", action="store_true", help="don't start the HTTP interface")
    made.add_argument("--port", type=port, help="the port of the HTTP interface; 0 takes a free one")
    made.add_argument("--minimized", action="store_true", help="open the window minimized")
    made.add_argument("link", nargs="?", type=_link, metavar="LINK", help=f"a task to show: {SCHEME}task/ID")
    return made


def _link(text: str) -> str:
    task_id = task_of(text)
    if task_id is None:
        raise argparse.ArgumentTypeError(f"a link is {SCHEME}task/ID")
    return task_id


if __name__ == "__main__":
    sys.exit(main())
