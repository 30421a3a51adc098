"""`placet token create|list|revoke`: with an owner token over HTTP, or `--offline` on the folder itself."""

from __future__ import annotations

import argparse
from typing import Any
from urllib.parse import quote

from placet import app
from placet.api.commands import RevokeToken
from placet.api.queries import ListTokens
from placet.cli import client, house, terminal
from placet.cli.failures import Exit, Failure
from placet.cli.showing import line
from placet.folder import DataFolder
from placet.http import rows
from placet.rules.records import Scope

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Carry out the verb."""
    return {"create": _create, "list": _list, "revoke": _revoke}[arguments.verb](arguments)


def _create(arguments: argparse.Namespace) -> int:
    made = _create_offline(arguments) if arguments.offline else _create_online(arguments)
    if arguments.json:
        terminal.print_json({key: made[key] for key in ("id", "token", "scope", "agent")})
    else:
        terminal.say(made["token"])
    return Exit.DONE


def _create_online(arguments: argparse.Namespace) -> dict[str, Any]:
    asked = {"scope": arguments.scope, "agent": arguments.agent, "ttl_s": arguments.ttl}
    with client.need(arguments) as online:
        made: dict[str, Any] = online.send("POST", "/tokens", asked)
    return made


def _create_offline(arguments: argparse.Namespace) -> dict[str, Any]:
    folder = client.data_folder(arguments)
    _need_folder(folder)
    if arguments.scope == Scope.OWNER:
        _confirm_by_name(folder)
    token_id, secret = app.create_token_offline(
        folder.root, Scope(arguments.scope), arguments.agent, arguments.ttl
    )
    return {"id": token_id, "token": secret, "scope": arguments.scope, "agent": arguments.agent}


def _need_folder(folder: DataFolder) -> None:
    if not folder.is_made():
        raise Failure(
            f"{folder.root} isn't a data folder; placet init makes one.", "not_found", Exit.WRONG_USE
        )


def _confirm_by_name(folder: DataFolder) -> None:
    # An owner token is as strong as the window, so a script that runs as the owner may not get one by itself.
    terminal.need("Making an owner token offline")
    typed = terminal.ask(f"This makes a token that may decide everything. Type {folder.root.name} to go on: ")
    if typed != folder.root.name:
        raise Failure("That isn't the folder's name; no token was made.", "not_confirmed", Exit.WRONG_USE)


def _list(arguments: argparse.Namespace) -> int:
    if arguments.offline:
        _need_folder(client.data_folder(arguments))
        with house.opened(client.data_folder(arguments)) as engine:
            tokens = [rows.token(row) for row in engine.query(ListTokens())]
    else:
        with client.need(arguments) as online:
            tokens = online.get("/tokens")["tokens"]
    if arguments.json:
        terminal.print_json({"tokens": tokens})
        return Exit.DONE
    for token in tokens:
        terminal.say(f"{token['id']}  {token['scope']}  {token['agent'] or '-'}  {line(token['label'])}")
    return Exit.DONE


def _revoke(arguments: argparse.Namespace) -> int:
    if arguments.offline:
        _need_folder(client.data_folder(arguments))
        with house.opened(client.data_folder(arguments)) as engine:
            token = rows.token(house.submit(engine, RevokeToken(token_id=arguments.id)))
    else:
        with client.need(arguments) as online:
            token = online.send("DELETE", f"/tokens/{quote(arguments.id, safe='')}")
    if arguments.json:
        terminal.print_json(token)
    else:
        terminal.say(f"Revoked {token['id']}.")
    return Exit.DONE
