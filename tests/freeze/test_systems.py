"""What the specification says on each system, read there as the freezer would read it; only on Linux was it ever built."""

import plistlib
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PyInstaller.utils import hooks

from placet import __version__
from tests.architecture.tree import ROOT

SPEC = ROOT / "packaging" / "placet.spec"
SCRIPT = ROOT / "packaging" / "windows" / "placet.nsi"


@dataclass
class Freezer:
    """Stands in the place of PyInstaller, and keeps what it is told."""

    told: dict[str, Any] = field(default_factory=dict)

    def names(self, folder: Path) -> dict[str, Any]:
        def analysis(scripts: list[str], **given: Any) -> SimpleNamespace:
            self.told.setdefault("analyses", []).append((scripts, given))
            return SimpleNamespace(pure=[], scripts=scripts, binaries=[], datas=given.get("datas", []))

        def keep(name: str) -> Any:
            return lambda *words, **given: self.told.setdefault(name, []).append((words, given)) or name

        kept = {name: keep(name) for name in ("PYZ", "EXE", "COLLECT", "BUNDLE")}
        return {"SPECPATH": str(SPEC.parent), "DISTPATH": str(folder), "Analysis": analysis, **kept}


def read_on(system: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    freezer = Freezer()
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setattr(hooks, "collect_submodules", lambda name, **_: [name])
    monkeypatch.setattr(shutil, "copy2", lambda source, target: target)
    exec(compile(SPEC.read_text(encoding="utf-8"), str(SPEC), "exec"), freezer.names(folder))
    return freezer.told


@pytest.mark.parametrize(
    ("system", "keyring"),
    [("linux", "SecretService"), ("darwin", "macOS"), ("win32", "Windows")],
)
def test_each_system_gets_both_programs_and_its_own_keyring(
    system: str, keyring: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = read_on(system, tmp_path, monkeypatch)
    assert [given["name"] for _, given in told["EXE"]] == ["placet", "placet-hook"]
    assert {given["strip"] for _, given in told["EXE"]} == {system == "linux"}
    (_, given), _ = told["analyses"]
    assert f"keyring.backends.{keyring}" in given["hiddenimports"]
    assert ("BUNDLE" in told) is (system == "darwin")


def test_the_bundle_of_macos_brings_the_scheme_and_the_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ((_, given),) = read_on("darwin", tmp_path, monkeypatch)["BUNDLE"]
    assert given["version"] == __version__
    plist = plistlib.loads(plistlib.dumps(given["info_plist"]))
    assert plist["CFBundleURLTypes"][0]["CFBundleURLSchemes"] == ["placet"]


@pytest.mark.long
def test_the_script_of_windows_compiles(tmp_path: Path) -> None:
    program = tmp_path / "placet"
    program.mkdir()
    (program / "placet.exe").write_bytes(b"MZ")
    words = [
        f"-DVERSION={__version__}",
        f"-DPROGRAM={program}",
        f"-DOUT={tmp_path / 'placet-0.exe'}",
        str(SCRIPT),
    ]
    made = subprocess.run(["makensis", "-WX", *words], capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    assert (tmp_path / "placet-0.exe").read_bytes().startswith(b"MZ")


def test_the_script_of_windows_leaves_the_data_and_starts_nothing_by_itself() -> None:
    script = SCRIPT.read_text(encoding="utf-8")
    assert "CurrentVersion\\Run" not in script
    assert "$APPDATA" not in script
    assert 'RMDir /r "$INSTDIR"' in script
