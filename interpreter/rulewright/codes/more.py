"""The codes from RW542 on: what reads as one thing and is two, what a sheet must be, who answers too late."""

from __future__ import annotations

from .code import Code, Severity

CODES: tuple[Code, ...] = (
    Code(
        "RW542", Severity.WARNING, "none beside none",
        "`a is b` of two that may both be none holds where both are: two whom nobody has hit were hit by the same one. "
        "Test one of the two first, or, where that is meant, allow it: `allow: {RW542: the reason}`.",
        bad={"pack.yaml": "pack: sample\nlanguage: 1\nstart: play\n",
             "game.yaml": "kind player: {state: {hit_by: player or none}}\n"
                          "event play gives number total: |\n  for each p in players:\n"
                          "    set p.hit_by = next_seat(p) if seat_number(p) is 1\n"
                          "    set total = total + 1 if p.hit_by is next_seat(p).hit_by\n"},
        good={"pack.yaml": "pack: sample\nlanguage: 1\nstart: play\n",
              "game.yaml": "kind player: {state: {hit_by: player or none}}\n"
                           "event play gives number total: |\n  for each p in players:\n"
                           "    set p.hit_by = next_seat(p) if seat_number(p) is 1\n"
                           "    set total = total + 1 if p.hit_by is not none and "
                           "p.hit_by is next_seat(p).hit_by\n"},
    ),
)  # fmt: skip
