"""The codes RW5xx: types, and the rights of statements."""

from __future__ import annotations

from .code import Code, Example, Severity


def _game(text: str, board: str = "none") -> Example:
    """A pack of one file whose match is the event `play`."""
    return {"pack.yaml": f"pack: sample\nlanguage: 2\nstart: play\nboard: {board}\n", "game.yaml": text}


_LAID = "map field:\n  rows: |\n    ...\nmap lane:\n  rows: |\n    ..\nevent mark(cell spot): {}\n"
_GRADES = "enum grade: {ordered: [low, high]}\n"

_WALLS = "kind wall: {placed: edge, owned: no}\nwall plank: {}\nmap yard:\n  rows: |\n    ...\n    ...\n"

CODES: tuple[Code, ...] = (
    Code(
        "RW501", Severity.ERROR, "another type is wanted",
        "Every place asks for a type: a parameter for the declared one, a condition for yes_no, a field for its own. "
        "What stands there has to be of that type, or of a kind that `is` it. One value may stand for a set.",
        bad=_game("event play gives number total: set total = true\n"),
        good=_game("event play gives number total: set total = 1\n"),
    ),
    Code(
        "RW502", Severity.ERROR, "units do not agree",
        "Numbers with a unit (cells, hexes, inches) and plain numbers are not mixed: `2 cells + 1` says nothing. A "
        "number times a unit is fine, and a distance divided by a distance is a plain number.",
        bad=_game("event play gives cells total: set total = 2 cells + 1\n", "square"),
        good=_game("event play gives cells total: set total = 2 cells + 1 cells\n", "square"),
    ),
    Code(
        "RW503", Severity.ERROR, "may be none",
        "What is of a type `T or none` has to be tested before it is used as a T: `x is not none` narrows it in the "
        "rest of the `and`, in the branch, behind the guard, and after `finish if x is none`. What is no local may be "
        "changed by a statement in between; keep it with `let`.",
        bad=_game("event play gives player winner: |\n  let p = only_one(players)\n  set winner = p\n"),
        good=_game("event play gives player winner: |\n  let p = only_one(players)\n  finish if p is none\n"
                   "  set winner = p\n"),
    ),
    Code(
        "RW504", Severity.ERROR, "no such attribute",
        "Behind the dot stands an attribute of the kind (its own, an inherited or a builtin one), or a field of the "
        "event whose record stands before it.",
        bad=_game("kind match: {state: {round: number}}\n"
                  "event play gives number total: |\n  set match.round = 1\n  set total = match.rounds\n"),
        good=_game("kind match: {state: {round: number}}\n"
                   "event play gives number total: |\n  set match.round = 1\n  set total = match.round\n"),
    ),
    Code(
        "RW505", Severity.ERROR, "can never hold",
        "`is` asks whether two values are the same, or whether a thing is of a kind, sheet, status or area. "
        "Between types that have no value in common the answer is always no.",
        bad=_game("event play gives number total: set total = if total is true then 1 else 2\n"),
        good=_game("event play gives number total: set total = if total is 0 then 1 else 2\n"),
    ),
    Code(
        "RW506", Severity.ERROR, "fits in two ways",
        "The word behind `is` has two meanings here, and both fit the left side. The reader could not tell either.",
        bad=_game("permission first_seat(player p): seat_number(p) is 1\n"
                  "kind player: {printed: {first_seat: yes_no starts false}}\n"
                  "event play gives number total: set total = count(p in players where p is first_seat)\n"),
        good=_game("permission first_seat(player p): seat_number(p) is 1\n"
                   "event play gives number total: set total = count(p in players where p is first_seat)\n"),
    ),
    Code(
        "RW507", Severity.ERROR, "not for these types",
        "Arithmetic is of numbers, `+` and `-` of sets too; `< <= > >=` compare numbers and members of ordered "
        "enumerations; both branches of `if` are of one type, and so are the members of a set.",
        bad=_game("event play gives number total: set total = 1 + true\n"),
        good=_game("event play gives number total: set total = 1 + 2\n"),
    ),
    Code(
        "RW508", Severity.ERROR, "a set is wanted",
        "Quantifiers, loops, choices and `in` go through a set or a list, and `size` and `is_empty` count one. What a "
        "zone holds is `contents(zone)`, what stands in a place `things_at(place)`.",
        bad=_game("event play gives number total: set total = count(n in 3 where n > 1)\n"),
        good=_game("event play gives number total: set total = count(n in numbers(1, 3) where n > 1)\n"),
    ),
    Code(
        "RW509", Severity.ERROR, "arguments do not match",
        "A call gives every declared parameter once, in order or by name. A formula or text of sheets that has "
        "parameters is called likewise, behind what it is of: `card.wants(p)`; what has none stands without brackets.",
        bad=_game("value twice(number n) gives number: 2 * n\n"
                  "event play gives number total: set total = twice(1, 2)\n"),
        good=_game("value twice(number n) gives number: 2 * n\n"
                   "event play gives number total: set total = twice(1)\n"),
    ),
    Code(
        "RW510", Severity.ERROR, "happens inside an expression",
        "Expressions are pure. Events, actions, dice and choices stand as statements or right of `let` and `set`, so "
        "that it is always plain what happens before what.",
        bad=_game("event gain(number amount) gives number sum: set sum = amount\n"
                  "event play gives number total: |\n"
                  "  let g = gain(1)\n  set total = g.sum\n  set total = 1 if gain(1) is g\n"),
        good=_game("event gain(number amount) gives number sum: set sum = amount\n"
                   "event play gives number total: |\n"
                   "  let g = gain(1)\n  set total = g.sum\n  set total = 1 if can(gain(1))\n"),
    ),
    Code(
        "RW511", Severity.ERROR, "meaning is open",
        "Members may belong to several enumerations; the type that is wanted decides. Where nothing is wanted, "
        "nothing decides.",
        bad=_game("enum light: [red, green]\nenum fruit: [red, blue]\n"
                  "event play gives light shown, fruit eaten: |\n"
                  "  let c = red\n  set shown = green if c is c\n  set eaten = blue\n"),
        good=_game("enum light: [red, green]\nenum fruit: [red, blue]\n"
                   "event play gives light shown, fruit eaten: |\n"
                   "  set shown = red\n  set eaten = red\n"),
    ),
    Code(
        "RW512", Severity.ERROR, "never none",
        "Only what is declared `T or none` can be none; of anything else the test always says the same.",
        bad=_game("event play gives number total: set total = 1 if total is not none\n"),
        good=_game("event play gives number or none total: set total = 1 if total is none\n"),
    ),
    Code(
        "RW513", Severity.ERROR, "enumeration without order",
        "Members are compared by `is`; only those of an enumeration that is declared `ordered` are smaller or greater.",
        bad=_game("enum grade: [low, high]\n"
                  "event play gives grade best: set best = high if best < high\n"),
        good=_game(_GRADES + "event play gives grade best: set best = high if best < high\n"),
    ),
    Code(
        "RW514", Severity.ERROR, "does nothing",
        "A statement that is a call calls an event or an action. Values and permissions only answer.",
        bad=_game("value twice(number n) gives number: 2 * n\n"
                  "event play gives number total: |\n  set total = twice(2)\n  twice(3)\n"),
        good=_game("value twice(number n) gives number: 2 * n\n"
                   "event play gives number total: set total = twice(2)\n"),
    ),
    Code(
        "RW515", Severity.ERROR, "cannot be set",
        "`set` changes a local made with `let`, what the event at hand gives, fields of `state`, and, in `before` "
        "reactions, parameters of the event. Nothing else changes.",
        bad=_game("event gain(number amount): set amount = 2\nevent play: gain(1)\n"),
        good=_game("event gain(number amount) gives number sum: set sum = amount + 2\nevent play: gain(1)\n"),
    ),
    Code(
        "RW516", Severity.ERROR, "type cannot be told",
        "A local has the type of what it is first given, and `none` alone has none.",
        bad=_game("event play gives yes_no done: |\n  let x = none\n  set done = x is x\n"),
        good=_game("event play gives yes_no done, number or none x: |\n  set done = x is none\n  set x = 1\n"),
    ),
    Code(
        "RW517", Severity.ERROR, "none in a set",
        "Sets and lists hold things. Whether there is one is asked by `is_empty` or by its size.",
        bad=_game("event play gives number total: set total = count(n in (1, none))\n"),
        good=_game("event play gives number total: set total = count(n in (1, 2))\n"),
    ),
    Code(
        "RW518", Severity.ERROR, "needs a board",
        "Distances, places and lines are those of the board; the manifest says its form.",
        bad=_game("event play gives number total: set total = count(d in directions)\n"),
        good=_game("event play gives number total: set total = count(d in directions)\n", "square"),
    ),
    Code(
        "RW519", Severity.ERROR, "does not stand on the board",
        "Only entities of kinds that are `placed` have a place.",
        bad=_game("kind card: {owned: no}\ncard ace: {}\n"
                  "event play: |\n  for each c in everywhere:\n    create ace at c\n", "square"),
        good=_game("kind card: {owned: no, placed: yes}\ncard ace: {}\n"
                   "event play: |\n  for each c in everywhere:\n    create ace at c\n", "square"),
    ),
    Code(
        "RW520", Severity.ERROR, "only events change things",
        "Fields of entities, players and the match are set by the text of an event, so that whatever changes can be "
        "answered, forbidden and told. Reactions, checks and sheets call events.",
        bad=_game("kind match: {state: {round: number}}\n"
                  "check last:\n  for: p in players where match.round > 3\n  do: set match.round = 3\n"
                  "event play: set match.round = 4\n"),
        good=_game("kind match: {state: {round: number}}\n"
                   "event restart: set match.round = 3\n"
                   "check last:\n  for: p in players where match.round > 3\n  do: restart()\n"
                   "event play: set match.round = 4\n"),
    ),
    Code(
        "RW521", Severity.ERROR, "stop outside a loop",
        "`stop` leaves the innermost `for each` or `repeat`; `finish` leaves the text.",
        bad=_game("event play gives number total: |\n  stop if total is 0\n  set total = 1\n"),
        good=_game("event play gives number total: |\n  finish if total is 0\n  set total = 1\n"),
    ),
    Code(
        "RW522", Severity.ERROR, "too late to cancel",
        "`cancel` stands in a `before` reaction: the event does not happen. Once it goes on it can only be answered.",
        bad=_game("event gain: finish\nevent play: gain()\nrule never:\n  after: gain\n  do: cancel\n"),
        good=_game("event gain: finish\nevent play: gain()\nrule never:\n  before: gain\n  do: cancel\n"),
    ),
    Code(
        "RW523", Severity.ERROR, "moment outside an event",
        "A moment is a place in the text of an event, its `do`, where others may answer.",
        bad=_game("event gain: finish\nevent play: gain()\nrule late:\n  after: gain\n  do: moment late\n"),
        good=_game("event gain: moment late\nevent play: gain()\n"),
    ),
    Code(
        "RW524", Severity.ERROR, "not in a batch",
        "Inside `together` stand calls of events, also in loops and branches. They happen on one snapshot: nothing "
        "is decided between them and nothing else is done.",
        bad=_game("event gain(player who): finish\n"
                  "event play: |\n  together:\n    for each p in players:\n      let r = roll d6\n"
                  "      gain(p) if r > 3\n"),
        good=_game("event gain(player who): finish\n"
                   "event play: |\n  let r = roll d6\n  together:\n    for each p in players:\n"
                   "      gain(p) if r > 3\n"),
    ),
    Code(
        "RW525", Severity.ERROR, "owner is not said",
        "An entity belongs to a player from the moment that it is created, unless its kind says `owned: no`. So "
        "`create` says whose it is.",
        bad=_game("kind card: {}\ncard ace: {}\nevent play: |\n  for each p in players:\n    create ace\n"),
        good=_game("kind card: {}\ncard ace: {}\nevent play: |\n  for each p in players:\n    create ace for p\n"),
    ),
    Code(
        "RW526", Severity.ERROR, "owner of what is not owned",
        "Entities of a kind that says `owned: no` belong to nobody and have no `.owner`: to say one would change "
        "nothing.",
        bad=_game("kind token: {owned: no}\ntoken coin: {}\nevent play: |\n  for each p in players:\n"
                  "    create coin for p\n"),
        good=_game("kind token: {owned: no}\ntoken coin: {}\nevent play: |\n  repeat up to size(players):\n"
                   "    create coin\n"),
    ),
    Code(
        "RW527", Severity.ERROR, "part without its whole",
        "The parts of an entity are created with it, one for each entry on its sheet, and leave play with it. A part "
        "alone would be a part of nothing.",
        bad=_game("kind tank: {parts: {guns: gun}}\nkind gun: {part_of: tank}\ntank heavy: {guns: {cannon: {}}}\n"
                  "event play: |\n  for each p in players:\n    let t = create heavy for p\n    add(t)\n"
                  "event add(tank t): |\n  for each g in t.guns:\n    create g.sheet for t.owner\n"),
        good=_game("kind tank: {parts: {guns: gun}}\nkind gun: {part_of: tank}\ntank heavy: {guns: {cannon: {}}}\n"
                   "event play: |\n  for each p in players:\n    let t = create heavy for p\n    add(t)\n"
                   "event add(tank t): |\n  for each g in t.guns:\n    create g.bearer.sheet for t.owner\n"),
    ),
    Code(
        "RW528", Severity.ERROR, "declaration at odds with its uses",
        "Most uses of a parameter, a field, a value or a local do not fit the type that it is declared with. Then the "
        "declaration is more likely to be wrong than each of its uses, so all of them are reported as one error, at "
        "the declaration.",
        bad=_game("kind player: {state: {points: number}}\nevent play: |\n  for each p in players:\n    award(p, 2)\n"
                  "    award(p, 3)\nevent award(player who, yes_no amount): |\n"
                  "  set who.points = who.points + amount\n"),
        good=_game("kind player: {state: {points: number}}\nevent play: |\n  for each p in players:\n    award(p, 2)\n"
                   "    award(p, 3)\nevent award(player who, number amount): |\n"
                   "  set who.points = who.points + amount\n"),
    ),
    Code(
        "RW529", Severity.WARNING, "read before it is set",
        "The results of an event begin as 0, false, the first member, none or empty, and its own text sets them. A "
        "reaction `before` or `instead` of the event, and the claim of a one-shot, come before that text: what they "
        "read of a result is always its beginning. Likewise a field of `state` that starts from another one finds what "
        "that one starts as only if it is declared above.",
        bad=_game("event play: |\n  for each p in players:\n    hit(p)\nevent hit(player who) gives number harm: |\n"
                  "  set harm = roll d6\nevent told(player who): {}\n"
                  "rule armour:\n  before: hit where harm > 3\n  do: told(who)\n"),
        good=_game("event play: |\n  for each p in players:\n    hit(p)\nevent hit(player who) gives number harm: |\n"
                   "  set harm = roll d6\nevent told(player who): {}\n"
                   "rule armour:\n  after: hit where harm > 3\n  do: told(who)\n"),
    ),
    Code(
        "RW530", Severity.ERROR, "stands on an edge",
        "What is `placed: edge` stands between places and covers none. So it has no size, is near nothing and far from "
        "nothing; its edge has two sides, which are places.",
        bad=_game(_WALLS + "event play gives number total: |\n  lay(yard)\n"
                  "  for each e in edges(everywhere):\n    create plank at e\n"
                  "  set total = count(w in walls where some c in cells of w where c in rim)\n", "square"),
        good=_game(_WALLS + "event play gives number total: |\n  lay(yard)\n"
                   "  for each e in edges(everywhere):\n    create plank at e\n"
                   "  set total = count(w in walls where w is placed and (some c in sides(w.edge) where c in rim))\n",
                   "square"),
    ),
    Code(
        "RW541", Severity.ERROR, "place of a board that is gone",
        "A place belongs to the board that was laid when it was found. Laying another one lifts all that stands, "
        "empties the fields that hold places, and ends the statuses that do. A local, a parameter or a loop that goes "
        "on with places of the board before would mean other places, or none.",
        bad=_game(_LAID + "event play: |\n  lay(field)\n  let c = first(everywhere)\n  lay(lane)\n"
                  "  finish if c is none\n  mark(c)\n", "square"),
        good=_game(_LAID + "event play: |\n  lay(field)\n  lay(lane)\n  let c = first(everywhere)\n"
                   "  finish if c is none\n  mark(c)\n", "square"),
    ),
)
