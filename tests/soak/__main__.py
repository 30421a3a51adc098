"""`python -m tests.soak --minutes 60 --kill-every 300 FOLDER`, from the checkout's root: prints a report as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tests.soak.plan import Plan
from tests.soak.soak import Soak


def main() -> int:
    """Run one; 1 when something was lost or came twice."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--kill-every", type=float, default=300, metavar="S")
    parser.add_argument("--rate", type=int, default=200, metavar="N", help="requests a second")
    parser.add_argument("folder", type=Path, help="where nothing is yet; it stays")
    given = parser.parse_args()
    given.folder.mkdir(mode=0o700)
    plan = Plan(minutes=given.minutes, kill_every_s=given.kill_every, rate=given.rate)
    report = Soak(given.folder.resolve(), plan).run()
    sys.stdout.write(json.dumps(report.as_json(), indent=1) + "\n")
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
