"""`placet settings get|set`: read the owner's file, or change it through the engine that holds the folder."""

from __future__ import annotations

import argparse
from typing import Any

from placet.api.commands import ChangeSettings
from placet.cli import client, house, terminal
from placet.cli.failures import Exit
from placet.settings import Settings, setting_of

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Carry out the verb."""
    return {"get": _get, "set": _set}[arguments.verb](arguments)


def _get(arguments: argparse.Namespace) -> int:
    if arguments.key is not None:
        setting_of(arguments.key)
    values = _values(arguments)
    if arguments.key is not None:
        values = {arguments.key: values[arguments.key]}
    if arguments.json:
        terminal.print_json(values)
    elif arguments.key is not None:
        terminal.say(_spelled(values[arguments.key]))
    else:
        for key, value in values.items():
            terminal.say(f"{key} = {_spelled(value)}  # {setting_of(key).sentence}")
    return Exit.DONE


def _values(arguments: argparse.Namespace) -> dict[str, Any]:
    # The file is the truth and the folder's owner may read it, so this needs neither engine nor token.
    if client.named_url() is None:
        settings = Settings.load(client.data_folder(arguments).settings)
        return {setting.key: value for setting, value in settings.items()}
    with client.need(arguments) as online:
        values: dict[str, Any] = online.get("/settings")["settings"]
    return values


def _set(arguments: argparse.Namespace) -> int:
    value = setting_of(arguments.key).read(arguments.value)
    online = client.find(arguments)
    if online is not None:
        with online:
            online.send("PATCH", "/settings", {arguments.key: value})
    else:
        with house.opened(client.data_folder(arguments)) as engine:
            house.submit(engine, ChangeSettings(values={arguments.key: value}))
    if arguments.json:
        terminal.print_json({arguments.key: value})
    else:
        terminal.say(f"{arguments.key} = {_spelled(value)}")
    return Exit.DONE


def _spelled(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
