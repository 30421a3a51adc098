"""Names of widgets: stable for tests, style sheets and assistive tools (interfaces 5)."""

from __future__ import annotations

import enum

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget


class Name(enum.StrEnum):
    """Every object name that others may rely on, and those that the style sheet names."""

    MAIN_WINDOW = "main_window"
    NAV = "nav"
    STATUS_BAR = "status_bar"
    STOP_ALL_BUTTON = "stop_all_button"
    WAITING_BADGE = "waiting_badge"
    NOTICE_BAR = "notice_bar"
    NOTICE_CLOSE = "notice_close"

    INBOX_PAGE = "inbox_page"
    INBOX_LIST = "inbox_list"
    INBOX_CARD = "inbox_card"
    APPROVAL_DIALOG = "approval_dialog"
    APPROVE_BUTTON = "approve_button"
    DENY_BUTTON = "deny_button"
    DENY_REASON = "deny_reason"
    EDIT_ARGS_BUTTON = "edit_args_button"
    EDIT_ARGS_TEXT = "edit_args_text"
    EDIT_ARGS_DIFF = "edit_args_diff"
    EDIT_ARGS_REVIEW = "edit_args_review"
    EDIT_ARGS_BACK = "edit_args_back"
    EDIT_ARGS_TROUBLE = "edit_args_trouble"
    DIGEST_LABEL = "digest_label"
    DIGEST_FIELD = "digest_field"
    ARMING_LABEL = "arming_label"
    DECIDED_LABEL = "decided_label"
    FLOOD_PANE = "flood_pane"
    FLOOD_LABEL = "flood_label"
    FLOOD_DENY = "flood_deny"
    FLOOD_PAUSE = "flood_pause"
    FLOOD_REASON = "flood_reason"
    FLOOD_UNFOLD = "flood_unfold"
    FLOOD_CLOSE = "flood_close"
    FLOOD_TROUBLE = "flood_trouble"

    TASKS_PAGE = "tasks_page"
    TASKS_TABLE = "tasks_table"
    KIND_FILTER = "kind_filter"
    AGENT_FILTER = "agent_filter"
    SEARCH_BOX = "search_box"
    TASKS_EMPTY = "tasks_empty"
    TOOL_FILTER = "tool_filter"
    RISK_FILTER = "risk_filter"
    TIME_FILTER = "time_filter"
    TASKS_VIEWS = "tasks_views"
    TASKS_VIEW_NAME = "tasks_view_name"
    TASKS_EXPORT = "tasks_export"
    TASKS_EXPORT_STOP = "tasks_export_stop"
    TASKS_SAID = "tasks_said"
    TASK_DETAIL = "task_detail"
    DETAIL_CLOSE = "detail_close"
    DETAIL_TABS = "detail_tabs"
    DETAIL_CANCEL = "detail_cancel"
    DETAIL_DECIDE = "detail_decide"
    RECORD_VIEW = "record_view"
    ARGS_TREE = "args_tree"
    ARGS_RAW = "args_raw"
    RESULT_VIEW = "result_view"
    EDITED_VIEW = "edited_view"
    SHEET_VIEW = "sheet_view"
    SINCE_VIEW = "since_view"
    SINCE_LABEL = "since_label"
    SINCE_MORE = "since_more"
    SECRETS_NOTE = "secrets_note"
    SECRETS_REVEAL = "secrets_reveal"
    ASKER_LABEL = "asker_label"
    CODE_VIEW = "code_view"
    CODE_DIGEST = "code_digest"
    AUTH_BADGE = "auth_badge"

    AGENTS_PAGE = "agents_page"
    AGENTS_LIST = "agents_list"
    AGENT_DECLARE = "agent_declare"
    AGENT_START = "agent_start"
    AGENT_STOP = "agent_stop"
    AGENT_TABS = "agent_tabs"
    FILES_TABLE = "files_table"
    FILES_AGAIN = "files_again"
    FILES_EMPTY = "files_empty"
    FILE_BACK = "file_back"
    FILE_TABS = "file_tabs"
    FILE_SOURCE = "file_source"
    FILE_CHANGES = "file_changes"
    FILE_STATE = "file_state"
    FILE_TROUBLE = "file_trouble"
    AUTHORIZE_BUTTON = "authorize_button"
    AUTHORIZE_FIELD = "authorize_field"
    AUTHORIZE_LABEL = "authorize_label"
    DEAUTHORIZE_BUTTON = "deauthorize_button"
    TARGETS_VIEW = "targets_view"
    RUNS_TABLE = "runs_table"
    RUNS_EMPTY = "runs_empty"
    RUNS_MORE = "runs_more"
    RUN_BACK = "run_back"
    RUN_TASK = "run_task"
    RUN_RECORD = "run_record"
    RUN_CONSOLE = "run_console"
    RUN_TROUBLE = "run_trouble"
    CONVERSATION_VIEW = "conversation_view"
    MESSAGE_TEXT = "message_text"
    MESSAGE_INPUT = "message_input"
    MESSAGE_SEND = "message_send"
    CONVERSATION_NEW = "conversation_new"
    EARLIER_MESSAGES = "earlier_messages"
    DECLARE_DIALOG = "declare_dialog"
    DECLARE_TABS = "declare_tabs"
    DECLARE_NAME = "declare_name"
    DECLARE_FOLDER = "declare_folder"
    DECLARE_BROWSE = "declare_browse"
    DECLARE_BACKEND = "declare_backend"
    DECLARE_MODEL = "declare_model"
    DECLARE_TOOL_FIRST = "declare_tool_first"
    DECLARE_TOML = "declare_toml"
    DECLARE_OK = "declare_ok"
    DECLARE_CANCEL = "declare_cancel"

    GENERATIONS_PAGE = "generations_page"
    GENERATIONS_TABLE = "generations_table"
    GENERATIONS_EMPTY = "generations_empty"
    GENERATIONS_SEARCH = "generations_search"
    GENERATION_NEW = "generation_new"
    GENERATION_DETAIL = "generation_detail"
    GENERATION_CLOSE = "generation_close"
    GENERATION_CANCEL = "generation_cancel"
    GENERATION_CONVERSATION = "generation_conversation"
    GENERATION_TABS = "generation_tabs"
    GENERATION_TEXT = "generation_text"
    GENERATION_ERROR = "generation_error"
    GENERATION_DIALOG = "generation_dialog"
    GENERATION_MODEL = "generation_model"
    GENERATION_INPUT = "generation_input"
    GENERATION_INSTRUCTIONS = "generation_instructions"
    GENERATION_MOST_TOKENS = "generation_most_tokens"
    GENERATION_ON_RESTART = "generation_on_restart"
    GENERATION_START = "generation_start"
    GENERATION_DISMISS = "generation_dismiss"

    GRANTS_PAGE = "grants_page"
    GRANTS_TABLE = "grants_table"
    GRANTS_EMPTY = "grants_empty"
    GRANTS_SEARCH = "grants_search"
    GRANTS_ENDED = "grants_ended"
    GRANT_DETAIL = "grant_detail"
    GRANT_REVOKE = "grant_revoke"
    GRANT_OFFER = "grant_offer"
    GRANT_WHY_NOT = "grant_why_not"
    GRANT_MAKER = "grant_maker"
    GRANT_SENTENCE = "grant_sentence"
    GRANT_BACKTEST = "grant_backtest"
    GRANT_TROUBLE = "grant_trouble"
    GRANT_USES = "grant_uses"
    GRANT_UNTIL = "grant_until"
    GRANT_SETTLE = "grant_settle"
    GRANT_ARMING = "grant_arming"
    GRANT_CODE = "grant_code"
    GRANT_MAKE = "grant_make"
    GRANT_BACK = "grant_back"
    GRANT_MADE = "grant_made"

    SETTINGS_PAGE = "settings_page"
    LOCK_NOTE = "lock_note"
    CHANNELS_SECTION = "channels_section"
    CHANNEL_KIND = "channel_kind"
    CHANNEL_NAME = "channel_name"
    CHANNEL_ADD = "channel_add"
    ACCESS_SECTION = "access_section"
    ACCESS_SCOPE = "access_scope"
    ACCESS_AGENT = "access_agent"
    ACCESS_LIFE = "access_life"
    ACCESS_MAKE = "access_make"
    ACCESS_SHOWN = "access_shown"
    ACCESS_COPY = "access_copy"
    ACCESS_DONE = "access_done"
    ACCESS_NOTICE = "access_notice"
    ACCESS_KEEP = "access_keep"
    ACCESS_REVOKE = "access_revoke"


def status_filter_name(status: str) -> str:
    """The object name of the filter of one status."""
    return f"status_filter_{status}"


def name_widget(widget: QWidget, name: str, accessible_name: str, description: str = "") -> None:
    """Give a widget its object name, the same as accessible identifier, and its accessible name.

    The accessible name is plain text: what assistive tools read aloud. Never pass an agent's raw text.
    """
    widget.setObjectName(name)
    widget.setAccessibleIdentifier(name)
    widget.setAccessibleName(accessible_name)
    if description:
        widget.setAccessibleDescription(description)


def plain_label(text: str = "", role: str = "", parent: QWidget | None = None) -> QLabel:
    """A label that never interprets what it is given: QLabel's default guesses at HTML.

    `role` is a word that the style sheet knows (`title`, `muted`, `mono`, …).
    """
    label = QLabel(parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setText(text)
    if role:
        label.setProperty("role", role)
    return label
