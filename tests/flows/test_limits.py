"""The owner's limits hold at every door, the model's own included."""

from pathlib import Path

from tests.fakes.model_server import ModelServer, Reply, call
from tests.flows.house import RESTRICTED_WRITE, House

SMALL = "[limits]\narguments_bytes = 1024\n"


def write_of(chars: int) -> Reply:
    return Reply(calls=(call("fs_write", {"path": "a.txt", "content": "x" * chars}),))


def test_a_models_call_is_held_to_the_owners_limit_on_arguments(tmp_path: Path) -> None:
    with (
        ModelServer(replies=[write_of(2_000)]) as model,
        House(tmp_path, model=model, settings=SMALL) as house,
    ):
        house.declare(tools=[RESTRICTED_WRITE])
        house.say()
        house.wait_for_event("turn.ended")
        assert house.tasks() == ()
        assert "too_large" in model.told()[-1]
        model.replies.append(write_of(200))
        house.say()
        assert house.waiting()[0].tool == "fs_write"
