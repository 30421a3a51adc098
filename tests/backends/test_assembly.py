"""What is made of a reply whose server lies about it."""

from typing import Any

import pytest

from placet.backends.assembly import Assembly
from placet.rules.ports import Finish


@pytest.mark.parametrize("tokens", [2**63, 10**30, -1, 1.5, True, "7"])
def test_a_count_that_cannot_be_one_is_not_counted(tokens: Any) -> None:
    assembly = Assembly()
    assembly.take({"choices": [], "usage": {"prompt_tokens": tokens, "completion_tokens": 3}})
    assembly.take({"choices": [{"delta": {}, "finish_reason": "stop"}]})
    assert assembly.finish(done_seen=True) == [Finish(reason="stop")]
