"""The tool `shell`: disabled without a jail, loud without confinement, and bound to what was shown (DECISIONS T24).

Where this machine refuses the jail, what is proved of it is that the shell stays disabled (DECISIONS X3).
"""

import asyncio
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from placet.rules.errors import ToolFailed, ToolStopped
from placet.rules.ports import Place, ToolRun
from placet.tools.shell.jail import Jail
from placet.tools.shell.running import ShellLimits
from placet.tools.shell.shell import Shell
from tests.tools.bench import Bench
from tests.tools.shell.commands import WhenThere, is_gone


def free(**limits: Any) -> Shell:
    """A shell without a jail, which its owner allowed."""
    return Shell(None, lambda: True, lambda: ShellLimits(**{"time_s": 20.0, **limits}))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path.resolve() / "data"
    folder.mkdir()
    (folder / "ledger.sqlite").write_text("everything")
    return folder


@pytest.fixture
def jailed(data: Path) -> Callable[..., Shell]:
    jail = Jail(data)
    return lambda **limits: Shell(jail, limits=lambda: ShellLimits(**{"time_s": 20.0, **limits}))


def inside(bench: Bench, shell: Shell, command: str) -> dict[str, Any] | None:
    """What a command answers from the jail; None where this machine has none, after seeing it refused."""
    jail = shell._jail
    assert jail is not None
    if jail.why_not() is not None:
        assert bench.refusal(shell, command=command) == "shell_disabled"
        return None
    value: dict[str, Any] = bench.run(shell, command=command).value
    return value


def test_without_a_jail_the_shell_is_disabled_and_says_why(bench: Bench, tmp_path: Path) -> None:
    shell = Shell(Jail(tmp_path / "data", "no-such-program"))
    assert bench.refusal(shell, command="true") == "shell_disabled"
    with pytest.raises(ToolFailed, match="isn't installed"):
        bench.preview(shell, command="true")
    assert bench.refusal(Shell(), command="true") == "shell_disabled"
    assert bench.everything() == []


def test_without_confinement_every_prompt_says_so_and_every_call_waits(bench: Bench) -> None:
    preview = bench.preview(free(), command='rm -rf "$HOME"')
    assert preview.sentence.startswith('Runs the command "rm -rf \\"$HOME\\"" WITHOUT A JAIL:')
    assert preview.target is not None
    assert preview.target["confined"] is False
    manner = free().manner({"command": "true"}, bench.place)
    assert (manner.row, manner.hold) == ("shell:unconfined", "unconfined")


def test_the_owners_word_is_for_machines_without_a_jail(bench: Bench, data: Path) -> None:
    jail = Jail(data)
    shell = Shell(jail, lambda: True)
    assert shell.manner({}, bench.place).row == "shell:unconfined"  # not yet known, so the worst is said
    has_jail = jail.why_not() is None
    assert shell.manner({}, bench.place).row == ("shell:jailed" if has_jail else "shell:unconfined")
    target = bench.preview(shell, command="true").target
    assert target is not None
    assert target["confined"] is has_jail


def test_a_command_says_how_it_ended(bench: Bench) -> None:
    result = bench.run(free(), command="printf 'a\\377'; echo b >&2; exit 7").value
    assert result == {
        "exit_code": 7,
        "stdout": "a\\xff",
        "stderr": "b\n",
        "truncated": False,
        "timed_out": False,
    }
    assert bench.run(free(), command="kill -9 $$").value["exit_code"] == 137
    assert bench.run(free(output_bytes=20), command="yes | head -c 100").value["truncated"] is True
    late = bench.run(free(time_s=0.2), command="sleep 1000").value
    assert (late["exit_code"], late["timed_out"]) == (None, True)


def test_it_starts_in_the_agents_folder(bench: Bench) -> None:
    assert bench.run(free(), command="pwd; touch made").value["stdout"] == f"{bench.folder}\n"
    assert bench.everything() == ["made"]


@pytest.mark.parametrize("command", ["a\x00b", "\ud800", "x" * 100_001])
def test_a_command_that_no_shell_could_get_is_refused(bench: Bench, command: str) -> None:
    assert bench.refusal(free(), command=command) == "bad_command"


def test_a_long_command_of_the_largest_size_runs(bench: Bench) -> None:
    command = "echo yes #".ljust(100_000, "x")
    assert bench.run(free(), command=command).value["stdout"] == "yes\n"


def test_a_folder_that_was_swapped_after_the_approval_is_refused(bench: Bench) -> None:
    target = bench.preview(free(), command="touch made").target
    bench.folder.rename(bench.folder.with_name("elsewhere"))
    bench.changed(free(), target, command="touch made")  # gone
    bench.folder.mkdir()
    bench.changed(free(), target, command="touch made")  # another one
    bench.folder.rmdir()
    bench.folder.symlink_to(bench.folder.with_name("elsewhere"))
    bench.changed(free(), target, command="touch made")  # a link to the very folder
    assert not (bench.folder / "made").exists()


