"""The reports that were tried are a manifest too: each has its verdict, and each verdict a test that can fail."""

import tomllib
from collections import Counter
from typing import Any

from tests.architecture.test_manifest import all_tests
from tests.architecture.tree import ROOT

REPORTS = {
    "a": "002 003 004 005 007 008 009 010 011 012 013 014 015 016 017 018 020 023 024 025 026 028 029 030 031 032 "
    "033 034 035 036 037 038 039 040 041 042 043 044 045",
    "b": "046 048 049 050 051 054 055 057 058 059 060 061 062 063 064 065 066 068 069 070 071 072 073 074 075 076",
    "c": "078 079 080 081 083 084 085 086 087 088 089 090 092 093 094 095 096",
    "d": "097 098 099 100 101 102 104 105 106 107 108 109 110 111 112 113 114 115 116",
    "e": "118 119 120 122 123 124 125 126 127 128 129 130 131 132 133 134 135",
    "g": "145 146 147 148 149 150 151 153 154 156 157 158 159 160",
}
"""The open reports of each group. Numbers have gaps on purpose."""
RESULTS = {"held", "mended", "not_applicable"}


def rows() -> dict[str, dict[str, Any]]:
    return tomllib.loads((ROOT / "tests" / "specs" / "bugs.toml").read_text(encoding="utf-8"))


def test_every_report_is_there_in_its_group() -> None:
    found = {id_: row["group"] for id_, row in rows().items()}
    assert found == {f"B{number}": group for group, all_ in REPORTS.items() for number in all_.split()}


def test_every_row_says_what_was_tried_and_what_became_of_it() -> None:
    for id_, row in rows().items():
        assert row.keys() <= {"group", "tried", "result", "reason", "tests"}, id_
        assert row["result"] in RESULTS, id_
        assert len(row["tried"].split()) > 3, id_
        applies = row["result"] != "not_applicable"
        assert bool(row.get("tests")) is applies, id_
        assert (len(row.get("reason", "").split()) > 5) is not applies, id_


def test_every_test_that_a_row_names_exists_and_asserts_something() -> None:
    known = {test.place for test in all_tests() if test.asserts}
    named = [(id_, test) for id_, row in rows().items() for test in row.get("tests", ())]
    assert [it for it in named if it[1] not in known] == []
    assert [it for it, count in Counter(named).items() if count > 1] == []
