"""`placet serve`: the engine without a window."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from placet import app, collector
from placet.api import Engine
from placet.cli import terminal
from placet.cli.client import data_folder
from placet.cli.failures import Exit
from placet.cli.log_file import start_log
from placet.folder import DataFolder
from placet.http.damaged import DamagedServer
from placet.rules.errors import LedgerDamaged
from placet.settings import Settings

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Serve until SIGTERM or SIGINT, then stop in order. It says that it is ready once it listens.

    A damaged ledger is served as what it is: the ready line says so, and every route answers 503.
    """
    folder = data_folder(arguments)
    folder.prepare()
    settings = Settings.load(folder.settings)
    start_log(folder, settings)
    with _end_signals() as until_told:
        try:
            engine = app.open(folder.root)
        except LedgerDamaged as damage:
            asyncio.run(_serve_damaged(damage, arguments, folder, settings, until_told))
        else:
            _serve(engine, arguments, folder, until_told)
    return Exit.DONE


def _serve(
    engine: Engine, arguments: argparse.Namespace, folder: DataFolder, until_told: socket.socket
) -> None:
    try:
        url = app.serve_http(engine, arguments.host, arguments.port)
        folder.write_service(url, os.getpid(), engine.service_secret)
        collector.settle()
        _say_ready(url, folder)
        until_told.recv(1)
    finally:
        folder.remove_service()
        engine.close()


async def _serve_damaged(
    damage: LedgerDamaged,
    arguments: argparse.Namespace,
    folder: DataFolder,
    settings: Settings,
    until_told: socket.socket,
) -> None:
    terminal.tell(f"placet: {damage.message} [{damage.code}]")
    port = settings.integer("http.port") if arguments.port is None else arguments.port
    server = DamagedServer(damage.message, host=arguments.host or settings.text("http.host"), port=port)
    _say_ready(await server.start(), folder, damaged=True)
    await asyncio.to_thread(until_told.recv, 1)
    await server.stop()


def _say_ready(url: str, folder: DataFolder, **more: Any) -> None:
    ready = {"event": "ready", "url": url, "data": str(folder.root), "pid": os.getpid(), **more}
    try:
        terminal.say(json.dumps(ready))
    except BrokenPipeError:
        terminal.tell("placet: Nobody reads the standard output, where the ready line goes. [system_error]")
        raise


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
