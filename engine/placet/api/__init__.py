"""The front door: commands in, views and events out.

What callers need from the rules is handed on here, so that nobody above imports them.
"""

from placet.api.engine import Caller, Engine
from placet.rules.authority import Action, Authority, Principal, Via
from placet.rules.errors import (
    AgentStopped,
    ArgumentsNotAllowed,
    BadArguments,
    BadDeclaration,
    BadInput,
    BadSetting,
    Conflict,
    DataFolderInUse,
    DigestMismatch,
    DigestRequired,
    EngineStopping,
    Forbidden,
    LedgerDamaged,
    NameInUse,
    NotEnabled,
    NotFound,
    NotResolvable,
    NoWaiter,
    PlacetError,
    RequestKeyReused,
    RequiresAuthorizedCode,
    TooLarge,
    ToolDisabled,
    Unauthenticated,
)
from placet.rules.hex_dump import halved
from placet.rules.lifecycle import Phase
from placet.rules.lifecycles import TOOL_CALL, ApprovalState, TaskStatus, TurnStatus
from placet.rules.masking import Secret, growing, masked, secrets
from placet.rules.narrowing import Narrowing
from placet.rules.ports import Effect
from placet.rules.records import AgentState, Event, Role, Scope
from placet.rules.risk import Risk
from placet.rules.sheets import Sheet, SheetKind, SheetLine, Tone, read_diff
from placet.rules.shown import Shown, parts
from placet.rules.strict_json import dump, parse
from placet.rules.suspicions import odd_letters
from placet.rules.untrusted import showable

__all__ = [
    "TOOL_CALL",
    "Action",
    "AgentState",
    "AgentStopped",
    "ApprovalState",
    "ArgumentsNotAllowed",
    "Authority",
    "BadArguments",
    "BadDeclaration",
    "BadInput",
    "BadSetting",
    "Caller",
    "Conflict",
    "DataFolderInUse",
    "DigestMismatch",
    "DigestRequired",
    "Effect",
    "Engine",
    "EngineStopping",
    "Event",
    "Forbidden",
    "LedgerDamaged",
    "NameInUse",
    "Narrowing",
    "NoWaiter",
    "NotEnabled",
    "NotFound",
    "NotResolvable",
    "Phase",
    "PlacetError",
    "Principal",
    "RequestKeyReused",
    "RequiresAuthorizedCode",
    "Risk",
    "Role",
    "Scope",
    "Secret",
    "Sheet",
    "SheetKind",
    "SheetLine",
    "Shown",
    "TaskStatus",
    "Tone",
    "TooLarge",
    "ToolDisabled",
    "TurnStatus",
    "Unauthenticated",
    "Via",
    "dump",
    "growing",
    "halved",
    "masked",
    "odd_letters",
    "parse",
    "parts",
    "read_diff",
    "secrets",
    "showable",
]
