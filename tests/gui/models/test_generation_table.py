"""The table of generations stays what the ledger says, row by row, and asks for more as the owner scrolls."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from placet.api.generations import GenerationLine
from placet_gui.models.generation_table import ColumnId, GenerationTable, asked, request_text


def line(seq: int, status: str = "running", **but: object) -> GenerationLine:
    facts = {
        "id": f"task_{seq}", "seq": seq, "status": status, "phase": "active", "model": "m", "principal": "owner",
        "agent": None, "attempt": 1, "preview": '{"model": "m", "input": "Go on."}', "created_at": seq,
        "duration_ms": None, "output_tokens": None,
    }  # fmt: skip
    return GenerationLine(**{**facts, **but})


def lines(*seqs: int) -> list[GenerationLine]:
    return [line(seq) for seq in seqs]


def shown(model: GenerationTable) -> list[int]:
    rows = (model.row_at(model.index(n, 0)) for n in range(model.rowCount()))
    return [row.seq for row in rows if row is not None]


@pytest.fixture
def model(qapp: object) -> GenerationTable:
    made = GenerationTable()
    made.show(lines(5, 4, 3), is_whole=False)
    made.modelReset.connect(lambda: pytest.fail("the model was reset"))
    return made


@pytest.fixture
def tested(model: GenerationTable) -> GenerationTable:
    """The model under Qt's own tester, which scrolls to its end by itself."""
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    return model


def test_new_rows_come_on_top_and_a_selection_stays_on_its_own(tested: GenerationTable) -> None:
    model = tested
    chosen = QPersistentModelIndex(model.index(1, 0))
    model.freshen(lines(7, 6, 5, 4, 3), reaches_end=False)
    assert shown(model) == [7, 6, 5, 4, 3]
    assert chosen.row() == 3


def test_a_row_that_fits_no_more_goes_and_those_below_what_was_read_stay(tested: GenerationTable) -> None:
    model = tested
    model.freshen(lines(5, 4), reaches_end=False)
    assert shown(model) == [5, 4, 3]
    model.freshen(lines(5, 3), reaches_end=True)
    assert shown(model) == [5, 3]
    model.freshen([], reaches_end=True)
    assert shown(model) == []


def test_rows_that_nobody_read_between_leave_no_gap(model: GenerationTable) -> None:
    model.freshen(lines(20, 19, 18), reaches_end=False)
    assert shown(model) == [20, 19, 18]
    assert model.canFetchMore(QModelIndex())


def test_a_change_is_told_for_its_row_only(model: GenerationTable) -> None:
    changed: list[int] = []
    model.dataChanged.connect(lambda first, last: changed.extend(range(first.row(), last.row() + 1)))
    model.freshen([line(5), line(4, "succeeded"), line(3)], reaches_end=True)
    assert changed == [1]
    assert model.index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole) == "m for You: Succeeded"


def test_the_page_below_is_asked_for_once_and_put_in_where_it_belongs(model: GenerationTable) -> None:
    asked: list[str] = []
    model.more_wanted.connect(asked.append)
    model.fetchMore(QModelIndex())
    model.fetchMore(QModelIndex())
    assert asked == ["task_3"]
    model.add_below("task_3", lines(2, 1), is_whole=True)
    assert shown(model) == [5, 4, 3, 2, 1]
    assert not model.canFetchMore(QModelIndex())


def test_a_page_below_a_row_that_went_meanwhile_is_of_no_use(model: GenerationTable) -> None:
    model.fetchMore(QModelIndex())
    model.freshen(lines(5, 4), reaches_end=True)
    model.add_below("task_3", lines(2, 1), is_whole=True)
    assert shown(model) == [5, 4]


def test_a_request_is_told_from_its_input_on_and_who_asked_by_name(model: GenerationTable) -> None:
    model.freshen([line(5), line(4, agent="clerk"), line(3, principal="token_a")], reaches_end=True)
    assert [model.index(n, ColumnId.ASKER).data() for n in range(3)] == ["You", "clerk", "client token_a"]
    assert model.index(0, ColumnId.WHAT).data() == "Go on."
    odd = GenerationTable()
    odd.show([line(1, preview="{…")], is_whole=True)
    assert odd.index(0, ColumnId.WHAT).data() == "{…"


def test_what_placet_tells_an_agent_begins_with_the_events() -> None:
    head = r'"role": "user", "content": "Placet tells of events. This is not a message from the owner.\n\n'
    ended = r"Task task_1 ended: \"fs_write\", completed."
    told = 'Events: Task task_1 ended: "fs_write", completed.'
    assert request_text(line(1, agent="clerk", preview=f'{head}{ended}"')) == told
    assert request_text(line(1, agent="clerk", preview=f"{head}{ended}\\nIts res")) == told
    assert request_text(line(1, agent="clerk", preview=f"{head}Task tas")).endswith("Events: Task tas…")
    assert request_text(line(1, preview=f'{head}{ended}"')).startswith("Placet tells of events. This is not")


@pytest.mark.parametrize(
    ("preview", "told"),
    [
        ('{"model": "m", "input": "Go on."}', "Go on."),
        (r'{"model": "m", "input": "Say \"no\", then C:\\", "stream": true}', 'Say "no", then C:\\'),
        ('{"model": "m", "input": "Cut where the pre', "Cut where the pre…"),
        ('{"model": "m", "input": [{"role": "user", "content": "Go on."}]}', "Go on."),
        ('{"input": [{"role": "user", "content": [{"type": "input_text", "text": "Go o', "Go o…"),
        ('"role": "user", "content": "Go on."}]}', "Go on."),
        ('"role": "user", "content": [{"type": "input_text", "text": "Go o', "Go o…"),
        ('"role": "user", "content": "Is it \\"input\\": or not', 'Is it "input": or not…'),
        (
            r'{"input": "Gr\u00fc\u00dfe, \u2713 \u202e \u3164 \\u00fc"}',
            r"Grüße, \u2713 \u202e \u3164 \u00fc",
        ),
        (
            r'"role": "user", "content": "Two lines:\n\nC:\\new and\nthe rest',
            r"Two lines: ⏎ C:\new and ⏎ the rest…",
        ),
        ('{"model": "m", "input": [{"type": "item_ref', '[{"type": "item_ref'),
        ('{"model": "m", "input": "', '"'),
        ('{"model": "m"}', '{"model": "m"}'),
    ],
)
def test_a_request_is_told_by_the_first_text_of_its_input(preview: str, told: str) -> None:
    assert asked(preview) == told
