"""The log of a process that holds a data folder, with or without a window."""

from __future__ import annotations

import logging
import os
import sys

from placet import logs
from placet.cli.failures import Exit, Failure, sentence
from placet.filesystems import network_kind
from placet.folder import DataFolder
from placet.settings import Settings

__all__ = ["start_log", "stop_log"]

_log = logging.getLogger(__name__)


def start_log(folder: DataFolder, settings: Settings) -> logging.Handler:
    """Log into the data folder from now on, at the level of `PLACET_LOG`, else of the setting `log.level`.

    The first record is a warning when the folder lies where no ledger is safe. A log that can't be written is told on
    stderr, and keeps nothing from starting.

    Raises:
        Failure: `PLACET_LOG` isn't a level.
    """
    level = os.environ.get("PLACET_LOG") or settings.text("log.level")
    if level not in logs.LEVELS:
        message = f"PLACET_LOG must be one of {', '.join(logs.LEVELS)}."
        raise Failure(message, "bad_setting", Exit.WRONG_USE)
    handler = _set_up(folder, level)
    if (kind := network_kind(folder.root)) is not None:
        _log.warning(
            "The data folder lies on a network file system (%s), where SQLite's locks don't hold. A crash, or a second "
            "machine, can damage the ledger there.",
            kind,
        )
    return handler


def _set_up(folder: DataFolder, level: str) -> logging.Handler:
    try:
        return logs.set_up(folder.logs, level)
    except OSError as problem:
        # A log is for looking back; what waits for the owner doesn't wait for it.
        told = Failure(
            f"There is no log: {folder.logs} can't be written ({problem.strerror}).", "system_error"
        )
        sys.stderr.write(f"{sentence(told)}\n")
        nowhere = logging.NullHandler()
        logging.getLogger().addHandler(nowhere)
        return nowhere


def stop_log(handler: logging.Handler) -> None:
    """Close what `start_log` began; what is logged later goes nowhere."""
    logging.getLogger().removeHandler(handler)
    handler.close()
