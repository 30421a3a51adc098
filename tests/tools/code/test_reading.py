"""Reading a file of code, once."""

import hashlib
from pathlib import Path

import pytest

from placet.rules.errors import ToolFailed
from placet.tools.code.reading import CODE_LIMIT_BYTES, read_code


def test_bytes_text_and_digest_belong_together(tmp_path: Path) -> None:
    data = "export const main = () => 'é';\r\n".encode()
    (tmp_path / "a.ts").write_bytes(data)
    file = read_code(str(tmp_path), "a.ts")
    assert (file.data, file.text.encode(), file.sha256) == (data, data, hashlib.sha256(data).hexdigest())
    assert "main" not in repr(file)


@pytest.mark.parametrize(
    ("data", "code"),
    [(None, "not_found"), (b"\xff", "not_text"), (b"x" * (CODE_LIMIT_BYTES + 1), "too_large")],
)
def test_what_can_not_be_run_is_said_by_its_code(tmp_path: Path, data: bytes | None, code: str) -> None:
    if data is not None:
        (tmp_path / "a.ts").write_bytes(data)
    with pytest.raises(ToolFailed) as caught:
        read_code(str(tmp_path), "a.ts")
    assert caught.value.code == code


def test_no_link_leads_to_code(tmp_path: Path) -> None:
    (tmp_path / "real.ts").write_text("1")
    (tmp_path / "a.ts").symlink_to("real.ts")
    with pytest.raises(ToolFailed):
        read_code(str(tmp_path), "a.ts")
