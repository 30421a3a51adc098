"""The record of a generation."""

import inspect
import json
from dataclasses import replace

import pytest

from placet.rules import errors
from placet.rules.generations import ERROR_STATUSES, error_text
from placet.rules.lifecycles import GENERATION, GenerationStatus
from placet.rules.responses import FINALS
from tests.rules.test_restart import RESPONSE


@pytest.mark.parametrize("status", GenerationStatus)
def test_a_generation_is_over_where_the_table_says(status: GenerationStatus) -> None:
    assert replace(RESPONSE, status=status).has_ended == (status in GENERATION.ended)


def test_each_ending_of_a_response_has_one_event_of_its_own() -> None:
    assert len(set(FINALS.values())) == len(FINALS)
    assert all(event.value == f"response.{status}" for status, event in FINALS.items())


@pytest.mark.parametrize(("code", "status"), [*ERROR_STATUSES.items(), ("something_else", 502)])
def test_why_a_generation_failed_is_kept_with_what_a_call_would_have_answered(code: str, status: int) -> None:
    told = json.loads(error_text(code, "No."))
    assert told == {"code": code, "message": "No.", "status": status}


def test_every_way_in_which_a_backend_fails_has_a_status() -> None:
    ways = {
        value.code
        for value in vars(errors).values()
        if inspect.isclass(value) and issubclass(value, errors.BackendFailed)
    }
    assert ways - {errors.ReplyCutShort.code} <= set(ERROR_STATUSES)
