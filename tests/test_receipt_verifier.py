"""The program that a third party checks a file of receipts with: it finds every change, and needs nothing but Python."""

import hashlib
import io
import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from placet import receipt_verifier
from placet.bench import lives
from placet.ledger import receipt_export
from placet.ledger.receipt_export import Signer
from placet.receipt_verifier import NotWhole, check, is_signed
from tests.fakes.clock import HeldClock
from tests.ledger.living import live
from tests.ledger.making import Listener, open_ledger

# RFC 8032, 7.1: public key, message, signature.
VECTORS = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        b"",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        b"\x72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        b"\xaf\x82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
    (
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        hashlib.sha512(b"abc").digest(),
        "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704",
    ),
]
ORDER = 2**252 + 27742317777372353535851937790883648493


@pytest.mark.parametrize(("key", "message", "signature"), VECTORS)
def test_the_vectors_of_rfc_8032_are_signed_and_no_neighbour_of_theirs_is(
    key: str, message: bytes, signature: str
) -> None:
    public, signed = bytes.fromhex(key), bytes.fromhex(signature)
    assert is_signed(public, message, signed)
    assert not is_signed(public, message + b".", signed)
    for place in (0, 31, 32, 63):
        changed = bytearray(signed)
        changed[place] ^= 1
        assert not is_signed(public, message, bytes(changed))
    assert not is_signed(bytes([public[0] ^ 1]) + public[1:], message, signed)


def test_a_second_spelling_of_a_signature_is_none() -> None:
    key, message, signature = VECTORS[1]
    scalar = int.from_bytes(bytes.fromhex(signature)[32:], "little") + ORDER
    again = bytes.fromhex(signature)[:32] + scalar.to_bytes(32, "little")
    assert not is_signed(bytes.fromhex(key), message, again)
    assert not is_signed(bytes.fromhex(key), message, bytes.fromhex(signature)[:63])
    assert not is_signed(bytes.fromhex(key)[:31], message, bytes.fromhex(signature))
    beyond = (2**255 - 1).to_bytes(32, "little")
    assert not is_signed(beyond, message, bytes.fromhex(signature))
    assert not is_signed(b"\x01" + bytes(30) + b"\x80", message, bytes.fromhex(signature))


def test_it_agrees_with_another_implementation() -> None:
    chosen = random.Random(8032)
    for _ in range(12):
        private = Ed25519PrivateKey.from_private_bytes(chosen.randbytes(32))
        message = chosen.randbytes(chosen.randrange(200))
        assert is_signed(private.public_key().public_bytes_raw(), message, private.sign(message))
        assert not is_signed(private.public_key().public_bytes_raw(), message + b"\0", private.sign(message))


def signer(seed: int) -> Signer:
    private = Ed25519PrivateKey.from_private_bytes(bytes([seed] * 32))
    return Signer(key=private.public_key().public_bytes_raw().hex(), sign=private.sign)


def exported(path: Path, seed: int = 7) -> bytes:
    out = io.BytesIO()
    receipt_export.export(path, out.write, signer(seed), at_ms=5, by="placet 0")
    return out.getvalue()


def checked(content: bytes) -> receipt_verifier.Checked:
    return check(io.BytesIO(content))


@pytest.fixture
def small(path: Path, told: Listener, clock: HeldClock) -> bytes:
    """The export of a ledger in which something of everything happened."""
    with open_ledger(path, told, clock) as ledger:
        live(ledger)
    return exported(path)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.sqlite"


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()


@pytest.fixture
def told() -> Listener:
    return Listener()


def test_what_was_exported_is_whole_and_says_where_its_chain_ends(small: bytes) -> None:
    told = checked(small)
    lines = [json.loads(line) for line in small.splitlines()]
    assert told.links == len(lines) - 2
    assert told.head == lines[-2]["head"] == lines[-1]["head"]
    assert told.facts == sum(len(line["facts"]) for line in lines[1:-1])
    assert told.key == signer(7).key


