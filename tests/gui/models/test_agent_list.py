"""The list of agents becomes a newer one by rows."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from placet.api.commands import StopAgent
from placet.api.queries import ListAgents
from placet_gui.models.agent_list import AgentList
from tests.gui.conftest import House


@pytest.fixture
def model(qapp) -> AgentList:
    made = AgentList()
    QAbstractItemModelTester(made, QAbstractItemModelTester.FailureReportingMode.Fatal, made)
    made.modelReset.connect(lambda: pytest.fail("the model was reset"))
    return made


def names(model: AgentList) -> list[str]:
    return [model.index(row).data() for row in range(model.rowCount())]


def test_agents_come_in_their_order_and_the_chosen_one_stays_chosen(house: House, model: AgentList) -> None:
    house.declare("clerk")
    house.declare("scribe")
    model.take(house.engine.query(ListAgents()))
    chosen = QPersistentModelIndex(model.index(1))
    house.declare("bookkeeper")
    model.take(house.engine.query(ListAgents()))
    assert names(model) == ["bookkeeper", "clerk", "scribe"]
    assert model.row_at(chosen).name == "scribe"


def test_a_change_of_state_is_told_for_its_row_only(house: House, model: AgentList) -> None:
    house.declare("clerk")
    house.declare("scribe")
    model.take(house.engine.query(ListAgents()))
    changed: list[int] = []
    model.dataChanged.connect(lambda first, last: changed.extend(range(first.row(), last.row() + 1)))
    house.submit(StopAgent(agent="scribe"))
    model.take(house.engine.query(ListAgents()))
    assert changed == [1]
    assert model.index(1).data(Qt.ItemDataRole.AccessibleTextRole) == "scribe: Stopped"


def test_an_agent_that_is_gone_leaves_the_list(house: House, model: AgentList) -> None:
    house.declare("clerk")
    house.declare("scribe")
    rows = house.engine.query(ListAgents())
    model.take(rows)
    model.take(rows[1:])
    assert names(model) == ["scribe"]
    model.take(rows[::-1])
    assert names(model) == ["scribe", "clerk"]
