"""The MCP servers of a declaration, and how a tool is known to be of one."""

from typing import Any

import pytest

from placet.rules import declarations
from placet.rules.errors import BadDeclaration
from placet.rules.mcp_servers import MOST_SERVERS, McpServer, server_of

FILES = {"name": "files", "command": ["uvx", "some-server"]}


def read(*servers: Any, **more: Any) -> declarations.Declaration:
    declared = {"name": "clerk", "folder": "/srv/clerk", "mcp_servers": list(servers), **more}
    return declarations.parse(declared, restricted_by_default=lambda _: True)


def test_a_server_is_read_and_written_back() -> None:
    declared = read(FILES, {"name": "web", "command": ["web"], "env": ["API_KEY"]})
    assert declared.mcp_servers == (
        McpServer(name="files", command=("uvx", "some-server")),
        McpServer(name="web", command=("web",), env=("API_KEY",)),
    )
    written = declarations.as_mapping(declared)["mcp_servers"]
    assert written == [FILES, {"name": "web", "command": ["web"], "env": ["API_KEY"]}]


def test_a_servers_tools_are_enabled_visible_and_restricted_until_the_owner_says_otherwise() -> None:
    declared = read(FILES, tools=[{"name": "files.read", "restricted": False}])
    implied, named = declared.tool("files.write"), declared.tool("files.read")
    assert implied is not None
    assert (implied.enabled, implied.visible, implied.restricted) == (True, True, True)
    assert named is not None
    assert not named.restricted
    assert declared.tool("web.read") is None
    assert declared.tool("files") is None


@pytest.mark.parametrize(
    ("tool", "server"),
    [
        ("files.read", "files"),
        ("a.b.c", "a"),
        ("files.", None),
        (".read", None),
        ("files", None),
        ("a b.c", None),
    ],
)
def test_the_first_point_ends_the_servers_name(tool: str, server: str | None) -> None:
    assert server_of(tool) == server


@pytest.mark.parametrize(
    ("server", "pointer"),
    [
        ({"command": ["a"]}, "/mcp_servers/0/name"),
        ({"name": "a.b", "command": ["a"]}, "/mcp_servers/0/name"),
        ({"name": "a"}, "/mcp_servers/0/command"),
        ({"name": "a", "command": []}, "/mcp_servers/0/command"),
        ({"name": "a", "command": ["a", ""]}, "/mcp_servers/0/command"),
        ({"name": "a", "command": ["a\x00"]}, "/mcp_servers/0/command"),
        ({"name": "a", "command": [1]}, "/mcp_servers/0/command"),
        ({"name": "a", "command": ["a"], "env": ["A B"]}, "/mcp_servers/0/env"),
        ({"name": "a", "command": ["a"], "env": ["PLACET_TOKEN"]}, "/mcp_servers/0/env"),
        ({"name": "a", "command": ["a"], "url": "http://x"}, "/mcp_servers/0/url"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(server: dict[str, Any], pointer: str) -> None:
    with pytest.raises(BadDeclaration) as refused:
        read(server)
    assert refused.value.pointer == pointer


def test_two_servers_have_two_names() -> None:
    with pytest.raises(BadDeclaration) as refused:
        read(FILES, FILES)
    assert refused.value.pointer == "/mcp_servers/1/name"


def test_there_is_an_end_to_servers() -> None:
    with pytest.raises(BadDeclaration) as refused:
        read(*({"name": f"s{n}", "command": ["a"]} for n in range(MOST_SERVERS + 1)))
    assert refused.value.pointer == "/mcp_servers"
