"""The demo: what it lays out, and that it needs somebody who decides."""

import stat
from pathlib import Path

import placet.app
from placet.api.queries import GetAgent
from placet.cli import demo
from tests.cli.conftest import Run


def test_a_demo_keeps_everything_under_one_folder_of_the_owners(tmp_path: Path) -> None:
    base = demo.new_base()
    laid = demo.prepare(base)
    assert stat.S_IMODE(base.stat().st_mode) == 0o700
    assert {laid.data.parent, laid.folder.parent} == {base}
    assert laid.folder.is_dir()
    laid.folder.rmdir()
    base.rmdir()


def test_its_agent_may_write_one_file_and_only_after_a_yes(tmp_path: Path) -> None:
    laid = demo.prepare(tmp_path)
    engine = placet.app.open(laid.data)
    try:
        demo.declare(engine, laid)
        agent = engine.query(GetAgent(agent=laid.agent))
        (tool,) = agent.tools
        assert (tool.name, tool.restricted, tool.only) == ("fs_write", True, {"path": ("hello.txt",)})
        assert (agent.backend, agent.declaration["policy"]["required_tool_first"]) == ("embedded", True)
        assert agent.folder == str(laid.folder)
    finally:
        engine.close()


def test_without_a_display_or_a_terminal_nobody_could_decide(run: Run) -> None:
    said = run("demo")
    assert (said.code, said.out) == (4, "")
    assert said.err.endswith("[no_terminal]\n")
