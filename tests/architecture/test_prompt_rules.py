"""The rules of the decision screen are a manifest: each has its sentence, and tests that can fail."""

import tomllib
from typing import Any

from tests.architecture.test_manifest import all_tests
from tests.architecture.tree import ROOT

RULES = 17


def rows() -> dict[str, dict[str, Any]]:
    return tomllib.loads((ROOT / "tests" / "specs" / "prompt-rules.toml").read_text(encoding="utf-8"))


def test_every_rule_is_there_with_its_sentence() -> None:
    assert list(rows()) == [str(number) for number in range(1, RULES + 1)]
    for row in rows().values():
        assert row.keys() == {"rule", "tests"}
        assert len(row["rule"].split()) > 5


def test_every_rule_names_tests_that_exist_and_assert_something() -> None:
    known = {test.place for test in all_tests() if test.asserts}
    named = {id_: row["tests"] for id_, row in rows().items()}
    assert [id_ for id_, tests in named.items() if not tests or len(set(tests)) != len(tests)] == []
    assert [(id_, it) for id_, tests in named.items() for it in tests if it not in known] == []
