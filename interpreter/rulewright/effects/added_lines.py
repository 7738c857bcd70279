"""Adds lines of other packs to the offers of a block, and removes the lines that they take out.

Separate because such a line is parsed alone, with locations in the file of its own pack, and is then in the tree like
any other: it sees the names of the block.
"""

from __future__ import annotations

from rulewright.diagnostics import Diagnostics
from rulewright.effects import nodes as n
from rulewright.effects.parse import parse
from rulewright.effects.walk import descend
from rulewright.pack.model import Declaration
from rulewright.pack.tree import Scalar
from rulewright.source import LocatedText

_FRAME = "offer nobody:\n  "


def change_offers(block: n.Block, declaration: Declaration, out: Diagnostics) -> None:
    """Change the offers of a block as its definition says."""
    offers = [one for statement in block for one in descend(statement) if isinstance(one, n.Offer)]
    for name, several in (declaration.lines or {}).items():
        meant = [one for one in offers if one.name == name] or offers
        for verb, scalar in several:
            for offer in meant[:1]:
                if verb == "take":
                    offer.lines = tuple(one for one in offer.lines if one.call.name != scalar.value)
                else:
                    offer.lines = (*offer.lines, *_line(scalar, declaration.id, out))


def _line(scalar: Scalar, definition: str, out: Diagnostics) -> tuple[n.OfferLine, ...]:
    """A line of an offer, parsed in an offer of its own."""
    located = scalar.located
    start = located.offsets[0]
    size = len(_FRAME)
    text = LocatedText(
        _FRAME + located.text, located.source, [*([start] * size), *located.offsets],
        [*([start] * size), *(located.span(at, at + 1).end for at in range(len(located.text)))],
    )  # fmt: skip
    before = out.reported
    block = parse("block", text, out, definition)
    lines = tuple(line for one in block if isinstance(one, n.Offer) for line in one.lines)
    if out.reported == before and (len(block), len(lines)) != (1, 1):
        out.add("RW320", "an added line of an offer is one line", scalar.span,
                "write several as the items of a list, `[\"f(x)\", \"g(y)\"]`", definition=definition)  # fmt: skip
        return ()
    return lines
