"""Registers the `allow` of definitions, whose diagnostics are suppressed, and reports every `allow` that suppresses
nothing.

Separate because a definition may suppress diagnostics of any stage, from reading to analysis: its `allow` is known
before all of them, and can be judged only after the last.
"""

from __future__ import annotations

from rulewright.diagnostics import Allowance, Diagnostics
from rulewright.pack.model import Pack
from rulewright.pack.tree import Mapping


def register(pack: Pack, out: Diagnostics) -> None:
    """Register with the diagnostics what the definitions of a pack allow."""
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
    """Report every `allow` that suppresses nothing. Only for a pack that went through all stages; otherwise it is
    unknown."""
    for one in out.vain_allowances():
        message = f"unused `allow`: {one.code} is not reported for '{one.definition}'"
        out.add("RW711", message, one.span, "remove it", definition=one.definition)
