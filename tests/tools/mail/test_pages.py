"""The words of a page, whatever it is made of, in one way through it."""

import time

import pytest

from placet.tools.mail.pages import words_of

MANY = 300_000
LONG_S = 20.0
"""What takes the square of a page's length takes hours for these; one way through takes a fraction of a second."""


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("<p>Gr&uuml;&szlig;e</p><div>from <b>Bob</b> &amp; Co</div>", "Grüße\nfrom Bob & Co"),
        ("<head><title>No</title></head>Yes", "Yes"),
        ("<STYLE>p { color: red }</Style>Yes<script>alert('</b>')</script>.", "Yes."),
        ("a<!-- <p>hidden --> b", "a b"),
        ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
        ("a<br/>b<br>c", "a\nb\nc"),
        ("</p>a<?php x ?>b<!DOCTYPE html>c", "abc"),
        ("words <a href='never ends", "words"),
        ("<script>never ends", ""),
        ("&#9999999999999999999999;&#x110000;", "\ufffd\ufffd"),
        ("&#65;&nosuch;", "A&nosuch;"),
        ("İ<b>x</b>", "İx"),
        ("", ""),
    ],
)
def test_a_page_is_its_words(page: str, words: str) -> None:
    assert words_of(page) == words


@pytest.mark.parametrize(
    "piece", ["<", "<a", "<a/", "<a '", '<a "', "<!", "<![", "<!--", "</", "<script>", "&", "&#", "<p>", "<?"]
)
def test_the_longest_page_takes_no_more_than_one_way_through_it(piece: str) -> None:
    started = time.thread_time()
    words_of(piece * (MANY // len(piece)))
    assert time.thread_time() - started < LONG_S
