"""What assistive tools are told about the windows of a screen, read over the accessibility bus.

The bus speaks AT-SPI: every widget is an object with a role, a name, states, an identifier and a box on the
screen. Nothing here acts on a widget; hands are real X events (`screen.py`).
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Final, Self

from jeepney import DBusAddress, DBusErrorResponse, MatchRule, Properties, new_method_call
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, Proxy, open_dbus_connection
from jeepney.wrappers import unwrap_msg

CALL_S: Final = 10
_ACCESSIBLE: Final = "org.a11y.atspi.Accessible"
_COMPONENT: Final = "org.a11y.atspi.Component"
_TEXT: Final = "org.a11y.atspi.Text"
_REGISTRY: Final = "org.a11y.atspi.Registry"
_EVENTS: Final = "org.a11y.atspi.Event.Object"
_ROOT: Final = "/org/a11y/atspi/accessible/root"
_NOBODY: Final = "/org/a11y/atspi/null"
_OF_THE_SCREEN: Final = 0
# Numbers of AtspiStateType.
_SENSITIVE: Final = 24
_SHOWING: Final = 25


@dataclass(frozen=True, kw_only=True)
class Box:
    """Where something is on the screen, in pixels."""

    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> tuple[int, int]:
        """Where a hand would aim."""
        return self.x + self.width // 2, self.y + self.height // 2


@dataclass(frozen=True, kw_only=True)
class Node:
    """One widget or item, as it was when it was looked at. `place` is its object on the bus."""

    place: tuple[str, str]
    id: str
    role: str
    name: str
    showing: bool
    enabled: bool


class AccessibleTree:
    """All that is in view on one bus. Usable as a context that ends the connection; for one thread.

    Programs come and go while they are asked: an object that is gone counts as not seen.
    """

    def __init__(self, address: str) -> None:
        self._bus: DBusConnection = open_dbus_connection(address, auth_timeout=CALL_S)
        self._changes: deque[Any] = deque(maxlen=1)
        self._said: deque[Any] = deque()
        self._await_registry()
        self._listen()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bus.close()

    def wait_for_change(self, at_most_s: float) -> None:
        """Wait until some program says that something of it changed, at most so long."""
        try:
            self._bus.recv_until_filtered(self._changes, timeout=at_most_s)
        except TimeoutError:
            return

    def nodes(self) -> Iterator[Node]:
        """Everything in view, a parent before its children."""
        for _, node in self._walk((_REGISTRY, _ROOT), -1):
            yield node

    def find(self, wanted: Callable[[Node], bool]) -> Node | None:
        """The first thing in view that is wanted."""
        return next((node for node in self.nodes() if wanted(node)), None)

    def find_id(self, identifier: str) -> Node | None:
        """The first thing in view with this accessible identifier."""
        return self.find(lambda node: node.id == identifier)

    def below(self, node: Node) -> list[Node]:
        """What is in view inside a node, in reading order."""
        return [inner for _, inner in self._walk(node.place, 0)]

    def box(self, node: Node) -> Box:
        """Where a node is now."""
        (x, y, width, height) = self._call(node.place, _COMPONENT, "GetExtents", "u", (_OF_THE_SCREEN,))[0]
        return Box(x=x, y=y, width=width, height=height)

    def text(self, node: Node) -> str:
        """All the text in a text field or view."""
        (text,) = self._call(node.place, _TEXT, "GetText", "ii", (0, -1))
        return str(text)

    def said(self) -> list[str]:
        """What programs asked to be read aloud so far, in its order."""
        self.wait_for_change(0)
        return [str(message.body[3][1]) for message in self._said]

    def outline(self) -> str:
        """Everything in view, a line each, for the message of a failed test."""
        lines = (
            f"{'  ' * depth}{node.role} {node.id!r} {node.name!r}{'' if node.enabled else ' (disabled)'}"
            for depth, node in self._walk((_REGISTRY, _ROOT), 0)
        )
        return "\n".join(lines)

    def _await_registry(self) -> None:
        bus = Proxy(message_bus, self._bus, timeout=CALL_S)
        came = MatchRule(type="signal", interface="org.freedesktop.DBus", member="NameOwnerChanged")
        came.add_arg_condition(0, _REGISTRY)
        bus.AddMatch(came)
        with self._bus.filter(came) as names:
            if not bus.NameHasOwner(_REGISTRY)[0]:
                self._bus.recv_until_filtered(names, timeout=CALL_S)

    def _listen(self) -> None:
        rule = MatchRule(type="signal", interface=_EVENTS)
        Proxy(message_bus, self._bus, timeout=CALL_S).AddMatch(rule)
        self._bus.filter(rule, queue=self._changes)
        self._bus.filter(MatchRule(type="signal", interface=_EVENTS, member="Announcement"), queue=self._said)
        registry = (_REGISTRY, "/org/a11y/atspi/registry")
        self._call(registry, _REGISTRY, "RegisterEvent", "sass", ("object:", [], ""))

    def _walk(self, place: tuple[str, str], depth: int) -> Iterator[tuple[int, Node]]:
        for inner in self._children(place):
            node = self._node(inner)
            if node is not None and node.showing:
                yield depth, node
                yield from self._walk(inner, depth + 1)

    def _children(self, place: tuple[str, str]) -> list[tuple[str, str]]:
        try:
            (children,) = self._call(place, _ACCESSIBLE, "GetChildren")
        except DBusErrorResponse:
            return []
        return [child for child in children if child[1] != _NOBODY]

    def _node(self, place: tuple[str, str]) -> Node | None:
        try:
            name = self._property(place, "Name")
            identifier = self._property(place, "AccessibleId")
            (role,) = self._call(place, _ACCESSIBLE, "GetRoleName")
            (states,) = self._call(place, _ACCESSIBLE, "GetState")
        except DBusErrorResponse:
            return None
        is_program = place[1] == _ROOT
        return Node(
            place=place,
            id=identifier,
            role=role,
            name=name,
            showing=is_program or _has(states, _SHOWING),
            enabled=is_program or _has(states, _SENSITIVE),
        )

    def _property(self, place: tuple[str, str], name: str) -> Any:
        # One by one, since Qt doesn't answer GetAll.
        asked = Properties(DBusAddress(place[1], place[0], _ACCESSIBLE)).get(name)
        ((_, value),) = unwrap_msg(self._bus.send_and_get_reply(asked, timeout=CALL_S))
        return value

    def _call(
        self,
        place: tuple[str, str],
        interface: str,
        method: str,
        signature: str = "",
        body: tuple[Any, ...] = (),
    ) -> tuple[Any, ...]:
        asked = new_method_call(DBusAddress(place[1], place[0], interface), method, signature or None, body)
        answer: tuple[Any, ...] = unwrap_msg(self._bus.send_and_get_reply(asked, timeout=CALL_S))
        return answer


def _has(states: list[int], number: int) -> bool:
    return bool(states[number // 32] >> (number % 32) & 1)
