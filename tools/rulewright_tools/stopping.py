"""Ends long commands on the first signal, with what was done until then; and the processes that work for them.

Separate because commands that run for hours end alike: what they have found is told, and nothing of it is lost to a
second signal, which `timeout` and impatient people send.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import click

from rulewright_tools.show.terminal import echo

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

# What ends a command: Ctrl-C, and `kill`, `timeout` or a server that is shut down.
SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
# For so many seconds behind the first signal, further ones say the same again. Behind that somebody wants to leave.
MOMENT: Final = 5.0


@contextmanager
def stoppable() -> Iterator[None]:
    """Inside, the first SIGINT or SIGTERM raises KeyboardInterrupt, and those that follow within a moment nothing: who
    catches it can still tell what was done."""
    if threading.current_thread() is not threading.main_thread():  # where no signal arrives, and none can be set
        yield
        return
    first: list[float] = []

    def stop(*_: object) -> None:
        now = time.monotonic()
        if not first or now - first[0] > MOMENT:
            first.append(now)
            raise KeyboardInterrupt

    before = [(one, signal.signal(one, stop)) for one in SIGNALS]
    try:
        yield
    finally:
        for one, heard in before:
            signal.signal(one, heard)


def interrupted() -> click.exceptions.Exit:
    """What ends a command that was stopped, when it has told what was done."""
    from rulewright_tools.cli import INTERRUPTED

    echo("interrupted", err=True)
    return click.exceptions.Exit(INTERRUPTED)


@contextmanager
def processes(workers: int, begin: Callable[..., None], *given: Any) -> Iterator[ProcessPoolExecutor]:
    """Processes that each call `begin` first. What they do when the command is stopped or fails is not waited for."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    others = set(multiprocessing.active_children())
    # New interpreters rather than copies of this one, which may have threads: so it is the same on every system.
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _begin, (begin, given))
    try:
        with _unheard():
            for _ in range(workers):
                pool.submit(int)  # each starts one
        yield pool
    except BaseException:
        for one in set(multiprocessing.active_children()) - others:
            one.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _unheard() -> Iterator[None]:
    """Processes that are started inside do not hear of SIGINT, not even before they can say so themselves. What arrives
    meanwhile is heard behind it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(begin: Callable[..., None], given: tuple[Any, ...]) -> None:
    # Whoever stops the command is told once, by it. SIGTERM is left as it is: a pool ends what is left of it with that.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    begin(*given)
