"""A unified difference, told apart line by line."""

from placet.rules.sheets import SheetLine, Tone, read_diff


def read(diff: str) -> list[tuple[str, int | None, int | None]]:
    return [(it.tone.value, it.old, it.new) for it in read_diff(diff.split("\n"))]


def test_lines_have_their_numbers_in_both_files() -> None:
    assert read("--- a/x\n+++ b/x\n@@ -3,2 +3,3 @@\n a\n-b\n+c\n+d") == [
        ("head", None, None),
        ("head", None, None),
        ("hunk", None, None),
        ("same", 3, 3),
        ("gone", 4, None),
        ("new", None, 4),
        ("new", None, 5),
    ]


def test_a_removed_line_of_dashes_is_no_head_and_an_added_hunks_head_is_none() -> None:
    told = read("--- a/x\n+++ b/x\n@@ -1 +1 @@\n--- b/x\n+@@ -9 +9 @@")
    assert told[3:] == [("gone", 1, None), ("new", None, 1)]


def test_a_missing_last_break_is_a_remark_inside_a_hunk_and_after_it() -> None:
    told = read("@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file")
    assert [tone for tone, *_ in told] == ["hunk", "gone", "note", "new", "note"]


def test_behind_what_was_left_out_lines_have_no_numbers_until_a_hunk_says_where_it_stands() -> None:
    told = read("@@ -1,9 +1,9 @@\n a\n⟨7 lines of the difference are not shown⟩\n-b\n@@ -20 +20 @@\n-c\n+d")
    assert told == [
        ("hunk", None, None),
        ("same", 1, 1),
        ("note", None, None),
        ("gone", None, None),
        ("hunk", None, None),
        ("gone", 20, None),
        ("new", None, 20),
    ]


def test_a_remark_about_what_was_left_out_is_in_our_words_alone() -> None:
    (line,) = read_diff(["⟨7 lines of the difference are not shown⟩"])
    assert line == SheetLine(text="7 lines of the difference are not shown", tone=Tone.NOTE)
