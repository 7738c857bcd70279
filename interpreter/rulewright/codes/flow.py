"""The codes RW450 to RW485: names in code, and things that are written and never used."""

from __future__ import annotations

from .code import Code, Severity, game

_PAWNS = (
    "kind pawn: {state: {pace: number}}\npawn man: {}\nevent gain(player who): finish\n"
    "event play: |\n  for each p in players:\n    let c = create man for p\n    hasten(c)\n    gain(p)\n"
    "event hasten(pawn who): set who.pace = who.pace + 1\n"
)
_AGAIN = "rule again:\n  for: self in pawns\n  after: hasten\n  limit: 1 per play\n  may: hasten(self)\n"
_HANDS = (
    "kind card: {printed: {value: number}}\ncard ace: {value: 11}\n"
    "zone hand(player owner): {seen_by: owner, holds: card}\nzone table: {holds: card}\n"
    "event show(card what): put what into table\n"
)

_DECK = (
    "kind card: {{owned: no}}\nkind deck: {{printed: {{cards: list of sheet of card}}}}\ncard ace: {{}}\n"
    "card ten: {{}}\ncard jack: {{}}\ncard queen: {{}}\ncard king: {{}}\ndeck first_deck: {{cards: [{}]}}\n"
    "event play gives number total: |\n  for each p in players:\n    let d = create first_deck for p\n"
    "    for each c in d.cards:\n      create c\n  set total = size(cards)\n"
)

_TOLD = "event gain(player who, number points): finish\nevent play: |\n  for each p in players:\n    gain(p, 1)\n"

