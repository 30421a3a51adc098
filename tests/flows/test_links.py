"""Links to other programs: hooks put in, proved, and taken out (interfaces 1, `placet link`)."""

import errno
import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import placet.app
from placet.folder import DataFolder
from placet.rules.hook_settings import MOST_BYTES
from placet.work import link_notes, links
from tests.flows.house import House
from tests.flows.meanwhile import written_meanwhile
from tests.flows.wire import Wire, wire

AS_IT_WAS = b'{"model":"x",  "hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": []}]}, "n": 1.0}'


@pytest.fixture
def net(house: House) -> Iterator[Wire]:
    house.declare("somebody")
    with wire(house, "somebody") as net:
        note = DataFolder(root=house.data)
        note.write_service(str(net.owner.base_url).rstrip("/"), os.getpid(), house.engine.service_secret)
        yield net


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    return tmp_path / "home" / ".claude" / "settings.json"


def install(net: Wire, settings: Path, name: str = "claude-code") -> httpx.Response:
    return net.owner.put(f"/links/{name}", json={"settings": str(settings)})


def remove(net: Wire) -> httpx.Response:
    return net.owner.delete("/links/claude-code")


def gate(settings: Path, tool: str) -> int:
    """What the shell line in the settings ends with, for a call of a tool."""
    command = json.loads(settings.read_bytes())["hooks"]["PreToolUse"][-1]["hooks"][0]["command"]
    event = {"session_id": "s", "tool_name": tool, "tool_input": {}, "tool_use_id": tool}
    plain = {"PATH": os.environ["PATH"], "HOME": "/nowhere", "PLACET_HOOK_DEADLINE": "1"}
    told = subprocess.run(
        ["/bin/sh", "-c", command],
        input=json.dumps(event).encode(),
        env=plain,
        timeout=60,
        check=False,
        capture_output=True,
    )
    return told.returncode


def test_installed_it_blocks_what_it_must_and_the_owner_sees_when_that_was_proved(
    house: House, net: Wire, settings: Path
) -> None:
    answer = install(net, settings)
    assert answer.status_code == 200, answer.text
    row = answer.json()
    assert (row["name"], row["agent"], row["gated"], row["settings"]) == (
        "claude-code",
        "claude-code",
        True,
        str(settings.resolve()),
    )
    assert row["tested_at"] >= row["installed_at"]
    assert net.owner.get("/links").json() == {"links": [row]}
    assert [gate(settings, tool) for tool in ("placet_canary", "Bash", "Glob")] == [2, 2, 0]
    assert net.owner.get("/links").json()["links"][0]["last_call_at"] is not None
    kept = house.data / "links" / "claude-code.json"
    assert kept.stat().st_mode & 0o777 == 0o600


def test_installed_twice_nothing_is_changed(house: House, net: Wire, settings: Path) -> None:
    install(net, settings)
    before = (settings.read_bytes(), net.owner.get("/tokens").json())
    assert install(net, settings).status_code == 200
    assert (settings.read_bytes(), net.owner.get("/tokens").json()) == before


def test_removed_a_file_that_it_made_is_gone_with_its_folder(net: Wire, settings: Path) -> None:
    settings.parent.parent.mkdir()
    install(net, settings)
    assert remove(net).status_code == 200
    assert list(settings.parent.parent.iterdir()) == []
    assert net.owner.get("/links").json() == {"links": []}
    assert remove(net).status_code == 404


def test_removed_it_leaves_no_empty_folder_and_comes_back_with_one(
    house: House, net: Wire, settings: Path
) -> None:
    for _ in range(2):
        assert install(net, settings).status_code == 200
        folder = Path(house.agent("claude-code").folder)
        assert folder.is_dir()
        assert remove(net).status_code == 200
        assert not folder.exists()
        assert not folder.parent.exists()
    install(net, settings)
    (folder / "kept").touch()
    remove(net)
    assert (folder / "kept").exists()


@pytest.mark.parametrize("mode", [0o644, pytest.param(0o600, marks=pytest.mark.long)])
def test_removed_a_file_that_was_there_is_as_it_was_byte_for_byte(
    net: Wire, settings: Path, mode: int
) -> None:
    settings.parent.mkdir(parents=True)
    settings.write_bytes(AS_IT_WAS)
    settings.chmod(mode)
    install(net, settings)
    assert settings.read_bytes() != AS_IT_WAS
    assert settings.stat().st_mode & 0o777 == mode
    install(net, settings)
    remove(net)
    assert (settings.read_bytes(), settings.stat().st_mode & 0o777) == (AS_IT_WAS, mode)
    assert [it.name for it in settings.parent.iterdir()] == ["settings.json"]


def test_what_somebody_changed_since_stays_when_the_hooks_go(net: Wire, settings: Path) -> None:
    settings.parent.mkdir(parents=True)
    settings.write_bytes(AS_IT_WAS)
    install(net, settings)
    settings.write_text(json.dumps({**json.loads(settings.read_bytes()), "added": True}))
    remove(net)
    assert json.loads(settings.read_bytes()) == {**json.loads(AS_IT_WAS), "added": True}


