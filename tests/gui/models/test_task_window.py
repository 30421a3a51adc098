"""The window on the ledger shows each task once, in its order, whatever is read, added, let in or taken out."""

from __future__ import annotations

import pytest

from placet.api import Action
from placet.api.queries import CountTasks, ListTaskLines
from placet_gui.models import task_window
from placet_gui.models.task_window import TaskFilter, TaskWindow
from tests.gui.conftest import House


@pytest.fixture
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task_window, "PAGE_ROWS", 4)
    monkeypatch.setattr(task_window, "KEPT_PAGES", 3)
    monkeypatch.setattr(task_window, "_STRIDE_ROWS", 8)
    monkeypatch.setattr(task_window, "_LONGEST_WALK_ROWS", 1000)


pytestmark = pytest.mark.usefixtures("small_pages")


def listed(house: House, where: TaskFilter | None = None) -> list[str]:
    return [row.id for row in house.engine.query((where or TaskFilter()).listing(1000))]


def shown(window: TaskWindow) -> list[str]:
    rows = [window.row(number) for number in range(window.total)]
    assert None not in rows
    return [row.id for row in rows]


def held(window: TaskWindow) -> int:
    return sum(len(rows) for rows in window._pages.values())


def test_without_tasks_there_are_no_rows(house: House) -> None:
    window = TaskWindow.loaded(house.engine.query, TaskFilter())
    assert window.total == 0
    assert window.newest_id() is None


@pytest.mark.parametrize("count", [1, 3, 4, 5, 8, 21, 40])
def test_every_task_is_shown_once_and_the_newest_first(house: House, count: int) -> None:
    house.declare()
    for _ in range(count):
        house.call("fs_list")
    window = TaskWindow.loaded(house.engine.query, TaskFilter())
    assert shown(window) == listed(house)


def test_the_oldest_row_can_be_looked_at_first(house: House) -> None:
    house.declare()
    for _ in range(30):
        house.call("fs_list")
    window = TaskWindow.loaded(house.engine.query, TaskFilter())
    assert window.row(29).id == listed(house)[-1]
    assert shown(window) == listed(house)


def test_only_a_few_pages_are_kept_and_the_newest_always(house: House) -> None:
    house.declare()
    for _ in range(40):
        house.call("fs_list")
    window = TaskWindow.loaded(house.engine.query, TaskFilter())
    window.row(39)
    shown(window)
    assert held(window) <= 16  # three pages of four, and the newest
    assert window.number_of(window.newest_id()) == 0


def test_new_tasks_are_put_in_front_without_reading_the_rest_again(house: House) -> None:
    house.declare()
    for _ in range(10):
        house.call("fs_list")
    asked: list[object] = []

    def ask(query: ListTaskLines | CountTasks) -> object:
        asked.append(query)
        return house.engine.query(query)

    window = TaskWindow.loaded(ask, TaskFilter())
    for _ in range(6):
        house.call("fs_list")
    newest = house.engine.query(TaskFilter().listing(20))
    asked.clear()
    unseen = window.unseen(newest)
    assert [row.id for row in unseen] == listed(house)[:6]
    window.add(unseen)
    assert asked == []
    assert shown(window) == listed(house)


def test_newest_rows_that_do_not_reach_what_is_here_are_not_guessed_at(house: House) -> None:
    house.declare()
    for _ in range(12):
        house.call("fs_list")
    window = TaskWindow.loaded(house.engine.query, TaskFilter())
    for _ in range(5):
        house.call("fs_list")
    assert window.unseen(house.engine.query(TaskFilter().listing(4))) is None


def test_a_row_that_left_the_filter_is_taken_out(house: House) -> None:
    house.declare()
    rows = [house.write(f"{number}.txt") for number in range(9)]
    where = TaskFilter(statuses=("pending_approval",))
    window = TaskWindow.loaded(house.engine.query, where)
    assert shown(window) == listed(house, where)
    house.decide(rows[5], Action.DENY)
    number = window.number_of(rows[5].id)
    assert window.can_remove(number)
    window.remove(number)
    assert shown(window) == listed(house, where)


