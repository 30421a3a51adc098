"""Writes held tasks as fast as it can and says which ones it was told are safe, until it is killed."""

import sys
from pathlib import Path

from placet.ledger.ledger import Ledger
from tests.fakes.clock import HeldClock
from tests.ledger.making import an_agent, held_task


def main() -> None:
    with Ledger.open(Path(sys.argv[1]), clock=HeldClock(), on_commit=lambda events: None) as ledger:
        if not ledger.reads.agents():
            ledger.commit_blocking(lambda tx: tx.declare_agent(an_agent()))
        for number in range(1_000_000):
            task_id = f"task_{sys.argv[2]}_{number}"
            ledger.commit_blocking(lambda tx, it=task_id: held_task(tx, it))
            sys.stdout.write(f"{task_id}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
