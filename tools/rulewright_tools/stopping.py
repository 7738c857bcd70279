"""Ends long commands on the first signal, with what was done so far, and starts and ends their worker processes.

Separate because commands that run for hours end in the same way: they report what they have found, and a second signal,
which `timeout` and impatient users send, loses none of it.
"""

from __future__ import annotations

import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from rulewright_tools.show.terminal import echo

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

# Signals that end a command: Ctrl-C, and `kill`, `timeout` or a server that shuts down.
SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
# For this many seconds after the first signal, further ones mean the same. After that the user wants to leave.
MOMENT: Final = 5.0
_AHEAD: Final = 4  # items waiting for each process


class Died(Exception):
    """A process of a command died, which it never does on its own."""


@contextmanager
def stoppable() -> Iterator[None]:
    """Inside, the first SIGINT or SIGTERM raises KeyboardInterrupt, and further ones within a moment do nothing: the
    handler can still report what was done."""
    if threading.current_thread() is not threading.main_thread():  # no signal arrives or can be set here
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
    """Prints that the command was stopped, and returns the exception that ends it, after the command has reported what
    was done."""
    from rulewright_tools.cli import INTERRUPTED

    echo("interrupted", err=True)
    return click.exceptions.Exit(INTERRUPTED)


@contextmanager
def processes(workers: int, begin: Callable[..., None], *given: Any) -> Iterator[ProcessPoolExecutor]:
    """Yields a pool of processes that each call `begin` first. If the command is stopped or fails, their work is not
    waited for. Raises Died."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    others = set(multiprocessing.active_children())
    # New interpreters, not copies of this one, which may have threads: so every system behaves the same.
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _begin, (begin, given))
    try:
        with _unheard():
            for _ in range(workers):
                pool.submit(int)  # each starts a process
        yield pool
    except BaseException as bad:
        for one in set(multiprocessing.active_children()) - others:
            one.terminate()
        if isinstance(bad, BrokenProcessPool):
            raise Died from None
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def in_order(
    workers: int, work: Callable[[_Item], _Result], items: Iterable[_Item], begin: Callable[..., None], *given: Any
) -> Iterator[_Result]:
    """Yields the results of the work on some items, in their order, done by processes that each call `begin` first.
    Raises Died."""
    left = iter(items)
    waiting: deque[Future[_Result]] = deque()
    with processes(workers, begin, *given) as pool:
        while True:
            waiting.extend(pool.submit(work, one) for one in islice(left, workers * _AHEAD - len(waiting)))
            if not waiting:
                return
            yield waiting.popleft().result()


@contextmanager
def _unheard() -> Iterator[None]:
    """Processes that are started inside ignore SIGINT, even before they can set this themselves. Signals that arrive
    meanwhile are delivered afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(begin: Callable[..., None], given: tuple[Any, ...]) -> None:
    # The command alone reports the stop. SIGTERM is unchanged: a pool uses it to end its remaining processes.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    begin(*given)
