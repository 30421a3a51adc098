"""The specification is a manifest: every id in it is proved by a test that can fail, and no test is left out.

Read from the source, not from a run, so that a test that does not import cannot drop out of sight.
"""

import ast
import functools
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.architecture.tree import ROOT, project_files, short

MANIFEST = ROOT / "tests" / "specs" / "manifest.toml"
AVOIDING = {"skip", "skipif", "xfail", "importorskip", "skipUnless", "skipIf", "SkipTest", "expectedFailure"}


@dataclass(frozen=True, kw_only=True)
class SpecTest:
    """A test as its source shows it: where it is, which ids it names, and whether it asserts anything."""

    place: str
    ids: tuple[str, ...]
    asserts: bool


def required_ids() -> set[str]:
    """The ids of the manifest, over all its specifications."""
    tables = tomllib.loads(MANIFEST.read_text(encoding="utf-8"))
    return {id_ for table in tables.values() for id_ in table}


def spec_calls(marks: list[ast.expr]) -> list[ast.Call]:
    """Those of some decorators that are `@pytest.mark.spec(...)`."""
    calls = [mark for mark in marks if isinstance(mark, ast.Call)]
    return [call for call in calls if ast.unparse(call.func) == "pytest.mark.spec"]


def ids_of(marks: list[ast.expr]) -> tuple[str, ...]:
    """The ids that spec marks name; one that is not a literal text cannot be read here and is an error."""
    named = [argument for mark in spec_calls(marks) for argument in mark.args]
    literals = [argument.value for argument in named if isinstance(argument, ast.Constant)]
    assert len(literals) == len(named), f"an id must be a literal: {[ast.unparse(each) for each in named]}"
    return tuple(str(each) for each in literals)


def is_assertion(node: ast.AST) -> bool:
    """An assert of something that could be otherwise, an expected error, or a call of an own assertion."""
    if isinstance(node, ast.Assert):
        return not isinstance(node.test, ast.Constant)
    if isinstance(node, ast.Call):
        called = ast.unparse(node.func).rpartition(".")
        return ast.unparse(node.func) == "pytest.raises" or called[2].startswith(("assert_", "expect_"))
    return False


def found_in(body: list[ast.stmt], place: str, outer: tuple[str, ...]) -> Iterator[SpecTest]:
    """The tests of a module or class, with the ids of what encloses them."""
    for node in body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            yield from found_in(node.body, f"{place}::{node.name}", outer + ids_of(node.decorator_list))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            ids = outer + ids_of(node.decorator_list)
            asserts = any(is_assertion(inner) for inner in ast.walk(node))
            yield SpecTest(place=f"{place}::{node.name}", ids=ids, asserts=asserts)


def module_marks(tree: ast.Module) -> list[ast.expr]:
    """What `pytestmark = ...` gives to all tests of a file."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark":
            return node.value.elts if isinstance(node.value, ast.List | ast.Tuple) else [node.value]
    return []


def read_tests(source: str, place: str) -> list[SpecTest]:
    """The tests of one file."""
    tree = ast.parse(source)
    return list(found_in(tree.body, place, ids_of(module_marks(tree))))


def avoidances(source: str) -> list[str]:
    """Every use of a way to not run a test or to not mind its failure, with its line."""
    return [
        f"{node.lineno}: {ast.unparse(node)}"
        for node in ast.walk(ast.parse(source))
        if (isinstance(node, ast.Attribute) and node.attr in AVOIDING and is_of_a_runner(node.value))
        or (isinstance(node, ast.ImportFrom) and is_of_a_runner_import(node))
    ]


def is_of_a_runner(value: ast.expr) -> bool:
    return ast.unparse(value) in {"pytest", "pytest.mark", "mark", "unittest"}


def is_of_a_runner_import(node: ast.ImportFrom) -> bool:
    return node.module in {"pytest", "unittest"} and any(alias.name in AVOIDING for alias in node.names)


def python_files() -> Iterator[Path]:
    """Every Python file below tests/, the ones without tests too."""
    return project_files(".py", under=("tests",))


@functools.cache
def all_tests() -> tuple[SpecTest, ...]:
    files = list(python_files())
    return tuple(test for path in files for test in read_tests(path.read_text(encoding="utf-8"), short(path)))


def test_every_id_of_the_manifest_is_proved_by_a_test() -> None:
    named = {id_ for test in all_tests() for id_ in test.ids}
    assert sorted(required_ids() - named) == []


def test_every_departure_is_of_a_case_and_says_why() -> None:
    tables = tomllib.loads(MANIFEST.read_text(encoding="utf-8"))
    for departures, cases in (("departures", "tool-tasks"), ("workflow-departures", "workflows")):
        assert tables[departures].keys() <= tables[cases].keys()
        assert all(len(why.split()) > 5 for why in tables[departures].values())


def test_no_test_names_an_id_that_the_manifest_lacks() -> None:
    known = required_ids()
    strangers = [(test.place, id_) for test in all_tests() for id_ in test.ids if id_ not in known]
    assert strangers == []


def test_no_test_of_the_specification_is_without_an_assertion() -> None:
    assert [test.place for test in all_tests() if test.ids and not test.asserts] == []


def test_no_test_is_skipped_or_expected_to_fail() -> None:
    files = list(python_files())
    assert [
        (short(path), each) for path in files for each in avoidances(path.read_text(encoding="utf-8"))
    ] == []


def test_ids_are_read_from_functions_classes_and_whole_files() -> None:
    source = """
pytestmark = [pytest.mark.spec("1")]

@pytest.mark.spec("2", "3")
def test_plain(): assert answer()

@pytest.mark.spec("4")
class TestRoom:
    @pytest.mark.spec("5")
    async def test_inside(self): pass
"""
    assert read_tests(source, "file") == [
        SpecTest(place="file::test_plain", ids=("1", "2", "3"), asserts=True),
        SpecTest(place="file::TestRoom::test_inside", ids=("1", "4", "5"), asserts=False),
    ]


def test_an_assertion_that_cannot_fail_does_not_count() -> None:
    def counts(body: str) -> bool:
        return read_tests(f"def test_it():\n    {body}\n", "file")[0].asserts

    assert [counts("assert True"), counts("print('assert')"), counts("work()")] == [False, False, False]
    assert [counts("assert x"), counts("expect_row(x)"), counts("with pytest.raises(E): work()")] == [
        True
    ] * 3


def test_ways_to_avoid_a_test_are_found() -> None:
    source = (
        "\n".join(f"@pytest.mark.{way}\ndef test_{way}(): pass" for way in ("skip", "xfail"))
        + "\npytest.skip()"
    )
    assert len(avoidances(source)) == 3
    assert avoidances("reader.skip(3)") == []
