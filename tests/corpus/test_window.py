"""Every file of the argument corpus, read back from the console's own widgets and compared with what the tool got.

What a reader of the pane can see is all that is used: the tree's cells, the pager's pages, the raw text's pages.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton, QTreeView
from pytestqt.qtbot import QtBot

from placet_gui.models.argument_tree import Column, NodeRole
from placet_gui.names import Name
from placet_gui.texts import TYPES
from tests.corpus.test_corpus import CASES, MANIFEST, OURS, REFUSED, OpenTool, named, same
from tests.fakes.clock import HeldClock
from tests.flows.house import House
from tests.flows.wire import Wire, wire
from tests.gui.gestures import ARM_MS, Desk, HandClock, window_of
from tests.rules.marks import decoded

MEANT = {word: kind for kind, word in TYPES.items()}
REST = "…"
CUT = "characters not shown⟩"


class CorpusDesk(Desk):
    """The owner's desk, with the corpus's tools and an agent that speaks over HTTP, in the corpus's own bytes."""

    def __init__(self, house: House, http: Wire, tools: Mapping[str, OpenTool]) -> None:
        self.wall = house.clock
        self.house = house
        self.http = http
        self.tools = tools
        self.clock = HandClock(self.wall.at_ms)
        self.window = window_of(house.engine, self.clock)
        self.window.show()
        self.window.activateWindow()

    def sent(self, tool: str, raw: bytes) -> str:
        """Have the agent send these bytes as its arguments; answers the task once it is in the inbox."""
        body = b'{"tool": "%s", "wait_ms": 0, "args": %s}' % (tool.encode(), raw)
        headers = {"content-type": "application/json"}
        answer = self.http.agent.post("/agents/clerk/tool-calls", content=body, headers=headers)
        assert answer.status_code == 202, answer.text
        task_id = str(answer.json()["task_id"])
        self.wait(lambda: self.approvals.model.row_of(task_id))
        return task_id


