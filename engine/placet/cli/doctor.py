"""`placet doctor`: what somebody has to see to; exit 0 healthy, 1 findings, 2 can't look (interfaces 1)."""

from __future__ import annotations

import argparse
from typing import Any

from placet import app
from placet.api.doctor import damaged, examination
from placet.cli import client, terminal
from placet.cli.failures import EXPECTED, Exit, Failure, as_failure
from placet.cli.showing import line
from placet.folder import DataFolder
from placet.http.doctor import told
from placet.rules.errors import LedgerDamaged

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Look over HTTP when an engine runs, else at the folder itself, and print what was found."""
    found = _look(arguments)
    if arguments.json:
        terminal.print_json(found)
    else:
        _show(found)
    return Exit.DONE if found["healthy"] else Exit.FAILED


def _look(arguments: argparse.Namespace) -> dict[str, Any]:
    try:
        online = client.find(arguments)
        if online is None:
            return _look_offline(client.data_folder(arguments))
        with online:
            answer: dict[str, Any] = online.get("/doctor")
            return answer
    except EXPECTED as error:
        raise _cannot_look(as_failure(error)) from None
    except Failure as failure:
        if failure.code == LedgerDamaged.code:
            return told(damaged(failure.message))
        raise _cannot_look(failure) from None


def _look_offline(folder: DataFolder) -> dict[str, Any]:
    try:
        return told(examination(app.examine_offline(folder.root)))
    except LedgerDamaged as damage:
        return told(damaged(damage.message))


def _cannot_look(failure: Failure) -> Failure:
    return Failure(failure.message, failure.code, Exit.WRONG_USE)


def _show(found: dict[str, Any]) -> None:
    if found["healthy"]:
        terminal.say(f"Nothing to see to. Looked at: {', '.join(found['checked'])}.")
        return
    for finding in found["findings"]:
        mark = "!" if finding["serious"] else "-"
        terminal.say(line(f"{mark} {finding['what']} [{finding['code']}]"))
        terminal.say(line(f"  {finding['advice']}"))
