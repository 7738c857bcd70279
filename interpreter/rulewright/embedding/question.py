"""Questions to players with options that programs can read: which event or thing, with which pieces, at which places.

Separate because a bot, a page or a server needs the meaning of an option, and not only its words.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rulewright.embedding.values import Value, Values, mentioned, type_name
from rulewright.explained import TypeCode
from rulewright.play import apart, labels, view
from rulewright.play.alike import still
from rulewright.play.state import Decision, State
from rulewright.play.view import veiled, veiled_option
from rulewright.shapes import RECORD


@dataclass(frozen=True, slots=True)
class Option:
    """One possible answer.

    Attributes:
        index: the argument of `Match.answer`.
        label: its words, in the language of the question.
        kind: "event" (runs an event), "reaction" (a rule reacts), "choice" (chooses a value) or "pass".
        event: the id of the event, if the kind is "event".
        reaction: the definition that reacts (`rule riposte`), if the kind is "reaction".
        values: the arguments of the event by name; of a reaction `holder`, and `each` if it reacts once for each thing;
            of a choice `value`. docs/embedding.md ("Ids and values") describes how values are written.
        entities, places, sheets: the ids of everything that the option names.
    """

    index: int
    label: str
    kind: str
    event: str | None = None
    reaction: str | None = None
    values: dict[str, Value] = field(default_factory=dict)
    entities: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    sheets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a player.

    Attributes:
        seat: the seat that is asked, from 0. Its options are for this player alone.
        kind: choose, yes or no, offer, some, each, next, react or first (which reaction comes first).
        prompt: the words of the question.
        type: the type of the choice (`card or none`); empty for offers and reactions.
        aim: the purpose of the choice, an id of the pack; may be empty.
        secret: whether the answer is kept from all other players.
        during: the innermost running event, with its values so far; None outside of events.
        options: the answers, at least one.
        place: the location of the question in the pack: file, line, column.
        open: whether places may be answered that are not among the options, which are only proposals
            (`Match.answer_at`).
    """

    seat: int
    kind: str
    prompt: str
    type: str
    aim: str
    secret: bool
    during: dict[str, Value] | None
    options: tuple[Option, ...]
    place: tuple[str, int, int]
    open: bool = False


def question_of(m: State, d: Decision, language: str) -> Question:
    """A pending decision, for the player who is asked."""
    with still(m):
        return _question_of(m, d, language)


def is_offered(m: State, d: Decision, option: Option) -> bool:
    """Whether an option equals the one with its index in a pending decision, whatever the language of its words."""
    with still(m):
        return _option(Values(m, d.player), d, option.index, d.options[option.index], option.label) == option


def _question_of(m: State, d: Decision, language: str) -> Question:
    p = m.p.program
    values = Values(m, d.player)
    words = apart.options(m, d, d.player, language)
    options = tuple(_option(values, d, i, o, words[i]) for i, o in enumerate(d.options))
    during = next((values.plain(f[RECORD], ("any_record", "", ())) for f in reversed(m.frames) if _record(f)), None)
    known = during if isinstance(during, dict) else None
    prompt = view.prompt(m, d, d.player, language)
    if d.site < 0:
        kind, aim = ("first", "") if d.window < 0 else ("react", p.windows[d.window].id)
        return Question(d.player, kind, prompt, "", aim, False, known, options, labels.asked_at(m, d))
    site = p.sites[d.site]
    of = type_name(site.type) if site.type is not None else ""
    return Question(d.player, site.kind, prompt, of, site.aim, site.secret, known, options, site.place, site.open)


def _record(frame: list[Any]) -> bool:
    return isinstance(frame[RECORD], list)


def _option(values: Values, d: Decision, index: int, raw: Any, label: str) -> Option:
    m, p = values.m, values.m.p.program
    o = veiled_option(m, d, raw, d.player)
    if o is None:
        return Option(index, label, "pass")
    if d.site < 0:
        reaction = p.reactions[o[0]]
        kind = reaction.holder_kind
        held: list[tuple[str, Any, TypeCode]] = []
        if kind in ("entity", "player") and (o[1] or kind == "player"):
            held.append(("holder", o[1], (kind, "", ())))
        if reaction.each_type is not None and o[3] is not None:
            held.append(("each", o[3], reaction.each_type))
        return _made(values, Option(index, label, "reaction", reaction=reaction.holder), held)
    site = p.sites[d.site]
    if site.kind == "offer":
        event = p.events[site.lines[o[0]]]
        named = [(name, v, t) for v, (name, t) in zip(o[1], event.fields, strict=False)]
        return _made(values, Option(index, label, "event", event=event.id), named)
    t: TypeCode = ("yes_no", "", ()) if site.kind == "yes or no" or site.type is None else site.type
    return _made(values, Option(index, label, "choice"), [("value", o, t)])


def _made(values: Values, option: Option, named: list[tuple[str, Any, TypeCode]]) -> Option:
    """An option with its values, and the things that they name."""
    ids = values.ids
    m, seat = values.m, values.seat
    assert seat is not None
    known = [(veiled(m, v, t, seat), t) for _, v, t in named]
    entities = dict.fromkeys(ids.entity(x) for v, t in known for x in mentioned(v, t, "entity"))
    places = dict.fromkeys(ids.place(x) for v, t in known for x in mentioned(v, t, "place"))
    places |= dict.fromkeys(ids.place(x) for v, t in known if _is_places(v, t) for x in m.board.decode(v))
    sheets = dict.fromkeys(m.p.sheets[x].id for v, t in known for x in mentioned(v, t, "sheet"))
    return Option(
        option.index, option.label, option.kind, option.event, option.reaction,
        {name: values.plain(v, t) for name, v, t in named}, tuple(entities),
        tuple(place for place in places if place is not None), tuple(sheets),
    )  # fmt: skip


def _is_places(v: Any, t: TypeCode) -> bool:
    return t[0] == "set" and t[2][0][0] == "place" and type(v) is int


