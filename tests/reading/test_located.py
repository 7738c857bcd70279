"""Every character of every scalar knows where it stands in the file, in every style and with both parsers."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from rulewright.diagnostics import Diagnostics
from rulewright.pack.tree import Mapping, Scalar, walk
from rulewright.pack.yaml_tree import compose_events
from rulewright.source import SourceText

STORED = Path(__file__).parent / "located.yaml"
CASES: list[dict[str, Any]] = YAML(typ="safe").load(STORED.read_text(encoding="utf-8"))


@pytest.mark.parametrize("pure", [False, True], ids=["C", "Python"])
@pytest.mark.parametrize("case", CASES, ids=[case["title"] for case in CASES])
def test_parts_of_a_scalar_stand_where_the_file_has_them(case: dict[str, Any], pure: bool) -> None:
    source = SourceText("f.yaml", case["yaml"])
    out = Diagnostics()
    root = compose_events(source, out, pure=pure)
    assert list(out) == []
    assert isinstance(root, Mapping)
    node = root.get("k")
    assert isinstance(node, Scalar)
    located = node.located
    assert located.text == case["text"]
    starts = {part: located.text.index(part) for part in case["places"]}
    places = {part: str(located.span(start, start + len(part)).first) for part, start in starts.items()}
    assert places == case["places"]


@pytest.mark.parametrize("seed", range(40))
def test_every_character_of_random_scalars_is_the_one_in_the_file(seed: int) -> None:
    """White space that a fold made stands at its line feed, an escape at its backslash, all else at itself."""
    rng = random.Random(seed)
    read = 0
    for _ in range(60):
        text = _random_file(rng)
        for pure in (False, True):
            out = Diagnostics()
            root = compose_events(SourceText("f.yaml", text), out, pure=pure)
            if out.has_errors:
                continue
            assert root is not None
            for node in walk(root):
                if isinstance(node, Scalar):
                    _check_located(node, text)
                    read += 1
    assert read > 100, "the generator writes hardly any valid YAML"


def _check_located(node: Scalar, text: str) -> None:
    located = node.located
    assert located.text == node.value
    assert list(located.offsets) == sorted(located.offsets)
    for index, char in enumerate(located.text):
        span = located.span(index, index + 1)
        in_file = text[span.start]
        assert node.start <= span.start < span.end <= max(node.end, span.start + 1)
        if in_file == "\\" and node.style == "double":
            assert len(span.text) > 1
        elif char == " " and in_file == "\n":
            assert node.style != "literal"
        else:
            assert in_file == char
    assert len(located.offsets) == len(located.text) + 1


def _random_file(rng: random.Random) -> str:
    """A file with one random scalar, in a mapping or a list, before or behind other entries."""
    newline = rng.choice(["\n", "\n", "\r\n"])
    indent = "  " * rng.randint(1, 3)
    scalar = rng.choice([_plain, _single, _double, _block])(rng, indent, newline)
    if not scalar.endswith("\n"):
        scalar += newline
    before = rng.choice(["k: ", f"p:{newline}- ", f"p:{newline} q: ", f"- - k: {newline}{indent}"])
    behind = rng.choice(["", f"z: 1{newline}", f"{newline}{newline}# c{newline}z: 1{newline}", f"- 1{newline}"])
    return before + scalar + behind


def _plain(rng: random.Random, indent: str, newline: str) -> str:
    between = [" ", "  ", newline + indent, f" {newline}{indent} ", newline + newline + indent]
    words = [rng.choice(["a", "bb", "x(y)", "c's", "é", "😀"]) for _ in range(rng.randint(1, 8))]
    text = words[0]
    for word in words[1:]:
        text += rng.choice(between) + word
    return text + rng.choice(["", " ", " # c"])


def _single(rng: random.Random, indent: str, newline: str) -> str:
    pieces = ["a", " ", "''", '"', "é", "\\", "#", ": ", newline + indent, newline * 2 + indent, "😀"]
    return "'" + "".join(rng.choice(pieces) for _ in range(rng.randint(0, 9))) + "'"


def _double(rng: random.Random, indent: str, newline: str) -> str:
    pieces = ["a", " ", "'", '\\"', "\\n", "\\u0041", "\\x41", "\\U0001F600", "é", "\\\\", "#", "😀", "\\ "]
    pieces += [newline + indent, newline * 2 + indent, "\\" + newline + indent, "\\" + newline * 2 + indent]
    return '"' + "".join(rng.choice(pieces) for _ in range(rng.randint(0, 9))) + '"'


def _block(rng: random.Random, indent: str, newline: str) -> str:
    chomping = rng.choice(["", "-", "+"])
    digit = str(len(indent)) if rng.random() < 0.3 else ""
    marks = rng.choice([chomping + digit, digit + chomping])
    text = rng.choice("|>") + marks + rng.choice(["", " ", " # c"]) + newline
    for _ in range(rng.randint(0, 6)):
        if rng.random() < 0.25:
            text += rng.choice(["", "", " ", indent + " "]) + newline
        else:
            words = " ".join(rng.choice(["a", "b(c)", "it's", "é", "😀", "#", "if"]) for _ in range(rng.randint(1, 4)))
            text += indent + " " * rng.choice([0, 0, 0, 1, 3]) + words + newline
    return text.removesuffix(newline) if rng.random() < 0.2 else text
