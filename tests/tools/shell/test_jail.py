"""The jail is proved before it is used, and a proof needs more than a program of that name (DECISIONS T24)."""

import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from placet.tools.shell.jail import Jail

Laid = Callable[[str], Path]
UNSHARED = "".join(f"echo {name}={name}:[1]\n" for name in ("ipc", "mnt", "net", "pid", "user", "uts"))


@pytest.fixture
def program(tmp_path: Path) -> Laid:
    """Lays a program down that takes the place of bubblewrap."""

    def lay(script: str) -> Path:
        path = tmp_path / "bwrap"
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return path

    return lay


def refused(tmp_path: Path, program: Path | str) -> str:
    jail = Jail(tmp_path / "data", str(program))
    assert jail.is_proven is None
    why = jail.why_not()
    assert why is not None
    assert why.endswith(".")
    assert (jail.is_proven, jail.why_not()) == (False, why)
    return why


def test_without_the_program_there_is_no_jail(tmp_path: Path) -> None:
    assert "isn't installed" in refused(tmp_path, tmp_path / "nothing-here")
    with pytest.raises(RuntimeError):
        Jail(tmp_path, str(tmp_path / "nothing-here")).around("/", ["true"])


def test_a_program_that_only_says_no_is_no_jail(tmp_path: Path, program: Laid) -> None:
    why = refused(tmp_path, program("echo 'bwrap: No permissions to create a new namespace' >&2; exit 1"))
    assert "No permissions to create a new namespace" in why
    assert refused(tmp_path, program("exit 1")) == "This machine refuses the jail."


def test_a_program_that_confines_nothing_is_found_out(tmp_path: Path, program: Laid) -> None:
    script = 'while [ "$1" != -- ]; do [ "$1" != --chdir ] || cd "$2"; shift; done; shift; exec "$@"'
    assert "shares a namespace" in refused(tmp_path, program(script))


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("echo folder=open; echo interfaces=1; echo sees=/data", "doesn't hold"),
        ("echo folder=open; echo interfaces=1; echo wrote=/usr/placet-probe", "doesn't hold"),
        ("echo folder=open; echo interfaces=2", "doesn't hold"),
        ("echo folder=open; echo interfaces=1", "can't be written"),
    ],
)
def test_a_jail_with_a_hole_is_found_out(tmp_path: Path, program: Laid, said: str, why: str) -> None:
    assert why in refused(tmp_path, program(f"echo started\n{UNSHARED}{said}"))


def test_a_program_that_cannot_be_run_is_no_jail(tmp_path: Path, program: Laid) -> None:
    laid = program("")
    laid.write_bytes(b"\x7fELF of no machine")
    assert "can't be tried" in refused(tmp_path, laid)


def test_this_machines_jail_is_proved_or_its_refusal_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    (tmp_path / "data").mkdir()
    jail = Jail(tmp_path / "data")
    why = jail.why_not()
    assert jail.is_proven is (why is None)
    assert why is None or why.endswith(".")
    assert list(tmp_path.iterdir()) == [tmp_path / "data"]
