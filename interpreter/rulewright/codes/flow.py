"""The codes RW45x to RW49x: names inside texts, and what is written and never used."""

from __future__ import annotations

from .code import Code, Example, Severity


def _game(text: str, more: str = "") -> Example:
    """A pack of one file whose match is the event `play`."""
    return {"pack.yaml": f"pack: sample\nlanguage: 1\nstart: play\n{more}", "game.yaml": text}


CODES: tuple[Code, ...] = (
    Code(
        "RW450", Severity.ERROR, "unknown name",
        "A bare word is a local, a parameter or field of the event at hand, or a name of the pack that stands by "
        "itself: a member of an enumeration, a sheet, an area, a map, the plural of a kind. Values are called.",
        bad=_game("event play gives number total: |\n  let bonus = 1\n  set total = bonus + bonsu\n"),
        good=_game("event play gives number total: |\n  let bonus = 1\n  set total = bonus + bonus\n"),
    ),
    Code(
        "RW451", Severity.ERROR, "unknown call",
        "What is called is a value, a permission, a table, a zone, an event or a builtin.",
        bad=_game("value bonus() gives number: 1\n"
                  "event play gives number total: set total = bonus() + bouns()\n"),
        good=_game("value bonus() gives number: 1\n"
                   "event play gives number total: set total = bonus() + bonus()\n"),
    ),
    Code(
        "RW452", Severity.ERROR, "unknown definition",
        "Some places name a definition and nothing else: an event in a clock, a status behind `give`, a kind in "
        "`removed(..)`.",
        bad=_game("status dazed: {of: player, modify: forbid gain when who is self}\n"
                  "event gain(player who): finish\n"
                  "event play: |\n  for each p in players:\n    gain(p)\n"
                  "    give dazed() to p until end of this plya\n"),
        good=_game("status dazed: {of: player, modify: forbid gain when who is self}\n"
                   "event gain(player who): finish\n"
                   "event play: |\n  for each p in players:\n    gain(p)\n"
                   "    give dazed() to p until end of this play\n"),
    ),
    Code(
        "RW453", Severity.ERROR, "unknown condition",
        "`despite`, `needs` and `waive` name conditions of an event's `legal`, or forbids that were given a name.",
        bad=_game("event gain(player who) gives number sum:\n  legal: {poor: sum < 3}\n  do: set sum = 1\n"
                  "event play: |\n  for each p in players:\n    gain(p) despite pour\n"),
        good=_game("event gain(player who) gives number sum:\n  legal:\n    poor: sum < 3\n  do: set sum = 1\n"
                   "event play: |\n  for each p in players:\n    gain(p) despite poor\n"),
    ),
    Code(
        "RW454", Severity.ERROR, "name is taken",
        "`let` makes a new local, and `offer .. as` too. A name that is in scope already is changed with `set`.",
        bad=_game("event play gives number total: |\n  let r = 1\n  let r = 2\n  set total = r\n"),
        good=_game("event play gives number total: |\n  let r = 1\n  set r = 2\n  set total = r\n"),
    ),
    Code(
        "RW455", Severity.WARNING, "name hides another",
        "A loop, quantifier or choice binds a name that is in scope already. It works, and readers take one for the "
        "other.",
        bad=_game("event gain(player who) gives number total: set total = count(who in players where who is who)\n"
                  "event play: |\n  for each p in players:\n    gain(p)\n"),
        good=_game("event gain(player who) gives number total: set total = count(p in players where p is who)\n"
                   "event play: |\n  for each p in players:\n    gain(p)\n"),
    ),
    Code(
        "RW465", Severity.ERROR, "never reached",
        "What stands behind `finish`, `stop` or `cancel` in the same block, or behind branches that all leave, never "
        "happens.",
        bad=_game("event play gives number total: |\n  finish\n  set total = 1\n"),
        good=_game("event play gives number total: |\n  finish if total is 1\n  set total = 1\n"),
    ),
)
