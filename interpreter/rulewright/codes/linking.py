"""RW552 (parts that should be hidden), and RW601 to RW606: problems that only show in all code of a pack together."""

from __future__ import annotations

from .code import Code, Severity, game

_DAZED = (
    "event gain(player who): finish\nevent rest: finish\n"
    "status dazed:\n  of: player\n  modify: forbid gain when who is self\n"
)
_CARDS = (
    "kind card:\n  owned: no\n  state:\n    value: number\n  secret:\n    value: nobody\n"
    "card ace: {}\n"
    "event mark(card target): set target.value = target.value + 1\n"
)

_TICKETS = (
    "KINDSzone deck: {ordered: yes, seen_by: nobody, holds: ticket}\nevent play gives number total: |\n"
    "  for each p in players:\n"
)

CODES: tuple[Code, ...] = (
    Code(
        "RW552", Severity.WARNING, "part that should be hidden",
        "A part is known to all players who know its whole, wherever it is. A part in a zone that not all players see "
        "is therefore no secret: views, answers and bots know it. To hide something, make it an entity of its own that "
        "names the other by a field.",
        bad=game(_TICKETS.replace("KINDS", "kind town: {plural: towns, parts: {passes: ticket}}\n"
                                  "kind ticket: {part_of: town, plural: tickets}\n"
                                  "town ford: {passes: {east_pass: {}}}\n")
                 + "    create ford for p\n  for each t in tickets:\n    put t into deck\n"
                 "  set total = size(deck)\n"),
        good=game(_TICKETS.replace("KINDS", "kind town: {plural: towns}\n"
                                   "kind ticket: {plural: tickets, state: {leads: town or none}}\n"
                                   "town ford: {}\nticket pass: {}\n")
                  + "    let t = create pass for p\n    set t.leads = create ford for p\n"
                  "  for each t in tickets:\n    put t into deck\n"
                  "  set total = count(t in tickets where t.leads is not none)\n"),
    ),
    Code(
        "RW601", Severity.ERROR, "cycle of values",
        "Values and permissions may depend on each other, and on whether an event may happen, but never on themselves, "
        "directly or through others. Their own code counts, and so do their contributions and the conditions under "
        "which these are active. If such a value is really needed, let an event store it in a field. Printed fields "
        "that start from others must not start from themselves either.",
        bad=game("value strength() gives number: courage() + 1\nvalue courage() gives number: strength() - 1\n"
                 "event play gives number total: set total = strength()\n"),
        good=game("value strength() gives number: courage() + 1\nvalue courage() gives number: 2\n"
                  "event play gives number total: set total = strength()\n"),
    ),
    Code(
        "RW602", Severity.ERROR, "event not running here",
        "`this E` is the innermost running E, and `conclude E` ends it, so this code must run inside an E. The checker "
        "follows all calls from the start of the match.",
        bad=game(_DAZED + "event play: |\n  rest()\n  for each p in players:\n    gain(p)\n"
                           "    give dazed() to p until end of this rest\n"),
        good=game(_DAZED + "event play: |\n  rest()\n  for each p in players:\n    gain(p)\n"
                            "    give dazed() to p until end of this play\n"),
    ),
    Code(
        "RW603", Severity.ERROR, "limit without effect",
        "A limit counts reactions during one run of an event E. If the event that the rule reacts to never happens "
        "during E, nothing is limited.",
        bad=game("event gain: finish\nevent rest: finish\nevent play: |\n  gain()\n  rest()\n"
                 "rule more:\n  after: gain\n  limit: 1 per rest\n  do: rest()\n"),
        good=game("event gain: finish\nevent rest: finish\nevent play: |\n  gain()\n  rest()\n"
                  "rule more:\n  after: gain\n  limit: 1 per play\n  do: rest()\n"),
    ),
    Code(
        "RW604", Severity.ERROR, "decision in a batch",
        "The calls in `together` happen at once, on one snapshot: no event in it may ask a player in its own `do` "
        "block, in a text that it performs or at one of its moments. Events that these call wait for the next wave, "
        "and reactions to those may ask.",
        bad=game("event gain(player who) gives yes_no more: set more = choose yes or no by who\n"
                 "event play: |\n  together:\n    for each p in players:\n      gain(p)\n"),
        good=game("event gain(player who) gives yes_no more: set more = choose yes or no by who\n"
                  "event play: |\n  for each p in players:\n    gain(p)\n"),
    ),
    Code(
        "RW605", Severity.ERROR, "conflicting writes in a batch",
        "In a batch every call sees the same snapshot. Two calls that set one field to a value of their own contradict "
        "each other; two that add to it do not.",
        bad=game("kind match: {state: {round: number}}\n"
                 "event gain(player who): set match.round = seat_number(who)\n"
                 "event play gives number total: |\n  together:\n    for each p in players:\n      gain(p)\n"
                 "  set total = match.round\n"),
        good=game("kind match: {state: {round: number}}\n"
                  "event gain(player who): set match.round = match.round + seat_number(who)\n"
                  "event play gives number total: |\n  together:\n    for each p in players:\n      gain(p)\n"
                  "  set total = match.round\n"),
    ),
    Code(
        "RW606", Severity.WARNING, "secret revealed by answers",
        "A player who chooses sees the answers. If a condition on them reads a secret field of another player, or "
        "iterates over a zone that the choosing player does not see, the list reveals the secret. The same holds if "
        "values, permissions or the conditions of an offered event read them.",
        bad=game(_CARDS + "event play: |\n  create ace\n  for each p in players:\n"
                           "    let c = choose one c in cards where c.value > 0 by p\n    mark(c)\n"),
        good=game(_CARDS + "event play: |\n  create ace\n  for each p in players:\n"
                            "    let c = choose one c in cards where c is in_play by p\n    mark(c)\n"),
    ),
)
