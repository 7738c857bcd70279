"""Describes what each statement, and each action of the table of builtins, does to the match by itself.

Separate because checks, code and analysis need the same facts about a statement, and should not know which statements
exist. The effects of a call are not included, nor those of statements inside a statement.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from rulewright.effects import nodes as n

# The parts of a match that a result may depend on in addition to its arguments: the board that is laid, the places of
# things, the contents of zones, what is in play, the sheets that entities show, statuses, and the events that are
# running; and the settings and seats, which a match begins with and keeps. "borders": the kinds that stand on edges:
# what is in play, and where; "places", "play": the same for all others.
Reading = Literal["board", "places", "borders", "zones", "play", "sheets", "statuses", "runs", "setup"]

# Where everything is, on or off the board; what is in play, and with which sheet.
_LOCATION: Final[frozenset[Reading]] = frozenset(("board", "places", "borders", "zones"))
_MEMBERSHIP: Final[frozenset[Reading]] = frozenset(("play", "borders", "sheets"))
_STATUSES: Final[frozenset[Reading]] = frozenset(("statuses",))


@dataclass(frozen=True, slots=True)
class Does:
    """The effects of a statement; an effect that is not stated does not happen.

    `writes`: the parts of the match that are changed; a field that is set is known by its name.
    `leaves`: what is skipped after it: the rest of the loop or of the block.
    `asks`: it asks a question.
    `creates`: it creates what the legend of a map puts on its board.
    `removes`: it removes something from play.
    `ends`: it ends statuses of things that stay in play, whose `ends` blocks may do anything.
    `swaps`: something shows another sheet afterwards.
    `resets`: a thing becomes as new: all its fields are set, and its age starts again.
    `lays`: another board is laid afterwards, which has none of the places that were found before.
    `unseen`: not everybody may see it; a log first states who owns the zone in which it happens, or the thing.
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

# Every statement, and every right side that is not an expression. A call does what the event or the action does.
STATEMENTS: Final[Mapping[type[n.Node], Does]] = {
    n.BrokenStatement: NOTHING,
    n.Do: NOTHING,
    n.Let: NOTHING,
    n.Set: NOTHING,
    n.Give: Does(_STATUSES),
    n.EndStatus: Does(_STATUSES, ends=True),
    n.Put: Does(_LOCATION, unseen="zone"),
    n.Remove: Does(_LOCATION | _MEMBERSHIP | _STATUSES, removes=True, unseen="thing"),
    n.CreateStatement: NOTHING,  # its right side does it
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
    n.Given: NOTHING,  # its statement does it
}


def asks(node: n.Node) -> bool:
    """Whether a node is itself a question: a loop is one if a player chooses its order."""
    return STATEMENTS.get(type(node), NOTHING).asks or (isinstance(node, n.ForEach) and node.chosen_by is not None)
