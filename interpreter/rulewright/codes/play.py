"""The codes RW8xx: what shows only while a pack is played."""

from __future__ import annotations

from .code import Code, Severity


def _survivor(line: str, becomes: str) -> dict[str, str]:
    """A pack whose test plays one line, and a reason for a change of one."""
    game = (
        "kind player: {state: {gold: number}}\nevent play: |\n  for each p in players:\n    gain(p, 2)\n"
        "event gain(player who, number sum):\n  do: |\n    set who.gold = who.gold + sum if sum > 0\n"
    )
    tests = (
        "test what is gained is added:\n  do: gain(player_1, 2)\n  then: player_1.gold is 2\n"
        f"survivors event gain:\n- at: do\n  line: set who.gold = who.gold + sum if {line}\n"
        f"  becomes: set who.gold = who.gold + sum if {becomes}\n  reason: adding nothing changes nothing\n"
    )
    return {"pack.yaml": "pack: sample\nlanguage: 2\nstart: play\n", "game.yaml": game, "tests/a.yaml": tests}


CODES: tuple[Code, ...] = (
    Code(
        "RW801",
        Severity.WARNING,
        "reason for no change",
        "A reason under `survivors` names a change that `rulewright mutate` makes: by the definition, the field, the "
        "line and what the line becomes. If the line has changed since, the reason may no longer be true: write the "
        "line as it is today, or remove the reason.",
        bad=_survivor("sum > 1", "sum >= 1"),
        good=_survivor("sum > 0", "sum >= 0"),
    ),
    Code(
        "RW802",
        Severity.WARNING,
        "reason out of date",
        "A reason under `survivors` says why no test notices a change. Today a test notices this one, or the checker "
        "refuses it, or it makes the same program. The reason is not needed any more.",
        bad=_survivor("sum > 0", "not (sum > 0)"),
        good=_survivor("sum > 0", "sum >= 0"),
    ),
)
