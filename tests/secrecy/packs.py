"""Small packs with secrets at random, in which no rule tells one on purpose.

What stands under a secret writes nothing that others may read, moves nothing that they see and rolls nothing: so
whatever differs for them between two matches that differ in a secret, the interpreter has told. Questions do stand
under secrets now and then: the checker is to warn of these packs.

Every text is of a *level*: `open`, everybody may know that it is done; `own`, only secrets of one player decide
about it; `mixed`, secrets of anybody do. An event of a level is called from texts of that level or of a more open one.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tests.programs.draw import Draw
from tests.secrecy.words import Words

Files = dict[str, str]
LEVELS = ("open", "own", "mixed")

MANIFEST = "pack: secrets\nstart: game\nwindow: asked\n"
BASE = """\
enum hue: [red, blue]
kind card:
  printed: {worth: number, hue: hue}
  state: {mark: number, curse: number}
  secret: {mark: owner, curse: nobody}
  formulas: {keen: yes_no starts false}
  texts: [trick]
  active: self in hand of self.owner
zone hand(player owner): {seen_by: owner, holds: card}
zone deck(player owner): {ordered: yes, seen_by: nobody, holds: card}
zone pile: {holds: card}
kind player:
  state: {points: number, luck: number, doom: number}
  secret: {luck: owner, doom: nobody}
kind match: {state: {turn: number, fate: number}, secret: {fate: nobody}}
window asked: {asks: players, answers: each, always: yes}
value age() gives number: now
value lasting() gives number: if inside(turn) is none then 0 else now - began(inside(turn))
event tell(player who, number found): {}
event play(card what): put what into pile
event draw(player who): |
  let k = top(deck of who)
  put k into hand of who if k is not none
event fret(player who): set who.doom = who.doom + 1
event brood(player who): set who.luck = who.luck + 1
event drift(player who): set match.fate = match.fate + 1
event score(player who): set who.points = who.points + 1
event stain(player who, card what): set what.curse = what.curse + 1
event scratch(player who, card what): set what.mark = what.mark + 1
"""


# An event that makes checks at once: else an unseen one would make them, and what they do be told by when it is done.
SETTLE = "fret({})"


@dataclass(frozen=True, slots=True)
class Event:
    """An event that may be called; `card`: it is handed a card of the player's hand."""

    name: str
    level: str
    card: bool = False


