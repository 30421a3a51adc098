"""An engine of the tests that runs code and is killed: `python -m tests.sandbox.orphans`.

It says the numbers of its children, once code that never ends is at work in each, and waits to be killed.
"""

import asyncio
import sys

from tests.sandbox.running import House, js

NEVER_ENDING = {
    "busy": "for (;;);",
    "waiting": "await new Promise(() => {});",
    "printing": "for (;;) console.log('x');",
    "calling": "for (;;) await adf.again({});",
}


async def main() -> None:
    """Run code that never ends until somebody ends this process."""
    house = House()
    begun = asyncio.Semaphore(0)

    async def tell(_: object) -> None:
        begun.release()

    house.answers["begun"] = tell
    runs = []
    for name, body in NEVER_ENDING.items():
        script = js(f"export async function main() {{ await adf.begun({{}}); {body} }}")
        script = type(script)(agent=f"agent_{name}", path="it.js", source=script.source, authorized=False)
        runs.append(asyncio.create_task(house.run(script, time_limit_ms=600_000)))
        await begun.acquire()
    sys.stdout.write(" ".join(map(str, house.sandbox.pids)) + "\n")
    sys.stdout.flush()
    await asyncio.gather(*runs)


if __name__ == "__main__":
    asyncio.run(main())
