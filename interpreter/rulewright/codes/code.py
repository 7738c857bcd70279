"""Defines a diagnostic code: its severity, its page, and an example of the error and of its fix.

Separate because both the tables of the stages and the module that combines them import it, without a cycle.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum


class Severity(Enum):
    """How bad a problem is. A pack with errors cannot be played."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


# The files of a tiny pack by name (bytes if the error is in the encoding), or the content of a single file of
# definitions, to which the tests add a minimal manifest.
Files = Mapping[str, str | bytes]
Example = str | Files


@dataclass(frozen=True, slots=True)
class Code:
    """One row of the table of codes.

    `code` is `RW` and three digits, of which the first is the stage. `title` names the problem in a few words, and
    `explanation` is its page: one paragraph or a few. `bad` shows the problem and must yield exactly this code; `good`
    is the fixed version and must be clean. The tests run both. `bad` may be a function if the example is too large to
    store (a file over the limit). Both are empty if no pack can show the problem: bugs in Rulewright.
    """

    code: str
    severity: Severity
    title: str
    explanation: str
    bad: Example | Callable[[], Example]
    good: Example


def game(text: str, more: str = "") -> Example:
    """An example of one file whose match is the event `play`. `more`: further lines of its manifest."""
    return {"pack.yaml": f"pack: sample\nlanguage: 2\nstart: play\n{more}", "game.yaml": text}
