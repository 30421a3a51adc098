"""The records of decisions can be named by their numbers."""

import re

from tests.architecture.tree import ROOT

RECORDS = sorted(path for path in (ROOT / "engine" / "decisions").glob("*.md") if path.name != "README.md")


def test_each_record_has_a_number_of_its_own_and_none_is_left_out() -> None:
    assert [path.name[:5] for path in RECORDS] == [f"{number:04}-" for number in range(1, len(RECORDS) + 1)]


def test_each_record_begins_with_its_number_and_what_was_decided() -> None:
    first = {path.name: path.read_text(encoding="utf-8").partition("\n")[0] for path in RECORDS}
    wrong = {
        name: line
        for name, line in first.items()
        if not (found := re.fullmatch(r"# (\d+)\. \S.*", line)) or int(found[1]) != int(name[:4])
    }
    assert wrong == {}
