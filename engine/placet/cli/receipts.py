"""`placet receipts export|verify|verifier`: the chain as a signed file, and what checks one here and elsewhere."""

from __future__ import annotations

import argparse
import importlib.resources
import sys
from pathlib import Path
from typing import Any, BinaryIO

from placet import app, receipt_verifier
from placet.cli import client, terminal
from placet.cli.failures import Exit, Failure
from placet.cli.showing import line
from placet.folder import check_target, fill_whole

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Carry out the verb."""
    return {"export": _export, "verify": _verify, "verifier": _verifier}[arguments.verb](arguments)


def _export(arguments: argparse.Namespace) -> int:
    if arguments.out is None:
        _to(arguments, sys.stdout.buffer)
        sys.stdout.buffer.flush()
        return Exit.DONE
    check_target(arguments.out, client.data_folder(arguments).root)
    fill_whole(arguments.out, lambda file: _to(arguments, file))
    terminal.say(f"Wrote {line(str(arguments.out))}.")
    return Exit.DONE


def _to(arguments: argparse.Namespace, file: BinaryIO) -> None:
    online = client.find(arguments)
    if online is None:
        app.export_receipts_offline(client.data_folder(arguments).root, file.write)
        return
    with online, online.download("/receipts/export") as pieces:
        for piece in pieces:
            file.write(piece)


def _verify(arguments: argparse.Namespace) -> int:
    told = _checked(arguments.file, arguments.key)
    if arguments.json:
        terminal.print_json(told)
    else:
        terminal.say(receipt_verifier.sentence(told))
    return Exit.DONE if told["whole"] else Exit.FAILED


def _checked(path: Path, key: str | None) -> dict[str, Any]:
    try:
        return receipt_verifier.told_of(str(path), key)
    except OSError as cannot:
        raise Failure(f"{path} can't be read: {cannot.strerror}.", "not_found", Exit.WRONG_USE) from None


def _verifier(arguments: argparse.Namespace) -> int:
    source = importlib.resources.files("placet").joinpath("receipt_verifier.py")
    terminal.say(source.read_text(encoding="utf-8").removesuffix("\n"))
    return Exit.DONE
