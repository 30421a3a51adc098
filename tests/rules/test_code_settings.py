from __future__ import annotations

from typing import Any

import pytest

from placet.rules import declarations
from placet.rules.code_settings import CodeExecution, CodeLimits
from placet.rules.declarations import Declaration
from placet.rules.errors import BadDeclaration


def declared(**more: Any) -> Declaration:
    mapping = {"name": "clerk", "folder": "/srv/clerk", **more}
    return declarations.parse(mapping, restricted_by_default=lambda _: True)


def test_without_the_tables_the_defaults_hold_and_none_is_written() -> None:
    plain = declared()
    assert (plain.code_execution, plain.limits) == (CodeExecution(), CodeLimits())
    assert declared(code_execution={}, limits={}) == plain
    assert {"code_execution", "limits"}.isdisjoint(declarations.as_mapping(plain))


def test_both_tables_are_read_and_written_back_whole() -> None:
    found = declared(
        code_execution={
            "task_resolve": False,
            "restricted_methods": ["sys_lambda", "task_resolve", "sys_lambda"],
        },
        limits={"execution_timeout_ms": 5000, "heap_mb": 32, "output_bytes": 2048},
    )
    assert found.code_execution == CodeExecution(
        task_resolve=False, restricted_methods=("sys_lambda", "task_resolve")
    )
    assert found.limits == CodeLimits(execution_timeout_ms=5000, heap_mb=32, output_bytes=2048)
    assert declared(**declarations.as_mapping(found)) == found


@pytest.mark.parametrize(
    ("section", "table", "pointer"),
    [
        ("code_execution", {"task_resolve": "yes"}, "/code_execution/task_resolve"),
        ("code_execution", {"restricted_methods": [""]}, "/code_execution/restricted_methods"),
        ("code_execution", {"restricted_methods": [1]}, "/code_execution/restricted_methods"),
        ("code_execution", {"restricted_methods": ["m"] * 101}, "/code_execution/restricted_methods"),
        ("code_execution", {"methods": []}, "/code_execution/methods"),
        ("limits", {"execution_timeout_ms": 99}, "/limits/execution_timeout_ms"),
        ("limits", {"execution_timeout_ms": 300_001}, "/limits/execution_timeout_ms"),
        ("limits", {"heap_mb": 8}, "/limits/heap_mb"),
        ("limits", {"output_bytes": True}, "/limits/output_bytes"),
        ("limits", {"time": 1}, "/limits/time"),
    ],
)
def test_what_does_not_fit_is_refused_by_its_place(section: str, table: dict[str, Any], pointer: str) -> None:
    with pytest.raises(BadDeclaration) as caught:
        declared(**{section: table})
    assert caught.value.pointer == pointer
