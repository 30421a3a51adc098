"""A response's text grows by pieces that are showable, whatever lies between two of them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence

import pytest

from placet.api import showable
from placet.api.generations import GenerationEventRow
from placet_gui.presenters.generation_text import GrowingText, Piece, PieceKind, tokens_in, whole_text
from tests.rules.test_veils import CHIP, TOKEN


def event(kind: str, **data: object) -> GenerationEventRow:
    return GenerationEventRow(seq=0, type=f"response.{kind}", data=json.dumps(data))


def text(delta: str, item: str = "msg_1") -> GenerationEventRow:
    return event("output_text.delta", item_id=item, delta=delta)


def call(name: str, item: str) -> GenerationEventRow:
    return event("output_item.added", item={"id": item, "type": "function_call", "name": name})


def said(pieces: Iterable[Piece]) -> str:
    """What a view shows that does as it is told."""
    shown = ""
    for piece in pieces:
        shown = shown[: len(shown) - piece.take_back] + piece.text
    return shown


def one_by_one(growing: GrowingText, events: Sequence[GenerationEventRow]) -> list[Piece]:
    return [piece for one in events for piece in growing.take((one,))]


def test_words_come_one_after_the_other_and_a_page_of_them_is_one_piece() -> None:
    words = [text(it) for it in ("Half ", "a ", "word.\n", "Next")]
    assert GrowingText().take(words) == (Piece(kind=PieceKind.TEXT, text="Half a word.\nNext"),)
    assert said(one_by_one(GrowingText(), words)) == "Half a word.\nNext"


@pytest.mark.parametrize("seed", range(20))
def test_however_a_text_is_cut_it_is_shown_as_the_whole_would_be(seed: int) -> None:
    dice = random.Random(seed)
    signs = ("a", " ", "\n", "\u202e", "\u0301", "\t", "⏎", "⟨", "\u200b", "    ", "é", "😀")
    whole = "".join(dice.choice(signs) for _ in range(400))
    cuts = sorted(dice.sample(range(1, 400), 60))
    deltas = [whole[a:b] for a, b in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
    expected = showable(whole, single_line=False).text.replace("⏎\n", "\n")
    assert said(one_by_one(GrowingText(), [text(it) for it in deltas])) == expected
    assert said(GrowingText().take([text(it) for it in deltas])) == expected


def test_hidden_characters_are_chips_and_markup_is_letters() -> None:
    assert said(GrowingText().take([text("<b>x</b>\u202e")])) == "<b>x</b>⟨U+202E⟩"


def test_a_call_is_told_by_a_line_of_ours_and_its_arguments_after_it() -> None:
    events = [
        text("I write."),
        call("fs_write\u202e", "fc_1"),
        event("function_call_arguments.delta", item_id="fc_1", delta='{"path":'),
        event("function_call_arguments.delta", item_id="fc_1", delta='"a"}'),
        text("Done.", "msg_2"),
    ]
    assert [(it.kind, it.text) for it in GrowingText().take(events)] == [
        (PieceKind.TEXT, "I write."),
        (PieceKind.CALL, "fs_write⟨U+202E⟩"),
        (PieceKind.ARGUMENTS, '{"path":"a"}'),
        (PieceKind.TEXT, "\n\nDone."),
    ]


def test_another_attempt_begins_with_a_line_of_ours_the_first_does_not() -> None:
    growing = GrowingText()
    assert growing.take([event("in_progress"), text("One")]) == (Piece(kind=PieceKind.TEXT, text="One"),)
    again = growing.take([event("in_progress"), text("Two", "msg_9")])
    assert [(it.kind, it.text) for it in again] == [(PieceKind.START, ""), (PieceKind.TEXT, "Two")]


def test_events_that_say_nothing_change_nothing() -> None:
    quiet = [event("created"), event("content_part.added"), event("completed")]
    assert GrowingText().take(quiet) == ()


def test_a_response_that_is_over_says_what_its_events_said() -> None:
    output = [
        {"type": "message", "content": [{"type": "output_text", "text": "I write\u202e."}]},
        {"type": "function_call", "name": "fs_write", "arguments": '{"path":"a"}'},
        {"type": "message", "content": []},
    ]
    assert [(it.kind, it.text) for it in whole_text(json.dumps({"output": output}))] == [
        (PieceKind.TEXT, "I write⟨U+202E⟩."),
        (PieceKind.CALL, "fs_write"),
        (PieceKind.ARGUMENTS, '{"path":"a"}'),
        (PieceKind.TEXT, "\n\n"),
    ]


@pytest.mark.parametrize("word", ["word ", " word", "words", "wor\\n", "\\u200"])
def test_a_line_without_an_end_costs_no_more_with_each_word(word: str) -> None:
    growing = GrowingText()
    deltas = [text(word) for _ in range(4_000)]
    pieces = one_by_one(growing, deltas)
    assert said(pieces) == word * 4_000
    assert len(growing._line) <= 4_000
    assert sum(piece.kind is PieceKind.FOLD for piece in pieces) == 4, "and may be shown on five lines"


def seen(growing: GrowingText, events: Sequence[GenerationEventRow]) -> list[str]:
    """What a view shows after each event."""
    shown, all_of_it = "", []
    for one in events:
        for piece in growing.take((one,)):
            shown = shown[: len(shown) - piece.take_back] + piece.text
        all_of_it.append(shown)
    return all_of_it


@pytest.mark.parametrize("width", [1, 3, 7, 50])
@pytest.mark.parametrize(
    "before",
    [
        "The key is ",
        "word " * 799 + "x ",
        "x" * 290 + " ",
        "y" * 3_990 + " ",
        " y" * 1_995 + "\\n",
        " y" * 2_000 + "\\n",
    ],
)
def test_a_token_is_masked_from_its_first_characters_on_however_it_is_cut(before: str, width: int) -> None:
    """Rule 9."""
    whole = f"{before}{TOKEN}, keep it"
    growing = GrowingText()
    deltas = [whole[at : at + width] for at in range(0, len(whole), width)]
    shown = seen(growing, [*map(text, deltas), event("completed")])
    assert not any(TOKEN[:12] in it for it in shown)
    assert shown[-1] == f"{before}{CHIP}, keep it"
    assert [it.text for it in growing.secrets] == [TOKEN]


@pytest.mark.parametrize("end", ["completed", "cancelled", "output_item.done"])
def test_a_token_at_the_very_end_is_told_by_its_kind_once_nothing_follows(end: str) -> None:
    growing = GrowingText()
    assert seen(growing, [text(f"It is {TOKEN}"), event(end)]) == ["It is ⟨a token⟩", f"It is {CHIP}"]
    assert [it.text for it in growing.secrets] == [TOKEN]


def test_what_only_began_like_a_token_is_shown_after_all() -> None:
    growing = GrowingText()
    assert seen(growing, [text("Try ghp_"), text("x", "msg_2")]) == ["Try ⟨a token⟩", "Try ghp_\n\nx"]
    assert growing.secrets == ()


def test_a_response_that_is_over_is_masked_in_its_texts_and_calls() -> None:
    """Rule 9."""
    output = [
        {"type": "message", "content": [{"type": "output_text", "text": f"Use {TOKEN}."}]},
        {"type": "function_call", "name": "http_fetch", "arguments": f'{{"key":"{TOKEN}"}}'},
    ]
    over = json.dumps({"output": output})
    assert said(whole_text(over)) == f'Use {CHIP}.http_fetch{{"key":"{CHIP}"}}'
    assert [it.text for it in tokens_in(over)] == [TOKEN]
