"""The Debian package, as somebody has it who installs it on a system without Python: from the first click to its removal."""

import json
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from alembic.migration import MigrationContext
from alembic.operations import Operations

from placet.folder import DataFolder
from placet.ledger import database, migrations, schema
from tests.desktop.demo import TITLE, Demo, folders
from tests.desktop.program import program
from tests.desktop.screen import Screen
from tests.flows.wire import Wire, client
from tests.installed.bare import PATIENCE_S, PROGRAM, Bare
from tests.lmsp.client import until

pytestmark = [pytest.mark.long, pytest.mark.timeout(1800)]


@pytest.mark.desktop
@pytest.mark.model
def test_a_click_on_approve_writes_exactly_the_bytes_that_were_shown(bare: Bare, screen: Screen) -> None:
    said = Path(screen.environment["HOME"]) / "said"
    with program(screen, bare.on_screen(screen.environment, PROGRAM, "demo"), said) as running:
        running.shows("main_window")
        running.focus(TITLE)
        data, folder = running.wait_for("its folders, printed", lambda: folders(running.output()))
        demo = Demo(running, data, folder)
        demo.open_request()
        shown = demo.shown_arguments()
        assert not demo.file.exists()
        demo.approve()
        running.wait_for("the file", demo.file.exists)
        running.shows("decided_label")
        assert demo.file.read_bytes() == shown["content"].encode()
        screen.photograph(said.with_name("approved.png"))
        running.end()


@contextmanager
def serving(bare: Bare, data: Path) -> Iterator[tuple[str, str]]:
    """The installed engine without a window: its address and its owner's token."""
    made = bare.run(PROGRAM, "init", "--data", str(data), "--json")
    assert made.returncode == 0, made.stderr
    command = bare.command(PROGRAM, "serve", "--data", str(data))
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) as child:
        try:
            assert child.stdout is not None
            yield json.loads(child.stdout.readline())["url"], json.loads(made.stdout)["owner_token"]
            child.terminate()
            assert child.wait(PATIENCE_S) == 0
        finally:
            child.kill()


@pytest.mark.model
def test_code_a_generation_a_workflow_and_a_backup_work_without_anything_else(bare: Bare) -> None:
    data, copy = bare.shared / "data", bare.shared / "copy"
    with serving(bare, data) as (url, secret), client(url, secret) as owner:
        assert code_runs(owner, url, bare.shared / "clerk") == 42
        assert generation(owner, url)
        workflow = report(owner, bare.shared / "scribe")
        assert (workflow["status"], workflow["verification"]) == ("completed", "verified"), workflow
        backed_up = bare.run(
            PROGRAM, "backup", str(copy), "--data", str(data), PLACET_TOKEN=secret, PLACET_URL=url
        )
        assert backed_up.returncode == 0, backed_up.stderr
    restored = bare.run(PROGRAM, "restore", str(copy), "--data", str(bare.shared / "other"), "--json")
    assert restored.returncode == 0, restored.stderr


def code_runs(owner: httpx.Client, url: str, folder: Path) -> Any:
    declare(owner, "clerk", folder, {"name": "sys_code", "restricted": False})
    voice = owner.post("/tokens", json={"scope": "agent", "agent": "clerk"}).json()["token"]
    with client(url, voice) as agent:
        return (
            Wire(owner, agent)
            .call("sys_code", {"code": "const n: number = 6; return n * 7;"})
            .json()["result"]
        )


def generation(owner: httpx.Client, url: str) -> str:
    """What the model inside says to a short prompt."""
    token = owner.post("/tokens", json={"scope": "client"}).json()["token"]
    with client(url, token) as mine:
        asked = {"model": "embedded", "input": "Say hello.", "max_output_tokens": 8}
        made = mine.post("/lmsp/v1/tasks", json=asked)
        assert made.is_success, made.text
        task = f"/lmsp/v1/tasks/{made.json()['id']}"
        until(
            lambda: mine.get(task).json()["status"] not in {"queued", "loading", "running"},
            patience_s=PATIENCE_S,
        )
        assert mine.get(task).json()["status"] == "succeeded"
        return str(mine.get(f"{task}/events").text)


def report(owner: httpx.Client, folder: Path) -> dict[str, Any]:
    """The shipped workflow, with its one write approved."""
    declare(owner, "scribe", folder, {"name": "fs_write", "restricted": True}, model={"backend": "embedded"})
    made = owner.post(
        "/workflows/guided/report", json={"agent": "scribe", "path": "report.md", "text": "the sea"}
    )
    assert made.is_success, made.text
    waiting = until(
        lambda: owner.get("/tasks?status=pending_approval").json()["tasks"], patience_s=PATIENCE_S
    )
    resolved = owner.post(
        f"/agents/scribe/tasks/{waiting[0]['id']}/resolve",
        json={"action": "approve", "shown_digest": waiting[0]["approval"]["digest"]},
    )
    assert resolved.is_success, resolved.text
    where = f"/workflows/{made.json()['id']}"
    until(lambda: owner.get(where).json()["status"] not in {"queued", "running"}, patience_s=PATIENCE_S)
    row: dict[str, Any] = owner.get(where).json()
    return row


def declare(owner: httpx.Client, name: str, folder: Path, *tools: Any, **more: Any) -> None:
    made = owner.post("/agents", json={"name": name, "folder": str(folder), "tools": list(tools), **more})
    assert made.is_success, made.text


def test_a_data_folder_of_the_first_schema_is_brought_up_to_date(bare: Bare) -> None:
    older = DataFolder(root=bare.shared / "older")
    older.prepare()
    sqlite3.connect(older.ledger).close()
    engine = database.writing_engine(older.ledger)
    with engine.begin() as connection:
        migrations.STEPS[0](Operations(MigrationContext.configure(connection)))
        connection.exec_driver_sql(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        connection.exec_driver_sql("PRAGMA user_version = 1")
    engine.dispose()
    listed = bare.run(PROGRAM, "token", "list", "--offline", "--json", "--data", str(older.root))
    assert listed.returncode == 0, listed.stderr
    with closing(sqlite3.connect(older.ledger)) as file:
        assert file.execute("PRAGMA user_version").fetchone() == (schema.VERSION,)


def test_the_manual_and_the_desktop_entry_are_where_desktops_look(bare: Bare) -> None:
    for place in ("applications/placet.desktop", "man/man1/placet.1.gz", "metainfo/placet.metainfo.xml"):
        assert (bare.root / "usr/share" / place).is_file()


def test_removing_it_leaves_the_data_and_nothing_else(bare: Bare) -> None:
    """Last: there is no program after it."""
    data = bare.shared / "kept"
    bare.run(PROGRAM, "init", "--data", str(data))
    ledger = (data / "ledger.sqlite").read_bytes()
    listed = bare.run("dpkg", "--listfiles", "placet").stdout.split()
    removed = bare.run("dpkg", "--purge", "placet", PATH="/usr/sbin:/usr/bin:/sbin:/bin")
    assert removed.returncode == 0, removed.stderr
    left = [it for it in listed if it.startswith("/usr/lib/placet") or (bare.root / it[1:]).is_file()]
    assert [it for it in left if (bare.root / it[1:]).exists()] == []
    assert not [it for it in bare.files() if "placet" in it]
    assert (data / "ledger.sqlite").read_bytes() == ledger
