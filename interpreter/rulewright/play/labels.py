"""Describes values of a match in words for people: entities, places, faces, calls, decisions.

Separate because everything shown (choices, logs, breakdowns, refusals) uses the same words. It reads and never changes
the state; names come from the pack, in the requested language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from rulewright.explained import ENTITY, Tag, TypeCode
from rulewright.holes import holes
from rulewright.languages import own
from rulewright.languages import word as word
from rulewright.play.alike import number_of, precise
from rulewright.play.alike import still as still
from rulewright.play.filling import with_fields
from rulewright.play.pieces import known_to
from rulewright.play.printer import Hidden, Printer
from rulewright.play.state import Decision, State
from rulewright.program import Column, Event, Kind, Named, Reaction, Site, Zone
from rulewright.shapes import EVENT, RECORD, SEAT
from rulewright.space.grid import EDGES

MOST_TOLD: Final = 100  # members of a set or list that are shown; people read no more


def said(texts: Mapping[str, str], language: str) -> str:
    """A text in a language, else in English, else the one without a language; empty if there is none. If a form of
    names follows the language (`ru.acc`), the text in that form, else the one in the language itself."""
    return texts.get(language) or texts.get(own(language)) or texts.get("en") or texts.get("", "")


def called(thing: Named, language: str) -> str:
    """Its name in a language, else in English, else its id made readable."""
    return said(thing.names, language) or thing.id.rpartition(".")[2].replace("_", " ")


def entity(m: State, e: int, language: str = "en") -> str:
    """The name of an entity. For kinds that stand on the board, a number and an owner are added if other entities share
    its sheet.

    Other kinds (cards) are shown by name only: to tell them apart would reveal what is hidden elsewhere. For the same
    reason, an entity counts only if every player who knows this one knows it too.
    """
    precisely = precise(e)
    if precisely is not None:
        return precisely
    p = m.p.program
    sheet = m.sheet[e]
    kind = p.kinds[p.sheets[sheet].kind]
    said_as = _shown_as(m, e, kind, language) if kind.shown_as else ""
    name = said_as or called(p.sheets[sheet], language)
    if said_as or not kind.placed:
        return name
    number, others = number_of(m, e)
    if number is not None:
        name = f"{name} {number}"
    if others and m.owner[e] is not None:
        name = held_by(name, seat(m.owner[e], own(language)), language)
    return name


def _shown_as(m: State, e: int, kind: Kind, language: str) -> str:
    """The words of the pack that replace the name of a sheet, the same for all players; empty if they would show what a
    player may not know. A hole that chooses a text has one for that: the text for all other values."""
    template = said(kind.shown_as, language)
    columns = {one.id: one for one in (m.p.program.columns[number] for number in kind.columns)}
    everybody = (1 << m.players) - 1
    is_seen = m.seen[e] & everybody == everybody
    found: dict[str, tuple[Any, TypeCode]] = {}
    for hole in holes(template):
        column = columns[hole.path]
        v: Any = getattr(m, column.slot)[e]
        if not (column.secret is None or is_seen) or not _is_open(m, v, column.type):
            if not hole.choices:
                return ""
            v = Hidden()
        found[hole.path] = (v, column.type)
    return with_fields(m, template, found, language, lambda v, t, form: value(m, v, t, form))


def _is_open(m: State, v: Any, t: TypeCode) -> bool:
    """Whether everybody may know which entity that is."""
    while t[0] == "maybe" and v is not None:
        t = t[2][0]
    if v is None or t[0] not in ("entity", "union") or v >= SEAT:
        return True
    return known_to(m, v) == (1 << m.players) - 1


def hidden(m: State, kind: str, language: str = "en") -> str:
    """The words for an entity that the reader does not know: only that it is one of a kind (its id; "": any)."""
    return _People(m, language).hidden(kind)


def field(column: Column, language: str = "en") -> str:
    """The name of a field of a kind, as `called` returns it."""
    return said(column.names, language) or column.id.replace("_", " ")


def event_field(event: Event, name: str, language: str = "en") -> str:
    """The name of a parameter or result of an event, as `called` returns it."""
    return said(event.field_names.get(name, {}), language) or name.replace("_", " ")


def defined(names: Mapping[str, str], definition: str, language: str = "en") -> str:
    """The name of a definition, given as form and id; if it has none, both are made readable."""
    return said(names, language) or definition.replace("_", " ")


def held_by(what: str, who: str, language: str = "en") -> str:
    """Something with its owner or holder: `Slow of player 1`."""
    return word("{} of {}", language).format(what, who)


def aim(site: Site, language: str = "en") -> str:
    """The purpose of a choice, as `called` returns it; empty if what is chosen has a name of its own."""
    return (said(site.aim_names, language) or site.aim.replace("_", " ")) if site.aim else ""


def aimed(name: str, site: Site, language: str = "en") -> str:
    """What is chosen and for what, unless both have the same name: `cell (where to)`."""
    what_for = aim(site, language)
    return f"{name} ({what_for})" if what_for and what_for.casefold() != name.casefold() else name


def asked(site: Site, language: str = "en") -> str:
    """The name of what is chosen, or of the purpose of a yes or no; empty if it has none."""
    if len(site.prompt) <= 1:
        return ""
    named = said(site.aim_names, language) if site.kind == "yes or no" else ""
    return named or site.prompt.replace("_", " ")


def condition(name: str, language: str = "en") -> str:
    """The name of a condition made readable; empty in other languages, as a pack names conditions in English only."""
    return name.replace("_", " ") if own(language) == "en" else ""


def die(m: State, number: int, language: str = "en") -> str:
    """The name of a die: those of a pack have numbers from 0; a die of n faces has the number -n."""
    if number < 0:
        return f"d{-number}"
    p = m.p.program
    return said(p.die_names[number], language) or p.dice[number][0].replace("_", " ")


def enumeration(m: State, name: str, language: str = "en") -> str:
    """The name of an enumeration, as `called` returns it."""
    return said(m.p.program.enum_names.get(name, {}), language) or name.replace("_", " ")


def seat(number: int | None, language: str = "en") -> str:
    """A player in words."""
    return word("nobody", language) if number is None else f"{word('player', language)} {number + 1}"


class _People(Printer):
    """Words for people, in a language: names of the pack, shortened to what a person reads."""

    def entity(self, e: int) -> str:
        return entity(self.m, e, self.language)

    def named(self, thing: Named) -> str:
        return called(thing, self.language)

    def die(self, number: int) -> str:
        return die(self.m, number, self.language)

    def zone(self, zone: Zone, owner: int | None) -> str:
        if owner is None:
            return zone_name(zone, self.language)
        return held_by(called(zone, self.language), self.seat(owner), self.language)

    def truth(self, yes: bool) -> str:
        return word("yes" if yes else "no", self.language)

    def several(self, items: Sequence[Any], told: Callable[[Any], str]) -> str:
        shown = super().several(items[:MOST_TOLD], told) or word("nothing", self.language)
        return shown + (f", .. +{len(items) - MOST_TOLD}" if len(items) > MOST_TOLD else "")


def value(m: State, v: Any, t: TypeCode | None, language: str = "en") -> str:
    """A value of a type in words."""
    return _People(m, language).value(v, t)


def member(m: State, v: Any, language: str = "en") -> str:
    """A place, a formation or a way in words: an answer from an open set."""
    tag: Tag = "place" if type(v) is not tuple else "way" if v and type(v[0]) is int else "formation"
    return value(m, v, (tag, "", ()), language)


def kind_of(location: int) -> TypeCode:
    """The type of a location: a place, an edge or a zone."""
    return ("zone" if location < 0 else "edge" if location >= EDGES else "place", "", ())


def zone_name(z: Zone, language: str = "en") -> str:
    """A zone without its owner, as `called` returns it; a zone of a member of an enumeration includes the member: `row
    of hearts`."""
    name = called(z, language)
    return name if z.member is None else held_by(name, called(z.member, language), language)


def zone(m: State, code: int, language: str = "en") -> str:
    """A zone with its owner."""
    return value(m, code, ("zone", "", ()), language)


def call(m: State, event: int, args: tuple[Any, ...], language: str = "en") -> str:
    """An event with its parameters; at the third level of nested parameters only its name."""
    return _People(m, language).call(event, args)


def offered(m: State, event: int, args: tuple[Any, ...], language: str = "en") -> str:
    """An answer that calls an event: in the words of the pack (`shown_as`), else as a call."""
    e = m.p.program.events[event]
    template = said(e.shown_as, language)
    if not template:
        return call(m, event, args, language)
    fields = {name: (v, t) for v, (name, t) in zip(args, e.fields[: e.params], strict=True)}
    return with_fields(m, template, fields, language, lambda v, t, form: value(m, v, t, form))


def option(m: State, d: Decision, o: Any, language: str = "en") -> str:
    """One answer of a decision."""
    p = m.p.program
    if d.site < 0:
        if o is None:
            return word("pass", language)
        r = p.reactions[o[0]]
        title = said(r.titles, language) or _holder(r, language)
        if held(m, o):
            holder = value(m, o[1], ENTITY, language)
            # Brackets inside brackets are hard to read.
            said_behind = f": {holder}" if holder.endswith(")") else f" ({holder})"
            title += said_behind if holder != title else ""
        return title
    site = p.sites[d.site]
    if site.kind == "yes or no":
        return word("yes" if o else "no", language)
    if o is None:
        return word({"offer": "pass", "some": "enough"}.get(site.kind, "none"), language)
    if site.kind == "offer":
        return offered(m, site.lines[o[0]], o[1], language)
    return value(m, o, site.type, language)


def asked_at(m: State, d: Decision) -> tuple[str, int, int]:
    """The location of a question in the pack."""
    p = m.p.program
    if d.site >= 0:
        return p.sites[d.site].place
    if d.window >= 0:
        return p.windows[d.window].place
    arbiter: tuple[str, int, int] | None = p.events[m.frames[-1][RECORD][EVENT]].arbiter
    assert arbiter is not None
    return arbiter


def held(m: State, o: Any) -> bool:
    """Whether a candidate reaction has an entity as its holder."""
    return bool(m.p.holder_kind[o[0]] == "entity" and o[1])


def _holder(r: Reaction, language: str) -> str:
    """The name of the definition to which a reaction belongs."""
    return said(r.names, language) or r.id.partition(" ")[2].replace("_", " ")


def prompt(m: State, d: Decision, language: str = "en") -> str:
    """The question in words."""
    p = m.p.program
    if d.site < 0:
        if d.window < 0:
            return word("Which comes first", language)
        return f"{word('React', language)} ({called(p.windows[d.window], language)})?"
    site = p.sites[d.site]
    name = asked(site, language)
    match site.kind:
        case "offer":
            return word("Choose what to do", language)
        case "yes or no":
            question = word("Yes or no?", language)
            return f"{question[:-1]}: {name}?" if name else question
        case "each":
            return f"{word('Put in order, next', language)}: {name or site.prompt}"
    if not name and site.type is not None:
        kinds = {k.id: k for k in p.kinds}
        of = site.type[1] or site.type[0]
        if of in kinds:
            name = called(kinds[of], language)
        else:
            name = enumeration(m, of, language) if of in p.enums else word(of, language).replace("_", " ")
        name = aimed(name, site, language)
    verb = word("Next" if site.kind == "next" else "Choose", language)
    return f"{verb} {name} ({word('several', language)})" if site.kind == "some" else f"{verb} {name}"
