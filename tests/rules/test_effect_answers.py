"""What a model is told of an effect that isn't had again."""

from placet.rules.effect_answers import ALREADY_CONFIRMED, RECOVERED, REFUSED, evidence
from placet.rules.operations import Refusal
from tests.rules.test_operations import FOUND, operation


def test_every_refusal_has_one_sentence_of_ours_which_says_that_nothing_was_done() -> None:
    assert set(REFUSED) == set(Refusal)
    assert all(sentence.startswith("Not done: ") and sentence.endswith(".") for sentence in REFUSED.values())
    assert len(set(REFUSED.values())) == len(REFUSED)


def test_evidence_names_the_operation_and_what_was_found() -> None:
    told = evidence(operation(receipt=FOUND), ALREADY_CONFIRMED)
    assert (told["code"], told["operation"], told["label"]) == ("already-confirmed", "op_1", "hello.txt")
    assert "was done before" in told["message"]


def test_evidence_without_a_receipt_is_named_after_its_tool() -> None:
    told = evidence(operation(receipt=None), RECOVERED)
    assert (told["code"], told["label"]) == ("recovered", "fs_write")
    assert "was found to have happened" in told["message"]
