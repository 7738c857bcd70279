"""Tells on a terminal what is going on as soon as it has taken a while.

Separate because reading a large pack is one call that cannot say how far it has come.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.characters import visible
from rulewright_tools.show.terminal import overwrite

PATIENCE = 1.0  # seconds


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Writes `what` with the seconds on the error stream once it has taken one, and takes it back in the end. Nothing
    is written where no terminal is."""
    if not sys.stderr.isatty():
        yield
        return
    over = threading.Event()
    teller = threading.Thread(target=_tell, args=(what, over), daemon=True)
    teller.start()
    try:
        yield
    finally:
        over.set()
        teller.join()


def _tell(what: str, over: threading.Event) -> None:
    seconds, line = 0, ""
    while not over.wait(PATIENCE):
        seconds += 1
        line = f"{what} .. {seconds} s"
        overwrite(line)
    if line:
        overwrite("", len(visible(line)))
