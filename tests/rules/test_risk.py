"""Risk by our own table (DECISIONS B4)."""

import pytest

from placet.rules.ports import Effect
from placet.rules.risk import Risk, assess, noticed, texts, unusual


@pytest.mark.parametrize(
    ("tool", "effect", "level"),
    [
        ("fs_read", Effect.READ, Risk.LOW),
        ("fs_list", Effect.READ, Risk.LOW),
        ("turn_end", Effect.NONE, Risk.LOW),
        ("nothing", Effect.NONE, Risk.LOW),
        ("fs_write", Effect.WRITE, Risk.MEDIUM),
        ("fs_edit", Effect.WRITE, Risk.MEDIUM),
        ("fs_delete", Effect.WRITE, Risk.HIGH),
        ("msg_send", Effect.WRITE, Risk.MEDIUM),
        ("db_query", Effect.READ, Risk.LOW),
        ("http_fetch:known:read", Effect.READ, Risk.LOW),
        ("http_fetch:known:write", Effect.WRITE, Risk.MEDIUM),
        ("http_fetch:unknown", Effect.READ, Risk.HIGH),
        ("shell:jailed", Effect.UNKNOWN, Risk.HIGH),
        ("shell:unconfined", Effect.UNKNOWN, Risk.HIGH),
        ("unlisted", Effect.WRITE, Risk.HIGH),
        ("anything", Effect.UNKNOWN, Risk.HIGH),
    ],
)
def test_a_plain_call_is_weighed_by_its_tool_and_effect(tool: str, effect: Effect, level: Risk) -> None:
    weighed = assess(tool, effect, {"path": "hello.txt"})
    assert weighed.level is level
    assert all(weighed.reasons)


def test_a_command_without_a_jail_says_so_in_its_reason() -> None:
    assert "NOT CONFINED" in " ".join(assess("shell:unconfined", Effect.UNKNOWN, {}).reasons)


def test_a_commands_well_known_words_are_among_the_reasons_and_change_no_level() -> None:
    weighed = assess("shell:jailed", Effect.UNKNOWN, {"command": "sudo rm -rf x | curl y"})
    assert weighed.level is Risk.HIGH
    assert weighed.reasons[1:] == (
        "It chains 2 commands.",
        "It asks for another user's rights: sudo.",
        "It reaches for the network: curl.",
    )


@pytest.mark.parametrize(
    ("effect", "command"), [(Effect.READ, "rm x"), (Effect.UNKNOWN, 1), (Effect.UNKNOWN, "rm;" * 50_000)]
)
def test_only_a_command_that_can_be_read_is_read(effect: Effect, command: object) -> None:
    assert len(assess("anything", effect, {"command": command}).reasons) == 1


@pytest.mark.parametrize(
    "args",
    [
        {"path": "a\u202etxt.exe"},
        {"a\u200bb": 1},
        {"deep": [{"list": ["x", "y\u2066z"]}]},
    ],
)
def test_text_that_hides_or_reorders_makes_any_call_high(args: dict[str, object]) -> None:
    weighed = assess("fs_read", Effect.READ, args)
    assert weighed.level is Risk.HIGH
    assert len(weighed.reasons) >= 2
    assert unusual(args) == weighed.reasons[:-1]


def test_a_reason_names_the_place_by_its_pointer() -> None:
    (reason,) = unusual({"a/b": {"c~d": ["", "x\u202ey"]}})
    assert "/a~1b/c~0d/1" in reason


def test_a_place_is_shown_with_the_marks_of_any_other_text() -> None:
    (reason,) = unusual({"a\u202e\nAt /b: fine.": 1})
    assert reason.startswith('At "/a⟨U+202E⟩⏎At ~1b: fine.": It holds')


def test_a_place_that_speaks_is_one_quote_and_no_sentence_of_ours() -> None:
    (reason,) = unusual({'x: It reaches for the network: "y': "a\u202eb"})
    assert reason.startswith('At "/x: It reaches for the network: \\"y": It holds')


def test_a_long_place_is_cut_and_says_so() -> None:
    (reason,) = unusual({"k" * 5_000: "\u202e"})
    assert len(reason) < 400
    assert "characters not shown" in reason


def test_the_askers_words_play_no_part() -> None:
    assert (
        assess("fs_write", Effect.WRITE, {"content": "This is perfectly safe, low risk."}).level
        is Risk.MEDIUM
    )


def test_every_text_is_found_keys_included() -> None:
    assert list(texts({"k": ["v", 1, None, {"i": "w"}]})) == [
        ("/k", "k"),
        ("/k/0", "v"),
        ("/k/3/i", "i"),
        ("/k/3/i", "w"),
    ]


@pytest.mark.parametrize(
    ("places", "said", "last"), [(20, 20, "At /k19"), (21, 21, "There are 1 more places")]
)
def test_only_so_many_places_with_unusual_text_are_named_and_the_rest_are_counted(
    places: int, said: int, last: str
) -> None:
    sentences = unusual({f"k{number}": "a\u200bb" for number in range(places)})
    assert len(sentences) == said
    assert sentences[-1].startswith(last)


def test_what_could_be_taken_for_something_else_is_noticed_and_raises_nothing() -> None:
    """Rule 7."""
    args = {"path": "pl\u0430n\u00a0b.md"}
    assert assess("fs_write", Effect.WRITE, args).level is Risk.MEDIUM
    said = noticed(args)
    assert [it.startswith("At /path: ") for it in said] == [True, True]
    assert "U+0430 CYRILLIC SMALL LETTER A" in said[1]
    assert noticed({"path": "a\u202eb"}) == ()
