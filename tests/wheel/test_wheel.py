"""The wheel and the source archive, as somebody has them who installs Placet with pip: into an empty environment."""

import hashlib
import json
import os
import signal
import subprocess
import tarfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from placet import __version__
from tests.architecture.tree import ROOT
from tests.screenless import without_remarks

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]
UV: Final = ROOT / "packaging" / "uv"
PYTHON: Final = ROOT / ".venv" / "bin" / "python"
PATIENCE_S: Final = 300
LOOK_AGAIN_S: Final = 0.2
SMALLEST_MODEL_BYTES: Final = 50_000_000


def done(*words: object, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    ran = subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran


def built(source: Path, folder: Path, *kinds: str) -> Path:
    made = ("build", "--directory", source, "--python", PYTHON, "--no-build-isolation", "--out-dir", folder)
    done(UV, "--quiet", *made, *kinds, SOURCE_DATE_EPOCH="1750000000")
    return folder


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(ROOT, tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    (made,) = dist.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Path:
    """An environment that had nothing in it, with the wheel and what that asks for, in the locked versions."""
    place = tmp_path_factory.mktemp("environment")
    real = {"HOME": os.path.expanduser(f"~{os.environ.get('USER', 'root')}")}  # noqa: PTH111 - the one whose cache it is
    done(UV, "--quiet", "venv", "--seed", "--python", PYTHON, place / "venv", **real)
    python = place / "venv" / "bin" / "python"
    done(
        UV,
        "--quiet",
        "pip",
        "install",
        "--python",
        python,
        "--constraint",
        ROOT / "packaging" / "lock.txt",
        wheel,
        **real,
    )
    return place


@pytest.fixture(scope="module")
def placet(home: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return done(home / "venv" / "bin" / "placet", *words, cwd=home, HOME=str(home), **environment)

    return run


def test_it_says_its_version(placet: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    assert placet("--version").stdout == f"placet {__version__}\n"


def test_importing_the_engine_brings_no_qt(home: Path) -> None:
    code = (
        "import sys, placet, placet.app, placet.client\n"
        "print([it for it in sys.modules if 'PySide' in it or 'qasync' in it])"
    )
    assert done(home / "venv" / "bin" / "python", "-I", "-c", code).stdout == "[]\n"


def test_the_console_opens_listens_and_ends_in_order(home: Path) -> None:
    words = [home / "venv" / "bin" / "placet", "--data", home / "data"]
    environment = {**os.environ, "HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen(words, cwd=home, env=environment, stderr=subprocess.PIPE, text=True) as console:
        try:
            service = waited_for(home / "data" / "service.json", console)
            assert service["pid"] == console.pid
            console.send_signal(signal.SIGTERM)
            _, said = console.communicate(timeout=PATIENCE_S)
        finally:
            console.kill()
    assert (console.returncode, without_remarks(said)) == (0, "")


def waited_for(service: Path, console: "subprocess.Popen[str]") -> Any:
    until = time.monotonic() + PATIENCE_S
    while not service.exists():
        assert console.poll() is None, "the console ended"
        assert time.monotonic() < until, "the console never listened"
        time.sleep(LOOK_AGAIN_S)
    return json.loads(service.read_bytes())


def test_it_says_how_the_model_comes_that_isnt_in_it(home: Path) -> None:
    code = (
        "import asyncio\nfrom pathlib import Path\nfrom placet.backends.embedded import EmbeddedBackend\n"
        "try:\n    asyncio.run(EmbeddedBackend(Path('models')).models())\nexcept Exception as error:\n    print(error)\n"
    )
    said = done(home / "venv" / "bin" / "python", "-I", "-c", code, cwd=home, HOME=str(home)).stdout
    assert "placet model install" in said


def test_one_command_brings_the_model(
    placet: Callable[..., subprocess.CompletedProcess[str]], home: Path
) -> None:
    data = home / "with a model"
    said = placet("model", "install", "--data", str(data)).stdout
    (weights,) = (data / "models").iterdir()
    assert weights.name in said
    assert weights.stat().st_size > SMALLEST_MODEL_BYTES
    assert "there already" in placet("model", "install", "--data", str(data)).stdout


def test_the_demo_without_a_screen_and_a_terminal_says_what_it_needs(home: Path) -> None:
    environment = {
        key: value
        for key, value in os.environ.items()
        if key not in {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    }
    asked = subprocess.run(
        [home / "venv" / "bin" / "placet", "demo"],
        cwd=home,
        env={**environment, "HOME": str(home)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
    )
    assert (asked.returncode, "[no_terminal]" in asked.stderr) == (4, True)


def test_the_source_archive_builds_the_same_wheel(dist: Path, wheel: Path, tmp_path: Path) -> None:
    (archive,) = dist.glob("*.tar.gz")
    with tarfile.open(archive) as file:
        file.extractall(tmp_path, filter="data")
    (again,) = built(tmp_path / archive.name.removesuffix(".tar.gz"), tmp_path / "again", "--wheel").glob(
        "*.whl"
    )
    assert (again.name, digest(again)) == (wheel.name, digest(wheel))


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
