"""`placet doctor`: with an engine, on the folder alone, and where there is nothing to look at."""

import json
import shutil
from pathlib import Path

from placet.api.workflows import CreateWorkflow
from placet.ledger.witness import head
from tests.cli.conftest import Run
from tests.fakes.gated_model import MODEL, GatedModel
from tests.flows.house import House


def test_a_house_in_order_is_healthy(tmp_path: Path, run: Run) -> None:
    with House(tmp_path) as house:
        data = house.data
    said = run("doctor", "--data", data)
    assert (said.code, said.err) == (0, "")
    assert (
        said.out == "Nothing to see to. Looked at: ledger, permissions, workflows, tools, backends, links.\n"
    )


def test_file_rights_that_let_others_in_are_a_finding_with_what_to_do(tmp_path: Path, run: Run) -> None:
    with House(tmp_path) as house:
        data = house.data
        house.engine.close()
        (data / "secrets").mkdir(exist_ok=True, mode=0o700)
    (data / "secrets").chmod(0o755)
    said = run("doctor", "--data", data, "--json")
    answer = json.loads(said.out)
    assert (said.code, answer["healthy"]) == (1, False)
    (finding,) = answer["findings"]
    assert (finding["code"], finding["serious"]) == ("open_to_others", True)
    assert finding["advice"].startswith("Take their rights away: chmod go= ")


def test_a_damaged_ledger_is_the_one_finding(tmp_path: Path, run: Run) -> None:
    with House(tmp_path) as house:
        data = house.data
    (data / "ledger.sqlite").write_text("{broken")
    said = run("doctor", "--data", data, "--json")
    answer = json.loads(said.out)
    assert (said.code, answer["checked"]) == (1, ["ledger"])
    assert [it["code"] for it in answer["findings"]] == ["ledger_damaged"]
    assert (data / "ledger.sqlite").read_text() == "{broken"


def test_looking_at_a_folder_at_rest_starts_sweeps_and_tells_nothing(tmp_path: Path, run: Run) -> None:
    data = tmp_path / "as-a-crash-leaves-it"
    with GatedModel() as model, House(tmp_path / "house", settings=model.settings) as house:
        house.declare(model={"backend": "gated", "name": MODEL})
        made = house.submit(CreateWorkflow(agent="clerk", text="Do it."))
        model.wait_until_asked()
        shutil.copytree(house.data, data, ignore=shutil.ignore_patterns("lock", "service.json", "*-shm"))
        before = head(data / "ledger.sqlite")
        said = run("doctor", "--data", data, "--json")
        assert head(data / "ledger.sqlite") == before
        model.go.set()
    found = json.loads(said.out)["findings"]
    assert [(it["code"], it.get("workflow_id")) for it in found] == [
        ("workflow_interrupted", made.row.id),
    ]
    assert (said.code, said.err) == (1, "")


def test_where_there_is_nothing_to_look_at_it_can_not_look(tmp_path: Path, run: Run) -> None:
    said = run("doctor", "--data", tmp_path / "nowhere")
    assert (said.code, said.out) == (2, "")
    assert said.err.endswith("[not_found]\n")
    assert not (tmp_path / "nowhere").exists()
