"""The real Codex, gated by the hooks that `placet link` installs, against a stand-in of its model's API.

Its own settings let every command run unasked and unconfined, so that only the gate can be what keeps one from running.
`packaging/harness codex` brings the program; `packaging/test --all` names it in `CODEX`.
"""

import json
import re
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

import placet.app
from placet.rules import codex_trust
from placet.rules.hook_settings import CODEX
from tests.crash.child import Child
from tests.fakes.responses_api import UNCONFINED, Call, ResponsesApi
from tests.flows.desk import PATIENCE_S, Desk, at_work, brought, finish

pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]


@pytest.fixture(scope="session")
def program() -> str:
    """Codex's program, brought if it isn't here yet."""
    return brought("CODEX", "codex")


def hooks_of(desk: Desk) -> Path:
    return desk.base / "home" / ".codex" / "hooks.json"


def trust(desk: Desk) -> None:
    """What its user does with `/hooks`: each hook is written down as trusted, as Codex itself would."""
    groups = json.loads(hooks_of(desk).read_bytes())["hooks"]
    with config_of(desk).open("w") as config:
        for hook in CODEX.hooks:
            key = codex_trust.key(hook, str(hooks_of(desk)), (0, 0))
            digest = codex_trust.digest(hook, groups[hook.event][0]["hooks"][0]["command"])
            config.write(f'[hooks.state.{json.dumps(key)}]\ntrusted_hash = "{digest}"\n')


def config_of(desk: Desk) -> Path:
    return hooks_of(desk).with_name("config.toml")


def environment(desk: Desk) -> dict[str, str]:
    return {"PATH": "/usr/bin:/bin", "HOME": str(desk.base / "home"), "SHELL": "/bin/sh"}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    data = tmp_path / "data"
    secret = placet.app.init(data)
    (tmp_path / "project").mkdir()
    with Child(data) as child, child.client(secret) as owner:
        owner.timeout = httpx.Timeout(PATIENCE_S)
        desk = Desk(child, owner, tmp_path, "codex")
        made = owner.put("/links/codex", json={"settings": str(hooks_of(desk))})
        assert made.status_code == 200, made.text
        yield desk


@contextmanager
def working(program: str, desk: Desk, api: ResponsesApi) -> Iterator["subprocess.Popen[bytes]"]:
    """Codex at work on what its model scripted. Its config is written once, before anybody trusts anything."""
    config = config_of(desk)
    told = config.read_text() if config.exists() else ""
    config.write_text(api.config('approval_policy = "never"', UNCONFINED) + told)
    words = [program, "exec", "--skip-git-repo-check", "go"]
    with at_work(words, desk, environment(desk), subprocess.STDOUT) as process:
        yield process


def test_an_approved_command_runs_and_a_denied_one_does_not_and_the_model_reads_why(
    program: str, desk: Desk
) -> None:
    with ResponsesApi(["touch allowed", "touch denied"]) as api:
        trust(desk)
        with working(program, desk, api) as process:
            (first,) = desk.waiting()
            assert "touch allowed" in first["args"]["command"]
            assert first["source"]["harness"] == "codex"
            assert Path(first["source"]["cwd"]).samefile(desk.folder)
            assert desk.files() == set()
            desk.decide(first, "approve")
            (second,) = desk.waiting()
            assert desk.files() == {"allowed"}
            desk.decide(second, "deny", reason="Not on a Friday.")
            finish(process)
        assert desk.files() == {"allowed"}
        assert "Not on a Friday." in api.output(1)
    assert [it["status"] for it in desk.ended()] == ["completed", "denied"]


def test_an_edit_is_what_runs_and_the_model_is_told(program: str, desk: Desk) -> None:
    with ResponsesApi(["touch asked"]) as api:
        trust(desk)
        with working(program, desk, api) as process:
            (task,) = desk.waiting()
            desk.decide(task, "approve", modified_args={**task["args"], "command": "touch edited"})
            finish(process)
        assert desk.files() == {"edited"}
        assert "The owner edited this call" in api.told()


def test_a_console_that_is_killed_in_the_middle_of_a_wait_blocks_the_call(program: str, desk: Desk) -> None:
    with ResponsesApi(["touch never"]) as api:
        trust(desk)
        with working(program, desk, api) as process:
            desk.waiting()
            desk.child.kill()
            finish(process)
        assert desk.files() == set()
        assert "Nobody allowed this call" in api.output(0)


def test_without_a_console_nothing_runs(program: str, desk: Desk) -> None:
    desk.child.stop()
    with ResponsesApi(["touch never"]) as api:
        trust(desk)
        with working(program, desk, api) as process:
            finish(process)
        assert desk.files() == set()
        assert "Nobody allowed this call" in api.output(0)


def test_hooks_that_nobody_trusted_are_skipped_and_the_link_says_so(program: str, desk: Desk) -> None:
    (row,) = desk.owner.get("/links").json()["links"]
    assert (row["gated"], row["skipped"]) == (False, True)
    with ResponsesApi(["touch unasked"]) as api, working(program, desk, api) as process:
        finish(process)
    assert desk.files() == {"unasked"}
    trust(desk)
    (row,) = desk.owner.get("/links").json()["links"]
    assert (row["gated"], row["skipped"]) == (True, False)


def types_into_a_shell() -> list[Call]:
    """A shell with a terminal of its own, and a line that is typed into it."""

    def typed(outputs: Mapping[str, str]) -> dict[str, Any]:
        runs = re.search(r"session ID (\d+)", outputs["call_0"])
        return {"session_id": int(runs[1]) if runs else 1, "chars": "touch typed\n", "yield_time_ms": 2000}

    shell = {"cmd": "/bin/sh", "tty": True, "yield_time_ms": 500}
    return [Call("exec_command", lambda _: shell), Call("write_stdin", typed)]


@pytest.mark.parametrize("switched_off", [False, True])
def test_what_is_typed_into_a_program_is_asked_about_by_no_hook_and_can_be_switched_off(
    program: str, desk: Desk, switched_off: bool
) -> None:
    """So the page says it, the link too, and the command that it names ends it."""
    with ResponsesApi(types_into_a_shell()) as api:
        trust(desk)
        if switched_off:
            words = [program, "features", "disable", "unified_exec_tty"]
            subprocess.run(words, env=environment(desk), check=True, capture_output=True)
        (row,) = desk.owner.get("/links").json()["links"]
        assert (row["gated"], row["unasked"] == "") == (True, switched_off)
        with working(program, desk, api) as process:
            (task,) = desk.waiting()
            desk.decide(task, "approve")
            finish(process)
    assert desk.files() == (set() if switched_off else {"typed"})
    assert len(desk.ended()) == 1


def test_a_harness_that_is_killed_after_an_approval_leaves_nothing_running(program: str, desk: Desk) -> None:
    desk.pipe("pipe")
    with ResponsesApi(["echo begun > pipe; sleep 30"]) as api:
        trust(desk)
        with working(program, desk, api) as process:
            (task,) = desk.waiting()
            desk.decide(task, "approve")
            assert desk.said_in("pipe") == "begun\n"  # sooner, the hook itself would say that it wasn't run
            process.send_signal(signal.SIGKILL)
            process.wait(PATIENCE_S)
            row = desk.until_ended(task["id"])
    assert (row["status"], "outcome unknown" in row["error"]) == ("failed", True)
