"""What a statement does to the match by itself, and an action of the table of builtins likewise: one row for each.

Separate because checks, code and analysis ask the same of a statement: it is said here, and they need not know which
statements there are. What a call sets off is no part of it, nor what stands in a statement that holds others.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from rulewright.effects import nodes as n

# What of a match an answer depends on beside its arguments: the board that is laid, where things stand, what lies in
# zones, who is in play, which sheets entities show, statuses, which events are running; and what a match begins with
# and keeps, its settings and seats.
# "borders": what of the kinds that stand on edges is in play, and where; "places", "play": the same of all others.
Reading = Literal["board", "places", "borders", "zones", "play", "sheets", "statuses", "runs", "setup"]

# Where anything is, on the board or off it; who is in play, as which sheet.
_LOCATION: Final[frozenset[Reading]] = frozenset(("board", "places", "borders", "zones"))
_MEMBERSHIP: Final[frozenset[Reading]] = frozenset(("play", "borders", "sheets"))
_STATUSES: Final[frozenset[Reading]] = frozenset(("statuses",))


@dataclass(frozen=True, slots=True)
class Does:
    """What is done; what is not said is not done.

    `writes`: what of the match is changed; a field that is set is known by its name.
    `leaves`: what is not reached behind it, the rest of the loop or of the text.
    `asks`: it puts a question.
    `creates`: it brings into play what the legend of a map puts on its board.
    `removes`: it takes something out of play.
    `ends`: it ends statuses, of what stays in play, and what these do then may be anything.
    `swaps`: something shows another sheet afterwards.
    `resets`: a thing is as new, all its fields are set and its age begins.
    `lays`: another board lies there afterwards, which has none of the places that were found before.
    `unseen`: not everybody may see it, and a log tells first whose the zone is in which it happens, or the thing.
    """

    writes: frozenset[Reading] = frozenset()
    leaves: Literal["", "loop", "text"] = ""
    asks: bool = False
    creates: bool = False
    removes: bool = False
    ends: bool = False
    swaps: bool = False
    resets: bool = False
    lays: bool = False
    unseen: Literal["", "zone", "thing"] = ""


NOTHING: Final = Does()
_ASKS: Final = Does(asks=True)
_LEAVES_TEXT: Final = Does(leaves="text")

# Every statement, and every right side that is no expression. A call does what the event or the action does.
STATEMENTS: Final[Mapping[type[n.Node], Does]] = {
    n.BrokenStatement: NOTHING,
    n.Do: NOTHING,
    n.Let: NOTHING,
    n.Set: NOTHING,
    n.Give: Does(_STATUSES),
    n.EndStatus: Does(_STATUSES, ends=True),
    n.Put: Does(_LOCATION, unseen="zone"),
    n.Remove: Does(_LOCATION | _MEMBERSHIP | _STATUSES, removes=True, unseen="thing"),
    n.CreateStatement: NOTHING,  # of its right side
    n.Perform: NOTHING,
    n.Moment: NOTHING,
    n.Stop: Does(leaves="loop"),
    n.Finish: _LEAVES_TEXT,
    n.Cancel: _LEAVES_TEXT,
    n.Conclude: _LEAVES_TEXT,
    n.If: NOTHING,
    n.ForEach: NOTHING,
    n.Repeat: NOTHING,
    n.Together: NOTHING,
    n.Offer: _ASKS,
    n.CallRight: NOTHING,
    n.Roll: NOTHING,
    n.Choose: _ASKS,
    n.ChooseYesNo: _ASKS,
    n.Create: Does(_LOCATION | _MEMBERSHIP),
    n.Given: NOTHING,  # of the statement in it
}


def asks(node: n.Node) -> bool:
    """Whether a node is itself a question: a loop is one if somebody chooses its order."""
    return STATEMENTS.get(type(node), NOTHING).asks or (isinstance(node, n.ForEach) and node.chosen_by is not None)
