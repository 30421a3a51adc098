"""The embedded model behind LMSP (generations 2, X14, O08)."""

import os
import signal
import time
from collections.abc import Iterator

import pytest

from placet.backends.weights import MODEL
from tests.flows.test_embedded_generations import child_pid
from tests.lmsp.client import kinds, text_of
from tests.lmsp.scenes import Scene, scene_at

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with scene_at(tmp_path_factory.mktemp("real")) as scene:
        yield scene


def create(scene: Scene, text: str, **more: object) -> str:
    task_id: str = scene.mine.create(text, model=MODEL, temperature=0, **more)["id"]
    return task_id


@pytest.mark.spec("O08")
def test_it_succeeds_is_cancelled_and_is_lost_without_taking_the_service_along(real: Scene) -> None:
    task_id = create(real, "Say hello.", max_output_tokens=24)
    with real.mine.reading(task_id) as reader:
        log = reader.wait_for_end()
    task = real.mine.ends(task_id)
    assert task["status"] == "succeeded"
    assert task["response"]["output"][0]["content"][0]["text"] == text_of(log) != ""
    assert 0 < task["response"]["usage"]["output_tokens"] <= 24

    task_id = create(real, "Write a very long story.", max_output_tokens=900)
    real.mine.comes_to(task_id, "running")
    assert real.mine.cancel(task_id).status_code == 200
    assert real.mine.ends(task_id)["status"] == "cancelled"

    task_id = create(real, "Write a very long story.", max_output_tokens=900)
    real.mine.comes_to(task_id, "running")
    os.kill(child_pid(), signal.SIGKILL)
    task = real.mine.ends(task_id)
    assert (task["status"], task["error"]["code"]) == ("failed", "backend_lost")
    assert kinds(real.mine.log(task_id))[-1] == "failed"

    task_id = create(real, "Say hello.", max_output_tokens=5)
    assert real.mine.ends(task_id)["status"] == "succeeded"


@pytest.mark.spec("X14")
def test_a_cancel_while_it_reads_a_long_prompt_is_through_in_time(real: Scene) -> None:
    real.mine.ends(create(real, "Hi.", max_output_tokens=2))
    before = child_pid()
    task_id = create(real, "word " * 2500)
    real.mine.comes_to(task_id, "loading", "running")
    begun = time.monotonic()
    real.mine.cancel(task_id)
    assert real.mine.ends(task_id)["status"] == "cancelled"
    took_s = time.monotonic() - begun
    assert took_s < 10, "two seconds on a machine with nothing else to do"
    real.mine.ends(create(real, "Hi.", max_output_tokens=2))
    assert child_pid() != before  # it was killed, not waited for
