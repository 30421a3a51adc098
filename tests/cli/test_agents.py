"""`agent add`, `agent list`, `agent run`."""

import json
from pathlib import Path

import pytest

from placet.api import Action, NotResolvable
from placet.api.commands import ResolveTask
from placet.rules.digest import args_digest
from tests.cli.conftest import Run, Terminal
from tests.fakes.model_server import ModelServer, Reply, call
from tests.flows.coding import place
from tests.flows.house import WINDOW, House
from tests.flows.wire import Wire

WRITE = call("fs_write", {"path": "note.txt", "content": "hi"})


@pytest.fixture
def declaration(tmp_path: Path) -> Path:
    path = tmp_path / "scribe.toml"
    path.write_text(f'name = "scribe"\nfolder = "{tmp_path}/scribe"\n[[tools]]\nname = "fs_read"\n')
    return path


def test_an_agent_is_declared_on_a_running_engine(
    house: House, net: Wire, run: Run, declaration: Path
) -> None:
    said = run("agent", "add", "--file", declaration)
    assert (said.code, said.out) == (0, f"Declared scribe ({house.agent('scribe').id}).\n")
    assert run("agent", "add", "--file", declaration).code == 1
    listed = json.loads(run("agent", "list", "--json").out)
    assert [row["name"] for row in listed["agents"]] == ["clerk", "scribe"]
    assert house.agent("scribe").id in run("agent", "list").out


def test_an_agent_is_declared_in_a_folder_that_nothing_holds(
    left: House, run: Run, declaration: Path
) -> None:
    added = json.loads(run("agent", "add", "--file", declaration, "--json").out)
    assert (added["name"], added["state"]) == ("scribe", "idle")
    assert [line.split()[1] for line in run("agent", "list").out.splitlines()] == ["clerk", "scribe"]


def test_a_folder_without_agents_is_told_beside_an_empty_answer(tmp_path: Path, run: Run) -> None:
    assert run("init", "--data", tmp_path / "new").code == 0
    said = run("agent", "list", "--data", tmp_path / "new")
    assert (said.code, said.out, said.err) == (0, "", "No agents yet.\n")
    assert json.loads(run("agent", "list", "--data", tmp_path / "new", "--json").out) == {"agents": []}


@pytest.mark.parametrize("content", [None, b"name = ", b"\xff", b'name = "x"\n'])
def test_a_file_that_declares_nothing_is_wrong_use(
    left: House, run: Run, tmp_path: Path, content: bytes | None
) -> None:
    path = tmp_path / "bad.toml"
    if content is not None:
        path.write_bytes(content)
    said = run("agent", "add", "--file", path)
    assert (said.code, said.err.endswith("[bad_declaration]\n")) == (2, True)


@pytest.mark.parametrize("content", ["a = " + "[" * 50_000, "#" * (256 * 1024 + 1)], ids=["deep", "long"])
def test_a_declaration_that_is_no_file_of_ours_is_refused_in_one_sentence(
    left: House, run: Run, tmp_path: Path, content: str
) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(content)
    said = run("agent", "add", "--file", path)
    assert (said.code, said.err.count("\n")) == (2, 1)
    assert said.err.endswith("[bad_declaration]\n")


@pytest.mark.parametrize("token", ["placet_é", "placet_a\nb"])
def test_a_token_that_no_header_can_carry_is_said(
    net: Wire, run: Run, monkeypatch: pytest.MonkeyPatch, token: str
) -> None:
    monkeypatch.setenv("PLACET_TOKEN", token)
    said = run("agent", "list")
    assert (said.code, said.err) == (2, "placet: What PLACET_TOKEN holds isn't a token. [unauthenticated]\n")


def test_running_an_agent_prints_its_answer(net: Wire, run: Run, model: ModelServer) -> None:
    model.replies.append(Reply(text="All \u202edone."))
    said = run("agent", "run", "clerk", "Say something.")
    assert (said.code, said.out) == (0, "All ⟨U+202E⟩done.\n")


def test_a_turn_that_fails_is_said_and_not_exit_0(net: Wire, run: Run, model: ModelServer) -> None:
    model.replies.append(Reply(text="cut", finish="length"))
    said = run("agent", "run", "clerk", "Say something.")
    assert (said.code, said.out) == (1, "")
    assert said.err.endswith("[turn_failed]\n")


