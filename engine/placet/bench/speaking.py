"""A model server that only keeps time: `python -m placet.bench.speaking`, with "RATE COUNT" as its first line of stdin.

It says COUNT pieces, RATE a second (0: as fast as it can), to everybody who asks, and each piece is the moment at which
it was said, in ns of the machine's monotonic clock, which all processes share. It prints its port, and lives until its
stdin ends. Its numbers are no arguments, since a frozen program starts its children without any.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time

_HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n"


def _event(finish: str | None, content: str) -> bytes:
    choice = {"index": 0, "delta": {"content": content}, "finish_reason": finish}
    return f"data: {json.dumps({'choices': [choice]})}\n\n".encode()


async def _serve(rate: int, count: int) -> None:
    async def speak(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        # What is left unread would make the kernel reset the connection at its end, and lose the last pieces.
        await reader.readexactly(int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0]))
        writer.write(_HEAD)
        loop = asyncio.get_running_loop()
        begun = loop.time()
        try:
            for number in range(count):
                if rate:
                    await asyncio.sleep(max(0.0, begun + number / rate - loop.time()))
                writer.write(_event(None, f"{time.monotonic_ns()} "))
                await writer.drain()
            writer.write(_event("stop", "") + b"data: [DONE]\n\n")
            await writer.drain()
            writer.close()
        except OSError:
            return

    server = await asyncio.start_server(speak, "127.0.0.1", 0)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(_serve(*map(int, sys.stdin.readline().split())))
