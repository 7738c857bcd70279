"""Packs written down in a test, and what the analysis says of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.diagnostics import Diagnostic
from rulewright.pipeline import CheckResult, check_pack
from rulewright.program import Program

Write = Callable[[Mapping[str, str | bytes] | str], Path]
Checked = Callable[..., CheckResult]


@pytest.fixture
def checked(pack_folder: Write) -> Checked:
    """`checked(text, more)`: a pack of one file whose match is the event `play`, `more` for its manifest."""

    def check(text: str, more: str = "") -> CheckResult:
        manifest = f"pack: sample\nlanguage: 2\nstart: play\n{more}"
        return check_pack(pack_folder({"pack.yaml": manifest, "game.yaml": text}))

    return check


@pytest.fixture
def program(checked: Checked) -> Callable[..., Program]:
    """The program of such a pack, which has to have one."""

    def made(text: str, more: str = "") -> Program:
        result = checked(text, more)
        assert result.program is not None, [one.message for one in result.diagnostics]
        return result.program

    return made


def told(one: Diagnostic) -> str:
    """A diagnostic as a few lines: code, line and message, then each further place."""
    lines = [f"{one.code} {one.span.first.line}: {one.message}"]
    lines += [f"  {other.span.first}: {other.words}" for other in one.related]
    return "\n".join(lines) + "\n"
