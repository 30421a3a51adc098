"""The lines of an event stream as they come, and the data of each event (WHATWG, server-sent events).

A library's own iterator hands out whole events only. The first byte matters here as well: it says that a model is
loaded, though it may be part of a comment.
"""

from __future__ import annotations

import codecs


class EventLines:
    """Cuts bytes into events. Feed what comes to `take`; an event that isn't closed when all ended doesn't count."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._rest: list[str] = []
        self._held = ""
        self._data: list[str] = []

    def take(self, raw: bytes) -> list[str]:
        """The data of the events that these bytes complete, in order; events without data are left out."""
        text = self._held + self._decoder.decode(raw)
        # A break may be cut in two: a lone \r at the end waits for what follows it.
        self._held = "\r" if text.endswith("\r") else ""
        first, *others = text.removesuffix(self._held).replace("\r\n", "\n").replace("\r", "\n").split("\n")
        # Kept in pieces: a line that never ends is gone over once, not once more with every piece.
        self._rest.append(first)
        if not others:
            return []
        lines = ["".join(self._rest), *others[:-1]]
        self._rest = [others[-1]]
        return [data for line in lines if (data := self._line(line))]

    def _line(self, line: str) -> str:
        if line:
            name, _, value = line.partition(":")
            if name == "data":
                self._data.append(value.removeprefix(" "))
            return ""
        data, self._data = "\n".join(self._data), []
        return data