def test_every_change_of_a_single_byte_is_found(small: bytes) -> None:
    for place in range(len(small)):
        changed = bytearray(small)
        changed[place] ^= 1 << (place % 7)
        with pytest.raises(NotWhole):
            checked(bytes(changed))


def test_every_byte_that_is_missing_or_doubled_is_found(small: bytes) -> None:
    for place in range(0, len(small), 7):
        for changed in (small[:place] + small[place + 1 :], small[: place + 1] + small[place:]):
            with pytest.raises(NotWhole):
                checked(changed)


def test_lines_in_another_order_missing_doubled_or_added_are_found(small: bytes) -> None:
    lines = small.splitlines(keepends=True)
    wrong = [lines[:place] + lines[place + 1 :] for place in range(len(lines))]
    wrong += [lines[: place + 1] + lines[place:] for place in range(len(lines))]
    wrong += [
        [*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]]
        for place in range(len(lines) - 1)
    ]
    wrong += [lines[:place] for place in range(len(lines))]
    for changed in wrong:
        with pytest.raises(NotWhole):
            checked(b"".join(changed))


def test_two_ledgers_that_were_mixed_are_found(small: bytes, tmp_path: Path, told: Listener) -> None:
    other_path = tmp_path / "other.sqlite"
    with open_ledger(other_path, told, HeldClock()) as ledger:
        live(ledger)
    ours, others = small.splitlines(keepends=True), exported(other_path).splitlines(keepends=True)
    assert len(ours) == len(others)
    for place in range(len(ours)):
        with pytest.raises(NotWhole):
            checked(b"".join([*ours[:place], others[place], *ours[place + 1 :]]))
        if place:
            with pytest.raises(NotWhole):
                checked(b"".join([*ours[:place], *others[place:]]))


def test_a_forger_with_another_key_is_told_from_the_owner(path: Path, small: bytes) -> None:
    forged = exported(path, seed=8)
    assert checked(forged).key != checked(small).key
    assert check(io.BytesIO(small), signer(7).key).key == signer(7).key
    with pytest.raises(NotWhole, match="another key"):
        check(io.BytesIO(forged), signer(7).key)


def resigned(content: bytes, change: Callable[[list[dict[str, object]]], object]) -> bytes:
    """A file whose lines were changed and that its own key signed again: only the chain can tell."""
    lines = [json.loads(line) for line in content.splitlines()]
    change(lines)
    spelt = [json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines[:-1]]
    sha256 = hashlib.sha256(b"".join(spelt)).hexdigest()
    signature = signer(7).sign(receipt_verifier.signed_message(sha256)).hex()
    seal = {**lines[-1], "sha256": sha256, "signature": signature}
    return b"".join([*spelt, json.dumps(seal, separators=(",", ":")).encode() + b"\n"])


def test_the_chain_holds_where_the_signature_was_made_anew(small: bytes) -> None:
    changes: list[Callable[[list[dict]], object]] = [
        lambda lines: lines[2]["facts"][0].__setitem__(2, 6),
        lambda lines: lines[2]["facts"][0].__setitem__(7, "{}"),
        lambda lines: lines[2]["facts"].pop(),
        lambda lines: lines[2]["records"].pop(),
        lambda lines: lines[2]["records"].reverse(),
        lambda lines: lines[3].__setitem__("at_ms", 6),
        lambda lines: lines[0].__setitem__("root", "0" * 64),
        lambda lines: lines[2].__setitem__("records", None),
        lambda lines: lines[2]["records"].append(["approval", "a\tb", "0" * 64, None]),
        lambda lines: lines[2]["facts"].append([1]),
        lambda lines: lines[2]["records"].append([1]),
        lambda lines: lines[2]["facts"][0].__setitem__(1, None),
        lambda lines: lines[1]["facts"][0].__setitem__(0, 9),
    ]
    for change in changes:
        with pytest.raises(NotWhole):
            checked(resigned(small, change))
    assert checked(resigned(small, lambda lines: None)) == checked(small)


