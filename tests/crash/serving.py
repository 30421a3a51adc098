"""What every child does that a test kills: serve a folder, say where, and wait for the end."""

import json
import os
import signal
from pathlib import Path
from typing import Any

import placet.app


def serve(data: Path, **opened: Any) -> None:
    """Serve, tell the parent the address as `placet serve` does, and close in order when told to terminate."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    engine = placet.app.open(data, **opened)
    url = placet.app.serve_http(engine)
    print(json.dumps({"event": "ready", "url": url, "data": str(data), "pid": os.getpid()}), flush=True)  # noqa: T201
    signal.sigwait({signal.SIGTERM})
    engine.close()
