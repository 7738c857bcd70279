"""A whole pack with secrets at random: events of each level, cards, rules, statuses, checks, and a short match."""

from __future__ import annotations

from tests.programs.draw import Draw
from tests.secrecy.packs import BASE, BASICS, LEVELS, MANIFEST, Event, Files, Scope, Writer, text
from tests.secrecy.words import Words


def draw_pack(draw: Draw) -> Files:
    """The files of a pack."""
    dares = draw.integer(0, 2)
    words = Words(draw, 0)  # what can refuse a dare asks nothing of dares
    writer = Writer(draw, words, wards=draw.chance(30), peeks=draw.chance(50))
    parts, events = [BASE, _values(writer)], list(BASICS)
    for number in range(dares):
        legal = f"bold: {writer.words.own('who')}"
        body = text(writer.block(Scope("own", "who", tuple(events), asks=draw.chance(5))), 4)
        parts.append(f"event dare{number}(player who):\n  legal:\n    {legal}\n  do: {body}")
        events.append(Event(f"dare{number}", "own"))
    writer.words.dares = dares
    parts += [_card(writer, number, events) for number in range(4)]
    for number in range(draw.integer(3, 6)):
        parts.append(_event(writer, number, events))
    parts += [_rule(writer, number, events) for number in range(draw.integer(1, 3))]
    parts += _statuses(writer, events)
    if draw.chance(50):
        calls = text([writer.call(Scope("own", "p", BASICS))], 4)
        parts.append(f"check low:\n  for: p in players where {writer.words.own('p')}\n  do: {calls}")
    turn = writer.block(Scope("open", "p", tuple(events)), least=3, most=6)
    if draw.chance(40):
        turn.insert(0, "deed2(p)")
    if draw.chance(50):
        turn = ["let shown = roll d6 by p", "score(p) if shown > 4", *turn]
    messages = _messages(draw, events)
    if draw.chance(60):
        parts.append(_vows(writer))
        turn = ["offer p or pass always:", "  vow0(p)", "  vow1(p)", *turn]
    parts.append(f"event turn(player p): {text(turn, 2)}")
    parts.append(_game())
    return {"pack.yaml": MANIFEST + messages, "game.yaml": "".join(parts)}


def _vows(writer: Writer) -> str:
    """Two events that are chosen in the open and of which a secret decides how they end, and nothing else that others
    see: something answers instead of the first, and the second may be impossible before it is done."""
    draw, words = writer.draw, writer.words
    card = draw.chance(50)
    who = "self.owner" if card else "who"
    where = f"who is {who} and {words.own('who')}"
    call = writer.call(Scope("own", "who", BASICS))
    instead = f"  instead: vow0 where {where}\n  do: {text([call], 4)}"
    holder = f"card vowing:\n  worth: {draw.integer(0, 4)}\n  hue: red\n" if card else "rule vowing:\n"
    return f"""\
event vow0(player who): set who.luck = who.luck + 1
event vow1(player who):
  legal: {{calm: who.luck < {draw.integer(5, 7)}}}
  do: moment judged needs calm
rule striving:
  before: vow1
  do: {text(["brood(who)"] * 3, 4)}{holder}{instead}"""


def _values(writer: Writer) -> str:
    most = writer.draw.integer(2, 9)
    return f"""\
value riches(player p) gives number:
  start: p.points + sum(k.worth for k in contents(hand of p))
  steps: {{bonus: total, least: highest}}
value weight(player p) gives number:
  decide:
    - 3 if some k in contents(hand of p) where {writer.words.of_card("k")}
    - p.luck
value standing(player p) gives number: p.doom + match.fate + p.luck
permission rich(player p): riches(p) > {most}
"""


def _card(writer: Writer, number: int, events: list[Event]) -> str:
    draw = writer.draw
    made = f"card c{number}:\n  worth: {draw.integer(0, 4)}\n  hue: {draw.choice(('red', 'blue'))}\n"
    if draw.chance(30):
        made += f"  keen: {draw.choice(('self.owner.luck > self.worth', 'riches(self.owner) > 5', 'self.mark > 0'))}\n"
    made += f"  trick: {text([writer.call(Scope('own', 'self.owner', BASICS))], 4)}"
    sentences = draw.some((
        f"riches.bonus is {draw.integer(1, 3)} when p is self.owner", "riches.least is 4 when p is self.owner",
        "allow rich when p is self.owner", "forbid rich when p is self.owner and p.points > 2",
        *(f"forbid {one.name} when who is self.owner" for one in events if one.name.startswith("dare")),
    ), 15)  # fmt: skip
    if sentences:
        made += "  modify:\n" + "".join(f"    - {one}\n" for one in sentences)
    if draw.chance(60):
        made += _answering(writer, "self.owner", BASICS, card="self", hidden=True)
    return made


