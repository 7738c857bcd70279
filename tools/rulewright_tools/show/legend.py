"""Formats the lines around a board: the state of the match, and the values, zones and pieces of each player.

Separate because it shows in words what the picture cannot: names, values and changes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from rich.text import Text

from rulewright.play import labels
from rulewright.play.shown import Beginnings, Figure, figures
from rulewright.play.state import NOWHERE, State
from rulewright_tools.show.board import Ground, edge_legend, level_of, on_edges
from rulewright_tools.show.figures import in_a_list, says_something
from rulewright_tools.show.flowing import flow
from rulewright_tools.show.pieces import Sight, Signs, placed, short_name, statuses, zones_of
from rulewright_tools.show.styles import owner_style
from rulewright_tools.show.table import is_table
from rulewright_tools.show.words import say

_CHANGED = "bold underline"
_INDENT = "  "
_SHOWN = 60  # pieces of one player
_NAMED = 6  # maximal number of open cards in a zone that are named,
_TOP = 3  # else this many, if it has an order

Was = Mapping[tuple[str, int], str]


def match_words(m: State, sight: Sight) -> tuple[str, str]:
    """Returns the numbers of the match, and its other values: `round 3`, `starter player 1`."""
    found = figures(m, "match", 0, sight)
    numbers = ", ".join(figure.told for figure in found if figure.number)
    return numbers, ", ".join(figure.told for figure in found if not figure.number)


def lines(
    m: State, signs: Signs, sight: Sight, width: int, was: Was | None = None, seats: Mapping[int, str] | None = None
) -> list[Text]:
    """Returns everything below the board. `was`: earlier values, to mark changes; `seats`: who plays each seat."""
    found: list[Text] = []
    begun = Beginnings(m, sight)
    if m.board_key is not None and not is_table(m):
        ground = Ground(m).legend(m, sight.language) + edge_legend(m, sight.language)
        found += [*flow(ground, width), Text()] if ground else []
    walls = {e for several in on_edges(m).values() for e in several}
    # Walls are shown by their signs. A part that is nowhere is described with its whole, which `look` shows.
    pieces = [e for e in placed(m) if e not in walls and not (m.whole[e] and m.at[e] == NOWHERE)]
    gone = [e for e in placed(m, removed=True) if not m.whole[e] or m.live[m.whole[e]]]
    shared = _hands(m, None, sight, begun, pieces)
    found += [*shared, Text()] if shared else []
    for owner in (*range(m.players), None):
        mine, more = _some([e for e in pieces if m.owner[e] == owner])
        if owner is not None:
            found.append(_player(m, owner, sight, begun, was, (seats or {}).get(owner, "")))
            found += _hands(m, owner, sight, begun, mine)
        elif mine:
            found.append(Text(say(sight.language, "nobody"), "bold"))
        if owner is None:
            found += flow([_nobodys(m, e, signs, sight, begun) for e in mine], width, _INDENT)
        else:
            longest = max((len(short_name(m, e, sight)) for e in mine), default=0)
            farthest = max((len(_place(m, e)) for e in mine), default=0)
            found += [_piece(m, e, signs, sight, begun, was, (longest, farthest)) for e in mine]
        if more:
            found.append(Text(f"{_INDENT}.. +{more}", "dim"))
        left, more = _some([e for e in gone if m.owner[e] == owner])
        if left and owner is not None:
            lost = [short_name(m, e, sight) for e in left] + [f".. +{more}"] * bool(more)
            found.append(Text(f"{_INDENT}{say(sight.language, 'gone')}: {', '.join(lost)}", "dim"))
    return found


def on_storey(m: State, signs: Signs, sight: Sight, width: int, level: int) -> list[Text]:
    """Returns what is below one storey: the signs drawn on it, and for each player the pieces on it."""
    board: Any = m.board
    here = {e for at in m.occ if level_of(m, at) == level for e in m.occ[at]}
    walls = {e for several in on_edges(m).values() for e in several}
    sheets = {m.sheet[e] for e in here & walls}
    ground = Ground(m).legend(m, sight.language, board.at_level(board.everywhere, level))
    found = flow(ground + edge_legend(m, sight.language, sheets), width)
    for owner in (*range(m.players), None):
        mine, more = _some([e for e in placed(m) if e in here - walls and m.owner[e] == owner])
        if mine:
            found.append(Text(*(say(sight.language, "nobody"), "bold") if owner is None
                              else (sight.player(owner), owner_style(owner))))
            found += flow([_short_piece(m, e, signs, sight) for e in mine], width, _INDENT)
        if more:
            found.append(Text(f"{_INDENT}.. +{more}", "dim"))
    return found


def _short_piece(m: State, e: int, signs: Signs, sight: Sight) -> Text:
    return Text.assemble(
        (signs.of(m, e, sight), owner_style(m.owner[e])), f" {short_name(m, e, sight)} {m.board.name_of(m.at[e])}"
    )


def _some(pieces: list[int]) -> tuple[list[int], int]:
    """Returns as many pieces as are worth reading, and the number of the omitted ones."""
    return pieces[:_SHOWN], max(0, len(pieces) - _SHOWN)


def _player(m: State, seat: int, sight: Sight, begun: Beginnings, was: Was | None, who: str) -> Text:
    line = Text.assemble((sight.player(seat), owner_style(seat)))
    if who:
        line.append(f" ({who})")
    parts = [_changed(figure, was) for figure in figures(m, "player", seat, sight, begun)]
    parts += [Text(name) for name in statuses(m, "player", seat, sight)]
    return _joined(line, parts)


def _hands(m: State, seat: int | None, sight: Sight, begun: Beginnings, listed: Collection[int]) -> list[Text]:
    """Returns the non-empty zones of a player, or those that belong to everybody. Shows by name what the viewer may see
    (of many open cards, those on top of an ordered zone, else those that the pack has words for), and the number of the
    rest. `listed`: pieces that have a line of their own; a zone of only such pieces is counted."""
    found = []
    counts = []
    indent = _INDENT if seat is not None else ""
    for zone, code in zones_of(m, seat):
        if not zone.shown:
            continue
        inside = m.zones[-2 - code]
        name = labels.zone_name(zone, sight.language)
        # Known cards come first: their position among the others may be secret.
        seen = [e for e in inside if zone.seen_by != "nobody" and sight.knows(m, e)]
        if zone.seen_by == "owner" or len(inside) <= _NAMED:
            named = seen
        elif zone.ordered:
            named = seen[:_TOP]
        else:
            named = [e for e in seen if says_something(m, e, sight, begun)][:_SHOWN]
        if named and not all(e in listed for e in inside):
            cards = [in_a_list(m, e, seat, sight, begun) for e in named]
            cards += [f".. +{len(inside) - len(cards)}"] * (len(inside) > len(cards))
            found.append(Text(f"{indent}{name} ({len(inside)}): {', '.join(cards)}"))
        elif inside:
            counts.append(f"{name} {len(inside)}")
    if counts:
        found.append(Text(f"{indent}{', '.join(counts)}", "dim"))
    return found


def _piece(
    m: State, e: int, signs: Signs, sight: Sight, begun: Beginnings, was: Was | None, wide: tuple[int, int]
) -> Text:
    line = Text(_INDENT)
    line.append(signs.of(m, e, sight), owner_style(m.owner[e]))
    line.append(f" {short_name(m, e, sight):<{wide[0]}} {_place(m, e):>{max(3, wide[1])}}")
    parts = [_changed(figure, was) for figure in figures(m, "entity", e, sight, begun)]
    parts += [Text(name, "italic") for name in statuses(m, "entity", e, sight)]
    return _joined(line, parts)


def _nobodys(m: State, e: int, signs: Signs, sight: Sight, begun: Beginnings) -> Text:
    words = [figure.told for figure in figures(m, "entity", e, sight, begun)]
    return Text.assemble(
        (signs.of(m, e, sight), owner_style(None)), f" {' '.join([short_name(m, e, sight), _place(m, e), *words])}"
    )


def _place(m: State, e: int) -> str:
    """Returns where a thing is, in words."""
    return m.board.name_of(m.at[e]) if m.at[e] >= 0 else "-"


def _changed(figure: Figure, was: Was | None) -> Text:
    """Returns a value; if it has changed, underlined and with the earlier value."""
    words = figure.told + (f"/{figure.first}" if figure.first is not None else "")
    before = None if was is None else was.get(figure.key)
    if before is None or before == figure.words:
        return Text(words)
    return Text.assemble((words, _CHANGED), f" [{before}]")


def _joined(line: Text, parts: list[Text]) -> Text:
    for number, part in enumerate(parts):
        line.append("  " if number == 0 else ", ")
        line.append_text(part)
    return line
