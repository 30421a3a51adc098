"""Which calls an owner's standing yes lets pass, and which it never may (rule 12 of spec/prompt-rules 4.3)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from placet.rules import grants
from placet.rules.basics import AgentId, Instant
from placet.rules.errors import BadInput
from placet.rules.grants import Grant

ADA = AgentId("agent_ada")
WRITE = ("path", "content")


def grant(tool: str = "fs_write", match: dict[str, Any] | None = None, **but: Any) -> Grant:
    first: dict[str, Any] = {"id": "grant_1", "agent_id": ADA, "agent": "ada", "created_at": Instant(0)}
    return Grant(**{**first, "tool": tool, "match": match or {}, **but})


def passes(given_: Grant, args: dict[str, Any]) -> bool:
    return grants.matches(given_, ADA, given_.tool, args)


@pytest.mark.parametrize(
    ("pattern", "value", "fits"),
    [
        ("a.txt", "a.txt", True),
        ("a.txt", "axtxt", False),
        ("a.txt", "a.txt\n", False),
        ("*.txt", "a.txt", True),
        ("*.txt", "b/a.txt", False),
        ("**.txt", "b/a.txt", True),
        ("notes/*", "notes/a", True),
        ("notes/*", "notes/../b", False),
        ("notes/**", "notes/a/b", True),
        ("notes/**", "notes/./b", False),
        ("notes/**", "notes//b", False),
        (r"\*", "*", True),
        (r"\*", "a", False),
        (["a", "b*"], "bc", True),
        (["a", "b*"], "c", False),
    ],
)
def test_a_path_fits_its_pattern_and_nothing_near_it(pattern: Any, value: str, fits: bool) -> None:
    assert passes(grant(match={"path": pattern}), {"path": value, "content": ""}) is fits


@pytest.mark.parametrize(
    ("pattern", "value", "fits"),
    [
        (1, 1, True),
        (1, 1.0, False),
        (1, "1", False),
        (1, True, False),
        ("1", 1, False),
        (None, None, True),
        ({"is": [1, "*"]}, [1, "*"], True),
        ({"is": [1, "*"]}, [1, "a"], False),
        ("a*z", "a\nb/c\nz", True),
    ],
)
def test_other_values_fit_by_type_and_all(pattern: Any, value: Any, fits: bool) -> None:
    assert passes(grant(match={"content": pattern}), {"content": value}) is fits


@pytest.mark.parametrize(
    ("name", "pattern", "value", "fits"),
    [
        ("file_path", "/home/me/notes/*", "/home/me/notes/a/b", True),
        ("file_path", "/home/me/notes/*", "/home/me/notes/a..b/...", True),
        ("file_path", "/home/me/notes/*", "/home/me/notes/../.ssh/authorized_keys", False),
        ("file_path", "/home/me/notes/*", "/home/me/notes/a/../../x", False),
        ("file_path", "/home/me/notes/*", "/home/me/notes/..", False),
        ("filename", "notes*", "notes/../../x", False),
        ("target", "notes/*", r"notes/..\x", False),
        ("target", r"C:\notes*", r"C:\notes\..\x", False),
        ("target", "*", "see ../x", True),
        ("file_path", r"/a/\*/../b", "/a/*/../b", True),
    ],
)
def test_a_star_in_what_reads_as_a_path_leads_to_nothing_above_it(
    name: str, pattern: str, value: str, fits: bool
) -> None:
    wish = grant("Write", match={name: pattern})
    assert passes(wish, {name: value}) is fits
    barred = "* for anything but a step up by .." in grants.sentence(wish, (name,))
    assert barred is (pattern not in {"*", r"/a/\*/../b"})


def test_a_long_text_against_many_stars_is_answered() -> None:
    wish = grant(match={"content": "*a*a*a*a*z"})
    assert not passes(wish, {"content": "a" * 1_000_000})
    assert passes(wish, {"content": "a" * 1_000_000 + "z"})


def test_an_argument_that_is_named_and_missing_fits_nothing() -> None:
    assert not passes(grant(match={"content": "*"}), {"path": "a"})


def test_a_grant_is_for_one_agent_and_one_tool() -> None:
    assert not grants.matches(grant(), AgentId("agent_eve"), "fs_write", {})
    assert not grants.matches(grant(), ADA, "fs_edit", {})
    assert grants.matches(grant(), ADA, "fs_write", {})


def test_text_that_hides_is_never_let_pass() -> None:
    assert passes(grant(), {"path": "a"})
    assert not passes(grant(), {"path": "a\u202eb"})


@pytest.mark.parametrize("tool", sorted(grants.NEVER))
def test_some_tools_are_never_let_pass(tool: str) -> None:
    assert not passes(grant(tool=tool), {})
    assert grants.why_not_offered(tool, {}, locked=False) == grants.NEVER[tool]
    with pytest.raises(BadInput):
        grants.check(tool, {}, (), folder=None, host=None)


@pytest.mark.parametrize(
    ("path", "inside"),
    [
        ("notes/a", True),
        ("notes/b/c", True),
        ("notes", False),
        ("notesx/a", False),
        ("notes/../a", False),
        (1, False),
    ],
)
def test_a_folder_bounds_the_path(path: Any, inside: bool) -> None:
    assert passes(grant(folder="notes"), {"path": path}) is inside


@pytest.mark.parametrize(
    ("url", "there"),
    [
        ("https://api.example.org/v1", True),
        ("https://api.example.org:443/", True),
        ("https://api.example.org:8443/", False),
        ("https://api.example.org.evil.test/", False),
        ("https://api.example.org@evil.test/", False),
        (7, False),
    ],
)
def test_a_host_bounds_the_address(url: Any, there: bool) -> None:
    assert passes(grant(tool="http_fetch", host="api.example.org"), {"url": url}) is there


@pytest.mark.parametrize(
    ("url", "fits"),
    [
        ("https://api.example.org/v1/a", True),
        ("HTTPS://api.example.org:443/v1/a", True),
        ("https://api.example.org/v1/a/b", False),
        ("https://api.example.org/v2/a", False),
        ("https://evil.test/https://api.example.org/v1/a", False),
        ("not an address", False),
    ],
)
def test_a_star_in_an_address_stays_behind_its_host(url: str, fits: bool) -> None:
    assert (
        passes(grant(tool="http_fetch", match={"url": "https://api.example.org/v1/*"}), {"url": url}) is fits
    )


@pytest.mark.parametrize(
    ("but", "live"),
    [
        ({}, True),
        ({"expires_at": Instant(10)}, False),
        ({"expires_at": Instant(11)}, True),
        ({"uses_left": 1}, True),
        ({"uses_left": 0}, False),
        ({"revoked_at": Instant(1)}, False),
    ],
)
def test_a_grant_ends_by_use_time_or_revocation(but: dict[str, Any], live: bool) -> None:
    assert grants.is_live(grant(**but), Instant(10)) is live


@pytest.mark.parametrize(
    ("but", "run_out"),
    [
        ({}, False),
        ({"expires_at": Instant(9)}, False),
        ({"revoked_at": Instant(9)}, False),
        ({"expires_at": Instant(9), "revoked_at": Instant(8)}, False),
        ({"expires_at": Instant(9), "revoked_at": Instant(9)}, True),
    ],
)
def test_one_that_was_seen_to_run_out_was_revoked_by_nobody_and_stays_so(
    but: dict[str, Any], run_out: bool
) -> None:
    assert grant(**but).has_run_out is run_out
    assert not run_out or not grants.is_live(grant(**but), Instant(1))


@pytest.mark.parametrize(
    ("arguments", "match", "bounds", "place"),
    [
        (WRITE, {"paht": "a"}, {}, "/match/paht"),
        (WRITE, {"path": []}, {}, "/match/path"),
        (WRITE, {"path": [{"like": "a"}]}, {}, "/match/path"),
        (("command",), {"command": "git *"}, {}, "/match/command"),
        (("url",), {"url": "https://api.example.org*"}, {}, "/match/url"),
        (("url",), {"url": "https://*/v1/"}, {}, "/match/url"),
        (("url",), {}, {"folder": "notes"}, "/folder"),
        (WRITE, {}, {"folder": "../up"}, "/folder"),
        (WRITE, {}, {"folder": "/top"}, "/folder"),
        (WRITE, {}, {"host": "example.org"}, "/host"),
        (("url",), {}, {"host": "a@b"}, "/host"),
    ],
)
def test_words_that_can_not_be_granted_are_refused_at_their_place(
    arguments: tuple[str, ...], match: dict[str, Any], bounds: dict[str, str], place: str
) -> None:
    with pytest.raises(BadInput) as refused:
        grants.check("some_tool", match, arguments, **{"folder": None, "host": None, **bounds})
    assert refused.value.pointer == place


def test_plain_words_can_be_granted() -> None:
    grants.check("fs_write", {"path": ["a*", {"is": ["b"]}], "content": 1}, WRITE, folder="notes", host=None)
    grants.check("shell", {"command": "git status"}, ("command",), folder=None, host=None)
    grants.check("http_fetch", {"url": "https://a.test/*"}, ("url",), folder=None, host="a.test:8080")


@pytest.mark.parametrize(
    "why",
    [
        {"locked": True},
        {"suppressed": True},
        {"parts": grants.MOST_PARTS + 1},
        {"args": {"content": "a\u200bb"}},
        {"args": {"content": "x" * (grants.MOST_TEXT_CHARS + 1)}},
    ],
)
def test_a_request_that_must_be_looked_at_offers_no_grant_and_says_why(why: dict[str, Any]) -> None:
    request: dict[str, Any] = {"tool": "fs_write", "args": {"path": "a"}, "locked": False}
    assert grants.why_not_offered(**request) is None
    assert grants.why_not_offered(**{**request, **why})


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text("ab*\\/.?"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab", max_size=2), inner, max_size=3),
    max_leaves=6,
)
calls = st.dictionaries(st.sampled_from(["path", "content", "url"]), json_values)


@given(args=calls, other=calls)
def test_the_narrowest_grant_matches_its_call_and_no_other(
    args: dict[str, Any], other: dict[str, Any]
) -> None:
    exact = grant(match=grants.narrowest(args))
    grants.check("fs_write", exact.match, ("path", "content", "url"), folder=None, host=None)
    assert passes(exact, args)
    if {name: other.get(name, grants) for name in args} != args:
        assert not passes(exact, other)


def test_the_sentence_says_what_is_bound_and_what_is_free() -> None:
    said = grants.sentence(grant(match={"path": "notes/*.md"}, folder="notes"), WRITE)
    assert said == (
        "ada may call fs_write without asking when path is like “notes/*.md” (* within one step, ** across steps) "
        "and path lies in “notes”, whatever content may be."
    )


def test_an_argument_that_a_folder_or_a_host_bounds_is_not_called_free() -> None:
    said = grants.sentence(grant(match={}, folder="notes"), WRITE)
    assert said.endswith("asking when path lies in “notes”, whatever content may be.")
    said = grants.sentence(grant(match={}, host="a.test"), ("url", "body"))
    assert said.endswith("asking when url is at “a.test”, whatever body may be.")


def test_the_sentence_tells_exact_words_from_patterns() -> None:
    said = grants.sentence(
        grant(match={"path": [r"\*", {"is": [1]}], "content": "a*"}, host="a.test"), (*WRITE, "n")
    )
    assert "path is exactly “*” or exactly “[1]”" in said
    assert "content is like “a*” (* for anything)" in said
    assert "url is at “a.test”" in said
    assert said.endswith("whatever n may be.")


def test_a_grant_without_bounds_says_that_everything_is_free() -> None:
    assert grants.sentence(grant(match={"content": 1}), ("content",)).endswith("content is exactly “1”.")
    assert grants.sentence(grant(), WRITE).endswith("asking, whatever path and content may be.")


@pytest.mark.parametrize("name", ["cmd", "shellScript", "CMD", "run_command", "argv", "bash-line"])
def test_no_star_stands_for_what_another_programs_tool_runs(name: str) -> None:
    with pytest.raises(BadInput, match="without a star"):
        grants.check("files.exec", {name: "git *"}, (name,), folder=None, host=None)
    grants.check("files.exec", {name: r"ls \*"}, (name,), folder=None, host=None)
    made_before = grant(tool="files.exec", match={name: "git *"})
    assert not passes(made_before, {name: "git x; rm -rf ."})


@pytest.mark.parametrize("name", ["description", "recommended", "notes", "scripture"])
def test_a_name_that_only_holds_such_a_word_may_have_stars(name: str) -> None:
    grants.check("files.exec", {name: "a *"}, (name,), folder=None, host=None)