@pytest.mark.parametrize("spelling", [".0", "e0"])
def test_another_spelling_of_the_count_at_the_end_is_another_byte(small: bytes, spelling: str) -> None:
    *lines, seal = small.splitlines(keepends=True)
    links = json.loads(seal)["end"]
    other = seal.replace(f'"end":{links},'.encode(), f'"end":{links}{spelling},'.encode())
    assert other != seal
    with pytest.raises(NotWhole):
        checked(b"".join([*lines, other]))


def test_a_count_of_none_is_no_false(path: Path, told: Listener) -> None:
    with open_ledger(path, told):
        pass
    whole = exported(path)
    links = checked(whole).links
    with pytest.raises(NotWhole):
        checked(whole.replace(f'"end":{links},'.encode(), b'"end":false,' if links == 0 else b'"end":true,'))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"", "ends too early"),
        (b"{\n", "isn't JSON"),
        (b"[" * 100_000 + b"\n", "isn't JSON"),
        (b"[]\n", "exactly these members"),
        (b'{"format":"x","root":"","links":0,"key":"","exported_at_ms":0,"by":""}\n', "format is not known"),
        (
            b'{"format":"placet.receipts.v1","root":"","links":-1,"key":"","exported_at_ms":0,"by":""}\n',
            "member doesn't fit",
        ),
    ],
)
def test_what_is_no_file_of_receipts_is_said_to_be_none(line: bytes, why: str) -> None:
    with pytest.raises(NotWhole, match=why):
        checked(line)


def test_a_ledger_in_which_nothing_happened_has_a_whole_file_too(path: Path, told: Listener) -> None:
    open_ledger(path, told).close()
    assert checked(exported(path)).links == 0


def test_arguments_and_results_are_told_by_digest_only(small: bytes) -> None:
    assert b"a.txt" not in small
    assert b'ok\\":true' not in small
    assert b"args_sha256" in small


def verified(tmp_path: Path, content: bytes, *words: str) -> subprocess.CompletedProcess[str]:
    file, program = tmp_path / "receipts.jsonl", tmp_path / "verifier.py"
    file.write_bytes(content)
    program.write_text(Path(receipt_verifier.__file__).read_text(encoding="utf-8"), encoding="utf-8")
    command = [sys.executable, "-I", "-S", str(program), str(file), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)


def test_it_runs_by_itself_without_placet_and_without_packages(tmp_path: Path, small: bytes) -> None:
    whole = verified(tmp_path, small)
    assert (whole.returncode, whole.stderr) == (0, "")
    assert whole.stdout.startswith("Whole: 7 links")
    told = verified(tmp_path, small, "--key", signer(7).key, "--json")
    assert json.loads(told.stdout) == {"whole": True, **checked(small)._asdict()}
    broken = verified(tmp_path, small.replace(b"owner", b"other"))
    assert broken.returncode == 1
    assert broken.stdout.startswith("NOT whole. Line ")
    assert verified(tmp_path, small, "--key", "00").returncode == 1
    assert verified(tmp_path, small, "more").returncode == 2


def test_a_file_that_is_not_there_can_not_be_looked_at(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert receipt_verifier.main([str(tmp_path / "none")]) == 2
    assert "can't be read" in capsys.readouterr().err


@pytest.mark.long
def test_of_a_large_export_every_sampled_change_is_found(path: Path, told: Listener) -> None:
    with open_ledger(path, told) as ledger:
        ledger.commit_blocking(lambda tx: tx.declare_agent(lives.an_agent()))
        for draft in lives.drafts(400):
            for step in (lives.hold, lives.approve, lives.finish):
                ledger.commit_blocking(step(draft))
    content = exported(path)
    assert checked(content).links == 1201
    chosen = random.Random(1)
    for _ in range(150):
        changed = bytearray(content)
        changed[chosen.randrange(len(content))] ^= 1 << chosen.randrange(8)
        with pytest.raises(NotWhole):
            checked(bytes(changed))
