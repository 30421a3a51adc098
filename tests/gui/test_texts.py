"""There is a word for everything that the engine names."""

import inspect
import re

import pytest

from placet import app as every_room  # so that every room's errors are known
from placet.api import (
    Action,
    AgentState,
    ApprovalState,
    Effect,
    Principal,
    Risk,
    Role,
    Scope,
    TaskStatus,
    Via,
)
from placet.rules import accounts, guided
from placet.rules.channels import KINDS
from placet.rules.errors import PlacetError
from placet.rules.generations import OnRestart
from placet.rules.lifecycles import GENERATION, OPERATION, WORKFLOW
from placet.rules.ports import ModelState
from placet.rules.servers import SECURITIES
from placet.rules.verification import Verdict
from placet.settings import TABLE
from placet.work import doctor
from placet.work.doctor import CHECKS
from placet_gui import kept_texts, texts
from placet_gui.delegates.badges import (
    AGENT_LOOKS,
    APPROVAL_LOOKS,
    FINDING_LOOKS,
    GENERATION_LOOKS,
    GRANT_LOOKS,
    OPERATION_LOOKS,
    RISK_LOOKS,
    STATUS_LOOKS,
    VERDICT_LOOKS,
    WORKFLOW_LOOKS,
    finding_look,
    status_look,
)
from placet_gui.presenters import workflow_facts
from placet_gui.theme.tokens import Scheme, load_tokens
from placet_gui.views import account_maker, channel_maker, guide_pane

TABLES = [
    (texts.STATUSES, TaskStatus),
    (texts.APPROVALS, ApprovalState),
    (texts.ACTIONS, Action),
    (texts.RISKS, Risk),
    (texts.EFFECTS, Effect),
    (texts.AGENT_STATES, AgentState),
    (texts.ROLES, Role),
    (texts.SCOPES, Scope),
    (texts.SCOPES_MEAN, Scope),
    (texts.VIAS, Via),
    (texts.PRINCIPALS, Principal),
    (STATUS_LOOKS, TaskStatus),
    (RISK_LOOKS, Risk),
    (AGENT_LOOKS, AgentState),
    (texts.GENERATIONS, GENERATION.phases),
    (GENERATION_LOOKS, GENERATION.phases),
    (texts.ON_RESTART, OnRestart),
    (texts.MODEL_STATES, ModelState),
    (texts.WORKFLOWS, WORKFLOW.phases),
    (WORKFLOW_LOOKS, WORKFLOW.phases),
    (texts.VERDICTS, Verdict),
    (VERDICT_LOOKS, Verdict),
    (texts.OPERATIONS, OPERATION.phases),
    (OPERATION_LOOKS, OPERATION.phases),
    (APPROVAL_LOOKS, ApprovalState),
    (texts.CHECKS, CHECKS),
]


@pytest.mark.parametrize(("table", "enum"), TABLES)
def test_a_table_names_each_member_and_nothing_else(table, enum) -> None:
    assert set(table) == {str(member) for member in enum}


def test_every_kind_of_account_has_its_words_and_fields() -> None:
    assert set(kept_texts.ACCOUNT_KINDS) == set(account_maker.FIELDS) == set(accounts.KINDS)
    fields = {field for row in account_maker.FIELDS.values() for field in row}
    securities = {f"security_{it or 'default'}" for it in account_maker.SECURITIES}
    assert set(kept_texts.ACCOUNT_FIELDS) == fields | securities
    assert set(account_maker.SECURITIES) == {"", *SECURITIES}
    assert set(kept_texts.LEAVES) == set(account_maker.LIVES_S)
    assert {right for row in kept_texts.ACCOUNT_RIGHTS for right in row.split("+")} == set(accounts.RIGHTS)


def test_every_kind_of_channel_has_its_words_and_fields() -> None:
    kinds = set(KINDS)
    assert (
        set(kept_texts.CHANNEL_KINDS)
        == set(kept_texts.CHANNEL_ADDRESSES)
        == set(channel_maker._FIELDS)
        == kinds
    )
    fields = {field for row in channel_maker._FIELDS.values() for field in row}
    securities = {f"security_{it or 'default'}" for it in channel_maker._SECURITIES}
    assert set(kept_texts.CHANNEL_FIELDS) == fields | securities
    assert set(channel_maker._SECURITIES) == {"", *SECURITIES}


def test_every_guided_workflow_has_its_words() -> None:
    assert set(workflow_facts.GUIDES) == set(guided.GUIDES)
    texts_of = {
        f"{name}.{field.name}" for name, row in guided.FIELDS.items() for field in row if not field.account
    }
    assert set(guide_pane.HINTS) == texts_of
    assert set(guide_pane.FIELDS) == {field.name for row in guided.FIELDS.values() for field in row}
    tools = {tool for name in guided.GUIDES for tool in guided.guide(name, {}).scope.names}
    assert set(guide_pane.DEMANDS) == set(guide_pane.LIMITS) == tools
    assert set(guide_pane.NO_ACCOUNT) == set(accounts.KINDS)


def family(base: type[PlacetError]) -> set[str]:
    return {base.code}.union(*(family(below) for below in base.__subclasses__()))


def test_every_error_code_has_a_word() -> None:
    assert every_room.__name__ == "placet.app"
    assert family(PlacetError) <= set(texts.ERRORS)


def test_every_group_of_settings_has_a_heading() -> None:
    assert {setting.key.split(".")[0].split("_")[0] for setting in TABLE} == set(texts.SETTING_GROUPS)


LOOKS = (
    STATUS_LOOKS, RISK_LOOKS, AGENT_LOOKS, GENERATION_LOOKS, GRANT_LOOKS, WORKFLOW_LOOKS, VERDICT_LOOKS, OPERATION_LOOKS,
    APPROVAL_LOOKS, FINDING_LOOKS,
)  # fmt: skip


def test_no_two_states_look_alike_without_their_colour() -> None:
    for looks in LOOKS:
        assert len({look.word for look in looks.values()}) == len(looks)
        assert len({look.icon for look in looks.values()}) == len(looks)


def test_every_tone_is_a_token_with_a_soft_ground() -> None:
    tokens = load_tokens(Scheme.DARK)
    for looks in LOOKS:
        for look in looks.values():
            assert tokens.colour(look.tone)
            assert tokens.colour(f"{look.tone}_soft")


def test_a_waiting_call_reads_awaiting_approval() -> None:
    assert texts.status_word("pending_approval") == "Awaiting approval"


def test_a_word_of_a_newer_engine_is_shown_as_it_is() -> None:
    assert texts.status_word("half_done") == "half done"
    assert status_look("half_done").word == "half done"


def test_a_finding_of_a_newer_doctors_is_shown_by_its_code() -> None:
    assert finding_look("clock_is_wrong").word == "clock is wrong"
    codes = set(re.findall(r'code="(\w+)"', inspect.getsource(doctor)))
    assert codes == set(texts.FINDINGS)


def test_an_error_is_told_by_its_code_and_by_what_the_engine_said() -> None:
    assert texts.error_sentence("no_waiter", "") == "Nobody waits for this any more"
    assert (
        texts.error_sentence("not_found", "There is no such task.")
        == "That isn't there: There is no such task."
    )


def test_a_decider_that_is_code_or_a_standing_answer_keeps_its_own_name(qapp: object) -> None:
    assert texts.decider("owner") == "the owner"
    assert texts.decider("lib/my_vote.ts:main") == "lib/my_vote.ts:main"
