"""The README's long response that outlives its service, with curl and with the openai SDK, run as printed."""

import subprocess
from pathlib import Path

import pytest

from tests.readme.walking import documents, environment, printed_blocks

PATIENCE_S = 110.0
AT_THE_END = "\ntrap 'kill -9 \"$SERVICE\" 2>/dev/null || true' EXIT\n"


@pytest.mark.model
@pytest.mark.timeout(120)
def test_a_long_response_outlives_its_service_as_the_readme_prints_it(tmp_path: Path) -> None:
    script = "set -euo pipefail" + AT_THE_END + "\n".join(printed_blocks("generations"))
    ran = subprocess.run(
        ["/bin/bash", "-c", script], cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False,
        timeout=PATIENCE_S,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    streamed, _, rest = ran.stdout.partition('{"id":"task_')
    assert (
        streamed.rstrip()
        .splitlines()[-3]
        .startswith(("event: response.completed", "event: response.incomplete"))
    )
    [task] = documents('{"id":"task_' + rest)[:1]
    assert (task["status"], task["on_restart"]) == ("succeeded", "retry")
    told = ran.stdout.rstrip().splitlines()
    assert "(from its start)" in told, "a reader can't tell one attempt from the next"
    assert told[-1] in {"completed", "incomplete"}
