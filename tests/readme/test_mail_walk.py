"""The README's walk with a mailbox, run as it is printed: the model inside, real servers, a real SIGKILL, one draft."""

import json
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.flows.house import PATIENCE_S
from tests.providers.dovecot import START_S
from tests.readme.pages import text_with
from tests.readme.test_walk import documents
from tests.readme.test_workflow_walk import MODEL_S, environment, serving, walk, words_of

__all__ = ["environment"]


def printed_blocks() -> list[str]:
    """The shell blocks of the walk, in order."""
    printed = text_with("mail walk").split("<!-- mail walk -->")[1].split("<!-- /mail walk -->")[0]
    return re.findall(r"```bash\n(.*?)```", printed, re.DOTALL)


@contextmanager
def servers(words: list[str], folder: Path, environment: dict[str, str]) -> Iterator[None]:
    child = subprocess.Popen(words, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    try:
        assert json.loads(child.stdout.readline())["event"] == "ready"
        yield
    finally:
        child.terminate()
        try:
            assert child.wait(timeout=START_S) == 0
        finally:
            child.stdout.close()


@pytest.mark.long
@pytest.mark.model
@pytest.mark.timeout(900)
def test_the_mail_is_answered_once_as_the_readme_prints_it(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    start, goal, again, rest, elsewhere = printed_blocks()
    made = subprocess.run(
        words_of(start, "placet init"),
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    owner = json.loads(made.stdout)["owner_token"]
    with servers(words_of(start, "python -m tests.providers"), tmp_path, environment):
        with serving(words_of(start, "python -m tests.crash"), tmp_path, environment) as (child, url):
            mail, dates, tried, agent, *_ = documents(walk(goal, tmp_path, environment, URL=url, OWNER=owner))
            assert (mail["kind"], dates["kind"], tried["ok"]) == ("imap", "caldav", True)
            assert agent["name"] == "secretary"
            assert child.wait(timeout=MODEL_S) == -signal.SIGKILL
        with serving(words_of(again, "placet serve"), tmp_path, environment) as (child, url):
            said = walk(rest, tmp_path, environment, URL=url, OWNER=owner)
            child.terminate()
            assert child.wait(timeout=PATIENCE_S) == 0
    before, drafts, after = said.partition("* SEARCH")
    resumed, done, talk, operations = documents(before)
    assert resumed["attempt"] == 2
    assert (done["status"], done["verification"], done["verdict"]) == ("done", "verified", "verified")
    messages: Any = talk["messages"]
    answers = [json.loads(it["text"]) for it in messages if it["role"] == "tool"]
    assert [it.get("code") for it in answers][-1] == "recovered"
    found: Any = operations["operations"]
    written = [(it["state"], it["attempt"]) for it in found if it["tool"] == "mail_draft"]
    assert written == [("confirmed", 1)]
    held, _, rest_of_it = after.partition("\n")
    assert (drafts, held.split()) == ("* SEARCH", ["1"])
    today = documents(rest_of_it)[-1]
    assert (today["status"], today["verification"]) == ("done", "verified")
    assert (tmp_path / "secretary" / "today.md").read_text().strip()
    checked = walk(elsewhere, tmp_path, environment)
    verdict = json.loads(checked[checked.index("{") :])
    assert verdict["whole"] is True
