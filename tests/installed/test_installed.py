"""The Debian package, as somebody has it who installs it on a system without Python: from the first click to its removal."""

import gzip
import json
import re
import shutil
import sqlite3
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from placet.folder import DataFolder
from placet_gui.reauthentication import ACTION
from tests.desktop.demo import TITLE, Demo, folders
from tests.desktop.program import program
from tests.desktop.screen import Screen
from tests.flows.wire import Wire, client
from tests.installed.bare import PATIENCE_S, PROGRAM, Bare
from tests.lmsp.client import until

pytestmark = [pytest.mark.long, pytest.mark.timeout(1800)]
AS_ROOT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive"}
CHECKED_S = 600
"""How long a checker may take: one of them unpacks the whole package."""
OLDER_SCHEMA = 13
OLDER = Path(__file__).with_name("older") / f"ledger-{OLDER_SCHEMA}.sqlite.gz"
OLDER_TOKEN = "placet_o4O2VYMOFV1G_QHF6AGtDChIQ2bvmjs0sAqZWOyJhjI"
"""An owner's token of that ledger, which is no good anywhere else."""


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
    with served(bare, data) as url:
        yield url, json.loads(made.stdout)["owner_token"]


@contextmanager
def served(bare: Bare, data: Path) -> Iterator[str]:
    """The installed engine on a data folder that is there: its address."""
    command = bare.command(PROGRAM, "serve", "--data", str(data))
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True) as child:
        try:
            assert child.stdout is not None
            yield json.loads(child.stdout.readline())["url"]
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
        assert (workflow["status"], workflow["verification"]) == ("done", "verified"), workflow
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
        asked = {"model": "smollm2-135m-instruct", "input": "Say hello.", "max_output_tokens": 8}
        made = mine.post("/lmsp/v1/tasks", json={"type": "response", "input": asked})
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


def test_a_data_folder_of_the_previous_version_goes_on_where_it_was(bare: Bare) -> None:
    """Twenty calls that were approved, a denied one, and one that waits: made by the version before this one."""
    older = DataFolder(root=bare.shared / "older")
    older.prepare()
    older.ledger.write_bytes(gzip.decompress(OLDER.read_bytes()))
    (bare.root / "srv" / "clerk").mkdir()
    with served(bare, older.root) as url, client(url, OLDER_TOKEN) as owner:
        tasks = owner.get("/tasks").json()["tasks"]
        assert Counter(it["status"] for it in tasks) == {"completed": 20, "denied": 1, "pending_approval": 1}
        (denied,) = [it for it in tasks if it["status"] == "denied"]
        assert denied["approval"]["reason"] == "Not that one."
        (waits,) = [it for it in tasks if it["status"] == "pending_approval"]
        verdict = {"action": "approve", "shown_digest": waits["approval"]["digest"], "wait_ms": 60_000}
        resolved = owner.post(f"/agents/clerk/tasks/{waits['id']}/resolve", json=verdict)
        assert resolved.is_success, resolved.text
        # Its folder is another one than was shown then, which the older row still knows: nothing is written.
        outcome = resolved.json()["resolution"]
        assert (outcome["status"], outcome["error"][:37]) == (
            "failed",
            "The target isn't what it was when it ",
        )
        token = owner.post("/tokens", json={"scope": "agent", "agent": "clerk"}).json()["token"]
        with client(url, token) as agent:
            wire = Wire(owner, agent)
            anew = wire.held("fs_write", {"path": "new.txt", "content": "Hello."})
            assert wire.resolve(anew, "approve", wait_ms=60_000).status_code == 200
    assert [it.name for it in (bare.root / "srv" / "clerk").iterdir()] == ["new.txt"]
    looked = bare.run(PROGRAM, "doctor", "--json", "--data", str(older.root))
    assert "ledger_damaged" not in looked.stdout, looked.stdout
    with closing(sqlite3.connect(older.ledger)) as file:
        assert file.execute("PRAGMA user_version").fetchone() > (OLDER_SCHEMA,)


def test_the_manual_the_desktop_entry_and_the_policy_are_where_desktops_look(bare: Bare) -> None:
    for place in (
        "applications/placet.desktop",
        "man/man1/placet.1.gz",
        "metainfo/placet.metainfo.xml",
        "polkit-1/actions/placet.console.policy",
    ):
        assert (bare.root / "usr/share" / place).is_file()


