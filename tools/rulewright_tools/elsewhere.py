"""The other process of `soak --resume`: loads saved matches, gives answers, and reports the results.

Separate because it is a process of its own. It reads one job from its standard input, `{"pack": FOLDER, "with":
[FOLDER, ..], "runs": [{"saved": TEXT, "answers": [..]}, ..]}`, and writes one line of JSON for each run; the job does
not contain the expected results.
"""

from __future__ import annotations

import json
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

from rulewright.diagnostics import Diagnostics
from rulewright.pipeline import load_program
from rulewright.play.load import Linked
from rulewright.session import Game, dumps, link_program
from rulewright.shapes import FIELDS
from rulewright.stack.find import stacked


def main() -> None:
    """Continues every match of the job."""
    job = json.load(sys.stdin)
    place = stacked(job["pack"], Diagnostics(), tuple(Path(one) for one in job["with"]))
    program = None if place is None else load_program(place)
    if program is None:
        sys.exit(f"the pack {job['pack']} has errors")
    linked = link_program(program)
    for run in job["runs"]:
        sys.stdout.write(json.dumps(gone_on(linked, run["saved"], run["answers"])) + "\n")


def gone_on(linked: Linked, saved: str, answers: list[int]) -> dict[str, Any]:
    """Returns the results of a saved match: `traces`, one for each answer, and `saved`, the text of its save at the
    end."""
    game = Game.restore(linked, json.loads(saved))
    traces = []
    for number in answers:
        start = len(game.trace)
        game.answer(number)
        traces.append(told(game, start))
    return {"traces": traces, "saved": dumps(game)}


def told(game: Game, start: int) -> list[str]:
    """Returns the trace from an entry on, each entry as JSON with the current contents of its records."""
    return [
        json.dumps([type(entry).__name__, *(_plain(getattr(entry, one.name), whole=True) for one in fields(entry))])
        for entry in game.trace[start:]
    ]


def _plain(value: Any, whole: bool) -> Any:
    """Returns a record as its event, its stamp and its contents; records inside records, which may form a cycle,
    without their contents."""
    if isinstance(value, tuple):
        return [_plain(one, whole) for one in value]
    if not isinstance(value, list):
        return value
    head, limits = value[: FIELDS - 1], value[FIELDS - 1]
    if not whole:
        return {"record": head}
    counted = None if limits is None else [[_plain(key, False), count] for key, count in limits.items()]
    return {"record": head, "limits": counted, "fields": [_plain(one, False) for one in value[FIELDS:]]}


if __name__ == "__main__":
    main()
