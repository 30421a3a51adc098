"""SQL laid out: a clause a line, and nothing of it changed but blanks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from placet.rules.sql_text import laid_out


def without_blanks(text: str) -> str:
    return "".join(text.split())


def test_each_clause_has_a_line_and_conditions_stand_below() -> None:
    sql = "select id, count(*) n from t left join u on u.id = t.id where a = 1 and b = 2 or c in (1, 2) order by n"
    assert laid_out(sql) == (
        "select id, count(*) n",
        "from t",
        "  left join u on u.id = t.id",
        "where a = 1",
        "  and b = 2",
        "  or c in (1, 2)",
        "order by n",
    )


def test_a_statement_in_brackets_is_opened_up() -> None:
    assert laid_out("SELECT a FROM (SELECT b FROM c WHERE d AND e) WHERE f") == (
        "SELECT a",
        "FROM (",
        "    SELECT b",
        "    FROM c",
        "    WHERE d",
        "      AND e",
        "  )",
        "WHERE f",
    )


def test_the_and_of_a_between_stays_on_its_line() -> None:
    assert laid_out("select 1 where a between 1 and 2 and b") == (
        "select 1",
        "where a between 1 and 2",
        "  and b",
    )


@pytest.mark.parametrize("quoted", ["'a  or\nb from c'", '"x where"', "`y and`", "[z  from]", "'it''s  or'"])
def test_quoted_text_is_left_as_it_is(quoted: str) -> None:
    assert laid_out(f"select {quoted}") == (f"select {quoted}",)


def test_remarks_end_their_line_and_hold_no_clauses() -> None:
    assert laid_out("select 1 -- from x\nfrom y /* where */ limit 2") == (
        "select 1 -- from x",
        "from y /* where */",
        "limit 2",
    )


def test_brackets_that_nobody_opened_do_no_harm() -> None:
    assert laid_out("select 1 ) from (x") == ("select 1 )", "from (x")


def test_what_only_looks_like_a_blank_stays() -> None:
    assert laid_out("select\u00a01") == ("select\u00a01",)


PIECES = [
    "select",
    "from",
    "where",
    "and",
    "between",
    "(",
    ")",
    "'",
    '"',
    "--",
    "/*",
    "*/",
    "\n",
    " ",
    "a",
    ";",
    "[",
    "`",
    "union  all",
]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join) | st.text(max_size=40))
def test_nothing_but_blanks_differs(sql: str) -> None:
    laid = "".join(laid_out(sql)).translate(dict.fromkeys(map(ord, " \t\r\n")))
    assert laid == sql.translate(dict.fromkeys(map(ord, " \t\r\n")))
