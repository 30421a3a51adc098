"""The process that the embedded model lives in: `python -m placet.backends.child`.

One JSON line comes in over stdin (the order), one JSON line goes out over stdout (the answer), and then the
process serves HTTP on 127.0.0.1 until its stdin ends. It is a process of its own because loading holds the
interpreter's lock, because an older processor dies with SIGILL, and because killing it is the one sure way to
stop a model (DECISIONS G6). The key comes over stdin since any process of the user may read an environment
(DECISIONS A5).
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
from dataclasses import asdict, dataclass
from typing import Any

_PR_SET_PDEATHSIG = 1
"""Linux prctl(2): the signal that this process gets when the thread that started it ends."""


@dataclass(frozen=True, kw_only=True)
class Order:
    """What the parent wants: one model, under one name, behind one key. Lengths are in tokens."""

    key: str
    model_path: str
    model_name: str
    threads: int
    context_tokens: int
    reply_tokens: int

    def line(self) -> bytes:
        """This order as the line that the child reads."""
        return json.dumps(asdict(self)).encode() + b"\n"


def main() -> None:
    """Read the order, load the model, say where it listens, and live until stdin ends. Doesn't return."""
    _die_with_parent()
    answers = _take_stdout()
    try:
        order = Order(**json.loads(sys.stdin.buffer.readline()))
        server = _serve(order)
    except (RuntimeError, ValueError, TypeError, ImportError, OSError) as error:
        _answer(answers, {"error": f"{type(error).__name__}: {error}"})
        os._exit(1)
    _answer(answers, {"url": server.listening_address, "pid": os.getpid()})
    while sys.stdin.buffer.read(4096):
        pass
    # Not sys.exit: taking the server down right after use can deadlock, and there is nothing to save.
    os._exit(0)


def _die_with_parent() -> None:
    """Ask Linux to kill us with our parent. Elsewhere, or if it is gone already, the end of stdin does it."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def _take_stdout() -> int:
    """Keep the real stdout for our two lines and point number 1 to stderr, where llama.cpp may print."""
    kept = os.dup(1)
    os.dup2(2, 1)
    return kept


def _answer(descriptor: int, message: dict[str, Any]) -> None:
    os.write(descriptor, json.dumps(message).encode() + b"\n")


def _serve(order: Order) -> Any:
    # Imported here, because a library that is missing or can't be loaded has to be answered in one line.
    import xllamacpp  # noqa: PLC0415

    params = xllamacpp.CommonParams()
    params.model.path = order.model_path
    params.model_alias = {order.model_name}
    params.api_keys = [order.key]
    params.n_ctx = order.context_tokens
    params.n_parallel = 1
    params.n_predict = order.reply_tokens
    params.cpuparams.n_threads = order.threads
    params.cpuparams_batch.n_threads = order.threads
    params.cache_ram_mib = 0
    params.warmup = False
    params.ui = False
    params.port = 0
    params.verbosity = -1
    return xllamacpp.Server(params)


if __name__ == "__main__":
    main()
