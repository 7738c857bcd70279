"""What the checker says of small texts, case by case: code, place and words; and that correct texts are clean.

A case is a file beside `base.yaml`, or a whole pack (`pack: true`) with the manifest `manifest` added to it. Each
expectation is one line: where it begins, the words that are marked, the code, the message; a hint follows behind `--`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from rulewright.check.check import check
from rulewright.check.trees import texts_of
from rulewright.diagnostics import Diagnostic, Diagnostics
from rulewright.effects import nodes as n
from rulewright.effects.load import load_pack
from rulewright.pack.read import read_pack

HERE = Path(__file__).parent
BASE = (HERE / "base.yaml").read_text(encoding="utf-8")
MANIFEST = "pack: sample\nboard: square\nsettings:\n  relic: yes_no starts false\n"

Write = Callable[[Mapping[str, str | bytes] | str], Path]


def cases() -> Iterator[Any]:
    for file in sorted(HERE.glob("case_*.yaml")):
        for case in YAML(typ="safe").load(file.read_text(encoding="utf-8")):
            yield pytest.param(case, id=f"{file.stem.removeprefix('case_')}: {case['title']}")


def files_of(case: Mapping[str, Any]) -> dict[str, str | bytes]:
    if case.get("pack"):
        return {"pack.yaml": "pack: sample\nstart: play\n" + case.get("manifest", ""), "game.yaml": case["text"]}
    return {"pack.yaml": MANIFEST, "base.yaml": BASE, "game.yaml": case["text"]}


def said(found: Diagnostic) -> str:
    words = " ".join(found.span.text.split())
    line = f"{found.span.first} '{words}' {found.code} {found.message}"
    return line if found.hint is None else f"{line} -- {found.hint}"


@pytest.mark.parametrize("case", list(cases()))
def test_case(case: Mapping[str, Any], pack_folder: Write) -> None:
    out = Diagnostics()
    pack = check(load_pack(read_pack(pack_folder(files_of(case)), out), out), out)
    assert [said(found) for found in out] == case.get("expect", [])
    assert (pack is None) == out.has_errors


def test_the_base_is_clean_and_every_expression_has_a_type(pack_folder: Write) -> None:
    out = Diagnostics()
    pack = check(load_pack(read_pack(pack_folder({"pack.yaml": MANIFEST, "base.yaml": BASE}), out), out), out)
    assert list(out) == []
    assert pack is not None
    assert any(isinstance(node, n.Attr) for text in texts_of(pack) for node in text.nodes)
    without = [node for text in texts_of(pack) for node in text.nodes
               if isinstance(node, n.Expr) and node.type is None]
    assert without == []
