"""The tree of a chain: four levels from the beginning, links that only come at the end, and pages asked for once."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from placet_gui.models.chain_tree import LEVEL, LINK, ChainTree, Level, Link


def link(number: int, state: str = "Proven", level: Level = Level.DO) -> Link:
    return Link(
        level=level, id=f"op_{number}", name="post", title=f"post {number}", state=state, state_key="confirmed",
        when="12:00:00", row=None,
    )  # fmt: skip


def links(*numbers: int) -> list[Link]:
    return [link(number) for number in numbers]


def shown(tree: ChainTree, level: Level = Level.DO) -> list[str]:
    parent = tree.of_level(level)
    return [tree.index(number, 0, parent).data(LINK).id for number in range(tree.rowCount(parent))]


@pytest.fixture
def tree(qapp: object) -> ChainTree:
    return ChainTree()


@pytest.fixture
def tested(tree: ChainTree) -> ChainTree:
    """The tree under Qt's own tester, which asks for pages by itself."""
    QAbstractItemModelTester(tree, QAbstractItemModelTester.FailureReportingMode.Fatal, tree)
    return tree


def test_the_four_levels_are_there_from_the_beginning_in_their_order(tested: ChainTree) -> None:
    words = [tested.index(number, 0).data() for number in range(tested.rowCount())]
    assert words == ["Want", "Think", "Ask", "Do"]
    assert [tested.index(number, 0).data(LEVEL) for number in range(4)] == list(Level)
    assert tested.index(Level.DO, 1).data() == "0 effects"


def test_links_come_at_the_end_and_change_in_their_place(tested: ChainTree) -> None:
    tested.take(Level.DO, links(1, 2), is_whole=True)
    chosen = QPersistentModelIndex(tested.index(1, 0, tested.of_level(Level.DO)))
    tested.take(Level.DO, [link(1), link(2, "Uncertain"), link(3)], is_whole=True)
    assert shown(tested) == ["op_1", "op_2", "op_3"]
    assert (chosen.row(), chosen.sibling(1, 1).data()) == (1, "Uncertain")
    assert chosen.parent() == tested.of_level(Level.DO)
    tested.replace(link(1, "Uncertain"))
    tested.replace(link(9))
    assert tested.link(Level.DO, "op_1") == link(1, "Uncertain")
    assert tested.link(Level.DO, "op_9") is None


def test_a_level_says_how_many_links_it_has_those_not_read_included(tested: ChainTree) -> None:
    tested.take(Level.DO, links(1), is_whole=False, total=20_000)
    assert tested.index(Level.DO, 1).data() == "20,000 effects"
    tested.take(Level.WANT, [link(0, "", Level.WANT)], is_whole=True)
    assert tested.index(Level.WANT, 1).data() == "1 goal"


def test_the_next_page_of_a_level_is_asked_for_once(tree: ChainTree) -> None:
    asked: list[Level] = []
    tree.more_wanted.connect(asked.append)
    tree.take(Level.DO, links(1, 2), is_whole=False, total=4)
    parent = tree.of_level(Level.DO)
    assert tree.canFetchMore(parent)
    tree.fetchMore(parent)
    tree.fetchMore(parent)
    assert asked == [Level.DO]
    assert not tree.canFetchMore(tree.of_level(Level.ASK))
    assert not tree.canFetchMore(QModelIndex())
    assert tree.last(Level.DO) == link(2)
    tree.add(Level.DO, links(3, 4), is_whole=True)
    assert shown(tree) == ["op_1", "op_2", "op_3", "op_4"]
    assert not tree.canFetchMore(parent)


def test_a_page_that_was_overtaken_brings_what_is_still_missing(tested: ChainTree) -> None:
    tested.take(Level.DO, links(1, 2), is_whole=False, total=5)
    tested.take(Level.DO, [link(1), link(2, "Uncertain"), link(3)], is_whole=False, total=5)
    tested.add(Level.DO, links(3, 4), is_whole=False)
    assert shown(tested) == ["op_1", "op_2", "op_3", "op_4"]


def test_a_page_that_does_not_come_may_be_wanted_again(tree: ChainTree) -> None:
    tree.take(Level.DO, links(1, 2), is_whole=False, total=4)
    parent = tree.of_level(Level.DO)
    tree.fetchMore(parent)
    assert not tree.canFetchMore(parent)
    tree.miss(Level.DO)
    assert tree.canFetchMore(parent)


def test_another_workflows_chain_begins_with_nothing_of_the_one_before(tested: ChainTree) -> None:
    tested.take(Level.DO, links(1, 2), is_whole=False, total=9)
    tested.begin()
    assert shown(tested) == []
    assert (tested.index(Level.DO, 1).data(), tested.last(Level.DO)) == ("0 effects", None)


def test_a_link_is_read_aloud_with_how_it_stands_and_when(tested: ChainTree) -> None:
    tested.take(Level.DO, links(1), is_whole=True)
    index = tested.index(0, 0, tested.of_level(Level.DO))
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "post 1, Proven, 12:00:00"
    assert tested.index(Level.DO, 0).data(Qt.ItemDataRole.AccessibleTextRole) == "Do"
    assert tested.parent(tested.of_level(Level.DO)) == QModelIndex()
