"""The log of a process that holds a data folder, with or without a window."""

from __future__ import annotations

import logging
import os

from placet import logs
from placet.cli.failures import Exit, Failure
from placet.filesystems import network_kind
from placet.folder import DataFolder
from placet.settings import Settings

__all__ = ["start_log", "stop_log"]

_log = logging.getLogger(__name__)


def start_log(folder: DataFolder, settings: Settings) -> logging.Handler:
    """Log into the data folder from now on, at the level of `PLACET_LOG`, else of the setting `log.level`.

    The first record is a warning when the folder lies where no ledger is safe.

    Raises:
        Failure: `PLACET_LOG` isn't a level.
    """
    level = os.environ.get("PLACET_LOG") or settings.text("log.level")
    if level not in logs.LEVELS:
        message = f"PLACET_LOG must be one of {', '.join(logs.LEVELS)}."
        raise Failure(message, "bad_setting", Exit.WRONG_USE)
    handler = logs.set_up(folder.logs, level)
    if (kind := network_kind(folder.root)) is not None:
        _log.warning(
            "The data folder lies on a network file system (%s), where SQLite's locks don't hold. A crash, or a second "
            "machine, can damage the ledger there.",
            kind,
        )
    return handler


def stop_log(handler: logging.Handler) -> None:
    """Close what `start_log` began; what is logged later goes nowhere."""
    logging.getLogger().removeHandler(handler)
    handler.close()
