"""Decides whether packs are compiled for the verifying mode, in which play computes every cached result again.

The environment variable `RULEWRIGHT_VERIFY=1` turns it on, so that other processes of a command do the same.
"""

from __future__ import annotations

import os
from typing import Final

VARIABLE: Final = "RULEWRIGHT_VERIFY"


def is_on() -> bool:
    """Whether the environment variable turns on the verifying mode."""
    return os.environ.get(VARIABLE, "") == "1"


def turn_on() -> None:
    """Turns it on in this process and in those that it starts."""
    os.environ[VARIABLE] = "1"
