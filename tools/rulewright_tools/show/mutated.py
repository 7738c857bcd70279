"""Formats the results of mutants: as lines, as an object for programs, and as a self-contained page.

Separate because the three show the same.
"""

from __future__ import annotations

import re
from html import escape
from typing import Any, Final

from rulewright.characters import visible
from rulewright.scenario.survivors import said
from rulewright_tools.mutating.listing import Mutant
from rulewright_tools.mutating.report import Report
from rulewright_tools.mutating.trial import Outcome
from rulewright_tools.show.words import counted

_PLAIN: Final = re.compile(r"[A-Za-z](?:[\w ().+*/<>=]*[\w)])?")  # what YAML always reads as a string
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
    """Returns the numbers, then the survivors by rule, then those with a reason."""
    made = [f"{report.pack}: {_drawn(report)}", *(f"  {name:<24} {count:>5}" for name, count in _figures(report)), ""]
    made += [*_shares(report), *_rightly(report)]
    for rules, survivors in report.by_rule().items():
        made += ["", _title(rules, len(survivors))]
        for mutant, outcome in survivors:
            made += [f"  {_place(mutant)}: {mutant.kind}, {_tried(outcome)}", *_change(mutant)]
    if report.explained:
        made += ["", _with_reasons(report)]
    for mutant, _, reason in report.explained:
        made += [f"  {_place(mutant)}: {mutant.kind}, survives for a reason: {visible(reason)}", *_change(mutant)]
    return made


def _change(mutant: Mutant) -> list[str]:
    before, after = _trimmed(mutant)
    return [*(f"    - {line}" for line in before), *(f"    + {line}" for line in after)]


def entries(report: Report) -> list[str]:
    """Returns the survivors without a reason as entries for a file of tests, with the reasons left to write."""
    made: list[str] = []
    title = ""
    lines_of: dict[tuple[str, str, str, int], list[str]] = {}
    for mutant, _ in report.unexplained:
        key = mutant.title, mutant.at, said(mutant.before), report.which[mutant.key]
        becomes = lines_of.setdefault(key, [])
        if said(mutant.after) not in becomes:
            becomes.append(said(mutant.after))
    for (of, at, line, which), becomes in sorted(lines_of.items(), key=lambda one: one[0][0]):
        if of != title:
            made += [*[""] * bool(made), f"survivors {of}:"]
            title = of
        said_of = [*[f"at: {at}"] * bool(at), f"line: {_scalar(line)}", *[f"which: {which}"] * (which > 1)]
        said_of += [f"becomes: {_scalar(becomes[0])}"] if len(becomes) == 1 else [
            "becomes:", *(f"- {_scalar(one)}" for one in becomes)]  # fmt: skip
        made += [f"{'  ' if number else '- '}{text}" for number, text in enumerate([*said_of, "reason:"])]
    return made


def _scalar(text: str) -> str:
    """Returns a line as a YAML scalar."""
    return text if _PLAIN.fullmatch(text) else "'" + text.replace("'", "''") + "'"


def as_object(report: Report) -> dict[str, Any]:
    """Returns the same for programs, with all mutants that were tried."""
    rightly, cited = report.rightly
    return {
        "pack": report.pack, "mutants": report.of, "tried": len(report.found), "seed": report.seed,
        "verdicts": dict(sorted(report.counts.items())), "killed": report.killed, "accounted": report.accounted,
        "playable": report.playable,
        "interval": [round(one, 4) for one in report.bounds], "rightly": rightly, "cited": cited,
        "outcomes": [
            {"kind": mutant.kind, "file": mutant.file, "line": mutant.line, "form": mutant.form,
             "definition": mutant.definition, "rules": list(mutant.rules), "before": mutant.before,
             "after": mutant.after, "at": mutant.at, "which": report.which[mutant.key], "verdict": outcome.verdict,
             "by": outcome.by, "tests": outcome.tests,
             "reason": report.reasons.get(mutant.key) if outcome.verdict == "survived" else None}
            for mutant, outcome in report.found
        ],
        "amiss": [
            {"code": one.code, "file": one.span.source.name, "line": one.span.source.position(one.span.start).line,
             "message": one.message, "hint": one.hint}
            for one in report.amiss
        ],
    }  # fmt: skip


def page(report: Report) -> str:
    """Returns the same as an HTML page that needs no other file."""
    figures = "".join(f"<tr><td>{_html(name)}</td><td>{count}</td></tr>" for name, count in _figures(report))
    made = [
        "<!doctype html>", '<html lang="en">', '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>Mutants of {_html(report.pack)}</title>", f"<style>{_STYLE}</style>",
        f"<h1>Mutants of {_html(report.pack)}</h1>", f"<p>{_html(_drawn(report))}</p>", f"<table>{figures}</table>",
        *(f"<p>{_html(line)}</p>" for line in (*_shares(report), *_rightly(report))),
    ]  # fmt: skip
    for rules, survivors in report.by_rule().items():
        made.append(f"<h2>{_html(_title(rules, len(survivors)))}</h2>")
        for mutant, outcome in survivors:
            made += [f"<p>{_html(_place(mutant))}: {mutant.kind}, {_tried(outcome)}</p>", _marked(mutant)]
    if report.explained:
        made.append(f"<h2>{_html(_with_reasons(report))}</h2>")
    for mutant, _, reason in report.explained:
        made.append(f"<p>{_html(_place(mutant))}: {mutant.kind}, survives for a reason: {_html(reason)}</p>")
        made.append(_marked(mutant))
    return "\n".join([*made, "</html>", ""])


def _marked(mutant: Mutant) -> str:
    before, after = (_html("\n".join(some)) for some in _trimmed(mutant))
    return f"<pre><del>{before}</del><ins>{after}</ins></pre>"


def _html(text: str) -> str:
    return escape(visible(text, "\n"))


def _drawn(report: Report) -> str:
    early = f", stopped before all {report.wanted} were tried" if len(report.found) < report.wanted else ""
    if report.seed is None and not early:
        return f"all {counted(report.of, 'mutant')}"
    seed = "" if report.seed is None else f", seed {report.seed}"
    return f"{len(report.found)} of {counted(report.of, 'mutant')}{seed}{early}"


def _figures(report: Report) -> list[tuple[str, int]]:
    found = report.counts
    return [("refused by the checker", found["refused"]), ("the same program", found["same"]),
            ("killed by a test", found["killed"]), ("killed by a limit", found["limit"]),
            ("survived", found["survived"]), ("of these for a reason", len(report.explained))]  # fmt: skip


def _shares(report: Report) -> list[str]:
    if not report.explained:
        return [_share(report)]
    share = f"{100 * report.accounted / report.playable:.1f} %"
    return [_share(report), f"{share} are killed or have a reason on record"]


def _with_reasons(report: Report) -> str:
    return f"for a reason: {counted(len(report.explained), 'survivor')}"


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
    return f"passes {counted(outcome.tests, 'test')}" if outcome.tests else "no test is related to it"


def _trimmed(mutant: Mutant) -> tuple[list[str], list[str]]:
    """Returns the lines before and after, without their common indentation."""
    sides = mutant.before.splitlines(), mutant.after.splitlines()
    margin = min((len(line) - len(line.lstrip()) for line in (*sides[0], *sides[1]) if line.strip()), default=0)
    before, after = ([line[margin:].rstrip() for line in side] for side in sides)
    return before, after
