"""An engine with a scripted model server, served on loopback: in this process, or as a child that can be killed."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import placet.app
from placet.api import Scope
from placet.api.commands import CreateToken
from tests.crash.child import Child
from tests.fakes.scripted_model import ScriptedModel
from tests.flows.house import House
from tests.flows.wire import client
from tests.lmsp.client import Lmsp


def limits(**values: Any) -> str:
    """Lines of settings.toml below `lmsp`."""
    spelled = (
        (key, str(value).lower() if isinstance(value, bool) else value) for key, value in values.items()
    )
    return "".join(f"lmsp.{key} = {value}\n" for key, value in spelled)


@dataclass(frozen=True)
class Scene:
    """A served house. `mine` and `other` are two clients, `owner` is the owner, `agent` an agent's token."""

    house: House
    model: ScriptedModel
    url: str
    mine: Lmsp
    other: Lmsp
    owner: Lmsp
    agent: Lmsp

    def set(self, **values: Any) -> None:
        self.house.engine.settings.set({f"lmsp.{key}": value for key, value in values.items()})


@contextmanager
def served(house: House, model: ScriptedModel) -> Iterator[Scene]:
    """Serve an open house, with its tokens."""
    house.declare()
    url = placet.app.serve_http(house.engine)
    asked = {"mine": Scope.CLIENT, "other": Scope.CLIENT, "owner": Scope.OWNER, "agent": Scope.AGENT}
    secrets = {
        name: house.submit(CreateToken(scope=scope, agent="clerk" if scope is Scope.AGENT else None)).secret
        for name, scope in asked.items()
    }
    clients = {name: Lmsp(client(url, secret)) for name, secret in secrets.items()}
    try:
        yield Scene(house=house, model=model, url=url, **clients)
    finally:
        for it in clients.values():
            it.http.close()


@contextmanager
def scene_at(
    base: Path, *, kind: str = "openai", clock: Any = None, model: ScriptedModel | None = None, **lmsp: Any
) -> Iterator[Scene]:
    """A whole scene with these limits."""
    with (
        model or ScriptedModel() as it,
        House(base, settings=limits(**lmsp) + it.settings(kind), clock=clock) as house,
        served(house, it) as scene,
    ):
        yield scene


@dataclass
class Served:
    """A data folder that one child after the other serves, and whose model server outlives them."""

    data: Path
    model: ScriptedModel
    secret: str = field(init=False)
    other_secret: str = field(init=False)
    settings: str = ""
    kind: str = "openai"

    def __post_init__(self) -> None:
        owner = placet.app.init(self.data)
        self.set()
        with Child(self.data) as child, child.client(owner) as http:
            self.secret, self.other_secret = (
                http.post("/tokens", json={"scope": "client"}).json()["token"] for _ in range(2)
            )
            child.stop()

    def set(self, **lmsp: Any) -> None:
        """Change the limits for the next child."""
        keyring = "secrets.keyring = false\n"
        (self.data / "settings.toml").write_text(keyring + limits(**lmsp) + self.model.settings(self.kind))

    @contextmanager
    def child(self, fault: str | None = None) -> Iterator[tuple[Child, Lmsp]]:
        """A serving child and a client of it."""
        with Child(self.data, fault=fault) as child, child.client(self.secret) as http:
            yield child, Lmsp(http)
