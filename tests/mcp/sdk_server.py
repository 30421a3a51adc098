"""A server made with the protocol's own SDK: it speaks both eras, and says what arrived."""

import asyncio
import json
import sys
from pathlib import Path

import mcp_types as types
from mcp.server import Server
from mcp.server.stdio import stdio_server

CALLS = Path(sys.argv[1])


async def listed(context, params):
    echo = types.Tool(name="free", description="Says what arrived.", input_schema={"type": "object"})
    return types.ListToolsResult(tools=[echo])


async def called(context, params):
    text = json.dumps(params.arguments, ensure_ascii=True)
    with CALLS.open("a") as calls:
        calls.write(text + "\n")
    return types.CallToolResult(content=[types.TextContent(type="text", text=text)])


async def main():
    server = Server("sdk", on_list_tools=listed, on_call_tool=called)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


asyncio.run(main())
