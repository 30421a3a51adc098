"""A command is bounded in time and output, and takes all that it started along (DECISIONS T24)."""

import os
from pathlib import Path

import pytest

from placet.tools.shell import running
from tests.tools.shell.commands import WhenThere, is_gone, run


def test_both_outputs_and_the_exit_code_come_back(tmp_path: Path) -> None:
    ended = run(tmp_path, "echo out; echo err >&2; pwd; exit 3")
    assert (ended.returncode, ended.timed_out, ended.stopped) == (3, False, False)
    assert ended.stdout.data.decode() == f"out\n{tmp_path.resolve()}\n"
    assert (ended.stderr.data, ended.stderr.cut) == (b"err\n", False)


def test_a_command_has_no_input(tmp_path: Path) -> None:
    assert run(tmp_path, "cat; echo read $?").stdout.data == b"read 0\n"


def test_a_flood_of_output_is_read_to_its_end_and_kept_to_its_limit(tmp_path: Path) -> None:
    ended = run(
        tmp_path, "head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2; echo done >there", output_bytes=5
    )
    assert (ended.stdout.data, ended.stdout.cut) == (b"\0" * 5, True)
    assert (ended.stderr.data, ended.stderr.cut) == (b"\0" * 5, True)
    assert (tmp_path / "there").read_text() == "done\n"


def test_an_endless_flood_ends_with_the_time(tmp_path: Path) -> None:
    ended = run(tmp_path, "exec yes", time_s=0.2, output_bytes=1000)
    assert (ended.timed_out, len(ended.stdout.data), ended.stdout.cut) == (True, 1000, True)


def test_a_command_over_its_time_is_ended_with_its_children(tmp_path: Path) -> None:
    ended = run(tmp_path, "sleep 1000 & echo $!; wait", time_s=0.3)
    assert (ended.timed_out, ended.stopped) == (True, False)
    assert is_gone(int(ended.stdout.data))


def test_a_stop_ends_a_command_and_its_grandchildren(tmp_path: Path) -> None:
    nested = "(sh -c 'sleep 1000 & echo $! >pid; mv pid ready; wait' &) ; wait; sleep 1000"
    ended = run(tmp_path, nested, stop=WhenThere(tmp_path / "ready"))
    assert (ended.timed_out, ended.stopped) == (False, True)
    assert is_gone(int((tmp_path / "ready").read_text()))


def test_a_stopped_command_may_end_itself_in_order(tmp_path: Path) -> None:
    command = "trap 'echo bye; exit 0' TERM; touch ready; while :; do sleep 0.01; done"
    ended = run(tmp_path, command, stop=WhenThere(tmp_path / "ready"))
    assert (ended.stdout.data, ended.stopped, ended.returncode) == (b"bye\n", True, 0)


def test_a_command_that_will_not_end_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "GRACE_S", 0.1)
    command = "trap '' TERM; echo $$ >pid; mv pid ready; while :; do sleep 0.01; done"
    ended = run(tmp_path, command, stop=WhenThere(tmp_path / "ready"))
    assert (ended.stopped, ended.returncode) == (True, -9)
    assert is_gone(int((tmp_path / "ready").read_text()))


def test_what_a_command_leaves_in_the_background_goes_with_it(tmp_path: Path) -> None:
    ended = run(tmp_path, "sleep 1000 >/dev/null 2>&1 & echo $!")
    assert ended.returncode == 0
    assert is_gone(int(ended.stdout.data))


def test_a_held_output_does_not_hold_the_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "DRAIN_S", 0.1)
    wait = "until [ -e said ]; do sleep 0.01; done"
    ended = run(tmp_path, f"setsid sh -c 'echo $$; touch said; exec sleep 1000' & {wait}; echo bye")
    escaped, bye = ended.stdout.data.split()
    assert (ended.returncode, bye) == (0, b"bye")
    os.kill(int(escaped), 9)
    assert is_gone(int(escaped))


def test_no_secret_of_ours_is_in_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PLACET_TOKEN", "PLACET_DATA", "OPENAI_API_KEY", "SSH_AUTH_SOCK", "LD_PRELOAD"):
        monkeypatch.setenv(name, "hush-hush")
    said = run(tmp_path, "env").stdout.data.decode()
    assert "hush-hush" not in said
    assert "PATH=" in said


def test_a_command_that_cannot_be_started_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        run(tmp_path / "nowhere", "true")
