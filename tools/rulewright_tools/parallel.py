"""Plays matches at random in several processes at once and yields them in the order of their seeds.

Separate because it handles processes. Their number does not change what is played: the matches are those of
`soaking.matches`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from itertools import count
from pathlib import Path
from typing import Any

from rulewright.program import Program
from rulewright.session import link_program
from rulewright_tools import soaking
from rulewright_tools.soaking import LONGEST, MOST_FAULTS, Match, Pack, Soak
from rulewright_tools.stopping import Died, processes

# A process gets matches with about this many decisions at a time: each message costs as much as a few decisions.
_MESSAGE = 4_000

_own: list[Pack] = []  # in a process that plays: the pack


def matches(pack: Pack, seed: int, decisions: int, workers: int, *, whole: bool = False) -> Iterator[Match]:
    """Yields matches from rising seeds until they have enough decisions in total, played by several processes.
    `whole`: as many whole matches.

    If a process dies, the last match has that as its fault.
    """
    if workers == 1:
        yield from soaking.matches(pack, seed, decisions, whole=whole)
        return
    linked = pack.linked
    soak, seeds = Soak(linked, decisions, whole), count(seed)
    waiting: deque[tuple[list[int], Future[list[Match]]]] = deque()
    played = made = 0  # decisions and matches that were returned
    chunk = [seed]
    try:
        with processes(workers, _begin, pack.folder, linked.program, pack.pinned) as pool:
            while not soak.is_over:
                left = soak.left
                usual = max(played // made, 1) if made else _MESSAGE
                each = 1 if whole else usual  # what a match takes of what is left
                # Nothing is started that is probably not needed, but there is always one match to wait for.
                while len(waiting) <= workers and (not waiting or sum(len(one) for one, _ in waiting) * each < left):
                    size = min(_MESSAGE // usual, left // workers // each)
                    if made:  # matches with few decisions may take long
                        size = min(size, linked.match_steps // max(soak.steps // made, 1), MOST_FAULTS)
                    chunk = [next(seeds) for _ in range(max(1, size))]
                    waiting.append((chunk, pool.submit(_play, chunk)))
                found = waiting[0][1].result()
                waiting.popleft()
                for one in found:
                    played, made = played + one.decisions, made + 1
                    if not soak.is_over:
                        # The last match ends when there are enough decisions, as if it had been played alone.
                        if not whole and one.decisions > soak.left:
                            one = soaking.play(pack, one.seed, soak.left)
                        yield soak.counted(one)
    except Died:
        chunk = waiting[0][0] if waiting else chunk
        words = f"a process died that played matches of seeds {chunk[0]} to {chunk[-1]} or thereabouts"
        yield Match(pack.name, chunk[0], fault=words, kind="crash")


def _begin(folder: Path, program: Program, pinned: dict[str, Any]) -> None:
    _own.append(Pack(folder, link_program(program), pinned=pinned))


def _play(seeds: list[int]) -> list[Match]:
    return [soaking.play(_own[0], seed, LONGEST) for seed in seeds]
