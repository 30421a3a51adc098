"""Commands as they are typed, against a running engine, a folder of their own, or a terminal with somebody at it."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

import pytest

from placet.__main__ import main
from placet.folder import DataFolder
from tests.fakes.model_server import ModelServer
from tests.fakes.tools import HeldTool
from tests.flows.house import House
from tests.flows.wire import Wire, wire


@dataclass(frozen=True)
class Typed:
    """What a command did: its exit code, its answer, and what accompanied it."""

    code: int
    out: str
    err: str


Run = Callable[..., Typed]


@dataclass
class Terminal:
    """A terminal whose keyboard the test has. What is typed ahead waits until it is asked for."""

    keyboard: int
    line: TextIO
    screen: Path

    def type(self, text: str) -> None:
        os.write(self.keyboard, text.encode())

    def shown(self) -> str:
        return self.screen.read_text()

    @contextmanager
    def sat_at(self) -> Iterator[None]:
        """The terminal is where the program's questions come from."""
        with pytest.MonkeyPatch.context() as patch, _Screen(self.screen) as stderr:
            patch.setattr("sys.stdin", self.line)
            patch.setattr("sys.stderr", stderr)
            yield


@pytest.fixture
def seats() -> list[Terminal]:
    """The terminal that somebody sits at, if the test has one."""
    return []


@pytest.fixture
def terminal(seats: list[Terminal], tmp_path: Path) -> Iterator[Terminal]:
    keyboard, line = os.openpty()
    with os.fdopen(line, "r", encoding="utf-8") as stdin:
        seats.append(Terminal(keyboard, stdin, tmp_path / "screen.txt"))
        yield seats[0]
    os.close(keyboard)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], seats: list[Terminal]) -> Run:
    """Type a command, at the terminal if there is one."""

    def typed(*words: Any) -> Typed:
        capsys.readouterr()
        with seats[0].sat_at() if seats else nullcontext():
            try:
                code = main([str(word) for word in words])
            except SystemExit as end:
                code = int(end.code or 0)
        said = capsys.readouterr()
        return Typed(code, said.out, said.err)

    return typed


class _Screen:
    """A file that says of itself that somebody looks at it."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a", encoding="utf-8")
        self.write, self.flush = self._file.write, self._file.flush

    def __enter__(self) -> "_Screen":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def isatty(self) -> bool:
        return True


@pytest.fixture
def held() -> HeldTool:
    return HeldTool(open_at_once=True)


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.fixture
def house(tmp_path: Path, held: HeldTool, model: ModelServer) -> Iterator[House]:
    with House(tmp_path, tools=(held,), model=model) as house:
        house.declare(tools=[{"name": "held"}, {"name": "fs_write"}])
        yield house


@pytest.fixture
def net(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[Wire]:
    """The house, served, with an owner's environment for the commands."""
    with wire(house) as net:
        DataFolder(root=house.data).write_service(
            str(net.owner.base_url).rstrip("/"), os.getpid(), house.engine.service_secret
        )
        monkeypatch.setenv("PLACET_DATA", str(house.data))
        monkeypatch.setenv("PLACET_TOKEN", net.owner.headers["authorization"].removeprefix("Bearer "))
        yield net


@pytest.fixture
def left(house: House, monkeypatch: pytest.MonkeyPatch) -> House:
    """The house after its engine was closed: a data folder that nothing holds."""
    monkeypatch.setenv("PLACET_DATA", str(house.data))
    house.engine.close()
    return house
