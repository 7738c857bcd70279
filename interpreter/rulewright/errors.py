"""The one exception that Rulewright raises for wrong input from its callers.

Separate because all embedding interfaces raise it, and callers catch one type. Any other exception is a bug.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.diagnostics import Diagnostic


class RulewrightError(Exception):
    """The input is refused: a pack with errors, an answer that is not offered, a save of another pack.

    The message is one sentence for people. `diagnostics` are the errors of a pack that cannot be loaded, in reading
    order; empty if the pack is not the problem.
    """

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics
