"""Shows a progress line on a terminal when something takes a while.

Separate because reading a large pack is one call that cannot report its progress; other work reports it itself.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.characters import visible
from rulewright_tools.show.terminal import overwrite

PATIENCE = 1.0  # seconds


class Progress:
    """Counts what is done, on a terminal and after a second. `what`: words before the numbers."""

    def __init__(self, what: str = "") -> None:
        self._what = what
        self._started = time.monotonic()

    def tell(self, done: int, of: int) -> None:
        """Shows how many are done; if all are, erases the line."""
        if time.monotonic() - self._started > PATIENCE:
            overwrite("" if done == of else f"{self._what}{done} of {of}")


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Writes `what` with the elapsed seconds to the error stream after one second, and erases it at the end. Writes
    nothing if there is no terminal."""
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
