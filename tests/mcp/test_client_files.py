"""What stands in files that were written by others: no server is taken for gated that isn't, and none is lost."""

import json
from typing import Any

import pytest

from placet.mcp.client_files import Gateway, complaints, entries, gated, known_as, ungated
from placet.rules.errors import SettingsRefused

GATEWAY = Gateway(program=("/x/placet",), data="/d")
DEEP = ("a = " + "[" * 50_000, "a = " + "{a = " * 50_000)


def file_of(**server: Any) -> str:
    return json.dumps({"mcpServers": {"a": server}})


@pytest.mark.parametrize(
    "args",
    [
        ["mcp-gateway", "--", "python", "server.py"],
        ["--", "mcp-gateway", "--"],
        ["mcp-gateway", "--name", "a", "--data", "/d", "--"],
        ["mcp-gateway", "--", "--name", "x", "--data", "y"],
    ],
)
def test_somebody_elses_gateway_is_a_server_like_others_and_comes_back_whole(args: list[str]) -> None:
    text = file_of(command="npx", args=args)
    now = gated(text, GATEWAY, toml=False)
    (entry,) = entries(now, toml=False)
    assert (entry.is_gated, entry.own) == (True, ("npx", tuple(args)))
    assert ungated(now, toml=False) == text
    assert complaints(text, GATEWAY, toml=False) == ('No gateway stands in front of "a".',)


def test_a_server_with_a_command_and_an_address_is_not_called_gated() -> None:
    """Which of both a client takes isn't known here."""
    now = gated(file_of(command="x", args=["1"], url="http://127.0.0.1:1/"), GATEWAY, toml=False)
    assert complaints(now, GATEWAY, toml=False) == (
        '"a" is reached by an address, where no gateway can stand.',
    )


@pytest.mark.parametrize("text", DEEP)
def test_a_file_that_is_nested_without_an_end_is_left_alone_and_told(text: str) -> None:
    with pytest.raises(SettingsRefused):
        gated(text, GATEWAY, toml=True)
    assert "doesn't parse" in complaints(text, GATEWAY, toml=True)[0]


def test_a_file_that_only_its_reader_takes_is_left_alone() -> None:
    keys = "a" + ".a" * 20_000 + ' = 1\n[mcp_servers.a]\ncommand = "x"\n'
    with pytest.raises(SettingsRefused, match="doesn't parse"):
        gated(keys, GATEWAY, toml=True)


def test_no_name_of_a_server_passes_for_an_option() -> None:
    assert (known_as("--data"), known_as("my files"), known_as("")) == ("_-data", "my_files", "_")