def test_a_row_that_came_into_the_filter_is_put_into_its_place(house: House) -> None:
    house.declare()
    rows = [house.write(f"{number}.txt") for number in range(9)]
    for number in (0, 2, 8):
        house.decide(rows[number], Action.DENY)
    where = TaskFilter(statuses=("denied",))
    window = TaskWindow.loaded(house.engine.query, where)
    for number in (5, 1):
        house.decide(rows[number], Action.DENY)
        row = house.task(rows[number].id)
        window.insert(window.place_for(row), row)
    assert shown(window) == listed(house, where)


def test_a_row_below_what_is_held_has_no_known_place(house: House) -> None:
    house.declare()
    first = house.write("first.txt")
    for number in range(30):
        house.decide(house.write(f"{number}.txt"), Action.DENY)
    window = TaskWindow.loaded(house.engine.query, TaskFilter(statuses=("denied",)))
    house.decide(first, Action.DENY)
    assert window.place_for(house.task(first.id)) is None


def test_the_filters_combine(house: House) -> None:
    house.declare()
    house.declare("scribe")
    wanted = house.write("wanted.txt", agent="scribe")
    house.write("other.txt")
    house.call("fs_list", "scribe")
    where = TaskFilter(agent="scribe", statuses=("pending_approval",), q="wanted")
    assert shown(TaskWindow.loaded(house.engine.query, where)) == [wanted.id]
    assert TaskWindow.loaded(house.engine.query, TaskFilter(kind="generation")).total == 0


def test_what_is_too_far_to_walk_to_is_blank_until_the_marks_are_known(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(task_window, "_LONGEST_WALK_ROWS", 16)
    house.declare()
    for _ in range(40):
        house.call("fs_list")
    window = TaskWindow.loaded(house.engine.query, TaskFilter())
    assert window.is_long()
    assert window.row(39) is None
    assert window.take_marks(house.engine.query(window.where.marking()))
    assert window.row(39).id == listed(house)[-1]
    assert shown(window) == listed(house)


def test_marks_of_other_rows_are_not_believed(house: House) -> None:
    house.declare()
    for _ in range(20):
        house.call("fs_list")
    window = TaskWindow.loaded(house.engine.query, TaskFilter())
    marks = house.engine.query(window.where.marking())
    assert not window.take_marks(marks[1:])
    assert shown(window) == listed(house)


def test_a_window_that_is_read_again_keeps_its_marks_while_rows_only_come(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(task_window, "_LONGEST_WALK_ROWS", 8)
    house.declare()
    for _ in range(30):
        house.call("fs_list")
    before = TaskWindow.loaded(house.engine.query, TaskFilter())
    before.take_marks(house.engine.query(before.where.marking()))
    house.call("fs_list")
    after = TaskWindow.loaded(house.engine.query, TaskFilter())
    assert after.inherit_marks(before)
    assert shown(after) == listed(house)
    other = TaskWindow.loaded(house.engine.query, TaskFilter(statuses=("completed",)))
    assert not other.inherit_marks(before)


def test_a_search_shows_its_newest_rows_before_anything_is_counted(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(task_window, "_GLIMPSE_ROWS", 6)
    house.declare()
    for _ in range(8):
        house.call("fs_list")
    asked: list[object] = []

    def ask(query: ListTaskLines | CountTasks) -> object:
        asked.append(query)
        return house.engine.query(query)

    many, none = TaskFilter(q="fs_list"), TaskFilter(q="nowhere")
    window = TaskWindow.glimpsed(ask, many)
    assert (shown(window), window.is_whole) == (listed(house, many)[:6], False)
    assert TaskWindow.glimpsed(ask, none).is_whole
    assert not any(isinstance(query, CountTasks) for query in asked)
    whole = TaskWindow.loaded(ask, many)
    assert shown(whole) == listed(house, many)
    assert sum(isinstance(query, CountTasks) for query in asked) == 1
    assert not whole.inherit_marks(window)


def test_a_search_is_read_again_when_a_task_came_in_while_it_was_counted(house: House) -> None:
    house.declare()
    for _ in range(3):
        house.call("fs_list")
    late = iter([True])

    def ask(query: ListTaskLines | CountTasks) -> object:
        answer = house.engine.query(query)
        if isinstance(query, CountTasks) and next(late, False):
            house.call("fs_list")
        return answer

    where = TaskFilter(q="fs_list")
    window = TaskWindow.loaded(ask, where)
    assert shown(window) == listed(house, where)
    assert window.total == 4
