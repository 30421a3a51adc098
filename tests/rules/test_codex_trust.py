"""Whether Codex runs our hooks, by what it wrote down of them itself."""

import json

import pytest

from placet.rules import hook_settings
from placet.rules.codex_trust import UNTRUSTED, digest, key, types_unasked, why_skipped
from placet.rules.hook_settings import CODEX

COMMANDS = {hook.word: f"/opt/placet-hook codex {hook.word}" for hook in CODEX.hooks}
FILE = "/home/me/.codex/hooks.json"
TEXT = hook_settings.merged(None, CODEX, COMMANDS)
DIGESTS = (
    "sha256:a4e282a6eaa561c9e8e1e700c762900347f5961ed00cbe278f4510dc7b0b369e",
    "sha256:ef7aead9cd7b48339fc3e33e74ec7b980f982449610bd087893dbc530319c9ee",
)


def trusted(group: int = 0, **more: object) -> str:
    """What Codex writes of our two hooks that gate, once its user trusted them."""
    lines = []
    for hook in CODEX.hooks:
        if hook.gates:
            state = {"trusted_hash": digest(hook, COMMANDS[hook.word]), **more}
            lines.append(f"[hooks.state.{json.dumps(key(hook, FILE, (group, 0)))}]")
            lines += [f"{name} = {json.dumps(value)}" for name, value in state.items()]
    return "\n".join(lines)


def why(config: str | None, text: str = TEXT) -> str | None:
    return why_skipped(config, FILE, text, COMMANDS)


def test_the_digest_is_the_one_that_codex_makes() -> None:
    # As Codex 0.163 told of these hooks when it was asked (`hooks/list` of its app-server).
    assert digest(CODEX.hooks[0], "/opt/placet-hook codex pre") == DIGESTS[0]
    assert digest(CODEX.hooks[1], "/opt/placet-hook codex permission") == DIGESTS[1]
    assert key(CODEX.hooks[0], FILE, (0, 1)) == f"{FILE}:pre_tool_use:0:1"
    assert digest(CODEX.hooks[3], "/opt/placet-hook codex session-end") != digest(CODEX.hooks[3], "other")


def test_hooks_that_were_trusted_run() -> None:
    assert why(trusted()) is None
    assert why(trusted(enabled=True) + "\n[features]\nhooks = true") is None


@pytest.mark.parametrize("config", [None, "", 'model = "x"', "hooks = 1", "[hooks]\nstate = 1"])
def test_hooks_that_nobody_trusted_are_skipped(config: str | None) -> None:
    assert why(config) == UNTRUSTED


def test_hooks_that_changed_since_were_moved_or_are_switched_off_are_skipped() -> None:
    assert why(trusted(trusted_hash="sha256:0")) == UNTRUSTED
    assert why(trusted(group=1)) == UNTRUSTED
    assert why(trusted(enabled=False)) == UNTRUSTED
    assert why(trusted(), text="{}") == UNTRUSTED


@pytest.mark.parametrize("name", ["hooks", "codex_hooks"])
def test_hooks_that_are_switched_off_altogether_are_told(name: str) -> None:
    assert "switches hooks off" in str(why(trusted() + f"\n[features]\n{name} = false"))


def test_a_config_that_does_not_parse_says_nothing() -> None:
    assert "doesn't parse" in str(why("["))


def test_a_config_that_is_nested_without_an_end_says_nothing() -> None:
    assert "doesn't parse" in str(why("a = " + "[" * 50_000))


@pytest.mark.parametrize(
    ("config", "types"),
    [
        (None, True),
        ("[features]\nhooks = true\n", True),
        ("[features]\nunified_exec_tty = true\n", True),
        ("features = 1\n", True),
        ("[features", True),
        ("[features]\nunified_exec_tty = false\n", False),
    ],
)
def test_codex_types_unasked_unless_its_config_says_that_it_starts_no_terminal(
    config: str | None, types: bool
) -> None:
    assert types_unasked(config) is types
