"""The codes RW7xx: what the analysis found in how events, reactions and statuses hang together."""

from __future__ import annotations

from .code import Code, Severity, game

_PIECES = (
    "kind piece: {state: {damage: number}}\npiece pawn: {}\n"
    "event play gives number total: |\n  for each p in players:\n    let c = create pawn for p\n    hit(c, 1)\n"
    "  set total = sum(c.damage for c in pieces)\n"
    "event hit(piece target, number amount): set target.damage = target.damage + amount\n"
)
_GAIN = "event gain(player who): finish\nevent play: |\n  for each p in players:\n    gain(p)\n"
_DAZED = "status dazed:\n  of: player\n  modify: forbid gain when who is self\n"
_MARK = "kind match: {state: {round: number}}\nevent mark: set match.round = match.round + 1\n"
_TOLD = (
    "kind match: {state: {last: number}}\nevent hit(number amount): {}\n"
    "event note(number what): set match.last = what\n"
    "event play gives number total: |\n  let r = roll d6\n  hit(r)\n  set total = match.last\n"
    "rule plain:\n  after: hit\n  do: note(amount)\n"
)

CODES: tuple[Code, ...] = (
    Code(
        "RW701", Severity.WARNING, "loop that never ends",
        "What happens sets itself off again: by calls, reactions, ends of statuses, texts of sheets. Nobody "
        "may decline on the way, no limit holds that counts outside the loop, nothing is used up, and no condition "
        "hangs on anything that the loop changes. Once it is begun it runs until the match refuses to go on. The path "
        "is told step by step. A `limit`, a decision (`may`), or a condition on something that the loop changes ends "
        "it.",
        bad=game(_PIECES + "rule echo:\n  after: hit\n  do: hit(target, 1)\n"),
        good=game(_PIECES + "rule echo:\n  after: hit\n  limit: 1 per play\n  do: hit(target, 1)\n"),
    ),
    Code(
        "RW702", Severity.NOTE, "loop that hangs on a condition",
        "As RW701, but there are conditions on the way that may come to fail: they hang on what the loop changes, on "
        "what it was handed, or on whether somebody is still in play. A check is such a condition too: it fires when "
        "its own comes to hold. Whether each round brings the end nearer is for the author to see; the path and the "
        "conditions are told.",
        bad=game(_PIECES + "rule echo:\n  after: hit where target.damage < 3\n  do: hit(target, 1)\n"),
        good=game(_PIECES + "rule echo:\n  after: hit where target.damage < 3\n  limit: 1 per play\n"
                             "  do: hit(target, 1)\n"),
    ),
    Code(
        "RW703", Severity.WARNING, "reaction that never answers",
        "The event that a reaction waits for is called only from what never happens itself, or is dropped before its "
        "end; its status is given only there; its conditions exclude each other, or every call excludes them.",
        bad=game(_PIECES + "rule shock:\n  after: hit where amount is 3\n  do: mend(target)\n"
                            "event mend(piece target): set target.damage = 0\n"),
        good=game(_PIECES + "rule shock:\n  after: hit where amount is 1\n  do: mend(target)\n"
                             "event mend(piece target): set target.damage = 0\n"),
    ),
    Code(
        "RW704", Severity.WARNING, "events that call only each other",
        "Each of them is called by another, and none by anything that happens.",
        bad=game(_GAIN + "event rest(player who): |\n  wake(who) if seat_number(who) is 1\n"
                          "event wake(player who): rest(who)\n"),
        good=game("event gain(player who): rest(who)\n"
                  "event play: |\n  for each p in players:\n    gain(p)\n"
                  "event rest(player who): |\n  wake(who) if seat_number(who) is 1\n"
                  "event wake(player who): finish\n"),
    ),
    Code(
        "RW705", Severity.WARNING, "order that nobody chose",
        "Two reactions of different definitions must answer the same event in the same phase, at the same rank, and it "
        "matters who comes first: both write the same thing, or one cancels or changes what the other asks or uses. "
        "They come in the order of their holders' age and then of the text, which an author rarely means. Ranks are "
        "declared in pack.yaml; with `arbiter: who` in the event a player says which comes first. Of two packs "
        "`after` or `order` settles what rules do that nobody holds. Only what is surely about one thing is "
        "told: a field of the event, or the match.",
        bad=game(_TOLD + "rule double:\n  after: hit\n  do: note(amount * 2)\n"),
        good=game(_TOLD + "rule double:\n  after: hit\n  rank: late\n  do: note(amount * 2)\n",
                   "ranks: [window, late]\n"),
    ),
    Code(
        "RW706", Severity.WARNING, "clock that never comes",
        "A status waits for an event that never runs. It stays for ever, or as long as its other clocks say.",
        bad=game(_GAIN + "    give dazed to p until end of next rest\n" + _DAZED +
                  "event rest(player who): {allow: {RW469: only tests call it}, do: finish}\n"),
        good=game(_GAIN + "    give dazed to p until end of next gain\n" + _DAZED),
    ),
    Code(
        "RW707", Severity.WARNING, "rank that nobody has",
        "The manifest lists ranks in the order in which simultaneous reactions answer. One that no reaction names "
        "orders nothing; `window` is always there.",
        bad=game(_MARK + "event play gives number total: |\n  mark()\n  set total = match.round\n",
                  "ranks: [early, window]\n"),
        good=game(_MARK + "event play gives number total: |\n  mark()\n  set total = match.round\n"),
    ),
    Code(
        "RW708", Severity.WARNING, "window that never opens",
        "Players are asked in a window about optional reactions. No reaction that is asked in this one can ever "
        "answer, or no reaction is optional at all.",
        bad=game(_GAIN + "window turns: {asks: players}\n", "window: turns\n"),
        good=game(_GAIN),
    ),
    Code(
        "RW709", Severity.WARNING, "step that is never reached",
        "`conclude E` drops whatever runs inside the innermost running E. What stands behind a call that always does "
        "so, in a text that only ever runs inside that E, never happens.",
        bad=game(_MARK + "event over: conclude play\n"
                  "event play gives number total: |\n  set total = match.round\n  over()\n  mark()\n"),
        good=game(_MARK + "event over: conclude play\n"
                   "event play gives number total: |\n  set total = match.round\n  mark()\n  over()\n"),
    ),
    Code(
        "RW710", Severity.NOTE, "sheet of which nothing is made",
        "No text that happens creates an entity of this sheet, neither by name nor by a set of sheets of its kind, and "
        "none makes an entity show it (`swap_sheet`). It may be meant for other packs.",
        bad=game("kind card: {owned: no}\ncard ace: {}\ncard king: {}\n"
                 "event play gives number total: |\n  create ace\n"
                 "  set total = size(cards)\n"),
        good=game("kind card: {owned: no}\ncard ace: {}\ncard king: {}\n"
                  "event play gives number total: |\n  create ace\n"
                  "  create king\n  set total = size(cards)\n"),
    ),
    Code(
        "RW711", Severity.WARNING, "nothing to allow",
        "`allow` accepts a warning with a reason. What it accepts is not said of this definition, or is not said any "
        "more: leave it out, so that it does not hide the next one.",
        bad=game("event gain(player who):\n  allow: {RW469: called by other packs}\n  do: finish\n"
                 "event play: |\n  for each p in players:\n    gain(p)\n"),
        good=game("event gain(player who):\n  allow: {RW469: called by other packs}\n  do: finish\n"
                  "event play: finish\n"),
    ),
)