def test_an_agent_that_is_not_there_cannot_run(net: Wire, run: Run) -> None:
    assert run("agent", "run", "nobody", "x").code == 1


def test_on_a_running_engine_a_held_call_waits_for_whoever_decides_there(
    house: House, net: Wire, run: Run, model: ModelServer
) -> None:
    model.replies += [Reply(calls=(call("held", {}),)), Reply(text="It ran.")]

    def decide(events: object) -> None:
        for row in house.tasks(statuses=("pending_approval",)):
            house.engine.loop.create_task(_approve(house, row.id))

    stop = house.engine.subscribe(decide)
    said = run("agent", "run", "clerk", "Do it.")
    stop()
    assert (said.code, said.out) == (0, "It ran.\n")
    assert "waits for the owner" in said.err


async def _approve(house: House, task_id: str) -> None:
    try:
        await house.engine.submit(
            ResolveTask(task_id=task_id, action=Action.APPROVE, shown_digest=house.task(task_id).digest),
            WINDOW,
        )
    except NotResolvable:
        return  # each fact makes another attempt, and one of them was enough


def test_in_a_folder_of_its_own_a_held_call_is_asked_in_the_terminal(
    left: House, run: Run, model: ModelServer, terminal: Terminal
) -> None:
    model.replies += [Reply(calls=(WRITE,)), Reply(text="Written.")]
    terminal.type("y\n" + left_digest() + "\n")
    said = run("agent", "run", "clerk", "Write it.", "--json")
    assert said.code == 0, terminal.shown()
    assert json.loads(said.out)["answer"] == "Written."
    assert (left.folder() / "note.txt").read_text() == "hi"
    assert "nothing was decided" in terminal.shown()
    left.open()
    (row,) = left.tasks()
    assert row.approval is not None
    assert (row.status, row.approval.via, row.approval.shown_digest) == ("completed", "terminal", row.digest)


def test_code_that_a_model_wants_to_run_with_authority_is_shown_in_the_terminal(
    left: House, run: Run, model: ModelServer, terminal: Terminal
) -> None:
    left.open()
    left.change(tools=[{"name": "sys_lambda"}])
    sha256 = place(left, "a.ts", "return 'it ran with authority';", authorized=True)
    left.engine.close()
    wanted = {"source": "a.ts"}
    model.replies += [Reply(calls=(call("sys_lambda", wanted),)), Reply(text="Ran.")]
    terminal.type(args_digest("sys_lambda", wanted)[-6:] + "\n")
    said = run("agent", "run", "clerk", "Run it.")
    assert (said.code, said.out) == (0, "Ran.\n")
    assert f"a.ts, AUTHORIZED, SHA-256 {sha256}" in terminal.shown()
    assert "return 'it ran with authority';" in terminal.shown()
    assert "it ran with authority" in model.told()[0]


def left_digest() -> str:
    return args_digest("fs_write", {"path": "note.txt", "content": "hi"})[-6:]


def test_denying_in_the_terminal_tells_the_model_why(
    left: House, run: Run, model: ModelServer, terminal: Terminal
) -> None:
    model.replies += [Reply(calls=(WRITE,)), Reply(text="As you wish.")]
    terminal.type("n not there\n")
    said = run("agent", "run", "clerk", "Write it.")
    assert (said.code, said.out) == (0, "As you wish.\n")
    assert "not there" in json.dumps(model.requests[-1])
    assert not (left.folder() / "note.txt").exists()


def test_without_a_terminal_a_held_call_stays_undecided(left: House, run: Run, model: ModelServer) -> None:
    model.replies.append(Reply(calls=(WRITE,)))
    said = run("agent", "run", "clerk", "Write it.")
    assert (said.code, said.out) == (4, "")
    assert said.err.endswith("[no_terminal]\n")
    left.open()
    (row,) = left.tasks()
    assert row.approval is not None
    assert (row.status, row.approval.state) == ("cancelled", "withdrawn")


def test_a_terminal_that_closes_leaves_it_undecided(
    left: House, run: Run, model: ModelServer, terminal: Terminal
) -> None:
    model.replies.append(Reply(calls=(WRITE,)))
    terminal.type("\x04")
    assert run("agent", "run", "clerk", "Write it.").code == 4
    assert not (left.folder() / "note.txt").exists()
