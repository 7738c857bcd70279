"""A mission is data: nothing outside of `missions` names one, so one more needs no change elsewhere."""

from __future__ import annotations

import re

from rulewright.assets import content_dir

PACK = content_dir() / "w40k_missions"
DEFAULT = "  mission: sheet of mission starts crusade\n"


def test_the_core_names_no_mission() -> None:
    texts = {one.relative_to(PACK).as_posix(): one.read_text(encoding="utf-8") for one in sorted(PACK.rglob("*.yaml"))}
    missions = [name for file, text in texts.items() if file.startswith("missions/")
                for name in re.findall(r"(?m)^mission (\w+):", text)]  # fmt: skip
    assert len(missions) == 5 and DEFAULT in texts["pack.yaml"]
    named = re.compile(rf"\b(?:{'|'.join(missions)})\b")
    texts["pack.yaml"] = texts["pack.yaml"].replace(DEFAULT, "")
    assert [file for file, text in texts.items()
            if named.search(text) and not file.startswith(("missions/", "tests/"))] == []  # fmt: skip
