"""The door to a whole engine, for those that start one: open it, serve it, and prepare its folder without one."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from placet.api import Authority, Engine, Principal, Via
from placet.app.backups import back_up_offline, restore_offline
from placet.app.house import House
from placet.app.identity import SystemClock, new_id
from placet.app.offline import create_token_offline, examine_offline, export_receipts_offline, init
from placet.folder import DataFolder
from placet.rules.basics import Clock
from placet.rules.ports import Tool

__all__ = [
    "SystemClock",
    "back_up_offline",
    "create_token_offline",
    "examine_offline",
    "export_receipts_offline",
    "init",
    "new_id",
    "open",
    "owner_authority",
    "restore_offline",
    "serve_http",
]


def owner_authority(via: Via) -> Authority:
    """The owner's authority for a console or a terminal of this process. There is no token for it (DECISIONS A1)."""
    return Authority(principal=Principal.OWNER, via=via)


def open(  # noqa: A001  the published name (interfaces 5)
    data: Path,
    *,
    tools: Iterable[Tool] | None = None,
    more_tools: Iterable[Tool] = (),
    clock: Clock | None = None,
) -> Engine:
    """Start an engine on a data folder, making the folder when there is none. Returns when recovery is done.

    For embedding and for tests: `tools` replaces the built-in ones, `more_tools` come beside them, and `clock` replaces
    the machine's.

    Raises:
        DataFolderInUse: another process holds the folder. LedgerDamaged: the ledger isn't whole; nothing changed.
        SettingsError: `settings.toml` doesn't fit. FolderError: the folder can't be used.
    """
    house = House(
        DataFolder(root=data),
        None if tools is None else tuple(tools),
        tuple(more_tools),
        clock or SystemClock(),
    )
    return house.start()


def serve_http(engine: Engine, host: str | None = None, port: int | None = None) -> str:
    """Start the HTTP interface of an engine and return its address. The engine's close stops it.

    Raises:
        BadInput: `host` isn't loopback. OSError: the port is taken.
    """
    # Late on purpose: an owner looks at what waits before any program can ask, and an embedding one may never serve.
    from placet.http.server import Server  # noqa: PLC0415

    settings = engine.settings
    server = Server(
        engine,
        host=host or settings.text("http.host"),
        port=settings.integer("http.port") if port is None else port,
    )
    url = engine.run(server.start())
    engine.own_ports.add(url)
    engine.before_close(server.stop)
    return url