BASICS = (
    Event("score", "open"), Event("draw", "open"), Event("fret", "mixed"), Event("drift", "mixed"),
    Event("brood", "own"), Event("stain", "mixed", True), Event("scratch", "own", True),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a statement stands. `who`: the player at hand; `card`: one in their hand; `events`: those that may be
    called; `truths` and `numbers`: locals that hold secrets of the player."""

    level: str
    who: str
    events: tuple[Event, ...]
    card: str | None = None
    asks: bool = True
    truths: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()

    def at(self, level: str) -> Scope:
        """The same under something of a level."""
        return replace(self, level=max(self.level, level, key=LEVELS.index))


@dataclass(slots=True)
class Writer:
    """Writes one pack."""

    draw: Draw
    words: Words
    wards: bool  # whether cards in hands get statuses; they are not played then, as others would see those
    # Whether players look at cards of theirs in private. What such a card's `curse` counts is shown to them from then
    # on, whatever sets it off: it counts only what hangs on secrets of theirs.
    peeks: bool
    heard: list[Event] = field(default_factory=list)

    # -- statements ----------------------------------------------------------------------------------------------------

    def block(self, scope: Scope, depth: int = 0, least: int = 1, most: int = 3) -> list[str]:
        """A few statements."""
        lines: list[str] = []
        for _ in range(self.draw.integer(least, most)):
            if depth == 0 and self.draw.chance(8):
                level, condition = self.secret(scope)
                scope = scope.at(level)
                lines.append(f"finish if {condition}")
            new, scope = self.statement(scope, depth)
            lines += new
        return lines

    def statement(self, scope: Scope, depth: int) -> tuple[list[str], Scope]:
        """One statement, and the scope behind it."""
        kinds = [(6, "guarded"), (4, "call"), (3, "local")]
        if depth < 2:
            kinds += [(4, "branch"), (3, "loop"), (2, "batch"), (2, "repeat")]
        if scope.asks and (scope.level == "open" or self.draw.chance(3)):
            kinds += [(5, "ask"), (2, "offer")]
        if self.wards:
            kinds.append((2, "ward"))
        if scope.level != "mixed":
            kinds += [(3, "quiet")]
        if scope.level == "open":
            kinds += [(1, "hex"), (self.peeks, "peek")]
            if scope.asks and not self.wards:
                kinds += [(2, "return"), (2, "toss"), (1, "fetch")]
        match self.draw.weighted(kinds):
            case "guarded":
                level, condition = self.secret(scope)
                return [f"{self.call(scope.at(level))} if {condition}"], scope
            case "branch":
                return self.branch(scope, depth), scope
            case "loop":
                return self.loop(scope, depth), scope
            case "repeat":
                level, condition = self.secret(scope)
                inner = self.block(replace(scope.at(level), asks=scope.asks and self.draw.chance(10)), depth + 1)
                return [f"repeat up to {self.draw.integer(1, 3)} while {condition}:", *indented(inner)], scope
            case "batch":
                level, condition = self.secret(scope)
                calls = [f"{self.call(scope.at(level))} if {condition}", self.call(scope)]
                return ["together:", *indented(calls)], scope
            case "local":
                return self.local(scope)
            case "ask":
                return self.ask(scope)
            case "offer":
                return self.offer(scope), scope
            case "quiet":
                return self.quiet(scope)
            case "hex":
                return [f"give hexed to {scope.who}"], scope
            case "peek":
                name = self.words.fresh("seen")
                return [f"let {name} = top(deck of {scope.who})",
                        f"reveal({name}, {scope.who}) if {name} is not none"], scope
            case "return":
                name = self.words.fresh("back")
                choice = f"choose one or none k in contents(hand of {scope.who}) by {scope.who} always"
                return [f"let {name} = {choice}", f"if {name} is not none:", f"  put {name} into deck of {scope.who}",
                        f"  shuffle(deck of {scope.who})"], scope
            case "toss":
                name = self.words.fresh("tossed")
                choice = f"choose one or none k in contents(hand of {scope.who}) by {scope.who} always"
                return [f"let {name} = {choice}", f"play({name}) if {name} is not none"], scope
            case "fetch":
                name, by = self.words.fresh("fetched"), self.draw.choice((scope.who, f"next_seat({scope.who})"))
                return [f"let {name} = choose one or none k in contents(pile) by {by} always",
                        f"put {name} into hand of {name}.owner if {name} is not none"], scope
            case "ward" if scope.level != "mixed":
                name = self.words.fresh("k")
                line = f"for each {name} in contents(hand of {scope.who}) where {self.words.of_card(name)}:"
                return [line, *indented([f"give warded to {name}", SETTLE.format(scope.who)])], scope
        return [self.call(scope)], scope

    def secret(self, scope: Scope) -> tuple[str, str]:
        """A condition that hangs on a secret, and of which level it is; now and then one that does not."""
        if self.draw.chance(10):
            return "open", self.words.open(scope.who)
        if self.draw.chance(30):
            return "mixed", self.words.mixed(scope.who)
        return "own", self.words.own(scope.who, scope.truths, scope.numbers)

    def call(self, scope: Scope) -> str:
        """A call that the level allows, for the player at hand; in `mixed` texts for anybody."""
        could = [one for one in scope.events
                 if LEVELS.index(one.level) >= LEVELS.index(scope.level) and (scope.card is not None or not one.card)
                 and not (self.peeks and one.name == "stain" and scope.level == "mixed")]
        event = self.draw.choice(could)
        who = scope.who
        if event.level == "mixed" and not event.card and self.draw.chance(30):
            who = f"next_seat({who})"
        return f"{event.name}({who}, {scope.card})" if event.card else f"{event.name}({who})"

    def branch(self, scope: Scope, depth: int) -> list[str]:
        """An `if` with or without `else`."""
        level, condition = self.secret(scope)
        inner = scope.at(level)
        lines = [f"if {condition}:", *indented(self.block(inner, depth + 1))]
        if self.draw.chance(40):
            lines += ["else:", *indented(self.block(inner, depth + 1))]
        return lines

    def loop(self, scope: Scope, depth: int) -> list[str]:
        """A loop over cards in the hand of the player at hand."""
        if scope.level == "mixed":
            return [self.call(scope)]
        name = self.words.fresh("k")
        inner = replace(scope.at("own"), card=name, asks=scope.asks and self.draw.chance(10))
        body = self.block(inner, depth + 1)
        if not self.wards and self.draw.chance(25):
            body.append(f"perform {name}.trick")
        if self.draw.chance(20):
            body.append(f"stop if {self.words.own(scope.who)}")
        where = f"{self.words.of_card(name)}"
        return [f"for each {name} in contents(hand of {scope.who}) where {where}:", *indented(body)]

    def local(self, scope: Scope) -> tuple[list[str], Scope]:
        """A local that holds what was worked out of a secret."""
        if scope.level == "mixed":
            return [self.call(scope)], scope
        name = self.words.fresh("found")
        if self.draw.chance(50):
            line = f"let {name} = {self.words.own(scope.who, scope.truths, scope.numbers)}"
            return [line], replace(scope, truths=(*scope.truths, name))
        line = f"let {name} = {self.words.own_number(scope.who, scope.numbers)}"
        return [line], replace(scope, numbers=(*scope.numbers, name))

    # -- questions -----------------------------------------------------------------------------------------------------

    def quiet(self, scope: Scope) -> tuple[list[str], Scope]:
        """What nobody sees happen but the player at hand: it may stand where a secret of theirs decides."""
        who, name = scope.who, self.words.fresh("quiet")
        guard = f" if {self.words.own(who, scope.truths, scope.numbers)}" if self.draw.chance(70) else ""
        match self.draw.choice((0, 1, 2, 3) if self.peeks else (0, 1, 3)):
            case 0:
                return [f"shuffle(deck of {who}){guard}", SETTLE.format(who)], scope
            case 1:
                times = " times 2" if self.draw.chance(20) else ""
                line = f"let {name} = roll d6{times} by {who} in secret"
                if guard:
                    inner = replace(scope.at("own"), asks=False)
                    return [f"{guard[1:]}:", *indented([line, self.call(inner)])], scope
                return [line], scope if times else replace(scope, numbers=(*scope.numbers, name))
            case 2:
                also = guard.replace(" if ", " and (", 1) + ")" if guard else ""
                return [f"let {name} = top(deck of {who})", f"reveal({name}, {who}) if {name} is not none{also}"], scope
        also = guard.replace(" if ", " and (", 1) + ")" if guard else ""
        return [f"let {name} = top(deck of {who})", f"put {name} into deck of {who} if {name} is not none{also}",
                SETTLE.format(who)], scope

    def ask(self, scope: Scope) -> tuple[list[str], Scope]:
        """A question, or a die, of which the answer is a secret or not."""
        name, who = self.words.fresh("answer"), scope.who
        hidden = self.draw.chance(50)
        tail = " in secret" if hidden else ""
        match self.draw.integer(0, 3):
            case 0:
                line = f"let {name} = choose yes or no by {who}{tail}"
                if hidden:
                    return [line], replace(scope, truths=(*scope.truths, name))
                return [line, f"{self.call(scope)} if {name}"], scope
            case 1:
                where = f" where {self.words.of_card('k')}" if self.draw.chance(60) else ""
                line = f"let {name} = choose one or none k in contents(hand of {who}){where} by {who} always{tail}"
                inner = replace(scope.at("own") if hidden else scope, card=name)
                return [line, f"if {name} is not none:", *indented([self.call(inner)])], scope
            case 2 if scope.level == "open":
                line = f"let {name} = roll d6 by {who} in secret"
                return [line], replace(scope, numbers=(*scope.numbers, name))
            case 2:
                return [self.call(scope)], scope
        line = f"let {name} = choose one n in numbers(1, 4) by {who}{tail}"
        if hidden:
            return [line], replace(scope, numbers=(*scope.numbers, name))
        return [line, f"{self.call(scope)} if {name} > 2"], scope

    def offer(self, scope: Scope) -> list[str]:
        """An offer of some calls."""
        who, lines = scope.who, []
        if not self.wards:
            lines.append(f"play(k) for k in contents(hand of {who}) where {self.words.of_card('k')}")
        for _ in range(self.draw.integer(1, 2)):
            lines.append(self.call(scope))
            if self.draw.chance(40):
                lines[-1] += f" for n in numbers(1, 3) where {self.words.own_number(who)} > n"
        always = " always" if self.draw.chance(90) else ""
        return [f"offer {who} or pass{always}:", *indented(dict.fromkeys(lines))]


def indented(lines: list[str] | dict[str, None]) -> list[str]:
    """Lines of a block inside of another."""
    return [f"  {line}" for line in lines]


def text(lines: list[str], margin: int) -> str:
    """Lines as a block of YAML."""
    return "|\n" + "".join(f"{' ' * margin}{line}\n" for line in lines)
