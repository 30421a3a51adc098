"""Event streams, cut in any place."""

import itertools
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from placet.backends.event_lines import EventLines


def taken(*chunks: bytes) -> list[str]:
    lines = EventLines()
    return [data for chunk in chunks for data in lines.take(chunk)]


@pytest.mark.parametrize(
    ("raw", "data"),
    [
        (b"data: a\n\ndata:b\n\n", ["a", "b"]),
        (b"data: a\r\n\r\ndata: b\r\rdata: c\n\n", ["a", "b", "c"]),
        (b"data: a\ndata: b\n\n", ["a\nb"]),
        (b": ping\n\ndata: a\n\n", ["a"]),
        (b"event: x\nid: 1\nretry: 5\ndata: a\n\n", ["a"]),
        (b"id: 1\n\ndata\n\ndata: \n\n", []),
        (b"data:  a \n\n", [" a "]),
        (b"data: a", []),
        (b"data: a\n", []),
        ("data: \u2028é\x85\x0b\n\n".encode(), ["\u2028é\x85\x0b"]),
        (b"data: \xff\n\n", ["\ufffd"]),
    ],
)
def test_each_event_gives_its_data_and_nothing_else_does(raw: bytes, data: list[str]) -> None:
    assert taken(raw) == data


def test_a_line_that_never_ends_costs_no_more_the_longer_it_gets() -> None:
    lines, begun_s = EventLines(), time.process_time()
    for _ in range(64 * 1024):
        assert lines.take(b"x" * 16) == []
    # Gone over once, it takes a twentieth of a second; once with every piece, a quarter of a minute.
    assert time.process_time() - begun_s < 3


LINES = st.lists(
    st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), min_size=1), min_size=1
)


@given(LINES, st.sampled_from(["\n", "\r\n", "\r"]), st.data())
def test_where_it_is_cut_makes_no_difference(texts: list[str], newline: str, data: st.DataObject) -> None:
    raw = "".join(f"data: {text}{newline}{newline}" for text in texts).encode() + b": the end\n"
    places = sorted(data.draw(st.lists(st.integers(0, len(raw)), max_size=5)))
    edges = [0, *places, len(raw)]
    assert taken(*(raw[a:b] for a, b in itertools.pairwise(edges))) == texts
