"""When the completion trigger fires (DECISIONS T5)."""

import pytest

from placet.rules.lifecycles import TOOL_CALL, TaskStatus
from placet.rules.triggers import completion_is_due


@pytest.mark.parametrize("status", sorted(TOOL_CALL.ended))
@pytest.mark.parametrize("blocking", [True, False])
def test_every_ending_fires_but_a_blocking_denial(status: str, blocking: bool) -> None:
    expected = not (blocking and status == TaskStatus.DENIED)
    assert completion_is_due(TaskStatus(status), blocking=blocking) == expected


@pytest.mark.parametrize("status", sorted(TOOL_CALL.open))
def test_an_open_task_fires_nothing(status: str) -> None:
    assert not completion_is_due(TaskStatus(status), blocking=False)


@pytest.mark.parametrize("blocking", [True, False])
def test_a_swept_row_fires_only_when_nobody_waited(blocking: bool) -> None:
    assert completion_is_due(TaskStatus.FAILED, blocking=blocking, swept=True) != blocking
