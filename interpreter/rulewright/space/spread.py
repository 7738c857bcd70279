"""Combines the ways that lead from each place of a board to one function that moves a whole set of places one step.

Separate because the same step is written in several ways for speed: a board without walls needs half of the operations,
and a set away from every wall may be moved as if there were none. All of them must return the same for places that can
be entered; the tests compare them with walking place by place.
"""
from __future__ import annotations

from collections.abc import Sequence

from rulewright.space.flood import Spread

# A step of a whole set: (how far the bits move, negative to the right; the places that it leads from).
Way = tuple[int, int]


def four_ways(stride: int) -> Spread:
    """Straight steps on squares, from anywhere."""

    def spread(bits: int) -> int:
        return bits << 1 | bits >> 1 | bits << stride | bits >> stride

    return spread


def eight_ways(stride: int) -> Spread:
    """Straight and diagonal steps on squares, from anywhere."""

    def spread(bits: int) -> int:
        row = bits | bits << 1 | bits >> 1
        return row | row << stride | row >> stride

    return spread


def six_ways(stride: int, odd_rows: int) -> Spread:
    """Steps on hexes whose odd rows are shifted right, from anywhere."""

    def spread(bits: int) -> int:
        odd = bits & odd_rows
        # Two columns of each neighbouring row touch a hex: its own, and for odd rows the next, for even ones the
        # previous.
        pair = bits | odd << 1 | (bits ^ odd) >> 1
        return bits << 1 | bits >> 1 | pair << stride | pair >> stride

    return spread


def corner_ways(stride: int, south_east: int, south_west: int, north_west: int, north_east: int,
                awkward: int) -> Spread:
    """Steps on squares, the diagonal ones only from the places that are given for each.

    Args:
        awkward: the places from which some diagonal step is missing.
    """
    wide, narrow = stride + 1, stride - 1

    def spread(bits: int) -> int:
        if bits & awkward:
            return (bits << 1 | bits >> 1 | bits << stride | bits >> stride
                    | (bits & south_east) << wide | (bits & south_west) << narrow
                    | (bits & north_west) >> wide | (bits & north_east) >> narrow)
        row = bits | bits << 1 | bits >> 1
        return row | row << stride | row >> stride

    return spread


def any_ways(ways: Sequence[Way]) -> Spread:
    """Steps from only the places that are given for each way."""
    forward = tuple((by, places) for by, places in ways if by > 0)
    back = tuple((-by, places) for by, places in ways if by < 0)

    def spread(bits: int) -> int:
        out = 0
        for by, places in forward:
            out |= (bits & places) << by
        for by, places in back:
            out |= (bits & places) >> by
        return out

    return spread
