"""Each tool's requests as people know such things; what has no place in a layout is listed in it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from placet.rules.diffs import unified
from placet.rules.layouts import MOST_LISTED, MOST_SQL_CHARS, claims, sheet
from placet.rules.sheet_texts import MOST_CHARS
from placet.rules.sheets import Sheet, SheetKind, Tone


def lines(made: Sheet | None) -> list[tuple[str, str]]:
    assert made is not None
    return [(it.label, it.text) for it in made.lines]


def test_a_command_stands_with_its_parts() -> None:
    made = sheet("shell", {"command": "cd src && make |\n tee log"})
    assert made is not None
    assert (made.kind, made.whole) == (SheetKind.COMMAND, ("/command",))
    assert lines(made) == [
        ("$", "cd src && make |"),
        ("", " tee log"),
        ("", ""),
        ("Part 1", "cd src"),
        ("Part 2", "make"),
        ("Part 3", "tee log"),
    ]


def test_a_command_of_one_part_stands_alone() -> None:
    assert lines(sheet("shell", {"command": "ls"})) == [("$", "ls")]


def test_of_very_many_parts_the_rest_is_counted() -> None:
    made = sheet("shell", {"command": ";".join("a" for _ in range(MOST_LISTED + 3))})
    assert lines(made)[-1] == ("", "and 3 more parts")


def test_of_a_command_too_long_to_be_laid_out_nothing_is_called_whole() -> None:
    made = sheet("shell", {"command": "a;" * MOST_CHARS})
    assert made is not None
    assert made.whole == ()
    assert not any(it.label.startswith("Part") for it in made.lines)


def test_a_harnesss_description_is_a_claim_and_what_has_no_place_is_listed() -> None:
    args = {"command": "ls", "description": "Lists files", "timeout": 5}
    assert lines(sheet("Bash", args)) == [("$", "ls"), ("", ""), ("Also", "timeout: 5")]
    assert claims("Bash", args) == (("description", "Lists files"),)
    assert claims("Bash", {"command": "ls", "description": 1}) == claims("other", args) == ()


def test_many_arguments_without_a_place_are_counted() -> None:
    told = lines(sheet("shell", {"command": "ls", **{f"k{it}": it for it in range(MOST_LISTED + 2)}}))
    assert told[-2:] == [("", f"k{MOST_LISTED - 1}: {MOST_LISTED - 1}"), ("", "and 2 more arguments")]


def test_a_request_says_what_it_does_to_which_host_and_with_what() -> None:
    args = {"url": "https://a.example/x", "method": "POST", "headers": {"X": "1"}, "body": "one\ntwo"}
    made = sheet("http_fetch", args)
    assert made is not None
    assert (made.kind, made.whole) == (SheetKind.REQUEST, ("/body",))
    assert lines(made) == [
        ("Method", "POST"),
        ("Host", "a.example"),
        ("Path", "/x"),
        ("", ""),
        ("Headers", "X: 1"),
        ("", ""),
        ("Body", "one"),
        ("", "two"),
    ]


def test_a_request_that_names_no_method_is_a_get() -> None:
    assert lines(sheet("http_fetch", {"url": "https://a.example/"}))[0] == ("Method", "GET")


def test_a_harnesss_look_at_a_page_says_what_it_asks_of_it() -> None:
    told = lines(sheet("WebFetch", {"url": "https://a.example/", "prompt": "Which year?"}))
    assert told == [("Host", "a.example"), ("Path", "/"), ("", ""), ("Asks", "Which year?")]
    assert len(lines(sheet("WebFetch", {"url": "https://a.example/"}))) == 2


def test_a_statement_is_laid_out_with_its_values() -> None:
    made = sheet("db_query", {"sql": "select a from b where c = ? and d = ?", "params": ["1", 1]})
    assert made is not None
    assert (made.kind, made.whole) == (SheetKind.QUERY, ())
    assert lines(made) == [
        ("SQL", "select a"),
        ("", "from b"),
        ("", "where c = ?"),
        ("", "  and d = ?"),
        ("", ""),
        ("?1", '"1"'),
        ("?2", "1"),
    ]


def test_a_long_statement_stands_as_it_is_written() -> None:
    sql = "select a from b where " + "c and\n" * MOST_SQL_CHARS
    assert lines(sheet("db_query", {"sql": sql[: MOST_SQL_CHARS + 1]}))[0] == (
        "SQL",
        "select a from b where c and",
    )


def test_a_very_long_statement_is_not_laid_out_and_many_values_are_counted() -> None:
    told = lines(sheet("db_query", {"sql": "x" * (MOST_CHARS + 1), "params": [0] * (MOST_LISTED + 1)}))
    assert told[1][1].startswith("400,001 characters")
    assert told[-1] == ("", "and 1 more values")


def test_a_message_says_to_whom_it_goes() -> None:
    made = sheet(
        "msg_send", {"recipient": "email:a@b.example", "subject": "Hi\nBcc: x", "content": "one\ntwo\n"}
    )
    assert made is not None
    assert (made.kind, made.whole) == (SheetKind.MESSAGE, ("/recipient", "/subject", "/content"))
    assert lines(made) == [
        ("To", "email:a@b.example"),
        ("Subject", "Hi⏎Bcc: x"),
        ("", ""),
        ("Text", "one"),
        ("", "two"),
    ]


@pytest.mark.parametrize("answers", [{}, {"in_reply_to": "<1@a.example>"}])
def test_a_mail_says_to_whom_and_of_which_account(answers: dict[str, str]) -> None:
    made = sheet(
        "mail_draft", {"account": "me", "to": "a@b.example", "subject": "Hi", "body": "one\ntwo", **answers}
    )
    assert made is not None
    assert made.kind is SheetKind.MESSAGE
    assert set(made.whole) == {"/account", "/to", "/subject", "/body", *(f"/{name}" for name in answers)}
    assert lines(made) == [
        ("To", "a@b.example"),
        ("Subject", "Hi"),
        *(("Answers", text) for text in answers.values()),
        ("Account", "me"),
        ("", ""),
        ("Text", "one"),
        ("", "two"),
    ]


@pytest.mark.parametrize("more", [{}, {"description": "Bring the numbers."}])
def test_an_appointment_says_when(more: dict[str, str]) -> None:
    made = sheet("calendar_create", {"account": "me", "title": "Talk", "start": "a", "end": "b", **more})
    assert made is not None
    assert made.kind is SheetKind.ENTRY
    told = lines(made)
    assert told[:4] == [("Title", "Talk"), ("From", "a"), ("To", "b"), ("Account", "me")]
    assert told[4:] == [it for text in more.values() for it in (("", ""), ("Text", text))]


def test_what_a_call_leaves_out_is_left_out() -> None:
    assert lines(sheet("db_query", {"sql": "select 1"})) == [("SQL", "select 1")]
    told = lines(sheet("msg_send", {"recipient": "agent:b", "content": "Hi"}))
    assert told == [("To", "agent:b"), ("", ""), ("Text", "Hi")]


NEW = "--- /dev/null\n+++ b/a\n@@ -0,0 +1,2 @@\n+one\n+two\n"


@pytest.mark.parametrize(("tool", "name"), [("fs_write", "path"), ("Write", "file_path")])
def test_a_new_file_stands_with_its_numbered_lines(tool: str, name: str) -> None:
    made = sheet(tool, {name: "a", "content": "one\ntwo\n"}, NEW)
    assert made is not None
    assert (made.kind, made.whole) == (SheetKind.FILE, (f"/{name}", "/content"))
    assert [(it.new, it.text) for it in made.lines] == [(None, "a"), (None, ""), (1, "one"), (2, "two")]


@pytest.mark.parametrize(
    ("content", "said"),
    [("", "The file would be empty."), ("x", "The last line has no line break at its end.")],
)
def test_what_is_missing_at_a_files_end_is_said(content: str, said: str) -> None:
    made = sheet("fs_write", {"path": "a", "content": content})
    assert made is not None
    assert (made.lines[-1].text, made.lines[-1].tone) == (said, Tone.NOTE)


def test_writing_over_a_file_shows_the_difference_and_what_stands_in_it_whole() -> None:
    diff = "--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n"
    made = sheet("fs_write", {"path": "a", "content": "one\n2\n"}, diff)
    assert made is not None
    assert (made.kind, made.whole) == (SheetKind.CHANGES, ("/content",))
    assert [it.tone.value for it in made.lines] == ["head", "head", "hunk", "same", "gone", "new"]


def test_any_tools_difference_is_shown() -> None:
    made = sheet("sys_update_config", {"path": "/x"}, NEW)
    assert made is not None
    assert (made.kind, made.whole) == (SheetKind.CHANGES, ())


@pytest.mark.parametrize(
    "names", [("path", "old_text", "new_text"), ("file_path", "old_string", "new_string")]
)
def test_a_passage_without_its_file_shows_both_texts_without_numbers(names: tuple[str, str, str]) -> None:
    tool = "fs_edit" if names[0] == "path" else "Edit"
    made = sheet(tool, dict(zip(names, ("a", "one\ntwo", "one\n2"), strict=True)))
    assert made is not None
    assert (made.kind, set(made.whole)) == (SheetKind.CHANGES, {f"/{it}" for it in names})
    assert lines(made) == [("File", "a"), ("", ""), ("", " one"), ("", "-two"), ("", "+2")]


def test_only_where_one_text_ends_its_last_line_the_missing_break_is_told() -> None:
    made = sheet("Edit", {"file_path": "a", "old_string": "x\n", "new_string": "y"})
    assert lines(made)[-1] == ("", "\\ No newline at end of file")


def test_a_passage_that_stays_as_it_is_says_so() -> None:
    made = sheet("Edit", {"file_path": "a", "old_string": "x", "new_string": "x"})
    assert lines(made)[-1] == ("", "Both passages are the same.")


@pytest.mark.parametrize(
    ("tool", "args"),
    [
        ("shell", {}),
        ("shell", {"command": ["ls"]}),
        ("http_fetch", {"url": "https://a.example/", "headers": "X: 1"}),
        ("db_query", {"sql": "select 1", "params": 1}),
        ("msg_send", {"recipient": "a"}),
        ("something", {"command": "ls"}),
    ],
)
def test_other_tools_and_other_forms_have_no_layout(tool: str, args: dict[str, Any]) -> None:
    assert sheet(tool, args) is None


HOSTILE = st.text(st.sampled_from("a \n\t\r\u202e\u200b\x1b\u00a0\ufe0f⟨⏎#&?/;|"), max_size=30)


@given(HOSTILE, HOSTILE)
def test_no_hostile_character_is_ever_drawn_as_it_is(one: str, two: str) -> None:
    made = [
        sheet("shell", {"command": one, two: two}),
        sheet("http_fetch", {"url": one, "headers": {one: two}, "body": two}),
        sheet("db_query", {"sql": one, "params": [two]}),
        sheet("msg_send", {"recipient": one, "subject": two, "content": one}),
        sheet("fs_write", {"path": one, "content": two}),
        sheet("Edit", {"file_path": one, "old_string": one, "new_string": two}),
    ]
    drawn = "".join(it.text for one_sheet in made if one_sheet is not None for it in one_sheet.lines)
    assert not set(drawn) & set("\n\r\u202e\u200b\x1b\u00a0\ufe0f")
    assert drawn.count("⟨") == drawn.count("⟩")


def test_a_token_at_the_head_of_a_line_that_goes_is_masked_in_the_changes() -> None:
    """Rule 9."""
    token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
    laid = sheet("fs_write", {"path": "a", "content": "x\n"}, unified(f"{token}\nx\n", "x\n", "a"))
    assert laid is not None
    assert [line.text for line in laid.lines if line.tone is Tone.GONE] == [
        "-⟨GitHub token, 40 characters, #3543c50b0cb9⟩"
    ]
