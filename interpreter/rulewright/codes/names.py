"""The codes RW40x to RW44x: names of definitions, their heads, and what they say of each other."""

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
        "RW401", "declared twice",
        "The members of an enumeration, the parts of a sheet and the ranks of a pack each have a name of their own.",
        bad="enum colour: [red, green, red]\n",
        good="enum colour: [red, green, blue]\n",
    ),
    _error(
        "RW402", "one name for two things",
        "Texts use the names of events, values, permissions, sheets, statuses, kinds, areas, maps, dice, "
        "zones, tables, members of enumerations and plurals of kinds bare. None of them may have the name of another; "
        "only a member may belong to several enumerations.",
        bad="enum mood: [calm, angry]\nstatus angry: {of: player}\n",
        good="enum mood: [calm, cross]\nstatus angry: {of: player}\n",
    ),
    _error(
        "RW403", "name belongs to the language",
        "Builtins, the words that mean something in every text (self, event, match, ..), number dice and the names of "
        "types cannot be given to something else.",
        bad="value distance() gives number: 1\n",
        good="value length() gives number: 1\n",
    ),
    _error(
        "RW404", "unknown kind",
        "A parent, a whole, a part and the bearer of a status are kinds of the pack. Seats and the match "
        "are kinds too, but have no sheets and no parents.",
        bad=_CARD + "kind ticket: {is: crad}\n",
        good=_CARD + "kind ticket: {is: card}\n",
    ),
    _error(
        "RW405", "unknown type",
        "A type is a word of the language (number, yes_no, player, ..), a kind, an enumeration, or an event or class, "
        "whose records it names; or `set of`, `list of`, `sheet of`, `.. or none`, `.. per ..` with one.",
        bad="value luck(plyer who) gives number: 1\n",
        good="value luck(player who) gives number: 1\n",
    ),
    _error(
        "RW406", "not on this board",
        "Square boards have cells and hex boards hexes, places and distances alike; a pack whose manifest names no "
        "board has neither, no map and no kind that is placed.",
        bad=_pack("value reach() gives hexes: 1 hexes\n", _BOARD),
        good=_pack("value reach() gives cells: 1 cells\n", _BOARD),
    ),
    _error(
        "RW407", "kinds in a circle",
        "A kind cannot be, by way of its parents, its own parent.",
        bad="kind card: {is: thing}\nkind thing: {is: card}\n",
        good="kind card: {is: thing}\nkind thing: {owned: no}\n",
    ),
    _error(
        "RW408", "cannot be a part",
        "A kind whose entities are parts says of what kind: `part_of`. That is how a part knows its bearer.",
        bad="kind crate:\n  parts:\n    lids: lid\nkind lid: {owned: yes}\n",
        good="kind crate:\n  parts:\n    lids: lid\nkind lid: {part_of: crate}\n",
    ),
    _error(
        "RW409", "field is there already",
        "A kind cannot declare a field that it inherits, that it declares in another section, or that every entity has "
        "(owner, place, sheet; bearer for parts).",
        bad="kind card:\n  printed:\n    owner: number\n",
        good="kind card:\n  printed:\n    maker: number\n",
    ),
    _error(
        "RW410", "kind has no such field",
        "`secret` names printed or state fields of the kind itself, `names` these and its parts; `main` names a field "
        "that sheets fill, and `shown` fields that are always or never shown. The `names` of an event are those of its "
        "parameters, its results and the locals of its texts.",
        bad=_CARD + "  secret: {csot: owner}\n",
        good=_CARD + "  secret: {cost: owner}\n",
    ),
    _error(
        "RW411", "printed nowhere",
        "Seats and the match have no sheets: what is printed for them needs a `starts`.",
        bad="kind player:\n  printed:\n    hand_size: number\n",
        good="kind player:\n  printed:\n    hand_size: number starts 5\n",
    ),
    _error(
        "RW412", "parameter twice",
        "The parameters and results of a head are told apart by their names.",
        bad="event gain(player who, number who): finish\n",
        good="event gain(player who, number sum): finish\n",
    ),
    _error(
        "RW413", "unknown class",
        "Behind `is` in the head of an event stand classes of the pack.",
        bad="class action(player actor):\nevent gain(player who) is acton: finish\n",
        good="class action(player actor):\nevent gain(player who) is action: finish\n",
    ),
    _error(
        "RW414", "event does not fit its class",
        "An event of a class has the parameters of the class first, by position and type; their names may differ.",
        bad="class action(player actor):\nevent gain(number sum) is action: finish\n",
        good="class action(player actor):\nevent gain(player who, number sum) is action: finish\n",
    ),
    _error(
        "RW415", "gives nothing",
        "Values and tables say which type they give.",
        bad="value luck(player who): 1\n",
        good="value luck(player who) gives number: 1\n",
    ),
    _error(
        "RW416", "merge does not suit",
        "A step merges its contributions by total, highest, lowest, last, any, all, each, union, minus or count. Where "
        "the merge makes something else than the value gives, `then` says what is done with it.",
        bad="value luck() gives number:\n  start: 1\n  steps:\n    doubled: any\n",
        good="value luck() gives number:\n  start: 1\n  steps:\n    doubled: any then so_far * 2\n",
    ),
    _error(
        "RW417", "head does not suit its form",
        "Parameters are for events, classes, values, permissions, statuses, tables and zones; named results "
        "and classes for events. A zone belongs to a player, to a member of an enumeration, or to all, a table is of "
        "one to three enumerations, and the faces of a die are numbers or members of an enumeration.",
        bad="zone pile(number owner): {ordered: yes}\n",
        good="zone pile(player owner): {ordered: yes}\n",
    ),
    _error(
        "RW418", "unknown face or member",
        "The faces of a die are those of its enumeration, the entries of a table stand behind members of each of its "
        "enumerations in turn, and the `names` of an enumeration say what its own members are called.",
        bad="enum face: [star, blank]\ndie trick gives face: [star, blnak]\n",
        good="enum face: [star, blank]\ndie trick gives face: [star, blank]\n",
    ),
    _error(
        "RW419", "table has a gap",
        "A table that does not give `.. or none` has an entry for every member, or for every pair or triple of them.",
        bad="enum side: [left, right]\ntable bias(side a, side b) gives number:\n"
            "  rows:\n    left: {left: 1, right: 2}\n",
        good="enum side: [left, right]\ntable bias(side a, side b) gives number or none:\n"
             "  rows:\n    left: {left: 1, right: 2}\n",
    ),
    _error(
        "RW420", "value does not fit the field",
        "A printed field, an argument of a status on a sheet, an entry of a table and the default of a setting are "
        "plain values of the declared type: a number with its unit, true or false, a name.",
        bad=_CARD + "card ace: {cost: true}\n",
        good=_CARD + "card ace: {cost: 1}\n",
    ),
    _error(
        "RW421", "unknown value of a field",
        "Where a field wants a member of an enumeration, a sheet, a map, a die or a part of the sheet at hand, the "
        "name of one stands there.",
        bad="enum suit: [clubs, spades]\nkind card:\n  printed:\n    suit: suit\ncard ace: {suit: spaeds}\n",
        good="enum suit: [clubs, spades]\nkind card:\n  printed:\n    suit: suit\ncard ace: {suit: spades}\n",
    ),
    _error(
        "RW422", "sheet is not complete",
        "A sheet fills every printed field and every formula of its kind, save those that have a `starts`.",
        bad=_CARD + "card ace: {name: Ace}\n",
        good=_CARD + "card ace: {name: Ace, cost: 1}\n",
    ),
    _error(
        "RW423", "unknown status on a sheet",
        "What a sheet lists under `keywords` are statuses that the pack declares.",
        bad=_CARD + "status quick: {name: Quick}\ncard ace: {cost: 1, keywords: [quikc]}\n",
        good=_CARD + "status quick: {name: Quick}\ncard ace: {cost: 1, keywords: [quick]}\n",
    ),
    _error(
        "RW424", "status does not suit the sheet",
        "A status is listed with as many arguments as it declares, on sheets of the kind that it is of, once with the "
        "same arguments. One that an event spends can only be given.",
        bad=_CARD + "status heavy(number amount): {name: Heavy}\ncard ace: {cost: 1, keywords: [heavy]}\n",
        good=_CARD + "status heavy(number amount): {name: Heavy}\ncard ace: {cost: 1, keywords: [heavy(2)]}\n",
    ),
    _error(
        "RW425", "unknown value",
        "A sentence `VALUE.STEP is ..` and the worth of a match name values of the pack.",
        bad=_LUCK + "rule lucky: {modify: lukc.bonus is 1}\n",
        good=_LUCK + "rule lucky: {modify: luck.bonus is 1}\n",
    ),
    _error(
        "RW426", "unknown step",
        "A value is changed at one of the steps that it declares.",
        bad=_LUCK + "rule lucky: {modify: luck.bonsu is 1}\n",
        good=_LUCK + "rule lucky: {modify: luck.bonus is 1}\n",
    ),
    _error(
        "RW427", "unknown permission",
        "`allow` and `forbid` name permissions, events, classes and statuses.",
        bad=_GAIN + "rule ban: {modify: forbid gian when seat_number(who) is 2}\n",
        good=_GAIN + "rule ban: {modify: forbid gain when seat_number(who) is 2}\n",
    ),
    _error(
        "RW428", "unknown event",
        "Triggers, limits, waivers, messages and the start of a pack name events or, where several are meant, classes.",
        bad=_GAIN + "event tally: finish\nrule count_it: {after: gian, do: tally()}\n",
        good=_GAIN + "event tally: finish\nrule count_it: {after: gain, do: tally()}\n",
    ),
    _error(
        "RW429", "unknown moment",
        "`at` answers a moment that the event's text names, written EVENT.MOMENT; the other phases answer the event.",
        bad=_GAIN + "event tally: finish\nrule count_it: {at: gain.conuted, do: tally()}\n",
        good=_GAIN + "event tally: finish\nrule count_it: {at: gain.counted, do: tally()}\n",
    ),
    _error(
        "RW430", "unknown condition of an event",
        "`waive` lifts a condition of the event's `legal`, or a forbid that was given a name.",
        bad=_GAIN + "rule grant: {modify: waive gain.pour}\n",
        good=_GAIN + "rule grant: {modify: waive gain.poor}\n",
    ),
    _error(
        "RW431", "unknown window",
        "A reaction and the manifest name windows of the pack.",
        bad=_pack("window by_turn:\n  asks: players\n", "window: by_trun\n"),
        good=_pack("window by_turn:\n  asks: players\n", "window: by_turn\n"),
    ),
    _error(
        "RW432", "unknown rank",
        "The ranks of simultaneous reactions are those of the manifest.",
        bad=_pack(_GAIN + "event tally: finish\nrule count_it: {after: gain, rank: scroing, do: tally()}\n",
                  "ranks: [scoring, window]\n"),
        good=_pack(_GAIN + "event tally: finish\nrule count_it: {after: gain, rank: scoring, do: tally()}\n",
                   "ranks: [scoring, window]\n"),
    ),
    _error(
        "RW433", "spent by several events",
        "A one-shot status is spent by one event or one class: `spender` is the record of that event.",
        bad=_GAIN + _LUCK + "event lose(player who): finish\n"
            "status blessed:\n  of: player\n  spent_by: gain or lose\n  modify: luck.bonus is 1 when who is self\n",
        good=_GAIN + _LUCK + "event lose(player who): finish\n"
             "status blessed:\n  of: player\n  spent_by: gain\n  modify: luck.bonus is 1 when who is self\n",
    ),
    _error(
        "RW434", "parameter with two meanings",
        "In a sentence and a reaction the fields of the value or event that it is about are in scope. A parameter of "
        "the status or rule may not have the name of one.",
        bad=_LUCK + "status blessed(player who):\n  of: player\n  modify: luck.bonus is 1 when who is self\n",
        good=_LUCK + "status blessed(player giver):\n  of: player\n"
             "  modify: luck.bonus is 1 when who is self and giver is not self\n",
    ),
    _error(
        "RW435", "unknown area",
        "The legend of a map and its solid places name areas of the pack.",
        bad=_pack(_AREA + "map field:\n  rows: |\n    .#\n    ..\n  legend: {\"#\": wal}\n", _BOARD),
        good=_pack(_AREA + "map field:\n  rows: |\n    .#\n    ..\n  legend: {\"#\": wall}\n", _BOARD),
    ),
    _error(
        "RW436", "drawing is broken",
        "The rows of a map are of one length; a space is a place that does not exist. Signs are single characters.",
        bad=_pack("map field:\n  rows: |\n    ...\n    ..\n", _BOARD),
        good=_pack("map field:\n  rows: |\n    ...\n    ...\n", _BOARD),
    ),
    _error(
        "RW437", "sign is not explained",
        "Every sign of a drawing stands in its legend, save the full stop (a place in no area) and the space (no "
        "place).",
        bad=_pack("map field:\n  rows: |\n    .#\n", _BOARD),
        good=_pack(_AREA + "map field:\n  rows: |\n    .#\n  legend: {\"#\": wall}\n", _BOARD),
    ),
    Code(
        "RW438", Severity.WARNING, "sign is never drawn",
        "The legend explains a sign that no row of the map has.",
        bad=_pack(_AREA + "map field:\n  rows: |\n    ..\n  legend: {\"#\": wall}\n", _BOARD),
        good=_pack(_AREA + "map field:\n  rows: |\n    .#\n  legend: {\"#\": wall}\n", _BOARD),
    ),
    Code(
        "RW439", Severity.WARNING, "one thing in two roles",
        "An entity is given for two parameters of one call: who strikes is hardly who is struck. If it is meant, name "
        "the second parameter: `strike(who, target = who)`. `self` in both places is not reported.",
        bad=_pack(_TWO + "event duel(card one, card other): strike(one, one)\n"),
        good=_pack(_TWO + "event duel(card one, card other): strike(one, other)\n"),
    ),
    _error(
        "RW440", "rule is not in the rulebook",
        "`rules` cites ids of rulebook.yaml.",
        bad={"pack.yaml": "pack: sample\n", "rulebook.yaml": "rules:\n  A-01: Red beats green.\n",
             "game.yaml": "enum colour:\n  rules: [A-10]\n  members: [red, green]\n"},
        good={"pack.yaml": "pack: sample\n", "rulebook.yaml": "rules:\n  A-01: Red beats green.\n",
              "game.yaml": "enum colour:\n  rules: [A-01]\n  members: [red, green]\n"},
    ),
    _error(
        "RW441", "setting without default",
        "Every setting of a pack has a default: a match can be begun without choosing anything.",
        bad=_pack("enum colour: [red, green]\n", "settings:\n  trump: colour\n"),
        good=_pack("enum colour: [red, green]\n", "settings:\n  trump: colour starts red\n"),
    ),
    _error(
        "RW442", "does not suit its office",
        "The start of a pack is an event without parameters; its worth is a value of one player that gives a number; "
        "a value called `controller` takes one entity and gives a player. A setting is chosen before a match begins, "
        "so it is no entity, status or place: a sheet, a member of an enumeration, a number, `yes_no`, or a set or "
        "list of these.",
        bad=_pack("event play(player who): finish\n", "start: play\n"),
        good=_pack("event play: finish\n", "start: play\n"),
    ),
    _error(
        "RW443", "message shows an unknown field",
        "In angle brackets in a message stand fields of the event that it tells, or what lies behind them and never "
        "changes: `<actor.owner>`, `<line.bearer>`, a printed field. A message is read when the match has gone on; "
        "what changes is kept in a field of the event. Questions (`ask`), refusals (`says`) and answers (`shown_as`) "
        "of an event show its parameters; `shown` of a kind its fields, and values of the thing alone, `<pace(self)>`.",
        bad=_pack("event gain(player who): finish\n", "messages:\n  en: {gain: <hwo> gains}\n"),
        good=_pack("event gain(player who): finish\n", "messages:\n  en: {gain: <who> gains}\n"),
    ),
    _error(
        "RW444", "rows that do not end",
        "A `decide` gives the first row whose condition holds, so the last row has none, and no row before it is "
        "without: what stands behind such a row is never reached.",
        bad=_pack("value worth(player p) gives number:\n  decide:\n    - 3 if seat_number(p) is 1\n"
                  "    - 2 if seat_number(p) is 2\n"),
        good=_pack("value worth(player p) gives number:\n  decide:\n    - 3 if seat_number(p) is 1\n    - 2\n"),
    ),
    _error(
        "RW445", "nothing to begin with",
        "A state field that holds an entity, a sheet, a record, a map, a zone or a status has no value of its own "
        "to begin with: it may be none, or it says what it starts with. What an event gives may be none, too: a text "
        "may end before it is set.",
        bad=_pack("kind piece:\n  state: {target: piece}\n"),
        good=_pack("kind piece:\n  state: {target: piece or none}\n"),
    ),
    _error(
        "RW446", "less than its parent",
        "An entity of a kind is one of its parent too: what the parent has (an owner, a place on the board) it has as "
        "well. What only some have is said of a kind of their own.",
        bad=_pack("kind piece: {placed: yes}\nkind ghost: {is: piece, placed: no}\n", _BOARD),
        good=_pack("kind thing: {}\nkind piece: {is: thing, placed: yes}\nkind ghost: {is: thing}\n", _BOARD),
    ),
    Code(
        "RW447", Severity.WARNING, "told in one language only",
        "Whoever plays in a language is told the messages of that language, and an event without one is passed over.",
        bad=_pack(_GAIN + "event lose(player who): finish\n",
                  "messages:\n  en: {gain: <who> gains, lose: <who> loses}\n  de: {gain: <who> gewinnt}\n"),
        good=_pack(_GAIN + "event lose(player who): finish\n",
                   "messages:\n  en: {gain: <who> gains, lose: <who> loses}\n"
                   "  de: {gain: <who> gewinnt, lose: <who> verliert}\n"),
    ),
    Code(
        "RW448", Severity.WARNING, "winners under another name",
        "When the match is over, who has won is read from what its event gives as `winners` (players) or `winner` (one "
        "of them, or none). Under another name it is a result like any other, and nobody is said to win.",
        bad=_pack("event play gives set of player winer: set winer = players\n", "start: play\n"),
        good=_pack("event play gives set of player winners: set winners = players\n", "start: play\n"),
    ),
    Code(
        "RW449", Severity.WARNING, "sheet without a name",
        "Nearly all sheets of its kind have a `name`, and this one has none: people read its id instead.",
        bad=_pack(_NAMED + "card eve: {}\n"),
        good=_pack(_NAMED + "card eve: {name: Eve}\n"),
    ),
)
