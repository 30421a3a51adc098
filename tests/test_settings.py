"""The settings table and the owner's file."""

import stat
from pathlib import Path

import pytest

from placet.settings import TABLE, BackendSetting, Settings, SettingsError, setting_of

WITH_COMMENTS = """# mine
http_decisions = true  # keep an eye on this

[approvals]
arming_ms = 900
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


def test_without_a_file_every_setting_has_its_default(path: Path) -> None:
    settings = Settings.load(path)
    assert {setting.key: value for setting, value in settings.items()} == {
        row.key: row.default for row in TABLE
    }
    assert settings.backends == ()


def test_keys_are_unique_and_every_row_says_what_it_is_for() -> None:
    assert len({row.key for row in TABLE}) == len(TABLE)
    assert all(row.sentence.endswith(".") and row.check(row.default) == row.default for row in TABLE)


def test_changing_a_setting_keeps_the_owners_comments(path: Path) -> None:
    path.write_text(WITH_COMMENTS)
    Settings.load(path).set({"approvals.arming_ms": 1000, "http.port": 8765})
    written = path.read_text()
    assert "# mine" in written
    assert "# keep an eye on this" in written
    again = Settings.load(path)
    assert (again.integer("approvals.arming_ms"), again.integer("http.port")) == (1000, 8765)


def test_a_changed_setting_is_in_force_at_once(path: Path) -> None:
    settings = Settings.load(path)
    settings.set({"http_decisions": False})
    assert settings.boolean("http_decisions") is False


def test_one_bad_value_changes_nothing(path: Path) -> None:
    path.write_text(WITH_COMMENTS)
    settings = Settings.load(path)
    with pytest.raises(SettingsError):
        settings.set({"http.port": 1234, "approvals.arming_ms": -1})
    assert path.read_text() == WITH_COMMENTS
    assert settings.integer("http.port") == 0


def test_an_unknown_key_is_an_error_that_names_the_nearest(path: Path) -> None:
    path.write_text("[aprovals]\narming_ms = 1\n")
    with pytest.raises(SettingsError, match=r"approvals\.arming_ms") as caught:
        Settings.load(path)
    assert caught.value.key == "aprovals.arming_ms"


def test_an_unknown_key_cannot_be_set(path: Path) -> None:
    with pytest.raises(SettingsError, match=r"http\.port"):
        Settings.load(path).set({"http.prot": 1})
    assert not path.exists()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("http.port", True),
        ("http.port", "80"),
        ("http.port", 65536),
        ("http_decisions", 1),
        ("appearance.theme", "pink"),
        ("http.host", "0.0.0.0"),
        ("approvals.hold_ms", 1.5),
    ],
)
def test_a_value_of_the_wrong_type_or_range_is_refused(path: Path, key: str, value: object) -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.load(path).set({key: value})
    assert caught.value.key == key


@pytest.mark.parametrize("text", ["http_decisions = ", "a = 1\na = 2\n", "\x00"])
def test_a_file_that_is_not_toml_is_refused_with_a_sentence(path: Path, text: str) -> None:
    path.write_text(text)
    with pytest.raises(SettingsError, match=r"settings\.toml isn't TOML"):
        Settings.load(path)


def test_a_file_that_is_not_text_is_refused(path: Path) -> None:
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(SettingsError, match="can't be read"):
        Settings.load(path)


def test_the_written_file_is_the_owners_alone_and_leaves_no_piece_behind(path: Path) -> None:
    Settings.load(path).set({"log.level": "debug"})
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [it.name for it in path.parent.iterdir()] == ["settings.toml"]


def test_a_file_that_cannot_be_written_leaves_the_old_values_in_force(tmp_path: Path) -> None:
    settings = Settings.load(tmp_path / "gone" / "settings.toml")
    with pytest.raises(FileNotFoundError):
        settings.set({"log.level": "debug"})
    assert settings.text("log.level") == "info"


@pytest.mark.parametrize(
    ("key", "typed", "value"),
    [("http_decisions", "false", False), ("http.port", "8080", 8080), ("appearance.theme", "dark", "dark")],
)
def test_typed_values_are_understood(key: str, typed: str, value: object) -> None:
    assert setting_of(key).read(typed) == value


@pytest.mark.parametrize(
    ("key", "typed"),
    [
        ("http_decisions", "no"),
        ("http.port", "8_0"),
        ("http.port", "\u0661"),
        ("http.port", ""),
        ("log.level", "loud"),
    ],
)
def test_typed_values_that_do_not_fit_are_refused(key: str, typed: str) -> None:
    with pytest.raises(SettingsError):
        setting_of(key).read(typed)


def test_backends_are_read_as_rows(path: Path) -> None:
    path.write_text(
        '[[backends]]\nid = "here"\nbase_url = "http://127.0.0.1:1/v1"\nmodels = ["m"]\n'
        '[[backends]]\nid = "there"\nkind = "ollama"\nbase_url = "https://x.example/v1"\napi_key_ref = "file:/k"\n'
        '[[backends]]\nid = "far"\nbase_url = "https://y.example/v1"\napi_key_ref = "keyring:far-key.1"\n'
    )
    here, there, far = Settings.load(path).backends
    assert far.api_key_ref == "keyring:far-key.1"
    assert (here.id, here.kind, here.models, here.api_key_ref) == ("here", "openai", ("m",), None)
    assert (there.kind, there.models, there.api_key_ref) == ("ollama", (), "file:/k")


@pytest.mark.parametrize(
    ("row", "word"),
    [
        ('id = "a"', "base_url"),
        ('base_url = "http://h/v1"', "backends.id"),
        ('id = "embedded"\nbase_url = "http://h/v1"', "embedded"),
        ('id = "a"\nbase_url = "ftp://h/v1"', "base_url"),
        ('id = "a"\nbase_url = "http://h/v1"\napi_key = "x"', "api_key_ref"),
        ('id = "a"\nbase_url = "http://h/v1"\napi_key_ref = "sk-secret"', "api_key_ref"),
        ('id = "a"\nbase_url = "http://h/v1"\napi_key_ref = "keyring:a b"', "file:/absolute/path"),
        ('id = "a"\nbase_url = "http://h/v1"\nkind = "magic"', "vllm"),
        ('id = "a"\nbase_url = "http://h/v1"\nmodels = [1]', "models"),
        ('id = "a"\nbase_url = "http://h/v1"\n[[backends]]\nid = "a"\nbase_url = "http://h/v1"', "twice"),
    ],
)
def test_a_backend_row_that_does_not_fit_is_refused(path: Path, row: str, word: str) -> None:
    path.write_text(f"[[backends]]\n{row}\n")
    with pytest.raises(SettingsError, match=word):
        Settings.load(path)


@pytest.mark.parametrize("text", ["backends = 1", "backends = [1]"])
def test_backends_that_are_no_rows_are_refused(path: Path, text: str) -> None:
    path.write_text(text)
    with pytest.raises(SettingsError, match="backends"):
        Settings.load(path)


def test_changing_a_setting_keeps_the_backends(path: Path) -> None:
    path.write_text('[[backends]]\nid = "here"\nbase_url = "http://127.0.0.1:1/v1"\n')
    settings = Settings.load(path)
    settings.set({"http.port": 1})
    assert [row.id for row in Settings.load(path).backends] == ["here"]


def test_a_server_is_declared_behind_the_others_and_the_owners_comments_stay(path: Path) -> None:
    path.write_text('# mine\nhttp_decisions = false\n\n[[backends]]\nid = "a"\nbase_url = "http://h/v1"\n')
    settings = Settings.load(path)
    settings.add_backend(
        BackendSetting(id="b", kind="ollama", base_url="http://127.0.0.1:11434/v1", models=("m",))
    )
    settings.set({"http_decisions": True, "log.level": "debug"})
    again = Settings.load(path)
    assert [(row.id, row.kind, row.models) for row in again.backends] == [
        ("a", "openai", ()),
        ("b", "ollama", ("m",)),
    ]
    assert (again.boolean("http_decisions"), again.text("log.level")) == (True, "debug")
    assert path.read_text().startswith("# mine\n")


def test_the_first_server_of_an_empty_file_leaves_room_for_settings(path: Path) -> None:
    settings = Settings.load(path)
    settings.add_backend(BackendSetting(id="b", base_url="http://127.0.0.1:1/v1"))
    settings.set({"http_decisions": False, "http.port": 7})
    again = Settings.load(path)
    assert (
        [row.id for row in again.backends],
        again.boolean("http_decisions"),
        again.integer("http.port"),
    ) == (
        ["b"],
        False,
        7,
    )


def test_a_server_whose_name_is_taken_is_refused_and_nothing_is_written(path: Path) -> None:
    settings = Settings.load(path)
    settings.add_backend(BackendSetting(id="b", base_url="http://127.0.0.1:1/v1"))
    before = path.read_text()
    with pytest.raises(SettingsError, match="twice"):
        settings.add_backend(BackendSetting(id="b", base_url="http://127.0.0.1:2/v1"))
    assert path.read_text() == before
    assert len(settings.backends) == 1
