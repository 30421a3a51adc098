"""`placet backup` and `placet restore`: the whole ledger in one file, and taking such a file back in."""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO

from placet import app
from placet.cli import client, terminal
from placet.cli.failures import Exit, Failure
from placet.cli.showing import line
from placet.folder import check_target, fill_whole
from placet.rules.restores import LedgerRestored

__all__ = ["run"]

_WORDS = {"taken": "taken in", "there": "there already", "left": "left out", "marked": "marked as restored"}


def run(arguments: argparse.Namespace) -> int:
    """Carry out the verb."""
    return {"backup": _backup, "restore": _restore}[arguments.verb](arguments)


def _backup(arguments: argparse.Namespace) -> int:
    target: Path = arguments.file.expanduser().absolute()
    if not target.parent.is_dir():
        raise Failure(f"There is no folder {target.parent}.", "not_found", Exit.WRONG_USE)
    check_target(target, client.data_folder(arguments).root)
    online = client.find(arguments)
    if online is None:
        app.back_up_offline(client.data_folder(arguments).root, target, _Progress().tell)
    else:
        with online:
            fill_whole(target, lambda file: _download(online, file))
    terminal.say(f"Wrote {line(str(target))}.")
    return Exit.DONE


def _download(online: client.Client, file: BinaryIO) -> None:
    with online.download("/backup") as pieces:
        for piece in pieces:
            file.write(piece)


def _restore(arguments: argparse.Namespace) -> int:
    data = client.data_folder(arguments).root
    source: Path = arguments.file.expanduser().absolute()
    if not source.is_file():
        raise Failure(f"There is no file {source}.", "not_found", Exit.WRONG_USE)
    told, token = app.restore_offline(data, source, _Progress().tell)
    if arguments.json:
        terminal.print_json({**report(told), "data": str(data), "owner_token": token})
        return Exit.DONE
    _show(told)
    if token is not None:
        terminal.tell(f"Made {line(str(data))}. This is its owner token; it is shown only now:")
        terminal.say(token)
    return Exit.DONE


def report(told: LedgerRestored) -> dict[str, Any]:
    """What a restore did, as one JSON object."""
    return {key: value for key, value in asdict(told).items() if key not in {"agent_id", "task_id"}}


def _show(told: LedgerRestored) -> None:
    for name, words in _WORDS.items():
        counts: dict[str, int] = getattr(told, name)
        some = ", ".join(f"{kind.replace('_', ' ')} {count}" for kind, count in counts.items() if count)
        terminal.say(f"{words[0].upper()}{words[1:]}: {some or 'nothing'}.")
    for conflict in told.conflicts:
        terminal.say(
            line(f"Conflict, {conflict['kind'].replace('_', ' ')} {conflict['id']}: {conflict['why']}")
        )
    terminal.say("Nothing that came in waits or runs. Restored workflows may have no new effects.")


class _Progress:
    """Says beside the answer what is being done, when somebody looks; once for each thing, and each tenth of it."""

    def __init__(self) -> None:
        self._said = ""

    def tell(self, doing: str, done: int, count: int) -> None:
        """Hear how far it is."""
        tenths = 10 * done // count * 10 if count else 0
        now = f"{doing.replace('_', ' ')} {tenths} %" if count else doing.replace("_", " ")
        if now != self._said and sys.stderr is not None and sys.stderr.isatty():
            self._said = now
            terminal.tell(f"{now} …")
