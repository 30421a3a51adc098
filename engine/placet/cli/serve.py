"""`placet serve`: the engine without a window."""

from __future__ import annotations

import argparse
import gc
import json
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager

from placet import app, logs
from placet.cli import terminal
from placet.cli.client import data_folder
from placet.cli.failures import Exit, Failure
from placet.folder import DataFolder
from placet.settings import Settings

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Serve until SIGTERM or SIGINT, then stop in order. It says that it is ready once it listens."""
    folder = data_folder(arguments)
    folder.prepare()
    _start_logging(folder)
    with _end_signals() as until_told:
        engine = app.open(folder.root)
        try:
            url = app.serve_http(engine, arguments.host, arguments.port)
            folder.write_service(url, os.getpid())
            # What start-up made lives until the end: a collector that skips it stalls requests less.
            gc.collect()
            gc.freeze()
            ready = {"event": "ready", "url": url, "data": str(folder.root), "pid": os.getpid()}
            terminal.say(json.dumps(ready))
            until_told.recv(1)
            folder.remove_service()
        finally:
            engine.close()
    return Exit.DONE


def _start_logging(folder: DataFolder) -> None:
    level = os.environ.get("PLACET_LOG") or Settings.load(folder.settings).text("log.level")
    if level not in logs.LEVELS:
        message = f"PLACET_LOG must be one of {', '.join(logs.LEVELS)}."
        raise Failure(message, "bad_setting", Exit.WRONG_USE)
    logs.set_up(folder.logs, level)


@contextmanager
def _end_signals() -> Iterator[socket.socket]:
    """A socket that gets a byte when the program is told to end.

    The kernel may hand a signal to any thread, and a main thread that waits for a lock doesn't notice; a byte
    in a socket wakes it whoever got the signal.
    """
    inside, outside = socket.socketpair()
    outside.setblocking(False)
    kept = {number: signal.signal(number, lambda *_: None) for number in (signal.SIGTERM, signal.SIGINT)}
    before = signal.set_wakeup_fd(outside.fileno())
    try:
        yield inside
    finally:
        signal.set_wakeup_fd(before)
        for number, handler in kept.items():
            signal.signal(number, handler)
        inside.close()
        outside.close()
