"""The real app-server of Codex, whose client answers it by `placet.links.codex_server`, against a stand-in of its model."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.responses_api import Call, ResponsesApi
from tests.flows.desk import brought
from tests.links.app_server import PATIENCE_S, at_work
from tests.mcp.peers import Place

pytestmark = [pytest.mark.long, pytest.mark.timeout(300)]
ESCALATED = {"sandbox_permissions": "require_escalated", "justification": "It has to."}
PATCH = "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: made\n+hello\n*** End Patch\nEOF\n"
RIGHTS = "[features]\nrequest_permissions_tool = true\nexec_permission_approvals = true\n"
COMMAND = Call("exec_command", lambda _: {"cmd": "touch made", **ESCALATED})
CHANGE = Call("exec_command", lambda _: {"cmd": PATCH})
MCP_CALL = Call("echo", lambda _: {"a": 1}, namespace="mcp__shop")
MORE_RIGHTS = Call(
    "request_permissions", lambda _: {"reason": "It has to.", "permissions": {"network": {"enabled": True}}}
)


@pytest.fixture(scope="session")
def program() -> str:
    """Codex's program, brought if it isn't here yet."""
    return brought("CODEX", "codex")


def shop_in(here: Place) -> str:
    command, *arguments = here.shop.command
    return f"[mcp_servers.shop]\ncommand = {json.dumps(command)}\nargs = {json.dumps(arguments)}\n"


def has_file(here: Place, folder: Path, told: str) -> bool:
    return (folder / "made").exists()


def has_called(here: Place, folder: Path, told: str) -> bool:
    return bool(here.shop.calls)


def has_rights(here: Place, folder: Path, told: str) -> bool:
    return '\\"enabled\\":true' in told


Happened = Callable[[Place, Path, str], bool]
KINDS: dict[str, tuple[Call, str, Happened]] = {
    "item/commandExecution/requestApproval": (COMMAND, "shell", has_file),
    "item/fileChange/requestApproval": (CHANGE, "apply_patch", has_file),
    "mcpServer/elicitation/request": (MCP_CALL, "mcp:shop", has_called),
    "item/permissions/requestApproval": (MORE_RIGHTS, "permissions", has_rights),
}


@pytest.mark.parametrize("allowed", [True, False], ids=["approved", "denied"])
@pytest.mark.parametrize("method", KINDS)
def test_what_the_server_asks_happens_after_a_yes_alone(
    program: str, here: Place, tmp_path: Path, method: str, allowed: bool
) -> None:
    call, tool, happened = KINDS[method]
    with (
        ResponsesApi([call]) as api,
        at_work(program, tmp_path / "codex", api, shop_in(here) + RIGHTS) as (client, turn),
    ):
        (task,) = here.house.waiting()
        assert task.tool == tool
        assert not happened(here, tmp_path / "codex" / "project", "")
        (here.house.approve if allowed else here.house.deny)(task.id)
        assert turn.result(PATIENCE_S) == "completed"
        assert client.asked == [method]
        assert happened(here, tmp_path / "codex" / "project", api.output(0)) is allowed
    assert here.house.ended(task.id).status == ("completed" if allowed else "denied")


def test_a_card_says_what_would_be_done_and_nothing_of_standing_rules(
    program: str, here: Place, tmp_path: Path
) -> None:
    with (
        ResponsesApi([COMMAND]) as api,
        at_work(program, tmp_path / "codex", api, "") as (_, turn),
    ):
        (task,) = here.house.waiting()
        here.house.deny(task.id)
        turn.result(PATIENCE_S)
    shown: dict[str, Any] = json.loads(task.args_json)
    assert {"command", "cwd", "reason", "kind"} <= set(shown)
    assert "touch made" in shown["command"]
    assert not {name for name in shown if name.startswith("proposed") or name.endswith(("Id", "Ms"))} - {
        "environmentId"
    }


def test_what_is_typed_into_a_program_is_asked_about_too(program: str, here: Place, tmp_path: Path) -> None:
    def typed(outputs: Any) -> dict[str, Any]:
        runs = re.search(r"session ID (\d+)", outputs["call_0"])
        return {"session_id": int(runs[1]) if runs else 1, "chars": "touch made\n", "yield_time_ms": 1000}

    shell = {"cmd": "/bin/sh", "tty": True, "yield_time_ms": 500, **ESCALATED}
    with (
        ResponsesApi([Call("exec_command", lambda _: shell), Call("write_stdin", typed)]) as api,
        at_work(program, tmp_path / "codex", api, "") as (client, turn),
    ):
        here.house.approve(here.house.waiting()[0].id)
        (task,) = here.house.waiting()
        assert "touch made" in json.loads(task.args_json)["command"]
        here.house.deny(task.id)
        assert turn.result(PATIENCE_S) == "completed"
        assert len(client.asked) == 2
    assert not (tmp_path / "codex" / "project" / "made").exists()


def test_without_a_console_nothing_is_accepted(
    program: str, here: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PLACET_URL")
    monkeypatch.setenv("PLACET_DATA", str(tmp_path / "none"))
    with (
        ResponsesApi([COMMAND, CHANGE, MCP_CALL, MORE_RIGHTS]) as api,
        at_work(program, tmp_path / "codex", api, shop_in(here) + RIGHTS) as (client, turn),
    ):
        assert turn.result(PATIENCE_S) == "completed"
        assert client.asked == list(KINDS)
        assert not any(
            happened(here, tmp_path / "codex" / "project", api.output(number))
            for number, (_, _, happened) in enumerate(KINDS.values())
        )
