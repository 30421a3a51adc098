"""A small web site on the loopback, which keeps every byte that it was sent."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

NAME = "site.test"
CERTIFICATE = Path(__file__).with_name("site.test.pem")
NEVER = b""
"""As an answer: the site reads the request and then says nothing."""


def page(body: bytes = b"hello", *headers: str, status: str = "200 OK") -> bytes:
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *headers, "", ""]
    return "\r\n".join(lines).encode("latin-1") + body


def to(location: str, status: str = "302 Found") -> bytes:
    return page(b"elsewhere", f"Location: {location}", status=status)


@dataclass
class Site:
    """`answers` by request target, `{port}` in them stands for the port. What isn't there is a 404."""

    answers: Mapping[str, bytes]
    port: int = 0
    requests: list[bytes] = field(default_factory=list)
    asked: asyncio.Event = field(default_factory=asyncio.Event)

    def url(self, target: str = "/", host: str = NAME, scheme: str = "http") -> str:
        return f"{scheme}://{host}:{self.port}{target}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            length = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
            body = await reader.readexactly(int(length[0].split(b":")[1])) if length else b""
            self.requests.append(head + body)
            self.asked.set()
            answer = self.answers.get(head.split(b" ")[1].decode(), page(status="404 Not Found"))
            if answer is NEVER:
                await reader.read()
            writer.write(answer.replace(b"{port}", str(self.port).encode()))
            await writer.drain()
        except (OSError, EOFError, ssl.SSLError):
            pass  # the other side went away, which some tests want it to
        finally:
            writer.close()


@asynccontextmanager
async def site(answers: Mapping[str, bytes], *, tls: bool = False) -> AsyncIterator[Site]:
    here = Site(answers)
    trust = None
    if tls:
        trust = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        trust.load_cert_chain(CERTIFICATE)
    server = await asyncio.start_server(here.serve, "127.0.0.1", 0, ssl=trust)
    here.port = server.sockets[0].getsockname()[1]
    try:
        yield here
    finally:
        server.close()


def trusting() -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(CERTIFICATE))
