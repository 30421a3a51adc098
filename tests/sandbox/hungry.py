"""Runs code that takes all the memory it gets, and says how that ended: `python -m tests.sandbox.hungry BODY`.

In a process of its own, whose only child is the one that runs the code: the peak of its children is that child's.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys

from tests.sandbox.running import House, js, why

PATIENT = {"time_limit_ms": 40_000}


async def run(body: str) -> str:
    """Why the run ended."""
    house = House()
    script = js(f"export async function main() {{ {body} return new Promise(() => {{}}); }}")
    try:
        return why(await house.run(script, **PATIENT)).value
    finally:
        await house.sandbox.close()


if __name__ == "__main__":
    told = {"why": asyncio.run(run(sys.argv[1]))}
    print(json.dumps(told | {"peak_kb": resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss}))  # noqa: T201
