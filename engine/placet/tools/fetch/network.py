"""Which network addresses may be reached, by their numbers (DECISIONS T25)."""

from __future__ import annotations

import enum
import ipaddress

from placet.rules.errors import ToolFailed
from placet.rules.web import WebAddress
from placet.tools.quoting import quoted

_NEVER_4 = tuple(map(ipaddress.IPv4Network, ("0.0.0.0/8", "192.88.99.0/24", "224.0.0.0/4", "240.0.0.0/4")))
# Each is a second spelling of something else, or of nobody: unspecified and IPv4-compatible, mapped, translated (two),
# Teredo, 6to4, site-local.
_NEVER_6 = tuple(
    map(
        ipaddress.IPv6Network,
        ["::/96", "::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "2001::/32", "2002::/16", "fec0::/10"],
    )
)
_PUBLIC_6 = ipaddress.IPv6Network("2000::/3")


class Kind(enum.Enum):
    """What a number stands for."""

    PUBLIC = "public"
    PRIVATE = "private"  # this machine, this network: only by an owner's exception
    NEVER = "never"


def kind_of(number: str) -> Kind:
    """Sort an IP address. What can't be read is never reached."""
    try:
        address = ipaddress.ip_address(number)
    except ValueError:
        return Kind.NEVER
    if isinstance(address, ipaddress.IPv4Address):
        if any(address in network for network in _NEVER_4):
            return Kind.NEVER
        return Kind.PUBLIC if address.is_global else Kind.PRIVATE
    if address.is_loopback:
        return Kind.PRIVATE
    # A scope names an interface of this machine, which no web address may choose.
    if (
        address.scope_id is not None
        or address.is_multicast
        or any(address in network for network in _NEVER_6)
    ):
        return Kind.NEVER
    return Kind.PUBLIC if address.is_global and address in _PUBLIC_6 else Kind.PRIVATE


def check_reach(
    address: WebAddress, number: str, *, private_hosts: tuple[str, ...], own_ports: frozenset[int]
) -> None:
    """Check one number that a web address leads to.

    `own_ports` are those on which this engine and its models listen: no exception reaches them.

    Raises:
        ToolFailed: `address_refused`.
    """
    kind = kind_of(number)
    if kind is Kind.PUBLIC:
        return
    if kind is Kind.PRIVATE and address.port in own_ports:
        raise _refused(address, "leads to Placet itself or to its model, which no tool reaches")
    if kind is Kind.NEVER or not address.is_excepted(private_hosts):
        raise _refused(address, "leads into this machine or its own network, or to no host at all")


def _refused(address: WebAddress, why: str) -> ToolFailed:
    return ToolFailed(f"The host {quoted(address.host)} {why}.", code="address_refused")
