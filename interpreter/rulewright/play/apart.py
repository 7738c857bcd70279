"""Tells the answers to one question apart: if several would read the same, it adds what differs between them.

Separate because a name is the same wherever an entity is named; it must be unique only among the answers to one
question. Nothing is revealed that the asked player may not know. Copies in a zone are numbered, in the order in which
the player sees them listed, if that player sees all of the zone. Elsewhere their order stays secret, and they read
alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulewright.explained import TypeCode
from rulewright.play import labels
from rulewright.play.alike import precisely
from rulewright.play.pieces import onlookers, outermost
from rulewright.play.state import NOWHERE, Decision, State
from rulewright.play.view import knows_whole, told, veiled_option
from rulewright.shapes import SEAT

_Names = dict[int, str]


def options(m: State, d: Decision, seat: int | None, language: str = "en") -> tuple[str, ...]:
    """The answers to a question in words, as a player may know them (None: everything)."""
    with labels.still(m):
        known = [veiled_option(m, d, o, seat) for o in d.options]
        words = [labels.option(m, d, o, language) for o in known]
        for alike in list(_alike(words, range(len(words)))):
            better = _told_apart(m, d, [known[i] for i in alike], seat, language)
            for i, one in zip(alike, better, strict=True):
                words[i] = one
    return tuple(words)


def _alike(words: list[str] | _Names, among: Iterable[int]) -> Iterator[list[int]]:
    """Groups of answers that read the same."""
    found: dict[str, list[int]] = {}
    for one in among:
        found.setdefault(words[one], []).append(one)
    return (group for group in found.values() if len(group) > 1)


def _told_apart(m: State, d: Decision, known: list[Any], seat: int | None, language: str) -> list[str]:
    """Adds to answers that read the same what differs between them."""
    names: _Names = {}
    for column in zip(*(named(m, d, o) for o in known), strict=False):
        things = [e for e in dict.fromkeys(column) if e and knows_whole(m, e, seat)]
        if len(things) > 1:
            names.update(_names(m, things, seat, language))
    with precisely(names):
        words = [labels.option(m, d, o, language) for o in known]
        for alike in list(_alike(words, range(len(words)))):
            for i in alike:
                words[i] = _whole(m, d, known[i], words[i], seat, language)
    if d.site < 0:
        _number(words, known)
    return words


def _number(words: list[str], known: list[Any]) -> None:
    """Numbers reactions of one definition that still read the same, by their order."""
    for alike in _alike(words, range(len(words))):
        several = sorted({known[i][0] for i in alike if known[i] is not None})
        if len(several) < 2:
            continue
        for i in alike:
            if known[i] is not None:
                words[i] = f"{words[i]} {several.index(known[i][0]) + 1}"


def _whole(m: State, d: Decision, o: Any, words: str, seat: int | None, language: str) -> str:
    """An answer in full, for answers that still read alike: a reaction with the item of its `each`, a call with all its
    arguments."""
    if o is None:
        return words
    if d.site < 0:
        return words + _each(m, o, seat, language)
    site = m.p.program.sites[d.site]
    return labels.call(m, site.lines[o[0]], o[1], language) if site.kind == "offer" else words


def _each(m: State, o: Any, seat: int | None, language: str) -> str:
    """The item of `each` that a reaction is for, if it is an entity or a value that can be shown."""
    t = m.p.program.reactions[o[0]].each_type
    if t is None or o[3] is None:
        return ""
    return f" ({told(m, o[3], t, seat, language)})"


def named(m: State, d: Decision, o: Any) -> list[int]:
    """The entities that an answer names, in order; 0 for anything else."""
    p = m.p.program
    if o is None:
        return []
    if d.site < 0:
        holder = o[1] if labels.held(m, o) and type(o[1]) is int else 0
        return [holder, *_named(o[3], p.reactions[o[0]].each_type)]
    site = p.sites[d.site]
    if site.kind == "yes or no":
        return []
    if site.kind == "offer":
        fields = p.events[site.lines[o[0]]].fields
        return [e for v, (_, t) in zip(o[1], fields, strict=False) for e in _named(v, t)]
    return list(_named(o, site.type))


def _named(v: Any, t: TypeCode | None) -> Iterator[int]:
    if t is None:
        return
    tag, _, args = t
    if tag == "maybe" and v is not None:
        yield from _named(v, args[0])
    elif tag in ("set", "list") and type(v) is tuple:
        for one in v:
            yield from _named(one, args[0])
    else:
        is_entity = tag in ("entity", "union") and type(v) is int and v < SEAT
        yield v if is_entity else 0


def _names(m: State, things: list[int], seat: int | None, language: str) -> _Names:
    """Names of entities that share a name: with their owners if these differ, else with their locations, else with
    their numbers there."""
    names = {e: labels.entity(m, e, language) for e in things}
    owners = {e: "" if m.owner[e] is None else labels.seat(m.owner[e], language) for e in things}
    wholes = list(dict.fromkeys(m.whole[e] for e in things if m.whole[e]))
    whole = _names(m, wholes, seat, language) if wholes else {}
    places = {e: whole[m.whole[e]] if m.whole[e] else _where(m, e, language) for e in things}
    owned = _differing(names, things, owners)
    lying = _differing({e: f"{names[e]} {owned.get(e, '')}" for e in things}, things, places)
    told = {e: f"{names[e]} {owned.get(e, '')} {lying.get(e, '')}" for e in things}
    for alike in list(_alike(told, things)):
        copies = _in_order(m, alike, seat, language)
        names.update({e: f"{names[e]} {copies.index(e) + 1}" for e in alike if e in copies})
    for e in things:
        if owned.get(e):
            names[e] = labels.held_by(names[e], owned[e], language)
        if lying.get(e):
            names[e] = f"{names[e]} ({lying[e]})"
    return names


def _differing(names: _Names, things: list[int], more: _Names) -> _Names:
    """For entities that share a name, the words that differ between them, if any do."""
    found: _Names = {}
    for alike in _alike(names, things):
        if len({more[e] for e in alike}) > 1:
            found.update({e: more[e] for e in alike})
    return found


def _where(m: State, e: int, language: str) -> str:
    """Where an entity is: its zone or its place."""
    at = m.at[e]
    return "" if at == NOWHERE else labels.value(m, at, labels.kind_of(at), language)


def _in_order(m: State, alike: list[int], seat: int | None, language: str) -> list[int]:
    """The entities of that name, owner and location, in the order in which they are listed there; empty for a zone that
    the player does not see as a whole."""
    first = alike[0]
    at = m.at[outermost(m, first)]
    if at >= NOWHERE:
        return sorted(alike)
    if seat is not None and not onlookers(m, at) >> seat & 1:
        return []
    if m.whole[first]:
        return sorted(alike)
    called = labels.entity(m, first, language)
    return [e for e in m.zones[-2 - at] if labels.entity(m, e, language) == called and m.owner[e] == m.owner[first]]
