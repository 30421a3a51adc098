"""Authorized files: exactly these bytes in this place, by the owner's word, and gone with any other byte."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from placet.api import DigestMismatch, DigestRequired, NotFound, PlacetError
from placet.api.commands import AuthorizeFile
from placet.api.queries import GetFileSource, ListFiles
from placet.api.views import FileRow, FileSourceRow
from tests.flows.coding import sha256_of
from tests.flows.house import OVER_HTTP, WINDOW, House
from tests.flows.wire import wire

ASK = "export async function main() { return await adf.fs_write({ path: 'out.txt', content: 'x' }); }\n"
TOOLS = [
    {"name": "sys_lambda"},
    {"name": "sys_code"},
    {"name": "fs_write", "restricted": True},
    {"name": "fs_edit", "restricted": False},
    {"name": "fs_delete", "restricted": False},
    {"name": "db_query"},
]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as house:
        house.declare(tools=TOOLS)
        place(house, "lib/ask.ts", ASK)
        yield house


def place(house: House, path: str, text: str) -> None:
    """Put a file there as an editor would, past Placet."""
    target = house.folder() / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text)


def authorize(house: House, path: str, by: Any = WINDOW, **more: Any) -> FileRow:
    given = {"sha256": sha256_of((house.folder() / path).read_text()), **more}
    row: FileRow = house.submit(AuthorizeFile(agent="clerk", path=path, **given), by)
    return row


def listed(house: House) -> dict[str, tuple[str | None, bool]]:
    listing = house.engine.query(ListFiles(agent="clerk"))
    assert not listing.truncated
    return {row.path: (row.sha256, row.authorized) for row in listing.files}


def source(house: House, path: str) -> FileSourceRow:
    row: FileSourceRow = house.engine.query(GetFileSource(agent="clerk", path=path))
    return row


def test_the_owner_authorizes_the_bytes_that_were_shown(house: House) -> None:
    assert listed(house) == {"lib/ask.ts": (sha256_of(ASK), False)}
    row = authorize(house, "lib/ask.ts")
    assert (row.authorized, row.sha256) == (True, sha256_of(ASK))
    assert listed(house) == {"lib/ask.ts": (sha256_of(ASK), True)}
    house.restart()
    assert listed(house) == {"lib/ask.ts": (sha256_of(ASK), True)}


def test_what_was_shown_is_what_is_authorized_or_nothing(house: House) -> None:
    shown = source(house, "lib/ask.ts").row.sha256
    place(house, "lib/ask.ts", ASK + "// and more\n")
    with pytest.raises(DigestMismatch):
        authorize(house, "lib/ask.ts", sha256=shown)
    with pytest.raises(DigestRequired):
        authorize(house, "lib/ask.ts", sha256=None)
    assert authorize(house, "lib/ask.ts", OVER_HTTP, sha256=None).authorized
    with pytest.raises(NotFound):
        house.submit(AuthorizeFile(agent="clerk", path="lib/gone.ts"), OVER_HTTP)


@pytest.mark.parametrize(
    ("path", "content"), [("a.txt", b"x"), ("a.ts", b"\xff\xfe"), ("a.ts", b"x" * (1024 * 1024 + 1))]
)
def test_what_is_no_code_is_not_authorized(house: House, path: str, content: bytes) -> None:
    (house.folder() / path).write_bytes(content)
    with pytest.raises(PlacetError):
        house.submit(AuthorizeFile(agent="clerk", path=path), OVER_HTTP)
    assert not any(it[1] for it in listed(house).values())


@pytest.mark.parametrize(
    "path", ["../other.ts", "/etc/passwd.ts", "lib/../lib/ask.ts", "./lib/ask.ts", "lib/link.ts"]
)
def test_only_the_one_spelling_of_a_file_of_the_folder_is_taken(house: House, path: str) -> None:
    (house.folder() / "lib" / "link.ts").symlink_to("ask.ts")
    with pytest.raises(PlacetError):
        house.submit(AuthorizeFile(agent="clerk", path=path), OVER_HTTP)
    assert house.events("file.authorized") == []


def test_an_editor_s_byte_ends_it_and_the_same_bytes_again_have_it(house: House) -> None:
    authorize(house, "lib/ask.ts")
    place(house, "lib/ask.ts", ASK.replace("x", "y"))
    assert not listed(house)["lib/ask.ts"][1]
    place(house, "lib/ask.ts", ASK)
    assert listed(house)["lib/ask.ts"][1]


def test_a_write_through_placet_ends_it_for_good(house: House) -> None:
    authorize(house, "lib/ask.ts")
    for content in (ASK + " ", ASK):
        ticket = house.call("fs_write", {"path": "lib/ask.ts", "content": content, "_async": True})
        house.approve(ticket.task_id)
        house.ended(ticket.task_id)
        assert not listed(house)["lib/ask.ts"][1]
    (gone,) = house.events("file.deauthorized")
    assert gone.payload == {"path": "lib/ask.ts", "sha256": sha256_of(ASK)}
    sql = "SELECT path, authorized FROM adf_files"
    answer = house.end_of(house.call("db_query", {"sql": sql}))
    assert answer.result["rows"] == [{"path": "lib/ask.ts", "authorized": 0}]


@pytest.mark.parametrize("way", ["edit", "delete"])
def test_every_tool_that_writes_ends_it(house: House, way: str) -> None:
    authorize(house, "lib/ask.ts")
    args = {
        "edit": {"path": "lib/ask.ts", "old_text": "'x'", "new_text": "'y'"},
        "delete": {"path": "lib/ask.ts"},
    }
    house.end_of(house.call(f"fs_{way}", args[way]))
    place(house, "lib/ask.ts", ASK)
    assert not listed(house)["lib/ask.ts"][1]


def test_the_owner_takes_it_back(house: House) -> None:
    authorize(house, "lib/ask.ts")
    row = house.submit(AuthorizeFile(agent="clerk", path="lib/ask.ts", authorized=False))
    assert not row.authorized
    assert not listed(house)["lib/ask.ts"][1]
    (gone,) = house.events("file.deauthorized")
    assert (gone.payload["by"], gone.payload["via"]) == ("owner", "window")


def test_the_change_since_it_was_authorized_last_is_shown(house: House) -> None:
    assert source(house, "lib/ask.ts").shown_diff is None
    authorize(house, "lib/ask.ts")
    assert source(house, "lib/ask.ts").shown_diff is None
    place(house, "lib/ask.ts", ASK.replace("'x'", "'y'"))
    shown = source(house, "lib/ask.ts")
    assert shown.shown_diff is not None
    assert (
        "-export async function main() { return await adf.fs_write({ path: 'out.txt', content: 'x' }); }"
        in shown.shown_diff
    )
    assert (shown.row.last_authorized, shown.row.authorized) == (sha256_of(ASK), False)


def test_hidden_text_of_a_source_is_named_and_shown_as_marks(house: House) -> None:
    place(house, "lib/ask.ts", "// \u202eplain\nexport const main = () => 1;\n")
    shown = source(house, "lib/ask.ts")
    assert "\u202e" not in shown.shown_text
    assert "U+202E" in shown.shown_text
    assert shown.findings != ()


def test_over_http_it_is_the_owner_s_alone_with_409_for_other_bytes(house: House) -> None:
    with wire(house) as http:
        assert http.owner.get("/agents/clerk/files").json() == {
            "files": [
                {"path": "lib/ask.ts", "size": len(ASK), "sha256": sha256_of(ASK), "authorized": False}
            ],
            "truncated": False,
        }
        route, body = "/agents/clerk/files/authorize", {"path": "lib/ask.ts", "authorized": True}
        assert http.agent.post(route, json=body).status_code == 403
        assert http.agent.get("/agents/clerk/files").status_code == 403
        wrong = http.owner.post(route, json={**body, "sha256": "0" * 64})
        assert (wrong.status_code, wrong.json()["code"]) == (409, "digest_mismatch")
        for bad in (
            {"path": "lib/ask.ts"},
            {"authorized": True},
            {**body, "authorized": "yes"},
            {**body, "x": 1},
        ):
            assert http.owner.post(route, json=bad).status_code == 400
        assert http.owner.post(route, json={**body, "path": "gone.ts"}).status_code == 404
        assert not listed(house)["lib/ask.ts"][1]
        right = http.owner.post(route, json={**body, "sha256": sha256_of(ASK)})
        assert (right.status_code, right.json()["authorized"]) == (200, True)
        back = http.owner.post(route, json={**body, "authorized": False})
        assert (back.status_code, back.json()["authorized"]) == (200, False)
