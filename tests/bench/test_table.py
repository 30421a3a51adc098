"""A run as a table, and read back from its JSON."""

import json
from pathlib import Path

import pytest

from placet.bench import table
from placet.bench.measures import Measured, at_least, at_most, left_out
from placet.rules.errors import BadInput

ROWS = [
    Measured(name="x", unit="ms", floor=2.0, ours=3.5, budget=at_most(4), note="a note"),
    Measured(name="y", unit="tasks/s", floor=1_000.0, ours=1_234.5, budget=at_least(2)),
    left_out("z", ">= 100 x others", "nobody asked"),
]


def test_a_terminal_gets_the_notes_and_markdown_doesnt() -> None:
    assert table.lines(ROWS)[1].split() == ["x", "2", "3.5", "ms", "1.75", "<=", "4", "yes", "a", "note"]
    assert table.markdown(ROWS)[2:] == [
        "| x | 2 | 3.5 | ms | 1.75 | <= 4 | yes |",
        "| y | 1,000 | 1,234 | tasks/s | 1.23 | >= 2 | no |",
        "| z | - | - |  | - | >= 100 x others | - |",
    ]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"rows": [row.as_json() for row in ROWS]}),
        "\n".join(json.dumps(row.as_json()) for row in ROWS),
    ],
    ids=["a document", "lines"],
)
def test_a_run_is_read_back_as_it_was(text: str) -> None:
    assert table.markdown(table.read(text, Path("run.json"))) == table.markdown(ROWS)


@pytest.mark.parametrize("text", ["[]", "{}", "no JSON", '{"rows": [{"name": "x"}]}'])
def test_what_is_no_run_is_refused_by_its_name(text: str) -> None:
    with pytest.raises(BadInput, match=r"run\.json"):
        table.read(text, Path("run.json"))
