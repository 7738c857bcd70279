"""The codes RW40x to RW44x: names of definitions, their heads, and how definitions refer to each other."""

from __future__ import annotations

from .code import Code, Example, Severity


def _pack(text: str, manifest: str = "") -> Example:
    """A pack of one file with further lines in its manifest."""
    return {"pack.yaml": f"pack: sample\n{manifest}", "game.yaml": text}


def _error(code: str, title: str, explanation: str, bad: Example, good: Example) -> Code:
    return Code(code, Severity.ERROR, title, explanation, bad=bad, good=good)


_BOARD = "board: square\n"
_CARD = "kind card:\n  printed:\n    cost: number\n"
_GAIN = (
    "event gain(player who) gives number sum:\n"
    "  legal:\n    poor: sum < 3\n"
    "  do: |\n    moment counted\n    set sum = 1\n"
)
_LUCK = "value luck(player who) gives number:\n  start: 1\n  steps:\n    bonus: total\n"
_AREA = "area wall: {name: Wall}\n"
_TWO = "kind card: {}\nevent strike(card attacker, card target): {}\n"
_NAMED = "kind card: {}\n" + "".join(f"card c{i}: {{name: Card {i}}}\n" for i in range(1, 6))

CODES: tuple[Code, ...] = (
    _error(
        "RW401", "duplicate name",
        "The members of an enumeration must have different names, and so must the parts of a sheet and the ranks of a "
        "pack.",
        bad="enum colour: [red, green, red]\n",
        good="enum colour: [red, green, blue]\n",
    ),
    _error(
        "RW402", "one name for two things",
        "Code uses the names of events, values, permissions, sheets, statuses, kinds, areas, maps, dice, zones, "
        "tables, members of enumerations and plurals of kinds as bare words. No two of them may have the same name; "
        "only a member may belong to several enumerations.",
        bad="enum mood: [calm, angry]\nstatus angry: {of: player}\n",
        good="enum mood: [calm, cross]\nstatus angry: {of: player}\n",
    ),
    _error(
        "RW403", "reserved name",
        "Builtins, the words that have a meaning in all code (`self`, `event`, `match` and others), number dice and "
        "the names of types must not be used as names of anything else.",
        bad="value distance() gives number: 1\n",
        good="value length() gives number: 1\n",
    ),
    _error(
        "RW404", "unknown kind",
        "A parent, a whole, a part and the bearer of a status must be kinds of the pack. Seats and the match are kinds "
        "too, but have no sheets and no parents.",
        bad=_CARD + "kind ticket: {is: crad}\n",
        good=_CARD + "kind ticket: {is: card}\n",
    ),
    _error(
        "RW405", "unknown type",
        "A type is a word of the language (`number`, `yes_no`, `player` and others), a kind, an enumeration, or an "
        "event or class, whose records it names. It may also be `set of`, `list of`, `sheet of`, `.. or none` or `.. "
        "per ..` with one of these.",
        bad="value luck(plyer who) gives number: 1\n",
        good="value luck(player who) gives number: 1\n",
    ),
    _error(
        "RW406", "wrong board",
        "Square boards have cells and hex boards have hexes, for both places and distances. A pack whose manifest "
        "names no board has neither, no map and no kind that is placed.",
        bad=_pack("value reach() gives hexes: 1 hexes\n", _BOARD),
        good=_pack("value reach() gives cells: 1 cells\n", _BOARD),
    ),
    _error(
        "RW407", "cycle of kinds",
        "A kind must not be its own parent, directly or through its parents.",
        bad="kind card: {is: thing}\nkind thing: {is: card}\n",
        good="kind card: {is: thing}\nkind thing: {owned: no}\n",
    ),
    _error(
        "RW408", "invalid part",
        "A kind whose entities are parts must state by `part_of` of which kind. That is how a part knows its bearer.",
        bad="kind crate:\n  parts:\n    lids: lid\nkind lid: {owned: yes}\n",
        good="kind crate:\n  parts:\n    lids: lid\nkind lid: {part_of: crate}\n",
    ),
    _error(
        "RW409", "duplicate field",
        "A kind must not declare a field that it inherits, that it declares in another section, or that every entity "
        "has (`owner`, `place`, `sheet`; `bearer` for parts).",
        bad="kind card:\n  printed:\n    owner: number\n",
        good="kind card:\n  printed:\n    maker: number\n",
    ),
    _error(
        "RW410", "unknown field of a kind",
        "`secret` names printed or state fields of the kind itself, and `names` names these and its parts. `main` "
        "names a field that sheets fill, and `shown` names fields that are always or never shown. The `names` of an "
        "event are those of its parameters, its results and the locals of its code.",
        bad=_CARD + "  secret: {csot: owner}\n",
        good=_CARD + "  secret: {cost: owner}\n",
    ),
    _error(
        "RW411", "printed field without sheets",
        "Seats and the match have no sheets, so their printed fields need a `starts`.",
        bad="kind player:\n  printed:\n    hand_size: number\n",
        good="kind player:\n  printed:\n    hand_size: number starts 5\n",
    ),
    _error(
        "RW412", "duplicate parameter",
        "The parameters and results of a head must have different names.",
        bad="event gain(player who, number who): finish\n",
        good="event gain(player who, number sum): finish\n",
    ),
    _error(
        "RW413", "unknown class",
        "The names after `is` in the head of an event must be classes of the pack.",
        bad="class action(player actor):\nevent gain(player who) is acton: finish\n",
        good="class action(player actor):\nevent gain(player who) is action: finish\n",
    ),
    _error(
        "RW414", "event unlike its class",
        "An event of a class must have the parameters of the class first, by position and type; their names may "
        "differ.",
        bad="class action(player actor):\nevent gain(number sum) is action: finish\n",
        good="class action(player actor):\nevent gain(player who, number sum) is action: finish\n",
    ),
    _error(
        "RW415", "missing result type",
        "Values and tables must state which type they return.",
        bad="value luck(player who): 1\n",
        good="value luck(player who) gives number: 1\n",
    ),
    _error(
        "RW416", "unsuitable merge",
        "A step merges its contributions by `total`, `highest`, `lowest`, `last`, `any`, `all`, `each`, `union`, "
        "`minus` or `count`. If the merge produces something else than the value returns, `then` must state what is "
        "done with it.",
        bad="value luck() gives number:\n  start: 1\n  steps:\n    doubled: any\n",
        good="value luck() gives number:\n  start: 1\n  steps:\n    doubled: any then so_far * 2\n",
    ),
    _error(
        "RW417", "head unsuited to its form",
        "Only events, classes, values, permissions, statuses, tables and zones may have parameters; only events may "
        "have named results and classes. A zone belongs to a player, to a member of an enumeration, or to all. A table "
        "takes one to three enumerations, and the faces of a die are numbers or members of an enumeration.",
        bad="zone pile(number owner): {ordered: yes}\n",
        good="zone pile(player owner): {ordered: yes}\n",
    ),
    _error(
        "RW418", "unknown face or member",
        "The faces of a die must be members of its enumeration, and the keys of a table must be members of each of its "
        "enumerations in turn. The `names` of an enumeration may name only its own members.",
        bad="enum face: [star, blank]\ndie trick gives face: [star, blnak]\n",
        good="enum face: [star, blank]\ndie trick gives face: [star, blank]\n",
    ),
    _error(
        "RW419", "incomplete table",
        "A table must have an entry for every member, or for every pair or triple of members, unless it returns `.. or "
        "none`.",
        bad="enum side: [left, right]\ntable bias(side a, side b) gives number:\n"
            "  rows:\n    left: {left: 1, right: 2}\n",
        good="enum side: [left, right]\ntable bias(side a, side b) gives number or none:\n"
             "  rows:\n    left: {left: 1, right: 2}\n",
    ),
    _error(
        "RW420", "unsuitable field value",
        "A printed field, an argument of a status on a sheet, an entry of a table and the default of a setting must be "
        "plain values of the declared type: a number with its unit, `true` or `false`, or a name.",
        bad=_CARD + "card ace: {cost: true}\n",
        good=_CARD + "card ace: {cost: 1}\n",
    ),
    _error(
        "RW421", "unknown value of a field",
        "A field that expects a member of an enumeration, a sheet, a map, a die or a part of the current sheet must "
        "contain the name of one.",
        bad="enum suit: [clubs, spades]\nkind card:\n  printed:\n    suit: suit\ncard ace: {suit: spaeds}\n",
        good="enum suit: [clubs, spades]\nkind card:\n  printed:\n    suit: suit\ncard ace: {suit: spades}\n",
    ),
    _error(
        "RW422", "incomplete sheet",
        "A sheet must fill every printed field and every formula of its kind, except those that have a `starts`.",
        bad=_CARD + "card ace: {name: Ace}\n",
        good=_CARD + "card ace: {name: Ace, cost: 1}\n",
    ),
    _error(
        "RW423", "unknown status on a sheet",
        "A sheet may list under `keywords` only statuses that the pack declares.",
        bad=_CARD + "status quick: {name: Quick}\ncard ace: {cost: 1, keywords: [quikc]}\n",
        good=_CARD + "status quick: {name: Quick}\ncard ace: {cost: 1, keywords: [quick]}\n",
    ),
    _error(
        "RW424", "unsuitable status on sheet",
        "A status is listed with as many arguments as it declares, on sheets of the kind that it is of, and only once "
        "with the same arguments. A status that an event spends can only be given.",
        bad=_CARD + "status heavy(number amount): {name: Heavy}\ncard ace: {cost: 1, keywords: [heavy]}\n",
        good=_CARD + "status heavy(number amount): {name: Heavy}\ncard ace: {cost: 1, keywords: [heavy(2)]}\n",
    ),
    _error(
        "RW425", "unknown value",
        "A modifier `VALUE.STEP is ..` and the `worth` of a match must name values of the pack.",
        bad=_LUCK + "rule lucky: {modify: lukc.bonus is 1}\n",
        good=_LUCK + "rule lucky: {modify: luck.bonus is 1}\n",
    ),
    _error(
        "RW426", "unknown step",
        "A modifier may change a value only at one of the steps that the value declares.",
        bad=_LUCK + "rule lucky: {modify: luck.bonsu is 1}\n",
        good=_LUCK + "rule lucky: {modify: luck.bonus is 1}\n",
    ),
    _error(
        "RW427", "unknown permission",
        "`allow` and `forbid` must name permissions, events, classes or statuses.",
        bad=_GAIN + "rule ban: {modify: forbid gian when seat_number(who) is 2}\n",
        good=_GAIN + "rule ban: {modify: forbid gain when seat_number(who) is 2}\n",
    ),
    _error(
        "RW428", "unknown event",
        "Triggers, limits, waivers, messages and the start of a pack must name events or, where several are meant, "
        "classes.",
        bad=_GAIN + "event tally: finish\nrule count_it: {after: gian, do: tally()}\n",
        good=_GAIN + "event tally: finish\nrule count_it: {after: gain, do: tally()}\n",
    ),
    _error(
        "RW429", "unknown moment",
        "`at` reacts to a moment that the event's `do` block names, written `EVENT.MOMENT`. The other phases react to "
        "the event.",
        bad=_GAIN + "event tally: finish\nrule count_it: {at: gain.conuted, do: tally()}\n",
        good=_GAIN + "event tally: finish\nrule count_it: {at: gain.counted, do: tally()}\n",
    ),
    _error(
        "RW430", "unknown condition of an event",
        "`waive` must name a condition of the event's `legal`, or a forbid that was given a name.",
        bad=_GAIN + "rule grant: {modify: waive gain.pour}\n",
        good=_GAIN + "rule grant: {modify: waive gain.poor}\n",
    ),
    _error(
        "RW431", "unknown window",
        "A reaction and the manifest must name windows of the pack.",
        bad=_pack("window by_turn:\n  asks: players\n", "window: by_trun\n"),
        good=_pack("window by_turn:\n  asks: players\n", "window: by_turn\n"),
    ),
    _error(
        "RW432", "unknown rank",
        "Ranks order simultaneous reactions. A reaction must name a rank that the manifest lists.",
        bad=_pack(_GAIN + "event tally: finish\nrule count_it: {after: gain, rank: scroing, do: tally()}\n",
                  "ranks: [scoring, window]\n"),
        good=_pack(_GAIN + "event tally: finish\nrule count_it: {after: gain, rank: scoring, do: tally()}\n",
                   "ranks: [scoring, window]\n"),
    ),
    _error(
        "RW433", "spent by several events",
        "A one-shot status must be spent by one event or one class: `spender` is the record of that event.",
        bad=_GAIN + _LUCK + "event lose(player who): finish\n"
            "status blessed:\n  of: player\n  spent_by: gain or lose\n  modify: luck.bonus is 1 when who is self\n",
        good=_GAIN + _LUCK + "event lose(player who): finish\n"
             "status blessed:\n  of: player\n  spent_by: gain\n  modify: luck.bonus is 1 when who is self\n",
    ),
    _error(
        "RW434", "parameter with two meanings",
        "In a modifier and a reaction the fields of its value or event are in scope. A parameter of the status or rule "
        "must not have the name of such a field.",
        bad=_LUCK + "status blessed(player who):\n  of: player\n  modify: luck.bonus is 1 when who is self\n",
        good=_LUCK + "status blessed(player giver):\n  of: player\n"
             "  modify: luck.bonus is 1 when who is self and giver is not self\n",
    ),
    _error(
        "RW435", "unknown area",
        "The legend of a map and its solid places must name areas of the pack.",
        bad=_pack(_AREA + "map field:\n  rows: |\n    .#\n    ..\n  legend: {\"#\": wal}\n", _BOARD),
        good=_pack(_AREA + "map field:\n  rows: |\n    .#\n    ..\n  legend: {\"#\": wall}\n", _BOARD),
    ),
    _error(
        "RW436", "invalid map drawing",
        "All rows of a map must have the same length; a space is a place that does not exist. Glyphs must be single "
        "characters.",
        bad=_pack("map field:\n  rows: |\n    ...\n    ..\n", _BOARD),
        good=_pack("map field:\n  rows: |\n    ...\n    ...\n", _BOARD),
    ),
    _error(
        "RW437", "unexplained glyph",
        "Every glyph of a drawing must be in its legend, except the full stop (a place in no area) and the space (no "
        "place).",
        bad=_pack("map field:\n  rows: |\n    .#\n", _BOARD),
        good=_pack(_AREA + "map field:\n  rows: |\n    .#\n  legend: {\"#\": wall}\n", _BOARD),
    ),
    Code(
        "RW438", Severity.WARNING, "unused glyph",
        "The legend explains a glyph that no row of the map contains.",
        bad=_pack(_AREA + "map field:\n  rows: |\n    ..\n  legend: {\"#\": wall}\n", _BOARD),
        good=_pack(_AREA + "map field:\n  rows: |\n    .#\n  legend: {\"#\": wall}\n", _BOARD),
    ),
    Code(
        "RW439", Severity.WARNING, "same entity in two roles",
        "One entity is passed for two parameters of one call, but the attacker is hardly ever the target. If it is "
        "meant, name the second parameter: `strike(who, target = who)`. `self` in both positions is not reported.",
        bad=_pack(_TWO + "event duel(card one, card other): strike(one, one)\n"),
        good=_pack(_TWO + "event duel(card one, card other): strike(one, other)\n"),
    ),
    _error(
        "RW440", "unknown rule of the rulebook",
        "`rules` must cite ids of `rulebook.yaml`.",
        bad={"pack.yaml": "pack: sample\n", "rulebook.yaml": "rules:\n  A-01: Red beats green.\n",
             "game.yaml": "enum colour:\n  rules: [A-10]\n  members: [red, green]\n"},
        good={"pack.yaml": "pack: sample\n", "rulebook.yaml": "rules:\n  A-01: Red beats green.\n",
              "game.yaml": "enum colour:\n  rules: [A-01]\n  members: [red, green]\n"},
    ),
    _error(
        "RW441", "setting without default",
        "Every setting of a pack must have a default, so that a match can begin without choosing anything.",
        bad=_pack("enum colour: [red, green]\n", "settings:\n  trump: colour\n"),
        good=_pack("enum colour: [red, green]\n", "settings:\n  trump: colour starts red\n"),
    ),
    _error(
        "RW442", "unsuited to its role",
        "The `start` of a pack must be an event without parameters, and its `worth` a value of one player that returns "
        "a number. A value called `controller` must take one entity and return a player. A setting is chosen before a "
        "match begins, so it cannot be an entity, status or place, only a sheet, a member of an enumeration, a number, "
        "`yes_no`, or a set or list of these.",
        bad=_pack("event play(player who): finish\n", "start: play\n"),
        good=_pack("event play: finish\n", "start: play\n"),
    ),
    _error(
        "RW443", "unknown field in message",
        "Angle brackets in a message may contain fields of its event, and things reached through these that never "
        "change: `<actor.owner>`, `<line.bearer>`, a printed field. A message is read when the match has continued, so "
        "anything that changes must be kept in a field of the event. Questions (`ask`), refusals (`says`) and answers "
        "(`shown_as`) of an event show its parameters; `shown` of a kind shows its fields, and values of the entity "
        "alone, `<pace(self)>`.",
        bad=_pack("event gain(player who): finish\n", "messages:\n  en: {gain: <hwo> gains}\n"),
        good=_pack("event gain(player who): finish\n", "messages:\n  en: {gain: <who> gains}\n"),
    ),
    _error(
        "RW444", "missing or early last row",
        "A `decide` returns the first row whose condition is true. The last row must have no condition, and every row "
        "before it must have one: rows after a row without a condition are unreachable.",
        bad=_pack("value worth(player p) gives number:\n  decide:\n    - 3 if seat_number(p) is 1\n"
                  "    - 2 if seat_number(p) is 2\n"),
        good=_pack("value worth(player p) gives number:\n  decide:\n    - 3 if seat_number(p) is 1\n    - 2\n"),
    ),
    _error(
        "RW445", "no initial value",
        "A state field that holds an entity, a sheet, a record, a map, a zone or a status has no initial value of its "
        "own: it must be `.. or none`, or state what it `starts` with. Such a result of an event must be `.. or none` "
        "too, because code may end before it is set.",
        bad=_pack("kind piece:\n  state: {target: piece}\n"),
        good=_pack("kind piece:\n  state: {target: piece or none}\n"),
    ),
    _error(
        "RW446", "less than its parent kind",
        "An entity of a kind is also one of its parent, so it has what the parent has, such as an owner or a place on "
        "the board. Declare what only some have in a kind of their own.",
        bad=_pack("kind piece: {placed: yes}\nkind ghost: {is: piece, placed: no}\n", _BOARD),
        good=_pack("kind thing: {}\nkind piece: {is: thing, placed: yes}\nkind ghost: {is: thing}\n", _BOARD),
    ),
    Code(
        "RW447", Severity.WARNING, "message missing in a language",
        "A player who plays in a language reads the messages of that language. An event without one is skipped.",
        bad=_pack(_GAIN + "event lose(player who): finish\n",
                  "messages:\n  en: {gain: <who> gains, lose: <who> loses}\n  de: {gain: <who> gewinnt}\n"),
        good=_pack(_GAIN + "event lose(player who): finish\n",
                   "messages:\n  en: {gain: <who> gains, lose: <who> loses}\n"
                   "  de: {gain: <who> gewinnt, lose: <who> verliert}\n"),
    ),
    Code(
        "RW448", Severity.WARNING, "unrecognised winners",
        "When the match is over, its winners are read from a result of the event that plays it: `winners` (players) or "
        "`winner` (one of them, or none). A result with another name has no special meaning, and the match has no "
        "winner.",
        bad=_pack("event play gives set of player winer: set winer = players\n", "start: play\n"),
        good=_pack("event play gives set of player winners: set winners = players\n", "start: play\n"),
    ),
    Code(
        "RW449", Severity.WARNING, "sheet without a name",
        "Nearly all sheets of its kind have a `name`, but this one has none. People read its id instead.",
        bad=_pack(_NAMED + "card eve: {}\n"),
        good=_pack(_NAMED + "card eve: {name: Eve}\n"),
    ),
)
