"""What the MCP gateway costs: `python -m tests.bench.gateway`, from the checkout's root, on a quiet machine.

The same server is asked directly and through the gateway: how long its start takes, a question that only passes on, and a
call that the owner freed, which the ledger writes down before it runs. What is told is the difference of the medians.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from tests.flows.house import House
from tests.mcp.peers import Peer, place

ROUNDS: Final = 5
CALLS: Final = 300
WARM: Final = 50
_MS: Final = 1_000.0


def measure(words: list[str], environment: Mapping[str, str]) -> tuple[float, float, float]:
    """Start to first answer, a question that passes through, and a free call: medians in ms."""
    began = time.perf_counter()
    peer = Peer(subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=dict(environment)))
    peer.hello()
    start = (time.perf_counter() - began) * _MS
    passing = _median(lambda number: peer.result("resources/list"))
    calling = _median(lambda number: peer.call("free", arguments={"n": number}))
    peer.close()
    return start, passing, calling


def _median(ask: Callable[[int], object]) -> float:
    took = []
    for number in range(CALLS):
        began = time.perf_counter()
        ask(number)
        took.append(time.perf_counter() - began)
    return statistics.median(took[WARM:]) * _MS


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder, House(Path(folder)) as house:
        here = place(house, Path(folder))
        environment = {**os.environ, "PLACET_URL": here.url, "PLACET_TOKEN": here.token}
        gateway = [sys.executable, "-m", "placet", "mcp-gateway", "--name", "shop", "--", *here.shop.command]
        direct = [measure(here.shop.command, environment) for _ in range(ROUNDS)]
        through = [measure(gateway, environment) for _ in range(ROUNDS)]
    for index, name in enumerate(("start", "passing through", "a free call")):
        bare = statistics.median(it[index] for it in direct)
        added = statistics.median(it[index] for it in through) - bare
        print(f"{name}: {bare:.2f} ms directly, {added:.2f} ms more through the gateway")  # noqa: T201


if __name__ == "__main__":
    main()
