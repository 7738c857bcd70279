"""The codes RW501 to RW541: types, and what statements may do."""

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
        "RW501", Severity.ERROR, "unexpected type",
        "Every position expects a type: a parameter its declared type, a condition `yes_no`, a field its own type. The "
        "value must have that type, or a kind that `is` it. One value may be used as a set.",
        bad=_game("event play gives number total: set total = true\n"),
        good=_game("event play gives number total: set total = 1\n"),
    ),
    Code(
        "RW502", Severity.ERROR, "mismatched units",
        "Numbers with a unit (cells, hexes, inches) and plain numbers cannot be mixed: `2 cells + 1` means nothing. A "
        "number times a unit is allowed, and a distance divided by a distance is a plain number.",
        bad=_game("event play gives cells total: set total = 2 cells + 1\n", "square"),
        good=_game("event play gives cells total: set total = 2 cells + 1 cells\n", "square"),
    ),
    Code(
        "RW503", Severity.ERROR, "value that may be none",
        "A value of type `T or none` must be tested before it is used as a T. After a test such as `x is not none` the "
        "checker treats `x` as a T in the rest of the `and`, in the branch or statement that the test guards, and "
        "after `finish if x is none`. Test a local: a field may change between the test and the use, so copy it with "
        "`let` first.",
        bad=_game("event play gives player winner: |\n  let p = only_one(players)\n  set winner = p\n"),
        good=_game("event play gives player winner: |\n  let p = only_one(players)\n  finish if p is none\n"
                   "  set winner = p\n"),
    ),
    Code(
        "RW504", Severity.ERROR, "unknown attribute",
        "The name after a dot must be an attribute of the kind (its own, an inherited or a builtin one), or a field of "
        "the event whose record is before the dot.",
        bad=_game("kind match: {state: {round: number}}\n"
                  "event play gives number total: |\n  set match.round = 1\n  set total = match.rounds\n"),
        good=_game("kind match: {state: {round: number}}\n"
                   "event play gives number total: |\n  set match.round = 1\n  set total = match.round\n"),
    ),
    Code(
        "RW505", Severity.ERROR, "comparison is never true",
        "`is` tests whether two values are the same, or whether a thing is of a kind, sheet, status or area. Between "
        "types that have no value in common the result is always false.",
        bad=_game("event play gives number total: set total = if total is true then 1 else 2\n"),
        good=_game("event play gives number total: set total = if total is 0 then 1 else 2\n"),
    ),
    Code(
        "RW506", Severity.ERROR, "ambiguous word after 'is'",
        "The word after `is` has two meanings here, and both match the left side. A reader could not tell which one is "
        "meant either.",
        bad=_game("permission first_seat(player p): seat_number(p) is 1\n"
                  "kind player: {printed: {first_seat: yes_no starts false}}\n"
                  "event play gives number total: set total = count(p in players where p is first_seat)\n"),
        good=_game("permission first_seat(player p): seat_number(p) is 1\n"
                   "event play gives number total: set total = count(p in players where p is first_seat)\n"),
    ),
    Code(
        "RW507", Severity.ERROR, "invalid types of operands",
        "Arithmetic takes numbers; `+` and `-` take sets too. `<`, `<=`, `>` and `>=` compare numbers and members of "
        "ordered enumerations. Both branches of `if` must have one type, and so must the members of a set.",
        bad=_game("event play gives number total: set total = 1 + true\n"),
        good=_game("event play gives number total: set total = 1 + 2\n"),
    ),
    Code(
        "RW508", Severity.ERROR, "set expected",
        "Quantifiers, loops, choices and `in` iterate over a set or a list, and `size` and `is_empty` count one. The "
        "contents of a zone are `contents(zone)`, and the things in a place are `things_at(place)`.",
        bad=_game("event play gives number total: set total = count(n in 3 where n > 1)\n"),
        good=_game("event play gives number total: set total = count(n in numbers(1, 3) where n > 1)\n"),
    ),
    Code(
        "RW509", Severity.ERROR, "mismatched arguments",
        "A call must pass every declared parameter once, in order or by name. A formula or text of sheets that has "
        "parameters is called in the same way, after the thing that it belongs to: `card.wants(p)`. Without parameters "
        "it has no brackets.",
        bad=_game("value twice(number n) gives number: 2 * n\n"
                  "event play gives number total: set total = twice(1, 2)\n"),
        good=_game("value twice(number n) gives number: 2 * n\n"
                   "event play gives number total: set total = twice(1)\n"),
    ),
    Code(
        "RW510", Severity.ERROR, "event in an expression",
        "Expressions are pure. Events, actions, dice and choices must be statements or the right side of `let` or "
        "`set`, so that it is always clear what happens before what.",
        bad=_game("event gain(number amount) gives number sum: set sum = amount\n"
                  "event play gives number total: |\n"
                  "  let g = gain(1)\n  set total = g.sum\n  set total = 1 if gain(1) is g\n"),
        good=_game("event gain(number amount) gives number sum: set sum = amount\n"
                   "event play gives number total: |\n"
                   "  let g = gain(1)\n  set total = g.sum\n  set total = 1 if can(gain(1))\n"),
    ),
    Code(
        "RW511", Severity.ERROR, "ambiguous member",
        "A member may belong to several enumerations, and the expected type decides which one is meant. Here no type "
        "is expected, so nothing decides.",
        bad=_game("enum light: [red, green]\nenum fruit: [red, blue]\n"
                  "event play gives light shown, fruit eaten: |\n"
                  "  let c = red\n  set shown = green if c is c\n  set eaten = blue\n"),
        good=_game("enum light: [red, green]\nenum fruit: [red, blue]\n"
                   "event play gives light shown, fruit eaten: |\n"
                   "  set shown = red\n  set eaten = red\n"),
    ),
    Code(
        "RW512", Severity.ERROR, "value is never none",
        "Only a value that is declared `T or none` can be none. For any other value the test always has the same "
        "result.",
        bad=_game("event play gives number total: set total = 1 if total is not none\n"),
        good=_game("event play gives number or none total: set total = 1 if total is none\n"),
    ),
    Code(
        "RW513", Severity.ERROR, "enumeration without order",
        "Members are compared by `is`. Only the members of an enumeration that is declared `ordered` are smaller or "
        "greater than others.",
        bad=_game("enum grade: [low, high]\n"
                  "event play gives grade best: set best = high if best < high\n"),
        good=_game(_GRADES + "event play gives grade best: set best = high if best < high\n"),
    ),
    Code(
        "RW514", Severity.ERROR, "unused result",
        "A statement that is a call must call an event or an action. Values and permissions only return a value.",
        bad=_game("value twice(number n) gives number: 2 * n\n"
                  "event play gives number total: |\n  set total = twice(2)\n  twice(3)\n"),
        good=_game("value twice(number n) gives number: 2 * n\n"
                   "event play gives number total: set total = twice(2)\n"),
    ),
    Code(
        "RW515", Severity.ERROR, "invalid target of set",
        "`set` changes a local made with `let`, a result of the current event, a field of `state`, and, in `before` "
        "reactions, a parameter of the event. Nothing else can be set.",
        bad=_game("event gain(number amount): set amount = 2\nevent play: gain(1)\n"),
        good=_game("event gain(number amount) gives number sum: set sum = amount + 2\nevent play: gain(1)\n"),
    ),
    Code(
        "RW516", Severity.ERROR, "unknown type of a local",
        "A local has the type of its first value, and `none` alone has no type.",
        bad=_game("event play gives yes_no done: |\n  let x = none\n  set done = x is x\n"),
        good=_game("event play gives yes_no done, number or none x: |\n  set done = x is none\n  set x = 1\n"),
    ),
    Code(
        "RW517", Severity.ERROR, "none in a set",
        "Sets and lists cannot contain none. To test whether one has any members, use `is_empty` or its size.",
        bad=_game("event play gives number total: set total = count(n in (1, none))\n"),
        good=_game("event play gives number total: set total = count(n in (1, 2))\n"),
    ),
    Code(
        "RW518", Severity.ERROR, "missing board",
        "Distances, places and lines belong to the board, and the manifest states its form.",
        bad=_game("event play gives number total: set total = count(d in directions)\n"),
        good=_game("event play gives number total: set total = count(d in directions)\n", "square"),
    ),
    Code(
        "RW519", Severity.ERROR, "entity without a place",
        "Only entities of kinds that are `placed` have a place.",
        bad=_game("kind card: {owned: no}\ncard ace: {}\n"
                  "event play: |\n  for each c in everywhere:\n    create ace at c\n", "square"),
        good=_game("kind card: {owned: no, placed: yes}\ncard ace: {}\n"
                   "event play: |\n  for each c in everywhere:\n    create ace at c\n", "square"),
    ),
    Code(
        "RW520", Severity.ERROR, "change outside an event",
        "Only the `do` block of an event sets fields of entities, players and the match, so that every change can be "
        "reacted to, forbidden and reported. Reactions, checks and sheets call events.",
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
        "`stop` leaves the innermost `for each` or `repeat`. `finish` leaves the outermost block.",
        bad=_game("event play gives number total: |\n  stop if total is 0\n  set total = 1\n"),
        good=_game("event play gives number total: |\n  finish if total is 0\n  set total = 1\n"),
    ),
    Code(
        "RW522", Severity.ERROR, "cancel outside a before reaction",
        "`cancel` must be in a `before` reaction, and keeps the event from happening. Once the event continues, rules "
        "can only react to it.",
        bad=_game("event gain: finish\nevent play: gain()\nrule never:\n  after: gain\n  do: cancel\n"),
        good=_game("event gain: finish\nevent play: gain()\nrule never:\n  before: gain\n  do: cancel\n"),
    ),
    Code(
        "RW523", Severity.ERROR, "moment outside an event",
        "A moment is a point in the `do` block of an event where other definitions may react.",
        bad=_game("event gain: finish\nevent play: gain()\nrule late:\n  after: gain\n  do: moment late\n"),
        good=_game("event gain: moment late\nevent play: gain()\n"),
    ),
    Code(
        "RW524", Severity.ERROR, "statement not allowed in batch",
        "`together` may contain only calls of events, also in loops and branches. They happen on one snapshot: nothing "
        "is decided between them and nothing else is done.",
        bad=_game("event gain(player who): finish\n"
                  "event play: |\n  together:\n    for each p in players:\n      let r = roll d6\n"
                  "      gain(p) if r > 3\n"),
        good=_game("event gain(player who): finish\n"
                   "event play: |\n  let r = roll d6\n  together:\n    for each p in players:\n"
                   "      gain(p) if r > 3\n"),
    ),
    Code(
        "RW525", Severity.ERROR, "missing owner",
        "An entity belongs to a player from the moment that it is created, unless its kind says `owned: no`. So "
        "`create` must state the owner.",
        bad=_game("kind card: {}\ncard ace: {}\nevent play: |\n  for each p in players:\n    create ace\n"),
        good=_game("kind card: {}\ncard ace: {}\nevent play: |\n  for each p in players:\n    create ace for p\n"),
    ),
    Code(
        "RW526", Severity.ERROR, "owner of an unowned entity",
        "Entities of a kind that says `owned: no` belong to no player and have no `.owner`, so stating an owner would "
        "change nothing.",
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
        "RW528", Severity.ERROR, "declaration contradicts its uses",
        "Most uses of a parameter, a field, a value or a local do not match its declared type. Then the declaration is "
        "more likely to be wrong than each of its uses, so all of them are reported as one error, at the declaration.",
        bad=_game("kind player: {state: {points: number}}\nevent play: |\n  for each p in players:\n    award(p, 2)\n"
                  "    award(p, 3)\nevent award(player who, yes_no amount): |\n"
                  "  set who.points = who.points + amount\n"),
        good=_game("kind player: {state: {points: number}}\nevent play: |\n  for each p in players:\n    award(p, 2)\n"
                   "    award(p, 3)\nevent award(player who, number amount): |\n"
                   "  set who.points = who.points + amount\n"),
    ),
    Code(
        "RW529", Severity.WARNING, "value read too early",
        "The results of an event begin as 0, false, the first member, none or empty, and its own `do` block sets them. "
        "A reaction `before` or `instead` of the event, and the claim of a one-shot, come before that block, so a "
        "result that they read always has its initial value. Likewise, a field of `state` that starts from another one "
        "reads the initial value of that field only if that field is declared above.",
        bad=_game("event play: |\n  for each p in players:\n    hit(p)\nevent hit(player who) gives number harm: |\n"
                  "  set harm = roll d6\nevent told(player who): {}\n"
                  "rule armour:\n  before: hit where harm > 3\n  do: told(who)\n"),
        good=_game("event play: |\n  for each p in players:\n    hit(p)\nevent hit(player who) gives number harm: |\n"
                   "  set harm = roll d6\nevent told(player who): {}\n"
                   "rule armour:\n  after: hit where harm > 3\n  do: told(who)\n"),
    ),
    Code(
        "RW530", Severity.ERROR, "entity on an edge",
        "An entity of a kind that is `placed: edge` stands between places and covers none. So it has no size, and is "
        "neither near nor far from anything. Its edge has two sides, which are places.",
        bad=_game(_WALLS + "event play gives number total: |\n  lay(yard)\n"
                  "  for each e in edges(everywhere):\n    create plank at e\n"
                  "  set total = count(w in walls where some c in cells of w where c in rim)\n", "square"),
        good=_game(_WALLS + "event play gives number total: |\n  lay(yard)\n"
                   "  for each e in edges(everywhere):\n    create plank at e\n"
                   "  set total = count(w in walls where w is placed and (some c in sides(w.edge) where c in rim))\n",
                   "square"),
    ),
    Code(
        "RW541", Severity.ERROR, "place of a former board",
        "A place belongs to the board that was laid when the place was found. Laying another board removes everything "
        "from its places, empties the fields that hold places, and ends the statuses that hold places. A local, a "
        "parameter or a loop that continues with places of the former board would mean other places, or none.",
        bad=_game(_LAID + "event play: |\n  lay(field)\n  let c = first(everywhere)\n  lay(lane)\n"
                  "  finish if c is none\n  mark(c)\n", "square"),
        good=_game(_LAID + "event play: |\n  lay(field)\n  lay(lane)\n  let c = first(everywhere)\n"
                   "  finish if c is none\n  mark(c)\n", "square"),
    ),
)
