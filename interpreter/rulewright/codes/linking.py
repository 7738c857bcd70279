"""RW552, of parts that are to hide, and RW601 to RW606: what only shows when all texts of a pack are taken together."""

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
        "RW552", Severity.WARNING, "part that is to hide",
        "A part is known to all who know its whole, wherever it lies. What is put into a zone that not all see is no "
        "secret then: views, answers and bots know it. What hides is a thing of its own, which names the other by a "
        "field.",
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
        "RW601", Severity.ERROR, "question in a circle",
        "Values and permissions may ask each other, and whether an event may happen, but never come back to where they "
        "began: neither in their own texts nor in what contributes to them and when that is in force. An honest need "
        "is met by a field that an event stores.",
        bad=game("value strength() gives number: courage() + 1\nvalue courage() gives number: strength() - 1\n"
                 "event play gives number total: set total = strength()\n"),
        good=game("value strength() gives number: courage() + 1\nvalue courage() gives number: 2\n"
                  "event play gives number total: set total = strength()\n"),
    ),
    Code(
        "RW602", Severity.ERROR, "event is never running here",
        "`this E` is the innermost running E, and `conclude E` ends it: something round the text has to be an E. The "
        "checker follows all calls from the start of the match.",
        bad=game(_DAZED + "event play: |\n  rest()\n  for each p in players:\n    gain(p)\n"
                           "    give dazed() to p until end of this rest\n"),
        good=game(_DAZED + "event play: |\n  rest()\n  for each p in players:\n    gain(p)\n"
                            "    give dazed() to p until end of this play\n"),
    ),
    Code(
        "RW603", Severity.ERROR, "limit never binds",
        "A limit counts answers during one run of an event. If that event never is round the one that is answered, "
        "nothing is limited.",
        bad=game("event gain: finish\nevent rest: finish\nevent play: |\n  gain()\n  rest()\n"
                 "rule more:\n  after: gain\n  limit: 1 per rest\n  do: rest()\n"),
        good=game("event gain: finish\nevent rest: finish\nevent play: |\n  gain()\n  rest()\n"
                  "rule more:\n  after: gain\n  limit: 1 per play\n  do: rest()\n"),
    ),
    Code(
        "RW604", Severity.ERROR, "decision in a batch",
        "What `together` calls happens on one snapshot, at once: no event in it may ask a player in its own text, in "
        "what it performs or at a moment of it. What these call waits for the next wave; reactions to that may ask.",
        bad=game("event gain(player who) gives yes_no more: set more = choose yes or no by who\n"
                 "event play: |\n  together:\n    for each p in players:\n      gain(p)\n"),
        good=game("event gain(player who) gives yes_no more: set more = choose yes or no by who\n"
                  "event play: |\n  for each p in players:\n    gain(p)\n"),
    ),
    Code(
        "RW605", Severity.ERROR, "writes that do not add up",
        "In a batch every call sees the same snapshot. Two that set one field to a value of its own contradict each "
        "other; two that add to it do not.",
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
        "RW606", Severity.WARNING, "answers tell a secret",
        "Who chooses sees the answers. If a condition over them reads a secret field of somebody else, or goes through "
        "a zone that the chooser does not see, the list tells what it should not; so it does where values, permissions "
        "or the conditions of an event that is offered read them.",
        bad=game(_CARDS + "event play: |\n  create ace\n  for each p in players:\n"
                           "    let c = choose one c in cards where c.value > 0 by p\n    mark(c)\n"),
        good=game(_CARDS + "event play: |\n  create ace\n  for each p in players:\n"
                            "    let c = choose one c in cards where c is in_play by p\n    mark(c)\n"),
    ),
)
