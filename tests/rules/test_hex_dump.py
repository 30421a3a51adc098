"""Bytes by their numbers: every one of them, in its place, and nothing that isn't plain ASCII."""

from hypothesis import given
from hypothesis import strategies as st

from placet.rules.hex_dump import LINE_BYTES, halved, hex_lines


def test_a_line_tells_the_place_the_numbers_and_the_letters() -> None:
    assert hex_lines(b"Hello, \x00\x1b[2J w\xc3\xb6", 0x20) == (
        "00000020  48 65 6c 6c 6f 2c 20 00  1b 5b 32 4a 20 77 c3 b6  Hello, ..[2J w..",
    )


def test_a_short_line_keeps_its_letters_below_those_above() -> None:
    first, second = hex_lines(b"abcdefghijklmnopq")
    assert second == "00000010  71" + " " * 48 + "q"
    assert first.index("abc") == second.index("q")


def test_stars_stand_for_what_is_masked_also_where_it_crosses_a_page() -> None:
    assert hex_lines(b"abcd", 0x10, [range(0x0E, 0x11), range(0x13, 0x20), range(4)]) == (
        "00000010  ** 62 63 **" + " " * 39 + "*bc*",
    )


@given(st.binary(min_size=1, max_size=LINE_BYTES))
def test_half_a_line_holds_the_bytes_of_its_half(data: bytes) -> None:
    (line,) = hex_lines(data, 0x30)
    halves = halved(line)
    assert halves[0].startswith("00000030  ")
    assert [it[:8] for it in halves[1:]] == (["00000038"] if len(data) > 8 else [])
    assert b"".join(bytes.fromhex(it[10:33]) for it in halves) == data
    assert "".join(it[35:] for it in halves) == line[60:]


@given(st.binary(max_size=70))
def test_the_numbers_are_the_bytes(data: bytes) -> None:
    lines = hex_lines(data)
    assert all(line.isascii() and line.isprintable() for line in lines)
    assert b"".join(bytes.fromhex(line[10:58]) for line in lines) == data
    assert len(lines) == -(-len(data) // LINE_BYTES)
