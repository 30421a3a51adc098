"""What a tool may be called."""

import pytest

from placet.rules.tool_names import is_tool_name


@pytest.mark.parametrize("name", ["fs_write", "Bash", "mcp__mail__send", "server.tool", "a:b-c", "x" * 128])
def test_names_that_tools_have_are_taken(name: str) -> None:
    assert is_tool_name(name)


@pytest.mark.parametrize("name", ["", "x" * 129, "rm -rf", "a\u202eb", "a\nb", "a\n", "\u0430", "a/b", 'a"b'])
def test_names_that_could_mislead_are_not(name: str) -> None:
    assert not is_tool_name(name)
