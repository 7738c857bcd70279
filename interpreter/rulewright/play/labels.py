"""Values of a match as words for people: entities, places, faces, calls, decisions.

A stage of its own because everything shown (choices, logs, breakdowns, refusals) says the same thing the same way. It
reads
and never changes the state; names come from the pack, in the language asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.play.state import FIELDS, R_STATUS, Decision, State
from rulewright.program import Named, TypeCode


def called(thing: Named, language: str) -> str:
    """Its name in a language, else in English, else its id made readable."""
    return thing.names.get(language) or thing.names.get("en") or thing.id.rpartition(".")[2].replace("_", " ")


def entity(m: State, e: int, language: str = "en") -> str:
    """The name of an entity; of kinds that stand on the board with a number and an owner where others of its sheet
    share it.

    Other kinds (cards) go by their name alone: to tell them apart would tell what lies hidden elsewhere.
    """
    p = m.p.program
    sheet = m.sheet[e]
    name = called(p.sheets[sheet], language)
    if not p.kinds[p.sheets[sheet].kind].placed:
        return name
    alike = [x for x in range(1, len(m.sheet)) if m.sheet[x] == sheet]
    own = [x for x in alike if m.owner[x] == m.owner[e]]
    if len(own) > 1:
        name = f"{name} {own.index(e) + 1}"
    if len(own) < len(alike) and m.owner[e] is not None:
        name = f"{name} of {_seat(m.owner[e])}"
    return name


def _seat(seat: int | None) -> str:
    return "nobody" if seat is None else f"player {seat + 1}"


def value(m: State, v: Any, t: TypeCode | None, language: str = "en") -> str:
    """A value of a type in words."""
    if v is None:
        return "none"
    if t is None:
        return str(v)
    tag, name, args = t
    p = m.p.program
    match tag:
        case "maybe":
            return value(m, v, args[0], language)
        case "yes_no":
            return "yes" if v else "no"
        case "number":
            if not name:
                return str(v)
            if name == "inches":
                return f'{v / 1000:g}"'
            return f"{v} {name if v != 1 else name.removesuffix('s') if name != 'hexes' else 'hex'}"
        case "entity":
            return entity(m, v, language)
        case "sheet":
            return called(p.sheets[v], language)
        case "player":
            return _seat(v)
        case "place":
            return m.board.show(v) if m.board is not None else str(v)
        case "direction":
            return str(m.board.direction_names[v]).replace("_", " ")
        case "enum":
            return p.enums[name][v].id.replace("_", " ") if name in p.enums else str(v)
        case "die":
            return f"d{-v}" if v < 0 else p.dice[v][0]
        case "map":
            return called(p.maps[v], language)
        case "join":
            return f"way {v % 4096 + 1}"
        case "status":
            row = m.rows.get(v)
            return called(p.statuses[row[R_STATUS]], language) if row is not None else "an ended status"
        case "zone":
            return zone(m, v, language)
        case "record":
            return call(m, v[0], tuple(v[FIELDS:]), language)
        case "set" | "list":
            items: Iterable[Any] = m.board.decode(v) if args[0][0] == "place" and isinstance(v, int) else v
            return ", ".join(value(m, x, args[0], language) for x in items) or "nothing"
        case "per":
            return ", ".join(f"{_seat(i)}: {value(m, x, args[0], language)}" for i, x in enumerate(v))
    return str(v)


def zone(m: State, code: int, language: str = "en") -> str:
    """A zone with its owner."""
    number, seat = divmod(-2 - code, m.players)
    z = m.p.program.zones[number]
    return f"{called(z, language)} of {_seat(seat)}" if z.per_player else called(z, language)


def call(m: State, event: int, args: tuple[Any, ...], language: str = "en") -> str:
    """An event with its parameters."""
    e = m.p.program.events[event]
    words = [value(m, v, t, language) for v, (_, t) in zip(args, e.fields[: e.params], strict=False)]
    return f"{called(e, language)}({', '.join(words)})"


def option(m: State, d: Decision, o: Any, language: str = "en") -> str:
    """One answer of a decision."""
    p = m.p.program
    if d.site < 0:
        if o is None:
            return "pass"
        r = p.reactions[o[0]]
        title = r.titles.get(language) or r.titles.get("en") or called_holder(r.id, r.names, language)
        if p_holder(m, o):
            title += f" ({entity(m, o[1], language)})"
        return title
    site = p.sites[d.site]
    if site.kind == "yes or no":
        return "yes" if o else "no"
    if o is None:
        return "pass" if site.kind == "offer" else "enough" if site.kind == "some" else "none"
    if site.kind == "offer":
        return call(m, site.lines[o[0]], o[1], language)
    return value(m, o, site.type, language)


def p_holder(m: State, o: tuple[int, int, Any, Any]) -> bool:
    """Whether a candidate reaction has an entity as its holder."""
    return bool(m.p.holder_kind[o[0]] == "entity" and o[1])


def called_holder(title: str, names: dict[str, str], language: str) -> str:
    """The name of the definition that a reaction stands on."""
    return names.get(language) or names.get("en") or title.partition(" ")[2].replace("_", " ")


def prompt(m: State, d: Decision, language: str = "en") -> str:
    """What is asked."""
    p = m.p.program
    if d.site < 0:
        return f"React ({called(p.windows[d.window], language)})?"
    site = p.sites[d.site]
    match site.kind:
        case "offer":
            return "Choose what to do"
        case "yes or no":
            return "Yes or no?"
        case "some":
            return f"Choose {site.prompt.replace('_', ' ')} (several)"
        case "each":
            return f"Put {site.prompt.replace('_', ' ')} in order: next"
        case "next":
            return f"Next {site.prompt.replace('_', ' ')}"
    kind = site.type[1] or site.type[0] if site.type else ""
    name = site.prompt.replace("_", " ")
    return f"Choose {kind.replace('_', ' ')}" if len(name) <= 1 else f"Choose {name}"