@pytest.fixture(scope="module")
def shared(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[CorpusDesk]:
    tools = {name: OpenTool(name) for name in sorted(set(OURS.values()))}
    base = tmp_path_factory.mktemp("window")
    with House(base, tools=tuple(tools.values()), builtins=False, clock=HeldClock()) as house:
        house.declare(tools=[{"name": name, "restricted": True} for name in tools])
        with wire(house) as http:
            desk = CorpusDesk(house, http, tools)
            yield desk
            desk.window.close()
            desk.window.deleteLater()
            QApplication.processEvents()


@pytest.fixture
def desk(shared: CorpusDesk, qtbot: QtBot) -> CorpusDesk:
    shared.qtbot = qtbot
    shared.wait(shared.window.isActiveWindow)
    return shared


TAKEN = [it for it in MANIFEST if it["kind"] != "list" and it["name"] not in REFUSED]


@pytest.mark.parametrize("case", TAKEN, ids=named)
def test_what_the_widgets_say_is_what_the_tool_gets(desk: CorpusDesk, case: dict[str, Any]) -> None:
    tool, raw = OURS[case["suggested_tool"]], (CASES / case["name"]).read_bytes()
    desk.open(desk.sent(tool, raw))
    read = read_tree(desk)
    as_text = read_raw(desk)
    before = len(desk.tools[tool].got)
    approve_in_full(desk)
    (got,) = desk.tools[tool].got[before:]
    assert same(read, got)
    assert canonical(read) == canonical(got)
    assert as_text is None or same(json.loads(as_text), got)
    desk.approvals.close_card()


def test_each_command_of_the_list_is_read_back_as_it_was_sent(desk: CorpusDesk) -> None:
    (case,) = [it for it in MANIFEST if it["kind"] == "list"]
    for command in json.loads((CASES / case["name"]).read_bytes()):
        desk.open(desk.sent("shell", json.dumps({"command": command}).encode()))
        assert read_tree(desk) == {"command": command}
        desk.approvals.close_card()


def test_a_value_that_differs_in_one_character_is_noticed(desk: CorpusDesk) -> None:
    """The control: what is compared above is what stands in the widgets."""
    desk.open(desk.sent("shell", b'{"command": "a\\u202eb", "n": 1}'))
    read = read_tree(desk)
    assert same(read, {"command": "a\u202eb", "n": 1})
    assert not same(read, {"command": "ab", "n": 1})
    assert not same(read, {"command": "a\u202eb", "n": 1.0})
    tree = desk.find(Name.ARGS_TREE, QTreeView)
    assert tree.model().index(0, Column.VALUE).data() == '"a⟨U+202E⟩b"'
    desk.approvals.close_card()


def canonical(value: Any) -> bytes:
    """The bytes that the value has as JSON, key by key in its own order."""
    return json.dumps(value, ensure_ascii=False).encode()


def approve_in_full(desk: CorpusDesk) -> None:
    """Approve by the whole gesture of what is open and read."""
    card = desk.approvals.card
    assert card is not None
    desk.clock.advance(ARM_MS)
    assert desk.approve_button.isEnabled(), desk.says(Name.ARMING_LABEL)
    desk.hold()
    desk.wait_decided(card.row.id)
    assert desk.house.ended(card.row.id).status == "completed"


def read_tree(desk: CorpusDesk) -> Any:
    """All arguments, from the cells of the tree, with whatever is folded opened as the owner opens it."""
    tree = desk.find(Name.ARGS_TREE, QTreeView)
    return read_members(desk, tree, QModelIndex(), "object")


def read_members(desk: CorpusDesk, tree: QTreeView, at: QModelIndex, kind: str) -> Any:
    model = tree.model()
    rows = [model.index(row, Column.NAME, at) for row in range(model.rowCount(at))]
    rest = rows.pop() if rows and rows[-1].data() == REST and rows[-1].data(NodeRole.NODE).elided else None
    values = [read_value(desk, tree, row) for row in rows]
    named = dict(zip((decoded(row.data()) for row in rows), values, strict=True))
    if rest is None:
        return values if kind == "array" else named
    # What stands for the rest opens as the whole, which must begin as the tree does.
    whole = json.loads(opened(desk, tree, rest))
    first = whole[: len(values)] if kind == "array" else dict(list(whole.items())[: len(named)])
    assert same(first, values if kind == "array" else named)
    return whole


def read_value(desk: CorpusDesk, tree: QTreeView, at: QModelIndex) -> Any:
    kind = MEANT[at.siblingAtColumn(Column.TYPE).data()]
    if kind in {"object", "array"}:
        tree.expand(at)
        return read_members(desk, tree, at, kind)
    text = at.siblingAtColumn(Column.VALUE).data()
    if kind != "string":
        return json.loads(text)
    if at.data(NodeRole.NODE).elided:
        return opened(desk, tree, at)
    return decoded(text[1:-1])


def opened(desk: CorpusDesk, tree: QTreeView, at: QModelIndex) -> str:
    """The whole text of a folded value, by Enter and page after page."""
    tree.setCurrentIndex(at)
    QTest.keyClick(tree, Qt.Key.Key_Return)
    desk.wait(lambda: desk.shows("argument_text"))
    text = decoded("".join(leafed(desk, "argument_text")))
    desk.click(desk.find("argument_back"))
    return text


def leafed(desk: CorpusDesk, name: str) -> Iterator[str]:
    """What each page says. A break that the text itself has stands behind a mark; others are the page's own."""
    after = desk.find(f"{name}_after", QToolButton)
    while True:
        yield desk.find(name).toPlainText().replace("\n", "")
        if not after.isEnabled():
            return
        after.click()


def read_raw(desk: CorpusDesk) -> str | None:
    """The JSON text of the raw view; None when it says itself that it leaves something out."""
    tabs = desk.find(Name.ARGUMENT_TABS)
    tabs.setCurrentIndex(tabs.count() - 1)
    desk.wait(lambda: desk.shows(Name.ARGS_RAW))
    # Breaks between members are JSON's own blanks, and a break inside a text is an escape: none is needed here.
    text = "".join(leafed(desk, Name.ARGS_RAW))
    tabs.setCurrentIndex(0)
    return None if CUT in text else decoded(text)