CODES: tuple[Code, ...] = (
    Code(
        "RW450", Severity.ERROR, "unknown name",
        "A bare word is a local, a parameter or field of the current event, or a name of the pack that is used alone: "
        "a member of an enumeration, a sheet, an area, a map, or the plural of a kind. Values must be called.",
        bad=game("event play gives number total: |\n  let bonus = 1\n  set total = bonus + bonsu\n"),
        good=game("event play gives number total: |\n  let bonus = 1\n  set total = bonus + bonus\n"),
    ),
    Code(
        "RW451", Severity.ERROR, "unknown call",
        "A call must name a value, a permission, a table, a zone, an event or a builtin.",
        bad=game("value bonus() gives number: 1\n"
                 "event play gives number total: set total = bonus() + bouns()\n"),
        good=game("value bonus() gives number: 1\n"
                  "event play gives number total: set total = bonus() + bonus()\n"),
    ),
    Code(
        "RW452", Severity.ERROR, "unknown definition",
        "Some positions accept only the name of a definition: an event in a clock, a status after `give`, a kind in "
        "`removed(..)`.",
        bad=game("status dazed: {of: player, modify: forbid gain when who is self}\n"
                 "event gain(player who): finish\n"
                 "event play: |\n  for each p in players:\n    gain(p)\n"
                 "    give dazed() to p until end of this plya\n"),
        good=game("status dazed: {of: player, modify: forbid gain when who is self}\n"
                  "event gain(player who): finish\n"
                  "event play: |\n  for each p in players:\n    gain(p)\n"
                  "    give dazed() to p until end of this play\n"),
    ),
    Code(
        "RW453", Severity.ERROR, "unknown condition",
        "`despite`, `needs` and `waive` must name conditions of an event's `legal`, or forbids that were given a name.",
        bad=game("event gain(player who) gives number sum:\n  legal: {poor: sum < 3}\n  do: set sum = 1\n"
                 "event play: |\n  for each p in players:\n    gain(p) despite pour\n"),
        good=game("event gain(player who) gives number sum:\n  legal:\n    poor: sum < 3\n  do: set sum = 1\n"
                  "event play: |\n  for each p in players:\n    gain(p) despite poor\n"),
    ),
    Code(
        "RW454", Severity.ERROR, "name already in use",
        "`let` and `offer .. as` declare a new local. Use `set` to change a name that is in scope already.",
        bad=game("event play gives number total: |\n  let r = 1\n  let r = 2\n  set total = r\n"),
        good=game("event play gives number total: |\n  let r = 1\n  set r = 2\n  set total = r\n"),
    ),
    Code(
        "RW455", Severity.WARNING, "hidden name",
        "A loop, quantifier or choice binds a name that is in scope already. It works, but readers confuse the two.",
        bad=game("event gain(player who) gives number total: |\n"
                 "  set total = count(who in players where next_seat(who) is who)\n"
                 "event play: |\n  for each p in players:\n    gain(p)\n"),
        good=game("event gain(player who) gives number total: set total = count(p in players where p is who)\n"
                  "event play: |\n  for each p in players:\n    gain(p)\n"),
    ),
    Code(
        "RW456", Severity.ERROR, "status without its kind",
        "A status that uses `self` as an entity of a kind must state the kind by `of`. Without `of` any entity may "
        "have the status and any sheet may list it, so `self` has only what all entities have.",
        bad="kind card: {printed: {cost: number}}\ncard ace: {cost: 1, keywords: [cheap]}\n"
            "value price(card what) gives number:\n  start: what.cost\n  steps: {off: total}\n"
            "status cheap: {modify: price.off is -self.cost when what is self}\n",
        good="kind card: {printed: {cost: number}}\ncard ace: {cost: 1, keywords: [cheap]}\n"
             "value price(card what) gives number:\n  start: what.cost\n  steps: {off: total}\n"
             "status cheap: {of: card, modify: price.off is -self.cost when what is self}\n",
    ),
    Code(
        "RW457", Severity.ERROR, "invalid range",
        "`from` and `to` limit the numbers that sheets print, in the unit of the field; the lower limit comes first. A "
        "field that changes in play has no range.",
        bad="kind card: {printed: {cost: number from 9 to 1}}\ncard ace: {cost: 1}\n",
        good="kind card: {printed: {cost: number from 1 to 9}}\ncard ace: {cost: 1}\n",
    ),
    Code(
        "RW458", Severity.ERROR, "number outside its range",
        "The kind states by `from` and `to` which numbers a sheet may print.",
        bad="kind card: {printed: {cost: number from 0}}\ncard ace: {cost: -1}\n",
        good="kind card: {printed: {cost: number from 0}}\ncard ace: {cost: 1}\n",
    ),
    Code(
        "RW459", Severity.NOTE, "sheet never named",
        "No code, table or other sheet names this sheet, and nothing takes all sheets of its kind. As it is, no match "
        "can have it: for example, a card in no deck, or a figure in no band.",
        bad=game(_DECK.format("ace, ten, jack, queen")),
        good=game(_DECK.format("ace, ten, jack, queen, king")),
    ),
    Code(
        "RW460", Severity.WARNING, "field never read",
        "A field of `state` that no code reads changes nothing, however often it is written.",
        bad=game("kind match: {state: {round: number}}\nevent play: set match.round = 1\n"),
        good=game("kind match: {state: {round: number}}\nevent play: set match.round = match.round + 1\n"),
    ),
    Code(
        "RW461", Severity.WARNING, "field never written",
        "A field of `state` that no event sets always has its first value. If that is meant, declare it under "
        "`printed`.",
        bad=game("kind match: {state: {round: number}}\n"
                 "event play gives number total: set total = match.round\n"),
        good=game("kind match: {state: {round: number}}\nevent play: set match.round = match.round + 1\n"),
    ),
    Code(
        "RW462", Severity.WARNING, "printed field never read",
        "A printed field or formula that no code reads is filled in on every sheet for nothing. If only people read "
        "it, give it the type `text`.",
        bad=game("kind card: {owned: no, printed: {cost: number}}\ncard ace: {cost: 1}\nevent play: create ace\n"),
        good=game("kind card: {owned: no, printed: {cost: number}}\ncard ace: {cost: 1}\n"
                  "event play gives number total: |\n  create ace\n  set total = sum(c.cost for c in cards)\n"),
    ),
    Code(
        "RW463", Severity.WARNING, "text never performed",
        "The texts of sheets happen only when an event performs them: `perform x.name`.",
        bad=game("kind card: {owned: no, texts: [effect]}\ncard ace:\n  effect: draw()\n"
                 "event draw: finish\nevent play: |\n  create ace\n  draw()\n"),
        good=game("kind card: {owned: no, texts: [effect]}\ncard ace:\n  effect: draw()\nevent draw: finish\n"
                  "event play: |\n  let c = create ace\n  perform c.effect\n"),
    ),
    Code(
        "RW464", Severity.WARNING, "result never set",
        "A result of an event stays 0, false, none or empty if its `do` block never sets it.",
        bad=game("event gain gives number sum: finish\nevent play gives number total: |\n"
                 "  let g = gain()\n  set total = g.sum\n"),
        good=game("event gain gives number sum: set sum = 2\nevent play gives number total: |\n"
                  "  let g = gain()\n  set total = g.sum\n"),
    ),
    Code(
        "RW465", Severity.ERROR, "unreachable code",
        "Code after `finish`, `stop` or `cancel` in the same block, or after branches that all leave, never runs.",
        bad=game("event play gives number total: |\n  finish\n  set total = 1\n"),
        good=game("event play gives number total: |\n  finish if total is 1\n  set total = 1\n"),
    ),
    Code(
        "RW466", Severity.NOTE, "unused parameter",
        "Neither the definition itself nor any code about it elsewhere reads the parameter.",
        bad=game("value bonus(number amount) gives number: 2\n"
                 "event play gives number total: set total = bonus(1)\n"),
        good=game("value bonus(number amount) gives number: 2 * amount\n"
                  "event play gives number total: set total = bonus(1)\n"),
    ),
    Code(
        "RW467", Severity.WARNING, "unused local",
        "A local is made to be read. An event that is called for its effects needs no `let`.",
        bad=game("event play: let r = roll d6\n"),
        good=game("event play gives number total: |\n  let r = roll d6\n  set total = r\n"),
    ),
    Code(
        "RW468", Severity.WARNING, "condition without its variable",
        "The condition of a choice, a quantifier or a selection selects by the variable that it binds. A condition "
        "that never mentions the variable selects all or nothing, which is usually an error.",
        bad=game("event play gives number total: set total = count(p in players where total > 0)\n"),
        good=game("event play gives number total: set total = count(p in players where seat_number(p) > total)\n"),
    ),
    Code(
        "RW469", Severity.WARNING, "event never called",
        "An event happens if code calls it, or if it is the start of the match. A reaction to an event that never "
        "happens never runs.",
        bad=game("event gain: finish\nevent play: finish\n"),
        good=game("event gain: finish\nevent play: gain()\n"),
    ),
    Code(
        "RW470", Severity.WARNING, "status never given",
        "A status has an effect only while an entity or a player has it, either because code gives it or because the "
        "sheet of the entity lists it under `keywords`.",
        bad=game("event gain(player who): finish\n"
                 "status dazed:\n  of: player\n  modify: forbid gain when who is self\n"
                 "event play: |\n  for each p in players:\n    gain(p)\n"),
        good=game("event gain(player who): finish\n"
                  "status dazed:\n  of: player\n  modify: forbid gain when who is self\n"
                  "event play: |\n  for each p in players:\n    gain(p)\n    give dazed() to p\n"),
    ),
    Code(
        "RW471", Severity.ERROR, "unknown form or key",
        "A message may use a form of a name, `<who:acc>`, that some name has in that language (`ru.acc: ..` next to "
        "`ru: ..`). It may also choose a text by the value of a field: `<points?points|one=point>`. The keys are the "
        "number categories of the language (one and other, few and many), numbers, yes and no, none, members of an "
        "enumeration, or the word that a name has under `is`.",
        bad=game(_TOLD, "messages:\n  en:\n    gain: <who> gains <points> <points?points|on=point>\n"),
        good=game(_TOLD, "messages:\n  en:\n    gain: <who> gains <points> <points?points|one=point>\n"),
    ),
    Code(
        "RW472", Severity.WARNING, "area on no map",
        "Maps state which places an area has, and no map has this area.",
        bad=game("area wall: {}\narea mud: {}\nmap field:\n  rows: |\n    .#.\n  legend: {\"#\": wall}\n"
                 "event play gives number total: |\n  lay(field)\n  set total = size(wall) + size(mud)\n",
                 "board: square\n"),
        good=game("area wall: {}\narea mud: {}\nmap field:\n  rows: |\n    .#~\n"
                  "  legend: {\"#\": wall, \"~\": mud}\n"
                  "event play gives number total: |\n  lay(field)\n  set total = size(wall) + size(mud)\n",
                  "board: square\n"),
    ),
    Code(
        "RW473", Severity.WARNING, "unused definition",
        "No code uses the value, permission, table, zone, window, class or setting; or nothing has the die or "
        "enumeration as its type and no code names it; or none of the maps is laid.",
        bad=game("value bonus() gives number: 2\nevent play gives number total: set total = 2\n"),
        good=game("value bonus() gives number: 2\nevent play gives number total: set total = bonus()\n"),
    ),
    Code(
        "RW474", Severity.WARNING, "class without events",
        "A class stands for the events whose heads say `is CLASS`. Without any, everything about the class applies to "
        "nothing.",
        bad=game("class action(player actor): {}\nrule rest: {modify: forbid action when seat_number(actor) is 2}\n"
                 "event play: finish\n"),
        good=game("class action(player actor): {}\nrule rest: {modify: forbid action when seat_number(actor) is 2}\n"
                  "event gain(player who) is action: finish\n"
                  "event play: |\n  for each p in players:\n    gain(p)\n"),
    ),
    Code(
        "RW475", Severity.WARNING, "kind without sheets",
        "An entity is created from a sheet. If no sheet is of a kind, directly or by `is`, no entity of the kind is "
        "ever created.",
        bad=game("kind card: {owned: no}\nevent play gives number total: set total = size(cards)\n"),
        good=game("kind card: {owned: no}\ncard ace: {}\nevent play gives number total: |\n  create ace\n"
                  "  set total = size(cards)\n"),
    ),
    Code(
        "RW476", Severity.WARNING, "never active",
        "A modifier, reaction or rule whose condition is `false` never has an effect.",
        bad=game("event gain: finish\nevent play: gain()\nrule late:\n  modify: forbid gain when false\n"),
        good=game("event gain: finish\nevent play: gain()\n"
                  "rule late:\n  modify: forbid gain when size(players) > 2\n"),
    ),
    Code(
        "RW477", Severity.ERROR, "no player to ask",
        "A `may` is a question. A window puts it to the controller of its holder, or to the player that `by:` names.",
        bad=game("event gain(player who): finish\nevent play: |\n  for each p in players:\n    gain(p)\n"
                 "window answers: {asks: players}\n"
                 "rule again:\n  after: gain\n  limit: 1 per play\n  window: answers\n  may: gain(who)\n"),
        good=game("event gain(player who): finish\nevent play: |\n  for each p in players:\n    gain(p)\n"
                  "window answers: {asks: players}\n"
                  "rule again:\n  after: gain\n  limit: 1 per play\n  window: answers\n  by: who\n  may: gain(who)\n"),
    ),
    Code(
        "RW478", Severity.ERROR, "allow of an event",
        "Events happen unless something forbids them, so there is nothing to allow. A condition that keeps an event "
        "from happening has a name: waive it by this name.",
        bad=game("event gain(player who):\n  legal:\n    late: seat_number(who) is 1\n  do: finish\n"
                 "event play: |\n  for each p in players:\n    gain(p)\nrule all: {modify: allow gain}\n"),
        good=game("event gain(player who):\n  legal:\n    late: seat_number(who) is 1\n  do: finish\n"
                  "event play: |\n  for each p in players:\n    gain(p)\nrule all: {modify: waive gain.late}\n"),
    ),
    Code(
        "RW479", Severity.ERROR, "unused die for ties",
        "`ties` of a window names a die for entities that tie in the order of `asks`, which must then be a `sorted(.. "
        "with ..)`. Players are asked in the order written, and so are the entities of a list without `with`.",
        bad=game(_PAWNS + _AGAIN + "window turns: {asks: pawns, ties: d6}\n", "window: turns\n"),
        good=game(_PAWNS + _AGAIN + "window turns: {asks: sorted(c in pawns with most c.pace), ties: d6}\n",
                   "window: turns\n"),
    ),
    Code(
        "RW480", Severity.ERROR, "code after its own removal",
        "An event whose first parameter has left play ends immediately, as impossible: nothing after `remove` happens. "
        "Do everything else before it, in `ends`, or in a reaction `after` the event.",
        bad=game(_PAWNS + "event fall(pawn who): |\n  remove who\n  gain(who.owner)\n"
                  "check fallen:\n  for: c in pawns where c.pace > 3\n  do: fall(c)\n"),
        good=game(_PAWNS + "event fall(pawn who): |\n  gain(who.owner)\n  remove who\n"
                   "check fallen:\n  for: c in pawns where c.pace > 3\n  do: fall(c)\n"),
    ),
    Code(
        "RW481", Severity.WARNING, "constant condition",
        "The condition is always true or always false, whatever the state of the match: something compared with "
        "itself, a literal `true` or `false`, a row or branch whose condition was tested above, or a permission that "
        "nothing allows or forbids. Usually another word was meant.",
        bad=game("event play gives number total: set total = count(p in players where p is p)\n"),
        good=game("event play gives number total: set total = count(p in players where next_seat(p) is p)\n"),
    ),
    Code(
        "RW482", Severity.WARNING, "code without effect",
        "This code changes nothing: a field set to the value that it has, a duplicate modifier, `finish` at the end of "
        "the outermost block, or a condition that never refuses.",
        bad=game("event gain(player who): {legal: {free: true}}\n"
                 "event play: |\n  for each p in players:\n    gain(p)\n"),
        good=game("event gain(player who): {legal: {free: seat_number(who) > 1}}\n"
                  "event play: |\n  for each p in players:\n    gain(p)\n"),
    ),
    Code(
        "RW483", Severity.WARNING, "modifier ignores its holder",
        "The modifiers of a status are active for everybody while anybody has it. A modifier that mentions neither "
        "`self` nor the arguments of the status applies to all at once, which is usually not meant. If it is meant, "
        "write it in a rule.",
        bad=game("status dazed: {of: player, modify: forbid gain}\nevent gain(player who): {}\n"
                 "event play: |\n  for each p in players:\n    gain(p)\n    give dazed to p\n"),
        good=game("status dazed: {of: player, modify: forbid gain when who is self}\nevent gain(player who): {}\n"
                  "event play: |\n  for each p in players:\n    gain(p)\n    give dazed to p\n"),
    ),
    Code(
        "RW484", Severity.WARNING, "misspelt name of a condition",
        "Names of conditions are free, so a misspelt one goes unnoticed until a `despite` or a `waive` needs it. The "
        "checker reports a name that only one event has if it is one typing error away from a name that several events "
        "have.",
        bad=game("event gain(player who): {legal: {fresh: seat_number(who) > 1}}\n"
                 "event lose(player who): {legal: {fresh: seat_number(who) > 1}}\n"
                 "event rest(player who): {legal: {frsh: seat_number(who) > 1}}\n"
                 "event play: |\n  for each p in players:\n    gain(p)\n    lose(p)\n    rest(p)\n"),
        good=game("event gain(player who): {legal: {fresh: seat_number(who) > 1}}\n"
                  "event lose(player who): {legal: {fresh: seat_number(who) > 1}}\n"
                  "event rest(player who): {legal: {fresh: seat_number(who) > 1}}\n"
                  "event play: |\n  for each p in players:\n    gain(p)\n    lose(p)\n    rest(p)\n"),
    ),
    Code(
        "RW485", Severity.WARNING, "secret revealed by asking",
        "Everybody sees that a player is asked. A window, an offer or a choice that asks only players who have an "
        "answer thereby reveals what is in a hand, or what a secret field holds. With `always` (`always: yes` of a "
        "window) the question is always put, with `pass`, `none` or `enough` alone if there is nothing else; a `choose "
        "one`, which cannot be passed, is put even if there is a single answer. If a secret decides whether a question "
        "is reached at all (for example by an `if` around it, or around a call that leads to it), first reveal what "
        "decides, or ask in either case.",
        bad=game(_HANDS + "event play: |\n  for each p in players:\n    create ace for p into hand of p\n"
                           "    offer p or pass:\n"
                           "      show(c) for c in contents(hand of p) where c.value > 1\n"),
        good=game(_HANDS + "event play: |\n  for each p in players:\n    create ace for p into hand of p\n"
                            "    offer p or pass always:\n"
                            "      show(c) for c in contents(hand of p) where c.value > 1\n"),
    ),
)
