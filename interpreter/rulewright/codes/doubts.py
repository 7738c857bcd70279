"""The codes RW486 to RW499: code that has a meaning, but usually not the intended one."""

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
        "RW486", Severity.WARNING, "contradictory or redundant conditions",
        "Two conditions that are tested together exclude each other, so the code that they guard never runs; or one of "
        "two alternatives is always true, so nothing is tested. The checker compares the parts of one condition, the "
        "conditions of a rule, its trigger and its `when`, branches that are tried in turn, and the conditions of one "
        "event. It also looks into permissions that no modifier changes.",
        bad=game("event play gives number total: set total = count(p in players where seat_number(p) > 2 and "
                 "seat_number(p) < 2)\n"),
        good=game("event play gives number total: set total = count(p in players where seat_number(p) > 2 or "
                  "seat_number(p) < 2)\n"),
    ),
    Code(
        "RW487", Severity.WARNING, "swapped arguments",
        "Two arguments have the names of each other's parameters, which are of one type: each is passed as the other. "
        "If that is meant, name them: `pay(giver = taker, taker = giver)`. Code that reacts to the very event, or is "
        "about the very value, that it calls with the roles swapped is not reported.",
        bad=game("event pay(player giver, player taker): {}\n"
                 "event play: |\n  for each giver in players:\n    for each taker in players:\n"
                 "      pay(taker, giver)\n"),
        good=game("event pay(player giver, player taker): {}\n"
                  "event play: |\n  for each giver in players:\n    for each taker in players:\n"
                  "      pay(giver, taker)\n"),
    ),
    Code(
        "RW488", Severity.WARNING, "swapped parameters of a class",
        "An event belongs to a class if its first parameters have the types of the class's parameters. Everything "
        "about the class applies to the first parameters, whatever their names are. If a later parameter of the event "
        "has the name of the class's parameter, the two are probably swapped.",
        bad=game("class deal(player giver): {}\nrule poor: {modify: forbid deal when seat_number(giver) is 1}\n"
                 "event pay(player taker, player giver) is deal: {}\n"
                 "event play: |\n  for each p in players:\n    pay(p, next_seat(p))\n"),
        good=game("class deal(player giver): {}\nrule poor: {modify: forbid deal when seat_number(giver) is 1}\n"
                  "event pay(player giver, player taker) is deal: {}\n"
                  "event play: |\n  for each p in players:\n    pay(p, next_seat(p))\n"),
    ),
    Code(
        "RW489", Severity.WARNING, "status of other kinds",
        "A status that no code gives is tested on a kind of which no sheet lists it; only sheets of other kinds do. "
        "The test is always false.",
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
        "RW490", Severity.ERROR, "place of an unplaced kind",
        "Distances, neighbours and areas are about places, but entities of this kind have none: neither this kind nor "
        "any kind that `is` this one says `placed: yes`.",
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
        "RW491", Severity.WARNING, "id unlike its name",
        "The id of a definition differs from its English name by a letter or two, and nothing else has the id that the "
        "name would have. It is probably a typing error, which everything that uses the id must repeat.",
        bad=game("kind card: {owned: no}\ncard raknig_claws: {name: {en: Raking Claws}}\n"
                 "event play: create raknig_claws\n"),
        good=game("kind card: {owned: no}\ncard raking_claws: {name: {en: Raking Claws}}\n"
                  "event play: create raking_claws\n"),
    ),
    Code(
        "RW492", Severity.WARNING, "repeated statement",
        "A statement occurs twice in a row, or a value is set and set again before anything reads it, so the effect of "
        "the first is lost. If something must happen twice, write `repeat up to 2:`.",
        bad=game("event gain(player who): {}\n"
                 "event play: |\n  for each p in players:\n    gain(p)\n    gain(p)\n"),
        good=game("event gain(player who): {}\n"
                  "event play: |\n  for each p in players:\n    repeat up to 2:\n      gain(p)\n"),
    ),
    Code(
        "RW493", Severity.WARNING, "reaction not active in time",
        "The reactions and modifiers of a card are active while `active` of its kind is true, which is tested when "
        "they would apply. A reaction `after` the event that takes the card away is too late, and one `before` the "
        "event that brings it is too early.",
        bad=game(_FIELD + "card ghost:\n  after: perish where who is self\n  do: gain(who.owner)\n"),
        good=game(_FIELD + "card ghost:\n  before: perish where who is self\n  do: gain(who.owner)\n"),
    ),
    Code(
        "RW494", Severity.WARNING, "quantifier that reaches too far",
        "A quantifier extends as far right as possible, so an `or` after it is a part of its condition. The code after "
        "the `or` does not depend on the variable of the quantifier, so the condition does not mean what it seems to "
        "mean: with an empty set neither side is tested.",
        bad=game("kind match: {state: {round: number}}\n"
                 "event play gives number total: |\n  set match.round = match.round + 1\n"
                 "  set total = 1 if some p in players where seat_number(p) > 2 or match.round > 3\n"),
        good=game("kind match: {state: {round: number}}\n"
                  "event play gives number total: |\n  set match.round = match.round + 1\n"
                  "  set total = 1 if (some p in players where seat_number(p) > 2) or match.round > 3\n"),
    ),
    Code(
        "RW495", Severity.ERROR, "printed field without constants",
        "Sheets write constants: numbers, `true` and `false`, members, sheets, dice, maps, their own parts, texts, and "
        "sets and lists of these; a mapping fills a `T per ENUM`. There are no constants of places, directions, "
        "players or `T per player`. Declare such a field under `state`, as a formula, or with a `starts` that computes "
        "it.",
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
        "A sheet does not write the text that is performed for its kind and carries nothing else, so playing it does "
        "nothing. This is reported if the text is the `main` field of the kind, or if all other sheets of the kind "
        "have it.",
        bad=game("kind card: {owned: no, texts: [effect], main: effect}\ncard ace: gain()\ncard blank: {}\n"
                 "event gain: {}\nevent play: |\n  create blank\n  create ace\n"
                 "  for each k in cards:\n    perform k.effect\n"),
        good=game("kind card: {owned: no, texts: [effect], main: effect}\ncard ace: gain()\ncard blank: gain()\n"
                  "event gain: {}\nevent play: |\n  create blank\n  create ace\n"
                  "  for each k in cards:\n    perform k.effect\n"),
    ),
    Code(
        "RW497", Severity.WARNING, "permanently forbidden",
        "A rule that is always active forbids an event, a class or a permission without any condition, and nothing "
        "waives it. The event never happens, or the permission is always false.",
        bad=game("event gain(player who): {}\nevent play: |\n  for each p in players:\n    gain(p)\n"
                 "rule never: {modify: forbid gain}\n"),
        good=game("event gain(player who): {}\nevent play: |\n  for each p in players:\n    gain(p)\n"
                  "rule never: {modify: forbid gain when seat_number(who) is 2}\n"),
    ),
    Code(
        "RW498", Severity.ERROR, "limit of zero",
        "`limit: 2 per E` lets a reaction react twice during one run of E. With 0 it would never react; remove it "
        "instead.",
        bad=game(_AGAIN + "event daze(player who): {}\nrule gains:\n"
                  "  after: gain where size(players) > 2\n  limit: 0 per play\n  do: gain(who)\n"),
        good=game(_AGAIN + "event daze(player who): {}\nrule gains:\n"
                  "  after: gain where size(players) > 2\n  limit: 1 per play\n  do: gain(who)\n"),
    ),
    Code(
        "RW499", Severity.ERROR, "clock in the past",
        "`this E` is the current run of E, which has already begun. Write `end of this E`, or `start of next E` for a "
        "run that is still to come.",
        bad=game(_AGAIN + _DAZED + "event daze(player who): give dazed to who until start of this play\n"),
        good=game(_AGAIN + _DAZED + "event daze(player who): give dazed to who until end of this play\n"),
    ),
)
