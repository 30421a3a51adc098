"""What others wrote to try approvals with, in a folder of its own: nothing of it is installed beside Placet."""

import os
import pwd
import subprocess
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT


@pytest.fixture(scope="session")
def packages() -> Path:
    """The folder with the packages, brought if it isn't here yet."""
    named = os.environ.get("ACCEPTANCE")
    if named:
        return Path(named)
    home = pwd.getpwuid(os.getuid()).pw_dir  # not the empty one of the tests: it is fetched once
    brought = subprocess.run(
        [ROOT / "packaging" / "acceptance"],
        env={**os.environ, "HOME": home},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return Path(brought.stdout.strip())
