"""What assistive tools are told of a window, read in the process itself: the nodes that can be used and say nothing."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QWidget

ROLE = QAccessible.Role
USABLE = {
    ROLE.Button, ROLE.ButtonDropDown, ROLE.ButtonMenu, ROLE.CheckBox, ROLE.RadioButton, ROLE.ComboBox, ROLE.EditableText,
    ROLE.List, ROLE.ListItem, ROLE.Tree, ROLE.TreeItem, ROLE.Table, ROLE.PageTab, ROLE.PageTabList, ROLE.Slider,
    ROLE.SpinBox, ROLE.Link, ROLE.MenuItem, ROLE.ColumnHeader, ROLE.Dialog, ROLE.Chart, ROLE.Cell,
}  # fmt: skip
"""Roles of what is used or listened to. Containers, borders, fillers and icons beside their words are passed through."""
MOST_CHILDREN = 60
"""So many children of one node are looked at: the rows of a long table are all made in one way."""


def nodes(root: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    """Everything below a node that is in view, a parent before its children."""
    for number in range(min(root.childCount(), MOST_CHILDREN)):
        child = root.child(number)
        if child is None or not child.isValid() or child.state().invisible:
            continue
        yield child
        yield from nodes(child)


def nameless(window: QWidget) -> list[str]:
    """The nodes that can be used, or take the keyboard, and have no name; each by its role and its object's name."""
    root = QAccessible.queryAccessibleInterface(window)
    return sorted({described(node) for node in nodes(root) if is_nameless(node)})


def is_nameless(node: QAccessibleInterface) -> bool:
    """Whether somebody could get there and would hear nothing."""
    usable = node.role() in USABLE or bool(node.state().focusable)
    return (usable and not node.text(QAccessible.Text.Name).strip()) or node.role() is ROLE.NoRole


def described(node: QAccessibleInterface) -> str:
    """A node for the message of a failed test."""
    thing = node.object()
    return f"{node.role().name} {thing.objectName() or thing.metaObject().className() if thing else '?'}"
