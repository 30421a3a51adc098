"""What an agent's token may do while its workflow runs, over HTTP: no door leads around the workflow."""

from pathlib import Path

from tests.fakes.model_server import Reply
from tests.flows.goals import goals, writes
from tests.flows.house import RESTRICTED_WRITE

TOOLS = (
    RESTRICTED_WRITE,
    {"name": "fs_read", "restricted": False},
    {"name": "Bash", "restricted": False},
    {"name": "Read", "restricted": False},
)


def test_no_door_leads_around_the_scope_of_a_running_workflow(tmp_path: Path) -> None:
    with goals(tmp_path, declared=TOOLS) as g:
        (g.house.folder() / "secret.txt").write_text("7")
        g.model.replies += [writes(), Reply("I wrote it.")]
        workflow_id = g.report().json()["id"]
        (held,) = g.house.waiting()  # its write waits; meanwhile the agent's token is tried
        answers = [
            g.wire.call("fs_read", {"path": "secret.txt"}),
            g.wire.call("Bash", {"command": "cat secret.txt"}, decide_only=True),
            g.wire.call("Read", {"file": "secret.txt"}, decide_only=True, wait_ms=0),
        ]
        for answer in answers:
            assert answer.status_code == 200, answer.text
            told = answer.json()
            assert (told["task"], told["result"], told["error"]["code"]) == (None, None, "out-of-scope")
        g.house.approve(held.id)
        assert g.ended(workflow_id)["status"] == "done"
        # When nobody works on a goal any more, the token is as free as it was declared.
        assert g.wire.call("fs_read", {"path": "secret.txt"}).json()["error"] is None


def test_another_programs_call_below_a_workflow_is_let_through_once_and_reported(tmp_path: Path) -> None:
    with goals(tmp_path, declared=TOOLS) as g:
        g.model.replies += [writes(path="a.txt", content="x"), Reply("Done.")]
        workflow_id = g.create().json()["id"]
        (held,) = g.house.waiting()
        allowed = g.wire.call("Bash", {"command": "make"}, decide_only=True).json()["task"]
        assert allowed["status"] == "running"
        again = g.wire.call("Bash", {"command": "make"}, decide_only=True).json()
        assert (again["task"], again["error"]["code"]) == (None, "effect-uncertain")
        report = g.wire.agent.post(
            f"/agents/clerk/tasks/{allowed['id']}/outcome", json={"ok": True, "result": 0}
        )
        assert report.status_code == 200
        g.house.approve(held.id)
        row = g.ended(workflow_id)
        assert (row["status"], row["verdict"]) == ("unverified", "unsupported")
        states = {it["tool"]: it["state"] for it in g.operations(workflow_id)}
        assert states == {"Bash": "uncertain", "fs_write": "confirmed"}
