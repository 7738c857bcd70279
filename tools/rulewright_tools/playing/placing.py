"""Parses a place that a player types to answer an open question: `8.5, 12 turned 45`, `12.5x7@45`, `3 12.5x7`, `GB 12,
7`, `GB toward Cairn 2 by 6`, `toward 36x24 by 6`, `turned 90`; and a way, `8,12 then 10,14`.

Separate because an unlisted place has no name among the options. The number of an option, or the sign or name of the
moving thing, may come before the place: "like that option, but there". Without it, the first option that allows the
place is meant. A formation is typed thing by thing, `GA 12x7, GB 13.5x7`, or with ways, `GA 8x12 then 10x14, GB 9x9`;
things that are not named stand or go as in the option that is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from rulewright.numbers import whole_number
from rulewright.play import opened
from rulewright.play.state import Decision, State
from rulewright.space.plane.poses import Problem, meant
from rulewright.space.plane.spoken import MOVES, Spoken, parted, read_answer, says_where
from rulewright_tools.playing.option import Formation, Goal, named
from rulewright_tools.show.pieces import Sight, Signs, placed, short_name
from rulewright_tools.show.table import lists_places
from rulewright_tools.show.words import say

_NUMBERED: Final = re.compile(r"([0-9]{1,6})[ :]+(.+)")
_DEGREES: Final = re.compile(r"[0-9]{1,3} by .+")
_BEGINS: Final = re.compile(r"[(+-]*[0-9]")
_CALL: Final = re.compile(r"\w\(")
_IT: Final = "it"  # stands for the moving thing if none is named
# By the sort of a problem, what players read of it.
_SAID: Final = {
    "place": "no_spot", "digits": "spot_digits", "off": "spot_off", "turn": "spot_turn", "long": "spoken_long",
    "twice": "spoken_twice", "where": "spoken_where", "nameless": "spoken_nameless", "unnamed": "spoken_unnamed",
    "nowhere": "spoken_nowhere", "turned": "spoken_turned", "by": "spoken_by", "far": "spoken_far",
    "length": "spoken_length", "leads_off": "spoken_leads_off", "negative": "spoken_negative", "goal": "spoken_goal",
    "no_goal": "spoken_no_goal", "turns": "spoken_turns", "legs": "spoken_legs",
}  # fmt: skip


def place_named(m: State, words: str) -> int | None:
    """Returns the place that words name; None if there is none."""
    found = m.board.parse(words.upper()) if lists_places(m) else meant(words)
    return found if isinstance(found, int) else None


def read(m: State, line: str, signs: Signs, sight: Sight) -> int | str | None:
    """Returns the number of the answer; a message if the line says where something goes but is wrong; None if the line
    names no place or the question asks for none."""
    d = m.pending
    if d is None or not opened.takes_unlisted(m, d):
        return None
    text = " ".join(line.split())
    members = [opened.member_in(m, d, option) for option in d.options]
    formed = [i for i, member in enumerate(members) if opened.is_formation(member)]
    if formed:
        together = _together(m, d, text, formed, signs, sight)
        if together is not None:
            return together
    likes = [i for i, member in enumerate(members) if opened.is_way(member) or (type(member) is int and member >= 0)]
    asking: int | None = None
    places = _meant(text)
    found = _NUMBERED.fullmatch(text)
    if places is None and found is not None and not _DEGREES.fullmatch(text):
        number = whole_number(found[1], 1, len(d.options))
        if number is not None and number - 1 in likes:
            text, likes, asking = found[2], [number - 1], number
            places = _meant(text)
    if places is None:
        base = members[likes[0]] if asking is not None else None
        spoken = _spoken(m, d, text, likes, signs, sight, base if type(base) is int else None)
        if spoken is None:
            return _wrong_numbers(text, sight.language)
        if isinstance(spoken, str):
            return spoken
        places = spoken.way or (spoken.pose,)
        movers = {i: named(m, d, d.options[i]).mover for i in likes}
        fitting = [i for i in likes if movers[i] in (None, spoken.thing)]
        if not fitting:
            thing = sight.entity(m, spoken.thing)
            if asking is None:
                return say(sight.language, "not_asked_where", word=thing)
            return say(sight.language, "answer_not_where", number=asking, word=thing)
        likes = fitting
    if not likes:
        return None
    answers = [(like, _as_member(members[like], places)) for like in likes]
    numbers = [opened.number_of(like, member) for like, member in answers if member is not None]
    if not numbers:
        return say(sight.language, "one_place")
    return next((number for number in numbers if can(m, number)), numbers[0])


def _meant(text: str) -> tuple[int, ...] | None:
    """Returns the place in a line, or the places of a way."""
    places = [meant(one) for one in parted(text)]
    found = tuple(one for one in places if isinstance(one, int))
    return found if len(found) == len(places) else None


def wrong(text: str, language: str) -> str:
    """Returns what is wrong with the place in a line, or with the first wrong place of a way; empty if nothing is."""
    for one in parted(text):
        found = meant(one)
        if isinstance(found, Problem):
            return _told(found, one, language)
    return ""


def _told(wrong: Problem, text: str, language: str) -> str:
    """Returns what is wrong with where something goes, in words for players."""
    is_nothing = wrong.sort in ("unnamed", "nameless") and not wrong.known
    key = "spoken_nothing" if is_nothing else _SAID[wrong.sort]
    return say(language, key, word=wrong.word or text[wrong.start : wrong.end], known=wrong.known)


def _wrong_numbers(text: str, language: str) -> str | None:
    """Returns what is wrong with a line that can only be a place or a way, because it contains numbers; None for any
    other line."""
    numbered = _NUMBERED.fullmatch(text)
    text = text if numbered is None else numbered[2]
    found = [meant(one) for one in parted(text)]
    is_other = any(isinstance(one, Problem) and one.sort == "place" for one in found)
    return None if is_other else wrong(text, language) or None


def places_of(m: State, text: str, mover: int | None, signs: Signs, sight: Sight) -> tuple[int, ...] | str:
    """Returns the places that words name: one place, or the places of a way. A moving thing also allows places relative
    to where it stands (`north by 4`). Returns a message if the words are wrong."""
    found = _meant(text)
    if found is not None:
        return found
    if mover is None or not (text.split(" ")[0] in MOVES or _DEGREES.fullmatch(text)):
        return wrong(text, sight.language)
    names = names_of(m, _named(m), signs, sight) | {_IT: mover}
    answer = read_answer(f"{_IT} {text}", names, {e: m.at[e] for e in names.values()})
    if isinstance(answer, Problem):
        return _told(answer, text, sight.language)
    return (answer[0].pose,)


def _as_member(like: opened.Member, places: tuple[int, ...]) -> opened.Member | None:
    """Returns the answer: a way through places from where another begins, or the only place."""
    if opened.is_way(like):
        return (like[0], *places)
    return places[0] if len(places) == 1 else None


def _spoken(
    m: State, d: Decision, text: str, likes: Sequence[int], signs: Signs, sight: Sight, base: int | None
) -> Spoken | str | None:
    """Returns where a thing goes according to a line; a message if that cannot be read; None if the line does not say
    it. `base`: the place of the answer that the line numbers, from which a thing goes that stands nowhere yet."""
    movers = list(dict.fromkeys(named(m, d, d.options[i]).mover for i in likes))
    names = names_of(m, (*(mover for mover in movers if mover is not None), *_named(m)), signs, sight)
    words = text.split(" ")
    first = words[0] if words else ""
    if first in MOVES or _DEGREES.fullmatch(text):
        if len(movers) != 1 or movers[0] is None:
            one = next((signs.of(m, mover, sight) for mover in movers if mover is not None), "GA")
            return say(sight.language, "say_what_goes", word=f"{one} {text}")
        names[_IT] = movers[0]
        text = f"{_IT} {text}"
    elif not any(" ".join(words[:i]) in names for i in range(1, len(words))):
        return None
    stands = {e: m.at[e] for e in names.values()}
    if base is not None and movers[0] is not None and stands[movers[0]] < 0:
        stands[movers[0]] = base
    answer = read_answer(text, names, stands)
    if isinstance(answer, Problem):
        answer = _by_name(m, answer, text, names, sight)
        return _told(answer, text, sight.language) if says_where(text) or first.isdecimal() else None
    if len(answer) > 1:
        return say(sight.language, "one_place")
    return answer[0]


def unclear(m: State, line: str, signs: Signs, sight: Sight) -> str | None:
    """Returns what is wrong with a line that names no answer but seems to say where something goes, because it begins
    with the name of a thing or contains a place or a move; None for any other line."""
    d, text = m.pending, " ".join(line.split())
    if d is None or lists_places(m) or not opened.takes_unlisted(m, d) or _CALL.search(text):
        return None
    numbered = _NUMBERED.fullmatch(text)
    if numbered is not None and not _DEGREES.fullmatch(text):
        text = numbered[2]
    asked = [e for i, option in enumerate(d.options) for e in _goers(m, d, i, option)]
    names = names_of(m, (*asked, *_named(m)), signs, sight)
    begins = any(" ".join(text.split(" ")[:i]).rstrip(",") in names for i in range(1, text.count(" ") + 2))
    if not (begins or says_where(text)):
        return None
    if _BEGINS.match(text) and asked and not begins:  # a place without a name
        names[_IT] = asked[0]
        text = f"{_IT} {text}"
    answer = read_answer(text, names, {e: m.at[e] for e in names.values()})
    if not isinstance(answer, Problem):
        return None
    return _told(_by_name(m, answer, text, names, sight), text, sight.language)


def _by_name(m: State, wrong: Problem, text: str, names: Mapping[str, int], sight: Sight) -> Problem:
    """Returns a problem with the name of the thing that nobody named."""
    if text[wrong.start : wrong.end] != _IT or wrong.word:
        return wrong
    return wrong._replace(word=sight.entity(m, names[_IT]))


def _goers(m: State, d: Decision, number: int, option: Any) -> list[int]:
    """Returns the things that an answer would put somewhere."""
    mover = named(m, d, option).mover
    return [e for e, _ in _formation(m, d, number)] if mover is None else [mover]


def _named(m: State) -> list[int]:
    """Returns the things from which a line may measure, and those that it may mean: all but parts that stand nowhere.
    """
    return [e for e in placed(m) if m.at[e] >= 0 or not m.whole[e]]


def names_of(m: State, things: Iterable[int], signs: Signs, sight: Sight) -> dict[str, int]:
    """Returns the known things by their signs and names."""
    names: dict[str, int] = {}
    for e in things:
        if sight.knows(m, e):
            full, short = sight.entity(m, e), short_name(m, e, sight)
            for name in (signs.of(m, e, sight), full, full.casefold(), short, short.casefold()):
                names.setdefault(" ".join(name.split()), e)
    return names


def _together(m: State, d: Decision, text: str, likes: Sequence[int], signs: Signs, sight: Sight) -> int | str | None:
    """Returns the number of an answer that gives places to several things; a message if it is wrong; None if it is no
    such answer."""
    found = _NUMBERED.fullmatch(text)
    number = whole_number(found[1], 1, len(d.options)) if found is not None else None
    if found is not None and number is not None and number - 1 in likes:
        text, likes = found[2], [number - 1]
    members = dict.fromkeys(e for i in likes for e, _ in _formation(m, d, i))
    placed_so = formation_of(m, text, names_of(m, members, signs, sight), sight.language)
    if placed_so is None or isinstance(placed_so, str):
        return placed_so
    numbers = []
    for like in likes:
        formation = _formation(m, d, like)
        if placed_so.keys() <= {e for e, _ in formation}:
            made = tuple((e, _goal(placed_so[e], goal) if e in placed_so else goal) for e, goal in formation)
            numbers.append(opened.number_of(like, made))
    if not numbers:
        return say(sight.language, "places_others")
    return next((number for number in numbers if can(m, number)), numbers[0])


def _goal(places: tuple[int, ...], like: Goal) -> Goal:
    """Returns the place, or the way through places from where another begins."""
    return (like[0], *places) if type(like) is tuple else places[-1]


def _formation(m: State, d: Decision, like: int) -> Formation:
    found = opened.member_in(m, d, d.options[like])
    return found if opened.is_formation(found) else ()


def formation_of(
    m: State, text: str, names: Mapping[str, int], language: str
) -> dict[int, tuple[int, ...]] | str | None:
    """Returns the place of each thing that a line names, separated by commas, or the places of its way; a message if
    the line is wrong; None if it names no thing."""
    if not any(" ".join(text.split(" ")[:i]).rstrip(",") in names for i in range(1, text.count(" ") + 1)):
        return None
    if not lists_places(m):
        answer = read_answer(text, names, {e: m.at[e] for e in names.values()})
        if isinstance(answer, Problem):
            return _told(answer, text, language)
        return {one.thing: one.way or (one.pose,) for one in answer}
    made: dict[int, tuple[int, ...]] = {}
    for item in text.split(","):
        name, _, where = item.strip().rpartition(" ")
        place = place_named(m, where)
        if name not in names or place is None or names[name] in made:
            return say(language, "each_once")
        made[names[name]] = (place,)
    return made


def can(m: State, number: int) -> bool:
    """Returns whether an answer, by its number, can be given."""
    try:
        opened.option_of(m, number)
    except opened.Unlisted:
        return False
    return True
