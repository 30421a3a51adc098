"""One MCP server as its client sees it: it is started once, and one that says nothing isn't started over and over."""

import os
import sys

import pytest

from placet.mcp.eras import Era
from placet.mcp.server import Server, ServerGone

pytestmark = pytest.mark.anyio
SILENT = (sys.executable, "-S", "-c", "import sys; sys.stdin.read()")


async def test_a_server_that_did_not_answer_is_not_started_once_more() -> None:
    server = Server(name="silent", command=SILENT, environment=os.environ)
    try:
        with pytest.raises(ServerGone, match="didn't answer"):
            await server.start({}, first=Era.HANDSHAKE, limit_s=0.05)
        first = server.pid
        with pytest.raises(ServerGone, match="didn't answer"):
            await server.start({}, first=Era.HANDSHAKE)
        assert server.pid == first
    finally:
        await server.close()
    assert first is not None
    with pytest.raises(ProcessLookupError):
        os.kill(first, 0)
