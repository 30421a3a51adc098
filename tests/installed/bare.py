"""A bare system with the package installed in it, as the tests reach it: by chroot, on a screen of this machine."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.architecture.tree import ROOT

PROGRAM: Final = "/usr/bin/placet"
PATIENCE_S: Final = 120
_MADE_S: Final = 900
_PASSING: Final = ("/proc", "/dev", "/sys", "/tmp", "/run", "/var/cache", "/var/lib", "/var/log")


@dataclass(frozen=True)
class Bare:
    """The system below `root`. What lies in `shared` has the same path inside and outside."""

    root: Path
    shared: Path

    def command(self, *words: str, **environment: str) -> list[str]:
        """The command line that runs these words inside, with this environment and no more."""
        given = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": str(self.shared)} | environment
        return [
            "chroot",
            str(self.root),
            "/usr/bin/env",
            "-i",
            *(f"{k}={v}" for k, v in given.items()),
            *words,
        ]

    def run(
        self, *words: str, patience_s: float = PATIENCE_S, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Run these words inside to their end."""
        return subprocess.run(
            self.command(*words, **environment),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=patience_s,
            check=False,
        )

    def on_screen(self, environment: Mapping[str, str], *words: str) -> list[str]:
        """The command line that runs these words inside, on a screen outside."""
        return self.command(*words, **{k: v for k, v in environment.items() if k != "PATH"})

    def files(self) -> set[str]:
        """Every path of the system, but what package managers and the kernel keep for themselves."""
        found: set[str] = set()
        for folder, inner, names in os.walk(self.root):
            place = Path("/", os.path.relpath(folder, self.root))
            inner[:] = [name for name in inner if str(place / name) not in {*_PASSING, str(self.shared)}]
            found |= {str(place / name) for name in (*inner, *names)}
        return found


@contextmanager
def bare_system(folder: Path, deb: Path) -> Iterator[Bare]:
    """Make one, with the kernel's folders mounted for as long as the block lasts."""
    root, shared = folder / "root", folder / "shared"
    shared.mkdir(mode=0o700)
    made = subprocess.run(
        [ROOT / "packaging" / "bare_root", root, deb],
        capture_output=True,
        text=True,
        timeout=_MADE_S,
        check=False,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    sockets = Path("/tmp/.X11-unix")
    sockets.mkdir(mode=0o1777, exist_ok=True)
    mounts = [("/proc", "--rbind"), ("/dev", "--rbind"), (str(shared), "--bind"), (str(sockets), "--bind")]
    held: list[str] = []
    try:
        for outside, how in mounts:
            inside = f"{root}{outside}"
            Path(inside).mkdir(parents=True, exist_ok=True)
            subprocess.run(["mount", how, "--make-rslave", outside, inside], check=True, timeout=PATIENCE_S)
            held.append(inside)
        yield Bare(root, shared)
    finally:
        for inside in reversed(held):
            subprocess.run(["umount", "--recursive", inside], check=True, timeout=PATIENCE_S)
