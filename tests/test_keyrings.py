"""The system's keyring: what is taken for one, and that nothing of a secret is ever said."""

import logging
import sys
from types import ModuleType
from typing import Any

import pytest

from placet import keyrings
from placet.keyrings import SERVICE, KeyringFailed, SystemKeyring
from tests.fakes.keyring_store import MemoryStore


def test_a_secret_is_kept_read_and_dropped_under_our_service() -> None:
    store = MemoryStore()
    keyring = SystemKeyring(store)
    keyring.write("gen_1", "s3cret")
    assert store.kept == {(SERVICE, "gen_1"): "s3cret"}
    assert keyring.read("gen_1") == "s3cret"
    keyring.remove("gen_1")
    assert keyring.read("gen_1") is None


def test_a_locked_keyring_fails_in_a_sentence_that_repeats_nothing(caplog: pytest.LogCaptureFixture) -> None:
    keyring = SystemKeyring(MemoryStore(locked=True))
    with pytest.raises(KeyringFailed) as written:
        keyring.write("gen_1", "s3cret")
    with pytest.raises(KeyringFailed) as read:
        keyring.read("gen_1")
    with caplog.at_level(logging.WARNING):
        keyring.remove("gen_1")
    said = [str(written.value), str(read.value), caplog.text]
    assert [text for text in said if "s3cret" in text or "locked, and" in text] == []
    assert str(written.value) == "The system's keyring can't be used: RuntimeError."
    assert written.value.__cause__ is None
    assert "could not be removed" in caplog.text


def _kind(viable: bool, breaks: bool = False) -> type:
    class Kind(MemoryStore):
        def __init__(self) -> None:
            if breaks:
                raise RuntimeError("no bus")
            super().__init__()

    Kind.viable = viable  # type: ignore[attr-defined]
    return Kind


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A system whose backends of the library are the test's own, by module."""

    def have(**kinds: type) -> None:
        for module, name in keyrings._TRUSTED:
            made = ModuleType(module)
            kind = kinds.get(module.rpartition(".")[2])
            if kind is not None:
                setattr(made, name, kind)
            monkeypatch.setitem(sys.modules, module, made)

    return have


def test_the_first_keyring_that_works_is_taken(system: Any) -> None:
    system(
        SecretService=_kind(viable=False),
        libsecret=_kind(viable=True, breaks=True),
        kwallet=_kind(viable=True),
    )
    found = SystemKeyring.find()
    assert found is not None
    found.write("a", "b")
    assert found.read("a") == "b"


def test_a_session_without_any_has_none(system: Any) -> None:
    system(SecretService=_kind(viable=False))
    assert SystemKeyring.find() is None


def test_a_plug_in_that_somebody_installed_is_never_asked(
    system: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    import keyring

    plugged = MemoryStore()
    monkeypatch.setattr(keyring, "get_keyring", lambda: plugged)
    system()
    assert SystemKeyring.find() is None


def test_every_kind_that_is_trusted_is_one_that_the_library_has() -> None:
    import importlib

    everywhere = (*keyrings._DESKTOPS, *(kind for kinds in keyrings._OF_SYSTEM.values() for kind in kinds))
    for module, name in everywhere:
        assert hasattr(importlib.import_module(module), name)
