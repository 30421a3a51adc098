"""Whose program is at the other end of a loopback connection, as the kernel's table of connections says.

A token alone could be one that another user of this machine has got hold of (prompt rule 17). Linux only: other
systems have no such table, and there the token is all that is asked for.
"""

from __future__ import annotations

import logging
import os
import socket
import struct
import sys
from pathlib import Path
from typing import Final

__all__ = ["Address", "Peers"]

Address = tuple[str, int]
"""A numeric address without a zone, and a port."""

_TABLES: Final = Path("/proc/net")
_LOCAL: Final = 1
_REMOTE: Final = 2
_UID: Final = 7
"""The columns of a row (proc(5), `/proc/net/tcp`)."""
_log = logging.getLogger(__name__)


class Peers:
    """Knows the users at the other ends of this machine's own connections. Make one for each listening address."""

    def __init__(self, host: str, tables: Path = _TABLES) -> None:
        """`host`: the address that is listened on, which decides which table is read."""
        self._host = host
        self._table = tables / ("tcp6" if ":" in host else "tcp")
        self._is_known = self._table.exists() and self._knows_us()
        if not self._is_known and sys.platform == "linux":
            _log.warning("the kernel doesn't say whose connections are whose: only tokens are asked for")

    @property
    def is_known(self) -> bool:
        """Whether the table was seen to tell of a connection of our own; else nobody is refused by it."""
        return self._is_known

    def is_ours(self, theirs: Address, here: Address) -> bool:
        """Whether the program at `theirs`, connected to us at `here`, is of this process's own user.

        One that the table doesn't name has gone already, or is none of this machine's: it isn't ours.
        """
        return not self._is_known or self._uid(theirs, here) == os.getuid()

    def _uid(self, theirs: Address, here: Address) -> int | None:
        local, remote = _spelt(theirs), _spelt(here)
        for line in self._table.read_bytes().splitlines():
            # Most rows are somebody else's, and taking a row apart costs more than this look.
            if local in line:
                row = line.split()
                if row[_LOCAL] == local and row[_REMOTE] == remote:
                    return int(row[_UID])
        return None

    def _knows_us(self) -> bool:
        """Try it on a connection of our own: some sandboxes have the file and nothing in it."""
        try:
            with _listening(self._host) as listening:
                here = listening.getsockname()[:2]
                with socket.create_connection(here) as ours:
                    return self._uid(ours.getsockname()[:2], here) == os.getuid()
        except OSError:
            return False


def _listening(host: str) -> socket.socket:
    return socket.create_server((host, 0), family=socket.AF_INET6 if ":" in host else socket.AF_INET)


def _spelt(address: Address) -> bytes:
    """An address as the table spells it: 32-bit words in this machine's order, in hexadecimal, then the port."""
    host, port = address
    packed = socket.inet_pton(socket.AF_INET6 if ":" in host else socket.AF_INET, host)
    words = struct.unpack(f"={len(packed) // 4}I", packed)
    return f"{''.join(f'{word:08X}' for word in words)}:{port:04X}".encode()
