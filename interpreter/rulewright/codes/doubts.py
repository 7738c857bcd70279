"""The codes RW486 to RW499: what has a meaning, and mostly not the one that was meant."""

from __future__ import annotations

from .code import Code, Severity, game

_AGAIN = "event gain(player who): daze(who)\nevent play: |\n  for each p in players:\n    gain(p)\n"
_DAZED = "status dazed: {of: player, modify: forbid gain when who is self}\n"
_CARDS = (
    "kind card: {}\nkind coin: {}\ncard ace: {keywords: [swift]}\ncoin cent: {}\nevent rest(card who): {}\n"
)
_FIELD = (
    "zone field: {holds: card}\nzone grave: {holds: card}\nkind card: {active: self in field}\n"
    "event perish(card who): put who into grave\nevent gain(player who): {}\n"
    "event play: |\n  for each p in players:\n    let k = create ghost for p into field\n    perish(k)\n"
)

CODES: tuple[Code, ...] = (
    Code(
        "RW486", Severity.WARNING, "conditions that decide each other",
        "Two conditions that are asked together exclude each other, so what they guard never happens; or one of two "
        "alternatives always holds, so nothing is asked. Looked at together are the parts of one condition, what a "
        "rule, its trigger and its `when` ask, branches that are tried in turn, and the conditions of one event. A "
        "permission that no sentence changes is looked into.",
        bad=game("event play gives number total: set total = count(p in players where seat_number(p) > 2 and "
                 "seat_number(p) < 2)\n"),
        good=game("event play gives number total: set total = count(p in players where seat_number(p) > 2 or "
                  "seat_number(p) < 2)\n"),
    ),
    Code(
        "RW487", Severity.WARNING, "arguments exchanged",
        "Two arguments are called like each other's parameters, which are of one type: the first is given as the "
        "second. Where that is meant, say so by name: `pay(giver = taker, taker = giver)`. A text that answers the "
        "very event, or is about the very value, that it calls with the roles turned round is not told.",
        bad=game("event pay(player giver, player taker): {}\n"
                 "event play: |\n  for each giver in players:\n    for each taker in players:\n"
                 "      pay(taker, giver)\n"),
        good=game("event pay(player giver, player taker): {}\n"
                  "event play: |\n  for each giver in players:\n    for each taker in players:\n"
                  "      pay(giver, taker)\n"),
    ),
    Code(
        "RW488", Severity.WARNING, "another first than its class has",
        "An event is of a class if its first parameters have the types of the class's. Whatever is said of the class "
        "is about the first of them, whatever that is called here: if a later one is called like it, they have "
        "probably changed places.",
        bad=game("class deal(player giver): {}\nrule poor: {modify: forbid deal when seat_number(giver) is 1}\n"
                 "event pay(player taker, player giver) is deal: {}\n"
                 "event play: |\n  for each p in players:\n    pay(p, next_seat(p))\n"),
        good=game("class deal(player giver): {}\nrule poor: {modify: forbid deal when seat_number(giver) is 1}\n"
                  "event pay(player giver, player taker) is deal: {}\n"
                  "event play: |\n  for each p in players:\n    pay(p, next_seat(p))\n"),
    ),
    Code(
        "RW489", Severity.WARNING, "status of other kinds",
        "A status that nothing gives is asked of a kind of which no sheet lists it; sheets of other kinds do. The "
        "answer is always no.",
        bad=game(_CARDS + "status swift: {modify: forbid rest when who is self}\n"
                  "event play: |\n  for each p in players:\n    create ace for p\n    create cent for p\n"
                  "  for each k in cards:\n    rest(k)\n  for each c in coins:\n    turn(c) if c is swift\n"
                  "event turn(coin who): {}\n"),
        good=game(_CARDS + "status swift: {modify: forbid rest when who is self}\n"
              "event play: |\n  for each p in players:\n    create ace for p\n    create cent for p\n"
              "  for each k in cards:\n    rest(k)\n    turn(k) if k is swift\n"
              "event turn(card who): {}\n"),
    ),
    Code(
        "RW490", Severity.ERROR, "place of what never stands",
        "Distances, neighbours and areas are about places, and this kind has none: it does not say `placed: yes`, nor "
        "does any kind that is one.",
        bad=game("kind man: {placed: yes, plural: men}\nman bob: {}\nkind card: {}\ncard ace: {}\n"
                 "map field: {rows: ..}\n"
                 "event play gives number total: |\n  lay(field)\n  for each p in players:\n"
                 "    create bob for p\n    create ace for p\n"
                 "  set total = count(m in men where some k in cards where m is adjacent to k)\n",
                 "board: square\n"),
        good=game("kind man: {placed: yes, plural: men}\nman bob: {}\nmap field: {rows: ..}\n"
                  "event play gives number total: |\n  lay(field)\n  for each p in players:\n    create bob for p\n"
                  "  set total = count(m in men where some o in men where m is adjacent to o)\n", "board: square\n"),
    ),
    Code(
        "RW491", Severity.WARNING, "id beside its name",
        "The id of a definition is its English name but for a letter or two, and nothing else has the id that the name "
        "would have: probably a slip of the fingers, that every other place has to repeat.",
        bad=game("kind card: {owned: no}\ncard raknig_claws: {name: {en: Raking Claws}}\n"
                 "event play: create raknig_claws\n"),
        good=game("kind card: {owned: no}\ncard raking_claws: {name: {en: Raking Claws}}\n"
                  "event play: create raking_claws\n"),
    ),
    Code(
        "RW492", Severity.WARNING, "said twice running",
        "A statement stands there twice running, or a value is set and set again before anything reads it: what the "
        "first does is lost. What shall happen twice is said by `repeat up to 2:`.",
        bad=game("event gain(player who): {}\n"
                 "event play: |\n  for each p in players:\n    gain(p)\n    gain(p)\n"),
        good=game("event gain(player who): {}\n"
                  "event play: |\n  for each p in players:\n    repeat up to 2:\n      gain(p)\n"),
    ),
    Code(
        "RW493", Severity.WARNING, "not in force when it would answer",
        "What a card carries is in force while `active` of its kind holds, judged when it would answer. A reaction "
        "`after` what takes the card away comes too late, one `before` what brings it too early.",
        bad=game(_FIELD + "card ghost:\n  after: perish where who is self\n  do: gain(who.owner)\n"),
        good=game(_FIELD + "card ghost:\n  before: perish where who is self\n  do: gain(who.owner)\n"),
    ),
    Code(
        "RW494", Severity.WARNING, "quantifier that reaches too far",
        "A quantifier reaches as far right as it can: an `or` behind it is a part of its condition. What stands there "
        "is not about what is gone through, so something else is asked than what is read: with an empty set neither.",
        bad=game("kind match: {state: {round: number}}\n"
                 "event play gives number total: |\n  set match.round = match.round + 1\n"
                 "  set total = 1 if some p in players where seat_number(p) > 2 or match.round > 3\n"),
        good=game("kind match: {state: {round: number}}\n"
                  "event play gives number total: |\n  set match.round = match.round + 1\n"
                  "  set total = 1 if (some p in players where seat_number(p) > 2) or match.round > 3\n"),
    ),
    Code(
        "RW495", Severity.ERROR, "printed field that no sheet can fill",
        "Sheets write constants: numbers, `true` and `false`, members, sheets, dice, maps, their own parts, texts, and "
        "sets and lists of these; a mapping fills a `T per ENUM`. There are none of places, directions, players or "
        "`T per player`. Such a field belongs under `state`, is a formula, or has a `starts` that computes it.",
        bad=game("enum colour: [red, blue]\nkind card: {owned: no, printed: {cost: number per player}}\n"
                 "event play gives number total: |\n  for each p in players:\n"
                 "    set total = total + sum(k.cost[p] for k in cards)\n"),
        good=game("enum colour: [red, blue]\nkind card: {owned: no, printed: {cost: number per colour}}\n"
                  "card ace:\n  cost: {red: 2}\n"
                  "event play gives number total: |\n  create ace\n"
                  "  set total = sum(k.cost[red] for k in cards)\n"),
    ),
    Code(
        "RW496", Severity.WARNING, "sheet without its text",
        "A sheet neither writes the text that is performed of its kind nor carries anything else: playing it does "
        "nothing. It is told where the text is what the kind calls its `main` field, or where all other sheets of the "
        "kind have it.",
        bad=game("kind card: {owned: no, texts: [effect], main: effect}\ncard ace: gain()\ncard blank: {}\n"
                 "event gain: {}\nevent play: |\n  create blank\n  create ace\n"
                 "  for each k in cards:\n    perform k.effect\n"),
        good=game("kind card: {owned: no, texts: [effect], main: effect}\ncard ace: gain()\ncard blank: gain()\n"
                  "event gain: {}\nevent play: |\n  create blank\n  create ace\n"
                  "  for each k in cards:\n    perform k.effect\n"),
    ),
    Code(
        "RW497", Severity.WARNING, "forbidden for good",
        "A rule that holds of itself forbids an event, a class or a permission without any condition, and nothing "
        "lifts it: it never happens, or never holds.",
        bad=game("event gain(player who): {}\nevent play: |\n  for each p in players:\n    gain(p)\n"
                 "rule never: {modify: forbid gain}\n"),
        good=game("event gain(player who): {}\nevent play: |\n  for each p in players:\n    gain(p)\n"
                  "rule never: {modify: forbid gain when seat_number(who) is 2}\n"),
    ),
    Code(
        "RW498", Severity.ERROR, "limit of none",
        "`limit: 2 per E` lets a reaction answer twice during one run of E. With 0 it would never answer, and would be "
        "better left out.",
        bad=game(_AGAIN + "event daze(player who): {}\nrule gains:\n"
                  "  after: gain where size(players) > 2\n  limit: 0 per play\n  do: gain(who)\n"),
        good=game(_AGAIN + "event daze(player who): {}\nrule gains:\n"
                  "  after: gain where size(players) > 2\n  limit: 1 per play\n  do: gain(who)\n"),
    ),
    Code(
        "RW499", Severity.ERROR, "clock that has passed",
        "`this E` is the run of E that is going on: it has begun. So there is `end of this E`, and `start of next E` "
        "for one that is still to come.",
        bad=game(_AGAIN + _DAZED + "event daze(player who): give dazed to who until start of this play\n"),
        good=game(_AGAIN + _DAZED + "event daze(player who): give dazed to who until end of this play\n"),
    ),
)
