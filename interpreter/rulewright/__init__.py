"""Rulewright: a declarative rules interpreter for tabletop games.

    import rulewright

    for found in rulewright.check("content/skirmish"):
        print(found.span, found.message)
    match = rulewright.Match.new(rulewright.load("content/skirmish"), seed=3)
    while (question := match.question()) is not None:
        match.answer(question.options[0])

All names below are imported when they are first used: playing loads the standard library alone. docs/embedding.md
says more.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from rulewright.diagnostics import Diagnostic, Related, Severity
    from rulewright.embedding.history import Happening
    from rulewright.embedding.match import Match
    from rulewright.embedding.pack import Pack
    from rulewright.embedding.question import Option, Question
    from rulewright.embedding.saved import Change, ContentChanged
    from rulewright.embedding.settings import Setting
    from rulewright.embedding.values import Value
    from rulewright.embedding.view import Entity, Place, Status, Table, View, Zone
    from rulewright.errors import RulewrightError
    from rulewright.loading import check, environment, load
    from rulewright.source import Span
    from rulewright.workspace.changed import Changed
    from rulewright.workspace.completing import Completion
    from rulewright.workspace.workspace import Declared, Workspace

__all__ = [
    "Change",
    "Changed",
    "Completion",
    "ContentChanged",
    "Declared",
    "Diagnostic",
    "Entity",
    "Happening",
    "Match",
    "Option",
    "Pack",
    "Place",
    "Question",
    "Related",
    "RulewrightError",
    "Setting",
    "Severity",
    "Span",
    "Status",
    "Table",
    "Value",
    "View",
    "Workspace",
    "Zone",
    "check",
    "environment",
    "load",
]

_HOME: Final = {
    "Change": "embedding.saved",
    "Changed": "workspace.changed",
    "Completion": "workspace.completing",
    "ContentChanged": "embedding.saved",
    "Declared": "workspace.workspace",
    "Diagnostic": "diagnostics",
    "Entity": "embedding.view",
    "Happening": "embedding.history",
    "Match": "embedding.match",
    "Option": "embedding.question",
    "Pack": "embedding.pack",
    "Place": "embedding.view",
    "Question": "embedding.question",
    "Related": "diagnostics",
    "RulewrightError": "errors",
    "Setting": "embedding.settings",
    "Severity": "diagnostics",
    "Span": "source",
    "Status": "embedding.view",
    "Table": "embedding.view",
    "Value": "embedding.values",
    "View": "embedding.view",
    "Workspace": "workspace.workspace",
    "Zone": "embedding.view",
    "environment": "loading",
    "load": "loading",
}


if not TYPE_CHECKING:  # so that a type checker knows every name

    def __getattr__(name: str) -> Any:
        """A name of `__all__`, imported on first use."""
        if name not in _HOME:
            raise AttributeError(f"module 'rulewright' has no attribute '{name}'")
        from importlib import import_module

        found = getattr(import_module(f"rulewright.{_HOME[name]}"), name)
        globals()[name] = found
        return found


class _Package(ModuleType):
    """This package. Its `check` stays the function after the subpackage of the same name is imported."""

    @property
    def check(self) -> Any:
        """`loading.check`."""
        from rulewright.loading import check

        return check

    @check.setter
    def check(self, package: ModuleType) -> None:
        """What the import system does with every package inside."""


sys.modules[__name__].__class__ = _Package


def __dir__() -> list[str]:
    """The names that can be imported from here."""
    return [*__all__, *globals()]
