"""What is kept of how a request was shown."""

from placet.rules.shown import MOST_PART_CHARS, MOST_PARTS, Shown, parts, read_shown, shown_text


def test_a_look_is_stored_and_read_back_as_it_was() -> None:
    shown = Shown(gesture="hold", for_ms=1500, opened=("/content",), folded=("/x",), edited=True)
    assert read_shown(shown_text(shown)) == {
        "gesture": "hold",
        "for_ms": 1500,
        "opened": ["/content"],
        "folded": ["/x"],
        "edited": True,
    }


def test_what_nobody_reported_stays_unsaid() -> None:
    assert shown_text(None) is None
    assert read_shown(None) is None


def test_parts_are_bounded_in_number_and_in_length() -> None:
    assert parts(["b", "a"]) == ("a", "b")
    assert len(parts(str(n) for n in range(MOST_PARTS + 5))) == MOST_PARTS
    assert parts(["x" * 1000]) == ("x" * MOST_PART_CHARS,)
