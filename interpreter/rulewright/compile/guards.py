"""Converts conditions to guards: plain data with which the analysis decides whether two conditions exclude each other.

Separate because it handles comparisons and paths; `dependencies` finds what a condition depends on.
"""

from __future__ import annotations

from typing import Any

from rulewright.check import model as m
from rulewright.compile.dependencies import Local, Reader
from rulewright.compile.layout import place_of
from rulewright.deeds import Guard
from rulewright.effects import nodes as n
from rulewright.effects.comparisons import MIRRORED, OPPOSITE, ORDERS
from rulewright.effects.walk import conjuncts, descend


def guards_of(
    reader: Reader, condition: n.Expr | None, negated: bool = False, local: Local | None = None, label: str = ""
) -> tuple[Guard, ...]:
    """A condition as guards: one for each conjunct, or one for the whole if it must be false."""
    if condition is None:
        return ()
    parts = [condition] if negated else conjuncts(condition)
    return tuple(_guard(reader, part, negated, local, label) for part in parts)


def _guard(reader: Reader, part: n.Expr, negated: bool, local: Local | None, label: str) -> Guard:
    """One condition."""
    return Guard(
        part.span.words, place_of(part.span), reader.frozen(reader.reads([part], local)), negated, label,
        _compares(reader, part, negated), paths_in(part),
    )  # fmt: skip


def _compares(reader: Reader, part: n.Expr, negated: bool) -> tuple[str, int, str, Any] | None:
    if isinstance(part, n.Unary) and part.op == "not":
        return _compares(reader, part.operand, not negated)
    if isinstance(part, (n.Attr, n.Name)) and part.type is not None and part.type.tag == "yes_no":
        subject = _subject(reader, part)
        return None if subject is None else (*subject, "is", not negated)
    if isinstance(part, n.Is) and part.ref and part.ref[0] == "status" and not part.ref[1].listed:
        return "status", reader.unit.layout.of(part.ref[1]), "is", part.negated == negated
    if isinstance(part, n.Is) and part.ref and part.ref[0] in ("kind", "sheet"):
        return "sheet", -1, "is" if part.negated == negated else "is not", _made_of(reader.pack, part.ref[1])
    if isinstance(part, n.In) and _subject(reader, part.right) == ("printed", -1) and constant_of(part.left):
        return "member", -1, "is" if part.negated == negated else "is not", constant_of(part.left)
    op = ""
    if isinstance(part, n.Is) and part.ref and part.ref[0] == "equal":
        op = "is not" if part.negated else "is"
    elif isinstance(part, n.Binary) and part.op in ORDERS:
        op = part.op
    if not op or not isinstance(part, (n.Is, n.Binary)):
        return None
    for left, right, said in ((part.left, part.right, op), (part.right, part.left, MIRRORED[op])):
        subject, constant = _subject(reader, left), constant_of(right)
        if subject is not None and constant:
            return (*subject, OPPOSITE[said] if negated else said, constant[0])
    return None


def _made_of(pack: m.PackDef, one: object) -> tuple[tuple[str, ...], str]:
    """The kinds of everything that is of a kind or shows a sheet, and that sheet."""
    if isinstance(one, m.SheetDef):
        return (one.kind.id,), one.id
    return tuple(kind.id for kind in pack.kinds.values() if one in kind.lineage), ""


def _subject(reader: Reader, e: n.Expr) -> tuple[str, int] | None:
    """A stored field (of any owner), a printed one (its name ends the path), or a field of the event."""
    if isinstance(e, n.Attr) and isinstance(e.ref, m.Attribute) and e.ref.storage == "state":
        return "column", reader.unit.layout.column_of[e.ref]
    if isinstance(e, n.Attr) and isinstance(e.ref, m.Attribute) and e.ref.storage == "printed":
        return "printed", -1
    if isinstance(e, n.Name) and isinstance(e.ref, m.Variable) and e.ref.role == "field":
        return "field", e.ref.index
    return None


def constant_of(e: object) -> tuple[Any] | None:
    """The value of a literal or a member of an enumeration, in a tuple (as it may be None); None for anything else."""
    match e:
        case n.Number() | n.Truth():
            return (e.value,)
        case n.Nothing():
            return (None,)
        case n.Unary() if e.op == "-" and isinstance(e.operand, n.Number):
            return (-e.operand.value,)
        case n.Name() if isinstance(e.ref, m.EnumMember):
            return (e.ref.value,)
    return None


def path_of(e: object) -> str:
    """The path of an expression from `self`, `match` or a field of the current event; "" if it is none."""
    match e:
        case n.Name() if isinstance(e.ref, m.Variable):
            if e.ref.role == "field":
                return f"field:{e.ref.index}"
            return e.ref.role if e.ref.role in ("self", "match") else ""
        case n.Attr(args=None):
            base = path_of(e.target)
            return f"{base}.{e.name}" if base else ""
    return ""


def paths_in(e: n.Node) -> tuple[str, ...]:
    """All paths in an expression, including the prefixes of each."""
    return tuple(sorted({path for node in descend(e) if (path := path_of(node))}))
