"""Every code of names: its mistake yields it and nothing else, in these very words; its repair is clean."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulewright.check.check import check
from rulewright.codes.code import Code, Severity
from rulewright.codes.names import CODES
from rulewright.diagnostics import Diagnostic, Diagnostics
from rulewright.effects.load import load_pack
from rulewright.pack.read import read_pack

Write = Callable[[Mapping[str, str | bytes] | str], Path]
# Later stages warn that the definitions of so small a pack are used nowhere: that is not what is shown here.
_OWN = frozenset(code.code for code in CODES)
STORED = Path(__file__).parent / "name_codes.txt"


def diagnostics_of(folder: Path) -> list[Diagnostic]:
    out = Diagnostics()
    check(load_pack(read_pack(folder, out), out), out)
    return [found for found in out if found.severity is Severity.ERROR or found.code in _OWN]


def examples(code: Code) -> tuple[Mapping[str, str | bytes] | str, Mapping[str, str | bytes] | str]:
    assert not callable(code.bad)
    return code.bad, code.good


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.code)
def test_mistake_and_repair(code: Code, pack_folder: Write) -> None:
    bad, good = examples(code)
    assert [found.code for found in diagnostics_of(pack_folder(bad))] == [code.code]
    assert diagnostics_of(pack_folder(good)) == []


def test_the_codes_are_in_order() -> None:
    assert [code.code for code in CODES] == sorted({code.code for code in CODES})


def test_words(pack_folder: Write, expect: Callable[[Path, str], None]) -> None:
    lines: list[str] = []
    for code in CODES:
        for found in diagnostics_of(pack_folder(examples(code)[0])):
            lines.append(f"{found.code} {found.span.first} '{found.span.text}': {found.message}")
            lines += [f"  hint: {found.hint}"] if found.hint is not None else []
            lines += [f"  {other.span.first} '{other.span.text}': {other.words}" for other in found.related]
    expect(STORED, "\n".join(lines) + "\n")
