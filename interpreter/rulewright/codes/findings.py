"""The codes RW7xx: findings of the analysis about how events, reactions and statuses interact."""

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
        "RW701", Severity.WARNING, "infinite event loop",
        "A chain of calls, reactions, ends of statuses and texts of sheets triggers itself again, and nothing in it "
        "has to end it. No player may pass, no limit counts outside the loop, nothing is used up, and no condition "
        "depends on anything that the loop changes. Once begun, it runs until the match refuses to continue; the path "
        "is reported step by step. A `limit`, a decision (`may`), or a condition on something that the loop changes "
        "ends it.",
        bad=game(_PIECES + "rule echo:\n  after: hit\n  do: hit(target, 1)\n"),
        good=game(_PIECES + "rule echo:\n  after: hit\n  limit: 1 per play\n  do: hit(target, 1)\n"),
    ),
    Code(
        "RW702", Severity.NOTE, "conditional event loop",
        "Like RW701, but conditions in the loop may become false: they depend on what the loop changes, on its "
        "arguments, or on whether an entity is still in play. A check is such a condition too, because it runs when "
        "its own condition becomes true. Check that each round brings the end nearer; the path and the conditions are "
        "reported.",
        bad=game(_PIECES + "rule echo:\n  after: hit where target.damage < 3\n  do: hit(target, 1)\n"),
        good=game(_PIECES + "rule echo:\n  after: hit where target.damage < 3\n  limit: 1 per play\n"
                             "  do: hit(target, 1)\n"),
    ),
    Code(
        "RW703", Severity.WARNING, "unreachable reaction",
        "The event of the reaction is called only by code that never runs, or the event is abandoned before its end; "
        "or its status is given only there; or its conditions exclude each other, or every call excludes them.",
        bad=game(_PIECES + "rule shock:\n  after: hit where amount is 3\n  do: mend(target)\n"
                            "event mend(piece target): set target.damage = 0\n"),
        good=game(_PIECES + "rule shock:\n  after: hit where amount is 1\n  do: mend(target)\n"
                             "event mend(piece target): set target.damage = 0\n"),
    ),
    Code(
        "RW704", Severity.WARNING, "events calling only each other",
        "Each of these events is called by another one of them, and none by anything that happens.",
        bad=game(_GAIN + "event rest(player who): |\n  wake(who) if seat_number(who) is 1\n"
                          "event wake(player who): rest(who)\n"),
        good=game("event gain(player who): rest(who)\n"
                  "event play: |\n  for each p in players:\n    gain(p)\n"
                  "event rest(player who): |\n  wake(who) if seat_number(who) is 1\n"
                  "event wake(player who): finish\n"),
    ),
    Code(
        "RW705", Severity.WARNING, "unspecified order",
        "Two reactions of different definitions must react to the same event in the same phase, at the same rank, and "
        "their order matters: both write the same thing, or one cancels or changes what the other reads or uses. They "
        "run in the order of their holders' age and then of the source, which is rarely meant. Declare ranks in "
        "pack.yaml, or let a player choose the order by `arbiter: who` in the event; for rules of two packs that have "
        "no holder, `after` or `order` settles it. Only conflicts that are surely about one thing are reported: a "
        "field of the event, or the match.",
        bad=game(_TOLD + "rule double:\n  after: hit\n  do: note(amount * 2)\n"),
        good=game(_TOLD + "rule double:\n  after: hit\n  rank: late\n  do: note(amount * 2)\n",
                   "ranks: [window, late]\n"),
    ),
    Code(
        "RW706", Severity.WARNING, "clock that never happens",
        "A status waits for an event that never runs. It stays forever, or as long as its other clocks say.",
        bad=game(_GAIN + "    give dazed to p until end of next rest\n" + _DAZED +
                  "event rest(player who): {allow: {RW469: only tests call it}, do: finish}\n"),
        good=game(_GAIN + "    give dazed to p until end of next gain\n" + _DAZED),
    ),
    Code(
        "RW707", Severity.WARNING, "unused rank",
        "The manifest lists ranks in the order in which simultaneous reactions run. A rank that no reaction names "
        "orders nothing; `window` always exists.",
        bad=game(_MARK + "event play gives number total: |\n  mark()\n  set total = match.round\n",
                  "ranks: [early, window]\n"),
        good=game(_MARK + "event play gives number total: |\n  mark()\n  set total = match.round\n"),
    ),
    Code(
        "RW708", Severity.WARNING, "window that never opens",
        "A window asks players about optional reactions. No reaction that uses this window can ever happen, or no "
        "reaction is optional at all.",
        bad=game(_GAIN + "window turns: {asks: players}\n", "window: turns\n"),
        good=game(_GAIN),
    ),
    Code(
        "RW709", Severity.WARNING, "unreachable step",
        "`conclude E` abandons everything that runs inside the innermost running E. In code that only ever runs inside "
        "that E, everything after a call that always does so is unreachable.",
        bad=game(_MARK + "event over: conclude play\n"
                  "event play gives number total: |\n  set total = match.round\n  over()\n  mark()\n"),
        good=game(_MARK + "event over: conclude play\n"
                   "event play gives number total: |\n  set total = match.round\n  mark()\n  over()\n"),
    ),
    Code(
        "RW710", Severity.NOTE, "unused sheet",
        "No code that runs creates an entity of this sheet, either by name or from a set of sheets of its kind, and "
        "none makes an entity show it (`swap_sheet`). The sheet may be meant for other packs.",
        bad=game("kind card: {owned: no}\ncard ace: {}\ncard king: {}\n"
                 "event play gives number total: |\n  create ace\n"
                 "  set total = size(cards)\n"),
        good=game("kind card: {owned: no}\ncard ace: {}\ncard king: {}\n"
                  "event play gives number total: |\n  create ace\n"
                  "  create king\n  set total = size(cards)\n"),
    ),
    Code(
        "RW711", Severity.WARNING, "unused allow entry",
        "`allow` accepts a warning with a reason. The accepted warning is not reported for this definition, or not any "
        "more. Remove it from `allow`, so that it does not hide the next one.",
        bad=game("event gain(player who):\n  allow: {RW469: called by other packs}\n  do: finish\n"
                 "event play: |\n  for each p in players:\n    gain(p)\n"),
        good=game("event gain(player who):\n  allow: {RW469: called by other packs}\n  do: finish\n"
                  "event play: finish\n"),
    ),
)