def test_polkit_knows_the_action_that_the_console_asks_it_for(bare: Bare) -> None:
    """The system's own polkit, with what the package put into its folder."""
    installed = bare.run("apt-get", "install", "-qq", "-y", "--no-install-recommends", "polkitd", **AS_ROOT)
    assert installed.returncode == 0, installed.stderr
    (bare.root / "run" / "dbus").mkdir(exist_ok=True)
    bus = ["dbus-daemon", "--system", "--nofork", "--nopidfile"]
    with inside(bare, *bus), inside(bare, "/usr/lib/polkit-1/polkitd", "--no-debug"):
        asked = ("pkaction", "--action-id", ACTION, "--verbose")
        until(lambda: bare.run(*asked).returncode == 0, patience_s=PATIENCE_S)
        told = [it.split(":", 1) for it in bare.run(*asked).stdout.splitlines() if "implicit" in it]
    assert {kind.split()[1]: rule.strip() for kind, rule in told} == dict.fromkeys(
        ("any", "inactive", "active"), "auth_self"
    )


@contextmanager
def inside(bare: Bare, *words: str) -> Iterator[None]:
    """A service of the bare system's, for as long as the block lasts."""
    with subprocess.Popen(bare.command(*words, **AS_ROOT), stdin=subprocess.DEVNULL) as service:
        try:
            yield
        finally:
            service.kill()


def test_it_asks_for_the_c_library_that_the_newest_of_its_files_needs(bare: Bare) -> None:
    files = [it for it in (bare.root / "usr/lib/placet").rglob("*") if it.is_file() and not it.is_symlink()]
    read = subprocess.run(["objdump", "-T", *files], capture_output=True, text=True, check=False)
    needed = {tuple(map(int, it.split("."))) for it in re.findall(r"GLIBC_(\d+\.\d+)", read.stdout)}
    asked = bare.run("dpkg-query", "--show", "--showformat", "${Depends}", "placet").stdout
    (said,) = re.findall(r"libc6 \(>= (\d+)\.(\d+)\)", asked)
    assert tuple(map(int, said)) == max(needed)


def test_the_checkers_of_debian_and_of_desktops_say_no_more_than_the_page_about_them(
    bare: Bare, deb: Path
) -> None:
    """`packaging/linux/README.md` is that page; what lintian finds and is meant so is in the package's own overrides."""
    checkers = ("lintian", "desktop-file-utils", "appstream")
    status, said = said_by(bare, "apt-get", "install", "-qq", "-y", "--no-install-recommends", *checkers)
    assert status == 0, said
    package = bare.shared / deb.name
    shutil.copyfile(deb, package)
    assert said_by(bare, "lintian", "--allow-root", "--fail-on", "error,warning", str(package)) == (0, "")
    package.unlink()
    entry, metadata = "applications/placet.desktop", "metainfo/placet.metainfo.xml"
    assert said_by(bare, "desktop-file-validate", f"/usr/share/{entry}") == (0, "")
    _, said = said_by(bare, "appstreamcli", "validate", "--no-net", f"/usr/share/{metadata}")
    assert re.findall(r"^[EWI]: .*: (\S+) ", said, re.MULTILINE) == ["cid-desktopapp-is-not-rdns"]


def said_by(bare: Bare, *words: str) -> tuple[int, str]:
    ran = bare.run(*words, patience_s=CHECKED_S, **AS_ROOT)
    return ran.returncode, ran.stdout + ran.stderr


def test_removing_it_leaves_the_data_and_nothing_else(bare: Bare) -> None:
    """Last: there is no program after it."""
    data = bare.shared / "kept"
    bare.run(PROGRAM, "init", "--data", str(data))
    ledger = (data / "ledger.sqlite").read_bytes()
    listed = bare.run("dpkg", "--listfiles", "placet").stdout.split()
    removed = bare.run("dpkg", "--purge", "placet", **AS_ROOT)
    assert removed.returncode == 0, removed.stderr
    left = [it for it in listed if it.startswith("/usr/lib/placet") or (bare.root / it[1:]).is_file()]
    assert [it for it in left if (bare.root / it[1:]).exists()] == []
    assert not [it for it in bare.files() if "placet" in it]
    assert (data / "ledger.sqlite").read_bytes() == ledger
