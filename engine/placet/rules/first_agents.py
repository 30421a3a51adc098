"""Declarations for somebody who has no agent yet: small ones, which one can talk to at once."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

__all__ = [
    "ASSISTANT",
    "ASSISTANT_GOAL",
    "DEMO",
    "DEMO_FILE",
    "DEMO_GOAL",
    "assistant",
    "demo",
    "free_name",
]

DEMO: Final = "clerk"
DEMO_FILE: Final = "hello.txt"
"""The one file that the demo's agent may ask to write."""
DEMO_GOAL: Final = f"Write a greeting to the owner into {DEMO_FILE}"
ASSISTANT: Final = "assistant"
ASSISTANT_GOAL: Final = "Write what you can do for me into hello.txt"


def demo(name: str, folder: str) -> dict[str, Any]:
    """An agent of the embedded model, which is too small to choose among open tools: it is led to one call (P7)."""
    return {
        "name": name,
        "folder": folder,
        "model": {"backend": "embedded"},
        "policy": {"required_tool_first": True},
        "tools": [{"name": "fs_write", "restricted": True, "only": {"path": [DEMO_FILE]}}],
    }


def assistant(name: str, folder: str, backend: str, model: str) -> dict[str, Any]:
    """An agent of a model server: it reads its own folder freely, and asks before it writes there."""
    return {
        "name": name,
        "folder": folder,
        "model": {"backend": backend, "name": model},
        "tools": [
            {"name": "fs_list", "restricted": False},
            {"name": "fs_read", "restricted": False},
            {"name": "fs_write", "restricted": True},
        ],
    }


def free_name(wanted: str, taken: Collection[str]) -> str:
    """The name that is wanted, with a number behind it where others have it already."""
    name, number = wanted, 2
    while name in taken:
        name, number = f"{wanted}-{number}", number + 1
    return name
