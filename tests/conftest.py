"""What every test finds: no screen, no network, no power over file modes, no home but an empty one.

The first lines run before Qt is imported, in each worker of its own.
"""

import gc
import ipaddress
import os
import sys
import tempfile
from collections.abc import Generator, Iterator

import pytest
from hypothesis import settings

from tests import catalogues
from tests.patient_bot import PatientBot
from tests.rights import give_up_root

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["QT_SCALE_FACTOR"] = "1"
for _name in [name for name in os.environ if name.startswith(("PLACET_", "XDG_"))]:
    del os.environ[_name]
for _name in ("DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"):
    os.environ.pop(_name, None)
catalogues.make()
if "SMOKE_DEB" not in os.environ:  # packaging/smoke goes into a system of its own, which only root may
    give_up_root()

# A slow moment of the machine is no finding, and what one run found isn't kept in the tree for the next.
settings.register_profile("placet", deadline=None, database=None)
settings.load_profile("placet")


def _stay_on_this_machine(event: str, args: tuple[object, ...]) -> None:
    if event != "socket.connect" or not isinstance(args[1], tuple):
        return
    host = str(args[1][0])
    if host != "localhost" and not ipaddress.ip_address(host.partition("%")[0]).is_loopback:
        raise RuntimeError(f"a test reached for {host}: tests stay on this machine")


sys.addaudithook(_stay_on_this_machine)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays to the end: no search for garbage looks through it, now or while the tests run."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Coroutine tests marked `anyio` run on plain asyncio, as the engine does."""
    return "asyncio"


@pytest.fixture(scope="session", autouse=True)
def empty_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads or writes the folders of whoever runs it."""
    home = tmp_path_factory.mktemp("home")
    # A local socket's path holds about a hundred characters, and workers' own folders use them up.
    with tempfile.TemporaryDirectory(prefix="placet-") as runtime, pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(home))
        patch.setenv("XDG_RUNTIME_DIR", runtime)
        yield


@pytest.fixture
def qtbot(qapp: object, request: pytest.FixtureRequest) -> PatientBot:
    """The library's fixture of this name, with patience; `qapp` has the application made first."""
    return PatientBot(request)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A skipped test has proved nothing, so it counts as a failed one (DECISIONS X3)."""
    report = yield
    if report.skipped:
        report.outcome = "failed"
    return report
