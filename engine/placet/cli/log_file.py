"""The log of a process that holds a data folder, with or without a window."""

from __future__ import annotations

import logging
import os

from placet import logs
from placet.cli.failures import Exit, Failure
from placet.folder import DataFolder
from placet.settings import Settings

__all__ = ["start_log", "stop_log"]


def start_log(folder: DataFolder, settings: Settings) -> logging.Handler:
    """Log into the data folder from now on, at the level of `PLACET_LOG`, else of the setting `log.level`.

    Raises:
        Failure: `PLACET_LOG` isn't a level.
    """
    level = os.environ.get("PLACET_LOG") or settings.text("log.level")
    if level not in logs.LEVELS:
        message = f"PLACET_LOG must be one of {', '.join(logs.LEVELS)}."
        raise Failure(message, "bad_setting", Exit.WRONG_USE)
    return logs.set_up(folder.logs, level)


def stop_log(handler: logging.Handler) -> None:
    """Close what `start_log` began; what is logged later goes nowhere."""
    logging.getLogger().removeHandler(handler)
    handler.close()
