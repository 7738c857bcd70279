"""Shows what became of mutants: as lines, as an object for programs, and as a page that stands by itself.

Separate because the three say the same.
"""

from __future__ import annotations

from html import escape
from typing import Any, Final

from rulewright.characters import visible
from rulewright_tools.mutating.listing import Mutant
from rulewright_tools.mutating.report import Report
from rulewright_tools.mutating.trial import Outcome
from rulewright_tools.show.words import counted

_STYLE: Final = """\
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p { margin: .5rem 0; }
td { padding: 0 1.5rem 0 0; }
td + td { text-align: right; font-variant-numeric: tabular-nums; }
pre { overflow-x: auto; margin: .3rem 0 1rem; padding: .5rem .75rem; border-left: 3px solid #8888; }
del, ins { text-decoration: none; display: block; }
del { color: light-dark(#a11, #f88); }
ins { color: light-dark(#175, #7d9); }
"""


def lines(report: Report) -> list[str]:
    """The figures, then the survivors by rule."""
    made = [f"{report.pack}: {_drawn(report)}", *(f"  {name:<24} {count:>5}" for name, count in _figures(report)), ""]
    made += [_share(report), *_rightly(report)]
    for rules, survivors in report.by_rule().items():
        made += ["", _title(rules, len(survivors))]
        for mutant, outcome in survivors:
            made.append(f"  {_place(mutant)}: {mutant.kind}, {_tried(outcome)}")
            made += [f"    - {line}" for line in _trimmed(mutant)[0]]
            made += [f"    + {line}" for line in _trimmed(mutant)[1]]
    return made


def as_object(report: Report) -> dict[str, Any]:
    """The same for programs, with all mutants that were tried."""
    rightly, cited = report.rightly
    return {
        "pack": report.pack, "mutants": report.of, "tried": len(report.found), "seed": report.seed,
        "verdicts": dict(sorted(report.counts.items())), "killed": report.killed, "playable": report.playable,
        "interval": [round(one, 4) for one in report.bounds], "rightly": rightly, "cited": cited,
        "outcomes": [
            {"kind": mutant.kind, "file": mutant.file, "line": mutant.line, "form": mutant.form,
             "definition": mutant.definition, "rules": list(mutant.rules), "before": mutant.before,
             "after": mutant.after, "verdict": outcome.verdict, "by": outcome.by, "tests": outcome.tests}
            for mutant, outcome in report.found
        ],
    }  # fmt: skip


def page(report: Report) -> str:
    """The same as a page of HTML that needs nothing else."""
    figures = "".join(f"<tr><td>{_html(name)}</td><td>{count}</td></tr>" for name, count in _figures(report))
    made = [
        "<!doctype html>", '<html lang="en">', '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>Mutants of {_html(report.pack)}</title>", f"<style>{_STYLE}</style>",
        f"<h1>Mutants of {_html(report.pack)}</h1>", f"<p>{_html(_drawn(report))}</p>", f"<table>{figures}</table>",
        *(f"<p>{_html(line)}</p>" for line in (_share(report), *_rightly(report))),
    ]  # fmt: skip
    for rules, survivors in report.by_rule().items():
        made.append(f"<h2>{_html(_title(rules, len(survivors)))}</h2>")
        for mutant, outcome in survivors:
            before, after = (_html("\n".join(some)) for some in _trimmed(mutant))
            made.append(f"<p>{_html(_place(mutant))}: {mutant.kind}, {_tried(outcome)}</p>")
            made.append(f"<pre><del>{before}</del><ins>{after}</ins></pre>")
    return "\n".join([*made, "</html>", ""])


def _html(text: str) -> str:
    return escape(visible(text, "\n"))


def _drawn(report: Report) -> str:
    if report.seed is None:
        return f"all {counted(report.of, 'mutant')}"
    return f"{len(report.found)} of {counted(report.of, 'mutant')}, seed {report.seed}"


def _figures(report: Report) -> list[tuple[str, int]]:
    found = report.counts
    return [("refused by the checker", found["refused"]), ("the same program", found["same"]),
            ("killed by a test", found["killed"]), ("killed by a limit", found["limit"]),
            ("survived", found["survived"])]  # fmt: skip


def _share(report: Report) -> str:
    if not report.playable:
        return "no mutant that a test could find"
    share = f"{100 * report.killed / report.playable:.1f} % of {report.playable} that a test could find are killed"
    if report.seed is None:
        return share
    least, most = report.bounds
    return f"{share} (95 % interval: {100 * least:.1f} to {100 * most:.1f} %)"


def _rightly(report: Report) -> list[str]:
    rightly, cited = report.rightly
    if not cited:
        return []
    return [f"{rightly} of {cited} killed in definitions that cite rules: by a test that cites one of them"]


def _title(rules: tuple[str, ...], count: int) -> str:
    return f"{', '.join(rules) or 'definitions that cite no rule'}: {counted(count, 'survivor')}"


def _place(mutant: Mutant) -> str:
    return f"{mutant.file}:{mutant.line}: {mutant.title}"


def _tried(outcome: Outcome) -> str:
    return f"passes {counted(outcome.tests, 'test')}" if outcome.tests else "no test has to do with it"


def _trimmed(mutant: Mutant) -> tuple[list[str], list[str]]:
    """The lines before and after without the blanks that all begin with."""
    sides = mutant.before.splitlines(), mutant.after.splitlines()
    margin = min((len(line) - len(line.lstrip()) for line in (*sides[0], *sides[1]) if line.strip()), default=0)
    before, after = ([line[margin:].rstrip() for line in side] for side in sides)
    return before, after
