"""Twins: two matches that differ in what one player may not know, and all that this player gets of either."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from rulewright.embedding.history import history
from rulewright.embedding.ids import Ids
from rulewright.embedding.question import question_of
from rulewright.embedding.view import view_of
from rulewright.explained import TypeCode
from rulewright.play import labels, log, why
from rulewright.play.chance import Chance, shuffled
from rulewright.play.entries import (
    Answered,
    Began,
    Created,
    Entry,
    Finished,
    Gained,
    Lost,
    Put,
    Reacted,
    Removed,
    Revealed,
    Swapped,
)
from rulewright.play.seen import Unseen
from rulewright.play.state import Decision, State, copy
from rulewright.play.view import knows, knows_field, view
from rulewright.session import Game
from rulewright.shapes import BEGAN, EVENT, FIELDS, OUTCOME, RECORD
from rulewright_tools.playing.explain import Explainer
from rulewright_tools.playing.match import Match
from rulewright_tools.playing.names import Unknown
from rulewright_tools.show.pieces import Sight, Signs
from rulewright_tools.show.telling import Teller


def dealt_anew(
    m: State, seat: int, chance: Chance, holds: tuple[str, ...] = (), own: bool = True
) -> State | None:
    """The match with what a player does not know dealt again, whatever its kind, in each sort of zone of each owner;
    the same dice to come. Only zones that hold one of these kinds, if any are named; `own`: the player's own decks too,
    which they come to know by drawing. None where nothing can be another."""
    p, made = m.p.program, copy(m)
    made.chance = m.chance.copy()
    handed = _handed(m)
    pools: dict[Any, list[int]] = {}
    for code, zone in enumerate(m.zones):
        holds_number = p.zones[code // m.players].holds
        if not holds or (holds_number is not None and p.kinds[holds_number].id in holds):
            for e in zone:
                if e not in handed and not knows(m, e, seat) and (own or m.owner[e] != seat):
                    pools.setdefault((holds_number, m.owner[e]), []).append(e)
    moved: dict[int, int] = {}
    for key in sorted(pools, key=str):
        moved.update(zip(pools[key], shuffled(chance, pools[key]), strict=True))
    if all(m.sheet[e] == m.sheet[other] for e, other in moved.items()):
        return None
    for e, other in moved.items():
        made.at[other] = m.at[e]
    made.zones = [tuple(moved.get(e, e) for e in zone) for zone in m.zones]
    return made


def _handed(m: State) -> set[int]:
    """The entities that events which are going on were handed: it is no secret that something happens to these."""
    found = set()
    for frame in m.frames:
        r = frame[RECORD]
        if type(r) is list:
            fields = m.p.program.events[r[EVENT]].fields
            for v, (_, t) in zip(r[FIELDS:], fields, strict=True):
                if type(v) is int and "entity" in (t[0], *(inner[0] for inner in t[2])):
                    found.add(v)
    return found


def written_anew(m: State, seat: int, chance: Chance) -> State | None:
    """The match with the numbers of secret fields that a player does not know changed; None where there are none."""
    made, changed = copy(m), False
    made.chance = m.chance.copy()
    for column in m.p.program.columns:
        if column.secret is None or column.static or column.type != ("number", "", ()):
            continue
        values = getattr(made, column.slot)
        for index in range(len(values)):
            if not (column.size == "entity" and index == 0) and not knows_field(m, column, index, seat):
                values[index] += 1 + chance.draw(5)
                changed = True
    return made if changed else None


def gets(game: Game, seat: int, chance: Chance) -> Iterator[tuple[str, Any]]:
    """Everything that a player gets of a match as it is, with what it is: what is drawn at random is drawn alike."""
    m = game.state
    for language in ("en", "ru"):
        yield f"view {language}", view(m, seat, language)
        yield f"view of programs {language}", view_of(m, seat, language, ())
        question = game.question(language)
        if question is not None:
            mine = question.player == seat
            if mine and m.pending is not None:
                yield f"question of programs {language}", question_of(m, m.pending, language)
            yield f"question {language}", (question.player, question.prompt, question.options if mine else None)
    ids = Ids(m, seat).known  # numbers tell apart what the player cannot
    known = sorted((e for e in ids if m.live[e]), key=lambda e: ids[e])
    for key, text in m.p.program.texts.items():
        args = _drawn(m, [t for _, t in text.params], known, chance)
        if args is not None:
            yield f"why {key} {_called(m, args, text.params)}", _explained(m, key, args, seat)
    for number, event in enumerate(m.p.program.events):
        args = _drawn(m, [t for _, t in event.fields[: event.params]], known, chance)
        if args is not None:
            yield f"why not {event.id} {_called(m, args, event.fields)}", _refused(m, number, args, seat)


def typed(game: Game, seat: int) -> Iterator[tuple[str, Any]]:
    """What the table answers to what a player may type."""
    match = Match(game, ("human",) * game.state.players, 0, {})
    sight = Sight(seat)
    explainer = Explainer(match, sight, Signs(), "pack")
    p = game.linked.program
    words = [("look", sheet.id) for sheet in p.sheets] + [("why", text.id) for text in p.texts.values()]
    words += [("look", f"{zone.id} of player {s + 1}") for zone in p.zones for s in range(game.state.players)]
    words += [(kind, event.id) for event in p.events for kind in ("why", "why not")]
    words += [("compare", ""), ("why", "1")]
    for kind, word in words:
        asked = {"look": explainer.look, "why": explainer.why, "why not": explainer.why_not,
                 "compare": explainer.compare}[kind]  # fmt: skip
        try:
            yield f"{kind} {word}", [line.plain for line in asked(word)]
        except Unknown as unknown:
            yield f"{kind} {word}", str(unknown)


def with_trace(game: Game, state: State) -> Game:
    """A game of its own from a state, with a trace that begins as that of another one."""
    trace = list(game.trace)
    state.trace = trace
    return Game(game.linked, state, trace)


def played_on(game: Game, twin: State, seat: int, chance: Chance, most: int) -> int:
    """Plays twins on with the same answers: of the others the last one that both have, which passes if they may. After
    each answer the player must have got the same, until a rule lays open what differs. Gives the number of answers."""
    first, other = with_trace(game, copy(game.state)), with_trace(game, twin)
    tellers = [Teller(one.state, Sight(seat)) for one in (first, other)]
    for count in range(most):
        if first.over and other.over:
            return count
        asked = [one.decision.player if one.decision is not None else None for one in (first, other)]
        assert asked[0] == asked[1], f"after {count} answers player {asked[0]} is asked, or player {asked[1]}"
        questions = [one.question() for one in (first, other)]
        options = [one.options if one is not None else () for one in questions]
        if asked[0] == seat:
            assert questions[0] == questions[1], f"after {count} answers"
            pending = [one.decision for one in (first, other)]
            put = [question_of(one.state, d, "en") for one, d in zip((first, other), pending, strict=True) if d]
            assert put[0] == put[1], f"after {count} answers"
            numbers = [chance.draw(len(options[0]))] * 2
        else:
            both = [word for word in options[0] if word in options[1]]
            if not both:
                return count  # what lies in the hand is about to be told
            numbers = [len(words) - 1 - words[::-1].index(both[-1]) for words in options]
        starts = [len(one.trace) for one in (first, other)]
        hidden = [_hidden(one.state, seat) for one in (first, other)]
        for one, number in zip((first, other), numbers, strict=True):
            one.answer(number)
            assert one.problem is None
        shown = [
            sorted(labels.value(one.state, e, _ENTITY) for e in before - _hidden(one.state, seat))
            for one, before in zip((first, other), hidden, strict=True)
        ]
        if shown[0] != shown[1]:
            return count  # what lay in the hand lies open now: a card that is set aside for all to see
        told = [
            [line.words for line in teller.lines(one.state, one.trace[start:])]
            for one, teller, start in zip((first, other), tellers, starts, strict=True)
        ]
        assert told[0] == told[1], f"after {count} answers another story is told"
        logs = [
            [in_words(one.state, entry) for entry in log.for_seat(one.state, one.trace[start:], seat)]
            for one, start in zip((first, other), starts, strict=True)
        ]
        assert logs[0] == logs[1], f"after {count} answers the log is another"
        happenings = [
            list(history([(one.state, one.trace[start:])], seat, "en"))
            for one, start in zip((first, other), starts, strict=True)
        ]
        assert happenings[0] == happenings[1], f"after {count} answers the log of programs is another"
        data = [view_of(one.state, seat, "en", ()) for one in (first, other)]
        assert data[0] == data[1], f"after {count} answers the view of programs is another"
        seen = [view(one.state, seat) for one in (first, other)]
        assert seen[0] == seen[1], f"after {count} answers something else is seen"
    return most


_ENTITY: TypeCode = ("entity", "", ())


def _hidden(m: State, seat: int) -> set[int]:
    """The things of others that a player does not know."""
    return {e for e in range(1, len(m.sheet)) if m.live[e] and m.owner[e] != seat and not knows(m, e, seat)}


def in_words(m: State, entry: Entry) -> Any:
    """An entry as one player is told it, entities by their names: numbers tell alike things apart, and names do not."""
    match entry:
        case Began(depth, record) | Finished(depth, record):
            event = m.p.program.events[record[EVENT]]
            told = [labels.value(m, v, t) for v, (_, t) in zip(record[FIELDS:], event.fields, strict=False)]
            return type(entry), depth, event.id, record[BEGAN], record[OUTCOME], told
        case Answered(_, player, site, window, option, secret):
            return player, labels.option(m, Decision(player, site, (), window), option), secret
        case Created(_, e) | Put(_, e) | Removed(_, e) | Swapped(_, e) | Revealed(_, e):
            return replace(entry, entity=labels.value(m, e, _ENTITY))
        case Gained(_, status, holder) | Lost(_, status, holder):
            name = labels.entity(m, holder) if m.p.program.statuses[status].holder == "entity" else holder
            return type(entry), status, name
        case Reacted(_, reaction, holder):
            return reaction, labels.value(m, holder, _ENTITY) if m.p.holder_kind[reaction] == "entity" else holder
    return entry


def _called(m: State, args: tuple[Any, ...], params: Sequence[tuple[str, TypeCode]]) -> list[str]:
    return [labels.value(m, v, t) for v, (_, t) in zip(args, params, strict=False)]


def _explained(m: State, key: str, args: tuple[Any, ...], seat: int) -> Any:
    try:
        return why.breakdown(m, key, args, "en", seat)
    except Unseen:
        return "a secret"


def _refused(m: State, event: int, args: tuple[Any, ...], seat: int) -> Any:
    try:
        return why.refusal(m, event, args, seat=seat), why.not_offered(m, event, args, seat=seat)
    except Unseen:
        return "a secret"


def _drawn(m: State, types: list[TypeCode], known: list[int], chance: Chance) -> tuple[Any, ...] | None:
    made: list[Any] = []
    for tag, name, args in types:
        if tag == "maybe":
            made.append(None)
            continue
        found = _values(m, tag, name, args, known)
        if not found:
            return None
        made.append(found[chance.draw(len(found))])
    return tuple(made)


def _values(m: State, tag: str, name: str, args: Any, known: list[int]) -> list[Any]:
    p = m.p.program
    match tag:
        case "entity":
            fits = {i for k, kind in enumerate(p.kinds) if not name or kind.id == name for i in m.p.kin[k]}
            return [e for e in known if m.sheet[e] in fits]
        case "player":
            return list(range(m.players))
        case "number":
            return [0, 1, 2, 5]
        case "yes_no":
            return [False, True]
        case "place":
            return list(m.board.places)
        case "enum":
            return list(range(len(p.enums[name]))) if name in p.enums else []
    return []
