"""The two tables of a declaration that are about code: what it may ask for, and what one run of it may take.

Source: interfaces 3, spec/tool-tasks 2.2 and 4.7.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from placet.rules.tables import Table

MAX_METHODS: Final = 100
MAX_METHOD_CHARS: Final = 64
LONGEST_RUN_MS: Final = 300_000
MOST_HEAP_MB: Final = 512
MOST_OUTPUT_BYTES: Final = 16 * 1024 * 1024


@dataclass(frozen=True, kw_only=True)
class CodeExecution:
    """What code may ask its host for. `restricted_methods` are for authorized code alone; `task_resolve` False: for none."""

    task_resolve: bool = True
    restricted_methods: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class CodeLimits:
    """What one run of code may take: ms of the wall clock while no person decides, MB of heap, bytes of its result."""

    execution_timeout_ms: int = 60_000
    heap_mb: int = 64
    output_bytes: int = 1_000_000


def read_code_execution(top: Table) -> CodeExecution:
    """The table `code_execution` of a declaration, or its defaults."""
    table = top.table("code_execution")
    if table is None:
        return CodeExecution()
    methods = table.items("restricted_methods")
    if len(methods) > MAX_METHODS or not all(_is_method(method) for method in methods):
        raise table.bad("restricted_methods", f"must be a list of at most {MAX_METHODS} names of methods")
    execution = CodeExecution(
        task_resolve=table.flag("task_resolve", True), restricted_methods=tuple(dict.fromkeys(methods))
    )
    table.done()
    return execution


def _is_method(name: Any) -> bool:
    return isinstance(name, str) and 0 < len(name) <= MAX_METHOD_CHARS


def read_limits(top: Table) -> CodeLimits:
    """The table `limits` of a declaration, or its defaults."""
    table = top.table("limits")
    if table is None:
        return CodeLimits()
    plain = CodeLimits()
    limits = CodeLimits(
        execution_timeout_ms=table.whole("execution_timeout_ms", 100, LONGEST_RUN_MS)
        or plain.execution_timeout_ms,
        heap_mb=table.whole("heap_mb", 16, MOST_HEAP_MB) or plain.heap_mb,
        output_bytes=table.whole("output_bytes", 1024, MOST_OUTPUT_BYTES) or plain.output_bytes,
    )
    table.done()
    return limits


def code_execution_mapping(execution: CodeExecution) -> dict[str, Any] | None:
    """The table as JSON values; None when it says nothing but the defaults."""
    if execution == CodeExecution():
        return None
    return {"task_resolve": execution.task_resolve, "restricted_methods": list(execution.restricted_methods)}


def limits_mapping(limits: CodeLimits) -> dict[str, Any] | None:
    """The table as JSON values; None when it says nothing but the defaults."""
    return None if limits == CodeLimits() else dict(limits.__dict__)
