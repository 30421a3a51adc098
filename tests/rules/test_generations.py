"""The record of a generation."""

from dataclasses import replace

import pytest

from placet.rules.lifecycles import GENERATION, GenerationStatus
from placet.rules.responses import FINALS
from tests.rules.test_restart import RESPONSE


@pytest.mark.parametrize("status", GenerationStatus)
def test_a_generation_is_over_where_the_table_says(status: GenerationStatus) -> None:
    assert replace(RESPONSE, status=status).has_ended == (status in GENERATION.ended)


def test_each_ending_of_a_response_has_one_event_of_its_own() -> None:
    assert len(set(FINALS.values())) == len(FINALS)
    assert all(event.value == f"response.{status}" for status, event in FINALS.items())