def test_a_symbolic_link_to_the_settings_stays_one(net: Wire, settings: Path, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.json"
    real.write_bytes(AS_IT_WAS)
    settings.parent.mkdir(parents=True)
    settings.symlink_to(real)
    install(net, settings)
    assert settings.is_symlink()
    assert b"placet" in real.read_bytes()
    remove(net)
    assert (settings.is_symlink(), real.read_bytes()) == (True, AS_IT_WAS)


@pytest.mark.parametrize("bad", [b"{bad", b"\xff", b'{"a": 1, "a": 2}', b"[]"])
def test_a_file_that_does_not_parse_is_left_alone_and_nothing_is_installed(
    net: Wire, settings: Path, bad: bytes
) -> None:
    settings.parent.mkdir(parents=True)
    settings.write_bytes(bad)
    before = len(net.owner.get("/tokens").json()["tokens"])
    answer = install(net, settings)
    assert (answer.status_code, answer.json()["code"]) == (409, "settings_refused")
    assert [(it.name, it.read_bytes()) for it in settings.parent.iterdir()] == [("settings.json", bad)]
    assert net.owner.get("/links").json() == {"links": []}
    assert len(net.owner.get("/tokens").json()["tokens"]) == before


def test_what_is_no_plain_file_keeps_nobody_waiting(net: Wire, settings: Path) -> None:
    settings.parent.mkdir(parents=True)
    os.mkfifo(settings)
    try:
        answer = install(net, settings)
        assert (answer.status_code, answer.json()["code"]) == (409, "settings_refused")
        assert "plain file" in answer.json()["error"]
        assert net.owner.get("/links").json() == {"links": []}
    finally:  # whoever still waits for the pipe is let go
        os.close(os.open(settings, os.O_RDWR | os.O_NONBLOCK))


def test_a_file_that_no_settings_can_fill_is_never_read_whole(net: Wire, settings: Path) -> None:
    settings.parent.mkdir(parents=True)
    settings.touch()
    os.truncate(settings, 1 << 40)
    answer = install(net, settings)
    assert (answer.status_code, "too large" in answer.json()["error"]) == (409, True)


def test_settings_that_the_hooks_would_make_too_large_are_left_alone(net: Wire, settings: Path) -> None:
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"a": "b" * (MOST_BYTES - 100)}))
    before = settings.read_bytes()
    answer = install(net, settings)
    assert (answer.status_code, "too large" in answer.json()["error"]) == (409, True)
    assert settings.read_bytes() == before


def test_settings_that_their_program_writes_meanwhile_are_left_alone(net: Wire, settings: Path) -> None:
    settings.parent.mkdir(parents=True)
    settings.write_bytes(AS_IT_WAS)
    theirs = b'{"model": "y"}'
    with written_meanwhile(settings, theirs):
        answer = install(net, settings)
    assert (answer.status_code, "try again" in answer.json()["error"]) == (409, True)
    assert [(it.name, it.read_bytes()) for it in settings.parent.iterdir()] == [("settings.json", theirs)]
    assert net.owner.get("/links").json() == {"links": []}

    assert install(net, settings).status_code == 200
    with_hooks = settings.read_bytes()
    with written_meanwhile(settings, theirs):
        assert remove(net).status_code == 409
    assert settings.read_bytes() == theirs
    settings.write_bytes(with_hooks)
    assert remove(net).status_code == 200
    assert settings.read_bytes() == theirs


def test_settings_that_come_into_being_meanwhile_are_left_alone(net: Wire, settings: Path) -> None:
    with written_meanwhile(settings, b"{}"):
        assert install(net, settings).status_code == 409
    assert [(it.name, it.read_bytes()) for it in settings.parent.iterdir()] == [("settings.json", b"{}")]


