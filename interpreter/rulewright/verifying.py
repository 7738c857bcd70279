"""Whether packs are compiled for the verifying mode, in which play computes again whatever it remembered.

The environment says so (`RULEWRIGHT_VERIFY=1`), so that other processes of a command do the same.
"""

from __future__ import annotations

import os
from typing import Final

VARIABLE: Final = "RULEWRIGHT_VERIFY"


def is_on() -> bool:
    """Whether the environment asks for the verifying mode."""
    return os.environ.get(VARIABLE, "") == "1"


def turn_on() -> None:
    """Asks for it, in this process and those that it starts."""
    os.environ[VARIABLE] = "1"
