"""The codes RW45x to RW49x: names inside texts, and what is written and never used."""

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
        "A bare word is a local, a parameter or field of the event at hand, or a name of the pack that stands by "
        "itself: a member of an enumeration, a sheet, an area, a map, the plural of a kind. Values are called.",
        bad=game("event play gives number total: |\n  let bonus = 1\n  set total = bonus + bonsu\n"),
        good=game("event play gives number total: |\n  let bonus = 1\n  set total = bonus + bonus\n"),
    ),
    Code(
        "RW451", Severity.ERROR, "unknown call",
        "What is called is a value, a permission, a table, a zone, an event or a builtin.",
        bad=game("value bonus() gives number: 1\n"
                 "event play gives number total: set total = bonus() + bouns()\n"),
        good=game("value bonus() gives number: 1\n"
                  "event play gives number total: set total = bonus() + bonus()\n"),
    ),
    Code(
        "RW452", Severity.ERROR, "unknown definition",
        "Some places name a definition and nothing else: an event in a clock, a status behind `give`, a kind in "
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
        "`despite`, `needs` and `waive` name conditions of an event's `legal`, or forbids that were given a name.",
        bad=game("event gain(player who) gives number sum:\n  legal: {poor: sum < 3}\n  do: set sum = 1\n"
                 "event play: |\n  for each p in players:\n    gain(p) despite pour\n"),
        good=game("event gain(player who) gives number sum:\n  legal:\n    poor: sum < 3\n  do: set sum = 1\n"
                  "event play: |\n  for each p in players:\n    gain(p) despite poor\n"),
    ),
    Code(
        "RW454", Severity.ERROR, "name is taken",
        "`let` makes a new local, and `offer .. as` too. A name that is in scope already is changed with `set`.",
        bad=game("event play gives number total: |\n  let r = 1\n  let r = 2\n  set total = r\n"),
        good=game("event play gives number total: |\n  let r = 1\n  set r = 2\n  set total = r\n"),
    ),
    Code(
        "RW455", Severity.WARNING, "name hides another",
        "A loop, quantifier or choice binds a name that is in scope already. It works, and readers take one for the "
        "other.",
        bad=game("event gain(player who) gives number total: |\n"
                 "  set total = count(who in players where next_seat(who) is who)\n"
                 "event play: |\n  for each p in players:\n    gain(p)\n"),
        good=game("event gain(player who) gives number total: set total = count(p in players where p is who)\n"
                  "event play: |\n  for each p in players:\n    gain(p)\n"),
    ),
    Code(
        "RW456", Severity.ERROR, "not said what it is of",
        "A status that uses `self` as one of a kind says so with `of`. Without it any entity may have it and any sheet "
        "may list it, and `self` has nothing that only some have.",
        bad="kind card: {printed: {cost: number}}\ncard ace: {cost: 1, keywords: [cheap]}\n"
            "value price(card what) gives number:\n  start: what.cost\n  steps: {off: total}\n"
            "status cheap: {modify: price.off is -self.cost when what is self}\n",
        good="kind card: {printed: {cost: number}}\ncard ace: {cost: 1, keywords: [cheap]}\n"
             "value price(card what) gives number:\n  start: what.cost\n  steps: {off: total}\n"
             "status cheap: {of: card, modify: price.off is -self.cost when what is self}\n",
    ),
    Code(
        "RW457", Severity.ERROR, "wrong range",
        "`from` and `to` bound what sheets print: numbers, in the unit of the field, the least before the most. What "
        "play changes has no range.",
        bad="kind card: {printed: {cost: number from 9 to 1}}\ncard ace: {cost: 1}\n",
        good="kind card: {printed: {cost: number from 1 to 9}}\ncard ace: {cost: 1}\n",
    ),
    Code(
        "RW458", Severity.ERROR, "number outside its range",
        "The kind says with `from` and `to` which numbers a sheet may print.",
        bad="kind card: {printed: {cost: number from 0}}\ncard ace: {cost: -1}\n",
        good="kind card: {printed: {cost: number from 0}}\ncard ace: {cost: 1}\n",
    ),
    Code(
        "RW459", Severity.NOTE, "sheet that nothing names",
        "No text, table or other sheet names this one, and nothing takes all sheets of its kind: as it is, no match "
        "can have it. A card in no deck, a figure in no band.",
        bad=game(_DECK.format("ace, ten, jack, queen")),
        good=game(_DECK.format("ace, ten, jack, queen, king")),
    ),
    Code(
        "RW460", Severity.WARNING, "field never read",
        "A field of `state` that no text reads changes nothing, however often it is written.",
        bad=game("kind match: {state: {round: number}}\nevent play: set match.round = 1\n"),
        good=game("kind match: {state: {round: number}}\nevent play: set match.round = match.round + 1\n"),
    ),
    Code(
        "RW461", Severity.WARNING, "field never written",
        "A field of `state` that no event sets always has its first value. If that is meant it is `printed`.",
        bad=game("kind match: {state: {round: number}}\n"
                 "event play gives number total: set total = match.round\n"),
        good=game("kind match: {state: {round: number}}\nevent play: set match.round = match.round + 1\n"),
    ),
    Code(
        "RW462", Severity.WARNING, "printed field never read",
        "A printed field or formula that no text asks for is filled in on every sheet for nothing. What only people "
        "read is of type `text`.",
        bad=game("kind card: {owned: no, printed: {cost: number}}\ncard ace: {cost: 1}\nevent play: create ace\n"),
        good=game("kind card: {owned: no, printed: {cost: number}}\ncard ace: {cost: 1}\n"
                  "event play gives number total: |\n  create ace\n  set total = sum(c.cost for c in cards)\n"),
    ),
    Code(
        "RW463", Severity.WARNING, "text never performed",
        "The texts that sheets write happen when an event says `perform x.name`.",
        bad=game("kind card: {owned: no, texts: [effect]}\ncard ace:\n  effect: draw()\n"
                 "event draw: finish\nevent play: |\n  create ace\n  draw()\n"),
        good=game("kind card: {owned: no, texts: [effect]}\ncard ace:\n  effect: draw()\nevent draw: finish\n"
                  "event play: |\n  let c = create ace\n  perform c.effect\n"),
    ),
    Code(
        "RW464", Severity.WARNING, "result never set",
        "What an event gives stays 0, false, none or empty if its text never sets it.",
        bad=game("event gain gives number sum: finish\nevent play gives number total: |\n"
                 "  let g = gain()\n  set total = g.sum\n"),
        good=game("event gain gives number sum: set sum = 2\nevent play gives number total: |\n"
                  "  let g = gain()\n  set total = g.sum\n"),
    ),
    Code(
        "RW465", Severity.ERROR, "never reached",
        "What stands behind `finish`, `stop` or `cancel` in the same block, or behind branches that all leave, never "
        "happens.",
        bad=game("event play gives number total: |\n  finish\n  set total = 1\n"),
        good=game("event play gives number total: |\n  finish if total is 1\n  set total = 1\n"),
    ),
    Code(
        "RW466", Severity.NOTE, "parameter never used",
        "Neither the definition itself nor what is said about it elsewhere reads the parameter.",
        bad=game("value bonus(number amount) gives number: 2\n"
                 "event play gives number total: set total = bonus(1)\n"),
        good=game("value bonus(number amount) gives number: 2 * amount\n"
                  "event play gives number total: set total = bonus(1)\n"),
    ),
    Code(
        "RW467", Severity.WARNING, "local never read",
        "A local is made to be used. An event that is called for what it does needs no `let`.",
        bad=game("event play: let r = roll d6\n"),
        good=game("event play gives number total: |\n  let r = roll d6\n  set total = r\n"),
    ),
    Code(
        "RW468", Severity.WARNING, "condition about something else",
        "The condition of a choice, a quantifier or a selection chooses by the variable that it binds. One that never "
        "mentions it takes all or nothing, mostly by a slip.",
        bad=game("event play gives number total: set total = count(p in players where total > 0)\n"),
        good=game("event play gives number total: set total = count(p in players where seat_number(p) > total)\n"),
    ),
    Code(
        "RW469", Severity.WARNING, "event never called",
        "An event happens when a text calls it, and one is the start of the match. What reacts to an event that never "
        "happens never reacts.",
        bad=game("event gain: finish\nevent play: finish\n"),
        good=game("event gain: finish\nevent play: gain()\n"),
    ),
    Code(
        "RW470", Severity.WARNING, "status that nobody has",
        "A status does something while somebody has it: because a text gives it, or because their sheet lists it under "
        "`keywords`.",
        bad=game("event gain(player who): finish\n"
                 "status dazed:\n  of: player\n  modify: forbid gain when who is self\n"
                 "event play: |\n  for each p in players:\n    gain(p)\n"),
        good=game("event gain(player who): finish\n"
                  "status dazed:\n  of: player\n  modify: forbid gain when who is self\n"
                  "event play: |\n  for each p in players:\n    gain(p)\n    give dazed() to p\n"),
    ),
    Code(
        "RW471", Severity.ERROR, "nothing to choose by",
        "A message asks for a form of a name, `<who:acc>`, that some name has in that language (`ru.acc: ..` beside "
        "`ru: ..`), or it chooses a text by what a field is: `<points?points|one=point>`. Keys are the sorts of "
        "numbers of the language (one and other, few and many), numbers, yes and no, none, members of an enumeration, "
        "or the word that a name has under `is`.",
        bad=game(_TOLD, "messages:\n  en:\n    gain: <who> gains <points> <points?points|on=point>\n"),
        good=game(_TOLD, "messages:\n  en:\n    gain: <who> gains <points> <points?points|one=point>\n"),
    ),
    Code(
        "RW472", Severity.WARNING, "area on no map",
        "Maps say which places an area has.",
        bad=game("area wall: {}\narea mud: {}\nmap field:\n  rows: |\n    .#.\n  legend: {\"#\": wall}\n"
                 "event play gives number total: |\n  lay(field)\n  set total = size(wall) + size(mud)\n",
                 "board: square\n"),
        good=game("area wall: {}\narea mud: {}\nmap field:\n  rows: |\n    .#~\n"
                  "  legend: {\"#\": wall, \"~\": mud}\n"
                  "event play gives number total: |\n  lay(field)\n  set total = size(wall) + size(mud)\n",
                  "board: square\n"),
    ),
    Code(
        "RW473", Severity.WARNING, "used nowhere",
        "A value, permission, table, zone, window, class or setting that no text asks for; a die or enumeration that "
        "nothing is of and no text names; maps of which none is laid.",
        bad=game("value bonus() gives number: 2\nevent play gives number total: set total = 2\n"),
        good=game("value bonus() gives number: 2\nevent play gives number total: set total = bonus()\n"),
    ),
    Code(
        "RW474", Severity.WARNING, "class without events",
        "A class stands for the events that say they are of it; without any, what is said of it is said of nothing.",
        bad=game("class action(player actor): {}\nrule rest: {modify: forbid action when seat_number(actor) is 2}\n"
                 "event play: finish\n"),
        good=game("class action(player actor): {}\nrule rest: {modify: forbid action when seat_number(actor) is 2}\n"
                  "event gain(player who) is action: finish\n"
                  "event play: |\n  for each p in players:\n    gain(p)\n"),
    ),
    Code(
        "RW475", Severity.WARNING, "kind without sheets",
        "An entity is made from a sheet. Of a kind that no sheet is of, directly or by `is`, there never is one.",
        bad=game("kind card: {owned: no}\nevent play gives number total: set total = size(cards)\n"),
        good=game("kind card: {owned: no}\ncard ace: {}\nevent play gives number total: |\n  create ace\n"
                  "  set total = size(cards)\n"),
    ),
    Code(
        "RW476", Severity.WARNING, "never in force",
        "A sentence, reaction or rule whose condition is `false` says nothing, ever.",
        bad=game("event gain: finish\nevent play: gain()\nrule late:\n  modify: forbid gain when false\n"),
        good=game("event gain: finish\nevent play: gain()\n"
                  "rule late:\n  modify: forbid gain when size(players) > 2\n"),
    ),
    Code(
        "RW477", Severity.ERROR, "nobody is asked",
        "A `may` is a question: a window puts it, to the controller of its holder or to whom `by:` names.",
        bad=game("event gain(player who): finish\nevent play: |\n  for each p in players:\n    gain(p)\n"
                 "window answers: {asks: players}\n"
                 "rule again:\n  after: gain\n  limit: 1 per play\n  window: answers\n  may: gain(who)\n"),
        good=game("event gain(player who): finish\nevent play: |\n  for each p in players:\n    gain(p)\n"
                  "window answers: {asks: players}\n"
                  "rule again:\n  after: gain\n  limit: 1 per play\n  window: answers\n  by: who\n  may: gain(who)\n"),
    ),
    Code(
        "RW478", Severity.ERROR, "allow of an event",
        "Events happen unless something forbids them, so there is nothing to allow: what stands in the way has a "
        "name and is waived by it.",
        bad=game("event gain(player who):\n  legal:\n    late: seat_number(who) is 1\n  do: finish\n"
                 "event play: |\n  for each p in players:\n    gain(p)\nrule all: {modify: allow gain}\n"),
        good=game("event gain(player who):\n  legal:\n    late: seat_number(who) is 1\n  do: finish\n"
                  "event play: |\n  for each p in players:\n    gain(p)\nrule all: {modify: waive gain.late}\n"),
    ),
    Code(
        "RW479", Severity.ERROR, "die that orders nobody",
        "`ties` of a window names a die for entities that come equal in the order of `ask`, which has to be a "
        "`sorted(.. with ..)` then. Players are asked in the order that is written, and so is a list without `with`.",
        bad=game(_PAWNS + _AGAIN + "window turns: {asks: pawns, ties: d6}\n", "window: turns\n"),
        good=game(_PAWNS + _AGAIN + "window turns: {asks: sorted(c in pawns with most c.pace), ties: d6}\n",
                   "window: turns\n"),
    ),
    Code(
        "RW480", Severity.ERROR, "behind its own removal",
        "An event whose first parameter has left play ends there and then, as impossible: nothing that stands behind "
        "`remove` happens. What is still to do stands before it, or in `ends`, or hears the event with `after`.",
        bad=game(_PAWNS + "event fall(pawn who): |\n  remove who\n  gain(who.owner)\n"
                  "check fallen:\n  for: c in pawns where c.pace > 3\n  do: fall(c)\n"),
        good=game(_PAWNS + "event fall(pawn who): |\n  gain(who.owner)\n  remove who\n"
                   "check fallen:\n  for: c in pawns where c.pace > 3\n  do: fall(c)\n"),
    ),
    Code(
        "RW481", Severity.WARNING, "decided already",
        "A condition that holds always, or never, however the match stands: something compared with itself, `true` or "
        "`false` as it is, a row or branch whose condition was tested above, a permission that nothing allows or "
        "forbids. Mostly another word was meant.",
        bad=game("event play gives number total: set total = count(p in players where p is p)\n"),
        good=game("event play gives number total: set total = count(p in players where next_seat(p) is p)\n"),
    ),
    Code(
        "RW482", Severity.WARNING, "no effect",
        "What is written here is done, or said, and changes nothing: a field set to what it is, a sentence said twice, "
        "`finish` where the text ends, a condition that never refuses.",
        bad=game("event gain(player who): {legal: {free: true}}\n"
                 "event play: |\n  for each p in players:\n    gain(p)\n"),
        good=game("event gain(player who): {legal: {free: seat_number(who) > 1}}\n"
                  "event play: |\n  for each p in players:\n    gain(p)\n"),
    ),
    Code(
        "RW483", Severity.WARNING, "not about its holder",
        "The sentences of a status are in force while anybody has it, for everybody. One that does "
        "not mention `self`, nor what the status was given with, holds for all at once; that is mostly not meant, and "
        "is said by a rule where it is.",
        bad=game("status dazed: {of: player, modify: forbid gain}\nevent gain(player who): {}\n"
                 "event play: |\n  for each p in players:\n    gain(p)\n    give dazed to p\n"),
        good=game("status dazed: {of: player, modify: forbid gain when who is self}\nevent gain(player who): {}\n"
                  "event play: |\n  for each p in players:\n    gain(p)\n    give dazed to p\n"),
    ),
    Code(
        "RW484", Severity.WARNING, "condition called otherwise",
        "The names of conditions are free, and nobody misses one that is misspelt until a `despite` or a `waive` wants "
        "it. One that a single event has, one slip away from the name that several have, is told.",
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
        "RW485", Severity.WARNING, "being asked tells a secret",
        "Everybody sees that somebody is asked. A window, an offer or a choice that asks only whoever has an answer "
        "tells the others by it what lies in a hand, or what a secret field holds. With `always` (`always: yes` of a "
        "window) the question is put in any case, with `pass`, `none` or `enough` alone where there is nothing else; a "
        "`choose one`, which cannot be declined, is put also where there is a single answer. Where a secret decides "
        "whether a question is reached at all (by an `if` round it, say, or round a call that leads to it), reveal "
        "first what decides, or ask whatever it is.",
        bad=game(_HANDS + "event play: |\n  for each p in players:\n    create ace for p into hand of p\n"
                           "    offer p or pass:\n"
                           "      show(c) for c in contents(hand of p) where c.value > 1\n"),
        good=game(_HANDS + "event play: |\n  for each p in players:\n    create ace for p into hand of p\n"
                            "    offer p or pass always:\n"
                            "      show(c) for c in contents(hand of p) where c.value > 1\n"),
    ),
)
