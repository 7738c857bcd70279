"""Every code of types, flow and linking: its mistake yields it and nothing else, in these very words; its repair is
clean."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.check.check import check
from rulewright.codes import Code, doubts, flow, linking, more, types
from rulewright.diagnostics import Diagnostic, Diagnostics
from rulewright.effects.load import load_pack
from rulewright.pack.read import read_pack

Write = Callable[[Mapping[str, str | bytes] | str], Path]
STORED = Path(__file__).parent / "check_codes.txt"
CODES = (*flow.CODES, *doubts.CODES, *types.CODES, *more.CODES, *linking.CODES)


def diagnostics_of(folder: Path) -> list[Diagnostic]:
    out = Diagnostics()
    check(load_pack(read_pack(folder, out), out), out)
    return list(out)


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.code)
def test_mistake_and_repair(code: Code, pack_folder: Write) -> None:
    assert not callable(code.bad)
    assert {found.code for found in diagnostics_of(pack_folder(code.bad))} == {code.code}
    assert diagnostics_of(pack_folder(code.good)) == []


def test_words(pack_folder: Write, expect: Callable[[Path, str], None]) -> None:
    lines: list[str] = []
    for code in CODES:
        assert not callable(code.bad)
        for found in diagnostics_of(pack_folder(code.bad)):
            lines.append(f"{found.code} {found.span.first} '{found.span.text}': {found.message}")
            lines += [f"  hint: {found.hint}"] if found.hint is not None else []
            lines += [f"  {other.span.first} '{other.span.text}': {other.words}" for other in found.related]
    expect(STORED, "\n".join(lines) + "\n")