def test_a_folder_that_is_swapped_at_the_last_moment_stops_the_command(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell = free()
    target = bench.preview(shell, command="touch made").target

    def swapped() -> ShellLimits:  # asked for after the folder was looked at, right before the start
        bench.folder.rename(bench.folder.with_name("elsewhere"))
        bench.folder.mkdir()
        return ShellLimits()

    monkeypatch.setattr(shell, "_limits", swapped)
    bench.changed(shell, target, command="touch made")
    assert bench.everything() == []


def test_what_was_approved_in_a_jail_never_runs_without_one(bench: Bench) -> None:
    target = bench.preview(free(), command="touch made").target
    assert target is not None
    bench.changed(free(), {**target, "confined": True}, command="touch made")
    assert bench.everything() == []


def test_a_stop_ends_the_command_and_all_that_it_started(bench: Bench) -> None:
    stop: Any = WhenThere(bench.folder / "ready")
    command = "sleep 1000 & echo $! >pid; mv pid ready; wait"
    with pytest.raises(ToolStopped):
        bench.run(free(), stop=stop, command=command)
    assert is_gone(int((bench.folder / "ready").read_text()))
    with pytest.raises(ToolStopped):
        bench.run(free(), stop=stop, command="touch made")
    assert not (bench.folder / "made").exists()


def test_a_cancelled_call_is_over_only_when_its_command_is_gone(bench: Bench) -> None:
    ready = bench.folder / "ready"

    class Told:
        """Never stops by itself; says when the command is under way."""

        def __init__(self) -> None:
            self.under_way = threading.Event()

        def is_set(self) -> bool:
            if ready.exists():
                self.under_way.set()
            return False

    async def go() -> None:
        stop = Told()
        run = ToolRun(place=bench.place, task_id=None, stop=stop)
        command = "sleep 1000 & echo $! >pid; mv pid ready; wait"
        job = asyncio.ensure_future(free().run({"command": command}, run))
        assert await asyncio.to_thread(stop.under_way.wait, 20)
        job.cancel()
        with pytest.raises(asyncio.CancelledError):
            await job

    asyncio.run(go())
    assert is_gone(int(ready.read_text()))


def test_a_shell_that_does_not_start_says_what_the_jail_said(bench: Bench, tmp_path: Path) -> None:
    bwrap = tmp_path / "bwrap"
    bwrap.write_text("#!/bin/sh\necho 'bwrap: no more namespaces' >&2; exit 1\n")
    bwrap.chmod(0o755)
    jail = Jail(tmp_path / "data", str(bwrap))
    jail._is_proven = True  # it held when it was tried, and doesn't now
    with pytest.raises(ToolFailed, match="no more namespaces") as caught:
        bench.run(Shell(jail), command="true")
    assert caught.value.code == "not_started"


def test_a_jailed_command_reaches_its_folder_and_nothing_else(
    bench: Bench, jailed: Callable[..., Shell], data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLACET_TOKEN", "hush-hush")
    looks = f"cat {data}/ledger.sqlite; ls {data} {data.parent}; ls /home /root; touch /usr/x /x /etc/x"
    answer = inside(bench, jailed(), f"{looks}; env; pwd; touch made")
    if answer is not None:
        assert answer["exit_code"] == 0
        assert answer["stdout"].endswith(f"PWD={bench.folder}\n{bench.folder}\n")
        assert not {"everything", "hush-hush", "ledger.sqlite"} & set(answer["stdout"].split())
        assert "PLACET" not in answer["stdout"]
    assert bench.everything() == (["made"] if answer else [])


def test_a_jailed_command_has_no_network_and_sees_no_other_process(
    bench: Bench, jailed: Callable[..., Shell]
) -> None:
    answer = inside(bench, jailed(), "wc -l </proc/net/dev; ls /proc | grep -c '^[0-9]'")
    if answer is not None:
        devices, processes = map(int, answer["stdout"].split())
        assert devices == 3  # two lines of head, and the loopback
        assert processes < 8


def test_a_jailed_command_cannot_fork_without_end(bench: Bench, jailed: Callable[..., Shell]) -> None:
    forks = "i=0; while [ $i -lt 300 ]; do sleep 5 & i=$((i+1)); done; echo $i"
    answer = inside(bench, jailed(), f"grep processes /proc/self/limits; {forks}")
    if answer is not None:
        limit, *rest = answer["stdout"].splitlines()
        assert limit.split()[2:4] == ["256", "256"]
        # Root may fork on whatever its limit says; it is the jail's end that ends them all.
        assert (rest, "fork" in answer["stderr"]) == ((["300"], False) if os.geteuid() == 0 else ([], True))


def test_a_daemon_goes_with_the_jail(bench: Bench, jailed: Callable[..., Shell]) -> None:
    wait = "until [ -s ticks ]; do sleep 0.01; done"
    command = f"setsid sh -c 'while :; do date >>ticks; sleep 0.01; done' >/dev/null 2>&1 & {wait}"
    answer = inside(bench, jailed(), command)
    if answer is not None:
        assert answer["exit_code"] == 0
        ticks = (bench.folder / "ticks").stat().st_size
        bench.run(jailed(), command="sleep 0.2")
        assert (bench.folder / "ticks").stat().st_size == ticks


def test_the_place_of_another_agent_is_out_of_reach(bench: Bench, jailed: Callable[..., Shell]) -> None:
    other = bench.folder.with_name("other")
    other.mkdir()
    (other / "theirs").write_text("theirs")
    answer = inside(bench, jailed(), f"cat {other}/theirs || echo refused")
    if answer is not None:
        assert answer["stdout"] == "refused\n"
    manner = jailed().manner({}, Place(agent="clerk", folder="/x"))
    assert (manner.row, manner.hold) == ("shell:jailed", None)