def _answering(writer: Writer, who: str, events: tuple[Event, ...], card: str | None, hidden: bool) -> str:
    """A reaction of a card, a rule or a status of a player. `hidden`: that there is one is a secret of the player."""
    draw = writer.draw
    # Cards are written before the events that they answer, and call basic events alone: nothing goes round in a circle.
    if draw.chance(20):  # a moment: that of the open event may stand where a secret decides
        number = draw.choice((0, 1, 2, 2, 2))
        scope = Scope(max(LEVEL_OF[number], "own", key=LEVELS.index), who, events, card=card)
        return f"  at: deed{number}.judged where who is {who}\n  do: {text([writer.call(scope)], 4)}"
    heard = draw.choice([Event("turn", "open"), *(Event(f"deed{n}", LEVEL_OF[n % 3]) for n in range(3))])
    name, level = ("p", "open") if heard.name == "turn" else ("who", heard.level)
    conditions = [f"{name} is {who}"] if level == "own" or draw.chance(70) else []
    if hidden and level == "open":
        level = "own"
    if draw.chance(50):
        kind, more = writer.secret(Scope(level, who, events))
        conditions.append(more)
        level = Scope(level, who, events).at(kind).level
    where = f" where {' and '.join(conditions)}" if conditions else ""
    scope = Scope(level, who, events, card=card, asks=draw.chance(5))
    phase = draw.choice(("after", "after", "ended", "before"))
    if heard.level != "open" and phase == "before" and level == heard.level and draw.chance(50):
        if draw.chance(50):
            return f"  before: {heard.name}{where}\n  do: cancel\n"
        return f"  instead: {heard.name}{where}\n  do: {text([writer.call(scope)], 4)}"
    if heard.level == "open" and draw.chance(30):  # an answer that is open
        act = "play(self)" if card is not None and not writer.wards else writer.call(Scope("open", who, events))
        return f"  {phase}: {heard.name}{where}\n  may: {act}\n"
    limit = "  limit: 1 per turn\n" if heard.name == "turn" and draw.chance(30) else ""
    return f"  {phase}: {heard.name}{where}\n{limit}  do: {text([writer.call(scope)], 4)}"


LEVEL_OF = ("own", "mixed", "open")


def _event(writer: Writer, number: int, events: list[Event]) -> str:
    level = LEVEL_OF[number % 3]
    card = number > 2 and writer.draw.chance(30)
    asks = level == "open" or writer.draw.chance(10)
    scope = Scope(level, "who", tuple(events), card="what" if card else None, asks=asks)
    lines: list[str] = []
    if number < 3:  # before anything may leave the text: who owns what answers knows then whether it is reached
        if writer.draw.chance(50):
            lines, scope = writer.statement(scope, 0)
        lines += _moment(writer, scope)
    lines += writer.block(scope)
    body = text(lines, 4)
    ends = ""
    if writer.draw.chance(20):
        ends = f"  ends: {text([writer.call(Scope(level, 'who', tuple(events)))], 4)}"
    events.append(Event(f"deed{number}", level, card))
    return f"event deed{number}(player who{', card what' if card else ''}):\n  do: {body}{ends}"


def _moment(writer: Writer, scope: Scope) -> list[str]:
    """The moment of an event, that only a secret may lead to."""
    if writer.draw.chance(40):
        return ["moment judged"]
    condition = writer.words.own(scope.who)
    return [f"moment judged if {condition}"] if writer.draw.chance(50) else [f"if {condition}:", "  moment judged"]


def _rule(writer: Writer, number: int, events: list[Event]) -> str:
    where = f" where {writer.words.own('self')}" if writer.draw.chance(30) else ""
    return f"rule rule{number}:\n  for: self in players{where}\n" + _answering(
        writer, "self", BASICS, None, hidden=bool(where))  # fmt: skip


def _statuses(writer: Writer, events: list[Event]) -> list[str]:
    parts = []
    if writer.wards:
        ends = text([writer.call(Scope("own", "self.owner", BASICS))], 4)
        lasts = f"while {writer.words.own('self.owner')}" if writer.draw.chance(50) else "end of next turn"
        parts.append(f"status warded:\n  of: card\n  lasts: {lasts}\n  ends: {ends}")
    parts.append("status hexed:\n  of: player\n  lasts: end of next turn where p is self\n"
                 + _answering(writer, "self", BASICS, None, hidden=False))  # fmt: skip
    return parts


def _messages(draw: Draw, events: list[Event]) -> str:
    if not draw.chance(40):
        return ""
    told = [one.name for one in events if one.level == "open" and draw.chance(60)] + ["play"]
    lines = [f'    {name}: "{name} of <{"what" if name == "play" else "who"}>"\n' for name in told]
    return "messages:\n  en:\n" + "".join(lines)


def _game() -> str:
    return """\
event game: |
  for each p in players:
    for each s in sheets_of(card):
      create s for p into deck of p
      create s for p into deck of p
    shuffle(deck of p)
    set p.luck = roll d6 by p in secret
    repeat up to 3:
      draw(p)
  repeat up to 3:
    set match.turn = match.turn + 1
    for each p in players:
      turn(p)
      draw(p)
"""
