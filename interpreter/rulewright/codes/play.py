"""The codes RW8xx: problems that only show while a pack is played."""

from __future__ import annotations

from .code import Code, Severity


def _survivor(line: str, becomes: str) -> dict[str, str]:
    """A pack whose test plays one line, with a reason why a change of one line is not noticed."""
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
        "reason without its change",
        "A reason under `survivors` names a change that `rulewright mutate` makes: by the definition, the field, the "
        "line and what the line becomes. If the line has changed since, the reason may no longer be true. Write the "
        "current line, or remove the reason.",
        bad=_survivor("sum > 1", "sum >= 1"),
        good=_survivor("sum > 0", "sum >= 0"),
    ),
    Code(
        "RW802",
        Severity.WARNING,
        "outdated reason",
        "A reason under `survivors` states why no test notices a change. Now a test notices this one, or the checker "
        "refuses it, or it produces the same program. The reason is not needed any more.",
        bad=_survivor("sum > 0", "not (sum > 0)"),
        good=_survivor("sum > 0", "sum >= 0"),
    ),
)
