"""Turns the `allow` of definitions into what the diagnostics leave out, and tells which of it leaves out nothing.

Separate because a definition may accept what any stage says of it, from reading to analysis: it is known here, before
any of them, and can be judged only behind the last.
"""

from __future__ import annotations

from rulewright.diagnostics import Allowance, Diagnostics
from rulewright.pack.model import Pack
from rulewright.pack.tree import Mapping


def register(pack: Pack, out: Diagnostics) -> None:
    """Let the diagnostics know what the definitions of a pack accept."""
    starts: dict[str, list[int]] = {}
    for declaration in pack.declarations:
        starts.setdefault(declaration.head_span.source.name, []).append(declaration.head_span.start)
    for declaration in pack.declarations:
        allowed = declaration.fields.get("allow")
        if allowed is None or not isinstance(allowed.node, Mapping):
            continue
        source, start = declaration.head_span.source, declaration.head_span.start
        end = min((other for other in starts[source.name] if other > start), default=len(source.text))
        for code, entry in allowed.node.entries.items():
            out.allow(Allowance(code, declaration.id, source.span(start, end), entry.key.span))


def report_vain(out: Diagnostics) -> None:
    """Report what is accepted and never said. Only of a pack that went through all stages: else nobody can tell."""
    for one in out.vain_allowances():
        message = f"unused `allow`: {one.code} is not reported for '{one.definition}'"
        out.add("RW711", message, one.span, "remove it", definition=one.definition)
