"""The process in which hostile packs meet the command line: a line asks for a command, a line tells what came of it.

Every command runs in a fork of this process, with the memory and the processor time that a command may have, and
with its output in a file. A report: the exit code (negative: the signal that ended it), seconds of the reference
machine, megabytes, and what was written.
"""

from __future__ import annotations

import json
import math
import os
import resource
import sys
import tempfile
from typing import Any

from tests.clock import WATCH

from rulewright.gc_pause import collect_seldom
from rulewright_tools import cli
from rulewright_tools.commands import (  # noqa: F401 # loaded once, for all forks
    check,
    coverage,
    fmt,
    graph,
    play,
    replay,
    show,
    soak,
    test,
)

GIGABYTE = 1 << 30
_STOPPED = 30  # seconds of the reference machine after which a command is ended
_SHOWN = 200_000  # characters of an output that are reported


def main() -> None:
    """Runs commands until none is given any more, as the program does that people call."""
    collect_seldom()
    WATCH.now()
    from rulewright import pipeline  # noqa: F401
    from rulewright_tools.playing import table, watch  # noqa: F401

    for line in sys.stdin:
        asked = json.loads(line)
        sys.stdout.write(json.dumps(ran(asked["line"], asked["typed"])) + "\n")
        sys.stdout.flush()


def ran(line: list[str], typed: str) -> dict[str, Any]:
    """What came of one command line."""
    with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as given:
        given.write(typed.encode())
        given.seek(0)
        before = WATCH.now()
        child = os.fork()
        if child == 0:
            _become(line, given.fileno(), said.fileno())
        _, status, used = os.wait4(child, 0)
        spent = WATCH.since(WATCH.now() - used.ru_utime - used.ru_stime)
        del before
        size = os.fstat(said.fileno()).st_size
        said.seek(0)
        text = said.read(_SHOWN).decode("utf-8", "replace")
    return {"code": os.waitstatus_to_exitcode(status), "seconds": spent, "megabytes": used.ru_maxrss / 1024,
            "size": size, "said": text}  # fmt: skip


def _become(line: list[str], given: int, said: int) -> None:
    """Runs the command in this process, and ends it."""
    code = 99
    try:
        os.dup2(given, 0)
        os.dup2(said, 1)
        os.dup2(said, 2)
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        resource.setrlimit(resource.RLIMIT_AS, (GIGABYTE, GIGABYTE))
        seconds = math.ceil(_STOPPED * WATCH.at_first)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        code = cli.run(line)
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


if __name__ == "__main__":
    main()
