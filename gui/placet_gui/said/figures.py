"""What `placet bench` calls its figures, and their units."""

from __future__ import annotations

from typing import Final

from placet_gui.words import noop

FIGURES: Final = (
    noop("engine", "idle CPU of placet serve"),
    noop("engine", "idle wake-ups of placet serve"),
    noop("engine", "durable creation, {w0} callers"),
    noop("engine", "durable creation, {w0} callers, to bare rows"),
    noop("engine", "whole life with facts, {w0} callers"),
    noop("engine", "whole life with facts, {w0} callers, to bare rows"),
    noop("engine", "one caller, p50 of a commit"),
    noop("engine", "one caller, to a bare writer thread"),
    noop("engine", "flushes for each transition, {w0} callers"),
    noop("engine", "gate that needs no person, over HTTP at {w0} req/s, p50"),
    noop("engine", "gate that needs no person, over HTTP at {w0} req/s, p99"),
    noop("engine", "decision to agent unblocked, p99"),
    noop("engine", "HTTP at saturation, {w0} connections, p99"),
    noop("engine", "newest page, {w0} rows"),
    noop("engine", "page in the middle, {w0} rows"),
    noop("engine", "status filter, {w0} rows"),
    noop("engine", "all counts, {w0} rows"),
    noop("engine", "search newest 100, a frequent word, {w0} rows"),
    noop("engine", "search newest 100, a rare word, {w0} rows"),
    noop("engine", "warm lambda call, p50"),
    noop("engine", "warm lambda call that calls once, p50"),
    noop("engine", "first lambda call, p50"),
    noop("engine", "generation stream, p99"),
    noop("engine", "{w0} streams at {w1} tokens/s, p99"),
    noop("engine", "{w0} streams at {w1} tokens/s, share of a core"),
    noop("engine", "a long response read again"),
    noop("engine", "a workflow's verdict"),
    noop("engine", "folding a workflow's operations"),
    noop("engine", "the page of a long workflow"),
    noop("engine", "backup"),
    noop("engine", "restore where nothing is"),
    noop("engine", "% of a core"),
    noop("engine", "tasks/s"),
    noop("engine", "lives/s"),
    noop("engine", "cores"),
    noop("engine", "flushes"),
)
