"""The chain of running definitions, for the error message when a limit is exceeded: events, and the values that they
read.

Separate because values, and code that cannot ask players, run as plain functions, which have no frames in the match.
"""

from __future__ import annotations

import sys
from types import FrameType, TracebackType
from typing import Final

from rulewright.linkage import parsed
from rulewright.play.state import State
from rulewright.shapes import EVENT, RECORD

_TOLD: Final = 8  # definitions of a long chain that are named at its beginning, and at its end


def running_chain(m: State, error: RecursionError | None = None) -> list[str]:
    """The running events, outermost first: those in frames, then the plain functions that run now, or that ran when
    `error` was raised. The plain functions include `value V`, `permission P` and `conditions of E`, but not a value
    that is inlined where it is used. The middle of a long chain is replaced by a number."""
    events, asked = m.p.program.events, {text.function: key for key, text in m.p.program.texts.items()}
    seen = {id(f[RECORD]): f[RECORD] for f in m.frames if type(f[RECORD]) is list}
    chain = [events[r[EVENT]].id for r in seen.values()]
    for function in _functions(error.__traceback__ if error is not None else None):
        if function in asked:
            chain.append(asked[function])
            continue
        letter, number = parsed(function)
        if letter in ("E", "N"):
            event = events[number].id
            chain.append(event if letter == "E" else f"conditions of {event}")
    if len(chain) <= 2 * _TOLD + 1:
        return chain
    return [*chain[:_TOLD], f".. {len(chain) - 2 * _TOLD} more ..", *chain[-_TOLD:]]


def _functions(error: TracebackType | None) -> list[str]:
    """Names of the functions of a traceback, or of the functions that run now, outermost first."""
    found: list[str] = []
    if error is not None:
        while error is not None:
            found.append(error.tb_frame.f_code.co_name)
            error = error.tb_next
        return found
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        found.append(frame.f_code.co_name)
        frame = frame.f_back
    return found[::-1]
