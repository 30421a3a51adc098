"""Rule 9: known tokens are masked, nothing else ever is, and two different ones never look alike."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from placet.rules import masking
from placet.rules.masking import begun, growing, hidden, masked, secrets
from placet.rules.untrusted import left_out

BODY = "16C7e42F292c6912E7710c838347Ae178B4a"
GITHUB = f"ghp_{BODY}"
CHIP = "⟨GitHub token, 40 characters, #3543c50b0cb9⟩"
TOKENS = {
    "Anthropic key": f"sk-ant-api03-{BODY}",
    "OpenAI key": f"sk-proj-{BODY}",
    "GitHub token": f"github_pat_{BODY}{BODY}",
    "GitLab token": "glpat-x9Yz12_abCD-efGH3456",
    "AWS key id": "AKIAIOSFODNNEXAMPLEQ"[:20],
    "Google API key": "AIza" + "Sy1-_" * 7,
    "Slack token": "xoxb-12345678-abcdefghijkl",
    "Stripe key": "sk_live_4eC39HqLyjWDarjt",
    "Hugging Face token": "hf_" + "aB3" * 12,
    "npm token": f"npm_{BODY}",
    "PyPI token": "pypi-AgEI" + "cHlwaS5vcmc1" * 5,
    "DigitalOcean token": "dop_v1_" + "0a" * 32,
    "Docker token": "dckr_pat_abc123DEF456ghi789JKL012mno",
}


@pytest.mark.parametrize("kind", TOKENS)
def test_a_providers_token_is_told_by_its_shape(kind: str) -> None:
    (found,) = secrets(f"key={TOKENS[kind]} and on")
    assert (found.kind, found.text, found.start) == (kind, TOKENS[kind], 4)


@given(
    st.sampled_from(masking._SHAPES).flatmap(
        lambda it: st.tuples(st.just(it), st.from_regex(it.head + it.rest, fullmatch=True))
    )
)
def test_every_token_of_a_shape_holds_a_sign_of_it_and_is_held_back_while_it_grows(
    made: tuple[masking._Shape, str],
) -> None:
    shape, token = made
    assert any(sign in token for sign in shape.signs)
    assert begun(f"a {token}") == 2
    assert all(it.kind == shape.kind for it in secrets(token))


def test_a_token_stands_as_its_kind_its_length_and_a_tag() -> None:
    assert masked(f"a {GITHUB} b", single_line=True).text == f"a {CHIP} b"


@pytest.mark.parametrize(
    "text",
    [
        f"{GITHUB}_x9",  # its run goes on
        f"x{GITHUB}",
        f"-{GITHUB}",
        f"ghp_{BODY[:30]}",  # too short
        f"ghp_{BODY[:20]}/{BODY[20:]}",  # no token of ours holds a slash
        f"ghp_{BODY[:20]} {BODY[20:]}",
        "sk-proj-remove-all-the-files-and-then-restart-the-server",  # words, however many
        "rm -rf / # " + "a" * 40,
    ],
)
def test_what_is_no_token_is_never_masked(text: str) -> None:
    assert secrets(text) == ()
    assert masked(text, single_line=True).text == text


SHELL_PATH_AND_URL = "/\\.:;|&$<>()[]{}'\"` \t\n*?!#~%=+,@^"


@given(
    st.lists(
        st.sampled_from([GITHUB, *TOKENS.values(), *SHELL_PATH_AND_URL, "a", "0", "-", "_"]), max_size=12
    )
)
def test_no_character_of_a_shell_a_path_or_an_address_is_ever_behind_a_mask(pieces: list[str]) -> None:
    for secret in secrets("".join(pieces)):
        assert set(secret.text) <= set(string.ascii_letters + string.digits + "_-")


def test_two_tokens_that_differ_are_told_apart() -> None:
    other = GITHUB[:-1] + "b"
    assert masked(GITHUB, single_line=True).text != masked(other, single_line=True).text


def test_who_writes_a_chip_himself_is_found_out() -> None:
    assert masked(CHIP, single_line=True).text == CHIP.replace("⟨", "⟨U+27E8⟩")


def test_the_rest_of_the_text_is_as_showable_as_ever() -> None:
    assert masked(f"\u202e{GITHUB}\n", single_line=True).text == f"⟨U+202E⟩{CHIP}⏎"


def test_in_json_text_the_letter_of_an_escape_is_no_part_of_a_token() -> None:
    assert masked(rf'"x\n{GITHUB}"', single_line=True).text == rf'"x\n{CHIP}"'


def test_a_short_text_is_whole() -> None:
    assert masked(f"a{'.' * 10} {GITHUB}", limit=60, single_line=True).elided == 0


@pytest.mark.parametrize("before", range(30, 130, 7))
def test_a_cut_leaves_a_token_out_whole(before: int) -> None:
    text = "." * before + " " + GITHUB + " " + "." * (150 - before)
    shown = masked(text, limit=90, single_line=True)
    assert len(text) - 90 <= shown.elided < len(text)
    assert f"⟨{shown.elided:,} characters not shown⟩" in shown.text
    assert not any(GITHUB[at : at + 6] in shown.text for at in range(len(GITHUB) - 6))


def test_in_a_sentence_tokens_are_hidden_and_nothing_else_changes() -> None:
    said = f'Runs the command "curl -H {GITHUB} \u2026 {GITHUB}" here.'
    assert hidden(said) == said.replace(GITHUB, CHIP)
    assert hidden("\u202e ⟨5 spaces⟩") == "\u202e ⟨5 spaces⟩"


def test_of_a_token_that_a_cut_halved_nothing_is_left_before_the_cut() -> None:
    assert hidden(f"a {GITHUB[:20]}⟨9 characters not shown⟩b") == "a ⟨a token⟩⟨9 characters not shown⟩b"
    assert hidden("a ghp_short⟨9 characters not shown⟩b") == "a ghp_short⟨9 characters not shown⟩b"


@pytest.mark.parametrize("kind", TOKENS)
def test_no_kind_of_token_keeps_its_head_before_a_cut(kind: str) -> None:
    assert hidden(f"a {TOKENS[kind][:19]}⟨9 characters not shown⟩b") == "a ⟨a token⟩⟨9 characters not shown⟩b"


@given(
    st.integers(0, 400),
    st.sampled_from(sorted(TOKENS.values())),
    st.integers(0, 300),
    st.sampled_from("xé. "),
)
def test_a_long_text_is_masked_at_its_ends_as_if_all_of_it_were_looked_at(
    before: int, token: str, longer: int, filling: str
) -> None:
    limit, tail = 90, 30
    near = f"{filling * before}{token}{'z' * longer} {token}"
    for text in (
        f"{near} {filling * 5_000}",
        f"{filling * 5_000} {near[::-1]} {near}",
        f"{near} {'.' * 500}",
    ):
        shown = masked(text, limit=limit, single_line=True)
        found = secrets(text)
        end, start = masking._outside(found, limit - tail, len(text) - tail)
        ends = (
            masking._written(text, found, 0, end, True),
            masking._written(text, found, start, len(text), True),
        )
        assert shown.text == left_out(start - end).join(ends)


def test_a_token_that_begins_a_line_which_goes_is_masked_in_a_difference() -> None:
    """Rule 9: the sign of the line is no part of the token, whole or cut."""
    change = f"@@ -1,1 +0,0 @@\n-{GITHUB}\n"
    assert masked(change, single_line=False, change=True).text.count(f"-{CHIP}") == 1
    assert GITHUB in masked(change, single_line=False).text
    assert masked(f"-a-{GITHUB}", single_line=False, change=True).text == f"-a-{GITHUB}"
    long = f"{change}{' line' * 400}\n{change}"
    assert masked(long, limit=600, single_line=False, change=True).text.count(f"-{CHIP}") == 2


@pytest.mark.parametrize("kind", TOKENS)
def test_of_a_token_that_grows_no_more_than_its_beginning_is_ever_shown(kind: str) -> None:
    token = TOKENS[kind]
    whole = f'{{"key":"x\\n{token}"}}'
    for length in range(len(whole) + 1):
        shown = growing(whole[:length])
        assert token[:12] not in shown, length
    assert growing(whole) == masked(whole, single_line=False).text


def test_what_may_yet_become_a_token_is_held_back_and_words_are_not() -> None:
    assert growing("use ghp_16C7") == "use ⟨a token⟩"
    assert growing("use ghp_16C7 or") == "use ghp_16C7 or"
    assert growing(f"{GITHUB} is") == f"{CHIP} is"
    for text in ("a task-based plan", "the desk-", "half", "", "a\u202e"):
        assert begun(text) == len(text)
        assert growing(text) == masked(text, single_line=False).text
