"""A held call all the way: from a local model, through the window, to the file, by real keys and clicks."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

import placet.app
from placet.api import Event
from placet.api.queries import ListEvents, ListTasks
from placet.api.views import TaskRow
from placet.rules.untrusted import showable
from tests.desktop.demo import Demo, running_demo
from tests.desktop.screen import Screen

pytestmark = [pytest.mark.desktop, pytest.mark.model]
STRAY_KEYS = ("Return", "space", "y", "a", "1", "Escape")


@pytest.fixture
def demo(screen: Screen, tmp_path: Path) -> Iterator[Demo]:
    with running_demo(screen, tmp_path / "said") as running:
        yield running


def ledger(demo: Demo) -> tuple[TaskRow, list[Event]]:
    """The one task and the facts that an ended demo left."""
    engine = placet.app.open(demo.data)
    try:
        (task,) = engine.query(ListTasks())
        return task, list(engine.query(ListEvents(after=0)))
    finally:
        engine.close()


def test_a_click_on_approve_writes_exactly_the_bytes_that_were_shown(demo: Demo, tmp_path: Path) -> None:
    demo.open_request()
    demo.program.shows("approve_button", enabled=True)
    demo.program.screen.photograph(tmp_path / "asked.png")
    cells, shown = demo.shown_cells(), demo.shown_arguments()
    assert not demo.file.exists()
    assert shown.keys() == {"path", "content"}
    assert f'"{showable(shown["content"], single_line=True).text}"' in cells

    demo.approve()

    demo.program.wait_for("the file", demo.file.exists)
    demo.program.shows("decided_label")
    demo.program.screen.photograph(tmp_path / "approved.png")
    assert demo.file.read_bytes() == shown["content"].encode()
    demo.program.end()
    task, facts = ledger(demo)
    assert task.status == "completed"
    assert task.approval is not None
    assert (task.approval.via, task.approval.shown_digest) == ("window", task.digest)
    (asked, *_) = (fact.payload for fact in facts if fact.type == "model.turn")
    assert asked["completion_tokens"] > 0
    assert asked["pid"] != demo.program.pid
    assert not Path(f"/proc/{asked['pid']}").exists()


def test_keys_that_were_meant_for_something_else_approve_nothing(demo: Demo) -> None:
    demo.open_request()
    demo.program.screen.keys(list(itertools.islice(itertools.cycle(STRAY_KEYS), 60)))
    # The last Escape closed the card, so the keys did arrive.
    demo.program.wait_for("no card", lambda: demo.program.screen.tree.find_id("approval_dialog") is None)
    assert not demo.file.exists()
    assert "Awaiting approval" in demo.card().name
    demo.open_request()
    demo.program.shows("approve_button", enabled=True)

    demo.program.end()
    task, _ = ledger(demo)
    assert not demo.file.exists()
    assert task.approval is not None
    assert (task.status, task.approval.state) == ("cancelled", "withdrawn")
