"""A program that asks through `placet.links`, and what it leaves behind when it is killed."""

import subprocess
import sys

import pytest

from placet.work.sessions import GONE
from tests.mcp.peers import Place
from tests.mcp.test_fail_closed import look_for_gateways

LINK = """
from placet.links.questions import ask
answer = ask("write", {"a": 1}, key="k", harness="%s", session="s")
"""
CLIENT = """
from placet import client
held = client.held("write", {"a": 1})
held.__enter__()
"""
GOES_ON = "print('allowed', flush=True)\ninput()\n"
ASKS = {"langgraph": LINK % "langgraph", "acp": LINK % "acp", "python": CLIENT}


def program(words: str) -> "subprocess.Popen[str]":
    """It finds the engine by the environment, as its user's programs do."""
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", words + GOES_ON], stdin=pipe, stdout=pipe, text=True)


@pytest.mark.parametrize("words", ASKS.values(), ids=ASKS)
def test_a_program_that_is_killed_after_a_yes_leaves_nothing_running(here: Place, words: str) -> None:
    with program(words) as asks:
        task_id = here.house.waiting()[0].id
        here.house.approve(task_id)
        assert asks.stdout is not None
        assert asks.stdout.readline() == "allowed\n"
        look_for_gateways(here)
        assert here.house.task(task_id).status == "running"
        asks.kill()
        asks.wait()
    look_for_gateways(here)
    ended = here.house.task(task_id)
    assert (ended.status, ended.error) == ("failed", GONE)


@pytest.mark.parametrize(
    ("harness", "status"), [("langgraph", "pending_approval"), ("acp", "cancelled"), ("python", "cancelled")]
)
def test_the_question_of_a_killed_program_waits_where_it_may_come_back(
    here: Place, harness: str, status: str
) -> None:
    with program(ASKS[harness]) as asks:
        task_id = here.house.waiting()[0].id
        asks.kill()
        asks.wait()
    look_for_gateways(here)
    assert here.house.task(task_id).status == status
