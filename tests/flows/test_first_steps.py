"""What somebody begins with: nothing is written before it is wanted, and each way ends with an agent."""

from __future__ import annotations

from pathlib import Path

import pytest

from placet.api import Authority, Forbidden, Principal, Via
from placet.api.first_steps import DeclareDemo, FoundServer, LookAtFirstSteps, LookForServers, UseServer
from placet.api.queries import ListModels
from placet.settings import Settings
from tests.fakes.model_server import MODEL, ModelServer, Reply
from tests.flows.house import House


def found(model: ModelServer) -> FoundServer:
    return FoundServer(kind="ollama", base_url=model.base_url, models=(MODEL,))


def test_looking_changes_nothing_and_tells_which_programs_can_be_linked(house: House) -> None:
    before = (house.data / "settings.toml").read_bytes()
    started = house.submit(LookAtFirstSteps())
    assert (started.agents, started.why_no_model) == (0, None)
    links = {it.name: it for it in started.links}
    assert links["claude-code"].command == "placet link claude-code install"
    assert links["claude-code"].settings == str(Path.home() / ".claude" / "settings.json")
    assert links["mcp"].settings == ""  # which file it is, only the owner knows
    assert (house.data / "settings.toml").read_bytes() == before


def test_a_second_demo_has_another_name_and_another_folder(house: House) -> None:
    first, second = house.submit(DeclareDemo()), house.submit(DeclareDemo())
    assert (first.row.name, second.row.name) == ("clerk", "clerk-2")
    assert first.row.folder != second.row.folder
    assert "hello.txt" in first.suggestion
    assert house.submit(LookAtFirstSteps()).agents == 2


def test_a_server_is_known_from_then_on_and_after_a_start_and_only_once(
    house: House, model: ModelServer
) -> None:
    model.replies = [Reply(text="Good day.")]
    made = house.submit(UseServer(server=found(model), model=MODEL))
    assert (made.row.backend, made.row.model) == ("ollama", MODEL)
    house.say(agent="assistant")
    house.wait_for_event("turn.ended", status="done")
    assert house.submit(UseServer(server=found(model), model=MODEL)).row.name == "assistant-2"
    assert house.engine.query(ListModels()) == ("embedded", "ollama")
    house.restart()
    assert house.engine.query(ListModels()) == ("embedded", "ollama")
    (row,) = Settings.load(house.data / "settings.toml").backends
    assert (row.id, row.kind, row.base_url) == ("ollama", "ollama", model.base_url)


def test_no_tool_reaches_a_server_that_was_added_while_the_engine_runs(
    house: House, model: ModelServer
) -> None:
    port = int(model.base_url.rsplit(":", 1)[1].removesuffix("/v1"))
    assert port not in house.engine.own_ports()
    house.submit(UseServer(server=found(model), model=MODEL))
    assert port in house.engine.own_ports()


@pytest.mark.parametrize("command", [LookAtFirstSteps(), LookForServers(), DeclareDemo()])
def test_nobody_but_the_owner_begins_anything(house: House, command: object) -> None:
    agent = house.declare()
    voice = Authority(principal=Principal.AGENT_LOOP, via=Via.HTTP, agent_id=agent.id)
    with pytest.raises(Forbidden):
        house.submit(command, voice)  # type: ignore[arg-type]