def test_hooks_that_cannot_be_kept_in_mind_are_taken_out_again(
    net: Wire, settings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.parent.mkdir(parents=True)
    settings.write_bytes(AS_IT_WAS)
    whole = link_notes.write_whole

    def full_disk(path: Path, content: bytes) -> None:
        if path.parent.name == "links" and json.loads(content)["written"]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        whole(path, content)

    monkeypatch.setattr(link_notes, "write_whole", full_disk)
    answer = install(net, settings)
    assert (answer.status_code, answer.json()["code"]) == (409, "settings_refused")
    assert settings.read_bytes() == AS_IT_WAS
    assert net.owner.get("/links").json() == {"links": []}


def test_a_link_goes_also_when_somebody_took_the_copy_of_how_the_settings_were(
    net: Wire, settings: Path
) -> None:
    settings.parent.mkdir(parents=True)
    settings.write_bytes(AS_IT_WAS)
    install(net, settings)
    settings.with_name("settings.json.before-placet").unlink()
    assert remove(net).status_code == 200
    assert json.loads(settings.read_bytes()) == json.loads(AS_IT_WAS)
    assert net.owner.get("/links").json() == {"links": []}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("true", "lets a call pass"),
        pytest.param("exit 2", "printed no decision", marks=pytest.mark.long),
        pytest.param("echo '{}'; exit 2", "printed no decision", marks=pytest.mark.long),
        (
            """echo '{"hookSpecificOutput":{"permissionDecision":"allow","permissionDecisionReason":""}}'; exit 2""",
            "didn't deny",
        ),
        pytest.param("/nonexistent/placet-hook || exit 2", "printed no decision", marks=pytest.mark.long),
    ],
)
def test_hooks_that_do_not_block_are_not_installed(
    net: Wire, settings: Path, monkeypatch: pytest.MonkeyPatch, line: str, why: str
) -> None:
    settings.parent.mkdir(parents=True)
    settings.write_bytes(AS_IT_WAS)
    whole = links.commands
    monkeypatch.setattr(links, "commands", lambda data, name: {**whole(data, name), "pre": line})
    answer = install(net, settings)
    assert (answer.status_code, answer.json()["code"]) == (409, "link_not_gated")
    assert why in answer.json()["error"]
    assert settings.read_bytes() == AS_IT_WAS
    assert net.owner.get("/links").json() == {"links": []}


def test_a_hook_that_reaches_nobody_here_does_not_pass_for_one_that_blocks(
    house: House, net: Wire, settings: Path
) -> None:
    DataFolder(root=house.data).remove_service()
    answer = install(net, settings)
    assert (answer.status_code, answer.json()["code"]) == (409, "link_not_gated")
    assert "isn't running" in answer.json()["error"]


@pytest.mark.parametrize(
    ("breaks", "why"),
    [
        (lambda path: path.unlink(), "isn't there any more"),
        (lambda path: path.write_text("{}"), "PreToolUse"),
        (lambda path: path.write_text("{"), "doesn't parse"),
        (lambda path: path.write_bytes(b"\xff"), "can't be read"),
    ],
)
def test_hooks_that_went_missing_are_told(net: Wire, settings: Path, breaks: Any, why: str) -> None:
    install(net, settings)
    breaks(settings)
    (row,) = net.owner.get("/links").json()["links"]
    assert (row["gated"], why in row["words"]) == (False, True)
    answer = net.owner.post("/links/claude-code/test", json={})
    assert (answer.status_code, why in answer.json()["error"]) == (409, True)


def test_a_token_that_was_taken_back_is_found_by_the_canary(net: Wire, settings: Path) -> None:
    install(net, settings)
    tokens = net.owner.get("/tokens").json()["tokens"]
    (link,) = (it for it in tokens if it["label"] == "link claude-code")
    net.owner.delete(f"/tokens/{link['id']}")
    answer = net.owner.post("/links/claude-code/test", json={})
    assert (answer.status_code, "token" in answer.json()["error"]) == (409, True)
    assert gate(settings, "Glob") == 2
    assert remove(net).status_code == 200


def test_one_link_is_in_one_file(net: Wire, settings: Path, tmp_path: Path) -> None:
    install(net, settings)
    answer = install(net, tmp_path / "other.json")
    assert (answer.status_code, str(settings) in answer.json()["error"]) == (409, True)
    assert not (tmp_path / "other.json").exists()


def test_links_are_the_owners_alone_and_are_known_programs(net: Wire, settings: Path) -> None:
    assert net.agent.get("/links").status_code == 403
    assert net.agent.put("/links/claude-code", json={"settings": str(settings)}).status_code == 403
    assert install(net, settings, "emacs").status_code == 404
    assert install(net, Path("relative.json")).json()["pointer"] == "/settings"
    assert net.owner.post("/links/claude-code/test", json={}).status_code == 404
    assert not settings.exists()


def doctors(net: Wire) -> tuple[list[str], list[Any]]:
    found = net.owner.get("/doctor").json()
    return [it["code"] for it in found["findings"]], found["links"]


def test_the_doctor_sends_a_canary_through_each_link(net: Wire, settings: Path) -> None:
    assert doctors(net) == ([], [])
    first = install(net, settings).json()
    codes, (row,) = doctors(net)
    assert (codes, row["gated"]) == ([], True)
    assert row["tested_at"] > first["tested_at"]
    settings.write_text("{}")
    codes, (row,) = doctors(net)
    assert (codes, row["gated"]) == (["link_broken"], False)
    install(net, settings)
    assert doctors(net)[0] == []


def test_at_rest_the_doctor_still_looks_at_the_settings(house: House, net: Wire, settings: Path) -> None:
    install(net, settings)
    house.engine.close()
    assert [it.code for it in placet.app.examine_offline(house.data)] == []
    settings.unlink()
    (finding,) = placet.app.examine_offline(house.data)
    assert (finding.code, finding.serious) == ("link_broken", True)
    assert "placet link claude-code install" in finding.advice
