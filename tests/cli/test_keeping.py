"""`init`, `token` and `settings`."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest

import placet.app
from placet.folder import CHALLENGE, PROOF, DataFolder, proof_of
from placet.settings import TABLE, Settings
from tests.cli.conftest import Run, Terminal
from tests.flows.house import House
from tests.flows.wire import Wire, client


def test_init_makes_a_folder_and_prints_its_token_once(tmp_path: Path, run: Run) -> None:
    data = tmp_path / "data"
    said = run("init", "--data", data)
    assert (said.code, len(said.out.split())) == (0, 1)
    again = run("init", "--data", data)
    assert (again.code, again.out) == (2, "")
    engine = placet.app.open(data)
    try:
        with client(placet.app.serve_http(engine), said.out.strip()) as owner:
            assert owner.get("/agents").status_code == 200
    finally:
        engine.close()


def test_init_prints_one_json_document(tmp_path: Path, run: Run) -> None:
    said = run("init", "--data", tmp_path / "data", "--json")
    assert json.loads(said.out).keys() == {"data", "owner_token"}
    assert json.loads(said.out)["data"] == str(tmp_path / "data")
    assert said.err == ""


def test_init_changes_nothing_where_something_is(tmp_path: Path, run: Run) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    assert run("init", "--data", tmp_path).code == 2
    assert [it.name for it in tmp_path.iterdir()] == ["mine.txt"]


def test_a_token_is_made_used_and_revoked_over_http(net: Wire, run: Run) -> None:
    made = json.loads(
        run("token", "create", "--scope", "agent", "--agent", "clerk", "--ttl", "30d", "--json").out
    )
    assert made.keys() == {"id", "token", "scope", "agent"}
    with client(str(net.owner.base_url), made["token"]) as agent:
        assert agent.get("/agents/clerk/tasks").status_code == 200
        assert made["id"] in run("token", "list").out
        assert run("token", "revoke", made["id"]).code == 0
        assert run("token", "revoke", made["id"]).code == 1
        assert agent.get("/agents/clerk/tasks").status_code == 401
    assert made["id"] not in run("token", "list", "--json").out


def test_a_token_alone_is_one_line(net: Wire, run: Run) -> None:
    said = run("token", "create", "--scope", "client")
    assert (said.code, said.out.count("\n"), said.err) == (0, 1, "")


def test_tokens_are_made_offline_while_nothing_holds_the_folder(left: House, run: Run) -> None:
    made = run("token", "create", "--offline", "--scope", "agent", "--agent", "clerk")
    assert made.code == 0
    listed = json.loads(run("token", "list", "--offline", "--json").out)["tokens"]
    assert [row["scope"] for row in listed] == ["agent"]
    assert run("token", "revoke", "--offline", listed[0]["id"]).code == 0
    assert json.loads(run("token", "list", "--offline", "--json").out) == {"tokens": []}


def test_an_owner_token_is_not_made_offline_by_a_script(left: House, run: Run) -> None:
    said = run("token", "create", "--offline", "--scope", "owner")
    assert (said.code, said.out) == (4, "")
    assert json.loads(run("token", "list", "--offline", "--json").out) == {"tokens": []}


def test_an_owner_token_offline_takes_the_folders_name(left: House, run: Run, terminal: Terminal) -> None:
    terminal.type("yes\n")
    assert run("token", "create", "--offline", "--scope", "owner").code == 2
    terminal.type(f"{left.data.name}\n")
    made = run("token", "create", "--offline", "--scope", "owner")
    assert (made.code, made.out.count("\n")) == (0, 1)


def test_offline_is_refused_while_an_engine_runs(net: Wire, run: Run) -> None:
    for words in (["create", "--scope", "client"], ["list"], ["revoke", "token_x"]):
        assert run("token", *words, "--offline").code == 3


@pytest.mark.parametrize("words", [["create", "--scope", "client"], ["list"], ["revoke", "x"]])
def test_offline_makes_no_folder_by_mistake(tmp_path: Path, run: Run, words: list[str]) -> None:
    assert run("token", *words, "--offline", "--data", tmp_path / "typo").code == 2
    assert not (tmp_path / "typo").exists()


def test_settings_are_read_from_the_file_without_an_engine_or_a_token(tmp_path: Path, run: Run) -> None:
    (tmp_path / "settings.toml").write_text("[http]\nport = 8765\n")
    assert run("settings", "get", "http.port", "--data", tmp_path).out == "8765\n"
    everything = json.loads(run("settings", "get", "--data", tmp_path, "--json").out)
    assert everything == {row.key: row.default for row in TABLE} | {"http.port": 8765}
    listed = run("settings", "get", "--data", tmp_path).out
    assert all(row.sentence in listed for row in TABLE)


def test_settings_are_changed_through_the_running_engine(house: House, net: Wire, run: Run) -> None:
    assert run("settings", "set", "http_decisions", "false").out == "http_decisions = false\n"
    assert house.engine.settings.boolean("http_decisions") is False
    assert run("settings", "get", "http_decisions").out == "false\n"


def test_settings_of_another_engine_are_asked_there(
    net: Wire, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLACET_URL", str(net.owner.base_url))
    monkeypatch.delenv("PLACET_DATA")
    assert (
        run("settings", "set", "http.keep_alive_s", "7", "--json").out == '{\n  "http.keep_alive_s": 7\n}\n'
    )
    assert run("settings", "get", "http.keep_alive_s").out == "7\n"


def test_settings_are_changed_offline_while_nothing_holds_the_folder(left: House, run: Run) -> None:
    assert run("settings", "set", "log.level", "debug").code == 0
    assert Settings.load(left.data / "settings.toml").text("log.level") == "debug"


def test_a_setting_that_the_disk_does_not_take_is_one_sentence(house: House, net: Wire, run: Run) -> None:
    (house.data / "settings.toml").unlink()
    (house.data / "settings.toml").mkdir()
    said = run("settings", "set", "log.level", "debug")
    assert (said.code, said.out, said.err.endswith("[settings_not_written]\n")) == (1, "", True)


def test_a_file_with_an_unknown_key_is_said(tmp_path: Path, run: Run) -> None:
    (tmp_path / "settings.toml").write_text("[http]\nprot = 1\n")
    said = run("settings", "get", "--data", tmp_path)
    assert (said.code, "http.port" in said.err) == (2, True)


def test_a_note_that_a_crash_left_is_not_believed(left: House, run: Run) -> None:
    (left.data / "service.json").write_text('{"url":"http://127.0.0.1:9","pid":1}')
    assert run("agent", "list").code == 0


class _Impostor(BaseHTTPRequestHandler):
    """Took a port that a crash left: says that it is well, repeats an old proof, and notes what it is sent."""

    def do_GET(self) -> None:
        self.server.heard.append(dict(self.headers))  # type: ignore[attr-defined]
        self.send_response(200)
        self.send_header(PROOF, proof_of("not the secret", self.headers.get(CHALLENGE, "")))
        self.end_headers()
        self.wfile.write(b'{"status":"ok"}')

    do_POST = do_GET  # noqa: N815  the server looks for this name

    def log_message(self, *_: object) -> None:
        return None


def test_who_sits_on_the_port_of_a_crashed_engine_never_sees_the_token(
    left: House, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLACET_TOKEN", "plt_owner_secret")
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Impostor)
    server.heard = heard = []  # type: ignore[attr-defined]
    serving = threading.Thread(target=server.serve_forever)
    serving.start()
    try:
        url = f"http://127.0.0.1:{server.server_address[1]}"
        DataFolder(root=left.data).write_service(url, 1, "the secret of an earlier start")
        said = run("tasks")
        listed = run("agent", "list")
    finally:
        server.shutdown()
        server.server_close()
        serving.join()
    assert (said.code, "[not_running]" in said.err) == (1, True)
    assert (listed.code, "clerk" in listed.out) == (0, True), "it reads the folder itself"
    assert len(heard) == 2
    assert "plt_owner_secret" not in str(heard)


def test_each_proof_answers_its_own_challenge_only(net: Wire, house: House) -> None:
    challenges = ["a" * 32, "b" * 32]
    said = [net.owner.get("/health", headers={CHALLENGE: it}).headers[PROOF] for it in challenges]
    assert said == [proof_of(house.engine.service_secret, it) for it in challenges]
    assert len(set(said)) == 2
    for refused in ("a" * 31, "a" * 129, None):
        headers = {} if refused is None else {CHALLENGE: refused}
        assert PROOF not in net.owner.get("/health", headers=headers).headers


def test_an_engine_without_http_holds_the_folder(
    house: House, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLACET_DATA", str(house.data))
    said = run("agent", "list")
    assert (said.code, said.err.endswith("[data_folder_in_use]\n")) == (3, True)


def test_the_owners_token_goes_to_no_proxy(net: Wire, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    assert run("tasks").code == 0
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{net.owner.base_url}/health")
