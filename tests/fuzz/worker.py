"""The process that hostile packs are checked in: one folder a line, one verdict a line, under limits of its own.

What is found is told as the command line tells it, in all its forms. A verdict: seconds of processor time up to the
text for the terminal, megabytes at the most so far, the codes found, what fault there was if any, how many decisions
could be played, the processor time of the slowest of them, what limit was passed if any, and how many content tests.
Seconds are those of the reference machine (`tests.clock`).
"""

from __future__ import annotations

import json
import resource
import sys
import traceback
from pathlib import Path
from typing import Any

from tests.clock import WATCH

from rulewright.pipeline import check_pack
from rulewright.play.chance import Chance
from rulewright.scenario.report import message
from rulewright.scenario.suite import load_suite
from rulewright.session import Game, link_program
from rulewright_tools.show import json as json_lines
from rulewright_tools.show import sarif, text

DECISIONS = 12


def main() -> None:
    """Judges until no folder is given any more."""
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
    for line in sys.stdin:
        sys.stdout.write(json.dumps(judged(line.rstrip("\n"))) + "\n")
        sys.stdout.flush()


def judged(folder: str) -> dict[str, Any]:
    """What becomes of one folder."""
    fault, codes, tests, errors = "", [], 0, False
    played, slowest, runaway = 0, 0.0, ""
    started = WATCH.now()
    try:
        result = check_pack(folder)
        codes = sorted({one.code for one in result.diagnostics})
        errors = result.diagnostics.has_errors
        text.render(result.diagnostics, base=folder)
        seconds = WATCH.since(started)
        json_lines.render(result.diagnostics, base=folder)
        sarif.as_log(result.diagnostics, version="0", base=folder)
        tests = tested(folder)
        if result.program is not None and result.program.start >= 0:
            played, slowest, runaway = decisions(link_program(result.program))
    except BaseException:  # any exception at all is a fault: it is told, not hidden
        seconds = WATCH.since(started)
        fault = traceback.format_exc()
    megabytes = peak()
    return {"seconds": seconds, "megabytes": megabytes, "codes": codes, "errors": errors, "fault": fault,
            "played": played, "slowest": slowest, "runaway": runaway, "tests": tests}  # fmt: skip


def peak() -> float:
    """The most memory that this process has had, in MB. What the system counts (`ru_maxrss`) begins with what its
    parent had, however large that is: the process itself says better where it can."""
    status = Path("/proc/self/status")
    if status.is_file():
        line = next((one for one in status.read_text("utf-8").splitlines() if one.startswith("VmHWM:")), "")
        if line:
            return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def tested(folder: str) -> int:
    """The content tests of the folder: each ends, with a message or without one."""
    if not (Path(folder) / "tests").is_dir():
        return 0
    suite = load_suite(folder)
    text.render(suite.mistakes, base=folder)
    if suite.linked is None:
        return 0
    return len([message(result) for result in suite.run()])


def decisions(linked: Any) -> tuple[int, float, str]:
    """A few decisions at random; a runaway is an end like another. How many, the seconds of the slowest, and the limit
    that was passed."""
    chance = Chance(0)
    began = WATCH.now()
    game = Game.new(linked, seed=0)
    slowest = WATCH.since(began)
    count = 0
    while count < DECISIONS and game.decision is not None:
        began = WATCH.now()
        game.answer(chance.draw(len(game.decision.options)))
        slowest = max(slowest, WATCH.since(began))
        game.question()
        count += 1
    return count, slowest, game.problem.what if game.problem is not None else ""


if __name__ == "__main__":
    main()
