"""What is known of a diagnostic code: its severity, its page, and an example of the mistake and of its repair.

A module of its own so that the tables of the stages and the assembly of them all can import it without a cycle.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum


class Severity(Enum):
    """How bad it is. Only errors keep a pack from being played."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


# The files of a tiny pack by name (bytes where the mistake is in the encoding), or the text of a single file of
# definitions, to which the tests add a minimal manifest.
Files = Mapping[str, str | bytes]
Example = str | Files


@dataclass(frozen=True, slots=True)
class Code:
    """One row of the table of codes.

    `code` is `RW` and three digits, the first of them the stage. `title` names the mistake in a few words,
    `explanation` is its page: one paragraph or a few. `bad` shows the mistake and must yield exactly this code, `good`
    is its repair and must be clean; both are run by the tests. `bad` may be a function where the example is too large
    to keep (a file over the limit). Both are empty where no pack can show it: bugs in Rulewright.
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
